"""The pane of the hand: its cards, and what else can be done."""

from __future__ import annotations

from typing import NamedTuple

from bastide.core.colours import legible, reduced
from bastide.core.look.lines import first_shown
from bastide.core.messages import Text
from bastide.core.screen import Grid, Look, Style, fit, text_width
from bastide.plugins.settlers.cards import (
    CARDS,
    CITY,
    COSTS,
    ROAD,
    SETTLEMENT,
    Cost,
)
from bastide.plugins.settlers.look.palette import colour
from bastide.plugins.settlers.look.position import Position
from bastide.plugins.settlers.look.signs import card_sign, signs_of
from bastide.plugins.settlers.look.telling import Telling
from bastide.plugins.settlers.look.tools import HAND, PAYER, VERB, Tool
from bastide.plugins.settlers.look.words import Words
from bastide.plugins.settlers.state import realm

LETTERS = {
    "w": "road",
    "s": "settle",
    "y": "city",
    "t": "trade",
    "o": "offer",
    "x": "demolish",
    "e": "end",
    "d": "draw",
    "f": "search",
    "m": "exchange",
    "a": "accept",
    "u": "refuse",
}
"""Keys that choose a verb."""

TITLES = {
    "road": "Road",
    "settle": "Settlement",
    "city": "City",
    "trade": "Trade",
    "offer": "Offer",
    "demolish": "Raze",
    "draw": "Draw",
    "search": "Search",
    "exchange": "Exchange",
    "accept": "Accept",
    "refuse": "Refuse",
    "lay": "Lay them so",
    "open": "Choose a pile",
    "take": "Take a card",
    "roll": "Roll the dice",
    "gain": "Gain 1",
    "pay": "Pay 1",
    "rob": "Take 1",
    "give": "Give 1 back",
    "region": "Choose a region",
    "above": "Which goes above",
    "target": "Name a card",
    "pile": "Choose a pile",
    "counter": "Other terms",
}
ENDINGS = {
    "main": "End",
    "complete": "End the turn",
    "react": "No answer",
    "builder": "Look at none",
    "keep": "Take none",
    "steal": "Nothing to take",
    "more": "No second one",
    "swap": "No second one",
}
"""What ends a phase, by its name."""


SHORT = {
    "Settlement": "Settle",
    "Other terms": "Counter",
    "Nothing to take": "Nothing",
    "No second one": "Enough",
    "Which goes above": "Above",
    "Choose a region": "Region",
    "Roll the dice": "Roll",
    "Look at none": "None",
    "End the turn": "End",
    "Exchange": "Swap",
    "Lay them so": "Lay",
    "Choose a pile": "Pile",
    "Take a card": "Take",
    "Take 1": "Take",
    "Gain 1": "Gain",
    "Give 1 back": "Give",
    "Name a card": "Name",
    "No answer": "None",
    "Take none": "None",
    "Trade": "Deal",
    "Search": "Look",
    "Accept": "Yes",
}
"""What is called so where there is less room, in whichever language needs it."""

BUILT = {"road": ROAD, "settle": SETTLEMENT, "city": CITY}
"""What verbs build, as it is called in the list of costs."""


def title(position: Position, tool: Tool, words: Words) -> str:
    """Return what a tool is called."""
    t = words.text
    if tool.kind == HAND:
        return words.card(tool.name) if tool.name in CARDS else t("Hidden card")
    if tool.kind == PAYER:
        lands = realm(position.s).lands[position.seat]
        return Telling(words).named(lands, lands.lands[lands.at[tool.x, tool.side]])
    return t(_named(position, tool))


def _titled(position: Position, tool: Tool, words: Words, room: int) -> str:
    """Return what a tool is called, in short where that has to fit."""
    name, short = title(position, tool, words), SHORT.get(_named(position, tool))
    return words.text(short) if short and text_width(name) > room else name


def _named(position: Position, tool: Tool) -> str:
    """Return what a verb is called, in English; "" for what is none."""
    if tool.kind != VERB:
        return ""
    if tool.name == "offer" and position.s.phase == "answer":
        return TITLES["counter"]
    return ENDINGS[position.s.phase] if tool.name == "end" else TITLES[tool.name]


class Line(NamedTuple):
    """Where a tool stands in the pane."""

    tool: Tool
    x: int
    y: int
    width: int


def rows_of(position: Position) -> int:
    """Return the rows that the menu would like to have: cards or regions, then two verbs a row."""
    cards = sum(tool.kind in _LONE for tool in position.menu)
    return cards + (len(position.menu) - cards + 1) // 2


