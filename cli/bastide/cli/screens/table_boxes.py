"""The boxes over a table: log and talk, players, rules, sums, hints, a game's own overlays."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bastide.cli.screens.end_acts import EndActs
from bastide.cli.screens.entries import log_lines, talk_lines
from bastide.cli.screens.help_view import (
    Scrolled,
    Section,
    paint_help,
    paint_lines,
    paint_question,
)
from bastide.cli.screens.hints import hints, waiting
from bastide.cli.screens.layout import tier_of
from bastide.cli.screens.lobby_about import trust_word
from bastide.cli.screens.rects import Rect
from bastide.cli.screens.scroll_box import paint_box
from bastide.cli.screens.shell import Size
from bastide.cli.sessions.hands import hands_sentence
from bastide.cli.wording import presence

if TYPE_CHECKING:
    from bastide.cli.screens.table_page import TablePage

LOGS = ("log", "news", "talk")
"""Boxes whose lines are scrolled back from their end."""


class TableBoxes:
    """Paints the box of a table page that is open, scrolled as far as the page is."""

    def __init__(self, page: TablePage) -> None:
        self.page, self.model, self.session = page, page.model, page.session
        self.pen, self.t = page.shell.pen, page.t

    def painted(self, size: Size) -> Scrolled | None:
        """Return the box; None if none is open, or one that every page has."""
        kind, scroll = self.page.open, self.page.scroll
        if self.session.handover and not kind:
            foot = self.t("Enter shows the hand")
            return self._note(self.t("The next player"), waiting(self.model, self.pen), foot, size)
        if kind in LOGS:
            return self._log(kind, size)
        if kind == "players":
            return paint_help(self.pen, self.session.title, self._players(), size, scroll)
        if kind in ("rules", "sums"):
            sums = kind == "sums"
            sections = [EndActs(self.page).sums()] if sums else self.page.words.rules()
            return paint_help(self.pen, self.session.game, sections, size, scroll)
        if kind == "hint":
            text = "\n".join(hints(self.model, self.pen)[:2])
            return self._note(self.t("Hint"), text, self.t("Esc closes"), size)
        return self._overlay(kind.removeprefix("game "), size) if kind.startswith("game ") else None

    def _note(self, title: str, text: str, foot: str, size: Size) -> Scrolled:
        return paint_question(self.pen, title, text, foot, size, self.page.scroll)

    def _log(self, kind: str, size: Size) -> Scrolled:
        """Return the log, its end since my last turn, or the talk."""
        t, width, names = self.t, min(size[0], 92) - 6, self.model.names
        if kind == "talk":
            title, lines = t("Table talk"), talk_lines(t, self.session.talk, width)
        elif kind == "news":
            title, lines = t("Since your last turn"), log_lines(self.session.news, names, width)
        else:
            title, lines = t("Log"), log_lines(self.session.log, names, width)
        return paint_lines(self.pen, title, lines, size, self.page.scroll)

    def _overlay(self, key: str, size: Size) -> Scrolled | None:
        """Return a game's overlay, in a box that covers the panes."""
        found = next((each for each in self.page.game.overlays() if each.key == key), None)
        if found is None or found.paint is None or tier_of(*size) < 0:
            return None
        margin = 2 if size[0] >= 100 else 0
        at = Rect(margin, 1, size[0] - 2 * margin, size[1] - 4)
        look = self.model.look(self.pen.display, tier_of(*size))
        paint, state, eyes = found.paint, self.session.state, self.session.eyes
        return paint_box(
            self.pen, at, found.title, lambda grid: paint(grid, state, eyes, look), self.page.scroll
        )

    def _players(self) -> list[Section]:
        rows, scores = [], self.session.state.scores
        for seat, points in zip(self.session.seats, scores, strict=True):
            key = f"{seat.key} ({trust_word(self.pen, seat.trust)})" if seat.key else ""
            count = self.t.count("{n} point", "{n} points", points)
            words = [word for word in (count, presence(self.pen.t, seat), key) if word]
            rows.append((seat.name, " · ".join(words)))
        known = hands_sentence(self.t, self.session.hands)
        return [Section(self.t("Players"), tuple(rows), (known,) if known else ())]
