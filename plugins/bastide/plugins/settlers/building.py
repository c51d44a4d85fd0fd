"""Building and tearing down (chapters 3 and 9).

What is built is paid first, then it stands. A settlement gets two regions: drawn from those that
are left, or chosen among them with a Scout; its owner says which lies above.

    build    road, settlement, city or card `what` comes to `site`
    regions  two regions are drawn
    scouting  a Scout that was shown leaves the game
    scout    the seat chooses `n` regions
    lay      the seat says which of the two goes above, in the column of `site`
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import cast

from bastide.core.chance import Answer, Pick, Request
from bastide.core.events import Action
from bastide.core.state import State
from bastide.plugins.settlers import stock
from bastide.plugins.settlers.agenda import Step, automatic, count_down, done, then, top
from bastide.plugins.settlers.cards import (
    CARDS,
    CITY,
    GREEN,
    RED,
    RESOURCES,
    ROAD,
    SETTLEMENT,
    Region,
)
from bastide.plugins.settlers.costs import COST
from bastide.plugins.settlers.dealing import OPEN
from bastide.plugins.settlers.places import free_site, open_places, outer_column
from bastide.plugins.settlers.state import (
    ID,
    LOWER,
    NOWHERE,
    UPPER,
    Placed,
    Site,
    Task,
    realm,
)
from bastide.plugins.settlers.tokens import CHECK
from bastide.plugins.settlers.turn import action_cards_allowed

BUILD, REGIONS, SCOUTING, CHOOSE_REGIONS, LAY = "build", "regions", "scouting", "scout", "lay"

ROAD_ACTION, SETTLE_ACTION, CITY_ACTION = "settlers.road", "settlers.settle", "settlers.city"
"""To build a road, settlement or city: (column); with a Scout (column, item of the Scout)."""

PLACE_ACTION = "settlers.place"
"""To build a card of the hand: (item, card, column, side)."""

DEMOLISH_ACTION = "settlers.demolish"
"""To tear down an own card: (column, side, depth)."""

REGION_ACTION = "settlers.region"
"""To choose a region with a Scout: (resource, number)."""

LAY_ACTION = "settlers.lay"
"""To say which of the two drawn regions lies above: (0 or 1)."""

BUILT = "settlers.built"
"""Event: (seat, ROAD, SETTLEMENT, CITY or card, column, side or "", depth or 0)."""

DEMOLISHED = "settlers.demolished"
"""Event: (seat, card, column, side, depth)."""

DRAWN = "settlers.drawn"
"""Event: (seat, resource, number, resource, number): the regions of a new settlement."""

LAID = "settlers.laid"
"""Event: (seat, resource, number, column, side)."""

SCOUTED = "settlers.scouted"
"""Event: (seat): a Scout was played."""

SCOUT = "scout"
NEW_REGIONS = 2


# what may be built


def legal_builds(s: State, hand: Mapping[str, int], paid: Iterable[str]) -> list[Action]:
    """Return where things of the supply and of the hand may come that the seat can pay."""
    actions: list[Action] = []
    places = open_places(realm(s).lands[s.seat])
    for what in paid:
        if what in CARDS:
            sites = places.green if CARDS[what].kind == GREEN else places.red
            claim = (hand[what], what)
            actions += [Action(PLACE_ACTION, (*claim, x, side), (claim,)) for x, side, _ in sites]
        elif what == ROAD:
            actions += [Action(ROAD_ACTION, (x,)) for x in places.roads]
        elif what == CITY:
            actions += [Action(CITY_ACTION, (x,)) for x in places.cities]
        else:
            actions += _legal_settlements(s, hand, places.settlements)
    return actions


def _legal_settlements(s: State, hand: Mapping[str, int], columns: Sequence[int]) -> list[Action]:
    """Return settlements without and with a Scout of the hand."""
    actions = [Action(SETTLE_ACTION, (x,)) for x in columns]
    if SCOUT in hand and may_scout(s):
        scout = hand[SCOUT]
        actions += [Action(SETTLE_ACTION, (x, scout), ((scout, SCOUT),)) for x in columns]
    return actions


def may_scout(s: State) -> bool:
    """Tell whether a Scout may be played: by the later rules always."""
    return realm(s).agreed.action_gate != "one_full_turn_each" or action_cards_allowed(s)


def may_demolish(s: State, a: Action) -> bool:
    """Judge tearing down: any own green or red card, if that was agreed on (R8)."""
    table = realm(s)
    return table.agreed.demolition and a in map(_demolition, table.lands[s.seat].sites)


def legal_demolitions(s: State, hand: Mapping[str, int]) -> list[Action]:
    """Return the own cards that may make room for one of the hand, for which there is none (R8)."""
    table = realm(s)
    lands = table.lands[s.seat]
    places = open_places(lands)
    if not places.crowded or not table.agreed.demolition or (places.green and places.red):
        return []
    kinds = {CARDS[card].kind for card in hand}
    any_centre = GREEN in kinds and not places.green
    any_city = RED in kinds and not places.red
    return [
        _demolition(site)
        for site in places.crowded
        if any_centre or (any_city and site.x in lands.cities)
    ]


def _demolition(site: Site) -> Action:
    return Action(DEMOLISH_ACTION, tuple(site))


# building


def _build(
    s: State,
    what: str,
    site: Site,
    *,
    item: int = 0,
    before: tuple[Task, ...] = (),
    after: tuple[Task, ...] = (),
) -> None:
    """Write down what building something consists of."""
    build = Task(BUILD, s.seat, what=what, items=(item,), site=site)
    paid = stock.payments(s.seat, COST[what], what)
    then(s, *before, *paid, build, *after, Task(CHECK, s.seat))


def _column(a: Action) -> Site:
    return NOWHERE._replace(x=cast(int, a.data[0]))


def build_road(s: State, a: Action) -> None:
    """Build a road."""
    _build(s, ROAD, _column(a))


def build_settlement(s: State, a: Action) -> None:
    """Build a settlement, with two regions that are drawn, or chosen by a Scout."""
    before: tuple[Task, ...] = ()
    source = Task(REGIONS, s.seat, NEW_REGIONS)
    if a.claims:
        item = a.claims[0][0]
        before = (Task(OPEN, s.seat, items=(item,)), Task(SCOUTING, s.seat))
        source = source._replace(step=CHOOSE_REGIONS)
    lay = Task(LAY, s.seat, site=Site(outer_column(cast(int, a.data[0])), "", 0))
    _build(s, SETTLEMENT, _column(a), before=before, after=(source, lay))


def build_city(s: State, a: Action) -> None:
    """Build a city on a settlement."""
    _build(s, CITY, _column(a))


def place(s: State, a: Action) -> None:
    """Build a green or red card of the hand: it is shown first."""
    item, card, x, side = cast("tuple[int, str, int, str]", a.data)
    site = cast(Site, free_site(realm(s).lands[s.seat], x, side))  # it is legal: there is one
    realm(s).used = True
    _build(s, card, site, item=item, before=(Task(OPEN, s.seat, items=(item,)),))


def build(s: State, task: Task) -> None:
    """Let stand what was paid for."""
    table, what, site = realm(s), task.what, task.site
    lands = table.lands[task.seat]
    if what in CARDS:
        lands.add_card(site, Placed(what, task.items[0]))
    elif what == CITY:
        lands.add_city(site.x)
        table.cities -= 1
    else:
        lands.extend(site.x)
        table.roads -= what == ROAD
        table.settlements -= what == SETTLEMENT
    s.emit(ID, BUILT, task.seat, what, *site)


def demolish(s: State, a: Action) -> None:
    """Tear down an own card: it leaves the game."""
    site = Site(*cast("tuple[int, str, int]", a.data))
    table = realm(s)
    card = table.lands[s.seat].remove_card(site).card
    table.gone.append(card)
    s.emit(ID, DEMOLISHED, s.seat, card, *site)
    then(s, Task(CHECK, s.seat))


# the regions of a settlement


def ask_regions(s: State) -> tuple[Request, ...]:
    """Ask for two of the regions that are left: nobody knows their order (chapter 16)."""
    return (Pick(tuple(realm(s).regions), top(s).n, "regions"),)


def take_regions(s: State, answers: tuple[Answer, ...]) -> None:
    """Note the regions that were drawn."""
    done(s)
    for each in cast("tuple[tuple[int, int], ...]", answers[0].value):
        _draw(s, Region(*each))
    _tell_drawn(s)


def _draw(s: State, region: Region) -> None:
    realm(s).regions.remove(region)
    realm(s).drawn.append(region)


def _tell_drawn(s: State) -> None:
    """Report the two regions, once both are there."""
    s.emit(ID, DRAWN, top(s).seat, *(part for region in realm(s).drawn for part in _words(region)))


def _words(region: Region) -> tuple[str, int]:
    return RESOURCES[region.resource], region.number


def scouting(s: State, task: Task) -> None:
    """Have the Scout leave the game (R16)."""
    realm(s).used = True
    realm(s).gone.append(SCOUT)
    s.emit(ID, SCOUTED, task.seat)


def legal_regions(s: State) -> list[Action]:
    """Return the regions that a Scout finds, which everybody can count (R47)."""
    return [Action(REGION_ACTION, _words(region)) for region in dict.fromkeys(realm(s).regions)]


def choose_region(s: State, a: Action) -> None:
    """Take a region for the new settlement."""
    word, number = cast("tuple[str, int]", a.data)
    count_down(s)
    _draw(s, Region(RESOURCES.index(word), number))
    if len(realm(s).drawn) == NEW_REGIONS:
        _tell_drawn(s)


def legal_lays(s: State) -> list[Action]:
    """Return which of the two may lie above: either."""
    return [Action(LAY_ACTION, (n,)) for n in range(NEW_REGIONS)]


def lay(s: State, a: Action) -> None:
    """Lay both regions, empty."""
    task, drawn = done(s), realm(s).drawn
    upper = drawn.pop(cast(int, a.data[0]))
    for side, region in ((UPPER, upper), (LOWER, drawn.pop())):
        realm(s).lands[task.seat].add_land(task.site.x, side, region, 0)
        s.emit(ID, LAID, task.seat, *_words(region), task.site.x, side)


STEPS = {
    BUILD: automatic(build),
    REGIONS: Step(ask=ask_regions, answer=take_regions),
    SCOUTING: automatic(scouting),
    CHOOSE_REGIONS: Step(legal=legal_regions),
    LAY: Step(legal=legal_lays),
}
