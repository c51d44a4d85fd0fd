"""Sessions at tables of this computer and of the network: how a test goes on, waits and ends."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from pathlib import Path

from bastide.cli.sessions.ports import Session
from bastide.core.plugins import Plugins
from bastide.net.node import Node
from bastide.net.storage.store import Store

SECONDS = 60.0


def within(work: Coroutine[None, None, None]) -> None:
    async def bounded() -> None:
        async with asyncio.timeout(SECONDS):
            await work

    asyncio.run(bounded())


async def eventually(holds: Callable[[], bool]) -> None:
    while not holds():  # noqa: ASYNC110  # what is waited for has no event of its own
        await asyncio.sleep(0.005)


def take_turn(session: Session) -> None:
    """Choose the first legal action of each decision and send them."""
    while session.acting in session.mine and not session.needs_confirm:
        assert session.choose(session.rules.legal(session.state)[0]) == ""
    assert session.confirm() == ""


async def meet(folder: Path, plugins: Plugins, *names: str) -> list[Node]:
    """Return nodes that listen on loopback and find nobody by themselves."""
    nodes = [Node(Store(folder / name), plugins, name, interfaces=list) for name in names]
    for node in nodes:
        await node.start()
    return nodes


async def close(nodes: list[Node], *sessions: Session | None) -> None:
    for session in sessions:
        if session:
            await session.leave()
    for node in nodes:
        await node.stop()
        node.store.close()
