"""Carcassonne on the screen: the game's `GameScreen`. What it shows is made in `look`."""

from __future__ import annotations

from bastide.core.default_screen import DefaultScreen
from bastide.core.events import Action, Event
from bastide.core.messages import Text
from bastide.core.rules import Rules
from bastide.core.screen import (
    Aside,
    Colour,
    Counter,
    Cursor,
    Entry,
    Grid,
    InHand,
    Key,
    Look,
    Overlay,
    Place,
)
from bastide.core.state import State
from bastide.plugins.carcassonne.look import steering
from bastide.plugins.carcassonne.look.commands import Commands
from bastide.plugins.carcassonne.look.farming import Farming
from bastide.plugins.carcassonne.look.hand import shows_laid
from bastide.plugins.carcassonne.look.hints import Hints
from bastide.plugins.carcassonne.look.painter import Painter
from bastide.plugins.carcassonne.look.palette import PAINTS
from bastide.plugins.carcassonne.look.position import LIST, Position, all_tiles
from bastide.plugins.carcassonne.look.reader import Reader
from bastide.plugins.carcassonne.look.sayings import Sayings
from bastide.plugins.carcassonne.look.supply import Supplies
from bastide.plugins.carcassonne.look.view import ZOOMS
from bastide.plugins.carcassonne.look.words import Words
from bastide.plugins.carcassonne.slots import CHOICES, PIECES, TILES
from bastide.plugins.carcassonne.state import board
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
        self._hints = Hints(self._words, self._sayings, self._commands)
        self._supplies = Supplies(self.text)
        self._farming = Farming(self._words)
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
        """Return the overlay of the tiles left, and the view of the fields."""

        def paint(grid: Grid, s: State, seat: int, look: Look) -> None:
            self._painter.tiles_left(grid, s, look)

        return [
            Overlay("f2", self.text("Tiles left"), paint),
            Overlay(steering.FIELDS, self.text("Fields"), None),
        ]

    def svg(self, s: State, names: tuple[str, ...] = ()) -> str:
        """Return the board as an SVG picture."""
        return self._painter.svg(s, names)

    # what is left

    def counter(self, s: State) -> Counter:
        """Return the tiles laid or set aside, of all; and each seat's pieces and hidden tiles."""
        b = board(s)
        n = len(b.placed) + len(b.aside)
        title = self.text("{n}/{all} tiles", n=n, all=all_tiles(s))
        seats = range(s.seats)
        return Counter(
            title,
            tuple(self._supplies.usual(s, seat) for seat in seats),
            tuple(self._supplies.short(s, seat) for seat in seats),
            tuple(self._supplies.long(s, seat) for seat in seats),
        )

    def in_hand(self, s: State, seat: int) -> InHand:
        """Return how many tiles there are to choose from, and how many others hold."""
        position = self._at(s, seat, Cursor())
        if position.shows:
            shown = self.text("shown by {name}", name=self._words.name(s.seat))
            return InHand(len(position.hand), shown, s.seat)
        cards = 1 if shows_laid(position) else len(position.hand)
        return InHand(cards, self._supplies.hidden(s, seat))

    def aside(self, s: State, seat: int, cursor: Cursor) -> Aside | None:
        """Return what else there is to choose, or with the field view the fields."""
        position = self._at(s, seat, cursor)
        if position.phase == LIST:
            places = self.places(s, seat, cursor)
            chosen = cursor.choice % len(places)
            lines = [f"{n}: {place.sentence}" for n, place in enumerate(places, start=1)]
            entries = [Entry((), line, n == chosen) for n, line in enumerate(lines)]
            return Aside(self.text("Choose"), tuple(entries))
        if steering.FIELDS in cursor.flags:
            return self._farming.listed(position)
        return None

    # choosing

    def start(self, s: State, seat: int, before: Cursor) -> Cursor:
        """Return the cursor at the start of a decision."""
        return steering.start(self._at(s, seat, before))

    def places(self, s: State, seat: int, cursor: Cursor) -> list[Place]:
        """Return the legal places, the meeple choices, or what else there is, by number."""
        position = self._at(s, seat, cursor)
        if not position.mine:
            return []
        if position.phase == MEEPLE:
            return self._meeple_places(position)
        if position.phase == LIST:
            return self._other_places(position.listed)
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
        return found + self._other_places(position.others)

    def _other_places(self, actions: list[Action]) -> list[Place]:
        return [Place(action, (), self._sayings.other(action)) for action in actions]

    def _meeple_places(self, position: Position) -> list[Place]:
        cell = (position.last.x, position.last.y)
        return [
            Place(action, (cell,), self._hints.choice(position, action))
            for action in position.choices
        ]

    def chosen(self, s: State, seat: int, cursor: Cursor) -> Action | str:
        """Return the action under the cursor, or why there is none."""
        position = self._at(s, seat, cursor)
        if not position.mine:
            return self.text("It is not your turn.")
        if position.phase == MEEPLE:
            return position.choice or self.text("It is not your turn.")
        if position.phase == LIST:
            return position.listed[cursor.choice % len(position.listed)]
        action = position.other or position.action_on((cursor.x, cursor.y))
        return action or self._commands.refusal(position)

    def hint(self, s: State, seat: int, cursor: Cursor) -> tuple[str, str]:
        """Return what can be done now, and what the current choice would do."""
        return self._hints.of(self._at(s, seat, cursor), self._painter.narrow)

    def situation(self, s: State, seat: int, cursor: Cursor) -> str:
        """Return what the tiles in hand show."""
        return self._reader.in_hand(self._at(s, seat, cursor))

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

    def point_hand(
        self,
        s: State,
        seat: int,
        cursor: Cursor,
        x: int,
        y: int,
        size: tuple[int, int],
        look: Look,
    ) -> Cursor:
        """Return the cursor after a click on a tile of the hand, or on a kind of piece."""
        position = self._at(s, seat, cursor)
        n = self._painter.in_hand(position, (x, y), size, look)
        return cursor if n is None or not position.mine else steering.at_card(position, n)

    def at_place(self, s: State, seat: int, cursor: Cursor, number: int) -> Cursor:
        """Return the cursor on a numbered place or choice."""
        position = self._at(s, seat, cursor)
        return steering.at_number(position, number) if position.mine else cursor

    def keys(self) -> list[Key]:
        """Return the game's keys."""
        t = self.text
        several = [Key("tab", "Tab", t("next tile in hand"))] if self.rules.has(CHOICES) else []
        if len(self.rules.table(PIECES)) > 1:
            several.append(Key("b", "b", t("another kind of piece")))
        return [
            Key("up", "↑ k", t("tile north, previous choice")),
            Key("down", "↓ j", t("tile south, next choice")),
            Key("left", "← h", t("tile west, previous choice")),
            Key("right", "→ l", t("tile east, next choice")),
            Key("r", "r", t("turn right")),
            Key("R", "R", t("turn left")),
            Key("n", "n", t("next place")),
            Key("p", "p", t("previous place")),
            *several,
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

    def usage(self) -> list[tuple[str, str]]:
        """Return an example of each command."""
        return self._commands.usage(self.rules.has(CHOICES), self.rules.table(PIECES))

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
