"""Carcassonne on the screen: the game's `GameScreen`. What it shows is made in `look`."""

from __future__ import annotations

from bastide.core.default_screen import DefaultScreen
from bastide.core.events import Action, Event
from bastide.core.messages import Text
from bastide.core.rules import Rules
from bastide.core.screen import Colour, Counter, Cursor, Grid, Key, Look, Overlay, Place
from bastide.core.state import State
from bastide.plugins.carcassonne.look import steering
from bastide.plugins.carcassonne.look.commands import Commands
from bastide.plugins.carcassonne.look.painter import Painter
from bastide.plugins.carcassonne.look.palette import PAINTS
from bastide.plugins.carcassonne.look.position import Position, all_tiles
from bastide.plugins.carcassonne.look.reader import Reader
from bastide.plugins.carcassonne.look.sayings import Sayings
from bastide.plugins.carcassonne.look.view import (
    ZOOMS,
)
from bastide.plugins.carcassonne.look.words import Words
from bastide.plugins.carcassonne.pieces import MEEPLE as NORMAL
from bastide.plugins.carcassonne.slots import TILES
from bastide.plugins.carcassonne.state import board
from bastide.plugins.carcassonne.tables import MEEPLE_ACTION
from bastide.plugins.carcassonne.turn import MEEPLE


