"""Whoever dials keeps the right peer at the first address that answers, or is told why not."""

from __future__ import annotations

import asyncio
import socket
import time

import pytest

from bastide.net.errors import IDENTITY, PeerError
from bastide.net.identity import Address
from bastide.net.links import tls
from bastide.net.links.dial import dial
from tests.net.links.ends import ANN, BOB, EVE, LOCAL, house
from tests.net.stories import within


def test_a_pinned_identity_that_does_not_answer_is_refused() -> None:
    async def story() -> None:
        async with house() as bobs:
            with pytest.raises(PeerError, match="Another player answers") as caught:
                await dial(ANN, [bobs.address], expected=EVE.identity.key)
            assert caught.value.code == IDENTITY
            link = await dial(ANN, [bobs.address], expected=BOB.identity.key)
            link.close()

    within(story, 10)


def test_dialling_oneself_is_refused() -> None:
    async def story() -> None:
        async with house() as bobs:
            with pytest.raises(PeerError, match="own identity"):
                await dial(BOB, [bobs.address])

    within(story, 10)


def unused_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as server:
        return int(server.getsockname()[1])


def test_nobody_at_an_address_is_one_sentence() -> None:
    async def story() -> None:
        address = Address("127.0.0.1", unused_port())
        with pytest.raises(PeerError, match=f"Nobody answers at 127.0.0.1:{address.port}"):
            await dial(ANN, [address])
        with pytest.raises(PeerError, match="No address"):
            await dial(ANN, [])

    within(story, 10)


def test_the_first_address_that_answers_is_kept() -> None:
    async def story() -> None:
        with socket.create_server(("127.0.0.1", 0)) as mute:
            async with house() as bobs:
                silent = Address("127.0.0.1", mute.getsockname()[1])
                dead = Address("127.0.0.1", unused_port())
                before = time.monotonic()
                link = await dial(ANN, [dead, silent, bobs.address, bobs.address])
                assert link.address == bobs.address
                assert 0.2 < time.monotonic() - before < 2
                link.close()

    within(story, 10)


def test_the_most_telling_reason_is_given() -> None:
    async def story() -> None:
        async with house() as bobs:
            addresses = [Address("127.0.0.1", unused_port()), bobs.address]
            with pytest.raises(PeerError, match="own identity"):
                await dial(BOB, addresses)

    within(story, 10)


async def assert_no_peer(server: asyncio.Server) -> None:
    """Dial something that is no peer, which is said in a sentence, and close it."""
    port = server.sockets[0].getsockname()[1]
    with pytest.raises(PeerError, match="does not speak"):
        await dial(ANN, [Address("127.0.0.1", port)])
    server.close()
    await server.wait_closed()


def test_something_else_that_speaks_tls_is_not_a_peer() -> None:
    async def story() -> None:
        context = tls.server_tls().context
        context.set_alpn_protocols([])
        server = await asyncio.start_server(lambda _, w: w.close(), *LOCAL, 0, ssl=context)
        await assert_no_peer(server)

    within(story, 10)


def test_something_that_does_not_speak_tls_is_not_a_peer() -> None:
    async def story() -> None:
        def greet(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            writer.write(b"220 mail ready\r\n")
            writer.close()

        server = await asyncio.start_server(greet, *LOCAL, 0)
        await assert_no_peer(server)

    within(story, 10)
