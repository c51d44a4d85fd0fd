"""The board in half-block pixels."""

from __future__ import annotations

from bastide.core.look.paints import badge
from bastide.core.look.pixels import blocks
from bastide.core.screen import OWN, Colour, Grid, Style
from bastide.plugins.barony.look.palette import colour
from bastide.plugins.barony.look.pawns import badges, put_badges
from bastide.plugins.barony.look.scene import Number, Scene, Tile
from bastide.plugins.barony.look.terrain import drawing, variant_of

_APART = 6
"""Columns of a hex from which both its coordinates do not touch those of the next."""


def paint_blocks(grid: Grid, scene: Scene) -> None:
    """Draw a scene over a pane that shows the table."""
    _pixels(grid, scene)
    for tile in scene.tiles:
        label(grid, scene, tile)


def _pixels(grid: Grid, scene: Scene) -> None:
    view, depth, ground = scene.view, scene.look.depth, scene.theme.table
    rows: list[list[Colour]] = [[ground] * view.width for _ in range(2 * view.height)]
    for tile in scene.tiles:
        left, top = view.place(*tile.cell)
        strips = drawing(tile.terrain, variant_of(*tile.cell), view.zoom, depth, tile.outline)
        for y, strip in enumerate(strips, start=2 * top):
            if 0 <= y < len(rows):
                x, colours = left + strip.start, strip.colours
                if x < 0:
                    x, colours = 0, colours[-x:]
                rows[y][x : x + len(colours)] = colours[: max(0, view.width - x)]
    grid.chars, grid.styles = blocks(rows)


# what is written on a hex


def label(grid: Grid, scene: Scene, tile: Tile) -> None:
    """Write pawns, number and coordinates on a hex."""
    wide, (x, y) = scene.view.zoom[0], scene.view.place(*tile.cell)
    rows = scene.rows
    if scene.coordinates:
        _coordinates(grid, scene, tile, (x, y + rows.pawns))
        return
    if scene.view.zoom[1] == 1:
        _one_row(grid, scene, tile, (x, y))
        return
    found = badges(tile.code, scene.seats, wide, scene.look.glyphs == "ascii")
    if found:
        put_badges(grid, x, y + rows.pawns, wide, found, scene.theme)
    if tile.number:
        row = rows.number if found else rows.pawns
        _number(grid, scene, tile.number, x + wide // 2, y + row)
    if rows.name >= 0:
        _name(grid, scene, tile, (x, y + rows.name))


def _one_row(grid: Grid, scene: Scene, tile: Tile, at: tuple[int, int]) -> None:
    """Write number and pawns side by side, in the one row that a brick has.

    Where they cover all of it, the pawns have its outline as their own ground.
    """
    wide, (x, y) = scene.view.zoom[0], at
    number = str(tile.number.number) if tile.number else ""
    found = badges(tile.code, scene.seats, wide - len(number), scene.look.glyphs == "ascii")
    if tile.number and not found:
        _number(grid, scene, tile.number, x + wide // 2, y)
    pawns = sum(len(each.text) for each in found)
    start = x + (wide - len(number) - pawns) // 2
    if tile.number and found:
        start = grid.text(start, y, number, _number_style(scene, tile.number))
    put_badges(grid, start, y, pawns, found, scene.theme)
    if tile.outline in _STRONG and len(number) + pawns == wide:
        text = "".join(each.text for each in found)
        grid.text(start, y, text, badge(colour(tile.outline, scene.look.depth)))


_STRONG = ("cursor", "refused", "start")
"""Outlines that must be seen whatever lies on a hex."""


def _number(grid: Grid, scene: Scene, number: Number, middle: int, row: int) -> None:
    text = str(number.number)
    if scene.view.zoom[0] >= 8:
        text = f" {text} " if len(text) == 1 else text.center(4)
    grid.text(middle - (len(text) + 1) // 2, row, text, _number_style(scene, number))


def _number_style(scene: Scene, number: Number) -> Style:
    ground = colour("number" if number.near else "number faint", scene.look.depth)
    style = badge(ground, reverse=False)
    return style if ground == OWN else style._replace(bold=number.near)


def _name(grid: Grid, scene: Scene, tile: Tile, at: tuple[int, int]) -> None:
    """Write coordinates over what is drawn there, in a quiet ink."""
    text = f"{tile.cell[0]},{tile.cell[1]}"
    start = at[0] + (scene.view.zoom[0] - len(text)) // 2
    for n, char in enumerate(text):
        x, y = start + n, at[1]
        if 0 <= x < grid.width and 0 <= y < grid.height:
            ground = grid.styles[y][x].bg
            style = badge(ground)._replace(bold=False) if ground != OWN else Style()
            grid.put(x, y, char, style)


def _coordinates(grid: Grid, scene: Scene, tile: Tile, at: tuple[int, int]) -> None:
    """Write both coordinates; on a narrow hex the first one alone: the second one leads the row."""
    wide, theme, (q, r) = scene.view.zoom[0], scene.theme, tile.cell
    text = f"{q},{r}" if wide >= _APART else str(q)
    start = at[0] + (wide - len(text)) // 2
    grid.text(start, at[1], text, Style(theme.ink, theme.panel, bold=True))
