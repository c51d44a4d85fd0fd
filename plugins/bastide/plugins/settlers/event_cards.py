"""What the event cards say (chapter 13); which one comes is for `events`.

builder  the seat chooses a pile to look through, any but `what`; `n` seats are still to look
keep     the seat takes a card of the pile `what` that it looks through, or none
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator

from bastide.core.events import Action
from bastide.core.state import State
from bastide.plugins.settlers import hand, stock
from bastide.plugins.settlers.agenda import Step, done, then, top
from bastide.plugins.settlers.attacks import PASS, TARGET, UNIT
from bastide.plugins.settlers.espionage import conflict
from bastide.plugins.settlers.places import around, touched
from bastide.plugins.settlers.state import (
    ID,
    NOBODY,
    PILES,
    Principality,
    Task,
    both,
    number_of,
    other,
    realm,
)
from bastide.plugins.settlers.tokens import CHECK, LIMIT

CIVIL_WAR, CONFLICT, MASTER_BUILDER, PLAGUE, PRODUCTIVE_YEAR, PROGRESS, YEAR_END = (
    "civil_war", "conflict", "master_builder", "plague", "productive_year", "progress", "year_end",
)  # fmt: skip

BUILDER, KEEP = "builder", "keep"

UNDECIDED = "settlers.undecided"
"""Event: (NOBODY): nobody holds the knight token, so that the conflict does nothing."""

SHUFFLED = "settlers.shuffled"
"""Event: (NOBODY): the event pile is shuffled."""

DECLINED = "settlers.declined"
"""Event: (seat, pile, or 0): it looks through no pile, or takes none of its cards."""


def civil_war(s: State) -> None:
    """Let each choose a unit of the other, the active player first, then check hands (R39).

    Also by the later rules both put away at once what is too much then.
    """
    active, passive = both(s)
    choices = [Task(TARGET, seat, what=UNIT, why=CIVIL_WAR) for seat in (active, passive)]
    then(s, *choices, Task(CHECK, active), Task(LIMIT, active), Task(LIMIT, passive))


def border_conflict(s: State) -> None:
    """Let the holder of the knight token put cards of the opponent away (R40)."""
    holder = realm(s).knight
    if holder == NOBODY:
        s.emit(ID, UNDECIDED, NOBODY)
    else:
        then(s, *conflict(holder))


def plague(s: State) -> None:
    """Let every region next to a city lose 1, once only, unless it is safe (R42)."""
    for seat in both(s):
        lands = realm(s).lands[seat]
        stock.take_out(s, seat, [(n, 1) for n in sorted(struck(lands))], PLAGUE)


def struck(lands: Principality) -> set[int]:
    """Return the regions that the plague reaches: a bath house spares all around its city."""
    if lands.has("aqueduct"):
        return set()
    baths = [site.x for site, placed in lands.sites.items() if placed.card == "bath_house"]
    safe = {n for x in baths for n in around(lands, x)}
    return {n for x in lands.cities for n in around(lands, x)} - safe


def productive_year(s: State) -> None:
    """Let every region gain 1 for each own garrison next to it."""
    for seat in both(s):
        garrisons = Counter(_beside_garrisons(realm(s).lands[seat]))
        stock.put_in(s, seat, sorted(garrisons.items()), PRODUCTIVE_YEAR)


def _beside_garrisons(lands: Principality) -> Iterator[int]:
    for site, placed in lands.sites.items():
        if placed.card == "garrison":
            yield from touched(lands, site)


def progress(s: State) -> None:
    """Let each gain one resource for each own abbey and library."""
    tasks = []
    for seat in both(s):
        lands = realm(s).lands[seat]
        gained = lands.has("abbey") + lands.has("library")
        if gained:
            tasks.append(Task(stock.GAIN, seat, gained, why=PROGRESS))
        else:
            stock.put_in(s, seat, (), PROGRESS)
    then(s, *tasks)


def year_end(s: State) -> None:
    """Shuffle the whole event pile, this card with it: nobody knows its order any more (R43)."""
    table = realm(s)
    table.events = sorted(table.events + table.seen_events)
    table.seen_events = []
    s.emit(ID, SHUFFLED, NOBODY)


# the master builder


def master_builder(s: State) -> None:
    """Let both look through a pile, the active player first (R41)."""
    then(s, Task(BUILDER, s.turn_seat, s.seats))


def _run_builder(s: State, task: Task) -> bool:
    """Skip a seat for which there is no pile, and the second one with fewer than two."""
    if len(hand.filled(s)) > s.seats - task.n:
        return True
    done(s)
    s.emit(ID, DECLINED, task.seat, 0)
    return False


def legal_looks(s: State) -> list[Action]:
    """Return the piles that may be looked through; looking is voluntary."""
    other_pile = top(s).what
    piles = [n for n in hand.filled(s) if PILES[n - 1] != other_pile]
    return [PASS, *(Action(hand.LOOK_ACTION, (n,)) for n in piles)]


def look(s: State, a: Action) -> None:
    """Look through a pile, then keep a card and put one away; then it is the opponent's turn."""
    task, pile = done(s), hand.pile_of(a)
    then(s, Task(hand.PUT, task.seat, why=MASTER_BUILDER), *_next_builder(task, pile))
    hand.look_through(s, task.seat, pile, Task(KEEP, task.seat, what=pile))


def look_at_nothing(s: State, a: Action) -> None:
    """Leave it to the opponent."""
    task = done(s)
    s.emit(ID, DECLINED, task.seat, 0)
    then(s, *_next_builder(task, ""))


def _next_builder(task: Task, pile: str) -> list[Task]:
    return [Task(BUILDER, other(task.seat), task.n - 1, pile)] if task.n > 1 else []


def legal_keeps(s: State) -> list[Action]:
    """Return every card of the pile, or to take none."""
    return [PASS, *hand.legal_takes(s)]


def keep_nothing(s: State, a: Action) -> None:
    """Take no card, and put none away."""
    task = done(s)
    done(s)
    s.emit(ID, DECLINED, task.seat, number_of(task.what))


EFFECTS: dict[str, Callable[[State], None]] = {
    CIVIL_WAR: civil_war,
    CONFLICT: border_conflict,
    MASTER_BUILDER: master_builder,
    PLAGUE: plague,
    PRODUCTIVE_YEAR: productive_year,
    PROGRESS: progress,
    YEAR_END: year_end,
}
"""What each event card does."""

STEPS = {
    BUILDER: Step(_run_builder, legal=legal_looks),
    KEEP: Step(legal=legal_keeps),
}
