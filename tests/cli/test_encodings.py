"""Field report F25: whatever the output is, what is asked for is written, with replacements."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.conftest import SOURCES, Run, Spawn

pytestmark = pytest.mark.plays("carcassonne")

SURROUNDINGS = {
    "cp1252": ("cp1252", {"PYTHONIOENCODING": "cp1252"}),
    "C": ("ascii", {"LC_ALL": "C"}),
    "pipe": ("utf-8", {"LC_ALL": "C.UTF-8"}),
}
"""The encoding of the output, and the variables that lead to it."""

COMMANDS = (("doctor",), ("tables", "--wait", "0"), ("replay", "{journal}", "--plain"))
"""`--help` is in `test_app.py`."""


@pytest.fixture
def journal(bastide: Run, tmp_path: Path) -> str:
    """Return the journal of a game whose players have names that few encodings hold."""
    words = ("play", "carcassonne", "--seats", "2", "--plain", "--names", "Łódź,Chloé")
    bastide(*words, typed="1\n1\ndone\n" * 2)
    file = tmp_path / "game.bastide"
    bastide("export", "carcassonne", str(file))
    return str(file)


@pytest.mark.parametrize(("encoding", "variables"), SURROUNDINGS.values(), ids=SURROUNDINGS)
def test_f25_every_output_gets_replacements(
    spawn: Spawn, journal: str, home: Path, encoding: str, variables: dict[str, str]
) -> None:
    for words in COMMANDS:
        said = spawn(*(word.format(journal=journal) for word in words), "--lang", "fr", **variables)

        assert (said.code, said.err) == (0, "")
        said.out.encode(encoding)
        assert "\ufffd" not in said.out
        if "replay" in words:
            names = {"ascii": "Lodz", "cp1252": "Lódz", "utf-8": "Łódź"}
            assert names[encoding] in said.out


@pytest.mark.parametrize("words", COMMANDS[1:], ids=("tables", "replay"))
def test_f25_a_reader_that_goes_away_is_no_fault(
    unmeasured: dict[str, str], journal: str, words: tuple[str, ...]
) -> None:
    command = [sys.executable, "-m", "bastide", *(word.format(journal=journal) for word in words)]
    read, write = os.pipe()
    os.close(read)
    done = subprocess.run(
        command,
        stdin=subprocess.DEVNULL,
        stdout=write,
        stderr=subprocess.PIPE,
        env={**unmeasured, "PYTHONPATH": SOURCES},
        text=True,
    )
    os.close(write)

    assert (done.returncode, done.stderr) == (0, "")
