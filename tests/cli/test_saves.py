"""Field report F24: saves of every released version are there, playable or with what to install.

`saves/VERSION.sql` is a data folder as that version wrote it: an unfinished game of the network,
sealed, an unfinished local one and one that was left, with something in every table of the
database. A release adds its own.
"""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest

from bastide.cli.lacking import lacking
from bastide.cli.program import Program
from bastide.core.plugins import Plugins, built_in
from bastide.net.storage.database import FILE_NAME
from bastide.net.storage.store import Store
from tests.cli.conftest import Run, Said

SAVES = sorted((Path(__file__).parent / "saves").glob("*.sql"))
TITLES = {"garden", "kitchen"}
LEFT = "attic"

Sentence = Callable[[Said], str]


@pytest.fixture(params=SAVES, ids=lambda path: path.stem)
def version(request: pytest.FixtureRequest, home: Path) -> str:
    """Put the data folder of a version in the place of ours; return the version."""
    path: Path = request.param
    home.mkdir()
    with contextlib.closing(sqlite3.connect(home / FILE_NAME)) as connection:
        connection.executescript(path.read_text("utf-8"))
    return path.stem


def test_there_is_a_save_of_this_version(bastide: Run) -> None:
    here = bastide("--version").out.rpartition(" ")[2].strip()
    assert here in [path.stem for path in SAVES]


@pytest.mark.plays("strategic", "bots")
def test_f24_every_save_loads(version: str, bastide: Run, home: Path) -> None:
    plugins, program = Plugins(built_in()), Program()
    with Store(home) as store:
        store.check()
        assert store.bad_games() == []
        rows = {row.title: row for row in store.games()}
        reasons = {
            title: lacking(plugins, program.text, row.genesis) for title, row in rows.items()
        }
    assert rows.keys() == {*TITLES, LEFT}

    for title, reason in reasons.items():
        verified = bastide("verify", title)
        if reason:  # its rules were others: the reason names the plugin and the version
            assert "install" in reason
            assert reason in verified.err
        else:
            assert (verified.code, verified.err) == (0, "")
        assert (title in bastide("resume").out) == (title != LEFT)
    resumed = bastide("resume", "--plain", "garden")
    assert (resumed.code == 0) == (not reasons["garden"])


def test_f24_without_its_plugin_a_save_stays_and_says_what_to_install(
    version: str, bastide: Run, sentence: Sentence, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Program, "plugins", Plugins({}))

    said = bastide("resume")

    assert said.code == 1
    for row in said.lines[1 + len(TITLES) :]:
        assert "It needs carcassonne 1.0" in row
        assert row.endswith("not installed here: install that.")
    assert {title for title in TITLES if title in said.out} == TITLES
    assert "not installed here: install that." in sentence(bastide("verify", "garden"))


def test_f24_a_save_of_a_newer_version_is_left_alone_and_says_what_to_do(
    version: str, bastide: Run, sentence: Sentence, home: Path
) -> None:
    file = home / FILE_NAME
    with contextlib.closing(sqlite3.connect(file)) as connection:
        connection.execute("PRAGMA user_version = 99")
    before = file.read_bytes()

    said = bastide("resume")

    assert said.code == 1
    assert sentence(said) == f"The data in {file} is of a newer bastide; update this one."
    assert file.read_bytes() == before
