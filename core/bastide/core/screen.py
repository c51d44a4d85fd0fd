"""What a front end needs of a game, as plain data, with a default that can play any game.

A game's plugin offers a `GameScreen` through `bastide_renderers`. It paints into a `Grid` of
character cells, turns keys into cursor moves and numbered places, typed words into actions, and
actions and events into sentences. It does no I/O and knows no terminal: it paints in the colours
of the depth that it is told (`colours` says which those are), and the front end passes them on.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Literal, NamedTuple, Protocol, TypeVar

from bastide.core.events import Action, Event

if TYPE_CHECKING:
    from bastide.core.state import State

Colour = int
"""0xRRGGBB, OWN for the terminal's own, or `colours.indexed(n)` for entry n of its palette."""

OWN = -1

T = TypeVar("T")
Depth = Literal["none", "16", "256", "true"]
Glyphs = Literal["blocks", "unicode", "ascii"]


class Style(NamedTuple):
    """How a cell looks.

    Both colours are of the depth in `Look.depth`: 24-bit ones at `true`, `colours.indexed(16)` to
    255 at `256`, `indexed(0)` to 15 at `16`, `OWN` alone at `none`; `OWN` goes everywhere. The
    front end writes them out as they are: nothing is mapped to a near colour on the way.
    """

    fg: Colour = OWN
    bg: Colour = OWN
    bold: bool = False
    underline: bool = False
    reverse: bool = False


PLAIN_STYLE = Style()


class Grid:
    """A rectangle of character cells; writes outside it are cut off, never an error.

    A character that takes two columns fills its cell and leaves the next one empty ("").
    """

    __slots__ = ("chars", "height", "styles", "width")

    def __init__(self, width: int, height: int, style: Style = PLAIN_STYLE) -> None:
        self.width, self.height = width, height
        self.chars = [[" "] * width for _ in range(height)]
        self.styles = [[style] * width for _ in range(height)]

    def put(self, x: int, y: int, char: str, style: Style = PLAIN_STYLE) -> None:
        """Write one character of one column."""
        if 0 <= x < self.width and 0 <= y < self.height:
            self.chars[y][x] = char
            self.styles[y][x] = style

    def text(self, x: int, y: int, text: str, style: Style = PLAIN_STYLE) -> int:
        """Write a line of text and return the column after it. Wide characters take two."""
        for char in text:
            wide = column_width(char)
            if wide == 0:
                continue
            if wide == 2 and not 0 <= x < self.width - 1:
                char, wide = "?", 1
            self.put(x, y, char, style)
            if wide == 2:
                self.put(x + 1, y, "", style)
            x += wide
        return x

    def fill(self, x: int, y: int, width: int, height: int, style: Style, char: str = " ") -> None:
        """Fill a rectangle."""
        for row in range(y, y + height):
            for column in range(x, x + width):
                self.put(column, row, char, style)

    def blit(self, x: int, y: int, other: Grid) -> None:
        """Copy another grid into this one, clipped."""
        for row in range(other.height):
            for column in range(other.width):
                self.put(x + column, y + row, other.chars[row][column], other.styles[row][column])

    def lines(self) -> list[str]:
        """Return the characters of each row."""
        return ["".join(row) for row in self.chars]


@lru_cache(4096)
def column_width(char: str) -> int:
    """Return the columns that a character takes: 0, 1 or 2 (control characters: 0)."""
    from wcwidth import wcwidth

    return max(0, wcwidth(char))


def text_width(text: str) -> int:
    """Return the columns that a line of text takes."""
    return sum(map(column_width, text))


def fit(text: str, width: int, ellipsis: str = "…") -> str:
    """Cut a text to a number of columns, with an ellipsis where something is missing."""
    if text_width(text) <= width:
        return text
    kept, used = "", text_width(ellipsis)
    for char in text:
        used += column_width(char)
        if used > width:
            break
        kept += char
    return (kept + ellipsis) if width >= text_width(ellipsis) else ""


