"""A state as a seat sees it, with its cursor: what can be chosen, and what the cursor is on.

Every choice is a tool and a target: what is used (a card of the hand, or a kind of action; for a
Caravan the region that pays), and where. Tools are the lines of the menu, targets lie on the table
or are lines of a list over it.

The cursor's `hand` is the line of the menu, from 1; 0: none, or the only one that there is. Its
flag `at=` is the target, `turn` which of several ways leads there, `terms=` what an offer gives and
asks, `order=` and `lifted=` how the start regions are to lie.
"""

from __future__ import annotations

from functools import cached_property
from typing import cast

from bastide.core.events import Action
from bastide.core.look.position import Cell
from bastide.plugins.settlers import (
    building,
    espionage,
    giving_up,
    hand,
    playing,
    setup,
    trading,
    turn,
)
from bastide.plugins.settlers.agenda import top
from bastide.plugins.settlers.cards import CARDS, RESOURCES
from bastide.plugins.settlers.dealing import TAKE
from bastide.plugins.settlers.look import catalogue
from bastide.plugins.settlers.look.sight import Sight
from bastide.plugins.settlers.look.targets import LINE, PILE, REGION, SITE, Target
from bastide.plugins.settlers.look.tools import (
    AT,
    CARD_ACTIONS,
    FREE,
    GIVING_UP,
    HAND,
    MENUS,
    PAYER,
    TERMS,
    TEXT,
    VERB,
    VERBS,
    Tool,
    Ways,
    read_target,
)
from bastide.plugins.settlers.places import START_PLACES
from bastide.plugins.settlers.state import realm


class Position(Sight):
    """What can be chosen in a state by a seat, and what its cursor is on."""

    @cached_property
    def menu(self) -> list[Tool]:
        """The lines of the menu: the cards of the hand, then what else can be used."""
        cards = [Tool(HAND, card or "", item) for item, card in [*self.hand, *self.taken]]
        if not self.mine:
            return cards
        verbs = MENUS.get(self.s.phase)
        if verbs and self.s.phase == turn.MAIN and not realm(self.s).agreed.demolition:
            verbs = verbs[:-1]
        if verbs:
            return [*cards, *(Tool(VERB, verb) for verb in verbs)]
        rest = [tool for tool in self.by_tool if tool.kind != HAND]
        rest = sorted(rest, key=lambda tool: tool.name == "end")
        return rest if self.paying else [*cards, *rest]

    @cached_property
    def taken(self) -> list[tuple[int, str | None]]:
        """The cards of a pile that are to join the hand, chosen or on their way: item and id."""
        table = realm(self.s) if self.s.parts else None
        if table is None or not table.agenda:
            return []
        task = top(self.s)
        if task.step not in (hand.CHOOSE, TAKE) or task.seat != self.seat:
            return []
        return [(item, self.face(item)) for item in task.items]

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
            item = cast(int, action.data[0])
            return [Tool(HAND, self.face(item) or "", item)]
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
        return usual[0] if len(usual) == 1 and self.s.phase not in FREE else None

    @property
    def acting(self) -> Tool | None:
        """The tool whose targets can be chosen: a card that is only looked at changes nothing."""
        if self.tool in self.by_tool or self.s.phase in FREE:
            return self.tool
        return self.usual

    def line_of(self, tool: Tool | None) -> int:
        """Return the line of the menu where a tool stands, from 1; 0 for none."""
        return self.menu.index(tool) + 1 if tool and tool in self.menu else 0

    @property
    def bargaining(self) -> bool:
        """Whether an offer is being made."""
        return self.tool == Tool(VERB, "offer") and self.mine

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
            found[target] = 0 if not ways else target.n if self.at_piles else n
            n += len(ways)
        return found

    @property
    def at_piles(self) -> bool:
        """Whether piles are chosen from, which have numbers of their own."""
        return bool(self.ways) and all(target.kind == PILE for target in self.ways)

    @property
    def numbers(self) -> list[int]:
        """What is typed for each numbered choice: for a pile its number."""
        if self.at_piles:
            return [target.n for target, ways in self.ways.items() for _ in ways]
        return super().numbers

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
    def seen_through(self) -> bool:
        """Whether those lines are cards of a pile or a hand: also one alone is shown."""
        first = next(iter(self.ways.values()), [])
        return any(action.kind in CARD_ACTIONS for action in first)

    @property
    def chosen(self) -> Action | None:
        """The action under the cursor, if there is one; none while cards are read."""
        if self.reading:
            return None
        if self.giving_up:
            return giving_up.giving_up(self.seat)
        if self.bargaining:
            return self.offer if self.rules.accepts(self.s, self.offer) else None
        ways = self.chosen_ways
        return ways[self.cursor.turn % len(ways)] if ways else None

    @property
    def giving_up(self) -> bool:
        """Whether the seat is asked to confirm that it gives up."""
        return GIVING_UP in self.cursor.flags and self.mine

    @property
    def reading(self) -> bool:
        """Whether the text of a card lies over the table, or all cards do."""
        return TEXT in self.cursor.flags or catalogue.shown(self.cursor) is not None

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
        if chosen is None or chosen not in self.numbered:
            return None
        return self.numbers[self.numbered.index(chosen)]

    def cells_of(self, action: Action) -> tuple[Cell, ...]:
        return ()

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

    @property
    def card(self) -> str:
        """The card that the cursor is about, if it is about one: on the table, or the tool."""
        if self.pointed and self.pointed.kind == SITE and self.placed(self.pointed):
            return self.placed(self.pointed)
        action = next(iter(self.chosen_ways), None)
        if action and action.kind in CARD_ACTIONS:
            return self.face(cast(int, action.data[0])) or ""
        return self.tool.name if self.tool and self.tool.name in CARDS else ""
