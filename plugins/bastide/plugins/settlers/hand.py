"""Hands: opening hands, searches, completing, exchange, too many cards (chapters 2, 10 and 11).

opening   the seat chooses a pile that nobody has taken from, for `n` cards
choose    the seat chooses `n` cards of the pile `what` that it looks through; `items` so far
complete  the seat draws, searches, exchanges (`n` times at most), or has enough
limit     a seat with too many cards puts some away
put       the seat puts `n` cards under piles; `why`: LIMIT, EXCHANGE, or what an event says
replace   the seat draws or searches for an exchanged card, from the pile `what` or, if it is
          "", from any
"""

from __future__ import annotations

from functools import cache, lru_cache
from typing import cast

from bastide.core.events import Action
from bastide.core.state import State
from bastide.plugins.settlers.agenda import Step, count_down, done, then, top
from bastide.plugins.settlers.cards import PILE_SIZES
from bastide.plugins.settlers.dealing import BURY, DEAL, LOOK, MIX, TAKE
from bastide.plugins.settlers.state import ID, PILES, Principality, Task, number_of, realm
from bastide.plugins.settlers.stock import PAY
from bastide.plugins.settlers.tokens import LIMIT, hand_limit
from bastide.plugins.settlers.turn import COMPLETE, OPENING

CHOOSE, PUT, REPLACE = "choose", "put", "replace"

EXCHANGE, SEARCH = "exchange", "search"
"""What cards are put away for, what resources are paid for."""

LOOK_ACTION = "settlers.look"
"""To choose the pile that is looked through: (pile, from 1)."""

TAKE_ACTION = "settlers.take"
"""To take a card that one looks at: (item)."""

PUT_ACTION = "settlers.put"
"""To put a card of the hand under a pile: (item, pile)."""

DRAW_ACTION, SEARCH_ACTION = "settlers.draw", "settlers.search"
"""To take the top card of a pile, or to pay for looking through it: (pile)."""

EXCHANGE_CARD, FINISH = Action("settlers.exchange"), Action("settlers.finish")

TOOK = "settlers.took"
"""Event: (seat, pile, number of cards)."""

PUT_AWAY = "settlers.put_away"
"""Event: (seat, pile, what for)."""

SEARCH_COST = 2
"""Resources of any kind."""

TOWN_HALL_COST = 1
"""The same with a town hall; a second one changes nothing."""


# piles


def pile_of(a: Action) -> str:
    """Return the pile that an action names last."""
    return PILES[cast(int, a.data[-1]) - 1]


def filled(s: State) -> list[int]:
    """Return the numbers of the piles that hold cards (R30)."""
    piles = s.cards().piles
    return [n for n, name in enumerate(PILES, 1) if piles[name]]


def search_cost(lands: Principality) -> int:
    """Return what looking through a pile costs, in resources of any kind."""
    return TOWN_HALL_COST if lands.has("town_hall") else SEARCH_COST


# looking through a pile


def legal_openings(s: State) -> list[Action]:
    """Return the piles that nobody has taken from yet."""
    piles = s.cards().piles
    sizes = enumerate(zip(PILES, PILE_SIZES, strict=True), 1)
    return [Action(LOOK_ACTION, (n,)) for n, (name, size) in sizes if len(piles[name]) == size]


def look(s: State, a: Action) -> None:
    """Look through a pile, then go on with the step that is due for its cards."""
    task, pile = done(s), pile_of(a)
    look_through(s, task.seat, pile, Task(CHOOSE, task.seat, task.n, pile))


def look_through(s: State, seat: int, pile: str, choose: Task) -> None:
    """Have a seat look through a pile, then do what is to be done with its cards."""
    then(s, Task(LOOK, seat, what=pile), choose)


def legal_takes(s: State) -> list[Action]:
    """Return the cards of the pile that is looked through (R29)."""
    task = top(s)
    pile = s.cards().piles[task.what]
    return [_take(item) for item in pile if item not in task.items]


@lru_cache(maxsize=1024)
def _take(item: int) -> Action:
    return Action(TAKE_ACTION, (item,))


def take(s: State, a: Action) -> None:
    """Take a card; with the last one all of them join the hand, and the pile keeps its order."""
    task = done(s)
    items = (*task.items, cast(int, a.data[0]))
    if task.n > 1:
        then(s, task._replace(n=task.n - 1, items=items))
        return
    s.emit(ID, TOOK, task.seat, number_of(task.what), len(items))
    then(s, Task(TAKE, task.seat, items=items))


# completing the hand


