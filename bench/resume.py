"""How long it takes to go on with a game whose journal has ten thousand entries.

    python -m bench.resume

One program plays both places of a game that never ends; then its data folder is opened again, and
every entry is read, its signature checked, and folded.
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
import time
from pathlib import Path

from bench.latency import LOOPBACK

from bastide.core.draft import Draft
from bastide.core.plugins import Plugins, Setup, built_in
from bastide.net.node import Node
from bastide.net.storage.store import Store

GAME, SEATS = "settlers", 2
ENTRIES, STEPS = 10_000, 8_000
"""A game of so many steps has a little more than so many entries."""
SECONDS = 3.0
"""What it may take."""


async def opened(folder: Path) -> Node:
    """Start a program that finds nobody."""
    node = Node(Store(folder), Plugins(built_in()), "Ann", interfaces=lambda: [LOOPBACK])
    await node.start(0, find=False)
    return node


async def closed(node: Node) -> None:
    """End it."""
    await node.stop()
    node.store.close()


async def play(folder: Path, steps: int) -> None:
    """Play a game of so many steps: the first choice is always one that brings the next turn."""
    node = await opened(folder)
    node.begin(node.host(Setup(GAME, SEATS), "bench", bots=[("random", "Rob")], dealer="open"))
    [game] = node.games.values()
    while game.table.journal.step < steps and not game.table.over:
        draft = Draft(game.table, game.table.acting[0])
        while draft.open:
            draft.choose(draft.legal()[0])
        game.write(draft)
    await closed(node)


async def resume(folder: Path) -> tuple[int, float, float]:
    """Go on with the only game of a folder; return its entries, and what that took.

    First the seconds that went by, then those of the processor.
    """
    node = await opened(folder)
    start, begun = time.perf_counter(), time.process_time()
    game = node.resume(node.unfinished()[0])
    wall, processor = time.perf_counter() - start, time.process_time() - begun
    entries = len(game.table.journal.entries())
    await closed(node)
    return entries, wall, processor


def main() -> int:
    """Print the figure; return 1 if it takes longer than it may."""
    with tempfile.TemporaryDirectory() as name:
        asyncio.run(play(Path(name), STEPS))
        entries, wall, processor = asyncio.run(resume(Path(name)))
    print(
        f"resume of a journal of {entries} entries: {wall:.2f} s, "
        f"{processor:.2f} s of the processor"
    )
    return entries < ENTRIES or processor > SECONDS


if __name__ == "__main__":
    sys.exit(main())
