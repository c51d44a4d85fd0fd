"""How a table goes on while it is attacked: two programs that play, and one that does its worst.

    python -m bench.attacks [ATTACK ...]

All share this computer, so the attacker runs at the lowest priority; it calls from many addresses
of the loopback network (Linux), as if it had a whole LAN of machines. A move counts as in
`bench.latency`. Attacks by a *member* are made by somebody with a seat, whose program plays on.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import itertools
import os
import socket
import sys
import tempfile
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from random import Random

from bench.latency import Player, line, moves, opened, program, reported, said, share

from bastide.core.journal import Body, Entry, entry_id, make_body
from bastide.core.payloads import Payload
from bastide.net import limits
from bastide.net.errors import PeerError
from bastide.net.identity import Address, Identity
from bastide.net.links import dial
from bastide.net.links.handshake import Myself
from bastide.net.links.link import Link
from bastide.net.links.messages import (
    Chat,
    Digests,
    Entries,
    Have,
    Knock,
    PeerPlace,
    Peers,
    Ping,
    TableNotice,
    Tables,
    Want,
    WireMessage,
)
from bastide.net.links.tls import client_context
from bastide.net.live import LiveGame
from bastide.net.talk import Said, sign_line

MOVE_CEILING = 0.1
"""Seconds that the slowest move but one in a hundred may take under any attack."""
CONNECTIONS = 1_000
WORKERS = 16
"""Attempts at once, for attacks that call again and again."""
SOURCES = itertools.cycle([f"127.0.{a}.{b}" for a in range(1, 5) for b in range(1, 101)])
RANDOM = Random(1)
NASTY = "\x1b[2J\x07\u202egnol\u2066\r\n" * 20

DROPPING: set[asyncio.Task[None]] = set()

OnePort = Callable[[int], Awaitable[None]]
Messages = Callable[[LiveGame], Iterator[WireMessage]]


# attacks by strangers: each is done again and again


async def channel(port: int, *, tls: bool = True) -> asyncio.StreamWriter:
    """Return a fresh channel to a port, from the next of our addresses; what comes is dropped."""
    context = client_context() if tls else None
    reader, writer = await asyncio.open_connection(
        "127.0.0.1",
        port,
        local_addr=(next(SOURCES), 0),
        ssl=context,
        server_hostname="" if tls else None,
    )
    task = asyncio.create_task(_drop(reader, writer))
    DROPPING.add(task)
    task.add_done_callback(DROPPING.discard)
    return writer


async def _drop(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    with contextlib.suppress(OSError):
        while await reader.read(1 << 16):
            pass
    writer.close()


async def write(writer: asyncio.StreamWriter, data: bytes) -> None:
    """Send bytes, and hang up."""
    writer.write(data)
    await writer.drain()
    writer.close()


async def garbage(port: int) -> None:
    """Send bytes that are no TLS."""
    await write(await channel(port, tls=False), RANDOM.randbytes(4096))


async def garbage_inside(port: int) -> None:
    """Send frames inside TLS that are no message."""
    payload = RANDOM.randbytes(1000)
    await write(await channel(port), len(payload).to_bytes(4, "big") + payload)


async def connections(port: int) -> None:
    """Connect and keep the connection as long as it lasts."""
    writer = await channel(port, tls=False)
    with contextlib.suppress(OSError):
        await writer.wait_closed()


async def trickle(port: int) -> None:
    """Send a frame a byte at a time inside TLS, until a newcomer gets the place."""
    writer = await channel(port)
    for byte in (4000).to_bytes(4, "big") + bytes(4000):
        if writer.is_closing():
            return
        writer.write(bytes([byte]))
        await asyncio.sleep(0.05)


async def oversized(port: int) -> None:
    """Say who one is, then send frames above the limit."""
    link = await linked(port)
    assert link._transport
    link._transport.write((limits.FRAME_AFTER_AUTH + 1).to_bytes(4, "big") + bytes(1 << 16))
    await link.wait_closed()


async def silence(port: int) -> None:
    """Say who one is, then nothing."""
    await (await linked(port)).wait_closed()


async def linked(port: int) -> Link:
    """Return a link of somebody new."""
    me = Myself(Identity.create(), "Eve", "bastide/bench")
    return await dial.dial(me, [Address("127.0.0.1", port)])


async def valid(port: int) -> None:
    """Send what is in order, as fast as it is read."""
    link = await linked(port)
    pump = asyncio.create_task(_read(link))
    key = link.peer.key
    while link.is_open:
        for _ in range(40):
            for each in small_talk(key):
                link.send(each)
        await asyncio.sleep(0.01)
    await pump


async def _read(link: Link) -> None:
    async for _ in link:
        pass


def small_talk(key: bytes) -> Iterator[WireMessage]:
    """Yield what anybody may say."""
    notice = TableNotice(
        RANDOM.randbytes(16), "T", "race", "1.0", key, (), {}, "open", (2, 4), ("Eve",), False,
        "no", "open",
    )  # fmt: skip
    yield from (Ping(1), Tables((notice,)), Knock(bytes(16), True), Have(key, 1, key, ()))
    spoken = sign_line(Identity(bytes(32)), Said(key, 1, "hello")).line
    yield from (Peers((PeerPlace(RANDOM.randbytes(32), "127.9.9.9", 9),)), Chat(key, (spoken,)))


# attacks by members: messages that go to all others whenever there is a link


def requests(game: LiveGame) -> Iterator[WireMessage]:
    """Yield what is in order: requests, old entries, and where one stands."""
    journal = game.table.journal
    old = [entry for step in journal.steps[:200] for entry in step]
    yield from (Want(game.game_id, 0, 256), Have(game.game_id, 0, bytes(32), ()))
    yield Digests(game.game_id, 0, b"".join(journal.digests[:32]) or bytes(32))
    yield Entries(game.game_id, tuple(old[:100]))
    identity = game.store.identity()
    said = Said(game.game_id, RANDOM.randrange(2**53), NASTY)
    yield Chat(game.game_id, (sign_line(identity, said).line,))


def badly_signed(game: LiveGame) -> Iterator[WireMessage]:
    """Yield a move that nobody has signed."""
    for entry in idle_move(game, game.game_id):
        yield Entries(game.game_id, (Entry(entry.body, bytes(64)),))


def out_of_turn(game: LiveGame) -> Iterator[WireMessage]:
    """Yield a move, well signed, when it is the turn of another."""
    for entry in idle_move(game, game.game_id):
        yield Entries(game.game_id, (entry,))


def other_game(game: LiveGame) -> Iterator[WireMessage]:
    """Yield a move of another game."""
    for entry in idle_move(game, bytes(32)):
        yield Entries(game.game_id, (entry,))


def idle_move(game: LiveGame, game_id: bytes) -> Iterator[Entry]:
    """Yield a move that we sign while nothing is due of us: with another, it would be proof."""
    table, [place], expected = game.table, game.mine, game.table.expected()
    if expected and place not in expected.places:
        payload: Payload = {"m": ["carcassonne.none", [], []]}
        step, prev, state = table.journal.step, table.journal.prev, table.state_digest
        data = make_body(Body(game_id, step, place, prev, state, "move", payload))
        yield Entry(data, game.sync.signers[place].sign("sign-entry", entry_id(data)))


STRANGERS: dict[str, tuple[OnePort, int]] = {
    "garbage": (garbage, WORKERS),
    "garbage inside TLS": (garbage_inside, WORKERS),
    "oversized frames": (oversized, WORKERS),
    "slow trickle": (trickle, 64),
    "1,000 connections": (connections, CONNECTIONS),
    "silence": (silence, 64),
    "a flood of valid messages": (valid, 8),
}
MEMBERS: dict[str, tuple[Messages, float]] = {
    "a flood of a member's messages": (requests, 0.02),
    "unsigned entries": (badly_signed, 0.05),
    "moves out of turn": (out_of_turn, 0.05),
    "entries of another game": (other_game, 0.05),
}
"""What is sent, and every how many seconds."""


# the attacker


async def as_strangers(name: str, ports: list[int]) -> None:
    """Attack some ports for ever."""
    attack, workers = STRANGERS[name]

    async def again(port: int) -> None:
        while True:
            with contextlib.suppress(OSError, PeerError, asyncio.IncompleteReadError):
                await attack(port)
            await asyncio.sleep(0.001)

    await asyncio.gather(*(again(port) for port in ports for _ in range(workers)))


async def as_member(name: str, folder: Path, host: int) -> None:
    """Sit down at the table and play, and attack the others meanwhile."""
    node, game = await opened(folder, "Eve", host, 3)
    player = Player(game, 3)
    messages, pause = MEMBERS[name]
    while not player.over.is_set():
        for key in game.linked():
            for each in messages(game):
                node.contacts.send(key, each)
        await asyncio.sleep(pause)
    await asyncio.sleep(3600)


def call_from_everywhere() -> None:
    """Let each link that we dial come from another address."""

    async def from_elsewhere(address: Address) -> socket.socket:
        end = socket.socket()
        end.setblocking(False)
        end.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        end.bind((next(SOURCES), 0))
        try:
            await asyncio.get_running_loop().sock_connect(end, (address.host, address.port))
        except BaseException:
            end.close()
            raise
        return end

    dial._connected = from_elsewhere


# the table


def under(name: str) -> tuple[list[float], list[str]]:
    """Play a game under an attack; return what its moves took and how it ended for each."""
    with contextlib.ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory())
        seats = 3 if name in MEMBERS else 2
        here = ("--folder", folder, "--seats", seats)
        ann = stack.enter_context(program("bench.latency", *here, "--name", "Ann"))
        ports = [said(ann)]
        if name in MEMBERS:
            attack = ("--as", name, "--folder", folder, "--ports", ports[0])
            stack.enter_context(program("bench.attacks", *attack))
        bob = stack.enter_context(
            program("bench.latency", *here, "--name", "Bobo", "--host", ports[0])
        )
        ports.append(said(bob))
        if name in STRANGERS:
            stack.enter_context(program("bench.attacks", "--as", name, "--ports", *ports))
        reports = [reported(ann), reported(bob)]
        return moves(reports), [report.ended for report in reports]


def attack(words: argparse.Namespace) -> None:
    """Be the attacker."""
    os.nice(19)
    call_from_everywhere()
    if words.name in MEMBERS:
        asyncio.run(as_member(words.name, words.folder, words.ports[0]))
    else:
        asyncio.run(as_strangers(words.name, words.ports))


def main() -> int:
    """Print the figures; return 1 if moves take longer than they may under an attack."""
    parser = argparse.ArgumentParser()
    parser.add_argument("attacks", nargs="*")
    parser.add_argument("--as", dest="name")
    parser.add_argument("--folder", type=Path)
    parser.add_argument("--ports", type=int, nargs="+")
    words = parser.parse_args()
    if words.name:
        attack(words)
        return 0
    print("from a confirmed move to the other program's position, while somebody attacks both")
    is_slow = False
    for name in words.attacks or ["nobody", *STRANGERS, *MEMBERS]:
        taken, ended = under(name)
        print(line(name, taken), *sorted({*ended} - {"over"}), flush=True)
        is_slow |= share(taken, 0.99) > MOVE_CEILING
    return is_slow


if __name__ == "__main__":
    sys.exit(main())
