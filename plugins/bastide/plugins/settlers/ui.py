"""The settlers card game on the screen: the game's `GameScreen`. What it shows is in `look`."""

from __future__ import annotations

from collections.abc import Iterator

from bastide.core.events import Action
from bastide.core.look.position_screen import Parts, PositionScreen
from bastide.core.look.steering import MISSED
from bastide.core.messages import English, Text
from bastide.core.rules import Rules
from bastide.core.screen import (
    Colour,
    Counter,
    Cursor,
    Edges,
    Ending,
    Grid,
    InHand,
    Key,
    Look,
    Overlay,
)
from bastide.core.state import State
from bastide.plugins.settlers import trading
from bastide.plugins.settlers.look import catalogue, lists, menu, standing, steering, sums
from bastide.plugins.settlers.look.commands import TableCommands
from bastide.plugins.settlers.look.hints import Hints
from bastide.plugins.settlers.look.painter import Painter
from bastide.plugins.settlers.look.position import Position
from bastide.plugins.settlers.look.reader import Reader
from bastide.plugins.settlers.look.sayings import Sayings
from bastide.plugins.settlers.look.svg import draw_table
from bastide.plugins.settlers.look.tabletop import ZOOMS, Tabletop
from bastide.plugins.settlers.look.tools import TEXT, VERB, Tool
from bastide.plugins.settlers.look.words import Words
from bastide.plugins.settlers.state import realm


class TablePainter(Painter):
    """The table, over it what lies there for a while, and the menu beside it."""

    def __init__(self, hints: Hints) -> None:
        super().__init__(hints.text)
        self.hints = hints

    def board(self, grid: Grid, position: Position, look: Look) -> None:  # type: ignore[override]
        super().board(grid, position, look)
        if catalogue.shown(position.cursor) is None:
            lists.paint_over(grid, position, look, self.hints)

    def beyond(self, position: Position, size: tuple[int, int], look: Look) -> Edges:
        """Return where a pane of a size cuts off the table."""
        table = self.tabletop(position, size, look)
        sides = [table.goes_on(seat) for seat in table.rows]
        left, right = (any(side) for side in zip(*sides, strict=True))
        return Edges(left, table.top < 0, right, table.top + table.plan.rows > table.height)

    def hand(self, grid: Grid, position: Position, look: Look) -> None:
        menu.paint_menu(grid, position, look, self.hints.words)


class TableReader(Reader):
    """Says also which words are of use now."""

    def __init__(self, words: Words, commands: TableCommands) -> None:
        super().__init__(words)
        self.commands = commands

    def situation(self, position: Position) -> str:
        words = self.words.series(self.commands.examples(position))
        possible = self.text("possible (a word alone lists where): {words}", words=words)
        lines = [super().situation(position), possible, *self._unnumbered(position)]
        return "\n".join(lines)

    def _unnumbered(self, position: Position) -> Iterator[str]:
        """Yield how to trade, offer and exchange, which have no numbers of their own."""
        example, phase = self.commands.example, position.s.phase
        if phase == "main" and position.trades:
            rates = enumerate(trading.rates(realm(position.s).lands[position.seat]))
            given = [self.words.amount(kind, rate) for kind, rate in rates]
            yield self.text(
                "trade with the supply, such as {example}: 1 for {rates}",
                example=example("trade"),
                rates=self.words.series(given),
            )
        if phase in ("main", "answer"):
            yield self.text("offer any terms, such as {example}", example=example("offer"))
        if Tool(VERB, "exchange") in position.by_tool:
            yield self.text("exchange puts a card under a pile first, then gets another one")


