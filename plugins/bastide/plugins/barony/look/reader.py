"""The board in words and characters, for the line mode."""

from __future__ import annotations

from collections.abc import Iterable

from bastide.core.look.words import LETTERS
from bastide.core.screen import Grid, Look, Style
from bastide.plugins.barony.board import Cell
from bastide.plugins.barony.land import STEPS
from bastide.plugins.barony.look.commands import HexCommands
from bastide.plugins.barony.look.glyphs import ASCII, UNICODE, paint_glyphs
from bastide.plugins.barony.look.hexes import MARGIN_LEFT, View, extent, look_at
from bastide.plugins.barony.look.pawns import ASCII as ASCII_SIGNS
from bastide.plugins.barony.look.pawns import UNICODE as SIGNS
from bastide.plugins.barony.look.position import Position
from bastide.plugins.barony.look.scene import Rows, scene_of
from bastide.plugins.barony.look.standing import standing
from bastide.plugins.barony.look.words import Words, parse_cell
from bastide.plugins.barony.pieces import PIECES, STRONGHOLD, TERRAINS, VILLAGE
from bastide.plugins.barony.presence import knights_of, structure_of

_ZOOMS = ((10, 4), (8, 3), (6, 3))
"""Columns and rows of a hex with room for coordinates, the broadest first."""

_ROWS = Rows(pawns=1, number=0, name=2)
"""What stands where on a hex of three rows."""


class Reader:
    """Says at one table what lies where."""

    def __init__(self, words: Words, commands: HexCommands) -> None:
        self.words, self.text, self.commands = words, words.text, commands

    def board(self, position: Position, look: Look) -> list[str]:
        """Return the board as lines of characters, then what they mean."""
        cells = position.realm.land.cells
        if not cells:
            return [self.text("The board is not laid yet.")]
        views = [_whole(cells, zoom) for zoom in _ZOOMS]
        view = next((each for each in views if _fits(each, look)), views[-1])
        scene = scene_of(position, view, look._replace(depth="none", fresh=()))
        if view.zoom[1] == _ZOOMS[-1][1]:
            scene = scene._replace(rows=_ROWS)
        grid = Grid(view.width, view.height, Style())
        paint_glyphs(grid, scene, ASCII if look.glyphs == "ascii" else UNICODE)
        return [*(line[MARGIN_LEFT:].rstrip() for line in grid.lines()), *self.legend(look)]

    def situation(self, position: Position) -> str:
        """Return what a seat is and has, and which actions are possible."""
        verbs = [verb for verb in position.menu if verb in position.by_verb]
        kinds = self.words.series([self.commands.word(verb) for verb in verbs])
        possible = self.text("possible (a word alone lists where): {words}", words=kinds)
        return "\n".join([*standing(position.s, position.seat, self.words, ()), possible])

    def legend(self, look: Look) -> list[str]:
        """Return what the characters mean, and whose the letters are."""
        ascii = look.glyphs == "ascii"
        glyphs, signs = (ASCII, ASCII_SIGNS) if ascii else (UNICODE, SIGNS)
        land = [f"{glyphs.patterns[n][0]} {self.text(word)}" for n, word in enumerate(TERRAINS)]
        pieces = [f"{signs[piece]} {self.text(piece)}" for piece in PIECES]
        seats = [f"{LETTERS[n]} {name}" for n, name in enumerate(look.names)]
        return ["   ".join(each) for each in (land, [*pieces, *seats])]

    def near(self, position: Position, words: list[str]) -> str:
        """Return what lies on a hex and around it; of no hex, where all pieces stand."""
        if not words and any(position.realm.pawns):
            return "\n".join(self._standing(position))
        cell = parse_cell(words[0]) if len(words) == 1 else None
        if cell is None:
            return self.text("Type near and a hex, such as near 2,1.")
        if cell not in position.realm.land.number:
            return self.text("There is no hex {place} on the board.", place=self.words.place(cell))
        parts = [
            self.text(
                "{place}: {what}.", place=self.words.place(cell), what=self.lies(position, cell)
            )
        ]
        for (dq, dr), where in zip(STEPS, self.directions(), strict=True):
            beside = cell[0] + dq, cell[1] + dr
            if beside in position.realm.land.number:
                what, place = self.lies(position, beside), self.words.place(beside)
                parts.append(
                    self.text("{where} {place}: {what}.", where=where, place=place, what=what)
                )
        return " ".join(parts)

    def _standing(self, position: Position) -> list[str]:
        """Return each hex with pieces on it, those of a seat after those of another."""
        r = position.realm
        cells = [cell for cell, n in r.land.number.items() if r.pawns[n]]
        return [
            self.text(
                "{place}: {what}.", place=self.words.place(cell), what=self.lies(position, cell)
            )
            for cell in cells
        ]

    def directions(self) -> tuple[str, ...]:
        """Return where the neighbours of a hex lie, in the order of the rules."""
        t = self.text
        return (
            *(t("east"), t("north-east"), t("north-west")),
            *(t("west"), t("south-west"), t("south-east")),
        )

    def lies(self, position: Position, cell: Cell) -> str:
        """Return the terrain of a hex and who stands there: `field, knight of Ada`."""
        r = position.realm
        n = r.land.number[cell]
        parts = [self.text(TERRAINS[r.land.terrain[n]])]
        for seat in range(position.s.seats):
            parts += self._pawns(r.pawns[n], seat)
        return self.words.series(parts)

    def _pawns(self, code: int, seat: int) -> list[str]:
        t, name = self.text, self.words.name(seat)
        kind, n = structure_of(code, seat), knights_of(code, seat)
        parts = []
        if kind == VILLAGE:
            parts.append(t("village of {name}", name=name))
        elif kind == STRONGHOLD:
            parts.append(t("stronghold of {name}", name=name))
        elif kind:
            parts.append(t("city of {name}", name=name))
        if n:
            parts.append(t.count("{n} knight of {name}", "{n} knights of {name}", n, name=name))
        return parts


def _whole(cells: Iterable[Cell], zoom: tuple[int, int]) -> View:
    """Return a view that shows a whole board, and nothing beside it."""
    around = extent(cells, zoom, border=1)
    size = around.right - around.left + MARGIN_LEFT, around.bottom - around.top
    return look_at(size, zoom, around, (0, 0), None)


def _fits(view: View, look: Look) -> bool:
    """Tell whether lines have room for a view."""
    return not look.columns or view.width - MARGIN_LEFT <= look.columns
