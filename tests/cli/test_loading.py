"""Plugins that hang, print, or fail when they are loaded."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from itertools import product
from pathlib import Path
from typing import NoReturn

import pytest

from bastide.cli.loading import LoadingStopped, watched
from bastide.core.errors import RulesError
from bastide.core.messages import English
from bastide.core.packages import ENTRY_POINT_GROUP
from tests.cli.conftest import SOURCES, Spawn
from tests.sizes import SIZES

Install = Callable[[str, str], str]

EXTRA = """
from bastide.core.hookspecs import Manifest, hookimpl
@hookimpl
def bastide_manifest():
    return Manifest("{name}", "1", "extra")
"""
BOTS = """
@hookimpl
def bastide_bots():
    raise ValueError("no bots today")
"""

BAD_BOTS = """
from bastide.core.hookspecs import Bot
def raises(s):
    raise ValueError("no {idea}.")
def unmade(rules, seat, seed):
    raise KeyError("x")
@hookimpl
def bastide_bots():
    return [
        Bot("raises", (), lambda rules, seat, seed: raises),
        Bot("unmade", (), unmade),
        Bot("nothing", (), lambda rules, seat, seed: lambda s: None),
    ]
"""


@pytest.fixture
def install(tmp_path: Path) -> Install:
    """Return a function that installs a plugin by its code, and returns the PYTHONPATH."""
    site = tmp_path / "site"

    def write(name: str, code: str) -> str:
        (site / f"{name}_plugin").mkdir(parents=True)
        (site / f"{name}_plugin" / "__init__.py").write_text(code)
        info = site / f"{name}_plugin-1.dist-info"
        info.mkdir()
        (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}-plugin\nVersion: 1\n")
        (info / "entry_points.txt").write_text(f"[{ENTRY_POINT_GROUP}]\n{name} = {name}_plugin\n")
        return f"{site}{os.pathsep}{SOURCES}"

    return write


def test_a_plugin_that_prints_leaves_json_alone(spawn: Spawn, install: Install) -> None:
    path = install("loud", "print('hello')\n" + EXTRA.format(name="loud"))

    for words in (("games", "--json"), ("plugins", "--json"), ("doctor", "--json")):
        said = spawn(*words, PYTHONPATH=path)
        assert json.loads(said.out)
        assert "hello" in said.err
    words = ("simulate", "carcassonne", "--games", "2", "--bots", "random,random", "--json")
    assert len(json.loads(spawn(*words, "--jobs", "2", PYTHONPATH=path).out)["games"]) == 2


def test_a_plugin_that_raises_an_interrupt_is_one_fault(spawn: Spawn, install: Install) -> None:
    path = install("odd", "raise KeyboardInterrupt\n")

    listed = spawn("plugins", PYTHONPATH=path)
    assert listed.code == 0
    assert "odd cannot be loaded: it raises KeyboardInterrupt." in listed.lines
    played = spawn("play", "carcassonne", "--seats", "2", "--bots", "random,random", "--brief",
                   PYTHONPATH=path)  # fmt: skip
    assert played.code == 0
    assert "failed" not in played.out


def test_a_plugin_whose_bots_fail_is_named_everywhere(spawn: Spawn, install: Install) -> None:
    path = install("lame", EXTRA.format(name="lame") + BOTS)
    place = "lame_plugin/__init__.py:9 (bastide_bots): "
    full = f"Plugin lame fails: {place}ValueError: no bots today; mend that"

    assert full in " ".join(spawn("plugins", PYTHONPATH=path).lines)
    assert full in spawn("games", PYTHONPATH=path).err
    french = f"lame\u202f: {place}ValueError: no bots today\u202f; corriger"
    assert french in spawn("doctor", "--lang", "fr", PYTHONPATH=path).out
    missing = spawn("play", "carcassonne", "--bots", "lame", PYTHONPATH=path)
    assert missing.code == 2
    assert full in missing.err
    assert json.loads(spawn("plugins", "--json", PYTHONPATH=path).out)["faults"]


def test_a_bot_that_fails_in_a_simulation_is_named(spawn: Spawn, install: Install) -> None:
    path = install("lame", EXTRA.format(name="lame") + BAD_BOTS)

    wanted = {
        "raises": "Bot raises failed: ValueError: no {idea} (lame_plugin/__init__.py:",
        "unmade": "Bot unmade failed: KeyError: 'x' (lame_plugin/__init__.py:",
        "nothing": "Bot nothing failed: it chose what is not possible.",
    }
    # A normal run does not try every bot both in one process and in two.
    few = [("raises", "1"), ("raises", "2"), ("unmade", "2"), ("nothing", "2")]
    for bot, jobs in product(wanted, ("1", "2")) if SIZES.name == "soak" else few:
        words = ("simulate", "carcassonne", "--games", "2", "--bots", f"random,{bot}")
        said = spawn(*words, "--jobs", jobs, PYTHONPATH=path)
        assert (said.code, said.out) == (1, "")
        assert said.err.startswith(wanted[bot])
        assert "Something in bastide" not in said.err


def test_a_plugin_that_hangs_is_named_and_so_is_it_when_stopped(
    unmeasured: dict[str, str], install: Install
) -> None:
    path = install("slug", "import time\ntime.sleep(100)\n")
    process = subprocess.Popen(
        [sys.executable, "-m", "bastide", "games"],
        env={**unmeasured, "PYTHONPATH": path},
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stderr is not None
    assert process.stderr.readline() == ("Plugin slug is still loading; Ctrl-C stops bastide.\n")
    process.send_signal(signal.SIGINT)
    assert process.communicate(timeout=20)[1] == "Stopped while plugin slug was loading.\n"
    assert process.returncode == 130


def test_an_interrupt_of_the_user_is_told_from_one_of_the_plugin() -> None:
    before = signal.getsignal(signal.SIGINT)
    with pytest.raises(LoadingStopped), watched("slug", English()):
        _interrupted()
    with pytest.raises(RulesError, match="raises KeyboardInterrupt"), watched("odd", English()):
        raise KeyboardInterrupt
    assert signal.getsignal(signal.SIGINT) is before


def test_a_plugin_that_holds_an_interrupt_up_is_ended_at_the_next(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def end(code: int) -> NoReturn:
        raise SystemExit(code)

    monkeypatch.setattr(os, "_exit", end)
    with (
        pytest.raises(SystemExit, match="130"),
        watched("slug", English()),
        contextlib.suppress(KeyboardInterrupt),
    ):
        _interrupted(2)
    assert capsys.readouterr().err == "Stopped while plugin slug was loading.\n"


def _interrupted(times: int = 1) -> None:
    try:
        os.kill(os.getpid(), signal.SIGINT)
        time.sleep(5)
    except KeyboardInterrupt:
        if times == 1:
            raise
        _interrupted(times - 1)
