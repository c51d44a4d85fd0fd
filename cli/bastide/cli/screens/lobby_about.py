"""The pane about the chosen table: options, seats, whose key, plugins."""

from __future__ import annotations

from bastide.cli.screens.boxes import box
from bastide.cli.screens.facts import fact_line
from bastide.cli.screens.lobby_list import goes_on, special
from bastide.cli.screens.pen import Pen, badge
from bastide.cli.screens.rects import Rect
from bastide.cli.sessions.ports import TableRow, Trust
from bastide.cli.wording import wrap
from bastide.core.screen import Grid, text_width


def paint_chosen(grid: Grid, pen: Pen, at: Rect, row: TableRow | None) -> None:
    inside = box(grid, pen, at, row.name if row else pen.t("No table"))
    if row is not None:
        paint_about(grid, pen, inside, row)


def paint_about(grid: Grid, pen: Pen, at: Rect, row: TableRow) -> None:
    """Draw options, seats, the host's key and the plugins of a table."""
    y = at.y + 1
    facts = [(pen.t("Game"), row.game, None), *row.facts]
    if row.extensions:
        facts.insert(1, (pen.t("With"), ", ".join(row.extensions), None))
    host_key, address = pen.t("Host key"), pen.t("Address")
    all_titles = (*(title for title, _, _ in facts), host_key, address)
    titles = min(16, max(map(text_width, all_titles))) + 2
    for title, value, good in facts:
        y = fact_line(grid, pen, at, y, (title, value, good), titles)
    y += 1
    grid.text(at.x + 1, y, pen.t("Seats"), pen.style("dim"))
    y += 1
    for seat in range(row.seats[1]):
        if y >= at.y + at.height - 3:
            break
        if seat < len(row.players):
            badge(grid, pen, at.x + 1, y, seat)
            grid.text(at.x + 5, y, pen.name(row.players[seat], at.width - 6), pen.style("ink"))
        elif row.state == "open":
            badge(grid, pen, at.x + 1, y, None)
            free = pen.t("free seat — press Enter") if row.fits else pen.t("free seat")
            grid.text(at.x + 5, y, pen.fit(free, at.width - 6), pen.style("accent"))
        y += 1
    y += 1
    key = f"{row.key} ({trust_word(pen, row.trust)})"
    good = {"self": None, "unknown": None, "seen": True, "verified": True}[row.trust]
    y = fact_line(grid, pen, at, y, (host_key, key, good), titles)
    if row.invite:
        y = fact_line(grid, pen, at, y, (address, row.invite, None), titles)
    for said, tone in special(pen, row._replace(note="") if goes_on(row) else row):
        for line in wrap(said, at.width - 2)[: max(0, at.y + at.height - y - 1)]:
            y += 1
            grid.text(at.x + 1, y, line, pen.style(tone))


def trust_word(pen: Pen, trust: Trust) -> str:
    """Return what is known of a key, in a word or two."""
    words = {
        "self": pen.t("yours"),
        "unknown": pen.t("not met yet"),
        "seen": pen.t("known"),
        "verified": pen.t("verified"),
    }
    return words[trust]
