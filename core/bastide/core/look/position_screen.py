"""The screen of a game with a board or cards of its own: parts that are asked about a position.

`PositionScreen` has every method of a `GameScreen`: it makes the position and asks the part whose
work it is. A game says what its parts are, and overrides what no part can know.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

from bastide.core.default_screen import DefaultScreen
from bastide.core.events import Action, Event
from bastide.core.look.commands import Answer
from bastide.core.look.position import P, Position
from bastide.core.look.steering import Steering
from bastide.core.look.words import Words
from bastide.core.rules import Rules
from bastide.core.screen import Cursor, Edges, Grid, Look, Place, Remark
from bastide.core.state import State

Seen = TypeVar("Seen", bound=Position, contravariant=True)


ROOMY = 70
"""Columns of the board from which on there is room for long hints: 100 x 30 and more."""


class Painter(Protocol[Seen]):
    """What draws the board pane, and the pane of what the seat holds or may do.

    `middle` is the spot in the middle of the board when it was last painted: the next view begins
    there, so that the board never jumps. `narrow`: that pane had no room for long hints. `beyond`
    says where a pane of a size cuts off the board, and keeps nothing; who inherits need not say it.
    """

    middle: tuple[int, int]
    narrow: bool

    def board(self, grid: Grid, position: Seen, look: Look, /) -> None: ...

    def beyond(self, position: Seen, size: tuple[int, int], look: Look, /) -> Edges:
        """Return that nothing is cut off."""
        return Edges()

    def hand(self, grid: Grid, position: Seen, look: Look, /) -> None: ...


class Hints(Protocol[Seen]):
    """What says what can be done, and what a choice brings.

    now: what can be done, in 52 columns where the board is narrow. sentence: what an action would
    do. choice: the same of what is under the cursor, or why there is nothing. refusal: that reason;
    a `Remark` where nothing is refused, since nothing is tried yet.
    """

    def now(self, position: Seen, narrow: bool, /) -> str: ...
    def sentence(self, position: Seen, action: Action, /) -> str: ...
    def choice(self, position: Seen, /) -> str: ...
    def refusal(self, position: Seen, /) -> str: ...


class Reader(Protocol[Seen]):
    """What reads a position out in lines: the board, what a decision is about, what lies near."""

    def board(self, position: Seen, look: Look, /) -> list[str]: ...
    def situation(self, position: Seen, /) -> str: ...
    def near(self, position: Seen, words: list[str], /) -> str: ...


class Written(Protocol[Seen]):
    """What writes down the commands that `Parts.parse` reads.

    possible: the actions for completion. typed: how one of them is typed. usage: an example of each
    command, with what it does.
    """

    def possible(self, position: Seen, /) -> list[Action]: ...
    def typed(self, position: Seen, action: Action, /) -> str: ...
    def usage(self) -> list[tuple[str, str]]: ...


@dataclass(frozen=True, slots=True)
class Parts(Generic[P]):
    """What a screen is made of. `position` makes what all others are asked about."""

    position: type[P]
    zooms: tuple[tuple[int, int], ...]
    """Columns and rows of a place of the board, smallest first."""
    words: Words
    painter: Painter[P]
    steering: Steering[P]
    parse: Callable[[P, list[str]], Answer]
    """What a typed command means: `Commands.parse`."""
    hints: Hints[P]
    said: Callable[[Action | Event], str | None]
    """A sentence; "" for no line, None where the default screen is to say it."""
    reader: Reader[P]
    written: Written[P] | None = None
    """None: the default screen lists commands, or the game does."""


class PositionScreen(DefaultScreen, Generic[P]):
    """A screen of parts. Sentences use the names in the last `Look`, letters before there is one.

    Left to the game are `keys`, `counter`, `categories`, `commands` and `usage` unless a part
    writes commands, and where it has such a thing `step_help`, `in_hand`, `aside`, `overlays`,
    `clicked` and `clicked_hand`.
    """

    def __init__(self, rules: Rules, parts: Parts[P]) -> None:
        super().__init__(rules, parts.words.text)
        self.parts = parts
        self._told: tuple[list[Action], object, dict[Action, str]] = ([], None, {})

    def at(self, s: State, seat: int, cursor: Cursor | None = None) -> P:
        """Return the position that the parts are asked about."""
        return self.parts.position(self.rules, s, seat, cursor or Cursor())

    # painting and reading

    def zooms(self) -> list[str]:
        return [f"{wide}x{high}" for wide, high in self.parts.zooms]

    def paint(self, grid: Grid, s: State, seat: int, cursor: Cursor, look: Look) -> None:
        self.parts.words.names = look.names
        self.parts.painter.board(grid, self.at(s, seat, cursor), look)

    def beyond(
        self, s: State, seat: int, cursor: Cursor, size: tuple[int, int], look: Look
    ) -> Edges:
        beyond = getattr(self.parts.painter, "beyond", None)  # younger than the first painters
        return beyond(self.at(s, seat, cursor), size, look) if beyond else Edges()

    def paint_hand(self, grid: Grid, s: State, seat: int, cursor: Cursor, look: Look) -> None:
        self.parts.words.names = look.names
        position = self.at(s, seat, cursor)
        if look.idle:
            position.actions = []
        self.parts.painter.hand(grid, position, look)

    def board_text(self, s: State, seat: int, look: Look) -> list[str]:
        self.parts.words.names = look.names
        return self.parts.reader.board(self.at(s, seat), look)

    def near(self, s: State, words: list[str]) -> str:
        return self.parts.reader.near(self.at(s, -1), words)

    def say(self, s: State, a: Action | Event, names: tuple[str, ...]) -> str:
        self.parts.words.names = names
        said = self.parts.said(a)
        return super().say(s, a, names) if said is None else said

    # choosing

    def places(self, s: State, seat: int, cursor: Cursor) -> list[Place]:
        position = self.at(s, seat, cursor)
        numbered = zip(position.numbered, position.numbers, strict=True) if position.mine else ()
        return [Place(a, position.cells_of(a), self._sentence(position, a), n) for a, n in numbered]

    def ways(self, s: State, seat: int, cursor: Cursor) -> list[list[Place]]:
        position = self.at(s, seat, cursor)
        return [[place, *self._others(position, place)] for place in self.places(s, seat, cursor)]

    def _others(self, position: P, place: Place) -> Iterator[Place]:
        for action in position.ways_like(place.action):
            if action != place.action:
                yield place._replace(action=action, sentence=self._sentence(position, action))

    def preview(self, s: State, seat: int, action: Action) -> str:
        return self._sentence(self.at(s, seat), action)

    def _sentence(self, position: P, action: Action) -> str:
        """Return what an action would do, worked out once a decision."""
        who = position.seat, self.parts.words.names
        if self._told[0] is not position.actions or self._told[1] != who:
            self._told = position.actions, who, {}
        told = self._told[2]
        if action not in told:
            told[action] = self.parts.hints.sentence(position, action)
        return told[action]

    def chosen(self, s: State, seat: int, cursor: Cursor) -> Action | str:
        position = self.at(s, seat, cursor)
        if not position.mine:
            return Remark(self.parts.words.not_mine())
        return position.chosen or self.parts.hints.refusal(position)

    def hint(self, s: State, seat: int, cursor: Cursor) -> tuple[str, str]:
        position, hints = self.at(s, seat, cursor), self.parts.hints
        if not position.mine:
            return "", ""
        return hints.now(position, self.parts.painter.narrow), hints.choice(position)

    def situation(self, s: State, seat: int, cursor: Cursor) -> str:
        position = self.at(s, seat, cursor)
        return self.parts.reader.situation(position) if position.mine else ""

    def parse(self, s: State, seat: int, cursor: Cursor, words: list[str]) -> Action | Cursor | str:
        return self.parts.parse(self.at(s, seat, cursor), words)

    def commands(self, s: State, seat: int) -> list[tuple[str, str]]:
        """Return the commands possible now, each with what it would do."""
        written, position = self.parts.written, self.at(s, seat)
        if written is None:
            return super().commands(s, seat)
        possible = written.possible(position)
        return [(written.typed(position, a), self._sentence(position, a)) for a in possible]

    def usage(self) -> list[tuple[str, str]]:
        written = self.parts.written
        return written.usage() if written else super().usage()

    # the cursor

    def start(self, s: State, seat: int, before: Cursor) -> Cursor:
        return self.parts.steering.start(self.at(s, seat, before))

    def move(self, s: State, seat: int, cursor: Cursor, key: str) -> Cursor:
        position = self.at(s, seat, cursor)
        return self.parts.steering.move(position, key, self.parts.painter.middle)

    def at_place(self, s: State, seat: int, cursor: Cursor, number: int) -> Cursor:
        position = self.at(s, seat, cursor)
        if not position.mine or number not in position.numbers:
            return cursor
        return self.parts.steering.to_number(position, position.numbers.index(number) + 1)

    def point(
        self, s: State, seat: int, cursor: Cursor, x: int, y: int, size: tuple[int, int], look: Look
    ) -> Cursor:
        return self.clicked(self.at(s, seat, cursor), (x, y), size, look)

    def point_hand(
        self, s: State, seat: int, cursor: Cursor, x: int, y: int, size: tuple[int, int], look: Look
    ) -> Cursor:
        return self.clicked_hand(self.at(s, seat, cursor), (x, y), size, look)

    def clicked(
        self, position: P, at: tuple[int, int], size: tuple[int, int], look: Look
    ) -> Cursor:
        """Return the cursor after a click on a cell of the board pane."""
        return position.cursor

    def clicked_hand(
        self, position: P, at: tuple[int, int], size: tuple[int, int], look: Look
    ) -> Cursor:
        """Return the cursor after a click on a cell of the hand pane."""
        return position.cursor
