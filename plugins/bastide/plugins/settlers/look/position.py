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
    giving_up,
    hand,
    setup,
    trading,
    turn,
)
from bastide.plugins.settlers.cards import CARDS
from bastide.plugins.settlers.look import catalogue
from bastide.plugins.settlers.look.numbering import joined, place_number
from bastide.plugins.settlers.look.targets import LINE, REGION, SITE, Target
from bastide.plugins.settlers.look.toolbox import Toolbox
from bastide.plugins.settlers.look.tools import (
    AT,
    CARD_ACTIONS,
    FREE,
    GIVING_UP,
    HAND,
    PAYER,
    PLACED,
    TERMS,
    TEXT,
    VERB,
    Tool,
    Ways,
    read_target,
)
from bastide.plugins.settlers.places import START_PLACES
from bastide.plugins.settlers.state import realm


class Position(Toolbox):
    """What can be chosen in a state by a seat, and what its cursor is on."""

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
    def offered(self) -> Tool | None:
        """What completing the hand begins with: to draw, or to end the turn with a full hand."""
        if not self.mine or self.s.phase not in (turn.COMPLETE, hand.REPLACE):
            return None
        draw = Tool(VERB, "draw")
        return draw if draw in self.by_tool else Tool(VERB, "end")

    @property
    def acting(self) -> Tool | None:
        """The tool whose targets can be chosen: a card that is only looked at changes nothing."""
        if self.tool in self.by_tool or self.s.phase in FREE:
            return self.tool
        return self.usual

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
        return {target: self._place(target) if ways else 0 for target, ways in self.ways.items()}

    def _place(self, target: Target) -> int:
        """Return the number of a target of the chosen tool."""
        return place_number(self, target, self.acting is not None and self.acting.kind == HAND)

    @property
    def numbers(self) -> list[int]:
        """What is typed for each numbered choice: its place, before it the line of its tool.

        The line is left out where a tool is chosen. Where no tool has places, the rank is enough.
        """
        if self.arranging or self.bargaining or (not self.acting and self.s.phase not in PLACED):
            return super().numbers
        tools = [self.acting or self.tool_of(action) for action in self.numbered]
        places = [
            place_number(self, self.target_of(action), tool.kind == HAND)
            for tool, action in zip(tools, self.numbered, strict=True)
        ]
        if self.acting:
            return places
        lines = map(self.line_of, tools)
        most = max(places, default=0)
        return [joined(line, n, most) for line, n in zip(lines, places, strict=True)]

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
        """The first way to each target of the tool; without one all but trades and offers."""
        if self.arranging:
            return [Action(setup.ARRANGE_ACTION, self.order)]
        if self.bargaining:
            return [a for a in self.actions if a.kind == trading.OFFER_ACTION]
        if self.acting:
            return [ways[0] for ways in self.ways.values() if ways]
        long = (trading.TRADE_ACTION, trading.OFFER_ACTION) if self.s.phase == turn.MAIN else ()
        few = [action for action in self.actions if action.kind not in long]

        def rank(action: Action) -> tuple[int, Cell]:
            return self.line_of(self.tool_of(action)), self.spot(self.target_of(action))

        return sorted(few, key=rank)

    @property
    def number(self) -> int | None:
        """The number of the choice under the cursor, from 1."""
        chosen, first = self.chosen, self.chosen_ways[:1]
        if chosen is None or not first or first[0] not in self.numbered:
            return None
        return self.numbers[self.numbered.index(first[0])]

    def ways_like(self, action: Action) -> list[Action]:
        """Return all ways to the same target: `r` goes through them."""
        ways = self.ways.get(self.target_of(action), [])
        return ways if action in ways else [action]

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
