"""A state as a seat sees it: its hand, what lies where, and what actions are about.

While the start regions are not laid, `s` is the state as it would be with them: so they are drawn.
"""

from __future__ import annotations

from functools import cached_property
from typing import cast

from bastide.core.events import Action
from bastide.core.look.position import Cell
from bastide.core.look.position import Position as BasePosition
from bastide.core.rules import Rules
from bastide.core.screen import Cursor
from bastide.core.state import State
from bastide.plugins.settlers import (
    attacks,
    building,
    hand,
    playing,
    setup,
    stock,
    trading,
)
from bastide.plugins.settlers.agenda import top
from bastide.plugins.settlers.cards import CARDS, RESOURCES, Region
from bastide.plugins.settlers.look.rows import near_seat
from bastide.plugins.settlers.look.targets import CARD, CENTRE, LINE, PILE, REGION, SITE, Target
from bastide.plugins.settlers.look.tools import (
    CARD_ACTIONS,
    HELD,
    LIFTED,
    ORDER,
    PILE_ACTIONS,
    read_target,
)
from bastide.plugins.settlers.places import START_PLACES, centres, free_site
from bastide.plugins.settlers.state import NOBODY, PILES, SIDES, Site, other, realm

_ORDER = {card: n for n, card in enumerate(CARDS)}


