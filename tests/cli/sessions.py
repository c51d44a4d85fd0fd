"""Sessions at tables of this computer and of the network: how a test goes on, waits and ends."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from pathlib import Path

from bastide.cli.sessions.lan_lobby import LanLobby
from bastide.cli.sessions.ports import HostWish, Session, Texts
from bastide.core.plugins import Plugins, Setup
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


async def until(session: Session, holds: Callable[[], bool]) -> None:
    """Wait until something holds; it is looked at whenever the session changes."""
    stirred = asyncio.Event()
    session.watch(stirred.set)
    while not holds():
        stirred.clear()
        await stirred.wait()


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


async def begun(nodes: list[Node], texts: Texts, setup: Setup) -> tuple[Session, Session]:
    """Return the sessions of a game that the first node has hosted and the second has joined."""
    host, guest = (LanLobby(node, texts, pace=0.0) for node in nodes)
    room = await host.host(HostWish(setup, "Kitchen"))
    there = await guest.join_address(f"127.0.0.1:{nodes[0].listener.port}")
    await eventually(lambda: bool(room.session and there.session))
    assert room.session
    assert there.session
    return room.session, there.session


async def close(nodes: list[Node], *sessions: Session | None) -> None:
    for session in sessions:
        if session:
            await session.leave()
    for node in nodes:
        await node.stop()
        node.store.close()
