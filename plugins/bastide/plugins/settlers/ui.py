"""The settlers card game on the screen: the game's `GameScreen`. What it shows is in `look`."""

from __future__ import annotations

from collections.abc import Iterator

from bastide.core.events import Action, Event
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
    StepHelp,
)
from bastide.core.state import State
from bastide.plugins.settlers import attacks, giving_up, trading, turn
from bastide.plugins.settlers.look import (
    bargains,
    catalogue,
    cursors,
    guide,
    lists,
    menu,
    standing,
    steering,
    sums,
)
from bastide.plugins.settlers.look.commands import TableCommands
from bastide.plugins.settlers.look.hints import Hints
from bastide.plugins.settlers.look.painter import Painter
from bastide.plugins.settlers.look.position import Position
from bastide.plugins.settlers.look.reader import Reader
from bastide.plugins.settlers.look.rows import ZOOMS
from bastide.plugins.settlers.look.sayings import Sayings
from bastide.plugins.settlers.look.signs import UNICODE, signs_of
from bastide.plugins.settlers.look.svg import draw_table
from bastide.plugins.settlers.look.tabletop import Tabletop
from bastide.plugins.settlers.look.tools import TEXT, VERB, Tool
from bastide.plugins.settlers.look.words import Words
from bastide.plugins.settlers.state import realm


class TablePainter(Painter):
    """The table, over it what lies there for a while, and the menu beside it."""

    def __init__(self, hints: Hints) -> None:
        super().__init__(hints.text)
        self.hints = hints
        self.signs = UNICODE

    def board(self, grid: Grid, position: Position, look: Look) -> None:  # type: ignore[override]
        super().board(grid, position, look)
        self.hints.fresh, self.signs = look.fresh, signs_of(look)
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
        self._sayings = Sayings(self._words)
        self._commands = TableCommands(self._words, self._steering, self._hints)
        parts = Parts(
            position=Position,
            zooms=tuple(ZOOMS),
            words=self._words,
            painter=self._painter,
            steering=self._steering,
            parse=self._commands.parse,
            hints=self._hints,
            said=self._sayings.said,
            reader=TableReader(self._words, self._commands),
            written=self._commands,
        )
        super().__init__(rules, parts)

    def in_hand(self, s: State, seat: int) -> InHand:
        """Return how many lines the menu has, and whether Enter sends: where nothing is regretted.

        With a full hand the first line says that Enter ends the turn: that is asked but once.
        """
        position = self.at(s, seat)
        title, short = menu.heading(position, self.text)
        lonely = len(position.actions) == 1 and s.phase in (turn.BEFORE, attacks.REACT)
        return InHand(
            len(position.menu),
            title=title,
            short=short,
            rows=menu.rows_of(position),
            confirms=True,
            sends=lonely or giving_up.is_given_up(s) or position.offered == Tool(VERB, "end"),
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

    def say(self, s: State, a: Action | Event, names: tuple[str, ...]) -> str:
        """Return a sentence for the log: with the card that was drawn if these eyes know it."""
        said = super().say(s, a, names)
        return self._sayings.known(s, a) or said

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

    def _clicked_line(
        self, position: Position, at: tuple[int, int], size: tuple[int, int]
    ) -> Cursor:
        if not position.listed:
            return position.cursor.toggled(TEXT)
        line = lists.line_of(position, at, size)
        if line is None:
            return position.cursor.toggled(MISSED)
        if position.bargaining:
            return bargains.bargain(position, line, lists.side_of(position, at, size))
        return steering.point_at(position, position.lines[line])

    def clicked_hand(
        self, position: Position, at: tuple[int, int], size: tuple[int, int], look: Look
    ) -> Cursor:
        """Return the cursor after a click on the menu; on what is alone again means Enter."""
        tool = menu.tool_at(position, at, size)
        if tool is None or (tool == position.tool and len(position.ways) != 1):
            return position.cursor.toggled(MISSED)
        return cursors.to_tool(position, tool)

    def keys(self) -> list[Key]:
        return guide.keys(self.text)

    def step_help(self, s: State, seat: int, cursor: Cursor) -> StepHelp:
        """Return why a decision is made, and the keys that are of use in it."""
        return guide.step_help(self.at(s, seat, cursor), self._words, self._painter.signs)

    def categories(self) -> list[tuple[str, str, Colour]]:
        t = self.text
        return [
            ("settlement", t("Settlements and cities"), 0xC08050),
            ("city", t("More for cities"), 0xBA3A2C),
            ("building", t("Red cards"), 0x8A5AA8),
            ("knight token", t("Knight"), 0x828084),
            ("windmill token", t("Windmill"), 0x5A9AC0),
        ]


make = SettlersScreen
"""Return the screen of a table in a language."""