def lines(position: Position, size: tuple[int, int]) -> list[Line]:
    """Return where each tool stands: one below the other, or verbs or all in two columns."""
    menu, (width, height) = position.menu, size
    cards = [tool for tool in menu if tool.kind in _LONE]
    verbs = menu[len(cards) :]
    if len(menu) <= height:
        return [Line(tool, 0, y, width) for y, tool in enumerate(menu)]
    half, wide = (len(verbs) + 1) // 2, max(width - width // 2, min(_LONG, width - _NARROW))
    narrow = width < 2 * _NARROW
    if len(cards) + half <= height and not narrow:
        found = [Line(tool, 0, y, width) for y, tool in enumerate(cards)]
        return [*found, *_columns(verbs, half, len(cards), wide, width)]
    columns = 1 if narrow or position.paying else 2
    rows, at = -(-len(menu) // columns), position.line_of(position.tool) - 1
    first = first_shown(rows, height, max(0, at) if position.paying else at % rows)
    found = _columns(menu, rows, -first, wide if columns == 2 else width, width)
    return [line for line in found if 0 <= line.y < height]


_LONE = (HAND, PAYER)
"""Kinds of tools whose names want a row of their own."""

_NARROW, _LONG = 10, 12
"""Columns of a title at least, and of the longest with its key and a gap."""


def _columns(tools: list[Tool], rows: int, top: int, wide: int, width: int) -> list[Line]:
    """Return tools in columns of some rows each."""
    return [
        Line(tool, n // rows * wide, top + n % rows, wide if n < rows else width - wide)
        for n, tool in enumerate(tools)
    ]


def is_possible(position: Position, tool: Tool) -> bool:
    """Tell whether a tool can be used now."""
    return tool in position.by_tool or (position.arranging and tool.kind != HAND)


def paint_menu(grid: Grid, position: Position, look: Look, words: Words) -> None:
    """Draw the menu; what is not possible now is dim. Cards have the sign of their kind."""
    theme = reduced(look.theme, look.depth)
    ellipsis, signs = "." if look.glyphs == "ascii" else "…", signs_of(look)
    keys = {verb: key for key, verb in LETTERS.items()}
    shown_lines = lines(position, (grid.width, grid.height))
    for line in shown_lines:
        tool, can = line.tool, is_possible(position, line.tool)
        chosen = tool == position.tool and (position.cursor.hand > 0 or can)
        ink = theme.accent if chosen else theme.text if can else theme.dim
        style = Style(ink, theme.panel, bold=chosen or tool.kind == HAND, reverse=chosen)
        key = keys.get("end" if tool.name == "lay" else tool.name, " ") if can else "-"
        if (tool.item, tool.name) in position.taken or (not can and tool.item in position.new):
            key = "+"
        known = tool.kind == HAND and tool.name in CARDS
        sign = f"{card_sign(tool.name, signs)} " if known else ""
        room = line.width - (line.x == 0)
        named = _titled(position, tool, words, room - text_width(f"{key} {sign}"))
        shown = fit(f"{key} {sign}{named}", room, ellipsis)
        cost = CARDS[tool.name].cost if known else COSTS.get(BUILT.get(tool.name, ""))
        if cost and any(cost):
            shown = _with_cost(shown, cost, words, room, ellipsis if chosen else "")
        grid.text(line.x, line.y, shown, style)
        if known and not chosen:
            shade = legible(colour(CARDS[tool.name].kind, look.depth), theme.panel)
            sign_style = Style(shade, theme.panel, bold=True)
            grid.text(line.x + 2, line.y, sign.rstrip(), sign_style)
    _mark_more(grid, position, shown_lines, look)


def _mark_more(grid: Grid, position: Position, shown: list[Line], look: Look) -> None:
    """Mark at the right edge that there are more lines above or below those that are shown."""
    tools = [line.tool for line in shown]
    theme = reduced(look.theme, look.depth)
    style = Style(theme.accent, theme.panel, bold=True)
    up, down = ("^", "v") if look.glyphs == "ascii" else ("↑", "↓")
    if tools and len(tools) < len(position.menu):
        if position.menu[0] not in tools:
            grid.put(grid.width - 1, 0, up, style)
        if position.menu[-1] not in tools:
            grid.put(grid.width - 1, grid.height - 1, down, style)


_LEAST_NAME = 8
"""Columns that a line keeps for its key, sign and name when the cost would take them."""


def _with_cost(shown: str, numbers: Cost, words: Words, room: int, ellipsis: str) -> str:
    """Return a line with a cost at its end, in the longest form that fits.

    ellipsis: ends a name that gives way to the shortest form; "" where none gives way.
    """
    spaced = words.brief(numbers)
    parted = words.tight(numbers)
    tight = parted.replace(" ", "")
    forms = words.cost(numbers), spaced, parted, tight
    cost = next((each for each in forms if text_width(shown + each) < room), "")
    if not cost and ellipsis and room - text_width(tight) > _LEAST_NAME:
        cost, shown = tight, fit(shown, room - text_width(tight) - 1, ellipsis)
    return shown + " " * (room - text_width(shown + cost)) + cost


def tool_at(position: Position, at: tuple[int, int], size: tuple[int, int]) -> Tool | None:
    """Return which tool stands on a cell of the pane."""
    for line in lines(position, size):
        if line.y == at[1] and line.x <= at[0] < line.x + line.width:
            return line.tool
    return None


def heading(position: Position, text: Text) -> tuple[str, str]:
    """Return what the pane is called, and that in short."""
    if position.paying:
        return text("Which region pays"), text("Who pays")
    if position.mine:
        return text("Hand and actions"), text("Actions")
    return text("Your hand"), ""
