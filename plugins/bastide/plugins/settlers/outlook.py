"""What a position promises: a little more than its points, so that bots can tell positions apart.

`worth` says in points what a principality and its hand are worth: points, what regions will bring
in the rounds that are left, leads in strength and commerce, building sites, and the best of what
could be built next, the less the longer it takes. It knows what is public, and the hand that it is
told. Figures are estimates: what is the better of two positions matters, not how much better.
"""

from __future__ import annotations

from collections.abc import Sequence

from bastide.core.state import State
from bastide.plugins.settlers.appraisal import (
    FIRST_CITY,
    GREEN_SITE,
    LEAD,
    NO_CITY_YET,
    RED_SITE,
    SITES,
    UNIT,
    Prospects,
    card_worth,
    city_worth,
    near,
    prospects,
    settlement_worth,
    side_worth,
    soon,
    unsure,
)
from bastide.plugins.settlers.cards import (
    ACTION,
    CARDS,
    CITY,
    COSTS,
    ORE,
    ROAD,
    SETTLEMENT,
    THRESHOLD,
    WOOL,
)
from bastide.plugins.settlers.events import unguarded
from bastide.plugins.settlers.places import open_places
from bastide.plugins.settlers.state import Principality, realm

MOST = 0.45
"""Less than half a point, so that rounded projections are the points of the rules."""

SCALE = 12.0
"""A promise of so many points shows as half of MOST."""

STORED = (0.0, 0.8, 1.3, 1.5)
"""The share of its value for what a region stores: what comes to a full one is lost."""

RISK = 0.3
"""The share of ore and wool that brigands take before they are used, if there is too much."""

OPEN_ROAD = 0.5
"""For a road that leads to a place for a settlement."""

GOALS, OTHERS = (0.6, 0.3, 0.15), 0.05
"""How much of the best things that could be built next, of the second and the third, counts, and
of the others."""

HAND_CARD = 0.3
"""For a card of a hand that these eyes do not know."""


# the whole


def outlook(value: float, s: State, seat: int) -> float:
    """Add what a position promises to the points of a seat, less than half a point."""
    if s.over or not realm(s).lands[seat].lands:
        return value
    hand = [str(face) for _, face in s.cards().known(seat)]
    hidden = len(s.cards().hands[seat]) - len(hand)
    promise = worth(s, seat, hand) + HAND_CARD * hidden - s.scores[seat]
    return value + MOST * promise / (SCALE + abs(promise))


def worth(s: State, seat: int, hand: Sequence[str]) -> float:
    """Return what a seat has, in points, with the cards of its hand that are known."""
    p, lands = prospects(s, seat), realm(s).lands[seat]
    units = sum(UNIT[kind] * rate for kind, rate in enumerate(p.income)) * 2 * p.rounds
    leads = LEAD * (near(p.lead) + near(p.trade) * (1 if lands.cities else NO_CITY_YET))
    cards = sum(side_worth(lands, placed.card, p) for placed in lands.sites.values())
    points = s.scores[seat] - unsure(p) * _tokens(s, seat)
    plans = held_worth(s, seat, p, hand)
    return points + units + leads + cards + _stored(lands, p) + _room(lands) + plans


def _tokens(s: State, seat: int) -> int:
    table = realm(s)
    return (table.knight == seat) + (table.windmill == seat)


def _stored(lands: Principality, p: Prospects) -> float:
    """Return what is in store, less what full regions and brigands may cost."""
    pairs = zip(lands.lands, lands.stock, strict=True)
    value = sum(UNIT[land.resource] * STORED[stored] for land, stored in pairs)
    if unguarded(lands) > THRESHOLD:
        value -= RISK * (UNIT[ORE] * p.have[ORE] + UNIT[WOOL] * p.have[WOOL])
    return value


def _room(lands: Principality) -> float:
    sites = open_places(lands)
    room = GREEN_SITE * min(SITES, len(sites.green)) + RED_SITE * min(SITES, len(sites.red))
    return room + (FIRST_CITY if lands.cities else 0)


# what could be built next


def held_worth(s: State, seat: int, p: Prospects, hand: Sequence[str]) -> float:
    """Return what a hand and the building supply are worth: action cards, and the best goals."""
    actions = sum(card_worth(s, seat, card, p) for card in hand if CARDS[card].kind == ACTION)
    return actions + next_goals(s, seat, p, [card for card in hand if CARDS[card].kind != ACTION])


def next_goals(s: State, seat: int, p: Prospects, cards: Sequence[str]) -> float:
    """Return what the best goals are worth now, the less the longer they take."""
    lands, table = realm(s).lands[seat], realm(s)
    found, rest = [card_worth(s, seat, card, p) for card in cards], 0.0
    if table.settlements:
        new = settlement_worth(p)
        if open_places(lands).settlements:
            found.append(new * soon(p, COSTS[SETTLEMENT]))
            rest = OPEN_ROAD
        elif table.roads:
            found.append(new * soon(p, _WITH_ROAD))
    if table.cities and open_places(lands).cities:
        found.append(city_worth(lands, p) * soon(p, COSTS[CITY]))
    found.sort(reverse=True)
    rest += OTHERS * sum(found[len(GOALS) :])
    return rest + sum(share * value for share, value in zip(GOALS, found, strict=False))


_WITH_ROAD = tuple(a + b for a, b in zip(COSTS[ROAD], COSTS[SETTLEMENT], strict=True))
