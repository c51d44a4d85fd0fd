"""The event die, carried out for both players before production; and the event pile (chapter 5).

    event   what the die shows, `what`; the active player comes first (R13)

Nobody knows the order of the event cards that were shuffled, everybody that of the cards put back
since: so the next card is picked among the former while there are any, and then comes from the
front of the queue of the latter. The pile is never used up (R43).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import cast

from bastide.core.chance import Answer, Pick, Request
from bastide.core.state import State
from bastide.plugins.settlers import event_cards, stock
from bastide.plugins.settlers.agenda import Step, done, then
from bastide.plugins.settlers.cards import CAPACITY, ORE, THRESHOLD, WOOL
from bastide.plugins.settlers.places import touched
from bastide.plugins.settlers.state import ID, NOBODY, Principality, Task, both, realm
from bastide.plugins.settlers.tokens import leader, tournament
from bastide.plugins.settlers.turn import EVENT

TOURNAMENT, ADVANTAGE, BRIGANDS, PLENTY, CARD = (
    "tournament", "advantage", "brigands", "plenty", "card",
)  # fmt: skip
"""Faces of the event die."""

HELD = "settlers.tournament"
"""Event: (who wins, or NOBODY, red numbers of seat 0, of seat 1)."""

ADVANCED = "settlers.advantage"
"""Event: (who holds the windmill token, or NOBODY)."""

COUNTED = "settlers.counted"
"""Event: (seat, resources that brigands counted, whether the seat is robbed)."""

IGNORED = "settlers.ignored"
"""Event: (NOBODY): the brigands do not come in the first turns.

See `options.brigand_grace_turns`.
"""

HAPPENED = "settlers.happened"
"""Event: (seat, event card): it is drawn, and is carried out."""

PICKED = "event card"
"""The label of the card that is drawn."""


def hold_tournament(s: State) -> None:
    """Let the strictly higher total of red numbers gain one resource."""
    one, two = (tournament(lands) for lands in realm(s).lands)
    winner = leader((one, two))
    s.emit(ID, HELD, winner, one, two)
    if winner != NOBODY:
        then(s, Task(stock.GAIN, winner, why=TOURNAMENT))


def trade_advantage(s: State) -> None:
    """Let the holder of the windmill token take one resource from the opponent."""
    holder = realm(s).windmill
    s.emit(ID, ADVANCED, holder)
    if holder != NOBODY:
        then(s, Task(stock.ROB, holder, why=ADVANTAGE))


def brigands_come(s: State) -> None:
    """Take all ore and wool from whoever has more than seven resources that count."""
    if s.stage_turn < s.seats * realm(s).agreed.brigand_grace_turns:
        s.emit(ID, IGNORED, NOBODY)
        return
    for seat in both(s):
        counted = unguarded(realm(s).lands[seat])
        s.emit(ID, COUNTED, seat, counted, counted > THRESHOLD)
        if counted > THRESHOLD:
            _lose_ore_and_wool(s, seat)


def unguarded(lands: Principality) -> int:
    """Return how many resources lie on regions that are not next to an own garrison."""
    guarded = {
        n
        for site, placed in lands.sites.items()
        if placed.card == "garrison"
        for n in touched(lands, site)
    }
    return sum(stored for n, stored in enumerate(lands.stock) if n not in guarded)


def _lose_ore_and_wool(s: State, seat: int) -> None:
    """Take them from all regions: a garrison spares its regions from the count only (R10)."""
    lands = enumerate(realm(s).lands[seat].lands)
    lost = [(n, CAPACITY) for n, land in lands if land.resource in (ORE, WOOL)]
    stock.take_out(s, seat, lost, BRIGANDS)


def year_of_plenty(s: State) -> None:
    """Let both gain one resource."""
    then(s, *(Task(stock.GAIN, seat, why=PLENTY) for seat in both(s)))


def next_card(s: State) -> None:
    """Carry out the card on top of a pile whose order all know."""
    carry_out(s, realm(s).seen_events.pop(0))


def carry_out(s: State, card: str) -> None:
    """Put an event card under the pile and do what it says."""
    realm(s).event = card
    realm(s).seen_events.append(card)
    s.emit(ID, HAPPENED, s.turn_seat, card)
    event_cards.EFFECTS[card](s)


_FACES: dict[str, Callable[[State], None]] = {
    TOURNAMENT: hold_tournament,
    ADVANTAGE: trade_advantage,
    BRIGANDS: brigands_come,
    PLENTY: year_of_plenty,
    CARD: next_card,
}


def _run_event(s: State, task: Task) -> bool:
    realm(s).event = task.what
    if task.what == CARD and realm(s).events:
        return True
    done(s)
    _FACES[task.what](s)
    return False


def _ask_card(s: State) -> tuple[Request, ...]:
    return (Pick(tuple(realm(s).events), 1, PICKED),)


def _take_card(s: State, answers: tuple[Answer, ...]) -> None:
    done(s)
    (card,) = cast("tuple[str]", answers[0].value)
    realm(s).events.remove(card)
    carry_out(s, card)


STEPS = {EVENT: Step(_run_event, ask=_ask_card, answer=_take_card)}
