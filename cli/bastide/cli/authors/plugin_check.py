"""One plugin, put through everything that the contract asks for, among the others installed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from itertools import combinations

from bastide.cli.authors.catalog_check import catalog_faults
from bastide.cli.authors.leftovers import Leftovers
from bastide.cli.authors.message_scan import Asked, asked_of
from bastide.cli.authors.screen_check import check_screen, undrawn
from bastide.cli.authors.sentences import fault_sentence, place_of_error
from bastide.cli.authors.source_scan import Found, scan_rules
from bastide.cli.catalogs import DOMAIN, own_catalogs, together
from bastide.cli.simulation import bot_seed, game_seed
from bastide.core.dealer import LocalDealer
from bastide.core.events import Event, score_of
from bastide.core.hookspecs import Bot, Catalog, Manifest
from bastide.core.kit.playing import modules_of
from bastide.core.messages import English, Text, message
from bastide.core.places import Place, place_of
from bastide.core.plugins import Plugins, Setup
from bastide.core.rules import Rules
from bastide.core.testing import ConformanceError, Played, check_game, replay

GAMES = 3
"""Random games for each way to set up a table, at most."""

ENOUGH_DECISIONS = 500
"""Decisions of games with an option changed, after which no other of these games is played."""

MOST_STEPS = 20_000
"""Decisions after which a game is said not to end."""

ENDLESS_STEPS = 500
"""Decisions of a game that may go on for ever."""


@dataclass(slots=True)
class Report:
    """What holds and what does not, a sentence each."""

    good: list[str] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)


class PluginCheck:
    """Checks one plugin among the others that are installed."""

    def __init__(
        self,
        plugins: Plugins,
        manifest: Manifest,
        report: Report,
        t: Text,
        told: Callable[[str], None] = lambda what: None,
        texts: Callable[[str], Text] = lambda domain: English(),
        most: int = MOST_STEPS,
    ) -> None:
        """Take what is to be checked.

        Args:
            plugins: those that are installed, this one among them.
            manifest: of the plugin.
            report: gets what is found.
            t: says it.
            told: hears what is checked now.
            texts: the messages of each plugin, for its screen.
            most: decisions after which a game is said not to end.
        """
        self.plugins, self.manifest, self.report, self.t = plugins, manifest, report, t
        self._told_of, self._texts, self._most = told, texts, most
        self._found: dict[str, list[str]] = {}
        self._scanned: list[Found] = []
        self._words: dict[str, Asked] = {}
        self._games = 0

    def run(self) -> None:
        """Make every check; a fault of one does not stop the others."""
        id = self.manifest.id
        self._scan()
        setups = list(self.setups())
        for setup in setups:
            self._guarded(name_of(setup), partial(self.games, setup))
        for setup in setups[:1]:
            self._guarded(name_of(setup), partial(self.pictures, setup))
        if not self._found and not self._scanned:  # else they would stumble over the same
            for bot, game in self._own_bots():
                self._guarded(f"{id}: bot {bot.id}", partial(self.bot, bot, game))
            for setup in setups[:1]:
                self._guarded(f"{id}: screen", partial(self.screen, setup))
        self.report.faults += self._told()
        catalogs = [each for each in self.plugins.catalogs() if each.domain == id]
        asked = [*asked_of(self.plugins.module(id)), *self._words.values()]
        for catalog in catalogs:
            others = self._looked_into_after(catalog)
            self.report.faults += catalog_faults(catalog, self.t, asked, others)
        self.report.good.append(self._summary(len(setups), [c.language for c in catalogs]))

    def _scan(self) -> None:
        """Read the source of the rules; an extra brings none."""
        if self.manifest.kind != "extra":
            self._scanned = scan_rules(self.plugins.module(self.manifest.id))
        for each in self._scanned:
            said = f"{each.place}: {self.t.say(each.message)}."
            self.report.faults.append(said)

    def _looked_into_after(self, catalog: Catalog) -> list[Catalog]:
        """Return the catalogues that say what a plugin's own does not have."""
        domains, manifest = {DOMAIN}, self.manifest
        while manifest.extends:
            domains.add(manifest.extends)
            manifest = self.plugins.manifest(manifest.extends)
        found = [*own_catalogs(), *self.plugins.catalogs()]
        return [c for c in found if c.domain in domains and c.language == catalog.language]

    def _summary(self, setups: int, languages: list[str]) -> str:
        """Say what was done."""
        known = ", ".join(sorted(languages)) or "-"
        id, version = self.manifest.id, self.manifest.version
        if self.manifest.kind == "extra":
            return self.t(
                "{id} {version}: its bots play {games}; languages: {languages}.",
                id=id,
                version=version,
                games=", ".join(dict.fromkeys(game for _, game in self._own_bots())) or "-",
                languages=known,
            )
        return self.t(
            "{id} {version}: {games} played to the end in {ways}; languages: {languages}.",
            id=id,
            version=version,
            games=self.t.count("{n} game", "{n} games", self._games),
            ways=self.t.count("{n} set-up", "{n} set-ups", setups),
            languages=known,
        )

    def _guarded(self, what: str, check: Callable[[], None]) -> None:
        """Run a check; whatever it raises becomes a sentence."""
        self._told_of(what)
        try:
            check()
        except Exception as error:  # a plugin may raise anything
            if not self._is_scanned(place_of_error(error)):
                self._fault(what, fault_sentence(self.t, error))

    def _is_scanned(self, place: Place | None) -> bool:
        """Tell whether the source has shown a fault already that comes out in play."""
        return place is not None and any(
            place.path == each.place.path
            and place.function in (each.place.function, dict(each.message.fields).get("name"))
            for each in self._scanned
        )

    def _fault(self, what: str, reason: str) -> None:
        self._found.setdefault(reason.rstrip("."), []).append(what)

    def _told(self) -> Iterator[str]:
        """Yield a sentence for each fault, not for each set-up that it shows in."""
        for reason, places in self._found.items():
            if len(places) == 1:
                yield self.t("{name}: {reason}.", name=places[0], reason=reason)
            else:
                yield self.t.count(
                    "{name}, and {n} other: {reason}.",
                    "{name}, and {n} others: {reason}.",
                    len(places) - 1,
                    name=places[0],
                    reason=reason,
                )

    def setups(self) -> Iterator[Setup]:
        """Yield the tables to play: every number of seats, every option, every companion."""
        manifest = self.manifest
        game = self._game(manifest)
        if not game:
            return
        base = self._needs(manifest)
        low, high = self.plugins.seat_range(game, base)
        for seats in range(max(2, low), high + 1):
            yield Setup(game, seats, base)
        for option in manifest.options:
            values = option.choices or tuple(v for v in (option.low, option.high) if v is not None)
            if isinstance(option.default, bool):
                values = (not option.default,)
            for value in values:
                if value != option.default:
                    yield Setup(game, max(2, low), base, ((f"{manifest.id}.{option.name}", value),))
        yield from self._with_others(game, base, max(2, low))

    def _with_others(self, game: str, base: tuple[str, ...], seats: int) -> Iterator[Setup]:
        """Yield tables with each other extension, where the manifests allow it."""
        for other in self.plugins.extensions(game):
            together = tuple(dict.fromkeys([*base, *self._needs(other)]))
            setup = Setup(game, seats, together)
            if other.id not in base and self._fits(setup):
                yield setup

    def _fits(self, setup: Setup) -> bool:
        """Tell whether no manifest of a table excludes another."""
        manifests = [self.plugins.manifest(id) for id in setup.extensions]
        return not any(
            a.id in b.conflicts or b.id in a.conflicts for a, b in combinations(manifests, 2)
        )

    def _game(self, manifest: Manifest) -> str:
        """Return the game that a plugin belongs to; "" for an extra, or if it is missing."""
        while manifest.extends:
            manifest = self.plugins.manifest(manifest.extends)
        return manifest.id if manifest.kind == "game" else ""

    def _needs(self, manifest: Manifest) -> tuple[str, ...]:
        """Return a plugin with all that it needs, the game left out."""
        if manifest.kind == "game":
            return ()
        found = [manifest.id]
        for need in (manifest.extends, *manifest.requires):
            if need:
                found += self._needs(self.plugins.manifest(need))
        return tuple(dict.fromkeys(found))

    # the checks

    def games(self, setup: Setup) -> None:
        """Play random games on all pairs of eyes, and again from their record."""
        rules = self.plugins.compose(setup)
        endless, decisions, games = self._is_endless(setup), 0, list[Played]()
        most = ENDLESS_STEPS if endless else self._most
        kept = Leftovers(modules_of(rules))
        for seed in range(GAMES):
            games.append(check_game(rules, seed, max_steps=most, must_end=not endless))
            self._games += 1
            decisions += len(games[-1].actions)
            self._note_words(setup, rules, games[-1])
            if setup.options and decisions >= ENOUGH_DECISIONS:
                break
        for seed, played in enumerate(games):
            self._play_again(rules, seed, played, kept)

    def _play_again(self, rules: Rules, seed: int, played: Played, kept: Leftovers) -> None:
        """Play a game again, after others: it must be the same."""
        try:
            end = replay(rules, seed, played)
            if rules.digest(end) == rules.digest(played.state):
                return
        except ConformanceError:
            pass  # said in other words
        changed = next(iter(kept.changed()), None)
        if changed is None:
            said = message(
                "the same game comes to another position when it is played again: keep all that "
                "rules remember in the state"
            )
        else:
            said = message(
                "the same game comes to another position when it is played again: {name} changes "
                "from game to game, keep it in the state",
                name=changed.function,
            )
        raise ConformanceError(said, changed)

    def _note_words(self, setup: Setup, rules: Rules, played: Played) -> None:
        """Note the words that the default screen looks up; another has words of its own."""
        manifest = self.manifest
        if setup.extensions != self._needs(manifest) or self.plugins.renderer(setup.game):
            return
        words = [kind for kind in rules.kinds if kind.startswith(f"{manifest.id}.")]
        for event in played.events:
            if event.source == manifest.id:
                words += _words_of(event)
        self._words.update({word: Asked(word, "", None) for word in words if word})

    def _is_endless(self, setup: Setup) -> bool:
        """Tell whether an option lets a table's game go on for ever."""
        chosen = dict(setup.options)
        key = f"{self.manifest.id}.{{}}".format
        options = self.manifest.options
        return any(chosen.get(key(each.name), each.default) in each.endless for each in options)

    def _own_bots(self) -> Iterator[tuple[Bot, str]]:
        """Yield the plugin's own bots, each with the games that it is for."""
        if self.manifest.kind not in ("game", "extra"):
            return
        for game in self.plugins.games():
            if self.manifest.kind == "game" and game.id != self.manifest.id:
                continue
            for bot in self.plugins.bots(game.id).values():
                if bot.games or self.manifest.kind == "extra":
                    yield bot, game.id

    def bot(self, bot: Bot, game: str) -> None:
        """Let a bot play against itself; everything it chooses must be possible."""
        rules = self.plugins.compose(Setup(game, max(2, self.plugins.seat_range(game)[0])))
        play_checked(rules, bot, self._most)

    def screen(self, setup: Setup) -> None:
        """Let the game's screen show a whole game."""
        rules = self.plugins.compose(setup)
        check_screen(self.plugins, rules, setup.game, self._most)

    def pictures(self, setup: Setup) -> None:
        """Ask the game's screen what it has no picture for."""
        rules = self.plugins.compose(setup)
        text = together(self._texts, rules.active)
        for missing in undrawn(self.plugins, rules, setup.game, text):
            place = place_of(self.plugins.module(self.manifest.id))
            self._fault(name_of(setup), f"{place}: {missing}")


