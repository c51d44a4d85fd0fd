"""Real nodes on loopback, without multicast; and raw links that say whatever a test wants."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable, Iterable
from pathlib import Path
from random import Random
from typing import TypeVar

import pytest

from bastide.core.draft import Draft
from bastide.core.plugins import Plugins, Setup
from bastide.net import limits, ticking, whereabouts
from bastide.net.finding.interfaces import Interface
from bastide.net.identity import Address, Identity
from bastide.net.links.dial import dial
from bastide.net.links.handshake import Myself
from bastide.net.links.link import Link
from bastide.net.links.messages import Chat, WireMessage
from bastide.net.live import LiveGame
from bastide.net.lobby.hosted import HostedTable
from bastide.net.lobby.joined import JoinedTable
from bastide.net.lobby.tables import SeenTable
from bastide.net.node import Node
from bastide.net.storage.store import Store
from bastide.net.talk import Said, sign_line
from tests.net.race import plugins

M = TypeVar("M")


class Quiet:
    """Discovery that neither calls nor hears: peers find each other by address."""

    interfaces: tuple[Interface, ...] = ()

    def __init__(self, *_: object, **__: object) -> None:
        """Take what discovery takes."""

    async def start(self, **_: object) -> None:
        """Do nothing."""

    async def stop(self) -> None:
        """Do nothing."""

    def addresses(self) -> tuple[str, ...]:
        return ("127.0.0.1",)


class Meeting:
    """Some nodes with data folders of their own."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.nodes: dict[str, Node] = {}
        self.raw: list[RawPeer] = []
        self.keys: set[bytes] = set()

    async def open(
        self, name: str, installed: Plugins | None = None, *, port: int | None = None
    ) -> Node:
        """Start a node, or start it again with the folder that it had."""
        node = Node(Store(self.folder / name), installed or plugins(), name)
        await node.start(port)
        return self.add(name, node)

    def add(self, name: str, node: Node) -> Node:
        """Take a node into the meeting."""
        self.nodes[name] = node
        self.keys.add(node.identity.key)
        return node

    async def close(self, name: str) -> None:
        """Stop a node as a program does that ends."""
        node = self.nodes.pop(name)
        await node.stop()
        node.store.close()

    async def crash(self, name: str) -> None:
        """Stop a node without a word: nothing more is sent or written."""
        node = self.nodes.pop(name)
        for contact in node.contacts.known():
            if contact.link:
                contact.link.abort()
        node.contacts.send = lambda key, message: None  # type: ignore[method-assign]  # dead
        await node.stop()
        node.store.close()

    async def link(self, *names: str) -> None:
        """Link each of these nodes with all others."""
        for n, name in enumerate(names):
            for other in names[:n]:
                await self.nodes[name].dial(address(self.nodes[other]))
        await self.until(lambda: self.are_linked(*names))

    def are_linked(self, *names: str) -> bool:
        """Tell whether each of these nodes is linked with all others."""
        keys = {self.nodes[name].identity.key for name in names}
        linked = [{*self.nodes[n].contacts.linked(), self.nodes[n].identity.key} for n in names]
        return all(keys <= each for each in linked)

    async def stranger(self, to: Node, identity: Identity | None = None) -> RawPeer:
        """Link somebody that says what the test wants with a node."""
        raw = RawPeer(identity or Identity.create())
        await raw.dial(to)
        self.raw.append(raw)
        self.keys.add(raw.key)
        return raw

    async def until(self, holds: Callable[[], bool]) -> None:
        """Wait until something holds; woken by any node, and now and then."""
        stirred = asyncio.Event()
        ends = [node.watch(stirred.set) for node in self.nodes.values()]
        while not holds():
            stirred.clear()
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(0.01):
                    await stirred.wait()
        for end in ends:
            end()

    async def end(self) -> None:
        """Stop everything."""
        for raw in self.raw:
            raw.link.abort()
            raw.reader.cancel()
        for name in list(self.nodes):
            await self.close(name)

    # a table

    def seen(self, name: str) -> SeenTable:
        """Return the one table of this meeting that a node sees."""
        [table] = self.tables(name)
        return table

    def tables(self, name: str) -> list[SeenTable]:
        """Return the tables of this meeting that a node sees; other tests may run, too."""
        seen = self.nodes[name].seen
        return [table for (host, _), table in seen.items() if host in self.keys]

    async def table(
        self, host: str, *guests: str, seats: int | None = None, ask: bool = False
    ) -> tuple[HostedTable, list[JoinedTable]]:
        """Let a node hold a table and others knock there."""
        setup = Setup("race", seats or 1 + len(guests))
        hosted = self.nodes[host].host(setup, f"{host}'s table", ask=ask)
        joined = []
        for guest in guests:
            await self.until(lambda guest=guest: bool(self.tables(guest)))  # type: ignore[misc]  # now
            joined.append(self.nodes[guest].knock(self.seen(guest)))
        return hosted, joined

    async def game(self, *names: str) -> list[LiveGame]:
        """Start a game of linked nodes; the first is the host."""
        await self.table(*names)
        await self.until(lambda: all(self.nodes[name].games for name in names))
        return [self.live(name) for name in names]

    def live(self, name: str) -> LiveGame:
        """Return the one game that a node has open."""
        [game] = self.nodes[name].games.values()
        return game

    async def play(self, *names: str, turns: int = 10_000) -> None:
        """Let everybody decide at random, until it is over or some turns are played."""
        games = [self.live(name) for name in names]
        players = [Player(game) for game in games]
        target = min(game.table.state.turn for game in games) + turns

        def is_done() -> bool:
            for player in players:
                player.act()
            return all(g.table.over or g.stop or g.table.state.turn >= target for g in games)

        await self.until(is_done)

    async def until_turn(self, name: str, *, is_own: bool = True) -> LiveGame:
        """Play until a node alone is to move, or another one alone is."""
        game, games = self.live(name), [self.live(each) for each in self.nodes]
        players = [Player(each) for each in games]

        def is_turn() -> bool:
            acting = {game.table.place_of(seat) for seat in game.table.acting}
            if len(digests(games)) == len(acting) == 1 and (game.mine[0] in acting) == is_own:
                return True
            for player in players:
                player.act()
            return False

        await self.until(is_turn)
        return game


