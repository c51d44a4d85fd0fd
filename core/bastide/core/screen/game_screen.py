"""The methods of a game's screen: what a front end asks of it, and when."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from bastide.core.events import Action, Event
from bastide.core.screen.choosing import Cursor, Key, Place, StepHelp
from bastide.core.screen.grid import Colour, Grid
from bastide.core.screen.panes import Aside, Counter, Edges, Ending, InHand, Overlay
from bastide.core.screen.theme import Look

if TYPE_CHECKING:
    from bastide.core.state import State


class GameScreen(Protocol):
    """A game's look and words; `DefaultScreen` has every method.

    In every method `s` is a state that must not be changed, and `seat` the seat whose eyes the
    screen is for, in turn order; -1 for a spectator. `size` is the width and height of a pane, in
    cells; `x` and `y` are a cell of it, from 0 at the top left. Texts are in the reader's language.
    The front ends are the full screen and the line mode.
    """

    # the board and the panes around it

    def zooms(self) -> list[str]:
        """Return the names of the zooms, smallest first (`6x3`)."""
        ...

    def paint(self, grid: Grid, s: State, seat: int, cursor: Cursor, look: Look) -> None:
        """Draw the board pane."""
        ...

    def beyond(
        self, s: State, seat: int, cursor: Cursor, size: tuple[int, int], look: Look
    ) -> Edges:
        """Return where a pane of a size cuts off the board, if it does.

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
        """Return what is left, for the title bar, and what each seat has in supply."""
        ...

    def overlays(self) -> list[Overlay]:
        """Return the game's overlays."""
        ...

    def categories(self) -> list[tuple[str, str, Colour]]:
        """Return (category, title, colour) of the scores, in the order of the end screen."""
        ...

    def ending(self, s: State) -> Ending:
        """Return what the page after the end says beside the points."""
        ...

    def undrawn(self) -> list[str]:
        """Return what the table's plugins brought and this screen has no picture for.

        A sentence each, with what to do; for authors, `plugins check` says them.
        """
        ...

    # the cursor

    def start(self, s: State, seat: int, before: Cursor) -> Cursor:
        """Return the cursor at the start of a decision; `before` is where it was."""
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
        """Return the cursor after a click on a cell of the board pane."""
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

    # what can be chosen

    def places(self, s: State, seat: int, cursor: Cursor) -> list[Place]:
        """Return the numbered choices of the current decision; [] if it is not this seat's."""
        ...

    def chosen(self, s: State, seat: int, cursor: Cursor) -> Action | str:
        """Return the action under the cursor (Enter), or the sentence why there is none.

        That is a `Remark` unless something is tried that the rules refuse.
        """
        ...

    def hint(self, s: State, seat: int, cursor: Cursor) -> tuple[str, str]:
        """Return two lines: what can be done now, and what the current choice would do."""
        ...

    def step_help(self, s: State, seat: int, cursor: Cursor) -> StepHelp:
        """Return what help says of a decision of this seat; without keys it lists all of them."""
        ...

    def ways(self, s: State, seat: int, cursor: Cursor) -> list[list[Place]]:
        """Return for each numbered choice all that it stands for, that of `places` first.

        For the line mode, where keys or further words tell several actions of one number apart.
        """
        ...

    def preview(self, s: State, seat: int, action: Action) -> str:
        """Return what an action would do, for the line mode; "" if that is not known."""
        ...

    def situation(self, s: State, seat: int, cursor: Cursor) -> str:
        """Return what a decision is about (what the seat holds), for the line mode; or ""."""
        ...

    # typed commands

    def parse(self, s: State, seat: int, cursor: Cursor, words: list[str]) -> Action | Cursor | str:
        """Return what a typed command means: an action, a new cursor, or what is wrong with it."""
        ...

    def commands(self, s: State, seat: int) -> list[tuple[str, str]]:
        """Return the commands possible now, each with its meaning, for completion."""
        ...

    def usage(self) -> list[tuple[str, str]]:
        """Return an example of each command of the game, with what it does, for help."""
        ...

    # in words

    def say(self, s: State, a: Action | Event, names: tuple[str, ...]) -> str:
        """Return one sentence for the log; "" for what is not worth a line."""
        ...

    def board_text(self, s: State, seat: int, look: Look) -> list[str]:
        """Return the board as lines of text, for the line mode."""
        ...

    def near(self, s: State, words: list[str]) -> str:
        """Return what lies around a place, for the line mode."""
        ...