def room(s: State, seat: int) -> int:
    """Return how many more cards a hand may hold; less than 0 if it holds too many."""
    return hand_limit(realm(s).lands[seat]) - len(s.cards().hands[seat])


def may_exchange(s: State) -> bool:
    """Tell whether a card may be exchanged: first of all, and if none was used (R31, R32)."""
    task = top(s)
    return bool(task.n and not realm(s).used and s.cards().hands[task.seat])


def _draws(s: State, piles: list[int]) -> list[Action]:
    """Return the two ways to get a card from some piles."""
    lands = realm(s).lands[top(s).seat]
    actions = [_DRAWS[n] for n in piles]
    if sum(lands.stock) >= search_cost(lands):
        actions += [_SEARCHES[n] for n in piles]
    return actions


_DRAWS = {n: Action(DRAW_ACTION, (n,)) for n in range(1, len(PILES) + 1)}
_SEARCHES = {n: Action(SEARCH_ACTION, (n,)) for n in _DRAWS}


def legal_completions(s: State) -> list[Action]:
    """Return how the hand may be completed, or that it is enough (R28)."""
    actions = _draws(s, filled(s)) if room(s, top(s).seat) > 0 else []
    if not (actions and realm(s).agreed.refill_mandatory):
        actions.append(FINISH)
    if may_exchange(s):
        actions.append(EXCHANGE_CARD)
    return actions


def is_open(s: State, task: Task) -> bool:
    """Strike completing off if there is nothing to choose."""
    if may_exchange(s) or (room(s, task.seat) > 0 and filled(s)):
        return True
    done(s)
    return False


def draw(s: State, a: Action) -> None:
    """Take the top card of a pile; nothing is exchanged any more (R32)."""
    seat = _no_more_exchange(s)
    then(s, Task(DEAL, seat, what=pile_of(a)))


def search(s: State, a: Action) -> None:
    """Pay, then look through a pile, then take one of its cards (R29)."""
    seat = _no_more_exchange(s)
    pile = pile_of(a)
    cost = search_cost(realm(s).lands[seat])
    look_through(s, seat, pile, Task(CHOOSE, seat, 1, pile))
    then(s, Task(PAY, seat, cost, why=SEARCH))


def _no_more_exchange(s: State) -> int:
    """Strike off what a card is drawn for, but for completing; return whose it is."""
    task = done(s)
    if task.step == COMPLETE:
        then(s, task._replace(n=0) if task.n else task)
    return task.seat


def exchange(s: State, a: Action) -> None:
    """Put a card away, then get one for it."""
    seat = _no_more_exchange(s)
    then(s, *_exchange(seat))


@cache
def _exchange(seat: int) -> tuple[Task, ...]:
    return Task(MIX, seat), Task(PUT, seat, why=EXCHANGE), Task(REPLACE, seat)


def legal_replacements(s: State) -> list[Action]:
    """Return where the card for an exchanged one may come from (R33)."""
    piles, only = filled(s), top(s).what
    return _draws(s, [number_of(only)] if only else piles)


def finish(s: State, a: Action) -> None:
    """Have enough cards."""
    done(s)


# putting cards away


def limit(s: State, task: Task) -> bool:
    """Have a seat put away what it has too much (R34)."""
    done(s)
    excess = -room(s, task.seat)
    if excess > 0:
        then(s, Task(MIX, task.seat), Task(PUT, task.seat, excess, why=LIMIT))
    return False


def legal_puts(s: State) -> list[Action]:
    """Return every card of the hand with every pile: which card it is stays hidden (R34)."""
    hand = s.cards().hands[top(s).seat]
    return [action for item in hand for action in _puts(item)]


@lru_cache(maxsize=1024)
def _puts(item: int) -> list[Action]:
    return [Action(PUT_ACTION, (item, n)) for n in range(1, len(PILES) + 1)]


def put(s: State, a: Action) -> None:
    """Put a card under a pile."""
    task, pile = count_down(s), pile_of(a)
    if task.why == EXCHANGE and realm(s).agreed.exchange_same_pile:
        then(s, done(s)._replace(what=pile))
    s.emit(ID, PUT_AWAY, task.seat, number_of(pile), task.why)
    then(s, Task(BURY, task.seat, items=(cast(int, a.data[0]),), what=pile))


STEPS = {
    OPENING: Step(legal=legal_openings),
    CHOOSE: Step(legal=legal_takes),
    COMPLETE: Step(is_open, legal=legal_completions),
    LIMIT: Step(limit),
    PUT: Step(legal=legal_puts),
    REPLACE: Step(legal=legal_replacements),
}
