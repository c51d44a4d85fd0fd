"""Looking at the other hand: the Spy, who takes a card, and the conflict, which buries two.

    steal  the seat takes a unit or an action card of the hand that it has just seen (R25)
    prove  there was nothing to take: the hand is opened, and goes back
    pick   the seat chooses `n` cards of the hand that it has just seen, after `items`
    bury for the pile that it chooses then: `pile`

What the Spy takes is claimed, since nobody else may know that hand; opening the card proves it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

from bastide.core.chance import Answer, Open, Request
from bastide.core.errors import FalseClaim
from bastide.core.events import Action
from bastide.core.messages import message
from bastide.core.state import ALL, State
from bastide.plugins.settlers.agenda import Step, done, then, top
from bastide.plugins.settlers.cards import BUILDING, CARDS
from bastide.plugins.settlers.dealing import BURY, CONCEAL, LOOK, MIX, OPEN, OPPOSING_HAND
from bastide.plugins.settlers.state import ID, PILES, Task, other

SPY = "spy"

BURIED_CARDS = 2
"""Cards that the holder of the knight token puts under a pile in a conflict."""

STEAL, PROVE, PICK, PILE = "steal", "prove", "pick", "pile"

STEAL_ACTION = "settlers.steal"
"""To take a card of the hand that was seen: (item, card)."""

NOTHING = Action("settlers.nothing")
"""To say that there is nothing to take."""

PICK_ACTION = "settlers.pick"
"""To choose a card of the hand that was seen: (item)."""

PILE_ACTION = "settlers.pile"
"""To choose the pile that they go under: (1 to 5)."""

STOLEN = "settlers.stolen"
"""Event: (who takes, card): both know it, but it goes into a hidden hand (R48)."""

SPARED = "settlers.spared"
"""Event: (seat): it found nothing to take in the hand that it looked at."""

BURIED = "settlers.buried"
"""Event: (who chose, number of cards of the opponent's hand, pile)."""


def is_stealable(card: str) -> bool:
    """Tell whether a Spy takes a card: units and action cards."""
    return CARDS[card].type != BUILDING


# the Spy


def spy(seat: int, card: str) -> tuple[Task, ...]:
    """Return the steps of playing a Spy."""
    return Task(LOOK, seat, what=OPPOSING_HAND), Task(STEAL, seat)


def _victims_hand(s: State, task: Task) -> tuple[int, ...]:
    return tuple(s.cards().hands[other(task.seat)])


def _run_steal(s: State, task: Task) -> bool:
    """Ask nobody about an empty hand."""
    if _victims_hand(s, task):
        return True
    done(s)
    s.emit(ID, SPARED, task.seat)
    return False


def legal_thefts(s: State) -> Iterator[Action]:
    """Yield what may be taken, or that there is nothing.

    Others go by what the seat says, also the one whose hand it is: all tables judge alike. So two
    cards of one face are two choices, whichever of them is named.
    """
    seat = top(s).seat
    thefts = [each for each in s.cards().known(other(seat)) if is_stealable(str(each[1]))]
    for item, card in thefts:
        yield Action(STEAL_ACTION, (item, card), ((item, card),))
    if not thefts or s.eyes not in (ALL, seat):
        yield NOTHING


def steal(s: State, a: Action) -> None:
    """Take the named card; the rest of the hand is mixed, since it was seen."""
    seat = done(s).seat
    item, card = cast("tuple[int, str]", a.data)
    s.emit(ID, STOLEN, seat, card)
    then(
        s,
        Task(OPEN, other(seat), items=(item,)),
        Task(CONCEAL, seat, items=(item,)),
        Task(MIX, other(seat)),
    )


def find_nothing(s: State, a: Action) -> None:
    """Have the hand opened, which proves that there is nothing to take."""
    seat = done(s).seat
    s.emit(ID, SPARED, seat)
    then(s, Task(PROVE, seat))


def _ask_proof(s: State) -> tuple[Request, ...]:
    return (Open(_victims_hand(s, top(s))),)


def _take_proof(s: State, answers: tuple[Answer, ...]) -> None:
    """Check what the thief said, and give the hand back.

    Raises:
        FalseClaim: there is a unit or an action card.
    """
    seat = done(s).seat
    if any(is_stealable(str(face)) for face in cast("tuple[str, ...]", answers[0].value)):
        raise FalseClaim(seat, message("the hand holds a unit or an action card to take"))
    hand = tuple(s.cards().hands[other(seat)])
    then(s, Task(CONCEAL, other(seat), items=hand))


# the conflict


def conflict(holder: int) -> tuple[Task, ...]:
    """Return the steps of a conflict that the holder of the knight token wins."""
    return Task(LOOK, holder, what=OPPOSING_HAND), Task(PICK, holder, BURIED_CARDS)


def _run_pick(s: State, task: Task) -> bool:
    """Ask while there is a choice; fewer cards go all."""
    left = _left(s, task)
    if len(left) > task.n > 0:
        return True
    done(s)
    items = task.items + (left if task.n else ())
    if items:
        then(s, Task(PILE, task.seat, items=items), Task(MIX, other(task.seat)))
    else:
        s.emit(ID, SPARED, task.seat)
    return False


def _left(s: State, task: Task) -> tuple[int, ...]:
    return tuple(item for item in _victims_hand(s, task) if item not in task.items)


def legal_picks(s: State) -> list[Action]:
    """Return the cards of the hand that are not chosen yet; which these are is no secret."""
    return [Action(PICK_ACTION, (item,)) for item in _left(s, top(s))]


def pick(s: State, a: Action) -> None:
    """Choose a card."""
    task = done(s)
    then(s, task._replace(n=task.n - 1, items=(*task.items, cast(int, a.data[0]))))


def legal_piles(s: State) -> list[Action]:
    """Return all piles; an empty one can receive cards (R30)."""
    return [Action(PILE_ACTION, (n,)) for n in range(1, len(PILES) + 1)]


def choose_pile(s: State, a: Action) -> None:
    """Put the chosen cards under a pile."""
    task, n = done(s), cast(int, a.data[0])
    s.emit(ID, BURIED, task.seat, len(task.items), n)
    then(s, Task(BURY, task.seat, what=PILES[n - 1], items=task.items))


STEPS = {
    STEAL: Step(_run_steal, legal=legal_thefts, hidden=True),
    PROVE: Step(ask=_ask_proof, answer=_take_proof),
    PICK: Step(_run_pick, legal=legal_picks),
    PILE: Step(legal=legal_piles),
}
