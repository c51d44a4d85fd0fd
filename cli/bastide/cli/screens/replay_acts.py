"""The keys of a replay: step, jump, play by itself at a speed."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from bastide.cli.screens.bars import Label
from bastide.cli.screens.commands import DONE, Act, Reply
from bastide.cli.wording import decimal

if TYPE_CHECKING:
    from bastide.cli.screens.table_page import TablePage

SPEEDS = (0.5, 1.0, 2.0, 4.0, 8.0)
"""Steps a second."""


class ReplayActs:
    """The replay's part of a table page."""

    def __init__(self, page: TablePage) -> None:
        self.page, self.t = page, page.t

    def labels(self) -> list[Label]:
        """Return the key bar."""
        t = self.t
        playing, speed = self.page.playing, SPEEDS[self.page.speed]
        return [
            Label("left", "←", t("Back"), rank=2),
            Label("right", "→", t("Forward"), rank=1),
            Label(" ", t("Space"), t("Stop") if playing else t("Play"), rank=3),
            Label("+", "+ -", t("Speed {n}", n=decimal(t, speed, int(speed < 1))), rank=4),
            Label("f5", "F5", t("Zoom"), rank=6),
            Label("f7", "F7", t("Log"), rank=7),
            Label("f1", "F1", t("Help"), rank=5),
            Label("q", "q", t("Leave")),
        ]

    def acts(self) -> dict[str, Act]:
        """Return what each key does."""
        return {
            "left": lambda: self.by(-1),
            "right": lambda: self.by(1),
            "pageup": lambda: self.by(-10),
            "pagedown": lambda: self.by(10),
            "home": lambda: self.by(-(10**9)),
            "end": lambda: self.by(10**9),
            " ": self.play,
            "+": lambda: self.faster(1),
            "-": lambda: self.faster(-1),
            "q": self.page.left,
            "escape": self.page.left,
        }

    def help_rows(self) -> tuple[tuple[str, str], ...]:
        """Return the keys with what they do."""
        t = self.t
        return (
            (t("One step on, one step back"), "→ / ←"),
            (t("Ten steps"), t("Page down / Page up")),
            (t("To the start, to the end"), t("Home / End")),
            (t("Let it play, stop it"), t("Space")),
            (t("Faster, slower"), "+ / -"),
            (t("Leave the replay"), "q"),
        )

    def by(self, steps: int) -> Reply:
        """Go some steps on or back."""
        replay = self.page.session.replay
        if replay is None:
            return DONE
        before = replay.at
        replay.go(max(0, min(before + steps, replay.length)))
        self.page.model.refresh()
        if replay.at == before:
            end = self.t("This is the end of the game.")
            return Reply(end if steps > 0 else self.t("This is the start of the game."), "dim")
        return DONE

    def faster(self, step: int) -> Reply:
        """Change the speed."""
        before = self.page.speed
        self.page.speed = max(0, min(before + step, len(SPEEDS) - 1))
        if self.page.speed == before:
            return Reply(self.t("A replay goes no faster and no slower than this."), "dim")
        return DONE

    def play(self) -> Reply:
        """Let the game play by itself, or stop it."""
        replay = self.page.session.replay
        if not self.page.playing and replay is not None and replay.at >= replay.length:
            return self.by(1)
        self.page.playing = not self.page.playing
        if self.page.playing:
            self.page.shell.start(self._play())
        return DONE

    async def _play(self) -> None:
        page = self.page
        replay = page.session.replay
        while page.playing and page.shell.top is page and replay and replay.at < replay.length:
            self.by(1)
            page.shell.redraw()
            await asyncio.sleep(1 / SPEEDS[page.speed])
        page.playing = False
