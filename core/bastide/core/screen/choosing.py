"""What a player chooses with: the cursor, numbered places, and the game's keys."""

from __future__ import annotations

from typing import NamedTuple

from bastide.core.events import Action


class Cursor(NamedTuple):
    """Where the player is looking, in the game's own terms; front ends keep it for the game.

    Attributes:
        x, y: a cell of the board, in the game's own coordinates.
        turn: orientation, in the game's own steps.
        choice: index into `places`, or into what the game offers to choose; 0 is the first.
        hand: index of a hand card; 0 is the first.
        origin: the board cell in the middle of the pane; None: the game decides.
        flags: anything else, such as `from=2,1`.
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
    """A numbered choice of the current decision.

    Attributes:
        action: what choosing it does.
        cells: the board cells that it covers, in the game's own coordinates; () for none.
        sentence: what it is, in one sentence.
        number: what is typed for it; 0: its rank among the places, from 1.
    """

    action: Action
    cells: tuple[tuple[int, int], ...]
    sentence: str
    number: int = 0


class Remark(str):
    """What `chosen` says where nothing was refused: nothing is tried yet, or what lies there.

    Any other sentence of it is a refusal, which front ends paint as one.
    """

    __slots__ = ()


class Key(NamedTuple):
    """A key of the game's own, for help and the key bar.

    Attributes:
        key: its name, as `move` gets it and prompt-toolkit has it: `r`, `up`, `f2`.
        label: what stands on it, also on a second key for the same: `r`, `↑ k`, `F2`.
        title: what it does, in two or three words.
    """

    key: str
    label: str
    title: str


class StepHelp(NamedTuple):
    """What help says first, of the decision at hand.

    Attributes:
        sentences: what it is about, each a paragraph; () for nothing.
        keys: those that are of use in it; () for all that the game has.
    """

    sentences: tuple[str, ...] = ()
    keys: tuple[Key, ...] = ()