class SettlersScreen(PositionScreen[Position]):
    """The table, the menu of cards and actions, previews and typed commands."""

    def __init__(self, rules: Rules, text: Text | None = None) -> None:
        self._words = Words(text or English())
        self._hints = Hints(self._words)
        self._painter = TablePainter(self._hints)
        self._steering = steering.TableSteering()
        self._commands = TableCommands(self._words, self._steering, self._hints)
        parts = Parts(
            position=Position,
            zooms=tuple(ZOOMS),
            words=self._words,
            painter=self._painter,
            steering=self._steering,
            parse=self._commands.parse,
            hints=self._hints,
            said=Sayings(self._words).said,
            reader=TableReader(self._words, self._commands),
        )
        super().__init__(rules, parts)

    def in_hand(self, s: State, seat: int) -> InHand:
        """Return how many lines the menu has."""
        position = self.at(s, seat)
        return InHand(
            len(position.menu),
            title=menu.heading(position, self.text),
            rows=menu.rows_of(position),
            confirms=True,
        )

    def overlays(self) -> list[Overlay]:
        """Return the cards of the box, and the points and tokens as sums."""

        def paint(grid: Grid, s: State, seat: int, look: Look) -> None:
            sums.paint_sums(grid, s, look, self.text)

        def lines(s: State, eyes: int, look: Look) -> list[str]:
            return catalogue.listed(s, eyes, look, self.text)

        return [
            Overlay(catalogue.CATALOGUE, self.text("Cards"), None, "cards", lines),
            Overlay("f3", self.text("Points and tokens"), paint, "points"),
        ]

    def svg(self, s: State, names: tuple[str, ...] = ()) -> str:
        """Return the table as an SVG picture."""
        return draw_table(s, names, self.text)

    def counter(self, s: State) -> Counter:
        """Return the turn, and what each seat holds."""
        return standing.counter(s, self.text)

    def ending(self, s: State) -> Ending:
        """Return why the game is over, and who holds which token."""
        return standing.ending(s, self._words)

    # choosing

    def clicked(
        self, position: Position, at: tuple[int, int], size: tuple[int, int], look: Look
    ) -> Cursor:
        """Return the cursor after a click on the table, or on a line of the list over it."""
        cursor = position.cursor
        if catalogue.shown(cursor) is not None:
            entry = catalogue.entry_at(cursor, at, size)
            return cursor.toggled(MISSED) if entry is None else catalogue.to_entry(cursor, entry)
        if lists.is_open(position):
            return self._clicked_line(position, at, size)
        return steering.point_at(position, self.tabletop(position, size, look).target_at(*at))

    def tabletop(self, position: Position, size: tuple[int, int], look: Look) -> Tabletop:
        """Return where everything lies in a pane."""
        return self._painter.tabletop(position, size, look)

    def about(self, s: State, seat: int, cursor: Cursor) -> list[str]:
        """Return the text of the card under the cursor, its name first."""
        return self._hints.about(self.at(s, seat, cursor))

    def typed(self, position: Position, action: Action) -> str:
        """Return the command that means an action."""
        return self._commands.typed(position, action)

    def _clicked_line(
        self, position: Position, at: tuple[int, int], size: tuple[int, int]
    ) -> Cursor:
        if not position.listed:
            return position.cursor.toggled(TEXT)
        line = lists.line_of(position, at, size)
        if line is None:
            return position.cursor.toggled(MISSED)
        if position.bargaining:
            return steering.bargain(position, line, lists.side_of(position, at, size))
        return steering.point_at(position, position.lines[line])

    def clicked_hand(
        self, position: Position, at: tuple[int, int], size: tuple[int, int], look: Look
    ) -> Cursor:
        """Return the cursor after a click on the menu; on what is alone again means Enter."""
        tool = menu.tool_at(position, at, size)
        if tool is None or (tool == position.tool and len(position.ways) != 1):
            return position.cursor.toggled(MISSED)
        return steering.to_tool(position, tool)

    def keys(self) -> list[Key]:
        t = self.text
        return [
            Key("up", "↑ k", t("up, previous line")),
            Key("down", "↓ j", t("down, next line")),
            Key("left", "← h", t("to the left; in an offer: give one")),
            Key("right", "→ l", t("to the right; in an offer: ask for one")),
            Key("tab", "Tab", t("next card or action")),
            Key("n", "n", t("next number")),
            Key("p", "p", t("previous number")),
            Key("r", "r", t("another place it goes to; at first: swap two regions")),
            Key("i", "i", t("the text of the card")),
            Key("w", "w", t("build a road")),
            Key("s", "s", t("build a settlement")),
            Key("y", "y", t("build a city")),
            Key("t", "t", t("trade with the supply")),
            Key("o", "o", t("offer a trade")),
            Key("a", "a", t("accept an offer")),
            Key("u", "u", t("refuse an offer")),
            Key("d", "d", t("draw a card")),
            Key("f", "f", t("search a pile")),
            Key("m", "m", t("exchange a card")),
            Key("e", "e", t("end, enough, pass")),
            Key("x", "x", t("tear a card down")),
        ]

    def commands(self, s: State, seat: int) -> list[tuple[str, str]]:
        """Return the commands possible now, each with what it would do."""
        position = self.at(s, seat)
        return [
            (self._commands.typed(position, action), self._hints.sentence(position, action))
            for action in self._commands.possible(position)
        ]

    def usage(self) -> list[tuple[str, str]]:
        return self._commands.usage()

    def categories(self) -> list[tuple[str, str, Colour]]:
        t = self.text
        return [
            ("settlement", t("Settlements"), 0xC08050),
            ("city", t("Cities"), 0xBA3A2C),
            ("building", t("Red cards"), 0x8A5AA8),
            ("knight token", t("Knight"), 0x828084),
            ("windmill token", t("Windmill"), 0x5A9AC0),
        ]


make = SettlersScreen
"""Return the screen of a table in a language."""
