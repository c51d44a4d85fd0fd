"""What shells complete. Real shells: `tests/lan/test_shells.py`."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from bastide.cli.grammar import COMPLETE
from bastide.cli.shells import SHELLS
from bastide.net.storage.store import Store
from tests.cli.conftest import Run, Said

pytestmark = pytest.mark.plays("carcassonne")

Ask = Callable[[str], list[str]]


@pytest.fixture
def ask(bastide: Run, monkeypatch: pytest.MonkeyPatch) -> Ask:
    """Return a function that asks as Bash does for what may stand at the end of a line."""

    def asked(line: str) -> list[str]:
        before, _, last = line.replace("=", " = ").rpartition(" ")
        words = before.split()
        monkeypatch.setenv("COMP_WORDS", " ".join([*words, last]))
        monkeypatch.setenv("COMP_CWORD", str(len(words)))
        said = bastide(**{COMPLETE: "bash_complete"})
        assert (said.code, said.err) == (0, "")
        return [each.partition(",")[2] for each in said.lines if each.startswith("plain,")]

    return asked


def test_commands_options_and_their_values_are_completed(ask: Ask) -> None:
    assert ask("bastide pl") == ["play", "plugins"]
    assert ask("bastide play --see") == ["--seed"]
    assert ask("bastide --col") == ["--color"]
    assert ask("bastide --color ") == ["auto", "never", "16", "256", "true"]
    assert ask("bastide --lang f") == ["fr"]
    assert ask("bastide host carcassonne --dealer ") == ["veil", "open"]
    assert ask("bastide completion ") == list(SHELLS)
    assert ask("bastide host carcassonne --interface l")[0].startswith("lo")
    assert len(ask("bastide --interface ")) >= 1


@pytest.mark.plays("inns_and_cathedrals", "bots")
def test_games_and_what_goes_with_them_are_completed(ask: Ask) -> None:
    assert "carcassonne" in ask("bastide host ")
    assert ask("bastide play carc") == ["carcassonne"]
    assert "inns_and_cathedrals" in ask("bastide play carcassonne --with ")
    assert ask("bastide play carcassonne --with inns_and_cathedrals,i") == []
    assert ask("bastide play carcassonne --bots greedy,r") == ["greedy,random"]
    assert ask("bastide join --bot ran") == ["random"]


def test_behind_the_equals_sign_bash_is_given_the_value_alone(ask: Ask) -> None:
    assert ask("bastide play carcassonne --option seat") == ["seating="]
    assert ask("bastide play carcassonne --option seating=") == ["drawn", "listed"]
    assert ask("bastide play carcassonne --option seating=l") == ["listed"]
    assert ask("bastide play carcassonne --option nothing=") == []


@pytest.mark.plays("settlers")
def test_options_are_completed_with_and_without_the_name_of_the_game(ask: Ask) -> None:
    line = "bastide play settlers --option "
    offered = ask(line)
    assert offered[0] == "seating="
    assert len(offered) > 10
    assert all(each.startswith("settlers.") for each in offered[1:])
    assert ask(f"{line}settlers.vic") == ["settlers.victory_points_to_win="]
    assert ask(f"{line}vic") == ["victory_points_to_win="]
    for name in ("settlers.victory_points_to_win", "victory_points_to_win"):
        assert ask(f"{line}{name}=") == ["7", "8", "9", "10", "11", "12"]


def test_tables_are_completed_by_name_or_by_id(ask: Ask, bastide: Run, home: Path) -> None:
    assert ask("bastide resume ") == [], "there is no folder yet, and none is made"
    assert not home.exists()
    bastide("play", "carcassonne", "--bots", "random", "--plain")
    with Store(home) as store:
        [row] = store.games()
        with store._database.writing() as connection:
            connection.execute("UPDATE game SET title = 'it''s; mine'")

    for verb in ("resume", "replay", "export", "verify"):
        assert ask(f"bastide {verb} ") == [row.game_id.hex()[:8]]
    with Store(home) as store, store._database.writing() as connection:
        connection.execute("UPDATE game SET title = 'kitchen'")
    assert ask("bastide resume ki") == ["kitchen"]
    id = row.game_id.hex()[:8]
    assert ask(f"bastide resume {id[:3]}") == [id]
    assert ask("bastide resume Rand") == [id], "who plays there"
    assert ask("bastide resume nobody") == []


@pytest.mark.parametrize("shell", SHELLS)
def test_tables_are_described_where_the_shell_lists_them(
    bastide: Run, monkeypatch: pytest.MonkeyPatch, shell: str
) -> None:
    for _ in range(2):
        bastide("play", "carcassonne", "--bots", "random", "--plain", "--player", "Ada")
    monkeypatch.setenv("COMP_WORDS", "bastide resume ")
    monkeypatch.setenv("COMP_CWORD", "" if shell == "fish" else "2")
    monkeypatch.setenv("COMP_TYPE", "63")

    said = bastide(**{COMPLETE: f"{shell}_complete"})

    found = re.findall(r"[0-9a-f]{8}(?:  |\t|\n)Carcassonne against random, .*Ada 0", said.out)
    assert len(found) == 2


def test_a_fault_is_not_said_in_the_middle_of_what_is_typed(
    bastide: Run, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bastide.cli.shells.answer", lambda *_: 1 // 0)

    said = bastide(**{COMPLETE: "bash_complete"})

    assert (said.code, said.out, said.err) == (1, "", "")
    assert "ZeroDivisionError" in (home / "bastide.log").read_text("utf-8")


@pytest.mark.parametrize("shell", SHELLS)
def test_each_shell_gets_a_script(bastide: Run, shell: str) -> None:
    said = bastide("completion", shell)

    assert (said.code, said.err) == (0, "")
    assert f"{COMPLETE}={shell}_complete" in said.out


def test_an_unknown_shell_is_one_sentence(bastide: Run, sentence: Callable[[Said], str]) -> None:
    said = bastide("completion", "tcsh")

    assert said.code == 2
    assert sentence(said).startswith("SHELL: tcsh is none of bash, zsh, fish.")
