"""What a game has to show beside and over its board, as the front end lays it out."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

from bastide.core.screen.grid import Grid
from bastide.core.screen.theme import Look

if TYPE_CHECKING:
    from bastide.core.state import State


class Overlay(NamedTuple):
    """A pane over the board, or another view of the board itself.

    Attributes:
        key: shows and hides it; named as in `Key`.
        title: what it is called, in the reader's language.
        paint: paints it for a seat; what it writes below the grid's last row is scrolled to. None:
            it is another view of the board: the key goes to `move`, which shows and hides it, and
            `aside` lists what is to be seen.
        word: names it in English when it is typed, beside the first word of its title.
        lines: returns the same as text for a seat, for the line mode; None: the painted
            characters, or what `aside` lists.
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
    """What is left, for the title bar, and a line for the panel of each seat.

    Attributes:
        title: what is left: `31/72 left`.
        seats: what each has in supply, in turn order.
        short: the same for less room; () for nothing shorter.
        long: the same for more room; () for nothing longer.
        words: the same as it is read out, without signs; () where the longest has none.
        heading: what the short ones count, over their column; "" where they say so.
    """

    title: str
    seats: tuple[str, ...]
    short: tuple[str, ...] = ()
    long: tuple[str, ...] = ()
    words: tuple[str, ...] = ()
    heading: str = ""


class InHand(NamedTuple):
    """What lies in the hand pane.

    Attributes:
        cards: how many things lie there to choose from.
        note: what stands at the edge of the pane; "" for nothing.
        owner: the seat that shows its hand, where that is not who looks; else -1.
        title: what the pane is called, where nothing is held in a hand; else "".
        rows: lines that it would like to have, where the column has room. The pane never has
            fewer than usual, so that nothing moves from one decision to the next; 0: that will do.
        confirms: whether a click that leaves the cursor as it is means Enter, as on the board.
        sends: whether the turn is sent by the same Enter, if what is chosen here completes it:
            there is nothing else to choose, or the hint has said that Enter ends it. After a step
            that has ended the game: whether the game had asked before it.
        short: the title where there is little room; "": the title is cut there.
    """

    cards: int = 0
    note: str = ""
    owner: int = -1
    title: str = ""
    rows: int = 0
    confirms: bool = False
    sends: bool = False
    short: str = ""


class Entry(NamedTuple):
    """A line of an `Aside`.

    Attributes:
        seats: the seats that it is about, which mark it with their colours; () for none.
        text: what it says.
        chosen: whether the cursor is on it.
    """

    seats: tuple[int, ...]
    text: str
    chosen: bool = False


class Aside(NamedTuple):
    """A list that takes the place of the log for a while.

    Attributes:
        title: what the pane is called.
        entries: its lines.
        foot: what stands at the lower edge; "" for nothing.
    """

    title: str
    entries: tuple[Entry, ...]
    foot: str = ""


class Ending(NamedTuple):
    """What the points do not tell, for the page after the end.

    Attributes:
        why: why the game has ended, in a sentence; "" where that is plain.
        seats: a word on each seat, in turn order; () for nothing.
    """

    why: str = ""
    seats: tuple[str, ...] = ()


class Edges(NamedTuple):
    """Edges of the board pane, each true where there is more of the board beyond it."""

    left: bool = False
    top: bool = False
    right: bool = False
    bottom: bool = False
