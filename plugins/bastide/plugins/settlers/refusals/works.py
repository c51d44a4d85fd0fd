"""Why something cannot be built or torn down (chapters 3 and 9)."""

from __future__ import annotations

from typing import cast

from bastide.core.events import Action
from bastide.core.messages import Message, message
from bastide.core.state import State
from bastide.plugins.settlers import building
from bastide.plugins.settlers.cards import (
    ACTION,
    CARDS,
    CITY,
    COSTS,
    RED,
    ROAD,
    SETTLEMENT,
    Card,
)
from bastide.plugins.settlers.places import (
    centres,
    free_site,
    road_places,
    settlement_places,
)
from bastide.plugins.settlers.refusals.resources import why_not_paid
from bastide.plugins.settlers.refusals.times import is_shaped, not_now
from bastide.plugins.settlers.state import SIDES, Principality, realm
from bastide.plugins.settlers.turn import MAIN

TOO_EARLY = message("action cards are barred until both have finished one turn: wait for yours")
TOO_FEW_POINTS = message("action cards are barred until you have 7 points together")

NO_CENTRE = message("no settlement or city of yours stands in that column: choose another")


def too_early(s: State) -> Message:
    """Return why no action card may be played yet."""
    by_turns = realm(s).agreed.action_gate == "one_full_turn_each"
    return TOO_EARLY if by_turns else TOO_FEW_POINTS


def why_not_road(s: State, a: Action) -> Message | None:
    """Return why a road cannot be built (R6)."""
    if now := not_now(s, MAIN):
        return now
    table, lands = realm(s), realm(s).lands[s.seat]
    if not is_shaped(a, int):
        return message("a road is built with a column, such as 2")
    if not table.roads:
        return message("no road is left in the supply: the row ends here")
    if a.data[0] not in road_places(lands):
        return message("a road goes to an end of your row, next to a settlement or city")
    return why_not_paid(lands, COSTS[ROAD])


def why_not_settle(s: State, a: Action) -> Message | None:
    """Return why a settlement cannot be built, or not with a Scout."""
    if now := not_now(s, MAIN):
        return now
    table, lands = realm(s), realm(s).lands[s.seat]
    if not is_shaped(a, int) and not is_shaped(a, int, int):
        return message("a settlement is built with a column, such as 3")
    if why := _why_no_scout(s, a):
        return why
    if not table.settlements:
        return message("no settlement is left in the supply: build cities instead")
    if a.data[0] not in settlement_places(lands):
        return message("a settlement goes past a road at an end of your row: build a road first")
    return why_not_paid(lands, COSTS[SETTLEMENT])


def _why_no_scout(s: State, a: Action) -> Message | None:
    if len(a.data) == 1 and not a.claims:
        return None
    if not is_held(s, a, a.data[-1], building.SCOUT):
        return message("that is no Scout of your hand: settle without one")
    return None if building.may_scout(s) else too_early(s)


def why_not_city(s: State, a: Action) -> Message | None:
    """Return why a city cannot be built."""
    if now := not_now(s, MAIN):
        return now
    table, lands = realm(s), realm(s).lands[s.seat]
    if not is_shaped(a, int):
        return message("a city is built with the column of a settlement, such as 1")
    if not table.cities:
        return message("no city is left in the supply: build something else")
    if a.data[0] not in centres(lands):
        return message("a city is laid on a settlement of yours: choose its column")
    if a.data[0] in lands.cities:
        return message("a city stands there already: choose a settlement")
    return why_not_paid(lands, COSTS[CITY])


def why_not_place(s: State, a: Action) -> Message | None:
    """Return why a card cannot be built."""
    if now := not_now(s, MAIN):
        return now
    if not is_shaped(a, int, str, int, str) or a.data[1] not in CARDS:
        return message("a card is built with its column and side, such as 1 and U")
    item, name, x, side = cast("tuple[int, str, int, str]", a.data)
    card, lands = CARDS[name], realm(s).lands[s.seat]
    if card.kind == ACTION:
        return message("an action card is played, not built")
    if not is_held(s, a, item, name):
        return NOT_HELD
    return _why_no_site(lands, card, x, side) or why_not_paid(lands, card.cost)


NOT_HELD = message("that card is not in your hand: choose one that you hold")


def is_held(s: State, a: Action, item: object, card: str) -> bool:
    """Tell whether an action claims a card of the own hand, as it must to use it."""
    return a.claims == ((item, card),) and item in s.cards().hands[s.seat]


def _why_no_site(lands: Principality, card: Card, x: int, side: str) -> Message | None:
    """Return why a card may not stand at a column and side (chapter 3)."""
    if x not in centres(lands):
        return NO_CENTRE
    if side not in SIDES:
        return message("a site lies above (U) or below (L): choose one of these")
    if card.kind == RED and x not in lands.cities:
        return message("red cards stand at cities only: build a city there first")
    if free_site(lands, x, side) is None:
        return message("that side is full: choose another one, or tear down a card there")
    return None


def why_not_demolish(s: State, a: Action) -> Message | None:
    """Return why a card cannot be torn down (R8)."""
    if now := not_now(s, MAIN):
        return now
    if not realm(s).agreed.demolition:
        return message("nothing is torn down in this game: the table has agreed so")
    if not is_shaped(a, int, str, int):
        return message("a card is torn down by column, side and depth, such as 1, U and 1")
    return message("none of your cards stands there: choose a site with one")


def why_not_region(s: State, a: Action) -> Message | None:
    """Return why a Scout cannot choose a region."""
    if now := not_now(s, building.CHOOSE_REGIONS):
        return now
    return message("no such region is left: choose one of those that are listed")


def why_not_lay(s: State, a: Action) -> Message | None:
    """Return why regions cannot be laid so."""
    return not_now(s, building.LAY) or message("two regions wait: say 0 or 1 for the upper one")


WHYS = {
    building.ROAD_ACTION: why_not_road,
    building.SETTLE_ACTION: why_not_settle,
    building.CITY_ACTION: why_not_city,
    building.PLACE_ACTION: why_not_place,
    building.DEMOLISH_ACTION: why_not_demolish,
    building.REGION_ACTION: why_not_region,
    building.LAY_ACTION: why_not_lay,
}