class Player:
    """Decides at random for all places of a game that are played here."""

    def __init__(self, game: LiveGame, seed: int = 1) -> None:
        self.game, self.random = game, Random(seed)

    def act(self) -> None:
        table, sync = self.game.table, self.game.sync
        for seat in table.acting:
            if sync.may_write and table.place_of(seat) in sync.signers:
                draft = Draft(table, seat)
                while draft.open:
                    draft.choose(self.random.choice(draft.legal()))
                self.game.write(draft)
                return


class RawPeer:
    """A link that speaks only when told to, and remembers what it hears."""

    link: Link
    reader: asyncio.Task[None]

    def __init__(self, identity: Identity) -> None:
        self.identity, self.key = identity, identity.key
        self.heard: list[WireMessage] = []
        self._stirred = asyncio.Event()

    async def dial(self, node: Node) -> None:
        me = Myself(self.identity, "Raw", "bastide/test")
        self.link = await dial(me, [address(node)])
        self.reader = asyncio.create_task(self._read())

    async def _read(self) -> None:
        async for message in self.link:
            self.heard.append(message)
            self._stirred.set()
        self._stirred.set()

    def chat(self, place: bytes, number: int, text: str) -> Chat:
        """Return something that it says."""
        return Chat(place, (sign_line(self.identity, Said(place, number, text)).line,))

    def send(self, *messages: WireMessage) -> None:
        for message in messages:
            self.link.send(message)

    async def hear(self, kind: type[M], holds: Callable[[M], bool] = lambda _: True) -> M:
        """Return the first message of a kind that has come or comes."""
        while True:
            for message in self.heard:
                if isinstance(message, kind) and holds(message):
                    return message
            assert self.link.is_open, self.link.fault
            self._stirred.clear()
            await self._stirred.wait()

    async def refused(self) -> str:
        """Wait until the link is closed, and return the reason that was given."""
        await self.link.wait_closed()
        await self.reader
        return str(self.link.fault)


def address(node: Node) -> Address:
    return Address("127.0.0.1", node.listener.port)


@contextlib.asynccontextmanager
async def meeting(folder: Path, *names: str) -> AsyncIterator[Meeting]:
    """Open nodes that are linked with each other, and close all at the end."""
    met = Meeting(folder)
    try:
        for name in names:
            await met.open(name)
        await met.link(*names)
        yield met
    finally:
        await met.end()


@pytest.fixture
def quiet(monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep nodes from using multicast, and let their seconds be short."""
    monkeypatch.setattr(whereabouts, "Discovery", Quiet)
    monkeypatch.setattr(ticking, "TICK_SECONDS", 0.02)
    monkeypatch.setattr(limits, "SEEN_SECONDS", 0.0)


def digests(games: Iterable[LiveGame]) -> set[bytes]:
    return {game.table.journal.prev for game in games}
