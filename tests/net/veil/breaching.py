"""What a modified peer tries at a table of settlers: false entries, claims, and moves.

FORGED are entries that prove what is not so, LIARS say it of cards, BREACHES are no legal moves.
The last two give None as long as there is no occasion.
"""

from __future__ import annotations

from bastide.core.errors import IllegalAction
from bastide.core.events import Action
from bastide.core.payloads import Payload
from bastide.core.table import Table
from bastide.net.veil import operations
from bastide.net.veil.derived import kappa
from bastide.net.veil.group import mul
from bastide.plugins.settlers import espionage
from bastide.plugins.settlers.agenda import top
from bastide.plugins.settlers.attacks import BRIGANDS, REACT, REACT_ACTION
from bastide.plugins.settlers.espionage import NOTHING, SPY, STEAL, STEAL_ACTION
from bastide.plugins.settlers.hand import (
    CHOOSE,
    DRAW_ACTION,
    EXCHANGE,
    FINISH,
    LOOK_ACTION,
    PUT,
    PUT_ACTION,
    REPLACE,
    SEARCH,
    SEARCH_ACTION,
    TAKE_ACTION,
    search_cost,
)
from bastide.plugins.settlers.playing import PLAY_ACTION
from bastide.plugins.settlers.state import PILES, other, realm
from bastide.plugins.settlers.stock import PAY
from bastide.plugins.settlers.tokens import LIMIT
from bastide.plugins.settlers.turn import MAIN, action_cards_allowed
from tests.net.veil.attacks import Bench, Liar
from tests.net.veil.forging import with_points
from tests.net.veil.lies import (
    ITEMS,
    PROOF,
    TWICE,
    FalseEntry,
    copy_of_hand,
    duplicated,
    has_two,
    searches,
    substituted,
    swapped,
)
from tests.net.veil.settling import Breach

# entries with proofs: to see cards, to change their order, to keep them


def other_pile(bench: Bench) -> Payload:
    """Blind the cards of another pile than the one that is looked through."""
    task = bench.task
    assert isinstance(task, operations.Mask)
    piles = bench.table.state.cards().piles.values()
    pile = next(pile for pile in piles if not {*pile} & {*task.items})[: len(task.items)]
    factor = kappa(bench.master, bench.slot.game_id, bench.slot.step)
    copies = [mul(factor, bench.items[item].point) for item in pile]
    return {**with_points(bench.payload, copies), "i": list(pile)}


def copies_pile(bench: Bench) -> bool:
    """Tell whether this place looks through a pile."""
    return isinstance(bench.task, operations.Mask) and bench.task.copies


def other_looks(bench: Bench) -> bool:
    """Tell whether this place takes its layer off copies that the other one looks through."""
    return isinstance(bench.task, operations.Strip) and has_two(bench)


FORGED: dict[str, FalseEntry] = {
    "to see the other hand in a search": FalseEntry("v.mask", copy_of_hand, PROOF, searches),
    "to look through another pile": FalseEntry("v.mask", other_pile, ITEMS, copies_pile),
    "to put the piles in an order": FalseEntry("v.shuffle", swapped, PROOF),
    "to turn a pile round in looking": FalseEntry("v.mask", swapped, PROOF, copies_pile),
    "to turn a pile round while another looks": FalseEntry("v.strip", swapped, PROOF, other_looks),
    "to keep a card by mixing": FalseEntry("v.rehand", duplicated, TWICE, has_two),
    "to mix in a card of its own": FalseEntry("v.rehand", substituted, PROOF, has_two),
}


# claims


def may(table: Table, action: Action) -> bool:
    """Tell whether those who cannot see the cards accept an action."""
    try:
        table.rules.check(table.state, action)
    except IllegalAction:
        return False
    return True


def claiming(phase: str, card: str, *more: int, kind: str = PLAY_ACTION) -> Liar:
    """Return who plays a card of its hand as another one."""

    def liar(table: Table, seat: int) -> Action | None:
        s = table.state
        for item, face in s.cards().known(seat) if s.phase == phase else ():
            action = Action(kind, (item, card, *more), ((item, card),))
            if face != card and may(table, action):
                return action
        return None

    return liar


def false_theft(table: Table, seat: int) -> Action | None:
    """Let a Spy take a building, and say that it is a Spy."""
    item = seen(table, seat, is_stealable=False)
    return Action(STEAL_ACTION, (item, SPY), ((item, SPY),)) if item else None


def false_nothing(table: Table, seat: int) -> Action | None:
    """Say that there is nothing to take, where there is."""
    return NOTHING if seen(table, seat, is_stealable=True) else None


def seen(table: Table, seat: int, *, is_stealable: bool) -> int | None:
    """Return a card of the hand that a Spy sees, which it may take or not; None without a Spy."""
    s = table.state
    cards = s.cards().known(other(seat)) if s.phase == STEAL else []
    wanted = (item for item, face in cards if espionage.is_stealable(str(face)) == is_stealable)
    return next(wanted, None)


