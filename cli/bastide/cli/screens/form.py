"""A small form: fields chosen with up and down, changed with left and right, or typed into.

Which fields there are may depend on the values of others: a form is built anew after each change.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from bastide.cli.screens.boxes import box
from bastide.cli.screens.pen import Pen
from bastide.cli.screens.rects import Rect
from bastide.cli.screens.scrolling import Part
from bastide.cli.wording import cut
from bastide.core.screen import Grid, text_width

LONGEST = 100
"""Characters that a field takes."""

Value = str | int | bool
Values = dict[str, Value]


class Field(NamedTuple):
    """A line of a form. `choices` are (value, title); without any, the field is typed into.

    `note` says more about the value that is chosen. A title that has no room in its line is
    written out below, while the line is chosen.
    """

    key: str
    title: str
    choices: tuple[tuple[Value, str], ...] = ()
    note: str = ""


Build = Callable[[Values], Sequence[Field]]
"""Returns the fields for some values, and corrects those that are not possible."""


@dataclass(slots=True)
class Form:
    """A form with its values so far; `at` is the chosen line, `done` what Enter does, in a word."""

    title: str
    foot: str
    build: Build
    values: Values = field(default_factory=dict)
    at: int = 0
    done: str = ""

    def __post_init__(self) -> None:
        """Give every field a value."""
        self.build(self.values)

    def fields(self) -> Sequence[Field]:
        """Return the lines that there are now."""
        return self.build(self.values)

    @property
    def here(self) -> Field:
        """The chosen line."""
        fields = self.fields()
        self.at = min(self.at, len(fields) - 1)
        return fields[self.at]

    @property
    def typing(self) -> bool:
        """Whether the chosen line is typed into."""
        return not self.here.choices

    def move(self, step: int) -> None:
        """Choose another line."""
        self.at = (self.at + step) % len(self.fields())

    def change(self, step: int) -> None:
        """Take the next or previous value."""
        here = self.here
        if here.choices:
            values = [value for value, _ in here.choices]
            at = values.index(self.values[here.key])
            self.values[here.key] = values[(at + step) % len(values)]
            self.fields()

    def type(self, text: str) -> None:
        """Add to the text of the chosen line."""
        if self.typing:
            value = f"{self.values[self.here.key]}{text}"
            self.values[self.here.key] = value[:LONGEST]

    def clear(self) -> None:
        """Take all of the text of the chosen line."""
        if self.typing:
            self.values[self.here.key] = ""

    def pick(self, digit: str) -> bool:
        """Take the number that a digit makes, behind what is there or alone; tell if there is one.

        A line that numbers nothing does not mind a digit.
        """
        here = self.here
        numbers = [value for value, _ in here.choices if type(value) is int]
        for text in (f"{self.values[here.key]}{digit}", digit):
            if text.isascii() and text.isdecimal() and int(text) in numbers:
                self.values[here.key] = int(text)
                self.fields()
                return True
        return not numbers

    def erase(self) -> None:
        """Take a character from the text of the chosen line."""
        if self.typing:
            self.values[self.here.key] = str(self.values[self.here.key])[:-1]


def settle(values: Values, key: str, allowed: Sequence[Value], default: Value) -> Value:
    """Keep a value that is allowed, else put the default in its place; return it."""
    if values.get(key) not in allowed:
        values[key] = default if default in allowed else allowed[0]
    return values[key]


def form_rect(size: tuple[int, int], form: Form) -> Rect:
    """Return where a form is drawn: in the middle, as high as it needs."""
    width = min(size[0], 72)
    height = min(size[1] - 3, len(form.fields()) + 5)
    return Rect((size[0] - width) // 2, max(1, (size[1] - height) // 2 - 1), width, height)


_LONGEST_TITLE = 34
"""Columns of a title, so that values have room."""

_BELOW = 2
"""Rows below the lines, for what is said about the chosen one."""


class _Rows(NamedTuple):
    """The lines that there is room for: the first of them, how many, and the columns of titles."""

    first: int
    room: int
    titles: int


def _rows(form: Form, height: int) -> _Rows:
    """Return which lines are shown in a form of a height, its border included."""
    fields = form.fields()
    titles = min(_LONGEST_TITLE, max(text_width(field.title) for field in fields)) + 2
    room = max(1, height - 3 - _BELOW)
    return _Rows(max(0, min(form.at - room // 2, len(fields) - room)), room, titles)


def click_form(form: Form, size: tuple[int, int], at: tuple[int, int]) -> None:
    """Act on a click at a cell of the screen: choose a line, or the next value of the chosen one.

    Before its value, the sign at the left end of it takes the previous one.
    """
    place = form_rect(size, form)
    first, room, titles = _rows(form, place.height)
    x, row = at[0] - place.x, at[1] - place.y - 2
    if not (0 < x < place.width - 1 and 0 <= row < min(room, len(form.fields()) - first)):
        return
    if first + row != form.at:
        form.at = first + row
    else:
        form.change(-1 if 0 <= x - 4 - titles < 2 else 1)


def paint_form(
    pen: Pen, form: Form, size: tuple[int, int], said: str = "", tone: str = "bad"
) -> tuple[Rect, Grid]:
    """Paint a form; return it with its place. said: an answer, in place of what the line notes."""
    at = form_rect(size, form)
    grid = Grid(at.width, at.height)
    fields, here = form.fields(), form.here
    first, room, titles = _rows(form, at.height)
    part = Part(first, room, len(fields))
    place = Rect(0, 0, at.width, at.height)
    inside = box(grid, pen, place, form.title, form.foot, True, part)
    for row, line in enumerate(fields[first : first + room]):
        _line(grid, pen, inside._replace(y=inside.y + 1 + row, height=1), form, line, titles)
    notes = _notes(pen, said or _note(here, titles), inside)
    style = pen.style(tone, bold=pen.plain) if said else pen.style("dim")
    for row, note in enumerate(notes, start=inside.y + inside.height - len(notes)):
        grid.fill(inside.x, row, inside.width, 1, pen.style())
        grid.text(inside.x + 2, row, note, style)
    return at, grid


def _note(here: Field, titles: int) -> str:
    """Return what is said of a line below; its title, too, if that has no room."""
    is_cut = text_width(here.title) > titles - 2
    return "\n".join(each for each in (here.title * is_cut, here.note) if each)


def _notes(pen: Pen, text: str, inside: Rect) -> list[str]:
    """Return the lines of a text below; an answer may cover lines of the form."""
    most = max(_BELOW, inside.height // 2)
    return cut(text, inside.width - 4, most, pen.ellipsis) if text else []


def _line(grid: Grid, pen: Pen, at: Rect, form: Form, line: Field, titles: int) -> None:
    here = line.key == form.here.key
    bg = "current" if here else "panel"
    grid.fill(at.x, at.y, at.width, 1, pen.style("text", bg))
    mark = ("> " if pen.glyphs == "ascii" else "► ") if here else "  "
    grid.text(at.x + 1, at.y, mark, pen.style("accent", bg, bold=True))
    grid.text(at.x + 3, at.y, pen.fit(line.title, titles - 2), pen.style("dim", bg))
    shown = dict(line.choices).get(form.values[line.key], str(form.values[line.key]))
    x, room = at.x + 3 + titles, at.width - titles - 8
    text = pen.fit(shown, room)
    if line.choices:
        arrows = here and len(line.choices) > 1
        text = f"‹ {text} ›" if arrows and pen.glyphs != "ascii" else f"< {text} >" * arrows or text
    x = grid.text(x, at.y, text, pen.style("ink", bg, bold=here))
    if here and not line.choices:
        grid.text(x, at.y, " ", pen.marked())
