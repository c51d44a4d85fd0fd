from __future__ import annotations

import pytest

from bastide.cli.depth import Display
from bastide.cli.screens.panes import Pen
from bastide.cli.screens.table_panes import compact, log_lines, named, presence, talk_lines
from bastide.cli.sessions.ports import LogItem, Seat, TalkItem
from bastide.core.events import Event, Score, Term
from bastide.core.messages import English

PEN = Pen(Display(), English())
NAMES = ("Ada", "Blaise")
SCORE = Event("game", "score", Score(1, 6, "city", (), (Term(3, "tile", 2),), False))


@pytest.mark.parametrize(
    ("supply", "short"),
    [("●●●○○○○", "●3"), ("○○○", "●0"), ("●●● large", "●3"), ("4 goods", "4 goods"), ("", "")],
)
def test_a_supply_in_few_cells(supply: str, short: str) -> None:
    assert compact(supply) == short


def test_old_lines_lose_name_and_end_but_sums_and_the_newest_are_whole() -> None:
    log = [
        LogItem("Ada placed a tile very far away", 0, 0),
        LogItem("Blaise +6 city (3 tiles × 2)", 1, 1, SCORE),
        LogItem("", 1, 1),
        LogItem("Ada placed another one there", 0, 2),
    ]
    lines = log_lines(log, NAMES, 16, PEN, room=6)
    assert [line.text for line in lines] == [
        "placed a tile v…",
        "Blaise +6 city",
        "(3 tiles × 2)",
        "Ada placed",
        "another one",
        "there",
    ]
    assert [line.first for line in lines] == [True, True, False, True, False, False]
    assert len(log_lines(log, NAMES, 16, PEN, room=8)) == 8


def test_entries_are_wrapped_from_the_newest_back_while_there_is_room() -> None:
    log = [LogItem(f"Ada placed tile {n} at the far end", 0, n) for n in range(4)]
    by_room = {room: log_lines(log, NAMES, 20, PEN, room) for room in (4, 5, 6, 7, 8, 20)}
    assert {room: len(lines) for room, lines in by_room.items()} == {
        **{4: 5, 5: 5, 6: 6, 7: 7, 8: 8, 20: 8}
    }
    assert [line.text for line in by_room[6]] == [
        *("placed tile 0 at th…", "placed tile 1 at th…"),
        *("Ada placed tile 2 at", "the far end", "Ada placed tile 3 at", "the far end"),
    ]


def test_a_sentence_without_a_name_gets_one() -> None:
    assert named(LogItem("+6 city", 1, 0), NAMES) == "Blaise +6 city"
    assert named(LogItem("Blaise +6 city", 1, 0), NAMES) == "Blaise +6 city"
    assert named(LogItem("The bag is empty.", None, 0), NAMES) == "The bag is empty."


def test_what_somebody_is_doing() -> None:
    seats = (Seat("A"), Seat("A", "thinking"), Seat("A", "bot"), Seat("A", "lost", 41))
    assert [presence(PEN, seat) for seat in seats] == ["", "thinking", "bot", "link lost, 0:41"]


def test_talk_is_wrapped() -> None:
    lines = talk_lines([TalkItem("Ada", "who took the last slice", 0)], 12)
    assert [line.text for line in lines] == ["Ada who took", "the last", "slice"]
