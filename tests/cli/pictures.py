"""Screens of docs/pictures that need no network: scenes as pictures, and what commands print."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from bastide.cli.depth import Display
from bastide.cli.screens.frame import make_ascii
from bastide.cli.screens.shell import Size
from bastide.core.plugins import Plugins, built_in
from tests.cli.fakes import FakeLobby, make_shell
from tests.cli.reader import Terminal
from tests.cli.rows import ROWS
from tests.cli.scenes import SCENES, Scene, at, composed, room, table, table_list
from tests.examples.test_together import at_hand, installed
from tests.picture import picture, save

FOLDER = Path(__file__).parents[2] / "docs" / "pictures"
SMALL, LARGE = (80, 24), (120, 36)


class Shot(NamedTuple):
    """A picture of a scene."""

    scene: Scene
    size: Size = SMALL
    language: str = "en"
    display: Display = Display()
    examples: bool = False  # with the plugins of docs/examples


class Typed(NamedTuple):
    """A picture of a command and of what it prints; `given` is typed when it asks.

    What it prints from `end` on is left out.
    """

    command: str
    given: str = ""
    end: str = "\n> quit"


_SCENES = {scene.name: scene for scene in SCENES}
_PLACE = _SCENES["carcassonne-place"]
_FORM = table_list(ROWS)
_MAGPIES = table("magpies", 3, (), at(0, "choose"))
_GARDENS = table("carcassonne", 3, ("gardens",), at(24, "place"))

SHOTS = {
    "setup": Shot(Scene("setup", _FORM, ("h",))),
    "bots": Shot(Scene("bots", _FORM, ("b", "down")), language="fr"),
    "ticket": Shot(Scene("ticket", room(hosting=True), ("t",))),
    "talk": Shot(_SCENES["carcassonne-talk"]),
    "news": Shot(_SCENES["carcassonne-news"]),
    "log": Shot(_SCENES["carcassonne-log"], language="fr"),
    "replay": Shot(_SCENES["carcassonne-replay"], LARGE),
    "count": Shot(_SCENES["carcassonne-counted"], LARGE),
    "sums": Shot(_SCENES["carcassonne-sums"], language="fr"),
    "light": Shot(_PLACE, display=Display(theme="light")),
    "contrast": Shot(_PLACE, display=Display(theme="high-contrast")),
    "sixteen": Shot(_PLACE, display=Display("16")),
    "ascii": Shot(_PLACE, display=Display("none", "ascii")),
    "magpies": Shot(Scene("magpies", _MAGPIES), examples=True),
    "gardens": Shot(Scene("gardens", _GARDENS), examples=True),
}
"""Pictures of scenes, by name."""

TYPED = {
    "plugins": Typed("plugins"),
    "explain": Typed("plugins explain carcassonne --with inns_and_cathedrals"),
    "plain": Typed(
        "play carcassonne --bots greedy --plain --seed 8 --player Ada", "1\n1\ndone\nquit\n"
    ),
}
"""Pictures of commands, by name."""


def shoot(name: str) -> None:
    """Take the picture of a scene."""
    shot = SHOTS[name]
    with tempfile.TemporaryDirectory() as folder, at_hand():
        plugins = installed() if shot.examples else Plugins(built_in())
        lobby = FakeLobby(plugins, ROWS)
        shell = make_shell(lobby, Path(folder), shot.display, shot.language)
        page = shot.scene.open(shell)
        shell.open(page)
        shot.scene.steer(page, shot.size)
        grid = composed(page, shot.size, shot.scene.typed)
    if shot.display.glyphs == "ascii":
        make_ascii(grid)
    width, height = shot.size
    save(picture(grid), FOLDER / f"{name}-{width}x{height}-{shot.language}.png")


def type_in(name: str) -> None:
    """Take the picture of a command."""
    command, given, end = TYPED[name]
    with tempfile.TemporaryDirectory() as folder:
        done = subprocess.run(
            [sys.executable, "-m", "bastide", *command.split()],
            input=given,
            capture_output=True,
            encoding="utf-8",
            check=True,
            env={**os.environ, "BASTIDE_HOME": folder},
        )
    print_out(name, command, done.stdout.partition(end)[0])


def print_out(name: str, command: str, text: str) -> None:
    """Save a command and what it printed as a picture, as large as the text."""
    lines = [f"$ bastide {command}", *text.splitlines()]
    terminal = Terminal(max(map(len, lines)) + 1, len(lines))
    terminal.feed("\r\n".join(lines))
    save(picture(terminal.grid()), FOLDER / f"{name}-en.png")


PARTS: dict[str, Callable[[str], None]] = {
    **dict.fromkeys(SHOTS, shoot),
    **dict.fromkeys(TYPED, type_in),
}
"""What takes each picture, by the picture's name."""
