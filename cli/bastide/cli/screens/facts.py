"""Facts of a table as lines of a pane: a title, and its value beside it."""

from __future__ import annotations

from collections.abc import Sequence

from bastide.cli.screens.pen import Pen
from bastide.cli.screens.rects import Rect
from bastide.cli.sessions.ports import Fact
from bastide.cli.wording import cut, wrap
from bastide.core.screen import Grid, text_width


def fact_titles(facts: Sequence[Fact], width: int) -> int:
    """Return the columns for the titles of facts: what their values leave, or nearly half."""
    titles = max((text_width(fact.title) for fact in facts), default=0)
    values = max((text_width(fact.value) for fact in facts), default=0)
    titles = min(18, titles, max(width // 2 - 1, width - 3 - values))
    return titles + (2 if titles + 2 + values < width - 1 else 1)


def fact_line(
    grid: Grid, pen: Pen, at: Rect, y: int, fact: tuple[str, str, bool | None], titles: int
) -> int:
    """Draw a title and its value, in as many rows as they need; return the row after them."""
    title, value, good = fact
    room = max(0, at.y + at.height - y)
    tone = "text" if good is None else "good" if good else "bad"
    left = cut(title, max(1, titles - 1), room, pen.ellipsis)
    right = cut(value, max(1, at.width - titles - 2), room, pen.ellipsis)
    for row, line in enumerate(left, start=y):
        grid.text(at.x + 1, row, line, pen.style("dim"))
    for row, line in enumerate(right, start=y):
        grid.text(at.x + 1 + titles, row, line, pen.style(tone))
    return y + max(len(left), len(right))


def fact_height(fact: Fact, width: int, titles: int) -> int:
    """Return the rows that a title and its value need."""
    return max(
        len(wrap(fact.title, max(1, titles - 1))),
        len(wrap(fact.value, max(1, width - titles - 2))),
    )