class Theme(NamedTuple):
    """The colours of everything but the games' own drawings."""

    background: Colour
    panel: Colour
    table: Colour
    line: Colour
    dim: Colour
    text: Colour
    ink: Colour
    accent: Colour
    good: Colour
    bad: Colour
    title: Colour
    current: Colour
    seats: tuple[Colour, ...]
    """Badge colours in seat order."""


DARK = Theme(
    background=0x16181C,
    panel=0x1D2026,
    table=0x22262C,
    line=0x4A505C,
    dim=0x848A96,
    text=0xD6D2C8,
    ink=0xECE8DE,
    accent=0xFFD650,
    good=0x6ED296,
    bad=0xF0645A,
    title=0x2C313C,
    current=0x2E3028,
    seats=(0xBA143C, 0x1854D0, 0xFFDE28, 0xA97BFF, 0xF6F6FA, 0xFF96E8),
)
LIGHT = Theme(
    background=0xF6F4EE,
    panel=0xFCFBF7,
    table=0xE4DED0,
    line=0xAAA69C,
    dim=0x6E6C66,
    text=0x302E2A,
    ink=0x302E2A,
    accent=0x965A00,
    good=0x10703C,
    bad=0xB02018,
    title=0xE4DED0,
    current=0xEFEAD8,
    seats=DARK.seats,
)


class Look(NamedTuple):
    """How a screen is to be drawn.

    `zoom` is an index into the game's zooms, 0 the smallest. `theme` is in the colours of
    `depth` already (`colours.reduced`). `names` are the seats' display names in turn order;
    `fresh` are the events since the looking seat last acted. `columns`: how many a line of text may
    take; 0: as many as it needs. `idle`: nothing can be chosen whatever the rules allow, as in a
    replay: a hand is shown, but no menu.
    """

    zoom: int = 0
    depth: Depth = "true"
    glyphs: Glyphs = "blocks"
    theme: Theme = DARK
    names: tuple[str, ...] = ()
    fresh: tuple[Event, ...] = ()
    columns: int = 0
    idle: bool = False

    def zoomed(self, zooms: Sequence[T]) -> T:
        """Return the zoom of a game that is asked for, or the nearest that there is."""
        return zooms[max(0, min(self.zoom, len(zooms) - 1))]

    def characters(self, unicode: T, ascii: T) -> T | None:
        """Return what to draw with; None where half blocks and colours are to be had."""
        if self.glyphs == "ascii":
            return ascii
        return unicode if self.glyphs == "unicode" or self.depth == "none" else None


class Cursor(NamedTuple):
    """Where the player is looking, in the game's own terms.

    `x`, `y`: a cell of the board. `turn`: orientation. `choice`: index into `places`, or into
    what the game offers to choose. `hand`: index of a hand card. `origin`: the board cell in the
    middle of the pane (None: the game decides). `flags`: anything else.
    """

    x: int = 0
    y: int = 0
    turn: int = 0
    choice: int = 0
    hand: int = 0
    origin: tuple[int, int] | None = None
    flags: tuple[str, ...] = ()

    def flag(self, start: str) -> str | None:
        """Return the rest of the first flag that begins so: `2,1` of `from=2,1`."""
        return next(
            (each.removeprefix(start) for each in self.flags if each.startswith(start)), None
        )

    def flagged(self, flag: str) -> Cursor:
        """Return the cursor with one more flag."""
        return self._replace(flags=(*self.flags, flag))

    def without(self, *starts: str) -> Cursor:
        """Return the cursor without the flags that begin so."""
        return self._replace(
            flags=tuple(each for each in self.flags if not each.startswith(starts))
        )

    def toggled(self, flag: str) -> Cursor:
        """Return the cursor with a flag, or without it if it had it."""
        return self.without(flag) if flag in self.flags else self.flagged(flag)


class Place(NamedTuple):
    """A numbered choice: what it does, the board cells it covers, and one sentence."""

    action: Action
    cells: tuple[tuple[int, int], ...]
    sentence: str


class Remark(str):
    """What `chosen` says where nothing was refused: nothing is tried yet, or what lies there.

    Any other sentence of it is a refusal, which front ends paint as one.
    """

    __slots__ = ()


