from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import cast

from bastide.cli.sessions.node_waits import wait_until
from bastide.net.node import Node


class Watched:
    """Calls who watches it."""

    def __init__(self) -> None:
        self.watchers: list[Callable[[], None]] = []

    def watch(self, told: Callable[[], None]) -> Callable[[], None]:
        self.watchers.append(told)
        return lambda: self.watchers.remove(told)

    def change(self) -> None:
        for told in self.watchers:
            told()


def test_what_is_waited_for_is_asked_after_each_change_and_watched_no_longer() -> None:
    asked: list[int] = []

    def holds() -> bool:
        asked.append(len(asked))
        return len(asked) == 3

    async def play() -> None:
        node = Watched()
        waiting = asyncio.create_task(wait_until(cast(Node, node), holds))  # watch is all it needs
        for n in (1, 2, 3):
            await asyncio.sleep(0)
            await asyncio.sleep(0)
            assert len(asked) == n
            node.change()
        await waiting
        assert node.watchers == []

    asyncio.run(play())
