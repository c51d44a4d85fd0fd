"""Which part of a list a pane shows, and the signs in its border that there is more.

Every pane and box that may cut something off works out a `Part` and hands it to `boxes.box`: the
border then says how many lines there are above and below, and the foot names the key for them.
"""

from __future__ import annotations

from typing import NamedTuple


class Part(NamedTuple):
    """The lines of a list from `first` on that a pane with `room` lines shows, of `total`."""

    first: int = 0
    room: int = 0
    total: int = 0

    @property
    def above(self) -> int:
        """How many lines are cut off before it."""
        return self.first

    @property
    def below(self) -> int:
        """How many lines are cut off after it."""
        return max(0, self.total - self.first - self.room)

    @property
    def is_cut(self) -> bool:
        """Whether anything is cut off."""
        return self.above > 0 or self.below > 0


WHOLE = Part()
"""The part of what is never cut."""


def part_from(first: int, room: int, total: int) -> Part:
    """Return the part from a line on, or as near to it as the ends of the list let it be."""
    room = max(0, room)
    return Part(max(0, min(first, total - room)), room, total)


def part_back(back: int, room: int, total: int) -> Part:
    """Return the part that is scrolled back so many lines from the end of the list."""
    room = max(0, room)
    return part_from(total - room - max(0, back), room, total)


def part_around(line: int | None, first: int, room: int, total: int) -> Part:
    """Return the part from a line on, moved as little as shows another one; None: none has to."""
    if line is not None:
        first = max(line - room + 1, min(line, first))
    return part_from(first, room, total)
