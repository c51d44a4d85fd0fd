"""What must hold whenever somebody decides, counted anew from the cards on the table.

Slow and plain on purpose: nothing here uses the plugin's own counting, only its state and the
figures of the card file.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from bastide.core.chance import ALL_SEATS
from bastide.core.state import PUBLIC, State
from bastide.plugins.settlers.cards import (
    CARDS,
    DECK,
    EVENT_DECK,
    REGION_PILE,
    SHIELDS,
    START_REGIONS,
    Card,
    Region,
)
from bastide.plugins.settlers.state import Placed, Principality, Realm, realm

BOX = {"road": 9, "settlement": 9, "city": 7, "region": 23, "event": 10, "draw": 62}
"""All 120 cards."""

QUIET = ("before", "main", "complete")
"""Phases in which every step before is completed."""


def check(s: State) -> None:
    """Check everything that must hold at a decision."""
    r = realm(s)
    if not r.lands[0].lands or not s.cards().decks:
        return  # the principalities are being laid out
    check_cards(s, r)
    check_knowledge(s)
    for lands in r.lands:
        assert all(0 <= stored <= 3 for stored in lands.stock)
        assert len(lands.stock) == len(lands.lands)
        check_sites(lands)
    if s.phase in QUIET or s.over:
        check_quiet(s, r)


# 120 cards


def check_cards(s: State, r: Realm) -> None:
    """Every card of the box lies in one place."""
    found = Counter(draw=_draw_cards(s, r), event=_events(r), region=_regions(r))
    for lands in r.lands:
        found["road"] += sum(x % 2 == 0 for x in range(lands.low, lands.high + 1))
        found["settlement"] += sum(x % 2 for x in range(lands.low, lands.high + 1))
        found["city"] += len(lands.cities)
    found += Counter(road=r.roads, settlement=r.settlements, city=r.cities)
    assert found == BOX
    assert found.total() == 120


def _draw_cards(s: State, r: Realm) -> int:
    """Return the number of cards of the draw piles, which are those of the box."""
    cards = s.cards()
    held = [item for pile in (*cards.hands, *cards.piles.values()) for item in pile]
    placed = [each.item for lands in r.lands for each in lands.sites.values()]
    assert len({*held, *placed}) == len(held) + len(placed)
    faces = Counter(str(cards.faces[item]) for item in held)
    on_table = Counter(each.card for lands in r.lands for each in lands.sites.values())
    assert all(cards.faces[each.item] == each.card for each in _placed(r))
    being_built = Counter(task.what for task in r.agenda if task.step == "build")
    being_built = Counter({card: n for card, n in being_built.items() if card in CARDS})
    every = faces + on_table + being_built + Counter(r.gone)
    assert every == Counter(DECK)
    return every.total()


def _placed(r: Realm) -> Iterator[Placed]:
    return (each for lands in r.lands for each in lands.sites.values())


def _events(r: Realm) -> int:
    every = Counter(r.events) + Counter(r.seen_events)
    assert every == Counter(EVENT_DECK)
    return every.total()


def _regions(r: Realm) -> int:
    laid = [Region(land.resource, land.number) for lands in r.lands for land in lands.lands]
    box = Counter(REGION_PILE) + Counter(each for s in SHIELDS for each in START_REGIONS[s])
    every = Counter(laid) + Counter(r.regions) + Counter(r.drawn)
    assert every == box
    return every.total()


# what each may know


def check_knowledge(s: State) -> None:
    """A seat knows its own hand; nobody knows all of a pile but who looked, and no spectator."""
    cards = s.cards()
    for seat in range(s.seats):
        view = s.view(seat).cards()
        assert {*cards.hands[seat]} <= view.faces.keys()
    hidden = {item for pile in (*cards.hands, *cards.piles.values()) for item in pile}
    assert not hidden & s.view(PUBLIC).cards().faces.keys()
    assert all(cards.seen[item] != ALL_SEATS for item in hidden)


# the table


def check_sites(lands: Principality) -> None:
    """Red cards and second sites are at cities only, and nothing hangs in the air."""
    centres = [x for x in range(lands.low, lands.high + 1) if x % 2]
    assert set(lands.cities) <= set(centres)
    for site, each in lands.sites.items():
        assert site.x in centres
        assert site.side in ("U", "L")
        assert site.depth in ((1, 2) if site.x in lands.cities else (1,))
        assert CARDS[each.card].kind in ("green", "red")
        assert CARDS[each.card].kind == "green" or site.x in lands.cities


def check_quiet(s: State, r: Realm) -> None:
    """Between two steps hands are small enough, and tokens and points are as the cards say."""
    for seat, lands in enumerate(r.lands):
        check_row(lands)
        if not s.over and _is_limited(s, r, seat):
            limit = 3 + sum(card.id in ("abbey", "library") for card in _cards(lands))
            assert len(s.cards().hands[seat]) <= limit
    assert r.knight == _more([_strength(lands) for lands in r.lands])
    raw = r.agreed.cityless_commerce == "raw"
    counted = [_commerce(r, lands) if lands.cities or raw else 0 for lands in r.lands]
    holder = _more(counted)
    assert r.windmill == (holder if holder >= 0 and r.lands[holder].cities else -1)
    for seat, lands in enumerate(r.lands):
        settlements = sum(x % 2 for x in range(lands.low, lands.high + 1))
        red = sum(card.points for card in _cards(lands))
        tokens = (r.knight == seat) + (r.windmill == seat)
        assert s.scores[seat] == settlements + len(lands.cities) + red + tokens
    own = r.agreed.win_check == "own_turn"
    best = s.scores[s.turn_seat] if own else max(s.scores)
    assert s.over == (best >= r.agreed.victory_points_to_win)


def _is_limited(s: State, r: Realm, seat: int) -> bool:
    """Tell whether a hand may not be too large: by the later rules after the own main phase."""
    later = r.agreed.hand_limit_check == "own_turn_end"
    return not later or (seat == s.turn_seat and s.phase == "complete")


def check_row(lands: Principality) -> None:
    """Each settlement or city has its four regions, and nothing else has any."""
    centres = [x for x in range(lands.low, lands.high + 1) if x % 2]
    wanted = {(x + step, side) for x in centres for step in (-1, 1) for side in ("U", "L")}
    assert {(land.x, land.side) for land in lands.lands} == wanted
    assert len(wanted) == len(lands.lands)


def _cards(lands: Principality) -> list[Card]:
    return [CARDS[each.card] for each in lands.sites.values()]


def _more(values: list[int]) -> int:
    one, two = values
    return -1 if one == two else int(two > one)


def _strength(lands: Principality) -> int:
    knights = [card for card in _cards(lands) if card.type == "knight"]
    smithy = any(card.id == "smithy" for card in _cards(lands))
    return sum(card.strength + smithy for card in knights)


def _commerce(r: Realm, lands: Principality) -> int:
    cards = _cards(lands)
    without = {"garrison"} if not r.agreed.garrison_commerce else set[str]()
    without |= {"harbor"} if not r.agreed.harbor_own_point else set[str]()
    harbor = any(card.id == "harbor" for card in cards)
    fleets = sum(card.type == "fleet" for card in cards)
    return sum(card.commerce for card in cards if card.id not in without) + harbor * fleets
