"""Games made up for bots: every seat holds two hidden cards, plays one, and scores its rank.

In one of them the card is opened first, and the rank scored by a decision after that.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from types import ModuleType

from bastide.core.builder import RulesBuilder
from bastide.core.chance import Deal, Open, Request, Shuffle
from bastide.core.events import Action, Term
from bastide.core.hookspecs import Manifest, hookimpl
from bastide.core.phases import Phase
from bastide.core.plugins import Plugins, Setup
from bastide.core.rules import Rules
from bastide.core.state import State

RANKS = tuple(range(1, 9))


def shuffle(s: State) -> tuple[Request, ...]:
    """Ask for the pile, once."""
    return () if "pile" in s.cards().piles else (Shuffle("pile", RANKS),)


def deal(s: State) -> tuple[Request, ...]:
    """Ask for two cards for each seat, once."""
    dealt = any(s.cards().hands[0])
    return () if dealt or s.turn else (Deal("pile", tuple((seat, 2) for seat in range(s.seats))),)


def own_cards(s: State) -> list[Action]:
    """Return an action for each card of the hand whose face these eyes know."""
    hand = s.cards().hands[s.seat]
    faces = [(item, s.face(item)) for item in hand]
    return [Action("cards.play", (item,), ((item, f),)) for item, f in faces if f is not None]


def play(s: State, a: Action) -> None:
    """Score the rank that the card is said to have."""
    ((item, face),) = a.claims
    s.cards().remove(item)
    s.score(s.seat, "cards", "rank", (Term(int(str(face)), "point"),))


@dataclass(slots=True)
class Played:
    """The card that was played in this turn; none: -1."""

    item: int = -1

    def clone(self) -> Played:
        return Played(self.item)


def card_game() -> Rules:
    """Compose the game for two seats."""

    def turn(rules: RulesBuilder) -> None:
        rules.phase(Phase("play", legal=own_cards))
        rules.action("cards.play", play)

    return composed(turn)


def open_card_game() -> Rules:
    """Compose the game in which a card is opened before it is scored, or thrown away."""

    def put(s: State, a: Action) -> None:
        s.parts["cards"].item = a.claims[0][0]

    def score(s: State, a: Action) -> None:
        s.score(s.seat, "cards", "rank", (Term(int(str(s.face(s.parts["cards"].item))), "point"),))

    def turn(rules: RulesBuilder) -> None:
        rules.part(lambda s: Played())
        rules.phase(Phase("play", legal=own_cards))
        rules.phase(Phase("opened", ask=lambda s: (Open((s.parts["cards"].item,)),)))
        rules.phase(Phase("use", lambda s: [Action("cards.drop"), Action("cards.score")]))
        rules.action("cards.play", put)
        rules.action("cards.drop", lambda s, a: None)
        rules.action("cards.score", score)

    return composed(turn)


def composed(turn: Callable[[RulesBuilder], None]) -> Rules:
    """Compose a game of two seats that begins with the deal."""

    def bastide_manifest() -> Manifest:
        return Manifest("cards", "1", "game", hidden=True)

    def bastide_turn(rules: RulesBuilder) -> None:
        rules.phase(Phase("shuffle", ask=shuffle))
        rules.phase(Phase("deal", ask=deal))
        turn(rules)

    def bastide_scoring(rules: RulesBuilder) -> None:
        rules.finished(lambda s: s.turn == s.seats)

    module = ModuleType("cards")
    for hook in (bastide_manifest, bastide_turn, bastide_scoring):
        setattr(module, hook.__name__, hookimpl(hook))
    plugins = Plugins({"cards": lambda: module})
    assert plugins.faults == []
    return plugins.compose(Setup("cards", 2, options=(("seating", "listed"),)))
