"""Tables that are kept, resumed and deleted."""

import re
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from bastide.net.storage.database import FILE_NAME
from tests.cli.conftest import Run, Said, Spawn
from tests.cli.play.line_mode import BOTS, MINE, TURN, results, resumable


def test_end_of_input_keeps_the_table(bastide: Run) -> None:
    said = bastide(*MINE, typed=TURN * 3)

    assert (said.code, said.err) == (0, "")
    again = bastide("resume", resumable(said), typed=TURN * 40)
    assert again.code == 0
    assert len(results(again)) == 2
    verified = bastide("verify", "carcassonne")
    assert verified.lines[-1] == again.lines[-1]


def test_closed_input_is_its_end(spawn: Spawn) -> None:
    said = spawn(*MINE, typed=None)

    assert (said.code, said.err) == (0, "")
    assert resumable(said)


def test_quit_keeps_the_table(bastide: Run) -> None:
    said = bastide(*MINE, typed="quit\n" + TURN)

    assert said.code == 0
    assert resumable(said)
    assert "> done" not in said.lines


def test_a_resumed_table_tells_what_happened_since_ones_last_turn(bastide: Run) -> None:
    left = bastide(*MINE, typed=TURN * 4)
    lines = [line for line in left.lines if line.startswith(("random", "Ada "))]

    again = bastide("resume", resumable(left), "--lang", "en")

    told, _, _ = again.out.partition("\nAda, your turn")
    shown = told.splitlines()
    assert shown[0] == f"log {len(lines)} tells what happened before."
    assert shown[1:] == lines[-len(shown[1:]) :]
    assert 1 <= len(shown[1:]) < len(lines) - 4
    assert all(line.startswith("random") for line in shown[1:])


def test_bot_can_take_over_a_resumed_table(bastide: Run) -> None:
    bastide(*MINE, typed=TURN)

    said = bastide("resume", "--bot", "greedy")

    assert said.code == 0
    assert len(results(said)) == 2


def test_resumed_draw_is_the_same(bastide: Run) -> None:
    """Field report F01: loading a save twice gives the same seating and the same next tile."""
    left = bastide(*MINE, typed=TURN * 2)
    tile = [line for line in left.lines if line.startswith("Your tile:")][-1]

    for _ in range(2):
        again = bastide("resume", resumable(left))
        assert [line for line in again.lines if line.startswith("Your tile:")] == [tile]


def test_nothing_to_resume(bastide: Run, sentence: Callable[[Said], str]) -> None:
    said = bastide("resume")
    assert said.code == 1
    assert sentence(said).startswith("There are no tables yet: ")

    bastide(*BOTS, "random,random")
    said = bastide("resume")
    assert (said.code, sentence(said)) == (1, "There is no unfinished table.")


def test_one_of_several_must_be_named(bastide: Run) -> None:
    first, second = (resumable(bastide(*MINE, typed="quit\n")) for _ in range(2))

    said = bastide("resume")

    assert said.code == 1
    assert said.lines[0].split() == ["id", "table", "game", "began", "players"]
    assert {line.split()[0] for line in said.lines[1:]} == {first, second}
    assert said.err == "There are 2 unfinished tables: name one of them.\n"
    assert bastide("resume", first, typed="quit\n").code == 0


def test_on_a_terminal_the_list_of_tables_opens_where_there_are_several(
    bastide: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened = list[str]()

    class FakeScreen:
        async def lobby(self) -> int:
            opened.append("lobby")
            return 0

    first, _ = (resumable(bastide(*MINE, typed="quit\n")) for _ in range(2))
    monkeypatch.setattr(
        "bastide.cli.verbs.resume.screen_of", lambda _, bot="": None if bot else FakeScreen()
    )

    assert bastide("resume") == (0, "", "")
    assert opened == ["lobby"]
    assert bastide("resume", "--bot", "greedy").err.endswith("name one of them.\n")
    assert bastide("resume", first, "--delete", typed="yes\n").code == 0
    assert opened == ["lobby"]


def test_unfinished_tables_can_be_told_apart(bastide: Run) -> None:
    for _ in range(2):
        bastide(*MINE, typed=TURN * 8 + "quit\n")

    _, *lines = bastide("resume").lines

    assert len({line[10:].partition("  ")[0] for line in lines}) == 2
    for line in lines:
        assert re.search(
            r"  Carcassonne against random(, \d+ \w+ \d\d:\d\d)?( \(2\))? +carcassonne  "
            r"\d+ \w+ \d\d:\d\d  (Ada|random) \d+, (Ada|random) \d+$",
            line,
        ), line


def test_unfinished_table_is_deleted_after_a_question(bastide: Run) -> None:
    first, second = (resumable(bastide(*MINE, typed="quit\n")) for _ in range(2))

    kept = bastide("resume", first, "--delete", typed="no\n")
    assert (kept.code, kept.err) == (1, "Nothing was deleted.\n")
    assert bastide("resume", first, "--delete").code == 1, "no answer is no yes"
    gone = bastide("resume", first, "--delete", typed="yes\n")
    assert (gone.code, gone.err) == (0, "")
    assert "for good? (yes or no)" in gone.out
    assert bastide("verify", first).code == 1
    assert bastide("resume", second, typed="quit\n").code == 0
    assert bastide("resume", "--delete", "--lang", "fr", typed="oui\n").code == 0
    assert bastide("resume").err == "There is no unfinished table.\n"


def test_a_damaged_table_is_deleted_by_its_name_or_id(bastide: Run, home: Path) -> None:
    first, second = (resumable(bastide(*MINE, typed="quit\n")) for _ in range(2))
    with closing(sqlite3.connect(home / FILE_NAME)) as connection:
        for id in (first, second):
            connection.execute(
                "UPDATE game SET genesis = x'00' WHERE hex(id) LIKE ?", (f"{id.upper()}%",)
            )
        connection.commit()
    told = bastide("resume")
    assert told.err.startswith("No table can be opened; `bastide resume --delete ID` deletes a ")
    [name] = [line for line in told.lines if line.startswith(first)]

    assert bastide("resume", first).code == 1, "nothing can be played there"
    assert bastide("resume", "--delete").err == (
        "There are 2 unfinished tables: name one of them.\n"
    )
    gone = bastide("resume", first[:4].upper(), "--delete", typed="yes\n")
    assert (gone.code, gone.err) == (0, "")
    title = name.removeprefix(f"{first}  ").partition(": ")[0]
    assert f"Delete {title} and what is left of its journal for good? (yes or no)" in gone.out
    assert bastide("resume", "--delete", typed="yes\n").lines[-1].startswith("Deleted: ")
    assert bastide("resume").err == "There is no unfinished table.\n"


def test_unknown_table(bastide: Run, sentence: Callable[[Said], str]) -> None:
    bastide(*MINE, typed="quit\n")

    said = bastide("resume", "nowhere")

    assert (said.code, sentence(said)) == (1, "No stored game is called nowhere.")
