"""What a seat can choose, as tools and targets: what is used, and where it is used.

A tool is a line of the menu: a card of the hand, a kind of action, or for a Caravan the region that
pays. A target lies on the table, or is a line of a list over it.
"""

from __future__ import annotations

from functools import cached_property
from typing import cast

from bastide.core.events import Action
from bastide.plugins.settlers import (
    building,
    espionage,
    hand,
    playing,
    trading,
    turn,
)
from bastide.plugins.settlers.agenda import top
from bastide.plugins.settlers.cards import RESOURCES
from bastide.plugins.settlers.dealing import TAKE
from bastide.plugins.settlers.look.sight import Sight
from bastide.plugins.settlers.look.targets import LINE, Target
from bastide.plugins.settlers.look.tools import (
    HAND,
    MENUS,
    PAYER,
    VERB,
    VERBS,
    Tool,
    Ways,
)
from bastide.plugins.settlers.state import realm


class Toolbox(Sight):
    """The tools of a seat, and where each of them can be used."""

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
        trades = {self.target_of(action): [action] for action in self.trades}
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

    def line_of(self, tool: Tool | None) -> int:
        """Return the line of the menu where a tool stands, from 1; 0 for none."""
        return self.menu.index(tool) + 1 if tool and tool in self.menu else 0
