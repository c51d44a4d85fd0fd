"""The command line as a whole: help, languages, bad input, odd surroundings."""

import json
import os
import re
import subprocess
import sys
from collections.abc import Callable
from itertools import product
from pathlib import Path

import click
import pytest

from bastide.cli.app import COMMANDS, main
from bastide.cli.grammar import Command, Group
from tests.cli.conftest import ROOT, SOURCES, Run, Said, Spawn
from tests.sizes import SIZES


def every_command() -> list[tuple[str, ...]]:
    """Return the words of every command, the program itself included."""
    found: list[tuple[str, ...]] = [()]
    context = click.Context(main)
    for name in main.list_commands(context):
        found.append((name,))
        command = main.get_command(context, name)
        if isinstance(command, Group):
            found += [(name, below) for below in command.list_commands(context)]
    return found


@pytest.mark.parametrize("words", every_command(), ids=" ".join)
def test_help_says_what_it_does_and_shows_an_example(bastide: Run, words: tuple[str, ...]) -> None:
    said = bastide(*words, "--help")

    assert said.code == 0
    assert said.out.startswith("Usage: bastide")
    assert "Example:\n  bastide" in said.out
    assert said.err == ""


def test_every_command_is_of_our_own_kind() -> None:
    context = click.Context(main)
    for name in COMMANDS:
        assert isinstance(main.get_command(context, name), Command), name


def test_help_names_the_languages_that_there_are(bastide: Run) -> None:
    said = " ".join(bastide("--help").out.split())
    assert "The language: en, fr, or another one that a plugin brings." in said


def test_version(bastide: Run) -> None:
    said = bastide("--version")

    assert said.code == 0
    assert re.fullmatch(r"bastide, version \d+\.\d+\.\d+\n", said.out)


def test_language_is_chosen_by_the_environment_and_by_flag(bastide: Run) -> None:
    assert bastide("--help", LANG="fr_FR.UTF-8").out.startswith("Utilisation\u202f: bastide")
    assert bastide("games", "--help", "--lang", "fr").out.startswith(
        "Utilisation\u202f: bastide games"
    )
    assert bastide("--lang", "fr", "games", "--help").out.startswith(
        "Utilisation\u202f: bastide games"
    )
    assert bastide("--help", "--lang", "xx").out.startswith("Usage: bastide")


