"""Names, settings and wrong set-ups of a game in line mode."""

import json
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.conftest import Run, Said, Spawn
from tests.cli.play.line_mode import BOTS, LISTED, results


@pytest.mark.parametrize(
    ("words", "environ", "name"),
    [
        (("--player", "Zoë"), {}, "Zoë"),
        ((), {"LOGNAME": "carl"}, "carl"),
        (
            ("--player", "Zoé"),
            {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
            "Zoe",
        ),
        (("--player", "  Ann "), {}, "Ann"),
    ],
)
def test_name_at_the_table(
    spawn: Spawn, words: tuple[str, ...], environ: dict[str, str], name: str
) -> None:
    said = spawn("play", "carcassonne", "--bots", "random", *LISTED, *words, **environ)

    assert f"{name}, your turn" in said.out


def test_name_is_that_of_the_configuration(bastide: Run, home: Path) -> None:
    home.mkdir()
    (home / "config.toml").write_text('[player]\nname = "Dora"\n')

    assert "Dora, your turn" in bastide("play", "carcassonne", "--bots", "random", *LISTED).out


def test_wrong_setting_is_one_sentence_and_no_stop(bastide: Run, home: Path) -> None:
    home.mkdir()
    (home / "config.toml").write_text("[player]\nnme = 'Dora'\n")

    said = bastide(*BOTS, "random,random")

    assert said.code == 0
    assert said.err.startswith(f"{home / 'config.toml'}: there is no setting player.nme;")
    assert len(said.err.splitlines()) == 1
    assert results(said)


def test_wrong_language_is_told_by_commands_that_play_nothing(bastide: Run, home: Path) -> None:
    home.mkdir()
    (home / "config.toml").write_text("[display]\nlanguage = 'xx'\n")

    for words in (("games",), ("plugins",), ("simulate", *BOTS[1:2], "--bots", "random,random",
                  "--games", "1")):  # fmt: skip
        said = bastide(*words)
        assert said.code == 0
        assert said.err.splitlines() == [
            f"""{home / "config.toml"}: display.language cannot be "xx"; use "en", "fr"."""
        ]


def test_settings_that_are_no_file_hang_nothing(bastide: Run, home: Path) -> None:
    home.mkdir()
    os.mkfifo(home / "config.toml")

    said = bastide("games")

    assert said.code == 0
    assert "cannot be read (it is no file)" in said.err


def test_bots_take_the_last_seats_and_names_differ(bastide: Run) -> None:
    bastide("play", "carcassonne", "--seats", "4", "--bots", "random,random", "--player", "Ada")

    content = json.loads(bastide("verify", "carcassonne", "--json").out)

    assert sorted(content["names"]) == ["Ada", "Player 2", "random 1", "random 2"]


BAD = {
    "unknown game": (("chess",), "There is no game chess;"),
    "too many seats": (
        ("carcassonne", "--seats", "6"),
        "carcassonne is for 2 to 5 seats, not 6",
    ),
    "seats beyond any game": (
        ("carcassonne", "--seats", "7"),
        "carcassonne is for 2 to 5 seats, not 7",
    ),
    "more bots than seats": (
        ("carcassonne", "--seats", "2", "--bots", "random,random,random"),
        "There are more bots (3) than seats (2).",
    ),
    "unknown bot": (("carcassonne", "--bots", "deep"), "There is no bot deep; there are"),
    "empty game": (("",), "GAME: it is empty."),
    "seed that is no text": (("carcassonne", "--seed", "x\udcff"), "--seed: this is no text in"),
    "unknown language": (("carcassonne", "--lang", "xx"), "--lang: xx is none of en, fr."),
    "unfit name": (
        ("carcassonne", "--bots", "random", "--player", "a\tb"),
        "The name a b holds control characters: leave them out.",
    ),
    "long name": (
        ("carcassonne", "--bots", "random", "--player", "x" * 41),
        f"The name {'x' * 20}… has 41 bytes; at most 40 are allowed: shorten it.",
    ),
}


@pytest.mark.parametrize(("words", "start"), BAD.values(), ids=BAD)
def test_bad_set_up_gets_one_sentence(
    bastide: Run, sentence: Callable[[Said], str], words: tuple[str, ...], start: str
) -> None:
    said = bastide("play", *words)

    assert said.code == 2
    assert sentence(said).startswith(start)
