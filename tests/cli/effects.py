"""Effects that are noted instead of reaching a terminal, and a loop for what pages start."""

from __future__ import annotations

import asyncio
from collections.abc import Callable


class NotedEffects:
    """What pages did to the terminal."""

    def __init__(self) -> None:
        self.prompt = ""
        self.rung = 0
        self.titles: list[str] = []
        self.copied: list[str] = []
        self.closed = False
        self.redrawn = 0

    def redraw(self) -> None:
        """Count."""
        self.redrawn += 1

    def prefill(self, text: str) -> None:
        """Note the text."""
        self.prompt = text

    def empty(self, talk: bool) -> None:
        """Empty the noted prompt."""
        if not (talk and self.prompt.startswith("/")):
            self.prompt = ""

    def ring(self) -> None:
        """Count."""
        self.rung += 1

    def entitle(self, title: str) -> None:
        """Note the title."""
        self.titles.append(title)

    def copy(self, text: str) -> None:
        """Note the text."""
        self.copied.append(text)

    def close(self) -> None:
        """Note the end."""
        self.closed = True


def in_loop(script: Callable[[], None]) -> None:
    """Run a script in an event loop, and then what it has started."""

    async def run() -> None:
        script()
        for _ in range(5):
            await asyncio.sleep(0)

    asyncio.run(run())
