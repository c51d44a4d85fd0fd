"""A turn: before the roll, the dice, the event, production, main phase, hand (chapter 4)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, lru_cache
from typing import cast

from bastide.core.chance import Answer, Request, Roll
from bastide.core.events import Action
from bastide.core.state import State
from bastide.plugins.settlers import stock
from bastide.plugins.settlers.agenda import Step, automatic, done, then
from bastide.plugins.settlers.agreed import Agreed
from bastide.plugins.settlers.cards import DOUBLES, EVENT_DIE, HAND
from bastide.plugins.settlers.places import touched
from bastide.plugins.settlers.state import ID, Principality, Task, other, realm
from bastide.plugins.settlers.tokens import CHECK, LIMIT

BEFORE, DICE, EVENT, PRODUCE, MAIN, COMPLETE = (
    "before", "dice", "event", "produce", "main", "complete",
)  # fmt: skip
"""Steps of a turn. BEFORE: see `playing`. EVENT: what the event die shows, `what`; see `events`.
MAIN: see `main`. COMPLETE: completing the hand, see `hand`."""

OPENING = "opening"
"""The step in which a seat chooses a pile for its opening hand, see `hand`."""

ROLL = Action("settlers.roll")

ROLLED = "settlers.rolled"
"""Event: (seat, face of the event die, production number, whether it was set by an Alchemist)."""

EVENT_LABEL, PRODUCTION_LABEL = "event die", "production die"

PRODUCTION = "production"
"""What a region gains for when its number is rolled."""

FREE_TURNS = 2
"""Turns of the game in which action cards are barred: one full turn each (chapter 4)."""


def begin(s: State) -> None:
    """Write down what a turn consists of."""
    table, seat = realm(s), s.turn_seat
    table.number, table.used, table.offers = 0, False, 0
    then(s, *_tasks(table.agreed, seat))
    if s.stage_turn == 0:
        then(s, Task(OPENING, seat, HAND), Task(OPENING, other(seat), HAND))


@lru_cache(maxsize=64)
def _tasks(agreed: Agreed, seat: int) -> tuple[Task, ...]:
    """Return the steps of a turn.

    By the later rules somebody may have enough points before the own turn begins, and puts away
    what is too much only at its end.
    """
    steps = [BEFORE, DICE, MAIN, COMPLETE]
    if agreed.win_check == "own_turn":
        steps.insert(0, CHECK)
    if agreed.hand_limit_check == "own_turn_end":
        steps.insert(-1, LIMIT)
    return tuple(Task(step, seat) for step in steps)


def action_cards_allowed(s: State) -> bool:
    """Tell whether action cards may be played already (chapter 4)."""
    if realm(s).agreed.action_gate == "one_full_turn_each":
        return s.stage_turn >= FREE_TURNS
    return sum(s.scores) >= POINTS_TOGETHER


POINTS_TOGETHER = 7
"""Points of both with which action cards are allowed, by the later rules."""


# the dice


def ask_dice(s: State) -> tuple[Request, ...]:
    """Ask for both dice; for the event die alone after an Alchemist."""
    return _EVENT_DIE_ALONE if realm(s).number else _BOTH_DICE


_EVENT_DIE_ALONE = (Roll(len(EVENT_DIE), EVENT_LABEL),)
_BOTH_DICE = (*_EVENT_DIE_ALONE, Roll(6, PRODUCTION_LABEL))


def take_dice(s: State, answers: tuple[Answer, ...]) -> None:
    """Have the event done first, then production (chapter 4).

    Neither changes points or hands, but for the civil war, which ends with a check of its own.
    """
    seat, table = done(s).seat, realm(s)
    chosen = bool(table.number)
    face = EVENT_DIE[cast(int, answers[0].value) - 1]
    table.number = table.number or cast(int, answers[1].value)
    s.emit(ID, ROLLED, seat, face, table.number, chosen)
    then(s, *_results(seat, face, table.number))


@cache
def _results(seat: int, face: str, number: int) -> tuple[Task, Task]:
    """Return what is done when the dice have shown an event and a number."""
    return Task(EVENT, seat, what=face), Task(PRODUCE, seat, number)


def roll(s: State, a: Action) -> None:
    """Go on with the dice."""
    done(s)


# production


def produce(s: State, task: Task) -> None:
    """Let every region with the number gain 1, or 2 next to its doubling building (chapter 6)."""
    for seat in (s.turn_seat, other(s.turn_seat)):
        lands = realm(s).lands[seat]
        having = [n for n, land in enumerate(lands.lands) if land.number == task.n]
        most = [(n, 2 if _is_doubled(lands, n) else 1) for n in having]
        if stock.has_room(lands, having):
            stock.put_in(s, seat, most, PRODUCTION)


_DOUBLING = {resource: card for card, resource in DOUBLES.items()}
"""The building that doubles a resource; gold has none."""


def _is_doubled(lands: Principality, n: int) -> bool:
    building = _DOUBLING.get(lands.lands[n].resource, "")
    return bool(lands.has(building)) and n in doubled_regions(lands)


def doubled_regions(lands: Principality) -> Iterator[int]:
    """Yield the regions next to a doubling building for their resource (R15)."""
    for site, placed in lands.sites.items():
        resource = DOUBLES.get(placed.card)
        if resource is not None:
            for n in touched(lands, site):
                if lands.lands[n].resource == resource:
                    yield n


STEPS = {
    DICE: Step(ask=ask_dice, answer=take_dice),
    PRODUCE: automatic(produce),
}
