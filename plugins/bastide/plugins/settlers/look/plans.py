"""How the rows of a pane are used: the taller it is, the taller are the cards."""

from __future__ import annotations

from typing import NamedTuple


class Plan(NamedTuple):
    """How the rows of a pane are used.

    side: rows of the cards above a row, and of those below it. row: of the row itself.
    heads: whether each seat has a line of its own. middle: rows between the principalities.
    """

    side: int
    row: int
    heads: int
    middle: int

    @property
    def seat(self) -> int:
        """Rows of a principality with its head."""
        return self.heads + 2 * self.side + self.row

    @property
    def rows(self) -> int:
        """Rows of the whole table."""
        return 2 * self.seat + self.middle


PLANS = (
    Plan(9, 3, 1, 5),
    Plan(8, 3, 1, 5),
    Plan(7, 3, 1, 5),
    Plan(6, 3, 1, 5),
    Plan(5, 3, 1, 5),
    Plan(5, 2, 1, 4),
    Plan(4, 2, 1, 3),
    Plan(4, 1, 1, 3),
    Plan(3, 1, 1, 3),
    Plan(2, 1, 1, 3),
    Plan(2, 1, 1, 2),
    Plan(2, 1, 0, 2),
    Plan(2, 1, 0, 1),
)
"""The plan of a pane is the first that fits; of the last one only a part is shown."""
