"""Tables with made-up decks, played on all pairs of eyes at once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from types import ModuleType

import pytest

from bastide.core.builder import RulesBuilder
from bastide.core.chance import ALL_SEATS, Answer, SecretRequest, Shown, Shuffle
from bastide.core.dealer import LocalDealer
from bastide.core.errors import IllegalAction
from bastide.core.events import Action, Event
from bastide.core.hookspecs import Manifest, hookimpl
from bastide.core.plugins import Plugins, Setup, built_in
from bastide.core.rules import Rules
from bastide.core.secrets import Secrets
from bastide.core.state import PUBLIC
from bastide.plugins.carcassonne.pieces import MEEPLE
from bastide.plugins.carcassonne.slots import DRAWN_FIRST, TILES, Layers
from bastide.plugins.carcassonne.state import board
from bastide.plugins.carcassonne.turn import MEEPLE as MEEPLE_PHASE

GAME, VARIANT = "carcassonne", "strategic"
LISTED = (("seating", "listed"),)


def plugins(*expansions: str, **more: ModuleType) -> Plugins:
    """Return the game, the variant, expansions by name, and more."""
    found = built_in()
    chosen = {name: found[name] for name in (GAME, VARIANT, *expansions)}
    made = {name: (lambda module=module: module) for name, module in more.items()}
    loaded = Plugins(chosen | made)
    assert loaded.faults == []
    return loaded


def compose(seats: int, *expansions: str) -> Rules:
    """Return the rules with the tiles of the box."""
    wanted = (VARIANT, *expansions)
    return plugins(*expansions).compose(Setup(GAME, seats, wanted, LISTED))


def deck_of(deck: Iterable[str], *expansions: str) -> ModuleType:
    """Return a plugin, `deck`, that puts exactly these tiles under the start tile."""
    copies = Counter(deck)

    def bastide_manifest() -> Manifest:
        return Manifest("deck", "1", "expansion", extends=GAME, after=expansions)

    def bastide_setup(rules: RulesBuilder) -> None:
        for id, (tile, _) in [*rules.said.tables[TILES].items()]:
            assert isinstance(id, str)
            assert isinstance(tile, tuple)
            rules.replace(TILES)(id, tile._replace(copies=copies[id] + tile.start))  # type: ignore[attr-defined]  # a Tile

    module = ModuleType("deck")
    for hook in (bastide_manifest, bastide_setup):
        setattr(module, hook.__name__, hookimpl(hook))
    return module


def compose_deck(deck: Iterable[str], seats: int, *expansions: str) -> Rules:
    """Return the rules with exactly these tiles under the start tile."""
    wanted = (VARIANT, "deck", *expansions)
    installed = plugins(*expansions, deck=deck_of(deck, *expansions))
    return installed.compose(Setup(GAME, seats, wanted, LISTED))


def first_of(tiles: Iterable[str]) -> ModuleType:
    """Return a plugin, `early`, that has some tiles of the box drawn before all others."""
    layer = tuple(tiles)

    def bastide_manifest() -> Manifest:
        return Manifest("early", "1", "expansion", extends=GAME)

    def bastide_setup(rules: RulesBuilder) -> None:
        @rules.fold(DRAWN_FIRST)
        def early(layers: Layers, /) -> Layers:
            return (*layers, layer)

    module = ModuleType("early")
    for hook in (bastide_manifest, bastide_setup):
        setattr(module, hook.__name__, hookimpl(hook))
    return module


def compose_first(tiles: Iterable[str], seats: int = 2, deck: Iterable[str] = ()) -> Rules:
    """Return the rules with some tiles drawn first, of the box or of a deck."""
    made = {"early": first_of(tiles)} | ({"deck": deck_of(deck)} if deck else {})
    return plugins(**made).compose(Setup(GAME, seats, (VARIANT, *made), LISTED))


class Stacked(LocalDealer):
    """Shuffles nothing: the pile lies as it is told, the first tile on top."""

    def __init__(self, deck: Iterable[str]) -> None:
        super().__init__(b"stacked")
        self.deck = tuple(deck)

    def secret(self, request: SecretRequest, cards: Secrets) -> Answer:
        if not isinstance(request, Shuffle):
            return super().secret(request, cards)
        assert Counter(request.faces) == Counter(self.deck)
        shown = tuple(Shown(item, tile, 0) for item, tile in enumerate(self.deck))
        return Answer(tuple(range(len(self.deck))), shown)


class Table:
    """A game on the eyes of each seat, of a spectator, and of one who knows all.

    `events` are those since the turn before the last decision ended.
    """

    def __init__(self, rules: Rules, dealer: LocalDealer) -> None:
        self.rules, self.dealer = rules, dealer
        self.all = rules.new()
        self.views = {eyes: rules.new(PUBLIC) for eyes in (*range(rules.seats), PUBLIC)}
        self.events: list[Event] = []
        self._turn = 0
        for eyes, view in self.views.items():
            view.eyes = eyes
        self._answer()

    def _answer(self) -> None:
        while self.all.waiting:
            answers = self.dealer.answer(self.all)
            self.rules.answer(self.all, answers)
            for eyes, view in self.views.items():
                self.rules.answer(view, tuple(answer.cut(eyes) for answer in answers))
        for view in self.views.values():
            assert self.rules.digest(view) == self.rules.digest(self.all)
        self.events += self.all.events
        self.all.events = []

    def do(self, action: Action) -> None:
        """Play an action that is legal to all eyes."""
        if self.all.turn > self._turn:
            self.events, self._turn = [], self.all.turn
        self.all = self.rules.step(self.all, action)
        self.views = {eyes: self.rules.step(view, action) for eyes, view in self.views.items()}
        self._answer()

    def find(self, kind: str, *data: object) -> Action:
        """Return the action of the seat to act, its claims included; without, if it has none."""
        mine = self.rules.legal(self.views[self.all.seat])
        assert mine == self.rules.legal(self.all)
        found = [action for action in mine if (action.kind, action.data) == (kind, data)]
        return found[0] if found else Action(kind, data)  # type: ignore[arg-type]  # plain

    def lay(self, tile: str, rotation: int, x: int, y: int, on: str = "", of: str = MEEPLE) -> None:
        """Lay a tile, and put a piece on a segment of it."""
        least = board(self.all).tables.turned[tile][rotation].rotation
        self.do(self.find("carcassonne.place", tile, x, y, least))
        if on:
            self.do(self.find("carcassonne.meeple", on, of))
        elif self.all.phase == MEEPLE_PHASE:
            self.do(Action("carcassonne.none"))

    def set_aside(self, tile: str) -> None:
        """Say that nothing fits, and set a tile aside."""
        self.do(Action("strategic.stuck"))
        self.do(Action("strategic.aside", (tile,)))

    def refusal(self, action: Action) -> str:
        """Return why the seat to act, and who knows all, refuse an action."""
        said = set()
        for s in (self.all, self.views[self.all.seat]):
            with pytest.raises(IllegalAction) as error:
                self.rules.step(s, action)
            said.add(str(error.value))
        (why,) = said
        return why

    # looking

    def hand(self, seat: int) -> list[str]:
        """Return the tiles of a hand."""
        return [str(self.all.face(item)) for item in self.all.cards().hands[seat]]

    def seen(self, eyes: int, seat: int) -> list[str]:
        """Return the tiles of a hand that some eyes know."""
        faces = [self.views[eyes].face(item) for item in self.all.cards().hands[seat]]
        return [str(face) for face in faces if face is not None]

    def is_shown(self, item: int) -> bool:
        """Tell whether everybody has seen an item."""
        return self.all.cards().seen[item] == ALL_SEATS

    @property
    def pile(self) -> int:
        """Return how many tiles are left to draw."""
        return len(self.all.cards().piles["tiles"])

    @property
    def turns(self) -> int:
        """Return how many turns are over."""
        return self.all.stage_turn


def table(deck: str, seats: int = 2, *expansions: str) -> Table:
    """Return a table with a deck written as `E U B`, the top first, for tiles of the base game."""
    tiles = [word if "-" in word else f"base-{word}" for word in deck.split()]
    return Table(compose_deck(tiles, seats, *expansions), Stacked(tiles))
