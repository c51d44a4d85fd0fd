"""The parts that every screen is made of: boxes, title, key bar, hint lines, prompt, badges.

A `Pen` knows how this terminal is drawn to; whoever paints asks it for styles by role and never
sees an escape code. Text is always readable: a colour that is too near to what is behind it moves
towards black or white (`colours.legible`).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from bastide.cli.depth import Display
from bastide.cli.screens.scrolling import WHOLE, Part
from bastide.cli.wording import clauses, cut, fit_name, tail
from bastide.core.colours import indexed, ink_on, legible, nearest
from bastide.core.messages import Text
from bastide.core.screen import (
    OWN,
    Colour,
    Depth,
    Edges,
    Glyphs,
    Grid,
    Style,
    Theme,
    fit,
    text_width,
)

ROUNDED, SQUARE, PLAIN = tuple("╭╮╰╯─│"), tuple("┌┐└┘─│"), tuple("++++-|")
SEAT_LETTERS = "ABCDEF"


_BARS_16 = (11, 7, 1, 10, 14, 5, 4, 15)
"""Entries of the palette for the parts of a bar, by turns; white, which may be the ground, last."""


class Rect(NamedTuple):
    """A rectangle of cells."""

    x: int
    y: int
    width: int
    height: int

    def holds(self, x: int, y: int) -> bool:
        """Tell whether a cell lies in it."""
        return self.x <= x < self.x + self.width and self.y <= y < self.y + self.height

    def inner(self) -> Rect:
        """Return what a box around it leaves."""
        return Rect(self.x + 1, self.y + 1, max(0, self.width - 2), max(0, self.height - 2))


class Label(NamedTuple):
    """An entry of the key bar. `key` is what pressing it does; `short` for narrow screens.

    Labels of a higher `rank` are dropped first where there is no room.
    """

    key: str
    cap: str
    title: str
    short: str = ""
    rank: int = 0


class Frame(NamedTuple):
    """A painted screen, and what a click on its parts does: names of keys or panes."""

    grid: Grid
    spots: tuple[tuple[Rect, str], ...] = ()


class Pen:
    """Styles by role, glyphs and texts for one terminal and language."""

    def __init__(self, display: Display, text: Text) -> None:
        self.display, self.t = display, text
        self.theme: Theme = display.colours()
        self.depth: Depth = display.depth
        self.glyphs: Glyphs = display.glyphs
        self.plain = display.depth == "none"
        self.ellipsis = "..." if self.glyphs == "ascii" else "…"

    def style(self, fg: str = "text", bg: str = "panel", bold: bool = False) -> Style:
        """Return the style of a text by the roles of its colours (names of `Theme`).

        Where no colour sets the chosen row (`current`) apart, it is shown reversed.
        """
        if bg == "current" and self.theme.current == self.theme.panel:
            return Style(self.theme.text, self.theme.panel, bold=bold, reverse=True)
        return self.on(getattr(self.theme, fg), getattr(self.theme, bg), bold)

    def on(self, fg: Colour, bg: Colour, bold: bool = False) -> Style:
        """Return a readable style of two colours."""
        return Style(legible(fg, bg), bg, bold=bold)

    def marked(self, bold: bool = True) -> Style:
        """Return the style of a key's cap: reversed."""
        if self.depth in ("none", "16"):
            return Style(self.theme.text, self.theme.panel, bold=bold, reverse=True)
        return Style(legible(self.theme.panel, self.theme.dim), self.theme.dim, bold=bold)

    def title(self, fg: str = "ink", bold: bool = True) -> Style:
        """Return the style of the title bar; with few colours it is reversed."""
        if self.depth in ("none", "16"):
            ink = "accent" if fg == "accent" else "text"
            return Style(getattr(self.theme, ink), self.theme.panel, bold=bold, reverse=True)
        return self.style(fg, "title", bold)

    def badge(self, seat: int) -> Style:
        """Return the style of a seat's letter."""
        if self.plain or seat < 0:
            return Style(bold=True, reverse=True)
        colour = self.theme.seats[seat % len(self.theme.seats)]
        return Style(ink_on(colour), colour, bold=True)

    def seat(self, seat: int, bg: str = "panel") -> Style:
        """Return a style in a seat's colour, as far as it can be read there."""
        style = self.style(bg=bg)
        if self.plain or style.reverse:
            return style
        return self.on(self.theme.seats[seat % len(self.theme.seats)], getattr(self.theme, bg))

    def bar(self, colour: Colour, n: int) -> Style:
        """Return the style of the n-th part of a bar, in a 24-bit colour if the depth has it."""
        if self.plain:
            return Style(reverse=n % 2 == 0, underline=n % 2 == 1)
        if self.depth == "16":
            colour = indexed(_BARS_16[n % len(_BARS_16)])
        elif self.depth == "256" and colour >= 0:
            colour = nearest(colour)
        return Style(ink_on(colour), colour, bold=True)

    def bar_mark(self, n: int) -> str:
        """Return the letter that tells the n-th part of a bar where colours do not."""
        return "abcdefghijklmnop"[n % 16] if self.plain or self.depth == "16" else ""

    def fit(self, text: str, width: int) -> str:
        """Cut a text to a width in cells."""
        return fit(text, width, self.ellipsis)

    def signs(self, part: Part) -> tuple[str, str]:
        """Return what says how many lines are cut off above and below; "" for none."""
        above = f"↑ {part.above}" if part.above else ""
        return above, f"↓ {part.below}" if part.below else ""

    def name(self, name: str, width: int) -> str:
        """Cut somebody's name to a width in cells so that it still tells them from others."""
        return fit_name(name, width, self.ellipsis[:1])