class Key(NamedTuple):
    """A key of the game's own: prompt-toolkit's name for it, and what it does."""

    key: str
    label: str
    title: str


class StepHelp(NamedTuple):
    """What help says first, of the decision at hand: what it is about, and the keys for it."""

    sentences: tuple[str, ...] = ()
    keys: tuple[Key, ...] = ()


class Overlay(NamedTuple):
    """A pane over the board: its key, its title, what paints it, and a word that names it.

    In English, beside the first word of its title, which is in the reader's language.

    Without `paint` it is another view of the board itself: its key goes to `move`, which shows and
    hides it, and `aside` lists what is to be seen; or `lines` returns that, for line mode.
    """

    key: str
    title: str
    paint: Callable[[Grid, State, int, Look], None] | None
    word: str = ""
    lines: Callable[[State, int, Look], list[str]] | None = None

    @property
    def words(self) -> tuple[str, ...]:
        """What may be typed for it, in small letters; the first one is shown."""
        first = self.title.split()[0].casefold()
        return first, *({self.word} - {"", first}), self.key


class Counter(NamedTuple):
    """A number for the title bar and a line for each seat's panel.

    `short` and `long` say the same for less and for more room than `seats`; () for neither.
    """

    title: str
    seats: tuple[str, ...]
    short: tuple[str, ...] = ()
    long: tuple[str, ...] = ()


class InHand(NamedTuple):
    """What lies in the hand pane: how many things to choose from, and a note for its edge.

    owner: the seat that shows it, where it is not the hand of who looks; else -1.
    title: what the pane is called, where nothing is held in a hand; else "".
    rows: lines that it would like to have, where the column has room for more than usual.
    confirms: a click there that leaves the cursor as it is means Enter, as one on the board does.
    """

    cards: int = 0
    note: str = ""
    owner: int = -1
    title: str = ""
    rows: int = 0
    confirms: bool = False


class Entry(NamedTuple):
    """A line of a list beside the board: the seats that it is about, and whether it is chosen."""

    seats: tuple[int, ...]
    text: str
    chosen: bool = False


class Aside(NamedTuple):
    """A list that takes the place of the log for a while."""

    title: str
    entries: tuple[Entry, ...]
    foot: str = ""


class Ending(NamedTuple):
    """What the points do not tell after the end: why it came, and a word on each seat.

    why: a sentence, or "". seats: in turn order; () for nothing.
    """

    why: str = ""
    seats: tuple[str, ...] = ()


class Edges(NamedTuple):
    """Edges of the board pane, each true where there is more of the board beyond it."""

    left: bool = False
    top: bool = False
    right: bool = False
    bottom: bool = False