OTHER_CARD = "is not the one that was named"

UNIT = "the hand holds a unit or an action card to take"

LIARS: dict[str, tuple[Liar, str, str]] = {
    "a caravan that is none": (claiming("main", "caravan"), "abbey", OTHER_CARD),
    "an alchemist that is none": (claiming("before", "alchemist", 6), "abbey", OTHER_CARD),
    "a bishop that is none": (claiming(REACT, "bishop", kind=REACT_ACTION), BRIGANDS, OTHER_CARD),
    "a Spy that takes a building": (false_theft, "abbey", OTHER_CARD),
    "a Spy that says falsely that it found nothing": (false_nothing, "bishop", UNIT),
}
"""Who lies, what the other hand holds, and what is said. The alchemist would choose the number."""


# moves that no rules allow


def unpaid(table: Table, seat: int) -> Action | None:
    """Take a card of the pile without paying for the search."""
    if table.state.phase != PAY or top(table.state).why != SEARCH:
        return None
    return Action(TAKE_ACTION, (table.state.cards().piles["draw1"][0],))


def too_poor(table: Table, seat: int) -> Action | None:
    """Search with too few resources."""
    lands = realm(table.state).lands[seat]
    is_here = table.state.phase == REPLACE and sum(lands.stock) < search_cost(lands)
    return Action(SEARCH_ACTION, (1,)) if is_here else None


def unasked(table: Table, seat: int) -> Action | None:
    """Look through a pile in the main phase."""
    return Action(LOOK_ACTION, (1,)) if table.state.phase == MAIN else None


def not_shown(table: Table, seat: int) -> Action | None:
    """Take a card of another pile than the one that was looked through."""
    s = table.state
    if s.phase != CHOOSE:
        return None
    name = next(name for name in PILES if name != top(s).what)
    return Action(TAKE_ACTION, (s.cards().piles[name][0],))


def kept(table: Table, seat: int) -> Action | None:
    """Go on instead of putting away a card that is too many."""
    return FINISH if _puts(table, LIMIT) else None


def kept_for_another(table: Table, seat: int) -> Action | None:
    """Put away a card of the other hand instead."""
    [item, *_] = table.state.cards().hands[other(seat)] or [0]
    return Action(PUT_ACTION, (item, 1)) if _puts(table, LIMIT) else None


def kept_in_exchange(table: Table, seat: int) -> Action | None:
    """Draw the new card of an exchange before the old one is put away."""
    return Action(DRAW_ACTION, (1,)) if _puts(table, EXCHANGE) else None


def elsewhere(table: Table, seat: int) -> Action | None:
    """Put a card away where no pile is: on top of one, a program might think."""
    [item, *_] = table.state.cards().hands[seat] or [0]
    return Action(PUT_ACTION, (item, -1)) if _puts(table, EXCHANGE) else None


def _puts(table: Table, why: str) -> bool:
    return table.state.phase == PUT and top(table.state).why == why


def open_theft(table: Table, seat: int) -> Action | None:
    """Let a Spy take a building, and say which."""
    item = seen(table, seat, is_stealable=False)
    card = str(table.state.face(item)) if item else ""
    return Action(STEAL_ACTION, (item, card), ((item, card),)) if item else None


def of_the_other_hand(table: Table, seat: int) -> Action | None:
    """Play a card that the other one holds."""
    return _claimed(table, table.state.cards().hands[other(seat)]) if _is_main(table) else None


def of_a_pile(table: Table, seat: int) -> Action | None:
    """Play a card that lies in a pile."""
    return _claimed(table, table.state.cards().piles["draw1"]) if _is_main(table) else None


def _is_main(table: Table) -> bool:
    return table.state.phase == MAIN and action_cards_allowed(table.state)


def _claimed(table: Table, items: list[int]) -> Action:
    return Action(PLAY_ACTION, (items[0], SPY), ((items[0], SPY),))


NOT_SEEN = "a claimed card is in no hand that this seat has seen"

BREACHES: dict[str, tuple[Breach, str]] = {
    "a search that is not paid": (unpaid, "a resource has to be paid"),
    "a search without the resources": (too_poor, "a search costs 9 resources, and you have fewer"),
    "a look that nobody asked for": (unasked, "this is your main phase"),
    "a card of another pile": (not_shown, "that card is not in the pile"),
    "a hand that stays too large": (kept, "a card of your hand has to go"),
    "a card of the other hand put away": (kept_for_another, "that card is not in your hand"),
    "an exchange that puts nothing away": (kept_in_exchange, "a card of your hand has to go"),
    "a card put under no pile": (elsewhere, "there is no such pile"),
    "a building taken openly": (open_theft, "a Spy takes knights, fleets and action cards"),
    "a card of the other hand played": (of_the_other_hand, NOT_SEEN),
    "a card of a pile played": (of_a_pile, NOT_SEEN),
}
