"""From the box to the first turn (chapter 2): shields, regions, draw piles; opening hands follow.

Opening hands are the first tasks of the first turn, see `turn.begin`.
"""

from __future__ import annotations

from functools import cache
from itertools import permutations

from bastide.core.chance import Answer, Order, Request, Shuffle
from bastide.core.events import Action
from bastide.core.state import State
from bastide.plugins.settlers import tokens
from bastide.plugins.settlers.cards import DECK, PILE_SIZES, SHIELDS, START_REGIONS, Region
from bastide.plugins.settlers.places import START_PLACES
from bastide.plugins.settlers.state import ID, NOBODY, PILES, realm

SETUP = "setup"
"""The stage before the first turn."""

SHIELD, ARRANGE, SHUFFLE = "shields", "arrange", "shuffle"
"""Its phases."""

ARRANGE_ACTION = "settlers.arrange"
"""To lay the start regions: for each of `START_PLACES`, the number of a region of the own set."""

SHIELDS_DEALT = "settlers.shields"
"""Event: (NOBODY, shield of seat 0, of seat 1), see `cards.SHIELDS`."""

START_STOCK = 1

DRAW = "draw"
"""The pile of all 62 cards, before it is cut into five."""


def once(s: State, n: int) -> int | None:
    """The stage is one turn long."""
    return None if n else 0


def ask_shields(s: State) -> tuple[Request, ...]:
    """Ask who gets which set, independently of who begins (R1)."""
    return (Order(len(SHIELDS), "shields"),)


def take_shields(s: State, answers: tuple[Answer, ...]) -> None:
    """Note who has which set, and count the first points: two settlements lie there already."""
    realm(s).shields = list(answers[0].value)  # type: ignore[arg-type]  # an Order's answer
    s.emit(ID, SHIELDS_DEALT, NOBODY, *(SHIELDS[n] for n in realm(s).shields))
    tokens.settle(s)


def start_regions(s: State, seat: int) -> tuple[Region, ...]:
    """Return the set of regions of a seat."""
    return START_REGIONS[SHIELDS[realm(s).shields[seat]]]


@cache
def arrangements() -> list[Action]:
    """Return all ways to lay six regions."""
    return [Action(ARRANGE_ACTION, each) for each in permutations(range(len(START_PLACES)))]


def legal_arrangements(s: State) -> list[Action]:
    """Return all ways to lay the six regions; both seats choose unseen (R3)."""
    return arrangements()


def arrange(s: State, a: Action) -> None:
    """Lay the regions, with one resource each."""
    regions = start_regions(s, s.seat)
    for (x, side), n in zip(START_PLACES, a.data, strict=True):
        realm(s).lands[s.seat].add_land(x, side, regions[n], START_STOCK)  # type: ignore[index]


def ask_deck(s: State) -> tuple[Request, ...]:
    """Ask for the cards without a symbol, shuffled."""
    return (Shuffle(DRAW, DECK),)


def cut_piles(s: State, answers: tuple[Answer, ...]) -> None:
    """Split them into five piles (R2)."""
    cards = s.cards()
    for name, size in zip(PILES, PILE_SIZES, strict=True):
        cards.cut(DRAW, name, size)
    del cards.piles[DRAW]
