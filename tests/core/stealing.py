"""Stealing: the seat to act sees the hand of the next one and takes a card of it that it names."""

from __future__ import annotations

from dataclasses import dataclass
from typing import cast

from bastide.core.builder import Phase, RulesBuilder
from bastide.core.chance import Conceal, Deal, Look, Open, Request, Shuffle
from bastide.core.events import Action
from bastide.core.rules import Rules
from bastide.core.state import State
from tests.core.games import composed
from tests.core.tables import Tables

FACES = (1, 2, 3, 4, 5, 6)
HAND = 2

STEAL = "tiny.steal"
LEAVE = Action("tiny.leave")


@dataclass(slots=True)
class Theft:
    """The items that are on their way."""

    items: tuple[int, ...] = ()

    def clone(self) -> Theft:
        """Return an independent copy."""
        return Theft(self.items)


def theft(s: State) -> Theft:
    """Return the slice of the state."""
    part: Theft = s.parts["tiny"]
    return part


def victim(s: State) -> int:
    """Return whose hand is seen in this turn."""
    return (s.turn_seat + 1) % s.seats


def take(s: State, a: Action) -> None:
    """Note which card is taken, or that none is."""
    theft(s).items = cast("tuple[int, ...]", a.data)


def legal(s: State) -> list[Action]:
    """Return each card of the hand that was seen, and to leave it."""
    known = s.cards().known(victim(s))
    return [LEAVE, *(Action(STEAL, (item,), ((item, face),)) for item, face in known)]


def stealing(rules: RulesBuilder) -> None:
    """Add the deal and the theft."""

    def deal(s: State) -> tuple[Request, ...]:
        return Shuffle("deck", FACES), Deal("deck", tuple((n, HAND) for n in range(s.seats)))

    def look(s: State) -> tuple[Request, ...]:
        return (Look(tuple(s.cards().hands[victim(s)]), s.turn_seat),)

    def show(s: State) -> tuple[Request, ...]:
        return (Open(theft(s).items),) if theft(s).items else ()

    def conceal(s: State) -> tuple[Request, ...]:
        return (Conceal(theft(s).items, s.turn_seat),) if theft(s).items else ()

    rules.stage("deal", lambda s, n: 0 if n == 0 else None)
    rules.phase(Phase("hands", ask=deal), stage="deal")
    rules.phase(Phase("look", ask=look))
    rules.phase(Phase("steal", legal, hidden=True))
    rules.phase(Phase("show", ask=show))
    rules.phase(Phase("conceal", ask=conceal))
    rules.action(STEAL, take)
    rules.action(LEAVE.kind, take)


def stealing_rules(seats: int = 3) -> Rules:
    """Return the rules; seats are numbered as places are."""
    return composed(stealing, setup=lambda rules: rules.part(lambda s: Theft()), seats=seats)


def after_a_lie() -> Tables:
    """Return a game in which seat 1 named a card of seat 2 falsely and it was opened.

    The tables of all others are left, those of seat 2 and of a spectator among them.
    """
    net = Tables(stealing_rules())
    net.deal()
    net.move(LEAVE)
    net.deal()
    item, face = net.oracle.state.cards().known(2)[0]
    others = [each for each in FACES if each != face]
    del net.tables[1]  # it would refuse
    net.move(Action(STEAL, (item,), ((item, others[0]),)))
    net.deal()
    return net