BAD = {
    "unknown command": (("frob",), "There is no command frob;"),
    "unknown option": (("games", "--frob"), "There is no option --frob."),
    "missing argument": (("simulate",), "GAME is missing."),
    "missing value": (("--home",), "--home needs a value."),
    "surplus argument": (("games", "x"), "There is 1 word too many: x."),
    "surplus arguments": (("games", "x", "y", "--lang", "fr"), "Il y a 2 mots de trop : x y."),
    "value of a switch": (("games", "--json=3"), "--json takes no value."),
    "seats of rules": (
        ("plugins", "explain", "carcassonne", "--seats", "x", "--lang", "fr"),
        "--seats : x n’est pas un nombre entier.",
    ),
    "unknown game": (
        ("simulate", "chess", "--bots", "random"),
        "There is no game chess; there are barony, carcassonne",
    ),
    "unknown expansion": (
        ("simulate", "carcassonne", "--bots", "random,random", "--with", "frob"),
        "carcassonne has no expansion frob;",
    ),
    "unknown bot": (
        ("simulate", "carcassonne", "--bots", "random,frob"),
        "There is no bot frob; there are",
    ),
    "no bot": (("simulate", "carcassonne", "--bots", " , "), "Name a bot for each seat"),
    "too few seats": (
        ("simulate", "carcassonne", "--bots", "random"),
        "carcassonne is for 2 to 5 seats, not 1.",
    ),
    "too many seats": (
        ("simulate", "carcassonne", "--bots", ",".join(["random"] * 6)),
        "carcassonne is for 2 to 5 seats, not 6",
    ),
    "no games": (
        ("simulate", "carcassonne", "--bots", "random,random", "--games", "0"),
        "--games: 0 is less than 1.",
    ),
    "not a number": (
        ("simulate", "carcassonne", "--bots", "random,random", "--games", "ten"),
        "--games: ten is not a whole number.",
    ),
    "unknown colour depth": (("games", "--color", "pink"), "--color: pink is none of auto, never"),
    "option without value": (
        ("simulate", "carcassonne", "--bots", "random,random", "--option", "seating"),
        "Option seating has no value: write seating=VALUE, where VALUE is one of drawn, listed.",
    ),
    "option given twice": (
        (
            *("simulate", "carcassonne", "--bots", "random,random"),
            *("--option", "seating=drawn", "--option", "seating=drawn"),
        ),
        "Option seating is given twice.",
    ),
    "unknown game option": (
        ("simulate", "carcassonne", "--bots", "random,random", "--option", "a.b=1"),
        "There is no option a.b;",
    ),
    "wrong option value": (
        ("simulate", "carcassonne", "--bots", "random,random", "--option", "seating=round"),
        "Option seating: round is not one of drawn, listed.",
    ),
    "host: blank name": (
        ("host", "carcassonne", "--name", "   "),
        "--name: The table needs a name: type one.",
    ),
    "host: long name": (
        ("host", "carcassonne", "--name", "k" * 41),
        f"--name: The name {'k' * 20}… has 41 bytes; at most 40 are allowed: shorten it.",
    ),
    "host: unknown game": (("host", "chess"), "There is no game chess;"),
    "host: too many seats": (("host", "carcassonne", "--seats", "6"), "carcassonne is for 2 to 5"),
    "host: one seat": (
        ("host", "carcassonne", "--seats", "1"),
        "carcassonne is for 2 to 5 seats, not 1.",
    ),
    "host: port 0": (("host", "carcassonne", "--port", "0"), "--port: 0 is less than 1."),
    "host: port too high": (("host", "carcassonne", "--port", "65536"), "--port: 65536 is more"),
    "host: unknown bot": (("host", "carcassonne", "--bot", "deep"), "There is no bot deep;"),
    "join: nothing": (("join",), "TABLE|HOST:PORT|TICKET is missing."),
    "join: no port": (("join", "192.0.2.2"), "192.0.2.2: An address looks like host:port"),
    "tables: wait": (("tables", "--wait", "soon"), "--wait: soon is not a whole number."),
    "export: no file": (("export", "x"), "FILE is missing."),
    "verify: nothing": (("verify",), "FILE|TABLE is missing."),
    "bad plugin name": (("plugins", "new", "No!"), "No! cannot be a plugin's name:"),
}


@pytest.mark.parametrize(("words", "start"), BAD.values(), ids=BAD)
def test_bad_input_gets_one_sentence(
    bastide: Run, sentence: Callable[[Said], str], words: tuple[str, ...], start: str
) -> None:
    said = bastide(*words)

    assert said.code == 2
    assert sentence(said).startswith(start)


def test_help_of_a_command_names_all_options_of_every_command(bastide: Run) -> None:
    said = " ".join(bastide("games", "--help").out.split())
    assert (
        "Options of every command: --home --player --lang --color --ascii --plain --brief." in said
    )


