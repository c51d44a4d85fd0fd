from __future__ import annotations

import socket
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from bastide.core.purity import ImpureError, watch


def read() -> None:
    Path(__file__).read_bytes()


def connect() -> None:
    socket.socket().close()


def run() -> None:
    subprocess.run([sys.executable, "-c", ""], check=True)


def load() -> None:
    __import__("colorsys")


@pytest.mark.parametrize(
    ("act", "said"),
    [
        (read, "the rules open a file"),
        (connect, "the rules make a socket"),
        (run, "the rules start a process"),
        (load, "the rules import colorsys in play: import it at the top"),
    ],
)
def test_what_reaches_outside_is_stopped_and_noted(act: Callable[[], None], said: str) -> None:
    sys.modules.pop("colorsys", None)

    with watch() as seen, pytest.raises(ImpureError, match=said):
        act()

    assert len(seen) == 1


def test_nothing_is_stopped_when_nobody_watches() -> None:
    with watch() as seen:
        pass
    read()

    assert seen == []


def test_other_threads_are_left_alone() -> None:
    with watch() as seen:
        thread = threading.Thread(target=read)
        thread.start()
        thread.join()

    assert seen == []


def test_a_watch_may_hold_another() -> None:
    with watch() as outer:
        with watch() as inner:
            pass
        with pytest.raises(ImpureError):
            read()

    assert (inner, len(outer)) == ([], 1)
