"""The board pane of one table, and what the painter keeps of it."""

from __future__ import annotations

from bastide.core.look.pixels import ground
from bastide.core.look.steering import PANNED
from bastide.core.screen import Edges, Grid, Look, Style
from bastide.plugins.barony.board import Cell
from bastide.plugins.barony.look.blocks import paint_blocks
from bastide.plugins.barony.look.glyphs import glyph_set, paint_glyphs
from bastide.plugins.barony.look.hexes import (
    BROADER,
    MARGIN_LEFT,
    ZOOMS,
    Extent,
    Spot,
    View,
    edges_of,
    extent,
    fits_across,
    look_at,
    middle_of,
)
from bastide.plugins.barony.look.lists import paint_list
from bastide.plugins.barony.look.menu import paint_menu
from bastide.plugins.barony.look.position import Position
from bastide.plugins.barony.look.previews import Previews
from bastide.plugins.barony.look.scene import Scene, scene_of

_ROOMY = 52
"""Columns of the board from which on the lines below it have room for long hints."""


class Painter:
    """Paints boards, and the kinds of action."""

    def __init__(self, previews: Previews) -> None:
        self._previews = previews
        self.middle: Spot = (0, 0)
        self.narrow = False

    def board(self, grid: Grid, position: Position, look: Look) -> None:
        """Draw the board pane, and over it a list of choices that are no place."""
        self.narrow = grid.width < _ROOMY
        view = self.view(position, (grid.width, grid.height), look)
        self.middle = middle_of(view)
        scene = scene_of(position, view, look)
        ground(grid, scene.theme)
        glyphs = glyph_set(look)
        if glyphs:
            paint_glyphs(grid, scene, glyphs)
        else:
            paint_blocks(grid, scene)
        _rows(grid, scene)
        if position.listed:
            paint_list(grid, position, look, self._previews)

    def hand(self, grid: Grid, position: Position, look: Look) -> None:
        """Draw the kinds of action."""
        paint_menu(grid, position, look, self._previews.text)

    def view(self, position: Position, size: tuple[int, int], look: Look) -> View:
        """Return the view of a pane; it moves no farther than it must.

        The smallest zooms have broader hexes where a whole board has room for them.
        """
        zoom = look.zoomed(ZOOMS)
        broader = BROADER.get(zoom, ())
        fitting = (each for each in broader if fits_across(size, _extent(position, each, look)))
        zoom = next(fitting, zoom)
        cursor = position.cursor
        middle = self.middle if cursor.origin is None else cursor.origin
        focus: Cell | None = position.cell if position.mine and position.on_board else None
        if PANNED in cursor.flags:
            focus = None
        wanted = position.targets if focus else ()
        return look_at(size, zoom, _extent(position, zoom, look), middle, focus, wanted)

    def beyond(self, position: Position, size: tuple[int, int], look: Look) -> Edges:
        """Return where a pane of a size cuts off the board."""
        view = self.view(position, size, look)
        return edges_of(view, _extent(position, view.zoom, look))


def _extent(position: Position, zoom: tuple[int, int], look: Look) -> Extent:
    return extent(position.realm.land.cells, zoom, border=1 if glyph_set(look) else 0)


def _rows(grid: Grid, scene: Scene) -> None:
    """Write the second coordinate of each row into the margin, over whatever reached there."""
    theme, view = scene.theme, scene.view
    style = Style(theme.text, theme.table)
    grid.fill(0, 0, min(MARGIN_LEFT, grid.width), grid.height, style)
    for r in sorted({tile.cell[1] for tile in scene.tiles}):
        row = view.place(0, r)[1] + view.zoom[1] // 2
        grid.text(MARGIN_LEFT - 1 - len(str(r)), row, str(r), style)
