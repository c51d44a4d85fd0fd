r"""The board in characters, for terminals without colours or half blocks.

Each terrain has a pattern of its own; borders are `/`, `\` and `|`. The hex under the cursor has
brackets and is reversed, that of the knight that moves has parentheses, a hex where others did
something since stars, one that can be reached its number.
"""

from __future__ import annotations

from typing import NamedTuple

from bastide.core.screen import Depth, Grid, Look, Style
from bastide.plugins.barony.look.blocks import label
from bastide.plugins.barony.look.palette import colour
from bastide.plugins.barony.look.scene import Scene, Tile
from bastide.plugins.barony.pieces import FIELD, FOREST, LAKE, MOUNTAIN, PLAIN, TERRAINS


class GlyphSet(NamedTuple):
    """The characters of each terrain: a row of two, then the next row."""

    patterns: dict[int, tuple[str, str]]


UNICODE = GlyphSet(
    {
        PLAIN: ("·  ·", " ·  "),
        FIELD: ("════", "════"),
        FOREST: ("▒▒▒▒", "▒▒▒▒"),
        MOUNTAIN: ("▟▙ ▟", "▙ ▟▙"),
        LAKE: ("≈ ≈ ", " ≈ ≈"),
    }
)
ASCII = GlyphSet(
    {
        PLAIN: (".  .", " .  "),
        FIELD: ("====", "===="),
        FOREST: ("%%%%", "%%%%"),
        MOUNTAIN: ("^ ^ ", " ^ ^"),
        LAKE: ("~ ~ ", " ~ ~"),
    }
)


AROUND = {"cursor": ("[", "]"), "refused": ("[", "]"), "start": ("(", ")"), "fresh": ("*", "*")}
"""What stands in the borders of a hex that matters, before and after its pawns."""


def glyph_set(look: Look) -> GlyphSet | None:
    """Return the characters to draw with; None where half blocks and colours are to be had."""
    return look.characters(UNICODE, ASCII)


def paint_glyphs(grid: Grid, scene: Scene, glyphs: GlyphSet) -> None:
    """Draw a scene over a pane that shows the table."""
    for tile in scene.tiles:
        _ground(grid, scene, tile, glyphs)
    for tile in scene.tiles:
        _borders(grid, scene, tile)
    for tile in scene.tiles:
        label(grid, scene, tile)


def _ground(grid: Grid, scene: Scene, tile: Tile, glyphs: GlyphSet) -> None:
    """Fill a hex with its pattern, the lower slope included: what lies below covers the rest."""
    (wide, high), (x, y) = scene.view.zoom, scene.view.place(*tile.cell)
    patterns = glyphs.patterns[tile.terrain]
    style = _style(scene, tile)
    for row in range(high + slope_of(high)):
        start, end = span(wide, high, row)
        for column in range(start, end):
            grid.put(x + column, y + row, patterns[row % 2][column % 4], style)


def slope_of(high: int) -> int:
    """Return how many rows a slope has; bricks have none."""
    return 2 if high >= 6 else int(high > 1)


def span(wide: int, high: int, row: int) -> tuple[int, int]:
    """Return where a row of a hex begins and ends, borders left out."""
    slope = slope_of(high)
    quarter = wide // (2 * slope + 2)
    if row < slope:
        inset = wide // 2 - quarter * (row + 1)
        return inset, wide - inset
    if row >= high:
        inset = quarter * (row - high + 1)
        return inset + 1, wide - inset - 1
    return 1, wide


def _borders(grid: Grid, scene: Scene, tile: Tile) -> None:
    (wide, high), (x, y) = scene.view.zoom, scene.view.place(*tile.cell)
    style = _line(scene, tile)
    for row in range(slope_of(high)):
        start, end = span(wide, high, row)
        grid.put(x + start - 1, y + row, "/", style)
        grid.put(x + end, y + row, "\\", style)
    for row in range(slope_of(high), high):
        grid.put(x, y + row, "|", style)
        grid.put(x + wide, y + row, "|", style)
    for row in range(high, high + slope_of(high)):
        start, end = span(wide, high, row)
        grid.put(x + start - 1, y + row, "\\", style)
        grid.put(x + end, y + row, "/", style)
    if tile.outline in AROUND:
        row, (before, after) = y + scene.rows.pawns, AROUND[tile.outline]
        style = style._replace(reverse=_is_under_cursor(tile))
        grid.put(x, row, before, style)
        grid.put(x + wide, row, after, style)


def _line(scene: Scene, tile: Tile) -> Style:
    theme = scene.theme
    inks = {"cursor": theme.ink, "refused": theme.bad, "start": theme.accent, "lit": theme.good}
    bold = tile.outline in inks
    return Style(inks.get(tile.outline, theme.dim), theme.table, bold=bold)


def _style(scene: Scene, tile: Tile) -> Style:
    ink, reverse = ink_of(tile.terrain, scene.look.depth), _is_under_cursor(tile)
    return Style(ink, scene.theme.table, reverse=reverse)


def _is_under_cursor(tile: Tile) -> bool:
    return tile.outline in ("cursor", "refused")


def ink_of(terrain: int, depth: Depth) -> int:
    """Return the colour of a terrain's pattern."""
    name = TERRAINS[terrain]
    return colour(f"{name} light" if terrain in (FOREST, LAKE) else name, depth)
