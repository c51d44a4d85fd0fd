"""Pages of the screen without a terminal: a program that shows them, their keys and their text."""

from __future__ import annotations

from pathlib import Path

from bastide.cli.screens.lobby_page import LobbyPage
from bastide.cli.screens.shell import Page, Shell
from tests.cli.effects import NotedEffects, in_loop
from tests.cli.fakes import FakeLobby, make_shell
from tests.cli.pebbles import pebble_plugins


def at_the_list(folder: Path, effects: NotedEffects) -> Shell:
    """Return a program that shows an empty list of tables of pebbles; its effects are noted."""
    shell = make_shell(FakeLobby(pebble_plugins()), folder)
    shell.effects = effects
    shell.open(LobbyPage(shell))
    return shell


def keys(page: Page, *names: str) -> None:
    """Press keys, and let what they start go on."""

    def press() -> None:
        for name in names:
            page.key(name)

    in_loop(press)


def text(page: Page, size: tuple[int, int] = (120, 36)) -> str:
    """Return what a page shows."""
    return "\n".join(page.paint(size, "").grid.lines())


def submit(page: LobbyPage, line: str) -> None:
    """Type a line, and let what it starts go on."""
    in_loop(lambda: page.submit(line))
