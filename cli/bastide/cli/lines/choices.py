"""The numbered choices of a decision: what is printed is what a number picks, and nothing else."""

from __future__ import annotations

from bastide.cli.sessions.ports import Session
from bastide.core.screen import Cursor, Place
from bastide.core.typed import typed_number

Decision = tuple[int, int, str, int]
"""Whose eyes, which turn, which phase, and how many steps of it are made."""


class Choices:
    """The list that was printed last, and where its player is looking.

    A number means a line of that list. Once the decision is another one it means nothing, until
    the new list is printed.

    Attributes:
        most: the greatest number of that list; 0 where it is empty.
    """

    def __init__(self, session: Session) -> None:
        self._session = session
        self._cursor = Cursor()
        self._decision: Decision | None = None
        self._printed: dict[str, Place] = {}
        self._printed_for: Decision | None = None
        self.most = 0

    @property
    def _now(self) -> Decision:
        session, s = self._session, self._session.state
        return session.eyes, s.turn, s.phase, session.draft

    @property
    def cursor(self) -> Cursor:
        """Where the player is looking: within a turn where it was, else at the game's start.

        What the turn before was about, maybe that of somebody else at this keyboard, says nothing.
        """
        now, before = self._now, self._decision
        if now != before:
            same_turn = before is not None and now[:2] == before[:2]
            self._decision = now
            cursor = self._cursor if same_turn else Cursor()
            session = self._session
            self._cursor = session.screen.start(session.state, session.eyes, cursor)
        return self._cursor

    def turn_to(self, cursor: Cursor) -> None:
        """Look elsewhere; the list that belongs there is to be printed next."""
        self._cursor, self._printed_for = cursor, None

    def lines(self) -> list[str]:
        """Return the numbered choices, which are printed now."""
        session = self._session
        numbered = session.screen.ways(session.state, session.eyes, self.cursor)
        self._printed = {
            _label(places[0].number or n, way): place
            for n, places in enumerate(numbered, 1)
            for way, place in enumerate(places, 1)
        }
        self._printed_for = self._now
        self.most = max((places[0].number or n for n, places in enumerate(numbered, 1)), default=0)
        return [f"{_column(label)}  {place.sentence}" for label, place in self._printed.items()]

    @property
    def are_printed(self) -> bool:
        """Whether those of this decision are printed."""
        return self._printed_for == self._now

    def is_label(self, word: str) -> bool:
        """Tell whether a word is to pick a line: a number, or what stands before one."""
        return typed_number(word) is not None or word in self._printed

    def labelled(self, label: str) -> Place | None:
        """Return a printed line; None if there is no such line."""
        return self._printed.get(label) if self.are_printed else None


def _label(number: int, way: int) -> str:
    """Return what picks a line: `3`, and `3.2` for the second way to do what that number does."""
    return str(number) if way == 1 else f"{number}.{way}"


def _column(label: str) -> str:
    """Return a label with its number in a column of three."""
    number, point, way = label.partition(".")
    return f"{number:>3}{point}{way}"