def play_checked(rules: Rules, bot: Bot, most: int = MOST_STEPS) -> None:
    """Play a game with one bot on all seats, and look at each of its first `most` choices."""
    seed = game_seed("check", 0)
    dealer, s = LocalDealer(seed), rules.new()
    choosers = [bot.make(rules, n, bot_seed(seed, n)) for n in range(rules.seats)]
    for _ in range(most):
        rules.settle(s, dealer)
        if s.over:
            return
        before = rules.digest(s)
        action = choosers[s.seat](s.view(s.seat))
        if rules.digest(s) != before:
            said = message("it changes the position that it was shown: let it clone the view first")
            raise ConformanceError(said, place_of(bot.make))
        if action not in rules.legal(s):
            said = message(
                "it chooses {action}, which is not possible: let it choose from rules.legal",
                action=str(action),
            )
            raise ConformanceError(said, place_of(bot.make))
        rules.apply(s, action)


def _words_of(event: Event) -> list[str]:
    """Return the words that an event is told with."""
    if event.kind != "score":
        return [event.kind]
    score = score_of(event)
    return [score.category, *(word for term in score.terms for word in (term.unit, term.note))]


def name_of(setup: Setup) -> str:
    """Return a table's set-up in a few words: `nim, 2 seats, nim.stones=5`."""
    words = ["+".join([setup.game, *setup.extensions]), f"{setup.seats} seats"]
    return ", ".join([*words, *(f"{key}={value}" for key, value in setup.options)])
