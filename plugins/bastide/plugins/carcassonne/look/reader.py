"""The board in words and lines of text, for the line mode, screen readers and transcripts."""

from __future__ import annotations

from bastide.core.look.position import Cell
from bastide.core.screen import Grid, Look
from bastide.plugins.carcassonne.board import edges_around
from bastide.plugins.carcassonne.look.glyph_tiles import ASCII, UNICODE
from bastide.plugins.carcassonne.look.glyphs import GlyphPainter
from bastide.plugins.carcassonne.look.joined import feature_at
from bastide.plugins.carcassonne.look.position import Position
from bastide.plugins.carcassonne.look.sayings import OTHER_STANDING, STANDING
from bastide.plugins.carcassonne.look.scene import margins, scene_of
from bastide.plugins.carcassonne.look.view import (
    GLYPH_CELL,
    MARGIN_LEFT,
    MARGIN_TOP,
    Bounds,
    View,
    parse_place,
)
from bastide.plugins.carcassonne.look.words import Words
from bastide.plugins.carcassonne.pieces import MEEPLE, SIDES, STEPS, Meeple, kind_of
from bastide.plugins.carcassonne.slots import TILES
from bastide.plugins.carcassonne.turn import MEEPLE as MEEPLE_PHASE

BESIDE = {
    "N": "To the north: {tile}.",
    "E": "To the east: {tile}.",
    "S": "To the south: {tile}.",
    "W": "To the west: {tile}.",
}


class Reader:
    """Reads positions out."""

    def __init__(self, words: Words, glyphs: GlyphPainter) -> None:
        self._words, self._text, self._glyphs = words, words.text, glyphs

    def board(self, position: Position, look: Look) -> list[str]:
        """Return the whole board in characters, without any style.

        A board too broad for the lines comes in parts, that in the west first.
        """
        bounds = position.bounds()
        columns = bounds.right - bounds.left + 1
        most = max(1, (look.columns - MARGIN_LEFT) // GLYPH_CELL[0]) if look.columns else columns
        broad = -(-columns // -(-columns // most))  # as few parts as may be, alike in breadth
        parts = [
            bounds._replace(left=left, right=min(left + broad - 1, bounds.right))
            for left in range(bounds.left, bounds.right + 1, broad)
        ]
        lines = [["", *self._part(position, look, part)] for part in parts]
        return [line for part in lines for line in part][1:]

    def _part(self, position: Position, look: Look, bounds: Bounds) -> list[str]:
        """Return the cells of a rectangle as lines."""
        wide, high = GLYPH_CELL
        columns, rows = bounds.right - bounds.left + 1, bounds.bottom - bounds.top + 1
        size = MARGIN_LEFT + columns * wide, MARGIN_TOP + rows * high
        corner = MARGIN_LEFT - bounds.left * wide, MARGIN_TOP - bounds.top * high
        plain = look._replace(depth="none", fresh=())
        scene = scene_of(position, View(*size, GLYPH_CELL, *corner), plain)
        grid = Grid(*size)
        glyphs = ASCII if look.glyphs == "ascii" else UNICODE
        self._glyphs.paint(grid, scene._replace(ghost=None), glyphs, bare=True)
        margins(grid, scene, self._text)
        return [line.rstrip() for line in grid.lines()]

    def situation(self, position: Position) -> str:
        """Say what there is to lay, tiles as they lie unturned, or which pieces there are."""
        if position.phase == MEEPLE_PHASE:
            return self._pieces(position)
        if len(position.hand) > 1:
            return "\n".join(self._tiles(position))
        tiles = position.rules.table(TILES)
        said = (self._words.tile(tiles[held.tile]) for held in position.hand)
        return " ".join(self._text("Your tile: {tile}.", tile=tile) for tile in said)

    def _tiles(self, position: Position) -> list[str]:
        tiles, text = position.rules.table(TILES), self._text
        lines = [text("Your tiles:")]
        for n, held in enumerate(position.hand, start=1):
            tile = self._words.tile(tiles[held.tile])
            line = text("tile {n}: {tile}", n=n, tile=tile)
            if not position.fits(held):
                line = text("tile {n}: {tile} (fits nowhere)", n=n, tile=tile)
            lines.append(f"  {line}")
        if position.fitting:
            n = position.cursor.hand % len(position.hand) + 1
            lines.append(text("Places for tile {n}; tile and a number takes another.", n=n))
        return lines

    def _pieces(self, position: Position) -> str:
        """Say what there is to put down, where there is more than one kind of it."""
        if len(position.kinds) < 2:
            return ""
        pieces, supply = position.board.tables.pieces, position.board.supply
        said = [
            self._text(
                "{piece}: {n} left, counts {weight}",
                piece=self._text(kind),
                n=supply[kind][position.s.seat],
                weight=pieces[kind].weight,
            )
            for kind in position.kinds
        ]
        return self._text("Your pieces: {pieces}.", pieces=self._words.series(said))

    def near(self, position: Position, words: list[str]) -> str:
        """Return what lies on a cell and on its four sides; of no cell where all pieces stand."""
        cell = parse_place(self._text, " ".join(words))
        if not words and position.board.meeples:
            return "\n".join(self._stands(position, meeple) for meeple in position.board.meeples)
        if cell is None:
            place = self._words.place(*next(iter(position.fitting), (0, 0)))
            return self._text("Type near, a column and a row, such as near {place}.", place=place)
        around = [
            self._text(BESIDE[side], tile=self._tile(position, (cell[0] + dx, cell[1] + dy)))
            for side, (dx, dy) in zip(SIDES, STEPS, strict=True)
            if position.shape_at(cell[0] + dx, cell[1] + dy)
        ]
        return " ".join([self._here(position, cell), *around])

    def _tile(self, position: Position, cell: Cell) -> str:
        shape = position.shape_at(*cell)
        return self._words.tile(shape.tile, shape.rotation) if shape else ""

    def _here(self, position: Position, cell: Cell) -> str:
        place = self._words.place(*cell)
        if position.shape_at(*cell):
            said = self._text("{place}: {tile}.", place=place, tile=self._tile(position, cell))
            return " ".join([said, *self._standing(position, cell)])
        asked = self._words.asked(edges_around(position.board, *cell))
        if asked:
            return self._text("{place} is empty: {asked}.", place=place, asked=asked)
        return self._text("{place} is empty and touches no tile.", place=place)

    def _standing(self, position: Position, cell: Cell) -> list[str]:
        return [
            self._text(
                "{name} has {meeple} here.",
                name=self._words.name(meeple.seat),
                meeple=self._meeple(meeple),
            )
            for meeple in position.board.meeples
            if (meeple.x, meeple.y) == cell
        ]

    def _stands(self, position: Position, meeple: Meeple) -> str:
        """Say where a piece stands, and what its feature is by now."""
        feature = feature_at(position.s, meeple.x, meeple.y, meeple.segment)
        return self._text(
            "{name} has {meeple} at {place}: {feature}.",
            name=self._words.name(meeple.seat),
            meeple=self._meeple(meeple),
            place=self._words.place(meeple.x, meeple.y),
            feature=self._words.feature(feature, position.seat),
        )

    def _meeple(self, meeple: Meeple) -> str:
        ids = STANDING if meeple.piece == MEEPLE else OTHER_STANDING
        return self._text(ids[kind_of(meeple.segment)], piece=self._text(meeple.piece))
