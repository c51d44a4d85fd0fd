from __future__ import annotations

from pathlib import Path

import pytest

from bastide.cli.sessions.ports import Seat
from bastide.cli.wording import (
    broken,
    clauses,
    cut,
    fit_name,
    home_path,
    minutes,
    presence,
    tail,
    wrap,
)
from bastide.core.messages import English
from bastide.core.screen import text_width


def test_tail_counts_columns() -> None:
    assert tail("ab漢", 2) == "漢"
    assert tail("ab漢", 3) == "b漢"
    assert tail("abc", 9) == "abc"


def test_wrapping_breaks_at_blanks_and_within_long_words() -> None:
    assert wrap("one two three", 7) == ["one two", "three"]
    assert wrap("abcdefghij kl", 4) == ["abcd", "efgh", "ij", "kl"]
    assert wrap("", 5) == [""]
    assert all(text_width(line) <= 5 for line in wrap("漢字漢字漢字 x", 5))
    assert wrap("a\nb", 5) == ["a", "b"]


def test_what_has_no_room_ends_with_an_ellipsis() -> None:
    assert cut("one two three", 7, 2, "…") == ["one two", "three"]
    assert cut("one two three four", 7, 2, "…") == ["one two", "three …"]
    assert cut("one two three four", 7, 1, "...") == ["one ..."]
    assert cut("a\n\nb", 9, 2, "…") == ["a", "b"]
    assert cut("one two", 5, 0, "…") == []


def test_a_long_name_gives_way_to_what_is_said_of_it() -> None:
    said = f"/tmp/{'a' * 300}.bastide cannot be written: its folder is not there."
    lines = cut(said, 58, 2, "…")
    assert len(lines) == 2
    assert lines[0].startswith("/tmp/aaa")
    assert " ".join(lines).endswith("its folder is not there.")


TICKET = f"bastide://{'k' * 52}@192.168.1.23:47100"


def test_even_the_narrowest_terminal_is_told_all() -> None:
    line = "    settle at 2,1   a village there, or so"
    for width in range(1, 40):
        assert "".join("".join(broken(line, width)).split()) == "".join(line.split())


@pytest.mark.parametrize(
    ("line", "parts"),
    [
        ("one two three", ["one two three"]),
        ("The game is over, and nobody won it.", ["The game is over, and", "nobody won it."]),
        ("  3  a road at the end of the row", ["  3  a road at the end", "     of the row"]),
        (
            "  near   what lies around a place",
            ["  near   what lies", "         around a place"],
        ),
        (
            "  settle at 2,1  a village there, or so",
            ["  settle at 2,1", "        a village there,", "        or so"],
        ),
        ("It is kept: `bastide resume 1234`", ["It is kept:", "`bastide resume 1234`"]),
        (f"Join with: bastide join {TICKET}", ["Join with:", f"bastide join {TICKET}"]),
        ("x" * 40, ["x" * 40]),
        ("", [""]),
    ],
)
def test_lines_for_a_terminal_are_broken_between_words(line: str, parts: list[str]) -> None:
    """What is to be copied stays whole, and what follows a column stays below it."""
    assert broken(line, 24) == parts


@pytest.mark.parametrize(
    ("seconds", "text"),
    [(0, "0:00"), (41.9, "0:41"), (451, "7:31"), (3725, "1:02:05"), (-3, "0:00")],
)
def test_times_are_short(seconds: float, text: str) -> None:
    assert minutes(seconds) == text


@pytest.mark.parametrize(
    ("name", "width", "ellipsis", "shown"),
    [
        ("greedy 2", 8, "…", "greedy 2"),
        ("greedy 2", 7, "…", "greedy2"),
        ("greedy 2", 6, "…", "gree…2"),
        ("greedy 12", 7, "...", "gr...12"),
        ("greedy 2", 3, "...", "gr2"),
        ("greedy 2", 1, "…", "…"),
        ("Blaise Pascal", 7, "…", "Blaise…"),
        ("1789", 3, "…", "17…"),
    ],
)
def test_a_number_at_the_end_of_a_name_is_kept(
    name: str, width: int, ellipsis: str, shown: str
) -> None:
    assert fit_name(name, width, ellipsis) == shown


def test_hints_are_cut_after_a_clause() -> None:
    text = "Place your tile: arrows move, r turns it, Enter puts it down, or type a number."
    assert clauses(text, 100, "…") == text
    assert clauses(text, 70, "…") == "Place your tile: arrows move, r turns it, Enter puts it down…"
    assert clauses("no clause in here at all", 10, "…") == "no clause…"
    assert clauses("rien à bâtir ici\u202f; Tab : autre", 22, "…") == "rien à bâtir ici…"


def test_a_file_is_named_whole_from_the_home_folder_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("USERPROFILE", str(tmp_path))
    monkeypatch.chdir(tmp_path)

    assert home_path(Path("board.txt")) == str(Path("~") / "board.txt")
    assert home_path(tmp_path.parent / "board.txt") == str(tmp_path.parent / "board.txt")


def test_what_somebody_is_doing() -> None:
    seats = (Seat("A"), Seat("A", "thinking"), Seat("A", "bot"), Seat("A", "lost", 41))
    assert [presence(English(), seat) for seat in seats] == [
        "",
        "thinking",
        "bot",
        "link lost, 0:41",
    ]