class Sight(BasePosition):
    """A state, a seat and its cursor: what is to be seen."""

    def __init__(self, rules: Rules, s: State, seat: int, cursor: Cursor) -> None:
        super().__init__(rules, s, seat, cursor)
        own = near_seat(s, seat) if max(seat, s.eyes) >= 0 else NOBODY
        if s.phase == setup.ARRANGE and own >= 0 and s.parts and not realm(s).lands[own].lands:
            self.s = s.clone()
            self._lay(own)

    def _lay(self, own: int) -> None:
        """Lay a seat's start regions as they are to lie, or as the seat has sealed them."""
        laid, regions = realm(self.s).lands[own], setup.start_regions(self.s, own)
        sealed = self.s.sealed.get(own)
        order = cast("tuple[int, ...]", sealed.data) if sealed and sealed.data else self.order
        for (x, side), n in zip(START_PLACES, order, strict=True):
            laid.add_land(x, side, regions[n], setup.START_STOCK)

    @cached_property
    def order(self) -> tuple[int, ...]:
        """Which region of the set lies at each of the start places."""
        kept = self.cursor.flag(ORDER)
        return tuple(map(int, kept.split(","))) if kept else tuple(range(len(START_PLACES)))

    @property
    def lifted(self) -> Target | None:
        """The region that is about to change places."""
        kept = self.cursor.flag(LIFTED)
        return read_target(kept) if kept else None

    @property
    def arranging(self) -> bool:
        """Whether the start regions are being laid."""
        return self.s.phase == setup.ARRANGE and self.mine

    @cached_property
    def hand(self) -> list[tuple[int, str | None]]:
        """The cards of the own hand, item and id, in the order of the box.

        That of the hand itself changes whenever it is mixed before a card leaves it.
        """
        if not 0 <= self.seat < self.s.seats or not self.s.secrets:
            return []
        held = [(item, self.face(item)) for item in self.s.cards().hands[self.seat]]
        return sorted(held, key=lambda each: _ORDER.get(each[1] or "", len(_ORDER)))

    @cached_property
    def new(self) -> list[int]:
        """The items that have come into the own hand since the dice were due."""
        seat, *before = (self.cursor.flag(HELD) or "").split(",")
        if seat != str(self.seat):
            return []
        found = []
        for item, card in self.hand:
            if card in before:
                before.remove(card)
            else:
                found.append(item)
        return found

    def face(self, item: int) -> str | None:
        """Return the card that an item is, as far as the seat knows."""
        found = self.s.face(item)
        return str(found) if found is not None else None

    def target_of(self, action: Action) -> Target:
        """Return the target of an action."""
        kind, data, seat = action.kind, action.data, self.seat
        if kind in (stock.GAIN_ACTION, stock.PAY_ACTION, playing.GIVE_ACTION):
            return Target(REGION, seat, cast(int, data[0]), str(data[1]))
        if kind == stock.ROB_ACTION:
            return Target(REGION, other(seat), cast(int, data[0]), str(data[1]))
        if kind == playing.SWAP_ACTION:
            return Target(REGION, seat, cast(int, data[2]), str(data[3]))
        if kind in (building.ROAD_ACTION, building.SETTLE_ACTION, building.CITY_ACTION):
            return Target(CENTRE, seat, cast(int, data[0]))
        if kind == building.PLACE_ACTION:
            x, side = cast(int, data[2]), str(data[3])
            free = free_site(realm(self.s).lands[seat], x, side)
            return Target(SITE, seat, x, side, free.depth if free else 1)
        if kind in (building.DEMOLISH_ACTION, attacks.TARGET_ACTION):
            whose = seat if kind == building.DEMOLISH_ACTION else other(seat)
            return Target(SITE, whose, *cast("tuple[int, str, int]", data))
        if kind in PILE_ACTIONS:
            return Target(PILE, n=cast(int, data[-1]))
        return Target(LINE, n=self._line(action))

    def _line(self, action: Action) -> int:
        """Return the line on which an action is listed: its number, less 1.

        Cards and regions keep theirs when others are taken. That of a trade has two digits: which
        resource is given, and which is got.
        """
        if action.kind in CARD_ACTIONS:
            return self._items(action.kind).index(cast(int, action.data[0]))
        if action.kind == playing.PLAY_ACTION and len(action.data) == 3:
            return cast(int, action.data[2]) - 1
        if action.kind == building.LAY_ACTION:
            return cast(int, action.data[0])
        if action.kind == building.REGION_ACTION:
            word, number = cast("tuple[str, int]", action.data)
            table = realm(self.s)
            every = list(dict.fromkeys(sorted([*table.regions, *table.drawn])))
            return every.index(Region(RESOURCES.index(word), number))
        if action.kind == trading.TRADE_ACTION:
            give, get = (RESOURCES.index(str(word)) + 1 for word in action.data)
            return 10 * give + get - 1
        return 0

    def _items(self, kind: str) -> list[int]:
        """Return the items of the pile, or of the hand, that is looked through."""
        cards = self.s.cards()
        if kind == hand.TAKE_ACTION:
            return cards.piles[top(self.s).what]
        return cards.hands[other(self.seat)]

    @cached_property
    def everything(self) -> list[Target]:
        """All that lies on the table, in reading order."""
        found = [Target(PILE, n=n) for n in range(1, len(PILES) + 1)]
        for seat, lands in enumerate(realm(self.s).lands):
            found += [Target(REGION, seat, land.x, land.side) for land in lands.lands]
            found += [Target(CENTRE, seat, x) for x in range(lands.low - 1, lands.high + 2)]
            for x in centres(lands):
                depths = (1, 2) if x in lands.cities else (1,)
                found += [Target(SITE, seat, x, side, n) for side in SIDES for n in depths]
        return sorted(found, key=self.spot)

    def spot(self, target: Target) -> Cell:
        """Return the row and the column where something lies: the own side is below."""
        if target.kind in (LINE, CARD):
            return target.n, 0
        if target.kind == PILE:
            return 0, 2 * target.n - 6
        below = target.seat == max(0, self.seat)
        out = 0 if target.kind == CENTRE else target.n if target.kind == SITE else 1
        return (4 if below else -4) + (out if target.side == SIDES[1] else -out), target.x

    def placed(self, target: Target) -> str:
        """Return the card that stands on a site; "" for none."""
        site = Site(target.x, target.side, target.n)
        placed = realm(self.s).lands[target.seat].sites.get(site)
        return placed.card if placed else ""
