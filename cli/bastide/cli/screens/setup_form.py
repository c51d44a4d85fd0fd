"""The forms for opening a table: to the network, or at this computer; from the manifests alone."""

from __future__ import annotations

from collections.abc import Sequence

from bastide.cli.company import company_fault, widening
from bastide.cli.option_words import value_words
from bastide.cli.screens.form import Field, Form, Value, Values, settle
from bastide.cli.sessions.hands import hands_word, hides_cards
from bastide.cli.sessions.ports import HostWish, LocalWish, Texts
from bastide.cli.wishes import words_of
from bastide.core.hookspecs import Manifest, Option
from bastide.core.messages import Text
from bastide.core.plugins import SEATING, Plugins, Setup
from bastide.net.lobby.terms import DEALERS, Dealing

_MOST_CHOICES = 60
"""Numbers with a greater range than this are chosen in larger steps."""
_YES_NO: tuple[Value, ...] = (True, False)
_MOST = "most seats"
"""Key of the most seats that there were when the fields were built last."""


class SetupForm:
    """Builds the fields of a table's set-up. `local`: with bots, without a name."""

    def __init__(self, plugins: Plugins, texts: Texts, local: bool) -> None:
        self.plugins, self.texts, self.local = plugins, texts, local
        self.t: Text = texts("bastide")

    def form(self, values: Values) -> Form:
        """Return the form with some values filled in."""
        title = self.t("Play at this computer") if self.local else self.t("Host a table")
        foot = (
            self.t("←→ change · Enter starts · Esc closes")
            if self.local
            else self.t("←→ change · Enter opens · Esc closes")
        )
        done = self.t("Start") if self.local else title
        return Form(title, foot, self.build, values, done=done)

    def build(self, values: Values) -> Sequence[Field]:
        """Return the fields for these values, correcting what is not possible.

        What is offered before anything was played is the game with the most additions.
        """
        games = sorted(self.plugins.games(), key=lambda m: self.title(m).casefold())
        richest = max(games, key=lambda m: len(self.plugins.extensions(m.id)))
        game = str(settle(values, "game", [m.id for m in games], richest.id))
        choices = tuple((m.id, self.title(m)) for m in games)
        extensions = [self._extension(m, values) for m in self.plugins.extensions(game)]
        seats = self.plugins.seat_range(game, self.extensions(values))
        fields = [Field("game", self.t("Game"), choices, self._note(game, seats)), *extensions]
        fields += self._people(values) if self.local else self._seats(values)
        fields += self._options(values)
        return fields

    def title(self, manifest: Manifest) -> str:
        """Return a plugin's name for people."""
        return self.texts(manifest.id)(manifest.title or manifest.id)

    def _note(self, id: str, seats: tuple[int, int]) -> str:
        low, high = seats
        version = self.plugins.manifest(id).version
        if not high:
            return self.t("{id} {version}", id=id, version=version)
        if low == high:
            return self.t.count(
                "{id} {version}, for {n} player",
                "{id} {version}, for {n} players",
                high,
                id=id,
                version=version,
            )
        return self.t(
            "{id} {version}, for {low} to {high}", id=id, version=version, low=low, high=high
        )

    def _yes_no(self) -> tuple[tuple[Value, str], ...]:
        return ((True, self.t("yes")), (False, self.t("no")))

    def _extension(self, m: Manifest, values: Values) -> Field:
        settle(values, f"with {m.id}", _YES_NO, False)
        note = values.get(f"with {m.id}") and self.fault(values)
        note = note or self._note(m.id, m.seats)
        return Field(f"with {m.id}", self.title(m), self._yes_no(), note)

    def fault(self, values: Values) -> str:
        """Return why the extensions that are switched on cannot be played together, or ""."""
        game, extensions = str(values["game"]), self.extensions(values)
        return company_fault(self.plugins, self.t, game, extensions, self._called)

    def _called(self, id: str) -> str:
        manifest = self.plugins.manifests.get(id)
        return self.title(manifest) if manifest else id

    def _seats(self, values: Values) -> list[Field]:
        low, high = self.plugins.seat_range(str(values["game"]), self.extensions(values))
        seats = range(low, high + 1)
        if values.get("seats") == values.get(_MOST):
            values["seats"] = high  # who wants all seats wants those of an expansion, too
        values[_MOST] = high
        settle(values, "seats", seats, high)
        settle(values, "ask", _YES_NO, False)
        values.setdefault("name", "")
        return [
            Field("seats", self.t("Seats"), _numbers(seats), self._more(values, high)),
            Field("name", self.t("Name of the table"), (), self.t("Type it.")),
            Field("ask", self.t("Ask me before seating anybody"), self._yes_no()),
            *self._dealer(values),
        ]

    def _more(self, values: Values, high: int) -> str:
        """Return with which extension one more than `high` can play, or ""."""
        game, extensions = str(values["game"]), self.extensions(values)
        more = widening(self.plugins, game, extensions, high + 1)
        return (
            self.t("{n} with {extension}", n=high + 1, extension=self._called(more)) if more else ""
        )

    def _dealer(self, values: Values) -> list[Field]:
        """Return who deals, where cards are hidden."""
        dealer = settle(values, "dealer", DEALERS, "veil")
        if not hides_cards(self.plugins, (str(values["game"]), *self.extensions(values))):
            return []
        titles = {"veil": hands_word(self.t, "sealed"), "open": hands_word(self.t, "readable")}
        notes = {
            "veil": self.t("All shuffle together: nobody can know the cards of another."),
            "open": self.t("Faster, for people who trust each other's programs."),
        }
        choices = tuple((each, titles[each]) for each in DEALERS)
        return [Field("dealer", self.t("Hands"), choices, notes[str(dealer)])]

    def _people(self, values: Values) -> list[Field]:
        """Return how many persons and bots; together they are as many as the game allows."""
        low, high = self.plugins.seat_range(str(values["game"]), self.extensions(values))
        kinds = list(self.plugins.bots(str(values["game"])))
        persons = int(settle(values, "persons", range(1, high + 1), 1))
        if not kinds:
            persons = int(settle(values, "persons", range(low, high + 1), low))
        bots = range(max(0, low - persons), high - persons + 1) if kinds else range(1)
        settle(values, "bots", bots, max(1, low - persons))
        least = 1 if kinds else low
        numbers = _numbers(range(least, high + 1))
        fields = [Field("persons", self.t("Persons here"), numbers, self._more(values, high))]
        values.setdefault("names", "")
        if persons > 1:
            fields.append(Field("names", self.t("Their names"), (), self.t("With commas between.")))
        if kinds:
            settle(values, "bot", kinds, "greedy")
            fields.append(Field("bots", self.t("Bots"), _numbers(bots)))
            fields.append(Field("bot", self.t("Kind of bot"), tuple((k, k) for k in kinds)))
        return fields

    def _options(self, values: Values) -> list[Field]:
        found = [("seating", "bastide", SEATING)]
        for id in (str(values["game"]), *self.extensions(values)):
            found += [(f"{id}.{o.name}", id, o) for o in self.plugins.manifest(id).options]
        return [
            self._option(key, self.texts(domain), option, values) for key, domain, option in found
        ]

    def _option(self, key: str, t: Text, option: Option, values: Values) -> Field:
        allowed = allowed_values(option)
        if not allowed:
            values.setdefault(key, option.default)
            return Field(key, t(option.title), (), self._meaning(key, t))
        settle(values, key, allowed, option.default)
        titles = [value_words(self.t, t, v) for v in allowed]
        choices = tuple(zip(allowed, titles, strict=True))
        return Field(key, t(option.title), choices, self._meaning(key, t))

    def _meaning(self, key: str, t: Text) -> str:
        """Return what an option is about: what the plugin's catalogue says for its key, or ""."""
        if key == SEATING.name:
            return self.t("Drawn as the game begins, or in the order of the seats in the list.")
        said = t(key)
        return said if said != key else ""

    # what comes out

    def extensions(self, values: Values) -> tuple[str, ...]:
        """Return the ids of the extensions that are switched on for this game."""
        ids = [m.id for m in self.plugins.extensions(str(values["game"]))]
        return tuple(id for id in ids if values.get(f"with {id}"))

    def host_wish(self, values: Values) -> HostWish:
        """Return the table that the form describes."""
        setup = self._setup(values, int(values["seats"]))
        dealer: Dealing = "open" if values["dealer"] == "open" else "veil"
        return HostWish(setup, str(values["name"]).strip(), bool(values["ask"]), dealer)

    def local_wish(self, values: Values) -> LocalWish:
        """Return the local game that the form describes."""
        bots = (str(values.get("bot", "")),) * int(values["bots"])
        persons = int(values["persons"])
        names = words_of(str(values["names"])) if persons > 1 else ()
        return LocalWish(self._setup(values, persons + len(bots)), bots, names)

    def _setup(self, values: Values, seats: int) -> Setup:
        keys = [field.key for field in self._options(values)]
        options = tuple((key, values[key]) for key in keys)
        return Setup(str(values["game"]), seats, self.extensions(values), options)


def allowed_values(option: Option) -> list[Value]:
    """Return the values of an option to choose from; none for a text or an open number."""
    if isinstance(option.default, bool):
        return list(_YES_NO)
    if option.choices:
        return list(option.choices)
    if isinstance(option.default, int) and option.low is not None and option.high is not None:
        step = max(1, (option.high - option.low) // _MOST_CHOICES)
        return sorted({*range(option.low, option.high + 1, step), option.default, option.high})
    return []


def _numbers(values: Sequence[int]) -> tuple[tuple[Value, str], ...]:
    return tuple((n, str(n)) for n in values)
