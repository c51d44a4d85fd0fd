"""Everything that is painted at one table, with what the painters keep."""

from __future__ import annotations

from bastide.core.look.pixels import ground
from bastide.core.look.position import Cell
from bastide.core.look.position_screen import ROOMY
from bastide.core.look.steering import PANNED
from bastide.core.rules import Rules
from bastide.core.screen import Edges, Grid, Look
from bastide.core.state import State
from bastide.plugins.carcassonne.look.blocks import BlockPainter
from bastide.plugins.carcassonne.look.cards import Brush
from bastide.plugins.carcassonne.look.counted import counted_cell
from bastide.plugins.carcassonne.look.glyph_tiles import glyph_set
from bastide.plugins.carcassonne.look.glyphs import GlyphPainter
from bastide.plugins.carcassonne.look.hand import card_at, paint_hand
from bastide.plugins.carcassonne.look.hatch import draw_labels
from bastide.plugins.carcassonne.look.overlay import paint_tiles_left
from bastide.plugins.carcassonne.look.position import Position
from bastide.plugins.carcassonne.look.raster import Album
from bastide.plugins.carcassonne.look.scene import margins, scene_of
from bastide.plugins.carcassonne.look.svg import Drawn, draw_board
from bastide.plugins.carcassonne.look.view import (
    GLYPH_CELL,
    ZOOMS,
    Bounds,
    View,
    around,
    edges_of,
    look_at,
    settle,
)
from bastide.plugins.carcassonne.look.words import Words
from bastide.plugins.carcassonne.slots import MARK_ART, PIECE_ART, TILES
from bastide.plugins.carcassonne.turn import MEEPLE


class Painter:
    """Paints boards, hands and overlays.

    `sketches`: the shapes of every tile type. `glyphs`: the painter with characters.
    """

    def __init__(self, rules: Rules, words: Words) -> None:
        marks = rules.table(MARK_ART)
        self._words = words
        album = Album(rules.table(TILES), marks)
        self.sketches = album.sketches
        self.glyphs = GlyphPainter(self.sketches, marks)
        self._drawn = Drawn(marks, rules.table(PIECE_ART), self.sketches)
        self._blocks = BlockPainter(album)
        self.middle: Cell = (0, 0)
        self.narrow = False

    def board(self, grid: Grid, position: Position, look: Look) -> None:
        """Draw the board pane."""
        self.narrow = grid.width < ROOMY
        size = grid.width, grid.height
        self.middle = self._middle(position, size, look)
        scene = scene_of(position, look_at(size, tile_of(look), self.middle), look)
        ground(grid, scene.theme)
        glyphs = glyph_set(look)
        if glyphs:
            self.glyphs.paint(grid, scene, glyphs)
        else:
            self._blocks.paint(grid, scene)
        draw_labels(grid, scene, self.sketches, self._words.text)
        margins(grid, scene, self._words.text)

    def view(self, position: Position, size: tuple[int, int], look: Look) -> View:
        """Return the view of a pane; it moves no farther than it must."""
        return look_at(size, tile_of(look), self._middle(position, size, look))

    def _middle(self, position: Position, size: tuple[int, int], look: Look) -> Cell:
        cursor = position.cursor
        middle = self.middle if cursor.origin is None else cursor.origin
        if PANNED in cursor.flags:
            return middle
        counted = counted_cell(look)
        focus = counted or _focus(position)
        wanted = () if counted or cursor.origin else _wanted(position)
        return settle(size, tile_of(look), counted or middle, position.bounds(), focus, wanted)

    def beyond(self, position: Position, size: tuple[int, int], look: Look) -> Edges:
        """Return where a pane of a size cuts off tiles, or cells beside them."""
        return edges_of(self.view(position, size, look), position.bounds())

    def hand(self, grid: Grid, position: Position, look: Look) -> None:
        """Draw the pane of what is about to be laid."""
        paint_hand(Brush(self._blocks, self.glyphs, grid, look), position, self._words)

    def card_at(
        self, position: Position, at: tuple[int, int], size: tuple[int, int], look: Look
    ) -> int | None:
        """Return which tile or piece of the hand pane lies on one of its cells, if any."""
        brush = Brush(self._blocks, self.glyphs, Grid(*size), look)
        return card_at(brush, position, at)

    def tiles_left(self, grid: Grid, s: State, seat: int, look: Look) -> None:
        """Draw the overlay of the tiles left."""
        paint_tiles_left(Brush(self._blocks, self.glyphs, grid, look), s, self._words)

    def svg(self, s: State, names: tuple[str, ...]) -> str:
        """Return the board as an SVG picture."""
        return draw_board(s, self._drawn, names)


def tile_of(look: Look) -> tuple[int, int]:
    """Return the columns and rows that a tile takes."""
    return GLYPH_CELL if glyph_set(look) else look.zoomed(ZOOMS)


def _wanted(position: Position) -> list[Bounds]:
    """Return what of a large board is to be seen: all tiles, and rather the legal places."""
    tiles = [(each.x, each.y) for each in position.board.placed]
    return [around(cells) for cells in (tiles, position.fitting) if cells]


def _focus(position: Position) -> Cell | None:
    """Return the cell that must be seen, if it is this seat's decision."""
    if not position.mine:
        return None
    if position.phase == MEEPLE:
        return position.last.x, position.last.y
    return position.cell
