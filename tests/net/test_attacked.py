"""A table goes on to its end while somebody does the worst to the ports of those who sit there.

What becomes of each attack itself is tested where it is turned away: docs/protocol.md names the
tests under "What is turned away". How fast a table is meanwhile, `bench.attacks` prints.
"""

from __future__ import annotations

import asyncio
import contextlib
import re
from collections.abc import Awaitable, Callable
from pathlib import Path
from random import Random

import pytest

from bastide.core.journal import Entry
from bastide.net import limits
from bastide.net.errors import PeerError
from bastide.net.links.messages import Entries, Have, Ping, Want
from bastide.net.links.tls import client_context
from bastide.net.node import Node
from tests.net.meeting import Meeting, digests, meeting, quiet
from tests.net.stories import within

__all__ = ["quiet"]
pytestmark = pytest.mark.usefixtures("quiet")

CONNECTIONS = 1_000
NASTY = "\x1b[2J\x07 \u202egnol\u2066\r\n\u200b\u2028 end"
"""Escapes, bells, marks that turn the direction of writing, line ends, what takes no place."""


class Channels:
    """Connections to peers that say what a test wants; all are dropped at the end."""

    def __init__(self, met: Meeting) -> None:
        self.met, self._open = met, list[asyncio.Transport]()

    async def to(self, node: Node, *, tls: bool = True) -> asyncio.Transport:
        """Return a fresh connection, with TLS or without; what comes back is dropped."""
        transport, _ = await asyncio.get_running_loop().create_connection(
            asyncio.Protocol,
            "127.0.0.1",
            node.listener.port,
            ssl=client_context() if tls else None,
            server_hostname="" if tls else None,
        )
        self._open.append(transport)
        return transport

    def drop(self) -> None:
        """Hang up everywhere."""
        for transport in self._open:
            transport.abort()


Attack = Callable[[Channels, Node], Awaitable[None]]


async def garbage(channels: Channels, node: Node) -> None:
    random = Random(1)
    for tls in (False, True, False, True):
        (await channels.to(node, tls=tls)).write(random.randbytes(8_192))


async def oversized(channels: Channels, node: Node) -> None:
    for _ in range(limits.OFFENCES):
        raw = await channels.met.stranger(node)
        assert raw.link._transport
        raw.link._transport.write((limits.FRAME_AFTER_AUTH + 1).to_bytes(4, "big") + bytes(99_999))
        assert f"frame of {limits.FRAME_AFTER_AUTH + 1} bytes" in await raw.refused()


async def trickle(channels: Channels, node: Node) -> None:
    """Begin frames, before and after the handshake, and never end them."""
    for _ in range(limits.HANDSHAKES_PER_ADDRESS):
        (await channels.to(node)).write(b"\0\0\x0f")
    raw = await channels.met.stranger(node)
    assert raw.link._transport
    raw.link._transport.write(b"\0\0\x0f\xff\x81")


async def connections(channels: Channels, node: Node) -> None:
    for _ in range(CONNECTIONS):
        await channels.to(node, tls=False)


async def flood(channels: Channels, node: Node) -> None:
    """Send what is in order, all at once: more than a peer reads in a second."""
    raw = await channels.met.stranger(node)
    game = next(iter(node.games))
    for n in range(2 * int(limits.MESSAGES_BURST)):
        raw.send(Ping(n), Have(game, 0, game, ()), Want(game, 0, 256), raw.chat(game, n, NASTY))


async def forged(channels: Channels, node: Node) -> None:
    """Send the game's own entries, signed and unsigned, without a seat there."""
    [game] = node.games.values()
    raw = await channels.met.stranger(node)
    for entry in game.table.journal.entries()[:8]:
        raw.send(Entries(game.game_id, (entry,)))
        raw.send(Entries(game.game_id, (Entry(entry.body, bytes(64)),)))


async def silence(channels: Channels, node: Node) -> None:
    for _ in range(3):
        await channels.to(node, tls=False)
        await channels.met.stranger(node)


ATTACKS = [garbage, oversized, trickle, connections, flood, forged, silence]


async def hung_up_on(attack: Awaitable[None]) -> None:
    with contextlib.suppress(OSError, PeerError):
        await attack


@pytest.mark.parametrize("attack", ATTACKS, ids=[each.__name__ for each in ATTACKS])
def test_a_table_goes_on_while_its_ports_are_attacked(tmp_path: Path, attack: Attack) -> None:
    async def story() -> None:
        async with meeting(tmp_path, "Ann", "Bob") as met:
            games = await met.game("Ann", "Bob")
            nodes = list(met.nodes.values())
            keys = [node.identity.key for node in nodes]
            link = nodes[0].contacts.contact(keys[1]).link
            await met.play("Ann", "Bob", turns=1)
            channels = Channels(met)

            await asyncio.gather(
                *(hung_up_on(attack(channels, node)) for node in nodes), met.play("Ann", "Bob")
            )
            channels.drop()

            assert len(digests(games)) == 1
            assert all(game.table.over and not game.stop for game in games)
            assert nodes[0].contacts.contact(keys[1]).link is link, "they never lost each other"
            assert not any(game.talk for game in games)

    within(story)


def test_talk_shows_no_control_characters_and_turns_no_writing(tmp_path: Path) -> None:
    async def story() -> None:
        async with meeting(tmp_path, "Ann", "Bob") as met:
            ann, bob = await met.game("Ann", "Bob")
            bob.say(met.nodes["Bob"].identity.key, NASTY)
            await met.until(lambda: bool(ann.talk))
            assert ann.talk[-1].text == "[2J gnol  end"

    within(story)


def test_the_tests_that_the_protocol_names_are_there() -> None:
    page = (Path(__file__).parents[2] / "docs" / "protocol.md").read_text("utf-8")
    section = page.split("### What is turned away")[1].split("\n## ")[0]
    named = re.findall(r"`([\w/]+\.py)::(\w+)`", section)
    assert len(named) > 20
    for file, name in named:
        assert f"def {name}(" in (Path(__file__).parent / file).read_text("utf-8"), name
