"""Cards: bid unseen, play even ones, look, take, put back.

It uses every request for chance and secrets, claims, hidden choices, and a phase played together.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from types import ModuleType
from typing import cast

from bastide.core.builder import TURN_END, Phase, RulesBuilder
from bastide.core.chance import (
    Answer,
    Conceal,
    Deal,
    Look,
    Mix,
    Open,
    Order,
    Pick,
    Put,
    Request,
    Roll,
    Seed,
    Shuffle,
    Take,
)
from bastide.core.events import Action, Term
from bastide.core.hookspecs import Manifest
from bastide.core.state import State
from tests.core.games import no_effect, plugin

FACES = tuple(range(1, 17))
HAND = 3


@dataclass(slots=True)
class Desk:
    """What is going on in the turn: items that were bid, the one to open, take or put back."""

    bids: list[int]
    item: int | None = None
    dice: tuple[int, ...] = ()
    picked: tuple[int, ...] = ()
    seed: bytes = b""

    def clone(self) -> Desk:
        return Desk(self.bids[:], self.item, self.dice, self.picked, self.seed)


def desk(s: State) -> Desk:
    part: Desk = s.parts["cards"]
    return part


def owned(s: State, seat: int) -> list[tuple[int, int]]:
    """Return (item, face) of the hidden hand cards that these eyes know."""
    cards = s.cards()
    return [(i, cast("int", s.face(i))) for i in cards.hidden(seat) if s.face(i) is not None]


def _deal(rules: RulesBuilder) -> None:
    rules.stage("deal", lambda s, n: 0 if n == 0 else None)
    rules.phase(Phase("shuffle", ask=lambda s: (Shuffle("deck", FACES),)), stage="deal")
    rules.phase(
        Phase("hands", ask=lambda s: (Deal("deck", tuple((n, HAND) for n in range(s.seats))),)),
        stage="deal",
    )


def _dice(rules: RulesBuilder) -> None:
    def ask(s: State) -> tuple[Request, ...]:
        return Roll(6, "red"), Seed(), Pick((3, 1, 2), 2), Order(3)

    def answer(s: State, answers: tuple[Answer, ...]) -> None:
        roll, seed, picked, order = (each.value for each in answers)
        d = desk(s)
        d.dice = (cast("int", roll), *cast("tuple[int, ...]", order))
        d.picked = cast("tuple[int, ...]", picked)
        d.seed = cast("bytes", seed)

    rules.phase(Phase("dice", ask=ask, answer=answer))


def _bids(rules: RulesBuilder) -> None:
    def legal(s: State) -> list[Action]:
        cards = [Action("cards.bid", (i,), ((i, face),)) for i, face in owned(s, s.seat)]
        return [Action("cards.bid"), *cards]

    def bid(s: State, a: Action) -> None:
        desk(s).bids += cast("tuple[int, ...]", a.data)

    def opened(s: State, answers: tuple[Answer, ...]) -> None:
        faces = cast("tuple[int, ...]", answers[0].value)
        d = desk(s)
        best = max(zip(faces, d.bids, strict=True))
        seat = next(n for n in range(s.seats) if best[1] in s.cards().hands[n])
        s.score(seat, "cards", "bid", (Term(best[0], "pip"), Term(len(faces), "card")))

    def conceal(s: State) -> tuple[Request, ...]:
        d, cards = desk(s), s.cards()
        kept, d.bids = d.bids[:1], []
        return tuple(Conceal((i,), n) for i in kept for n in range(s.seats) if i in cards.hands[n])

    rules.phase(Phase("bid", legal, together=True, hidden=True))
    rules.phase(Phase("bids", ask=lambda s: _open(desk(s).bids), answer=opened))
    rules.phase(Phase("conceal", ask=conceal))
    rules.action("cards.bid", bid)


def _open(items: Sequence[int]) -> tuple[Request, ...]:
    return (Open(tuple(items)),) if items else ()


def _play(rules: RulesBuilder) -> None:
    def legal(s: State) -> list[Action]:
        even = [(i, face) for i, face in owned(s, s.seat) if face % 2 == 0]
        return [Action("cards.pass"), *(Action("cards.play", (i,), ((i, f),)) for i, f in even)]

    def play(s: State, a: Action) -> None:
        desk(s).item = cast("int", a.data[0])

    def gone(s: State, answers: tuple[Answer, ...]) -> None:
        d = desk(s)
        (face,) = cast("tuple[int]", answers[0].value)
        s.cards().remove(cast("int", d.item))
        d.item = None
        s.score(s.turn_seat, "cards", "played", (Term(face, "pip"),))

    def item(s: State) -> tuple[Request, ...]:
        d = desk(s)
        return () if d.item is None else (Open((d.item,)),)

    rules.phase(Phase("play", legal, hidden=True))
    rules.phase(Phase("played", ask=item, answer=gone))
    rules.action("cards.play", play)
    rules.action("cards.pass", no_effect)


def _search(rules: RulesBuilder) -> None:
    def choose(s: State, a: Action) -> None:
        desk(s).item = cast("int", a.data[0])

    def taking(s: State) -> tuple[Request, ...]:
        d = desk(s)
        item, d.item = d.item, None
        return () if item is None else (Take((item,), s.turn_seat),)

    def putting(s: State) -> tuple[Request, ...]:
        d = desk(s)
        item, d.item = d.item, None
        return () if item is None else (Put((item,), "deck"),)

    def pile(s: State) -> tuple[int, ...]:
        return tuple(s.cards().piles["deck"])

    def back(s: State) -> list[Action]:
        hand = s.cards().hidden(s.seat)
        return [Action("cards.choose", (i,)) for i in hand] if len(hand) > HAND else []

    rules.phase(Phase("look", ask=lambda s: (Look(pile(s), s.turn_seat),) if pile(s) else ()))
    rules.phase(Phase("take", lambda s: [Action("cards.choose", (i,)) for i in pile(s)]))
    rules.phase(Phase("taking", ask=taking))
    rules.phase(Phase("mix", ask=lambda s: (Mix(s.turn_seat),)))
    rules.phase(Phase("back", back))
    rules.phase(Phase("putting", ask=putting))
    rules.route("dice", lambda following, s: following if pile(s) else TURN_END)
    rules.action("cards.choose", choose)


def cards_turn(rules: RulesBuilder) -> None:
    _deal(rules)
    _dice(rules)
    _bids(rules)
    _play(rules)
    _search(rules)


def cards_scoring(rules: RulesBuilder) -> None:
    def final(s: State) -> None:
        for seat, hand in enumerate(s.cards().hands):
            s.score(seat, "cards", "left", (Term(len(hand), "card", -1),), final=True)

    rules.final_score(final)
    rules.finished(lambda s: s.turn > 2 * s.seats)


def cards() -> ModuleType:
    return plugin(
        "cards",
        manifest=lambda: Manifest("cards", "1.0", "game", seats=(2, 4), hidden=True),
        setup=lambda rules: rules.part(lambda s: Desk([])),
        turn=cards_turn,
        scoring=cards_scoring,
    )
