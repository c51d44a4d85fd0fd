"""The two lines below the board: what can be done now, and what the current choice would do."""

from __future__ import annotations

from bastide.core.events import Action
from bastide.core.look.words import capital
from bastide.plugins.carcassonne.look.commands import TileCommands
from bastide.plugins.carcassonne.look.position import LIST, Position, placed_of
from bastide.plugins.carcassonne.look.sayings import Sayings
from bastide.plugins.carcassonne.look.words import Words
from bastide.plugins.carcassonne.tables import MEEPLE_ACTION, NO_MEEPLE, PLACE_ACTION
from bastide.plugins.carcassonne.turn import MEEPLE


class Hints:
    """Says in one language what a position asks of the seat that looks."""

    def __init__(self, words: Words, sayings: Sayings, commands: TileCommands) -> None:
        self._words, self._text = words, words.text
        self._sayings, self._commands = sayings, commands

    def now(self, position: Position, narrow: bool) -> str:
        if position.phase == MEEPLE:
            return self._piece_keys(position, narrow)
        if position.phase == LIST:
            return self._text("Choose with the arrows, or type a number, then Enter.")
        return self._place_keys(position, narrow)

    def choice(self, position: Position) -> str:
        if position.phase == MEEPLE:
            return self.sentence(position, position.choice) if position.choice else ""
        if position.phase == LIST:
            n = position.cursor.choice % len(position.actions)
            return self._numbered(n + 1, position.actions[n])
        return self._place(position)

    def turned(self, position: Position, action: Action) -> str:
        """Say what an action that lays a tile does, and what the tile shows as it lies then."""
        placed, said = placed_of(action), self.sentence(position, action)
        tile = self._words.tile_name(position.board.tables.tiles[placed.tile], placed.rotation)
        return self._text("{sentence}; tile: {tile}", sentence=said, tile=tile)

    def refusal(self, position: Position) -> str:
        return self._commands.refusal(position)

    def _numbered(self, n: int, action: Action) -> str:
        said = self._sayings.other(action).rstrip(".")
        return self._text("{n}: {sentence}.", n=n, sentence=said)

    # meeples

    def sentence(self, position: Position, action: Action) -> str:
        """Say what an action would do: what a tile joins, or what a piece brings."""
        if action.kind == PLACE_ACTION:
            x, y = placed_of(action)[1:3]
            return self._words.joins(x, y, position.joined(action), position.seat)
        if action == NO_MEEPLE:
            return self._text("No meeple: the turn goes on without one.")
        if action.kind != MEEPLE_ACTION:
            return self._sayings.other(action)
        return self._sayings.choice(action, position.worth(action), position.last)

    def _piece_keys(self, position: Position, narrow: bool) -> str:
        """Say which piece is at hand, how it is put down, and how another one is taken."""
        kinds, kind = position.kinds, position.kind
        if len(kinds) < 2:
            return self._text("Put a meeple here? Arrows, number, Enter; s: none.")
        piece = capital(self._text(kind))
        other = self._text(kinds[(kinds.index(kind) + 1) % len(kinds)])
        if narrow:
            return self._text(
                "{piece}? Arrows, number, Enter; b: {next}, s: none.", piece=piece, next=other
            )
        return self._text(
            "{piece} (counts {weight}, {n} left)? Arrows, number, Enter; b: {next}, s: none.",
            piece=piece,
            weight=position.board.tables.pieces[kind].weight,
            n=position.board.supply[kind][position.s.seat],
            next=other,
        )

    # tiles

    def _place_keys(self, position: Position, narrow: bool) -> str:
        text = self._text
        if not any(map(position.fits, position.hand)):
            return text("No tile of yours fits: Enter takes what is chosen.")
        if len(position.hand) > 1:
            if narrow:
                return text("Tab: another tile. Arrows, r turns, Enter, a number.")
            return text(
                "Tab: another tile. Arrows move, r turns, Enter puts it down, or type a number."
            )
        if position.others:
            n = len(position.fitting) + 1
            if narrow:
                return text("Place your tile: arrows, r, Enter. Or {n}: other.", n=n)
            return text(
                "Place your tile: arrows move, r turns it, Enter puts it down. Or {n}: other.", n=n
            )
        if narrow:
            return text("Place your tile: arrows, r turns, Enter, a number.")
        return text(
            "Place your tile: arrows move, r turns it, Enter puts it down, or type a number."
        )

    def _place(self, position: Position) -> str:
        if position.other:
            return self._numbered(position.cursor.choice + 1, position.other)
        action = position.action_on(position.cell)
        if action is None:
            return self._commands.refusal(position)
        number = list(position.fitting).index(position.cell) + 1
        return self._text("{n}: {sentence}.", n=number, sentence=self.sentence(position, action))
