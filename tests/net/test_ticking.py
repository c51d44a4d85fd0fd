"""What a node looks after with time: a fault of one part stops no other."""

from __future__ import annotations

import asyncio
import gc
import weakref
from pathlib import Path
from typing import Any

import pytest

from bastide.net import ticking
from bastide.net.node import Node
from bastide.net.storage.store import Store
from tests.net.room import House


class Ring:
    """Refers to itself, so that only a look for garbage finds it."""

    def __init__(self) -> None:
        self.itself = self


def test_a_fault_with_a_game_is_told_and_tables_are_looked_after(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ticking, "TICK_SECONDS", 0.0)
    node = Node(Store(tmp_path), House().plugins, "Ada", interfaces=list)
    told: list[dict[str, Any]] = []
    looked_after = asyncio.Event()

    async def run() -> None:
        asyncio.get_running_loop().set_exception_handler(lambda _, context: told.append(context))
        await node.start(listen=False, find=False)
        await looked_after.wait()
        await node.stop()

    monkeypatch.setattr(node._parts.games, "tick", lambda now: 1 // 0)
    monkeypatch.setattr(
        node._parts.hosting, "tick", lambda now: looked_after.set() if len(told) > 1 else None
    )
    asyncio.run(run())

    assert [type(each["exception"]) for each in told[:2]] == [ZeroDivisionError] * 2


def test_garbage_is_looked_for_by_the_clock(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ticking, "TICK_SECONDS", 0.0)
    node = Node(Store(tmp_path), House().plugins, "Ada", interfaces=list)
    collected = asyncio.Event()

    async def run() -> None:
        weakref.finalize(Ring(), collected.set)
        await node.start(listen=False, find=False)
        await collected.wait()
        await node.stop()

    gc.disable()
    try:
        asyncio.run(asyncio.wait_for(run(), 20))
    finally:
        gc.enable()
