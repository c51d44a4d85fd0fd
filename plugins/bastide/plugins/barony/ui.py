"""Barony on the screen: the game's `GameScreen`. What it shows is made in `look`."""

from __future__ import annotations

from bastide.core.look.position_screen import Parts, PositionScreen
from bastide.core.look.steering import MISSED
from bastide.core.messages import English, Text
from bastide.core.rules import Rules
from bastide.core.screen import Colour, Counter, Cursor, Ending, Grid, InHand, Key, Look, Overlay
from bastide.core.state import State
from bastide.plugins.barony.look import lists, menu, standing, steering
from bastide.plugins.barony.look.commands import HexCommands
from bastide.plugins.barony.look.hexes import ZOOMS, View
from bastide.plugins.barony.look.hints import Hints
from bastide.plugins.barony.look.painter import Painter
from bastide.plugins.barony.look.palette import PAINTS
from bastide.plugins.barony.look.position import Position
from bastide.plugins.barony.look.reader import Reader
from bastide.plugins.barony.look.sayings import Sayings
from bastide.plugins.barony.look.svg import draw_board
from bastide.plugins.barony.look.words import Words
from bastide.plugins.barony.pieces import TITLES
from bastide.plugins.barony.state import realm


class BaronyScreen(PositionScreen[Position]):
    """The board of hexes, the six actions, previews and typed commands."""

    def __init__(self, rules: Rules, text: Text | None = None) -> None:
        self._words = Words(text or English())
        self._hints = Hints(self._words)
        self._sayings = Sayings(self._words)
        self._painter = Painter(self._hints)
        self._steering = steering.HexSteering()
        self._commands = HexCommands(self._words, self._steering, self._hints.none_possible)
        parts = Parts(
            position=Position,
            zooms=ZOOMS,
            words=self._words,
            painter=self._painter,
            steering=self._steering,
            parse=self._commands.parse,
            hints=self._hints,
            said=self._sayings.said,
            reader=Reader(self._words, self._commands),
            written=self._commands,
        )
        super().__init__(rules, parts)

    def in_hand(self, s: State, seat: int) -> InHand:
        """Return how many kinds of action there are to choose from."""
        return InHand(len(self.at(s, seat).menu), title=self.text("Your action"))

    def overlays(self) -> list[Overlay]:
        """Return the overlay of titles and reserves, and the view with coordinates."""

        def paint(grid: Grid, s: State, seat: int, look: Look) -> None:
            standing.paint_standing(grid, s, look, self._words)

        def lines(s: State, seat: int, look: Look) -> list[str]:
            return standing.standing_lines(s, self._words, look.names)

        return [
            Overlay("f2", self.text("Titles and legend"), paint, "titles", lines),
            Overlay(steering.COORDINATES, self.text("Coordinates"), None, "coordinates"),
        ]

    def svg(self, s: State, names: tuple[str, ...] = ()) -> str:
        """Return the board as an SVG picture."""
        return draw_board(s, names)

    def counter(self, s: State) -> Counter:
        """Return the round, and each seat's title, gold and silver."""
        return standing.counter(s, self._words)

    def ending(self, s: State) -> Ending:
        """Return why the game is over, and the titles."""
        r = realm(s)
        titles = tuple(self.text(TITLES[rank]) for rank in r.ranks)
        return Ending(self._sayings.ending(r.ending, r.idle) if r.ending else "", titles)

    def view(self, s: State, seat: int, cursor: Cursor, size: tuple[int, int], look: Look) -> View:
        """Return where the hexes lie in a pane of a size."""
        return self._painter.view(self.at(s, seat, cursor), size, look)

    # choosing

    def clicked(
        self, position: Position, at: tuple[int, int], size: tuple[int, int], look: Look
    ) -> Cursor:
        """Return the cursor after a click on the board, or on a line of the list over it."""
        if position.listed:
            line = lists.choice_at(position, at, size)
            if line is None:
                return position.cursor.toggled(MISSED)
            return self._steering.to_number(position, line + 1)
        view = self._painter.view(position, size, look)
        return steering.point_at(position, view.hex_at(*at))

    def clicked_hand(
        self, position: Position, at: tuple[int, int], size: tuple[int, int], look: Look
    ) -> Cursor:
        verb = menu.verb_at(position, at, size, self.text)
        return steering.to_verb(position, verb) if verb else position.cursor

    def keys(self) -> list[Key]:
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

    def categories(self) -> list[tuple[str, str, Colour]]:
        t = self.text
        return [
            ("title", t("Titles"), PAINTS["field"].true),
            ("city", t("New cities"), PAINTS["forest light"].true),
            ("silver", t("Silver"), PAINTS["mountain"].true),
        ]


make = BaronyScreen
"""Return the screen of a table in a language."""