class CarcassonneScreen(DefaultScreen):
    """The board in pixels or characters, hands, sentences and typed commands.

    Sentences use the names in the last `Look`, and letters before there was one.
    """

    def __init__(self, rules: Rules, text: Text | None = None) -> None:
        super().__init__(rules, text)
        self._words = Words(self.text)
        self._painter = Painter(rules, self._words)
        self._sayings = Sayings(self._words, rules.table(TILES))
        self._commands = Commands(self._words)
        self._reader = Reader(self._words, self._painter.glyphs)
        self._known: tuple[tuple[object, ...], list[Place]] = ((), [])

    def _at(self, s: State, seat: int, cursor: Cursor) -> Position:
        return Position(self.rules, s, seat, cursor)

    # painting

    def zooms(self) -> list[str]:
        """Return the names of the zooms, smallest first."""
        return [f"{wide}x{high}" for wide, high in ZOOMS]

    def paint(self, grid: Grid, s: State, seat: int, cursor: Cursor, look: Look) -> None:
        """Draw the board."""
        self._words.names = look.names
        self._painter.board(grid, self._at(s, seat, cursor), look)

    def paint_hand(self, grid: Grid, s: State, seat: int, cursor: Cursor, look: Look) -> None:
        """Draw the tile that is about to be laid."""
        self._words.names = look.names
        self._painter.hand(grid, self._at(s, seat, cursor), look)

    def overlays(self) -> list[Overlay]:
        """Return the overlay of the tiles left."""

        def paint(grid: Grid, s: State, seat: int, look: Look) -> None:
            self._painter.tiles_left(grid, s, look)

        return [Overlay("f2", self.text("Tiles left"), paint)]

    def svg(self, s: State, names: tuple[str, ...] = ()) -> str:
        """Return the board as an SVG picture."""
        return self._painter.svg(s, names)

    # what is left

    def counter(self, s: State) -> Counter:
        """Return the tiles laid or set aside, of all; and each seat's meeples."""
        b = board(s)
        n = len(b.placed) + len(b.aside)
        title = self.text("{n}/{all} tiles", n=n, all=all_tiles(s))
        return Counter(title, tuple(self._supply(s, seat) for seat in range(s.seats)))

    def _supply(self, s: State, seat: int) -> str:
        b = board(s)
        left = b.supply[NORMAL][seat]
        shown = "●" * left + "○" * (b.tables.pieces[NORMAL].amount - left)
        others = [id for id, n in b.supply.items() if id != NORMAL and n[seat]]
        return " ".join([shown, *map(self.text, others)])

    # choosing

    def start(self, s: State, seat: int, before: Cursor) -> Cursor:
        """Return the cursor at the start of a decision."""
        return steering.start(self._at(s, seat, before))

    def places(self, s: State, seat: int, cursor: Cursor) -> list[Place]:
        """Return the legal places, or the meeple choices, by number."""
        position = self._at(s, seat, cursor)
        if not position.mine:
            return []
        if position.phase == MEEPLE:
            return self._meeple_places(position)
        key = (self.rules.legal(s), cursor.hand, cursor.turn, self._words.names)
        known = self._known[0]
        if not known or known[0] is not key[0] or known[1:] != key[1:]:
            self._known = (key, self._tile_places(position))
        return self._known[1]

    def _tile_places(self, position: Position) -> list[Place]:
        found = []
        for cell in position.fitting:
            action = position.action_on(cell)
            if action:
                joined = position.joined(action)
                sentence = self._words.joins(*cell, joined, position.seat)
                found.append(Place(action, (cell,), sentence))
        return found

    def _meeple_places(self, position: Position) -> list[Place]:
        cell = (position.last.x, position.last.y)
        return [
            Place(action, (cell,), self._choice(position, action)) for action in position.choices
        ]

    def _choice(self, position: Position, action: Action) -> str:
        if action.kind != MEEPLE_ACTION:
            return self.text("No meeple: Enter goes on without one.")
        return self._sayings.choice(action, position.worth(action), position.last)

    def chosen(self, s: State, seat: int, cursor: Cursor) -> Action | str:
        """Return the action under the cursor, or why there is none."""
        position = self._at(s, seat, cursor)
        if not position.mine:
            return self.text("It is not your turn.")
        if position.phase == MEEPLE:
            return position.choice or self.text("It is not your turn.")
        action = position.action_on((cursor.x, cursor.y))
        return action or self._commands.refusal(position)

    def hint(self, s: State, seat: int, cursor: Cursor) -> tuple[str, str]:
        """Return what can be done now, and what the current choice would do."""
        position = self._at(s, seat, cursor)
        if not position.mine:
            return "", ""
        if position.phase == MEEPLE:
            action = position.choice
            asked = self.text("Put a meeple here? s for none.")
            return asked, self._choice(position, action) if action else ""
        return self._place_keys(), self._place_hint(position)

    def _place_keys(self) -> str:
        """Say what the keys do; at the width of the smallest screens in 52 columns."""
        if self._painter.narrow:
            return self.text("Place your tile: arrows, r turns, Enter, a number.")
        return self.text(
            "Place your tile: arrows move, r turns it, Enter puts it down, or type a number."
        )

    def _place_hint(self, position: Position) -> str:
        cell = (position.cursor.x, position.cursor.y)
        action = position.action_on(cell)
        if action is None:
            return self._commands.refusal(position)
        number = list(position.fitting).index(cell) + 1
        joined = position.joined(action)
        sentence = self._words.joins(*cell, joined, position.seat)
        return self.text("{n}: {sentence}.", n=number, sentence=sentence)

    def situation(self, s: State, seat: int) -> str:
        """Return what the tile in hand shows."""
        return self._reader.in_hand(self._at(s, seat, Cursor()))

    def move(self, s: State, seat: int, cursor: Cursor, key: str) -> Cursor:
        """Return the cursor after a key of the game."""
        return steering.move(self._at(s, seat, cursor), key, self._painter.middle)

    def point(
        self,
        s: State,
        seat: int,
        cursor: Cursor,
        x: int,
        y: int,
        size: tuple[int, int],
        look: Look,
    ) -> Cursor:
        """Return the cursor after a click on the board."""
        position = self._at(s, seat, cursor)
        view = self._painter.view(position, size, look)
        cell = view.cell(x, y)
        shape = position.shape_at(*cell)
        segment = ""
        if shape:
            sketch = self._painter.sketches[shape.tile.id]
            segment = sketch.segment_at(*view.inside(x, y), shape.rotation)
        return steering.point_at(position, cell, segment)

    def at_place(self, s: State, seat: int, cursor: Cursor, number: int) -> Cursor:
        """Return the cursor on a numbered place or choice."""
        position = self._at(s, seat, cursor)
        return steering.at_number(position, number) if position.mine else cursor

    def keys(self) -> list[Key]:
        """Return the game's keys."""
        t = self.text
        return [
            Key("up", "↑ k", t("tile north, previous choice")),
            Key("down", "↓ j", t("tile south, next choice")),
            Key("left", "← h", t("tile west, previous choice")),
            Key("right", "→ l", t("tile east, next choice")),
            Key("r", "r", t("turn right")),
            Key("R", "R", t("turn left")),
            Key("n", "n", t("next place")),
            Key("p", "p", t("previous place")),
            Key("s", "s", t("no meeple")),
            Key("c", "c", t("centre the board")),
        ]

    # typing and reading

    def parse(self, s: State, seat: int, cursor: Cursor, words: list[str]) -> Action | Cursor | str:
        """Return what a typed command means."""
        return self._commands.parse(self._at(s, seat, cursor), words)

    def commands(self, s: State, seat: int) -> list[tuple[str, str]]:
        """Return the commands possible now."""
        position = self._at(s, seat, Cursor())
        if not position.mine:
            return []
        sentences = [place.sentence for place in self.places(s, seat, Cursor())]
        return self._commands.possible(position, sentences)

    def say(self, s: State, a: Action | Event, names: tuple[str, ...]) -> str:
        """Return one sentence for an action or event."""
        self._words.names = names
        return self._sayings.said(a)

    def board_text(self, s: State, seat: int, look: Look) -> list[str]:
        """Return the board as lines of characters."""
        self._words.names = look.names
        return self._reader.board(self._at(s, seat, Cursor()), look)

    def near(self, s: State, words: list[str]) -> str:
        """Return what lies on a cell and around it."""
        return self._reader.near(self._at(s, -1, Cursor()), words)

    def categories(self) -> list[tuple[str, str, Colour]]:
        """Return the categories of scores, in 24-bit colours."""
        t = self.text
        return [
            ("city", t("Cities"), PAINTS["city"].true),
            ("road", t("Roads"), PAINTS["road"].true),
            ("monastery", t("Monasteries"), PAINTS["monastery roof"].true),
            ("field", t("Fields"), PAINTS["field"].true),
        ]


def make(rules: Rules, text: Text) -> CarcassonneScreen:
    """Return the screen of a table in a language."""
    return CarcassonneScreen(rules, text)
