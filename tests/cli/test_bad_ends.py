"""What goes wrong around the program ends as one sentence and an exit code; what is open is kept.

Field report F25 and the list of bad input: each in both languages, by the program itself. Disks and
networks that are really full, read-only or not there: `tests/lan/test_bad_places.py`.
"""

from __future__ import annotations

import contextlib
import errno
import os
import signal
import socket
import sqlite3
from collections.abc import Callable, Iterator
from itertools import product
from pathlib import Path

import pytest

from bastide.cli.screens.terminal import LEAVE_SCREEN, PUT_BACK, RESTORE
from bastide.core.journal import FILE_HEADER
from bastide.net.storage.database import FILE_NAME
from bastide.net.storage.store import GameStatus, Store
from tests.cli.conftest import SOURCES, Run, Said
from tests.cli.ttys import Tty
from tests.sizes import SIZES

pytestmark = pytest.mark.plays("carcassonne")

Sentence = Callable[[Said], str]
PLAY = ("play", "carcassonne", "--bots", "random")
CTRL_C = "\x03"


# ends


HELP = "\x1bOP"
PLACES: dict[str, tuple[tuple[str, ...], str, str]] = {
    "list": ((), "Quit", ""),
    "form": ((), "Quit", "h"),
    "room": (("host", "carcassonne"), "Copy the ticket", ""),
    "table": (PLAY, "Place your tile", ""),  # the window's title says whose turn it is before that
    "overlay": (PLAY, "Place your tile", HELP),
    "replay": (("replay", "carcassonne"), "step 0 of", ""),
    "lines": ((*PLAY, "--plain"), "your turn", ""),
}
"""The words that lead there, what is seen then, and what is pressed there."""

SIGNALS = {"terminated": signal.SIGTERM, "hung up": signal.SIGHUP}
WAYS = ("interrupted", *SIGNALS, "closed")
EVERY = list(product(PLACES, WAYS))
FEW = [
    ("table", "interrupted"),
    ("overlay", "terminated"),
    ("form", "hung up"),
    ("room", "closed"),
    ("replay", "hung up"),
    *(("lines", way) for way in WAYS),
]
"""What a normal run takes of it; the list has tests of its own."""


@pytest.fixture
def started(unmeasured: dict[str, str], place: str, bastide: Run, home: Path) -> Iterator[Tty]:
    """Return a terminal with the program at a place."""
    words, seen, pressed = PLACES[place]
    if place == "replay":
        bastide(*PLAY, "--plain")
    tty = Tty({**unmeasured, "PYTHONPATH": SOURCES}, *words)
    try:
        tty.read_until(lambda text: seen in text)
        if pressed:
            tty.press(pressed)
            tty.read_until(lambda text: "Esc" in text)
        yield tty
    finally:
        tty.end()


@pytest.mark.parametrize(("place", "way"), EVERY if SIZES.name == "soak" else FEW)
def test_the_terminal_is_given_back_and_the_seat_kept(
    started: Tty, place: str, way: str, home: Path
) -> None:
    if way == "closed":
        started.close_window()
        assert started.ended() == 129
    elif way == "interrupted":
        assert interrupt(started) == (130 if place == "lines" else 0)
    else:
        os.kill(started.process.pid, SIGNALS[way])
        assert started.ended() == 128 + SIGNALS[way]

    if way != "closed":
        assert started.is_as_before()
        assert "Traceback" not in started.text
        end = "Stopped." if place == "lines" else RESTORE
        assert end in started.text
        assert started.text.count(LEAVE_SCREEN) == (place != "lines")
    assert not (home / "bastide.log").exists()
    with Store(home) as store:
        for row in store.games():
            assert row.status is GameStatus.PLAYING
            store.lock_game(row.game_id)  # nobody has it open any more
        assert bool(store.games()) == (place in ("table", "overlay", "replay", "lines"))


@pytest.mark.parametrize("place", ["table"])
def test_the_screen_is_put_back_also_when_the_program_is_killed(started: Tty) -> None:
    assert PUT_BACK not in started.text
    started.process.kill()
    started.read_until(lambda text: PUT_BACK in text)


def interrupt(tty: Tty) -> int:
    """Press Ctrl-C, and once more where it asks or has only closed a form; return the exit code."""
    tty.press(CTRL_C)
    asked, ended = ("Leave this", "Close this", "Quit"), (RESTORE, "Stopped.")
    tty.read_until(lambda text: any(each in text for each in (*asked, *ended)))
    if any(each in tty.text for each in asked):
        tty.press(CTRL_C)
    return tty.ended()


# data folders


