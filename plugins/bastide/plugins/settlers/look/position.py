"""A state as a seat sees it, with its cursor: what can be chosen, and what the cursor is on.

Every choice is a tool and a target: what is used (a card of the hand, or a kind of action; for a
Caravan the region that pays), and where. Tools are the lines of the menu, targets lie on the table
or are lines of a list over it.

The cursor's `hand` is the line of the menu, from 1; 0: none, or the only one that there is. Its
flag `at=` is the target, `turn` which of several ways leads there, `terms=` what an offer gives and
asks, `order=` and `lifted=` how the start regions are to lie.

While they are not laid, `s` is the state as it would be with them: so they are drawn.
"""

from __future__ import annotations

from functools import cached_property
from typing import NamedTuple, cast

from bastide.core.events import Action
from bastide.core.look.position import Cell
from bastide.core.look.position import Position as BasePosition
from bastide.core.rules import Rules
from bastide.core.screen import Cursor
from bastide.core.state import State
from bastide.plugins.settlers import (
    attacks,
    building,
    espionage,
    event_cards,
    hand,
    main,
    playing,
    setup,
    stock,
    trading,
    turn,
)
from bastide.plugins.settlers.agenda import top
from bastide.plugins.settlers.cards import CARDS, RESOURCES, Region
from bastide.plugins.settlers.look.tabletop import near_seat
from bastide.plugins.settlers.look.targets import CARD, CENTRE, LINE, PILE, REGION, SITE, Target
from bastide.plugins.settlers.places import START_PLACES, centres, free_site
from bastide.plugins.settlers.state import NOBODY, PILES, SIDES, Site, other, realm

AT, TERMS, ORDER, LIFTED = "at=", "terms=", "order=", "lifted="
"""Flags of a cursor, see above."""

TEXT = "text"
"""Flag of a cursor: the text of the card that it is on is shown."""

VERBS = {
    setup.ARRANGE_ACTION: "lay",
    hand.LOOK_ACTION: "open",
    hand.TAKE_ACTION: "take",
    turn.ROLL.kind: "roll",
    stock.GAIN_ACTION: "gain",
    stock.PAY_ACTION: "pay",
    stock.ROB_ACTION: "rob",
    building.ROAD_ACTION: "road",
    building.SETTLE_ACTION: "settle",
    building.CITY_ACTION: "city",
    building.DEMOLISH_ACTION: "demolish",
    building.REGION_ACTION: "region",
    building.LAY_ACTION: "above",
    trading.TRADE_ACTION: "trade",
    trading.OFFER_ACTION: "offer",
    trading.ACCEPT.kind: "accept",
    trading.REFUSE.kind: "refuse",
    main.DONE.kind: "end",
    hand.DRAW_ACTION: "draw",
    hand.SEARCH_ACTION: "search",
    hand.EXCHANGE_CARD.kind: "exchange",
    hand.FINISH.kind: "end",
    playing.ENOUGH.kind: "end",
    playing.GIVE_ACTION: "give",
    attacks.PASS.kind: "end",
    attacks.TARGET_ACTION: "target",
    espionage.STEAL_ACTION: "take",
    espionage.NOTHING.kind: "end",
    espionage.PICK_ACTION: "take",
    espionage.PILE_ACTION: "pile",
}
"""The verb of an action that no card of the hand is used for."""

_MAIN = ("road", "settle", "city", "trade", "offer", "end", "demolish")
_MENUS = {
    turn.MAIN: _MAIN,
    turn.COMPLETE: ("draw", "search", "exchange", "end"),
    hand.REPLACE: ("draw", "search"),
    trading.ANSWER: ("accept", "refuse", "offer"),
    setup.ARRANGE: ("lay",),
}
"""The verbs of phases in which one chooses among several, possible or not."""

_FREE = (turn.MAIN, turn.COMPLETE, trading.ANSWER, hand.REPLACE, attacks.REACT)
"""Phases in which no tool is the usual one."""

HAND, VERB, PAYER = "hand", "verb", "payer"
"""Kinds of tools."""


class Tool(NamedTuple):
    """What is used: a card of the HAND (item), a VERB, or the region that is the PAYER."""

    kind: str
    name: str = ""
    item: int = -1
    x: int = 0
    side: str = ""


Ways = dict[Target, list[Action]]