def letter(seat: int | None) -> str:
    """Return the letter of a seat; a dot for none."""
    return "·" if seat is None or seat < 0 else SEAT_LETTERS[seat % len(SEAT_LETTERS)]


def badge(grid: Grid, pen: Pen, x: int, y: int, seat: int | None, wide: bool = True) -> None:
    """Draw a seat's letter on its colour: three cells, or one."""
    text = f" {letter(seat)} " if wide else letter(seat)
    if seat is None or seat < 0:
        grid.text(x, y, text, pen.style("dim"))
        return
    grid.text(x, y, text, pen.badge(seat))


def clear(grid: Grid, pen: Pen, bg: str = "background") -> None:
    """Fill a whole grid with a background."""
    grid.fill(0, 0, grid.width, grid.height, Style(bg=getattr(pen.theme, bg)))


def box(
    grid: Grid,
    pen: Pen,
    at: Rect,
    title: str = "",
    foot: str = "",
    active: bool = False,
    part: Part = WHOLE,
    keys: str = "",
) -> Rect:
    """Draw a box with a title above and a foot below; return its inside.

    part: what it shows of a list: the border says how much is cut off above and below, and the
    foot begins with the `keys` that scroll there; what else stands there gives way to them.
    """
    if at.width < 2 or at.height < 2:
        return at.inner()
    line = pen.style("accent") if active else Style(pen.theme.line, pen.theme.panel)
    words = pen.style("accent" if active else "ink", bold=True)
    grid.fill(at.x, at.y, at.width, at.height, pen.style())
    _border(grid, pen, at, line)
    above, below = pen.signs(part)
    if title:
        title = pen.fit(title, at.width - 6 - _signed(above))
        grid.text(at.x + 2, at.y, f" {title} ", words)
    low = at.y + at.height - 1
    foot = _foot(pen, foot, keys if part.is_cut else "", at.width - 6 - _signed(below))
    if foot:
        start = at.x + at.width - text_width(foot) - 4
        grid.text(start, low, f" {foot} ", words._replace(bold=False))
    if above:
        grid.text(at.x + at.width - 2 - _signed(above), at.y, f" {above} ", words)
    if below:
        grid.text(at.x + 2, low, f" {below} ", words)
    return at.inner()


