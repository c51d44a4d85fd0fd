"""From the words of a command line to a table's set-up, with a sentence for each mistake."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from bastide.cli.authors.sentences import load_sentence
from bastide.cli.company import company_fault, seats_fault
from bastide.cli.option_words import typed_word
from bastide.cli.program import Misused, Program
from bastide.cli.sessions.hands import hides_cards
from bastide.cli.wording import whole_sentence
from bastide.core.errors import RulesError
from bastide.core.messages import Text
from bastide.core.options import SEATING, Option, OptionValue, check_option, parse_option
from bastide.core.plugins import Plugins, Setup
from bastide.net.lobby.terms import Dealing


def words_of(text: str) -> tuple[str, ...]:
    """Return the words of a list like `a,b`; blanks around them do not count."""
    return tuple(word for word in (each.strip() for each in text.split(",")) if word)


class Wish:
    """A table that somebody describes on the command line.

    Every method raises `Misused` with a sentence that says what is there instead.
    """

    def __init__(self, program: Program, game: str, extensions: str = "") -> None:
        self.t, self._texts = program.text, program.texts
        self.plugins: Plugins = program.plugins
        self.game = self._game(game)
        words = dict.fromkeys(words_of(extensions))
        self.extensions = tuple(self._extension(word) for word in words)
        if fault := company_fault(self.plugins, self.t, self.game, self.extensions, str):
            raise Misused(fault)

    def _game(self, word: str) -> str:
        games = [manifest.id for manifest in self.plugins.games()]
        if word in games:
            return word
        manifest = self.plugins.manifests.get(word)
        if manifest and manifest.extends:
            raise Misused(
                self.t(
                    "{word} is not a game: it is played with {game}, as in `--with {word}`.",
                    word=word,
                    game=manifest.extends,
                )
            )
        self._refuse_broken(word)
        names = self._titled(games)
        raise Misused(self.t("There is no game {word}; there are {names}.", word=word, names=names))

    def _titled(self, ids: Iterable[str]) -> str:
        """Return ids to be typed, with their titles where those do not say the same."""
        found = []
        for id in ids:
            title = self._texts(id)(self.plugins.manifest(id).title or id)
            same = title.casefold().replace(" ", "_") == id
            found.append(id if same else f"{id} ({title})")
        return ", ".join(found)

    def _refuse_broken(self, word: str) -> None:
        """Say why a plugin that is meant could not be loaded."""
        for fault in self.plugins.faults:
            if fault.name == word and word not in self.plugins.manifests:
                raise Misused(load_sentence(self.t, self.plugins, fault))

    def _extension(self, word: str) -> str:
        fitting = [manifest.id for manifest in self.plugins.extensions(self.game)]
        if word in fitting:
            return word
        self._refuse_broken(word)
        if not fitting:
            raise Misused(
                self.t("{game} has no expansion {word}; it has none.", game=self.game, word=word)
            )
        raise Misused(
            self.t(
                "{game} has no expansion {word}; there are {names}.",
                game=self.game,
                word=word,
                names=self._titled(fitting),
            )
        )

    def bots(self, text: str) -> tuple[str, ...]:
        """Return the ids of bots named in a list."""
        return tuple(self.bot(word) for word in words_of(text))

    def bot(self, word: str) -> str:
        """Return the id of a bot that plays this game."""
        known = self.plugins.bots(self.game)
        if word in known:
            return word
        names = ", ".join(known) or "-"
        said = [self.t("There is no bot {word}; there are {names}.", word=word, names=names)]
        said += [
            load_sentence(self.t, self.plugins, each)
            for each in self.plugins.faults
            if each.reason.startswith("bastide_bots ")
        ]
        raise Misused(" ".join(said))

    @property
    def seat_range(self) -> tuple[int, int]:
        """Return the least and greatest number of seats."""
        return self.plugins.seat_range(self.game, self.extensions)

    def dealer(self, word: str | None) -> Dealing:
        """Return who deals hidden cards, veil where nothing is said."""
        if word and not hides_cards(self.plugins, (self.game, *self.extensions)):
            raise Misused(self.t("No cards are hidden at this table: leave out --dealer."))
        return "open" if word == "open" else "veil"

    def setup(self, seats: int, options: Iterable[str] = (), seating: str | None = None) -> Setup:
        """Return a set-up that can be composed.

        Args:
            seats: how many.
            options: each `key=value`.
            seating: `listed` or `drawn`, where `options` does not say.
        """
        if fault := seats_fault(self.plugins, self.t, self.game, self.extensions, seats):
            raise Misused(fault)
        chosen: dict[str, OptionValue] = {}
        for key, value in map(self._option, options):
            if key in chosen:
                raise Misused(self.t("Option {name} is given twice.", name=key))
            chosen[key] = value
        if seating:
            chosen.setdefault("seating", seating)
        setup = Setup(self.game, seats, self.extensions, tuple(sorted(chosen.items())))
        try:
            self.plugins.compose(setup)
        except RulesError as error:
            raise Misused(whole_sentence(self.t.say(error.message))) from error
        return setup

    def _option(self, text: str) -> tuple[str, OptionValue]:
        key, equals, value = text.partition("=")
        key = key.strip()
        known = self.options()
        found = known.get(key) or known.get(f"{self.game}.{key}")
        if found and not equals:
            raise Misused(
                self.t(
                    "Option {name} has no value: write {name}=VALUE, where VALUE is {values}.",
                    name=key,
                    values=values_of(self.t, found),
                )
            )
        if found is None:
            raise Misused(
                self.t(
                    "There is no option {name}; there are {names}.",
                    name=key,
                    names=", ".join(known),
                )
            )
        try:
            typed = typed_word(self.t, found, value.strip())
            parsed = check_option(key, found, parse_option(typed, found))
        except RulesError as error:
            raise Misused(whole_sentence(self.t.say(error.message))) from error
        return (key if key in known else f"{self.game}.{key}"), parsed

    def options(self) -> dict[str, Option]:
        """Return the options of the table by genesis key."""
        known = {"seating": SEATING}
        for id in (self.game, *self.extensions):
            known |= {f"{id}.{o.name}": o for o in self.plugins.manifest(id).options}
        return known


def values_of(t: Text, option: Option) -> str:
    """Return what may be written for an option: `one of slow, quick`."""
    if isinstance(option.default, bool):
        return t("yes or no")
    if option.choices:
        return t("one of {words}", words=", ".join(map(str, option.choices)))
    if not isinstance(option.default, int):
        return t("a text")
    if option.low is None or option.high is None:
        return t("a number")
    return t("a number from {low} to {high}", low=option.low, high=option.high)


def fill_seats(wish: Wish, seats: int | None, bots: Sequence[str]) -> int:
    """Return the number of seats: what was asked for, else one person and the bots.

    Never fewer than the game needs, and never too few for the bots.
    """
    if seats is None:
        return max(1 + len(bots), wish.seat_range[0])
    if len(bots) > seats:
        raise Misused(
            wish.t(
                "There are more bots ({bots}) than seats ({seats}).", bots=len(bots), seats=seats
            )
        )
    return seats