class Position(BasePosition):
    """A state, a seat and its cursor."""

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

    # the start regions

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

    # the hand, and what is looked through

    @cached_property
    def hand(self) -> list[tuple[int, str | None]]:
        """The cards of the own hand: item and id."""
        if not 0 <= self.seat < self.s.seats or not self.s.secrets:
            return []
        return [(item, self.face(item)) for item in self.s.cards().hands[self.seat]]

    def face(self, item: int) -> str | None:
        """Return the card that an item is, as far as the seat knows."""
        found = self.s.face(item)
        return str(found) if found is not None else None

    # tools

    @cached_property
    def menu(self) -> list[Tool]:
        """The lines of the menu: the cards of the hand, then what else can be used."""
        cards = [Tool(HAND, card or "", item) for item, card in self.hand]
        if not self.mine:
            return cards
        verbs = _MENUS.get(self.s.phase)
        if verbs and self.s.phase == turn.MAIN and not realm(self.s).agreed.demolition:
            verbs = verbs[:-1]
        if verbs:
            return [*cards, *(Tool(VERB, verb) for verb in verbs)]
        rest = [tool for tool in self.by_tool if tool.kind != HAND]
        rest = sorted(rest, key=lambda tool: tool.name == "end")
        return [*rest, *cards] if self.paying else [*cards, *rest]

    @property
    def paying(self) -> bool:
        """Whether a Caravan asks for a region that pays."""
        return self.s.phase == playing.SWAP and self.mine

    @cached_property
    def by_tool(self) -> dict[Tool, Ways]:
        """What may be chosen: for each tool its targets, and the ways that lead there."""
        found: dict[Tool, Ways] = {}
        for action in self.actions:
            for tool in self._tools_of(action):
                found.setdefault(tool, {}).setdefault(self.target_of(action), []).append(action)
        if self.mine and self.s.phase == turn.MAIN:
            found |= self._unlisted()
        offer = Tool(VERB, "offer")
        if self.mine and self.s.phase in (turn.MAIN, trading.ANSWER):
            found[offer] = {Target(LINE, n=n): [] for n in range(len(RESOURCES))}
        return {
            tool: dict(sorted(ways.items(), key=lambda item: self.spot(item[0])))
            for tool, ways in found.items()
        }

    def _unlisted(self) -> dict[Tool, Ways]:
        """Return what may be chosen in the main phase though it is not listed."""
        trades = {Target(LINE, n=n): [action] for n, action in enumerate(self.trades)}
        torn = {self.target_of(action): [action] for action in self.demolitions}
        found = {Tool(VERB, "trade"): trades, Tool(VERB, "demolish"): torn}
        return {tool: ways for tool, ways in found.items() if ways}

    @property
    def demolitions(self) -> list[Action]:
        """All own cards, if they may be torn down."""
        sites = realm(self.s).lands[self.seat].sites
        every = [Action(building.DEMOLISH_ACTION, tuple(site)) for site in sites]
        return [action for action in every if building.may_demolish(self.s, action)]

    def tool_of(self, action: Action) -> Tool:
        """Return the tool of an action."""
        return next(iter(self._tools_of(action)))

    def _tools_of(self, action: Action) -> list[Tool]:
        """Return the tools that mean an action: of two cards that are the same, both."""
        if action.kind == playing.SWAP_ACTION:
            x, side = cast("tuple[int, str]", action.data[:2])
            return [Tool(PAYER, "", -1, x, side)]
        if action.kind == hand.PUT_ACTION:
            return [
                Tool(HAND, self.face(cast(int, action.data[0])) or "", cast(int, action.data[0]))
            ]
        if action.claims and action.kind != espionage.STEAL_ACTION:
            card = str(action.claims[0][1])
            same = [Tool(HAND, card, item) for item, face in self.hand if face == card]
            return same or [Tool(HAND, card, action.claims[0][0])]
        return [Tool(VERB, VERBS[action.kind])]

    @cached_property
    def trades(self) -> list[Action]:
        """All trades with the supply that are possible."""
        pairs = [(give, get) for give in RESOURCES for get in RESOURCES]
        every = [Action(trading.TRADE_ACTION, pair) for pair in pairs]
        return [action for action in every if trading.may_trade(self.s, action)]

    @cached_property
    def tool(self) -> Tool | None:
        """The tool that is chosen, or the only one that there is; None: none yet."""
        if self.arranging:
            return Tool(VERB, "lay") if self.cursor.hand % 2 else None
        if 1 <= self.cursor.hand <= len(self.menu):
            return self.menu[self.cursor.hand - 1]
        return self.usual

    @cached_property
    def usual(self) -> Tool | None:
        """The only tool that there is to choose, if it is the only one."""
        if len(self.actions) == 1:
            return self.tool_of(self.actions[0])
        usual = [tool for tool in self.by_tool if tool.name != "end" or tool.kind != VERB]
        return usual[0] if len(usual) == 1 and self.s.phase not in _FREE else None

    @property
    def acting(self) -> Tool | None:
        """The tool whose targets can be chosen: a card that is only looked at changes nothing."""
        if self.tool in self.by_tool or self.s.phase in _FREE:
            return self.tool
        return self.usual

    def line_of(self, tool: Tool | None) -> int:
        """Return the line of the menu where a tool stands, from 1; 0 for none."""
        return self.menu.index(tool) + 1 if tool and tool in self.menu else 0

    @property
    def bargaining(self) -> bool:
        """Whether an offer is being made."""
        return self.tool == Tool(VERB, "offer") and self.mine

    # targets

    @cached_property
    def ways(self) -> Ways:
        """The targets of the chosen tool, in reading order, each with the ways there."""
        if self.arranging:
            return self._arranged()
        return self.by_tool.get(self.acting, {}) if self.acting else {}

    def _arranged(self) -> Ways:
        now = Action(setup.ARRANGE_ACTION, self.order)
        if self.tool:
            return {Target(LINE): [now]}
        return {Target(REGION, self.seat, x, side): [] for x, side in START_PLACES}

    @property
    def lit(self) -> dict[Target, int]:
        """What can be chosen now on the table, with its number; 0 has no number."""
        return self._lit

    @cached_property
    def _lit(self) -> dict[Target, int]:
        if self.paying and not self.tool:
            payers = [tool for tool in self.menu if tool.kind == PAYER]
            return {Target(REGION, self.seat, each.x, each.side): 0 for each in payers}
        found, n = {}, 1
        for target, ways in self.ways.items():
            found[target] = n if ways else 0
            n += len(ways)
        return found

    @property
    def pointed(self) -> Target | None:
        """What the cursor is on."""
        kept = self.cursor.flag(AT)
        if kept:
            return read_target(kept)
        return Target(LINE) if len(self.actions) == 1 and self.tool else None

    @property
    def listed(self) -> bool:
        """Whether the targets of the tool are lines of a list."""
        return any(target.kind == LINE for target in self.ways)

    @property
    def lines(self) -> list[Target]:
        """The lines of that list."""
        return [target for target in self.ways if target.kind == LINE]

    @property
    def chosen(self) -> Action | None:
        """The action under the cursor, if there is one."""
        if self.bargaining:
            return self.offer if self.rules.accepts(self.s, self.offer) else None
        ways = self.chosen_ways
        return ways[self.cursor.turn % len(ways)] if ways else None

    @property
    def chosen_ways(self) -> list[Action]:
        """The ways to what the cursor is on."""
        return self.ways.get(self.pointed, []) if self.pointed else []

    @cached_property
    def numbered(self) -> list[Action]:
        """Those of the tool; without one all that is listed, but for trades and offers."""
        if self.arranging:
            return [Action(setup.ARRANGE_ACTION, self.order)]
        if self.bargaining:
            return [a for a in self.actions if a.kind == trading.OFFER_ACTION]
        if self.acting:
            return [way for ways in self.ways.values() for way in ways]
        long = (trading.TRADE_ACTION, trading.OFFER_ACTION) if self.s.phase == turn.MAIN else ()
        few = [action for action in self.actions if action.kind not in long]
        return sorted(few, key=lambda action: self.line_of(self.tool_of(action)))

    @property
    def number(self) -> int | None:
        """The number of the choice under the cursor, from 1."""
        chosen = self.chosen
        return self.numbered.index(chosen) + 1 if chosen and chosen in self.numbered else None

    def cells_of(self, action: Action) -> tuple[Cell, ...]:
        return ()

    # offers

    @cached_property
    def terms(self) -> tuple[int, ...]:
        """What an offer moves of each resource: less than 0 is given, more is asked for."""
        kept = self.cursor.flag(TERMS)
        if kept:
            return tuple(map(int, kept.split(",")))
        offer = realm(self.s).offer
        if not offer:
            return (0,) * trading.KINDS
        gives, gets = offer[: trading.KINDS], offer[trading.KINDS :]
        return tuple(give - get for give, get in zip(gives, gets, strict=True))

    @property
    def offer(self) -> Action:
        """The offer that is being made."""
        gives, gets = [max(0, -n) for n in self.terms], [max(0, n) for n in self.terms]
        return Action(trading.OFFER_ACTION, (*gives, *gets))

    # where

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
        if kind in _PILES:
            return Target(PILE, n=cast(int, data[-1]))
        return Target(LINE, n=self._line(action))

    def _line(self, action: Action) -> int:
        """Return the line on which an action is listed."""
        if action.kind in _CARDS:
            return self._items(action.kind).index(cast(int, action.data[0]))
        if action.kind == playing.PLAY_ACTION and len(action.data) == 3:
            return cast(int, action.data[2]) - 1
        if action.kind == building.LAY_ACTION:
            return cast(int, action.data[0])
        if action.kind == building.REGION_ACTION:
            word, number = cast("tuple[str, int]", action.data)
            every = list(dict.fromkeys(realm(self.s).regions))
            return every.index(Region(RESOURCES.index(word), number))
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

    @property
    def card(self) -> str:
        """The card that the cursor is about, if it is about one: on the table, or the tool."""
        if self.pointed and self.pointed.kind == SITE and self.placed(self.pointed):
            return self.placed(self.pointed)
        action = self.chosen
        if action and action.kind in _CARDS:
            return self.face(cast(int, action.data[0])) or ""
        return self.tool.name if self.tool and self.tool.name in CARDS else ""

    # refusals

    @property
    def attempt(self) -> Action | None:
        """What would be tried with the tool under the cursor; to be explained, not to be made."""
        tool, at = self.tool, self.pointed
        if self.bargaining:
            return self.offer
        if tool is None:
            return None
        if tool.kind == HAND:
            return self._attempt_card(tool, at)
        kinds = [kind for kind, verb in VERBS.items() if verb == tool.name]
        if tool.name in ("road", "settle", "city"):
            return Action(kinds[0], (at.x if at else _nearest(self, tool.name),))
        if tool.name == "demolish" and at:
            return Action(kinds[0], (at.x, at.side, at.n))
        if tool.name in ("draw", "search"):
            return Action(kinds[0], (at.n if at and at.kind == PILE else 1,))
        return Action(kinds[0]) if kinds else None

    def _attempt_card(self, tool: Tool, at: Target | None) -> Action:
        claim = ((tool.item, tool.name),)
        if self.s.phase == attacks.REACT:
            return Action(attacks.REACT_ACTION, (tool.item, tool.name), claim)
        if tool.name in CARDS and CARDS[tool.name].kind != "action":
            lands = realm(self.s).lands[self.seat]
            free = next((x for x in centres(lands)), 1)
            where = (at.x, at.side) if at and at.kind == SITE else (free, SIDES[0])
            return Action(building.PLACE_ACTION, (tool.item, tool.name, *where), claim)
        return Action(playing.PLAY_ACTION, (tool.item, tool.name), claim)


_PILES = (
    *(hand.LOOK_ACTION, hand.DRAW_ACTION, hand.SEARCH_ACTION),
    *(hand.PUT_ACTION, espionage.PILE_ACTION),
)
"""Actions whose target is a pile."""

_CARDS = (hand.TAKE_ACTION, espionage.STEAL_ACTION, espionage.PICK_ACTION)
"""Actions whose target is a card of a list."""

LOOKING = (hand.CHOOSE, event_cards.KEEP, espionage.STEAL, espionage.PICK)
"""Phases in which cards are looked at."""


def _nearest(position: Position, verb: str) -> int:
    """Return a column that an action could be about."""
    lands = realm(position.s).lands[position.seat]
    return next(iter(centres(lands)), 1) if verb == "city" else lands.high + 1


def write_target(target: Target) -> str:
    """Return a target as the text of a flag."""
    return ",".join(map(str, target))


def read_target(text: str) -> Target:
    """Return the target that a flag is about."""
    kind, seat, x, side, n = text.split(",")
    return Target(kind, int(seat), int(x), side, int(n))