def no_folder(home: Path, _: pytest.MonkeyPatch) -> str:
    home.write_text("")
    return "that is no folder; --home names another one."


def refused(number: int) -> Callable[[Path, pytest.MonkeyPatch], str]:
    """Return what lets the disk refuse with an error of the system."""
    words = "the disk is full or fails" if number == errno.ENOSPC else "it can only be read"

    def break_it(home: Path, monkeypatch: pytest.MonkeyPatch) -> str:
        def refuse(*_: object) -> None:
            raise OSError(number, os.strerror(number), str(home))

        monkeypatch.setattr("bastide.net.storage.database._make_private", refuse)
        return words

    return break_it


def damaged(home: Path, _: pytest.MonkeyPatch) -> str:
    home.mkdir()
    (home / FILE_NAME).write_bytes(b"no database" * 1000)
    return "it is no database. Put a copy of it back"


def newer(home: Path, _: pytest.MonkeyPatch) -> str:
    Store(home).close()
    with contextlib.closing(sqlite3.connect(home / FILE_NAME)) as connection:
        connection.execute("PRAGMA user_version = 99")
    return "is of a newer bastide; update this one."


FOLDERS = {
    "no folder": no_folder,
    "not writable": refused(errno.EACCES),
    "read-only": refused(errno.EROFS),
    "full": refused(errno.ENOSPC),
    "damaged": damaged,
    "newer": newer,
}


@pytest.mark.parametrize("break_it", FOLDERS.values(), ids=FOLDERS)
def test_a_data_folder_that_cannot_be_used_is_one_sentence(
    break_it: Callable[[Path, pytest.MonkeyPatch], str],
    bastide: Run,
    sentence: Sentence,
    home: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    words = break_it(home, monkeypatch)

    for command in ((*PLAY, "--plain"), ("tables",), ("host", "carcassonne", "--plain")):
        said = bastide(*command)
        french = bastide("--lang", "fr", *command)
        assert said.code == french.code == 1
        assert words in sentence(said)
        assert sentence(french).startswith("Les données")
        assert str(home) in french.err


# journals


@pytest.fixture
def journal(bastide: Run, tmp_path: Path) -> bytes:
    """Return a journal of a few entries."""
    bastide(*PLAY, "--plain", typed="1\n1\ndone\n" * 2)
    file = tmp_path / "good.bastide"
    bastide("export", "carcassonne", str(file))
    return file.read_bytes()


def test_a_journal_that_is_none_or_not_whole_is_one_sentence(
    bastide: Run, sentence: Sentence, journal: bytes, tmp_path: Path
) -> None:
    other = FILE_HEADER.replace(b"1", b"27") + journal[len(FILE_HEADER) :]
    contents = {
        b"": ("This is not a bastide journal", "Ce n’est pas un journal"),
        b"\x00\xff" * 5000: ("This is not a bastide journal", "Ce n’est pas un journal"),
        other: ("This journal has the file header of another", "Ce journal a l’en-tête d’une"),
        FILE_HEADER: ("The genesis: the file is cut short", "La genèse : le fichier est"),
        journal[:-3]: ("the file is cut short", "le fichier est tronqué"),
        journal + b"x": ("Something follows the end", "Quelque chose suit la fin"),
    }
    file = tmp_path / "bad.bastide"
    for content, expected in contents.items():
        file.write_bytes(content)
        for verb, (language, start) in product(
            ("verify", "replay"), zip(("en", "fr"), expected, strict=True)
        ):
            said = bastide("--lang", language, verb, str(file), "--plain")
            assert said.code == 1
            assert start in sentence(said)


@pytest.mark.parametrize("words", [("resume", "{file}"), ("export", "{file}", "new.bastide")])
def test_a_file_is_no_table(
    bastide: Run, sentence: Sentence, journal: bytes, tmp_path: Path, words: tuple[str, ...]
) -> None:
    file = tmp_path / "good.bastide"
    said = bastide(*(word.format(file=file) for word in words))

    assert said.code == 1
    assert sentence(said) == f"No stored game is called {file}."


# ports


def test_a_port_in_use_is_one_sentence(bastide: Run, sentence: Sentence) -> None:
    with socket.create_server(("", 0)) as taken:
        port = taken.getsockname()[1]
        words = ("host", "carcassonne", "--plain", "--port", str(port))
        said, french = bastide(*words), bastide("--lang", "fr", *words)

    assert said.code == french.code == 1
    assert sentence(said) == f"Port {port} is in use; choose another."
    assert sentence(french) == f"Le port {port} est occupé ; en choisir un autre."
