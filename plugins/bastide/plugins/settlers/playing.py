"""Playing action cards: when, whether they can have their effect, and what they do (chapter 7).

    before  the seat rolls, or plays an Alchemist first (R22)
    more    the seat takes one more resource for its Merchant, or has enough
    give    the seat gives one back (R24)
    swap    the seat changes a resource for its Caravan, `n` more times at most (R23)

Attacks and the Spy have modules of their own; the Scout is played with a settlement.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple, cast

from bastide.core.events import Action, is_same
from bastide.core.state import State
from bastide.plugins.settlers import attacks, espionage, stock
from bastide.plugins.settlers.agenda import Step, count_down, done, then, top
from bastide.plugins.settlers.cards import CAPACITY, RESOURCES
from bastide.plugins.settlers.copies import by_first_copy
from bastide.plugins.settlers.dealing import OPEN
from bastide.plugins.settlers.state import ID, Principality, Task, held, other, realm
from bastide.plugins.settlers.tokens import CHECK
from bastide.plugins.settlers.turn import BEFORE, ROLL, action_cards_allowed

ALCHEMIST, CARAVAN, MERCHANT = "alchemist", "caravan", "merchant"

MORE, GIVE, SWAP = "more", "give", "swap"

PLAY_ACTION = "settlers.play"
"""To play an action card: (item, card), an Alchemist (item, card, number)."""

ENOUGH = Action("settlers.enough")
"""To take or change no more."""

GIVE_ACTION = "settlers.give"
"""To give 1: (column, side of the own region, column, side of the opposing one)."""

SWAP_ACTION = "settlers.swap"
"""To change 1: (column, side of the region that pays, column, side of the one that gains)."""

PLAYED = "settlers.played"
"""Event: (seat, card, number that an Alchemist sets, else 0)."""

GIVEN = "settlers.given"
"""Event: (who gives, resource, what for)."""

SWAPS = 2
"""Resources that a Caravan changes, at most."""

NUMBERS = range(1, 7)
"""What the production die shows."""


# which cards, and when


class Played(NamedTuple):
    """An action card of the main phase.

    may: whether it can have its effect (R16). tasks: what it does, for a seat and the card.
    """

    may: Callable[[State, int], bool]
    tasks: Callable[[int, str], tuple[Task, ...]]


def _attack(card: str) -> Played:
    return Played(lambda s, seat: attacks.can_attack(s, seat, card), attacks.attack)


def merchant(seat: int, card: str) -> tuple[Task, ...]:
    """Return the steps of taking one or two and giving one back."""
    return Task(stock.ROB, seat, why=card), Task(MORE, seat, why=card), Task(GIVE, seat, why=card)


def caravan(seat: int, card: str) -> tuple[Task, ...]:
    """Return the steps of changing one or two."""
    return (Task(SWAP, seat, SWAPS, why=card),)


PLAYS = {
    attacks.ARSONIST: _attack(attacks.ARSONIST),
    attacks.BLACK_KNIGHT: _attack(attacks.BLACK_KNIGHT),
    attacks.BRIGANDS: _attack(attacks.BRIGANDS),
    CARAVAN: Played(lambda s, seat: any(True for _ in _swaps(realm(s).lands[seat])), caravan),
    MERCHANT: Played(stock.can_rob, merchant),
    espionage.SPY: Played(lambda s, seat: True, espionage.spy),  # the other hand is hidden
}
"""The cards that are played in the main phase, but for the Scout."""


def legal_plays(s: State, hand: Mapping[str, int]) -> list[Action]:
    """Return the action cards of the hand that may be played in the main phase."""
    if not action_cards_allowed(s):
        return []
    return [
        Action(PLAY_ACTION, (item, card), ((item, card),))
        for card, item in hand.items()
        if card in PLAYS and PLAYS[card].may(s, s.seat)
    ]


def legal_before(s: State) -> Iterator[Action]:
    """Yield that the dice are rolled, or an Alchemist with each number."""
    yield ROLL
    item = held(s, s.seat).get(ALCHEMIST)
    if item is not None and action_cards_allowed(s):
        for number in NUMBERS:
            yield Action(PLAY_ACTION, (item, ALCHEMIST, number), ((item, ALCHEMIST),))


def accepts_before(s: State, a: Action) -> bool:
    """Judge also the other copies of an Alchemist."""
    same = by_first_copy(s, a)
    return any(is_same(same, each) for each in legal_before(s))


def play(s: State, a: Action) -> None:
    """Play a card: it leaves the hand for good, then it has its effect (R16)."""
    table, seat = realm(s), s.seat
    item, card = cast("tuple[int, str]", a.data[:2])
    table.used = True
    table.gone.append(card)
    if card == ALCHEMIST:
        done(s)
        table.number = cast(int, a.data[2])
    s.emit(ID, PLAYED, seat, card, table.number if card == ALCHEMIST else 0)
    tasks = PLAYS[card].tasks(seat, card) if card in PLAYS else ()
    then(s, Task(OPEN, seat, items=(item,)), *tasks, Task(CHECK, seat))


def enough(s: State, a: Action) -> None:
    """Take or change no more."""
    done(s)


# the Merchant


def _run_more(s: State, task: Task) -> bool:
    if stock.can_rob(s, task.seat):
        return True
    done(s)
    return False


def legal_more(s: State) -> list[Action]:
    """Return what may be taken besides, or that it is enough."""
    return [ENOUGH, *stock.legal_robberies(s)]


def _gifts(s: State, giver: int) -> list[tuple[int, int]]:
    """Return pairs of an own region with stock and an opposing one with room."""
    return list(stock.robberies(s, other(giver)))


def _run_give(s: State, task: Task) -> bool:
    gifts = _gifts(s, task.seat)
    if len(gifts) > 1:
        return True
    done(s)
    for here, there in gifts:
        _give(s, task, here, there)
    return False


def legal_gifts(s: State) -> list[Action]:
    """Return what may be given back; giving is a duty (R24)."""
    seat = top(s).seat
    mine, theirs = realm(s).lands[seat], realm(s).lands[other(seat)]
    return [
        Action(GIVE_ACTION, (*mine.lands[here][:2], *theirs.lands[there][:2]))
        for here, there in _gifts(s, seat)
    ]


def give(s: State, a: Action) -> None:
    """Give the named resource."""
    task = done(s)
    mine, theirs = realm(s).lands[task.seat], realm(s).lands[other(task.seat)]
    _give(s, task, mine.at[a.data[:2]], theirs.at[a.data[2:]])  # type: ignore[index]  # places


def _give(s: State, task: Task, here: int, there: int) -> None:
    mine, theirs = realm(s).lands[task.seat], realm(s).lands[other(task.seat)]
    mine.stock[here] -= 1
    theirs.stock[there] += 1
    s.emit(ID, GIVEN, task.seat, RESOURCES[mine.lands[here].resource], task.why)


# the Caravan


def _swaps(lands: Principality) -> Iterator[tuple[int, int]]:
    """Yield pairs of a region with stock and one of another resource with room."""
    for paid, stored in enumerate(lands.stock):
        if stored:
            for gained, land in enumerate(lands.lands):
                is_other = land.resource != lands.lands[paid].resource
                if is_other and lands.stock[gained] < CAPACITY:
                    yield paid, gained


def _run_swap(s: State, task: Task) -> bool:
    if any(True for _ in _swaps(realm(s).lands[task.seat])):
        return True
    done(s)
    return False


def legal_swaps(s: State) -> Iterator[Action]:
    """Yield what may be changed; after the first time, also that it is enough."""
    task = top(s)
    lands = realm(s).lands[task.seat]
    if task.n < SWAPS:
        yield ENOUGH
    for paid, gained in _swaps(lands):
        yield Action(SWAP_ACTION, (*lands.lands[paid][:2], *lands.lands[gained][:2]))


def swap(s: State, a: Action) -> None:
    """Change the named resource; what is paid leaves first (R23)."""
    task = count_down(s)
    at = realm(s).lands[task.seat].at
    paid, gained = at[a.data[:2]], at[a.data[2:]]  # type: ignore[index]  # places
    stock.take_out(s, task.seat, [(paid, 1)], task.why)
    stock.put_in(s, task.seat, [(gained, 1)], task.why)


STEPS = {
    BEFORE: Step(legal=legal_before, accepts=accepts_before, hidden=True),
    MORE: Step(_run_more, legal=legal_more),
    GIVE: Step(_run_give, legal=legal_gifts),
    SWAP: Step(_run_swap, legal=legal_swaps),
}
