"""Where a cursor goes: to a line of the menu, to what lies on the table, to an action."""

from __future__ import annotations

from bastide.core.events import Action
from bastide.core.look.steering import LOOSE
from bastide.core.screen import Cursor
from bastide.plugins.settlers.cards import DOUBLES
from bastide.plugins.settlers.look import catalogue
from bastide.plugins.settlers.look.position import Position
from bastide.plugins.settlers.look.targets import LINE, SITE, Target
from bastide.plugins.settlers.look.tools import (
    ASKED,
    AT,
    GIVING_UP,
    HAND,
    LIFTED,
    TERMS,
    TEXT,
    Tool,
    write_target,
)
from bastide.plugins.settlers.places import touched
from bastide.plugins.settlers.state import Site, realm

GONE = (*LOOSE, ASKED, TEXT, GIVING_UP, catalogue.FLAG)
"""Flags that go when the cursor goes somewhere else."""


def asked(position: Position, verb: str) -> Cursor:
    """Return the cursor after a key whose time it is not: the line below says what is due."""
    return position.cursor.without(*GONE).flagged(f"{ASKED}{verb}")


def to_giving_up(position: Position) -> Cursor:
    """Return the cursor of who has typed that it gives up: any key but Enter plays on."""
    return position.cursor.without(*GONE, AT).flagged(GIVING_UP)


def pointed(position: Position, target: Target) -> Cursor:
    """Return the cursor on a target."""
    cursor = position.cursor.without(*GONE, AT)
    if position.acting != position.tool and not position.arranging:
        cursor = cursor._replace(hand=0)
    return cursor._replace(turn=0).flagged(f"{AT}{write_target(target)}")


def to_tool(position: Position, tool: Tool) -> Cursor:
    """Return the cursor with a tool, on its first target; nothing is torn down by one key."""
    if position.arranging:
        return (
            position.cursor.without(*GONE, AT, LIFTED)
            ._replace(hand=position.cursor.hand // 2 * 2 + 1)
            .flagged(f"{AT}{write_target(Target(LINE))}")
        )
    cursor = position.cursor.without(*GONE, AT, TERMS)
    cursor = cursor._replace(hand=position.line_of(tool), turn=0, choice=0)
    ways = position.by_tool.get(tool, {})
    if tool.name == "demolish" or not ways:
        return cursor
    return pointed(position.moved(cursor), max(ways, key=lambda at: served(position, tool, at)))


def served(position: Position, tool: Tool, at: Target) -> int:
    """Return how many regions beside a site a card of the hand would double."""
    if tool.kind != HAND or at.kind != SITE or tool.name not in DOUBLES:
        return 0
    lands = realm(position.s).lands[position.seat]
    beside = [lands.lands[n].resource for n in touched(lands, Site(at.x, at.side, at.n))]
    return beside.count(DOUBLES[tool.name])


def to_next(position: Position, step: int) -> Cursor:
    """Return the cursor with the tool on the next line of the menu, round and round by no tool."""
    lines = tab_stops(position)
    tool = position.tool if position.tool in lines else None
    after = lines[(lines.index(tool) + step) % len(lines)]
    return to_tool(position, after) if after else with_nothing(position)


def tab_stops(position: Position) -> list[Tool | None]:
    """Return what Tab goes through: no tool, then the lines of the menu but the usual one."""
    usual = position.usual if not position.arranging else None
    return [None, *(tool for tool in position.menu if tool != usual)]


def with_nothing(position: Position) -> Cursor:
    """Return the cursor without a tool."""
    cursor = position.cursor.without(*GONE, AT, TERMS, LIFTED)
    return cursor._replace(hand=cursor.hand // 2 * 2 if position.arranging else 0, turn=0)


def to_action(position: Position, action: Action) -> Cursor:
    """Return the cursor on an action that may be chosen."""
    tools = [position.acting] if position.acting else list(position.by_tool)
    for tool in tools:
        for target, ways in position.by_tool[tool].items() if tool in position.by_tool else ():
            if action in ways:
                cursor = pointed(position.moved(to_tool(position, tool)), target)
                return cursor._replace(turn=ways.index(action))
    return position.cursor