def _signed(sign: str) -> int:
    """Return the columns of a border that a sign takes with a blank at each end."""
    return text_width(sign) + 2 if sign else 0


def _foot(pen: Pen, foot: str, keys: str, room: int) -> str:
    """Return the foot of a box with the keys that scroll it, which matter more."""
    both = f"{keys} · {foot}" if keys and foot else keys or foot
    return both if text_width(both) <= room else pen.fit(keys or foot, room)


def leafing(pen: Pen, part: Part) -> str:
    """Return the keys that leaf through what a pane beside the board has cut off."""
    up, down = pen.t("PgUp") if part.above else "", pen.t("PgDn") if part.below else ""
    return f"{up} {down}".strip()


def _border(grid: Grid, pen: Pen, at: Rect, line: Style) -> None:
    by_glyphs = {"blocks": ROUNDED, "unicode": SQUARE, "ascii": PLAIN}
    top_left, top_right, low_left, low_right, flat, upright = by_glyphs[pen.glyphs]
    right, low = at.x + at.width - 1, at.y + at.height - 1
    for x in range(at.x + 1, right):
        grid.put(x, at.y, flat, line)
        grid.put(x, low, flat, line)
    for y in range(at.y + 1, low):
        grid.put(at.x, y, upright, line)
        grid.put(right, y, upright, line)
    corners = ((at.x, at.y), (right, at.y), (at.x, low), (right, low))
    for (x, y), char in zip(corners, (top_left, top_right, low_left, low_right), strict=True):
        grid.put(x, y, char, line)


def edge_marks(grid: Grid, pen: Pen, at: Rect, edges: Edges) -> None:
    """Put an arrow near the middle of each edge of a pane beyond which there is more.

    It covers no letters, if it can: the game may have written names of columns and rows there.
    """
    signs = "<^>v" if pen.glyphs == "ascii" else "←↑→↓"
    style = Style(reverse=True) if pen.plain else _reversed_out(pen.theme.panel, pen.theme.accent)
    middle, row = at.x + at.width // 2 - 1, at.y + at.height // 2
    spots = (
        Rect(at.x, row, 1, 1),
        Rect(middle, at.y, 3, 1),
        Rect(at.x + at.width - 1, row, 1, 1),
        Rect(middle, at.y + at.height - 1, 3, 1),
    )
    for spot, sign, more in zip(spots, signs, edges, strict=True):
        if more:
            spot = _clear_of_words(grid, at, spot)
            grid.text(spot.x, spot.y, sign.center(spot.width), style._replace(bold=True))


def _clear_of_words(grid: Grid, at: Rect, spot: Rect) -> Rect:
    """Return the place nearest to a given one along its edge that has no words on or beside it."""
    right, low = at.x + at.width, at.y + at.height
    if spot.width == 1:
        places = [spot._replace(y=y) for y in range(at.y, low)]
    else:
        places = [spot._replace(x=x) for x in range(at.x, right - spot.width + 1)]
    for place in sorted(places, key=lambda each: abs(each.x - spot.x) + abs(each.y - spot.y)):
        beside = grid.chars[place.y][max(at.x, place.x - 1) : min(right, place.x + place.width + 1)]
        if not any(char.isalnum() for char in beside):
            return place
    return spot


def _reversed_out(panel: Colour, mark: Colour) -> Style:
    """Return the style of a sign cut out of a mark; the terminal's own ground is no ink."""
    ink = ink_on(mark) if panel == OWN else panel
    return Style(legible(ink, mark), mark)


def title_bar(grid: Grid, pen: Pen, left: str, right: str, alert: bool) -> None:
    """Draw row 0. The right part goes first: it says whose turn it is; amber with `alert`."""
    grid.fill(0, 0, grid.width, 1, pen.title())
    right = pen.fit(right, grid.width - 2)
    start = grid.width - 1 - text_width(right)
    grid.text(1, 0, pen.fit(left, max(0, start - 3)), pen.title())
    grid.text(start, 0, right, pen.title("accent" if alert else "ink"))


