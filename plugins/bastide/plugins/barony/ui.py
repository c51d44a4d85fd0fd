"""Barony on the screen: the game's `GameScreen`. What it shows is made in `look`."""

from __future__ import annotations

from bastide.core.default_screen import DefaultScreen
from bastide.core.events import Action, Event
from bastide.core.messages import Text
from bastide.core.rules import Rules
from bastide.core.screen import (
    Colour,
    Counter,
    Cursor,
    Grid,
    InHand,
    Key,
    Look,
    Overlay,
    Place,
)
from bastide.core.state import State
from bastide.plugins.barony.look import lists, menu, standing, steering
from bastide.plugins.barony.look.commands import Commands
from bastide.plugins.barony.look.hexes import ZOOMS, View
from bastide.plugins.barony.look.hints import Hints
from bastide.plugins.barony.look.painter import Painter
from bastide.plugins.barony.look.palette import PAINTS
from bastide.plugins.barony.look.position import Position
from bastide.plugins.barony.look.previews import Previews
from bastide.plugins.barony.look.reader import Reader
from bastide.plugins.barony.look.sayings import Sayings
from bastide.plugins.barony.look.svg import draw_board
from bastide.plugins.barony.look.words import Words
from bastide.plugins.barony.turn import DONE


class BaronyScreen(DefaultScreen):
    """The board of hexes, the six actions, previews and typed commands."""

    def __init__(self, rules: Rules, text: Text | None = None) -> None:
        super().__init__(rules, text)
        self._words = Words(self.text)
        self._previews = Previews(self._words)
        self._painter = Painter(self._previews)
        self._commands = Commands(self._words)
        self._hints = Hints(self._previews)
        self._sayings = Sayings(self._words)
        self._reader = Reader(self._words)

    def _at(self, s: State, seat: int, cursor: Cursor) -> Position:
        return Position(self.rules, s, seat, cursor)

    # painting

    def zooms(self) -> list[str]:
        """Return the names of the zooms, smallest first."""
        return [f"{wide}x{high}" for wide, high in ZOOMS]

    def paint(self, grid: Grid, s: State, seat: int, cursor: Cursor, look: Look) -> None:
        """Draw the board, and over it a list of choices that are no place."""
        self._words.names = look.names
        self._painter.board(grid, self._at(s, seat, cursor), look)

    def paint_hand(self, grid: Grid, s: State, seat: int, cursor: Cursor, look: Look) -> None:
        """Draw the kinds of action."""
        self._words.names = look.names
        menu.paint_menu(grid, self._at(s, seat, cursor), look, self.text)

    def in_hand(self, s: State, seat: int) -> InHand:
        """Return how many kinds of action there are to choose from."""
        return InHand(len(self._at(s, seat, Cursor()).menu), title=self.text("Your action"))

    def overlays(self) -> list[Overlay]:
        """Return the overlay of titles and reserves, and the view with coordinates."""

        def paint(grid: Grid, s: State, seat: int, look: Look) -> None:
            standing.paint_standing(grid, s, look, self._words)

        return [
            Overlay("f2", self.text("Titles and reserves"), paint),
            Overlay(steering.COORDINATES, self.text("Coordinates"), None),
        ]

    def svg(self, s: State, names: tuple[str, ...] = ()) -> str:
        """Return the board as an SVG picture."""
        return draw_board(s, names)

    def counter(self, s: State) -> Counter:
        """Return the round, and each seat's title, gold and silver."""
        return standing.counter(s, self._words)

    def view(self, s: State, seat: int, cursor: Cursor, size: tuple[int, int], look: Look) -> View:
        """Return where the hexes lie in a pane of a size."""
        return self._painter.view(self._at(s, seat, cursor), size, look)

    # choosing

    def start(self, s: State, seat: int, before: Cursor) -> Cursor:
        """Return the cursor at the start of a decision."""
        return steering.start(self._at(s, seat, before))

    def places(self, s: State, seat: int, cursor: Cursor) -> list[Place]:
        """Return the hexes of the chosen kind of action by number, or what is listed."""
        position = self._at(s, seat, cursor)
        if position.listed:
            return [Place(a, (), self._previews.of(position, a)) for a in position.listed]
        found = []
        for cell in position.targets:
            there = position.moved(steering.to_cell(position, cell))
            action = there.chosen
            if action:
                found.append(Place(action, (cell,), self._previews.of(there, action)))
        return found

    def chosen(self, s: State, seat: int, cursor: Cursor) -> Action | str:
        """Return the action under the cursor, or why there is none."""
        position = self._at(s, seat, cursor)
        return position.chosen or self._previews.refusal(position)

    def hint(self, s: State, seat: int, cursor: Cursor) -> tuple[str, str]:
        """Return what can be done now, and what the current choice would do."""
        return self._hints.of(self._at(s, seat, cursor))

    def situation(self, s: State, seat: int, cursor: Cursor) -> str:
        """Return what a seat is and has, and which actions are possible."""
        position = self._at(s, seat, cursor)
        if seat < 0 or not position.mine:
            return ""
        kinds = [self._commands.word(verb) for verb in position.menu if verb in position.by_verb]
        possible = self.text(
            "possible (a word alone lists where): {words}", words=self._words.series(kinds)
        )
        return "\n".join([*standing.standing(s, seat, self._words, ()), possible])

    def move(self, s: State, seat: int, cursor: Cursor, key: str) -> Cursor:
        """Return the cursor after a key of the game."""
        position = self._at(s, seat, cursor)
        if key == steering.LAST_MOVE:
            return steering.to_last_move(position, steering.cells_of(tuple(s.events), -1))
        return steering.move(position, key, self._painter.middle)

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
        """Return the cursor after a click on the board, or on a line of the list over it."""
        position = self._at(s, seat, cursor)
        if position.listed:
            line = lists.line_at(position, (x, y), size)
            if line is None:
                return steering.missed(cursor)
            return steering.to_number(position, line + 1)
        view = self.view(s, seat, cursor, size, look)
        return steering.point_at(position, view.hex_at(x, y))

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
        """Return the cursor after a click on a kind of action."""
        position = self._at(s, seat, cursor)
        verb = menu.verb_at(position, (x, y), size, self.text)
        return steering.to_verb(position, verb) if verb else cursor

    def at_place(self, s: State, seat: int, cursor: Cursor, number: int) -> Cursor:
        """Return the cursor on a numbered hex or choice."""
        return steering.to_number(self._at(s, seat, cursor), number)

    def keys(self) -> list[Key]:
        """Return the game's keys."""
        t = self.text
        return [
            Key("up", "↑ k", t("hex above, previous choice")),
            Key("down", "↓ j", t("hex below, next choice")),
            Key("left", "← h", t("hex to the west")),
            Key("right", "→ l", t("hex to the east")),
            Key("n", "n", t("next number")),
            Key("p", "p", t("previous number")),
            Key("r", "r", t("another knight, token, number or building")),
            Key("tab", "Tab", t("next action")),
            Key("a", "a", t("recruit knights")),
            Key("m", "m", t("move knights")),
            Key("b", "b", t("build villages and strongholds")),
            Key("f", "f", t("found a city")),
            Key("e", "e", t("send an expedition")),
            Key("t", "t", t("buy a title")),
            Key("s", "s", t("stop here")),
        ]

    # typing and reading

    def parse(self, s: State, seat: int, cursor: Cursor, words: list[str]) -> Action | Cursor | str:
        """Return what a typed command means."""
        return self._commands.parse(self._at(s, seat, cursor), words)

    def commands(self, s: State, seat: int) -> list[tuple[str, str]]:
        """Return the commands possible now, each with what it would do."""
        position = self._at(s, seat, Cursor())
        return [
            (self._commands.typed(action), self._previews.of(position, action))
            for action in self._commands.possible(position)
        ]

    def usage(self) -> list[tuple[str, str]]:
        """Return an example of each command."""
        return self._commands.usage()

    def say(self, s: State, a: Action | Event, names: tuple[str, ...]) -> str:
        """Return one sentence for an action or event; none for a turn that goes no further."""
        self._words.names = names
        if isinstance(a, Action):
            return "" if a.kind == DONE.kind else super().say(s, a, names)
        return self._sayings.said(a) or super().say(s, a, names)

    def board_text(self, s: State, seat: int, look: Look) -> list[str]:
        """Return the board as lines of characters."""
        self._words.names = look.names
        return self._reader.board(self._at(s, seat, Cursor()), look)

    def near(self, s: State, words: list[str]) -> str:
        """Return what lies on a hex and around it."""
        return self._reader.near(self._at(s, -1, Cursor()), words)

    def categories(self) -> list[tuple[str, str, Colour]]:
        """Return the categories of scores, in 24-bit colours."""
        t = self.text
        return [
            ("title", t("Titles"), PAINTS["field"].true),
            ("city", t("New cities"), PAINTS["forest light"].true),
            ("silver", t("Silver"), PAINTS["mountain"].true),
        ]


def make(rules: Rules, text: Text) -> BaronyScreen:
    """Return the screen of a table in a language."""
    return BaronyScreen(rules, text)
