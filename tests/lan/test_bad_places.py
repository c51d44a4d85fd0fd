"""Disks that are really full or read-only, and a computer without any network: one sentence each.

Each command runs in namespaces of its own, where a small file system can be mounted.
"""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.conftest import Said

pytestmark = pytest.mark.plays("carcassonne")

PLAY = "play carcassonne --seats 2 --bots random,random --plain --brief"
SECONDS = 60


def alone(environ: dict[str, str], kind: str, script: str) -> Said:
    """Run a script in a namespace; `B` in it is our command, `$D` a folder."""
    program = shlex.join([sys.executable, "-m", "bastide"])
    done = subprocess.run(
        ["unshare", f"--{kind}", "sh", "-c", f'B() {{ {program} "$@" </dev/null; }}\n{script}'],
        capture_output=True,
        text=True,
        timeout=SECONDS,
        env=environ,
    )
    return Said(done.returncode, done.stdout, done.stderr)


@pytest.fixture
def environ(unmeasured: dict[str, str], tmp_path: Path) -> dict[str, str]:
    folder = tmp_path / "mount"
    folder.mkdir()
    paths = {"D": str(folder), "BASTIDE_HOME": str(folder / "home")}
    return {**unmeasured, **paths, "PATH": f"{os.environ['PATH']}:/usr/sbin:/sbin"}


MOUNT = 'mount -t tmpfs -o size=300k none "$D" || exit 99\n'
FILL = 'dd if=/dev/zero of="$D/fill" bs=1k 2>/dev/null\n'


@pytest.mark.parametrize(
    ("language", "words"),
    [("en", "the disk is full or fails; free some space."), ("fr", "le disque est plein")],
)
def test_a_full_disk_is_one_sentence(environ: dict[str, str], language: str, words: str) -> None:
    said = alone(environ, "mount", f"{MOUNT}{FILL}B --lang {language} {PLAY}")

    assert said.code == 1
    assert said.err.count("\n") == 1
    assert words in said.err


def test_a_disk_that_fills_up_in_mid_game_keeps_what_was_played(environ: dict[str, str]) -> None:
    """It waits for room; ended meanwhile it says how to go on, and later it goes on."""
    script = (
        f'{MOUNT}timeout -s TERM 4 {sys.executable} -m bastide {PLAY} </dev/null; echo "code $?"\n'
        f'mount -o remount,size=4m "$D"; timeout 40 {sys.executable} -m bastide resume --plain '
        f"--brief </dev/null"
    )
    said = alone(environ, "mount", script)

    first, _, second = said.out.partition("code ")
    assert "the disk is full or fails; free some space." in first
    assert "goes on with it." in first
    assert second.startswith("124\n")
    assert "The game is over." in second
    assert said.code == 0


def test_a_disk_that_can_only_be_read_is_one_sentence(environ: dict[str, str]) -> None:
    script = f'{MOUNT}mount -o remount,ro "$D"; for l in en fr; do B --lang $l {PLAY}; done'
    said = alone(environ, "mount", script)

    english, french = said.err.splitlines()
    assert english.endswith("it can only be read; --home names another folder.")
    assert french.startswith("Les données de")


def test_without_any_network_a_game_alone_is_played_and_the_host_is_told(
    environ: dict[str, str],
) -> None:
    host = "host carcassonne --plain"
    script = (
        f"B {PLAY}; for l in en fr; do B --lang $l {host} </dev/null; done; "
        "B tables; B join 192.0.2.9:47100 --plain"
    )
    said = alone(environ, "net", script)

    assert "The game is over." in said.out
    assert "No network is up: nobody else can sit down until one is." in said.out
    assert "Aucun réseau n’est actif" in said.out
    assert "Looked on: no network" in said.out
    assert "The input has ended before the game began" in said.out
    assert said.err.splitlines() == ["Nobody answers at 192.0.2.9:47100."]