def test_what_nobody_expected_is_one_sentence_and_a_file(
    bastide: Run, sentence: Callable[[Said], str], home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> None:
        raise ZeroDivisionError("oops")

    monkeypatch.setattr("bastide.cli.verbs.games._lines", broken)

    said = bastide("games")

    assert said.code == 1
    assert sentence(said) == (
        f"Something in bastide went wrong (ZeroDivisionError); what is known stands in "
        f"{home / 'bastide.log'}."
    )
    assert "ZeroDivisionError: oops" in (home / "bastide.log").read_text("utf-8")


def test_interrupted_command_stops_without_traceback(
    bastide: Run, sentence: Callable[[Said], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("bastide.cli.verbs.games._lines", interrupted)

    said = bastide("games")

    assert (said.code, sentence(said)) == (130, "Stopped.")


def test_shells_can_complete(spawn: Spawn) -> None:
    said = spawn(_BASTIDE_COMPLETE="bash_complete", COMP_WORDS="bastide sim", COMP_CWORD="1")

    assert said.out.strip() == "plain,simulate"


def test_games_lists_what_can_be_played(bastide: Run) -> None:
    said = bastide("games")
    content = json.loads(bastide("games", "--json").out)

    assert [line.split()[0] for line in said.lines[1:3]] == ["barony", "carcassonne"]
    game = content["games"][1]
    assert (game["id"], game["seats"]) == ("carcassonne", [2, 5])
    assert set(game["bots"]) >= {"greedy", "random"}
    assert "2-5 " in said.lines[2]
    listed = [line.split(maxsplit=1)[0] for line in said.lines if "; else drawn  " in line]
    assert listed == ["seating"], "each option once"
    assert len(game["rules"]) == 64


@pytest.mark.plays("strategic")
def test_titles_that_screens_show_are_listed_with_what_is_typed_for_them(bastide: Run) -> None:
    said = bastide("games").lines

    assert ["strategic", "Hand of three tiles", "carcassonne"] in [
        re.split(r" {2,}", line) for line in said
    ]
    refused = bastide("play", "carcassonne", "--with", "Hand of three tiles").err
    assert "strategic (Hand of three tiles)" in refused
    assert "settlers (Settlers card game)" in bastide("play", "nosuch").err


# surroundings (field report F25)

SURROUNDINGS = {
    "utf-8": {"LC_ALL": "C.UTF-8"},
    "cp1252": {"PYTHONIOENCODING": "cp1252"},
    "C": {"LC_ALL": "C"},
    "ascii": {"PYTHONIOENCODING": "ascii"},
    "dumb": {"TERM": "dumb"},
}
QUIET = [("plugins",), ("--help",), ("games",), ("host", "--help")]
EVERYWHERE = list(product(QUIET, SURROUNDINGS))
FEW = [*product(QUIET[:1], SURROUNDINGS), *product(QUIET[1:], ["C"])]
"""What a normal run takes of it: one command everywhere, and each where least can be written."""


@pytest.mark.parametrize(
    ("words", "place"),
    EVERYWHERE if SIZES.name == "soak" else FEW,
    ids=lambda value: value if isinstance(value, str) else " ".join(value),
)
def test_any_encoding_is_written_to(spawn: Spawn, words: tuple[str, ...], place: str) -> None:
    surroundings = SURROUNDINGS[place]
    said = spawn("--lang", "fr", *words, **surroundings)

    assert (said.code, said.err) == (0, "")
    if surroundings != {"LC_ALL": "C.UTF-8"} and "cp1252" not in str(surroundings):
        assert said.out.isascii() or surroundings == {"TERM": "dumb"}


def test_closed_pipe_ends_the_program_quietly() -> None:
    """The reader goes away while much is still to be written."""
    script = '"$0" -m bastide games --json; echo code $? >&2'
    loop = f"for i in 1 2 3; do {script}; done | head -n 1"
    done = subprocess.run(
        ["sh", "-c", loop, sys.executable],
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": SOURCES},
        cwd=ROOT,
    )

    assert "Traceback" not in done.stderr
    assert "BrokenPipe" not in done.stderr
    assert set(done.stderr.split("\n")) <= {"code 0", ""}


def test_closed_input_and_output_do_no_harm(spawn: Spawn) -> None:
    assert spawn("games", typed=None).code == 0
    done = subprocess.run(
        ["sh", "-c", 'exec "$0" -m bastide games >&-', sys.executable],
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": SOURCES},
    )
    assert (done.returncode, done.stderr) == (0, "")