class GameScreen(Protocol):
    """A game's look and words; `DefaultScreen` has every method.

    `seat` is the seat whose eyes the screen is for (turn order); -1 for a spectator. `s` is a
    state that must not be changed.
    """

    def zooms(self) -> list[str]:
        """Return the names of the zooms, smallest first (`6x3`)."""
        ...

    def paint(self, grid: Grid, s: State, seat: int, cursor: Cursor, look: Look) -> None:
        """Draw the board pane."""
        ...

    def beyond(
        self, s: State, seat: int, cursor: Cursor, size: tuple[int, int], look: Look
    ) -> Edges:
        """Return where a pane of a size (width, height) cuts off the board, if it does.

        The front end marks these edges, and by itself takes a zoom that cuts off nothing. It asks
        that with seat -1 and a cursor that has not moved, so that the answer is that of the board
        alone.
        """
        ...

    def paint_hand(self, grid: Grid, s: State, seat: int, cursor: Cursor, look: Look) -> None:
        """Draw the pane of what the seat holds or is about to play."""
        ...

    def in_hand(self, s: State, seat: int) -> InHand:
        """Return how much there is to choose from in the hand pane, and what stands at its edge."""
        ...

    def aside(self, s: State, seat: int, cursor: Cursor) -> Aside | None:
        """Return a list that belongs beside the board now; None: the log stays."""
        ...

    def counter(self, s: State) -> Counter:
        """Return what is left (`31/72 left`) and, for each seat, what it has in supply."""
        ...

    def ending(self, s: State) -> Ending:
        """Return what the page after the end says beside the points."""
        ...

    def start(self, s: State, seat: int, before: Cursor) -> Cursor:
        """Return the cursor at the start of a decision; `before` is where it was."""
        ...

    def places(self, s: State, seat: int, cursor: Cursor) -> list[Place]:
        """Return the numbered choices of the current decision; [] if it is not this seat's."""
        ...

    def ways(self, s: State, seat: int, cursor: Cursor) -> list[list[Place]]:
        """Return for each numbered choice all that it stands for, that of `places` first.

        Where keys or further words tell several actions apart that have one number.
        """
        ...

    def preview(self, s: State, seat: int, action: Action) -> str:
        """Return what an action would do, said before it is made; "" if that is not known."""
        ...

    def chosen(self, s: State, seat: int, cursor: Cursor) -> Action | str:
        """Return the action under the cursor (Enter), or the sentence why there is none.

        That is a `Remark` unless something is tried that the rules refuse.
        """
        ...

    def hint(self, s: State, seat: int, cursor: Cursor) -> tuple[str, str]:
        """Return two lines: what can be done now, and what the current choice would do."""
        ...

    def situation(self, s: State, seat: int, cursor: Cursor) -> str:
        """Return what a decision of this seat is about, in words (what it holds), or ""."""
        ...

    def move(self, s: State, seat: int, cursor: Cursor, key: str) -> Cursor:
        """Return the cursor after one of the game's keys (arrows, r, n, p, ...).

        Also after `escape`, which closes what the game has opened over its board, after `pageup`
        and `pagedown`, which the log takes where they change nothing, and after an overlay's key.
        """
        ...

    def point(
        self, s: State, seat: int, cursor: Cursor, x: int, y: int, size: tuple[int, int], look: Look
    ) -> Cursor:
        """Return the cursor after a click on a cell of the pane; `size` is its width, height."""
        ...

    def point_hand(
        self, s: State, seat: int, cursor: Cursor, x: int, y: int, size: tuple[int, int], look: Look
    ) -> Cursor:
        """Return the cursor after a click on a cell of the hand pane."""
        ...

    def at_place(self, s: State, seat: int, cursor: Cursor, number: int) -> Cursor:
        """Return the cursor on a numbered place (1 is the first)."""
        ...

    def keys(self) -> list[Key]:
        """Return the game's keys for help and key bar."""
        ...

    def step_help(self, s: State, seat: int, cursor: Cursor) -> StepHelp:
        """Return what help says of a decision of this seat; without keys it lists all of them."""
        ...

    def parse(self, s: State, seat: int, cursor: Cursor, words: list[str]) -> Action | Cursor | str:
        """Return what a typed command means: an action, a new cursor, or what is wrong with it."""
        ...

    def commands(self, s: State, seat: int) -> list[tuple[str, str]]:
        """Return the commands possible now, each with its meaning, for completion."""
        ...

    def usage(self) -> list[tuple[str, str]]:
        """Return an example of each command of the game, with what it does, for help."""
        ...

    def say(self, s: State, a: Action | Event, names: tuple[str, ...]) -> str:
        """Return one sentence for the log; "" for what is not worth a line."""
        ...

    def board_text(self, s: State, seat: int, look: Look) -> list[str]:
        """Return the board as lines of text, for the line mode."""
        ...

    def near(self, s: State, words: list[str]) -> str:
        """Return what lies around a place, for the line mode."""
        ...

    def categories(self) -> list[tuple[str, str, Colour]]:
        """Return (category, title, colour) of the scores, in the order of the end screen."""
        ...

    def overlays(self) -> list[Overlay]:
        """Return the game's overlays."""
        ...

    def undrawn(self) -> list[str]:
        """Return what the table's plugins brought and this screen has no picture for.

        A sentence each, with what to do; for authors, `plugins check` says them.
        """
        ...
