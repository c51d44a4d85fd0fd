from __future__ import annotations

from bastide.cli.depth import Display
from bastide.cli.screens.entries import log_lines, put_lines, talk_lines
from bastide.cli.screens.pen import Pen
from bastide.cli.screens.rects import Rect
from bastide.cli.screens.scrolling import part_back
from bastide.cli.sessions.ports import LogItem, TalkItem
from bastide.core.messages import English
from bastide.core.screen import Grid

NAMES = ("Ada", "Blaise")
LOG = (
    LogItem("Ada placed a tile very far away", 0, 0, is_named=True),
    LogItem("", 1, 1),
    LogItem("The bag is empty.", None, 1),
    LogItem("+6 city", 1, 1),
    LogItem("Ada placed another one", 0, 2, is_named=True),
)


def test_no_entry_loses_its_end_and_names_go_where_that_saves_a_line() -> None:
    lines = log_lines(LOG, NAMES, 18)
    assert [line.text for line in lines] == [
        *("Ada placed a tile", "very far away"),
        "The bag is empty.",
        "Blaise +6 city",
        "placed another one",
    ]
    assert [line.first for line in lines] == [True, False, True, True, True]


def test_each_entry_begins_with_its_letter_and_goes_on_below_its_first_word() -> None:
    grid, lines = Grid(20, 5), log_lines(LOG, NAMES, 18)
    pen = Pen(Display("none"), English())
    put_lines(grid, pen, Rect(0, 0, 20, 5), lines, part_back(0, 5, len(lines)))
    assert [line.rstrip() for line in grid.lines()] == [
        "A Ada placed a tile",
        "  very far away",
        "· The bag is empty.",
        "B Blaise +6 city",
        "A placed another one",
    ]


def test_a_sentence_without_a_name_gets_one() -> None:
    assert LogItem("+6 city", 1, 0).named(NAMES) == "Blaise +6 city"
    named = LogItem("Blaise +6 city", 1, 0, is_named=True)
    assert named.named(NAMES) == "Blaise +6 city"
    assert LogItem("The bag is empty.", None, 0).named(NAMES) == "The bag is empty."


def test_talk_is_wrapped() -> None:
    lines = talk_lines(English(), [TalkItem("Ada", "who took the last slice", 0)], 12)
    assert [line.text for line in lines] == ["Ada: who", "took the", "last slice"]
