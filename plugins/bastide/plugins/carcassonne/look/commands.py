"""Typed commands: `place 8 r1`, `place 3W 2N`, `meeple city 2`. English and translated words do.

What cannot be done is refused with one sentence that says what to type instead.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple

from bastide.core.events import Action
from bastide.core.look.commands import Answer, Commands
from bastide.core.look.position import Cell
from bastide.core.screen import Remark
from bastide.core.typed import typed_number
from bastide.plugins.carcassonne.look.position import LIST, Position, placed_of
from bastide.plugins.carcassonne.look.steering import take, to_cell
from bastide.plugins.carcassonne.look.view import parse_place, place_name
from bastide.plugins.carcassonne.look.words import Words
from bastide.plugins.carcassonne.pieces import KINDS, Placed, kind_of
from bastide.plugins.carcassonne.pieces import MEEPLE as NORMAL
from bastide.plugins.carcassonne.tables import MEEPLE_ACTION, NO_MEEPLE, PLACE_ACTION
from bastide.plugins.carcassonne.turn import MEEPLE, PLACE

SHOWS_NONE = {
    "city": "The tile just laid shows no city.",
    "road": "The tile just laid shows no road.",
    "monastery": "The tile just laid shows no monastery.",
    "field": "The tile just laid shows no field.",
}

_ROTATION = re.compile(r"r([0-3])", re.IGNORECASE)


class _Target(NamedTuple):
    """What follows `place`: a cell and a rotation, where they are given."""

    cell: Cell | None
    rotation: int | None


class TileCommands(Commands[Position, Words]):
    """Reads what is typed at one table in one language."""

    def read(self, position: Position, words: list[str]) -> Answer:
        verb = self.known(words[0].lower(), ("place", "meeple", "tile"))
        if verb == "place":
            return self._place(position, words[1:])
        if verb == "meeple":
            return self._meeple(position, [word.lower() for word in words[1:]])
        if verb and len(position.hand) > 1:
            return self._take(position, words[1:])
        return self._go(position, words)

    def _take(self, position: Position, words: list[str]) -> Answer:
        """Return the cursor with another tile of the hand."""
        if position.phase != PLACE:
            return self.help(position)
        most = len(position.hand)
        number = typed_number(words[0]) if len(words) == 1 else None
        if number is not None and 1 <= number <= most:
            return take(position, number - 1)
        return self.text("Type tile and a number from 1 to {most}.", most=most)

    def help(self, position: Position) -> str:
        if position.phase == LIST:
            return super().help(position)
        if position.phase == MEEPLE:
            return self.text("Type meeple and city, road, monastery, field or none.")
        return self.text(
            "Type place and a number, such as place {n}, or column and row: place {place}.",
            n=1,
            place=self.example(position),
        )

    def example(self, position: Position) -> str:
        """Return the name of a cell that can be typed now: of place 1, else of the start tile."""
        return self.words.place(*next(iter(position.fitting), (0, 0)))

    # going somewhere

    def _go(self, position: Position, words: list[str]) -> Answer:
        """Return the cursor on a number or cell that was typed alone."""
        cell = parse_place(self.text, " ".join(self._unnumbered(position, words)))
        if cell is None or position.phase != PLACE:
            return super().read(position, words)
        return to_cell(position, position.cursor, cell)

    def _unnumbered(self, position: Position, words: list[str]) -> list[str]:
        """Return the words of a cell without the number that lists put before it: `1 0 1N`."""
        cells = list(position.fitting)
        number = typed_number(words[0]) if len(words) > 1 else None
        if number is None or not 1 <= number <= len(cells):
            return words
        named = parse_place(self.text, " ".join(words[1:]))
        return words[1:] if named == cells[number - 1] else words

    # tiles

    def _place(self, position: Position, words: list[str]) -> Answer:
        if position.phase != PLACE:
            return self.text("The tile lies already. Type meeple and where, or meeple none.")
        if position.held and not position.fits(position.held):
            return self._fits_nowhere(position)
        target = self._target(position, words)
        if isinstance(target, str):
            return target
        cursor = position.cursor
        if target.cell:
            cursor = cursor._replace(x=target.cell[0], y=target.cell[1])
        if target.rotation is not None:
            cursor = cursor._replace(turn=target.rotation)
        return self._lay(position.moved(cursor), exact=target.rotation is not None)

    def _lay(self, position: Position, exact: bool) -> Action | str:
        action = position.action_on(position.cell)
        wanted = position.alike(position.cursor.turn)
        if action and (not exact or placed_of(action).rotation == wanted):
            return action
        return self.refusal(position)

    def _fits_nowhere(self, position: Position) -> str:
        """Say so of the tile that is to be laid, by its number in the hand."""
        if len(position.hand) < 2:
            return self.refusal(position)
        n = position.cursor.hand % len(position.hand) + 1
        return self.text("Tile {n} fits nowhere now: type tile and another number.", n=n)

    def refusal(self, position: Position) -> str:
        """Say why the tile may not lie at the cursor as it is turned."""
        if not position.held:
            return Remark(self.text("There is no tile to lay."))
        if not position.fits(position.held):
            if any(map(position.fits, position.hand)):
                return self.text("This tile fits nowhere now: Tab takes another.")
            return self.text("This tile fits nowhere now.")
        x, y = position.cursor.x, position.cursor.y
        turn = position.alike(position.cursor.turn)
        tile, item = position.held
        claims = () if item is None else ((item, tile),)
        action = Action(PLACE_ACTION, Placed(tile, x, y, turn), claims)
        reason = self.words.reason(position, action, self.text("it does not fit"))
        return self.text("{place}: {reason}.", place=self.words.place(x, y), reason=reason)

    def _target(self, position: Position, words: list[str]) -> _Target | str:
        rotation = None
        turned = _ROTATION.fullmatch(words[-1]) if words else None
        if turned:
            rotation, words = int(turned[1]), words[:-1]
        if not words:
            return _Target(None, rotation)
        words = self._unnumbered(position, words)
        number = typed_number(words[0]) if len(words) == 1 else None
        if number is not None:
            found = self.number(position, number)
            if isinstance(found, str):
                return found
            if position.moved(found).other:
                return self.help(position)
            return _Target((found.x, found.y), rotation)
        cell = parse_place(self.text, " ".join(words))
        if cell is None:
            return self.text(
                "{typed} is no place: type a number, or column and row, such as {place}.",
                typed=" ".join(words),
                place=self.example(position),
            )
        return _Target(cell, rotation)

    # meeples

    def _meeple(self, position: Position, words: list[str]) -> Answer:
        if position.phase != MEEPLE:
            return self.text("Lay your tile first.")
        if not words:
            return position.choice or self.help(position)
        if self.known(words[0], ("none",)):
            return NO_MEEPLE
        number = typed_number(words[0])
        if number is not None:
            went = self.number(position, number)
            return went if isinstance(went, str) else position.choices[number - 1]
        kind = self.known(words[0], KINDS)
        if not kind:
            return self.help(position)
        supply = position.board.supply
        others = [word for word in words[1:] if typed_number(word) is None]
        wrong = next((word for word in others if not self.known(word, supply)), "")
        if wrong:
            names = ", ".join(map(self.text, supply))
            return self.text("{word} is no piece: type {names}.", word=wrong, names=names)
        piece, number = self._details(position, words[1:])
        fitting = [
            action
            for action in position.choices
            if action.kind == MEEPLE_ACTION
            and kind_of(str(action.data[0])) == kind
            and action.data[1] == piece
        ]
        if not fitting:
            return self._none_of(position, kind, piece)
        if number is None and len(fitting) == 1:
            return fitting[0]
        if number is not None and 1 <= number <= len(fitting):
            return fitting[number - 1]
        return self._which(position, fitting, kind)

    def _details(self, position: Position, words: list[str]) -> tuple[str, int | None]:
        """Return the piece and the number that were typed after the kind."""
        piece, number = NORMAL, None
        for word in words:
            typed = typed_number(word)
            number = number if typed is None else typed
            piece = self.known(word, position.board.supply) or piece
        return piece, number

    def _which(self, position: Position, fitting: list[Action], kind: str) -> str:
        """Say which number is where."""
        if len(fitting) == 1:
            shown = self.text(kind)
            return self.text("There is only one such place: type meeple {kind}.", kind=shown)
        on = position.last
        tile = position.board.tables.tiles[on.tile]
        wheres = [self.words.where(tile, on.rotation, str(a.data[0])) for a in fitting]
        numbered = [
            self.text("{n} {where}", n=n, where=where) for n, where in enumerate(wheres, start=1)
        ]
        return self.text(
            "There are {n} such places: type meeple {kind} and a number: {choices}.",
            n=len(fitting),
            kind=self.text(kind),
            choices=self.words.series(numbered),
        )

    def _none_of(self, position: Position, kind: str, piece: str) -> str:
        """Say why no such piece can stand on this kind of feature."""
        shape = position.shape_at(position.last.x, position.last.y)
        ids = [id for id in shape.ids if kind_of(id) == kind] if shape else []
        if not ids:
            return self.text(SHOWS_NONE[kind])
        action = Action(MEEPLE_ACTION, (ids[0], piece))
        reason = self.words.reason(position, action, self.text("it is taken"))
        return self.text("No meeple can stand there: {reason}.", reason=reason)

    # completion

    def possible(self, position: Position, sentences: list[str]) -> list[tuple[str, str]]:
        """Return the commands possible now, with the sentences of the numbered choices."""
        numbers = range(1, len(sentences) + 1)
        if position.phase == MEEPLE:
            return list(zip(self._meeple_commands(position), sentences, strict=True))
        if position.phase == LIST:
            return list(zip(map(str, numbers), sentences, strict=True))
        most = len(position.fitting)
        typed = [f"{self.text('place')} {n}" if n <= most else str(n) for n in numbers]
        return [*zip(typed, sentences, strict=True), *self._tile_commands(position)]

    def usage(self, hands: bool, pieces: Iterable[str]) -> list[tuple[str, str]]:
        """Return an example of each command; `hands`: there are several tiles to choose from.

        pieces: the kinds of pieces.
        """
        t, place, meeple = self.text, self.text("place"), self.text("meeple")
        road = t("road")
        rows = [
            (f"{place} 3", t("lay the tile on place 3")),
            (
                f"{place} {place_name(t, -3, -2)} r1",
                t("lay it on that column and row, turned once"),
            ),
        ]
        if hands:
            rows.append((f"{t('tile')} 2", t("take the second tile of the hand")))
        rows.append((f"{meeple} {road}", t("put a meeple; a number tells two roads apart")))
        rows += [
            (f"{meeple} {road} {t(piece)}", t("put another kind of piece"))
            for piece in pieces
            if piece != NORMAL
        ]
        return [*rows, (f"{meeple} {t('none')}", t("no meeple"))]

    def _tile_commands(self, position: Position) -> list[tuple[str, str]]:
        """Return how another tile of the hand is taken."""
        hand = position.hand if len(position.hand) > 1 else ()
        tiles = position.board.tables.tiles
        return [
            (f"{self.text('tile')} {n}", self.words.tile_name(tiles[held.tile]))
            for n, held in enumerate(hand, start=1)
        ]

    def _meeple_commands(self, position: Position) -> list[str]:
        seen: dict[tuple[str, str], int] = {}
        same = [_kind_and_piece(action) for action in position.choices]
        typed = []
        for kind, piece in same:
            words = [self.text("meeple"), self.text(kind)]
            if piece not in ("", NORMAL):
                words.append(self.text(piece))
            seen[(kind, piece)] = seen.get((kind, piece), 0) + 1
            if same.count((kind, piece)) > 1:
                words.append(str(seen[(kind, piece)]))
            typed.append(" ".join(words))
        return typed


def _kind_and_piece(action: Action) -> tuple[str, str]:
    if action.kind != MEEPLE_ACTION:
        return "none", ""
    return kind_of(str(action.data[0])), str(action.data[1])