def key_bar(grid: Grid, pen: Pen, y: int, labels: Sequence[Label]) -> list[tuple[Rect, str]]:
    """Draw the key bar and return where each key is, for the mouse."""
    grid.fill(0, y, grid.width, 1, pen.style("text", "background"))
    spots, x = [], 0
    kept, gap = _fitting(labels, grid.width - 1)
    for label in kept:
        start = x
        x = grid.text(x, y, f" {label.cap} ", pen.marked())
        x = grid.text(x, y, label.title + " " * gap, pen.style("text", "background"))
        spots.append((Rect(start, y, x - start, 1), label.key))
    return spots


def _fitting(labels: Sequence[Label], width: int) -> tuple[list[Label], int]:
    """Return the labels that fit, and the blanks behind each.

    Titles are shortened first, then the blanks; then the less important labels are left out.
    """
    kept = list(labels)
    if _bar_width(kept, 2) <= width:
        return kept, 2
    kept = [label._replace(title=label.short or label.title) for label in kept]
    while True:
        for gap in (2, 1, 0):  # a cap has blanks of its own
            if _bar_width(kept, gap) <= width or (len(kept) == 1 and not gap):
                return kept, gap
        worst = max(label.rank for label in kept)
        del kept[max(i for i, label in enumerate(kept) if label.rank == worst)]


def _bar_width(labels: Iterable[Label], gap: int) -> int:
    widths = [text_width(label.cap) + text_width(label.title) + 2 + gap for label in labels]
    return sum(widths) - gap


def answered(pen: Pen, first: str, said: str, width: int) -> tuple[str, str]:
    """Return both hint lines with an answer in the second; one too long for it takes both."""
    parts = cut(said, width, 2, pen.ellipsis)
    return (parts[0], parts[1]) if len(parts) > 1 else (first, said)


def hint_lines(
    grid: Grid, pen: Pen, at: Rect, first: str, second: str, tone: str = "good", mark: str = ""
) -> None:
    """Draw the two hint lines; `mark` (a number) leads the second one."""
    grid.fill(at.x, at.y, at.width, at.height, pen.style("text", "background"))
    line = clauses(first, at.width - 2, pen.ellipsis)
    grid.text(at.x + 1, at.y, line, pen.style("text", "background"))
    x = at.x + 1
    if mark:
        x = grid.text(x, at.y + 1, f"{mark} ", pen.style("accent", "background", bold=True))
    room = at.x + at.width - 1 - x
    bold = pen.plain and bool(second)
    grid.text(x, at.y + 1, pen.fit(second, room), pen.style(tone, "background", bold))


def prompt_sign(pen: Pen) -> str:
    """Return what stands before typed text."""
    return "> " if pen.glyphs == "ascii" else "› "


PROMPT_X = 3
"""The column at which typed text begins."""


def prompt_line(grid: Grid, pen: Pen, y: int, typed: str, note: str, tone: str = "dim") -> None:
    """Draw the prompt with what is typed (its end, if it is too long) and a note at the right."""
    grid.fill(0, y, grid.width, 1, pen.style("ink", "panel"))
    grid.text(1, y, prompt_sign(pen), pen.style("accent", "panel", bold=True))
    room = prompt_room(grid.width, note)
    if note and room < grid.width - PROMPT_X - 1:
        start = grid.width - 1 - text_width(note)
        grid.text(start, y, note, pen.style(tone, "panel"))
    grid.text(PROMPT_X, y, tail(typed, room), pen.style("ink", "panel"))


_LEAST_TYPED = 23
"""Cells for typed text that no note takes."""


def prompt_room(width: int, note: str) -> int:
    """Return how many cells typed text has: the note gives way on narrow screens."""
    left = width - PROMPT_X - 1
    return left - text_width(note) - 2 if text_width(note) <= note_room(width) else max(1, left)


def note_room(width: int) -> int:
    """Return how many cells a note may have beside typed text, 0 or less for none."""
    return width - PROMPT_X - 1 - 2 - _LEAST_TYPED
