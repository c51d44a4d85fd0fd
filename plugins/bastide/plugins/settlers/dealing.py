"""Steps that the kernel's dealer answers: what is done with hidden cards (chapters 7, 10, 15).

open     the task's items lie open and leave the hand that they are in
mix      the seat's hand gets new numbers if somebody else has seen any card of it, and so cannot
         tell its cards apart any longer, nor which of them leaves it next
deal     the top card of the pile `what` joins the seat's hand
look     the seat sees the pile `what`, or the opponent's hand if that is OPPOSING_HAND
take     items that the seat looked at join its hand
conceal  open items join the seat's hand
bury     items go under the pile `what`
"""

from __future__ import annotations

from collections.abc import Callable

from bastide.core.chance import (
    ALL_SEATS,
    Answer,
    Conceal,
    Deal,
    Look,
    Mix,
    Open,
    Put,
    Request,
    Take,
)
from bastide.core.state import State
from bastide.plugins.settlers.agenda import Step, done, top
from bastide.plugins.settlers.state import ID, Task, number_of, other

OPPOSING_HAND = "opposing hand"

LOOKED = "settlers.looked"
"""Event: (seat, pile): it looks through the pile."""

DREW = "settlers.drew"
"""Event: (seat, pile, item): the top card."""

OPEN, MIX, DEAL, LOOK, TAKE, CONCEAL, BURY = (
    "open", "mix", "deal", "look", "take", "conceal", "bury",
)  # fmt: skip


def hidden_hand(s: State, seat: int) -> tuple[int, ...]:
    """Return the items of a hand; all are hidden while nothing is on its way out of it."""
    return tuple(s.cards().hands[seat])


def _open_items(s: State, task: Task) -> bool:
    """Ask only for what does not lie open yet."""
    cards = s.cards()
    if any(cards.seen[item] != ALL_SEATS for item in task.items):
        return True
    _leave(s)
    return False


def _leave(s: State) -> None:
    """Take the opened items out of the hand."""
    for item in done(s).items:
        s.cards().remove(item)


def _looked_at(s: State, task: Task) -> tuple[int, ...]:
    if task.what == OPPOSING_HAND:
        return hidden_hand(s, other(task.seat))
    return tuple(s.cards().piles[task.what])


def _is_any(s: State, task: Task) -> bool:
    """Strike off a look at nothing."""
    if _looked_at(s, task):
        return True
    done(s)
    return False


def _is_told_apart(s: State, task: Task) -> bool:
    """Strike off mixing a hand of which nobody else has seen anything: its numbers say nothing."""
    cards = s.cards()
    hand = cards.hands[task.seat]
    if len(hand) > 1 and any(cards.seen[item] != 1 << task.seat for item in hand):
        return True
    done(s)
    return False


def _asks(make: Callable[[State, Task], Request]) -> Callable[[State], tuple[Request, ...]]:
    return lambda s: (make(s, top(s)),)


def _strike(s: State, answers: tuple[Answer, ...]) -> None:
    done(s)


def _tell_look(s: State, answers: tuple[Answer, ...]) -> None:
    """Report a look through a pile, now that it is made: what it costs was paid before (R29)."""
    task = done(s)
    if task.what != OPPOSING_HAND:
        s.emit(ID, LOOKED, task.seat, number_of(task.what))


def _tell_draw(s: State, answers: tuple[Answer, ...]) -> None:
    """Report a drawn card, now that its seat knows it."""
    task = done(s)
    s.emit(ID, DREW, task.seat, number_of(task.what), s.cards().hands[task.seat][-1])


def _take_out(s: State, answers: tuple[Answer, ...]) -> None:
    _leave(s)


STEPS = {
    OPEN: Step(_open_items, ask=_asks(lambda s, task: Open(task.items)), answer=_take_out),
    MIX: Step(_is_told_apart, ask=_asks(lambda s, task: Mix(task.seat)), answer=_strike),
    DEAL: Step(ask=_asks(lambda s, t: Deal(t.what, ((t.seat, 1),))), answer=_tell_draw),
    LOOK: Step(_is_any, ask=_asks(lambda s, t: Look(_looked_at(s, t), t.seat)), answer=_tell_look),
    TAKE: Step(ask=_asks(lambda s, task: Take(task.items, task.seat)), answer=_strike),
    CONCEAL: Step(ask=_asks(lambda s, t: Conceal(t.items, t.seat)), answer=_strike),
    BURY: Step(ask=_asks(lambda s, task: Put(task.items, task.what)), answer=_strike),
}
