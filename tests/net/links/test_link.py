from __future__ import annotations

import asyncio
import contextlib
import errno
import socket
import ssl
import time
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator
from pathlib import Path
from typing import Any, NoReturn

import pytest

from bastide.core.encoding import enc
from bastide.net import limits
from bastide.net.errors import (
    BUSY,
    IDENTITY,
    MALFORMED,
    SIGNATURE,
    UNREACHABLE,
    PeerError,
    UsageError,
)
from bastide.net.identity import Address, Identity
from bastide.net.links import link as link_module
from bastide.net.links import tls
from bastide.net.links.dial import dial
from bastide.net.links.handshake import Dialler, Myself
from bastide.net.links.link import Link, keeps_new
from bastide.net.links.listen import Listener
from bastide.net.links.messages import Chat, Offer, Ping, Tables
from bastide.net.links.rates import Admission
from bastide.net.links.wire import encode, frame

ANN = Myself(Identity(b"\x01" * 32), "Ann", "bastide/test")
BOB = Myself(Identity(b"\x02" * 32), "Bob", "bastide/test")
EVE = Myself(Identity(b"\x03" * 32), "Eve", "bastide/test")
GAME = b"g" * 32
LOCAL = ("127.0.0.1",)


def chat(number: int, text: str = "hello") -> Chat:
    return Chat(GAME, number, text)


class House:
    """A listener of Bob's, and the links that came in."""

    def __init__(self, listener: Listener, links: asyncio.Queue[Link]) -> None:
        self.listener = listener
        self.links = links

    @property
    def address(self) -> Address:
        return Address("127.0.0.1", self.listener.port)

    async def pair(self, me: Myself = ANN) -> tuple[Link, Link]:
        """Return both ends of a fresh link."""
        mine = await dial(me, [self.address])
        return mine, await self.links.get()


@contextlib.asynccontextmanager
async def house(me: Myself = BOB) -> AsyncIterator[House]:
    links: asyncio.Queue[Link] = asyncio.Queue()
    listener = Listener(me, links.put_nowait)
    await listener.open(hosts=LOCAL)
    try:
        yield House(listener, links)
    finally:
        await listener.close()


def within(seconds: float, story: Callable[[], Coroutine[Any, Any, None]]) -> None:
    async def limited() -> None:
        async with asyncio.timeout(seconds):
            await story()

    asyncio.run(limited())


def push(link: Link, data: bytes) -> None:
    assert link._transport is not None
    link._transport.write(data)


async def until(condition: Callable[[], bool]) -> None:
    while not condition():  # noqa: ASYNC110  # links announce no such moment
        await asyncio.sleep(0.001)


async def rest(link: Link) -> list[object]:
    return [each async for each in link]


def test_messages_go_both_ways_between_known_peers() -> None:
    async def story() -> None:
        async with house() as bobs:
            mine, theirs = await bobs.pair()
            assert (mine.peer.key, mine.peer.name) == (BOB.identity.key, "Bob")
            assert (theirs.peer.key, theirs.peer.name) == (ANN.identity.key, "Ann")
            assert mine.transcript == theirs.transcript != b""
            assert mine.dialled
            assert not theirs.dialled
            mine.send(chat(1))
            theirs.send(Tables(()))
            assert await anext(theirs) == chat(1)
            assert await anext(mine) == Tables(())
            mine.close()

    within(10, story)


def test_small_frames_do_not_wait_for_each_other() -> None:
    async def story() -> None:
        async with house() as bobs:
            mine, theirs = await bobs.pair()
            for end in (mine, theirs):
                assert end._transport is not None
                tcp: socket.socket = end._transport.get_extra_info("socket")
                assert tcp.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)
            mine.close()

    within(10, story)


def test_an_orderly_close_ends_both_loops_without_a_fault() -> None:
    async def story() -> None:
        async with house() as bobs:
            mine, theirs = await bobs.pair()
            mine.send(chat(1))
            mine.close("leaving")
            assert await rest(theirs) == [chat(1)]
            assert await rest(mine) == []
            assert (mine.fault, theirs.fault) == (None, None)
            assert theirs.bye == "leaving"
            await mine.wait_closed()
            mine.send(chat(2))
            mine.close()

    within(10, story)


def test_a_big_message_arrives_whole() -> None:
    async def story() -> None:
        async with house() as bobs:
            mine, theirs = await bobs.pair()
            offer = Offer(bytes(65_000), b"t" * 16)
            mine.send(offer)
            assert await anext(theirs) == offer
            mine.close()

    within(10, story)


def test_the_listener_going_away_is_told() -> None:
    async def story() -> None:
        async with house() as bobs:
            mine, _ = await bobs.pair()
            await bobs.listener.close("restart")
            assert await rest(mine) == []
            assert mine.bye == "restart"

    within(10, story)


def test_a_broken_connection_is_a_fault_in_one_sentence() -> None:
    async def story() -> None:
        async with house() as bobs:
            mine, theirs = await bobs.pair()
            mine.abort()
            assert await rest(theirs) == []
            assert theirs.fault is not None
            assert str(theirs.fault) == "The connection broke."
            assert theirs.fault.code == UNREACHABLE

    within(10, story)


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"\x00\x00\x00\x00", "A frame of 0 bytes"),
        (b"\x00\x01\x00\x01", "A frame of 65537 bytes"),
        (frame(b"\xff"), "does not name its kind"),
        (frame(b"\xc1"), "the bytes are damaged or cut off"),
        (frame(enc({"t": "dance"})), "unknown kind dance"),
        (frame(enc({"t": "ping", "n": "x"})), "ping.n is not an integer"),
    ],
)
def test_bytes_that_break_the_protocol_close_the_link_with_a_reason(
    data: bytes, reason: str
) -> None:
    async def story() -> None:
        async with house() as bobs:
            mine = await dial(EVE, [bobs.address])
            theirs = await bobs.links.get()
            push(mine, data)
            assert await rest(theirs) == []
            assert theirs.fault is not None
            assert reason in str(theirs.fault)
            assert theirs.fault.code == MALFORMED
            await rest(mine)
            assert mine.fault is not None
            assert reason in str(mine.fault)

    within(10, story)


def test_after_three_offences_an_address_is_refused_before_tls() -> None:
    async def story() -> None:
        async with house() as bobs:
            for _ in range(3):
                mine = await dial(EVE, [bobs.address])
                push(mine, frame(b"\xc1"))
                await mine.wait_closed()
            with pytest.raises(PeerError, match="hangs up at once"):
                await dial(ANN, [bobs.address])

    within(10, story)


def test_the_owner_refuses_a_peer_for_a_bad_signature() -> None:
    async def story() -> None:
        async with house() as bobs:
            mine, theirs = await bobs.pair()
            theirs.refuse(PeerError("An entry is not signed by its seat.", code=SIGNATURE))
            theirs.refuse(PeerError("Twice."))
            await rest(mine)
            assert "An entry is not signed by its seat." in str(mine.fault)
            assert len(bobs.listener.admission._offences["127.0.0.1"]) == 1

    within(10, story)


def test_a_pinned_identity_that_does_not_answer_is_refused() -> None:
    async def story() -> None:
        async with house() as bobs:
            with pytest.raises(PeerError, match="Another player answers") as caught:
                await dial(ANN, [bobs.address], expected=EVE.identity.key)
            assert caught.value.code == IDENTITY
            link = await dial(ANN, [bobs.address], expected=BOB.identity.key)
            link.close()

    within(10, story)


def test_dialling_oneself_is_refused() -> None:
    async def story() -> None:
        async with house() as bobs:
            with pytest.raises(PeerError, match="own identity"):
                await dial(BOB, [bobs.address])

    within(10, story)


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

    within(10, story)


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

    within(10, story)


def test_the_most_telling_reason_is_given() -> None:
    async def story() -> None:
        async with house() as bobs:
            addresses = [Address("127.0.0.1", unused_port()), bobs.address]
            with pytest.raises(PeerError, match="own identity"):
                await dial(BOB, addresses)

    within(10, story)


def test_something_else_that_speaks_tls_is_not_a_peer() -> None:
    async def story() -> None:
        context = tls.server_tls().context
        context.set_alpn_protocols([])
        server = await asyncio.start_server(lambda _, w: w.close(), *LOCAL, 0, ssl=context)
        port = server.sockets[0].getsockname()[1]
        with pytest.raises(PeerError, match="does not speak"):
            await dial(ANN, [Address("127.0.0.1", port)])
        server.close()
        await server.wait_closed()

    within(10, story)


def test_something_that_does_not_speak_tls_is_not_a_peer() -> None:
    async def story() -> None:
        def greet(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            writer.write(b"220 mail ready\r\n")
            writer.close()

        server = await asyncio.start_server(greet, *LOCAL, 0)
        port = server.sockets[0].getsockname()[1]
        with pytest.raises(PeerError, match="does not speak"):
            await dial(ANN, [Address("127.0.0.1", port)])
        server.close()
        await server.wait_closed()

    within(10, story)


def test_older_tls_is_refused() -> None:
    async def story() -> None:
        context = tls.client_context()
        context.minimum_version = ssl.TLSVersion.TLSv1_2
        context.maximum_version = ssl.TLSVersion.TLSv1_2
        async with house() as bobs:
            with pytest.raises((ssl.SSLError, ConnectionError)):
                await asyncio.open_connection(*bobs.address, ssl=context, server_hostname="")

    within(10, story)


def test_a_dialler_without_our_alpn_is_not_talked_to() -> None:
    async def story() -> None:
        context = tls.client_context()
        context.set_alpn_protocols([])
        async with house() as bobs:
            reader, writer = await asyncio.open_connection(
                *bobs.address, ssl=context, server_hostname=""
            )
            assert await reader.read() == b""
            writer.close()
            assert bobs.links.empty()

    within(10, story)


def test_a_dialler_that_says_nothing_is_dropped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "HELLO_SECONDS", 0.1)

    async def story() -> None:
        async with house() as bobs:
            reader, writer = await asyncio.open_connection(
                *bobs.address, ssl=tls.client_context(), server_hostname=""
            )
            with contextlib.suppress(ConnectionError):
                assert await reader.read() == b""
            writer.close()
            assert bobs.links.empty()

    within(10, story)


def test_the_frame_limit_before_authentication_is_small() -> None:
    async def story() -> None:
        async with house() as bobs:
            reader, writer = await asyncio.open_connection(
                *bobs.address, ssl=tls.client_context(), server_hostname=""
            )
            writer.write(b"\x00\x00\x10\x01")
            assert b"A frame of 4097 bytes" in await reader.read()
            writer.close()

    within(10, story)


def test_connections_of_one_address_are_bounded() -> None:
    async def story() -> None:
        async with house() as bobs:
            links = [await bobs.pair(Myself(Identity.create(), "Ann", "")) for _ in range(8)]
            with pytest.raises(PeerError, match="hangs up"):
                await dial(EVE, [bobs.address])
            mine, theirs = links.pop()
            mine.close()
            await theirs.wait_closed()
            await until(lambda: bobs.listener.admission._links["127.0.0.1"] < 8)
            (await dial(EVE, [bobs.address])).close()

    within(10, story)


def test_a_silent_peer_is_pinged_and_then_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "PING_AFTER", 0.05)
    monkeypatch.setattr(limits, "SILENT_AFTER", 0.3)
    monkeypatch.setattr(link_module, "_CHECK_SECONDS", 0.02)

    async def story() -> None:
        async with house() as bobs:
            mine, theirs = await bobs.pair()
            with pytest.raises(TimeoutError):
                await asyncio.wait_for(mine.wait_closed(), 0.6)
            assert theirs.is_open
            assert mine._transport is not None
            assert mine._timer is not None
            mine._transport.pause_reading()
            mine._timer.cancel()
            assert await rest(theirs) == []
            assert str(theirs.fault) == "The other side does not answer any more."
            mine.abort()

    within(10, story)


def test_a_flood_is_cut_off() -> None:
    async def story() -> None:
        async with house() as bobs:
            mine = await dial(EVE, [bobs.address])
            theirs = await bobs.links.get()
            push(mine, frame(encode(Ping(1))) * 2000)
            assert await rest(theirs) == []
            assert theirs.fault is not None
            assert theirs.fault.code == BUSY
            mine.abort()

    within(10, story)


def test_reading_waits_for_a_slow_owner_and_loses_nothing() -> None:
    async def story() -> None:
        async with house() as bobs:
            mine, theirs = await bobs.pair()
            for i in range(390):
                mine.send(chat(i))
            await until(lambda: theirs._is_paused)
            assert len(theirs._inbox) == limits.UNREAD_MESSAGES
            got = [await anext(theirs) for _ in range(390)]
            assert got == [chat(i) for i in range(390)]
            mine.close()

    within(10, story)


def test_a_fast_sender_is_slowed_and_loses_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "BYTES_PER_SECOND", 1_000_000.0)

    async def story() -> None:
        async with house() as bobs:
            mine, theirs = await bobs.pair()
            before = time.monotonic()
            for _ in range(25):
                mine.send(Offer(bytes(60_000), b"t" * 16))
            for _ in range(25):
                await anext(theirs)
            assert time.monotonic() - before > 0.25
            mine.close()

    within(10, story)


def test_a_peer_that_does_not_read_is_cut_off() -> None:
    async def story() -> None:
        async with house() as bobs:
            mine, theirs = await bobs.pair()
            assert mine._transport is not None
            mine._transport.pause_reading()
            for _ in range(400):
                theirs.send(Offer(bytes(60_000), b"t" * 16))
                await asyncio.sleep(0)
                if not theirs.is_open:
                    break
            assert str(theirs.fault) == "The other side does not read what it is sent."
            await theirs.wait_closed()
            mine.abort()

    within(10, story)


def test_the_peer_is_not_known_before_the_handshake() -> None:
    async def story() -> None:
        link = Link(lambda _: Dialler(ANN, b""), Address("127.0.0.1", 1), dialled=True)
        with pytest.raises(UsageError, match="not known yet"):
            _ = link.peer
        assert not link.is_open

    within(10, story)


def test_a_wanted_port_is_taken_if_free_and_replaced_otherwise() -> None:
    async def story() -> None:
        async with house() as bobs:
            second = Listener(EVE, lambda _: None)
            await second.open(bobs.listener.port, hosts=LOCAL)
            assert second.port not in (0, bobs.listener.port)
            port = second.port
            await second.close()
            third = Listener(EVE, lambda _: None)
            await third.open(port, hosts=LOCAL)
            assert third.port == port
            await third.close()
            with pytest.raises(PeerError, match=f"Port {bobs.listener.port} is in use"):
                await Listener(EVE, lambda _: None).open(bobs.listener.port, fixed=True)

    within(10, story)


def test_both_address_families_are_listened_to_on_one_port() -> None:
    async def story() -> None:
        links: asyncio.Queue[Link] = asyncio.Queue()
        listener = Listener(BOB, links.put_nowait, Admission())
        await listener.open()
        for host in ("127.0.0.1", "::1"):
            link = await dial(ANN, [Address(host, listener.port)])
            assert (await links.get()).peer.name == "Ann"
            link.close()
        await listener.close()

    within(10, story)


class _Blind(asyncio.SelectorEventLoop):
    """A loop that cannot watch sockets for others, as on Windows."""

    def add_reader(self, fd: object, callback: object, *args: object) -> NoReturn:
        raise NotImplementedError


@contextlib.contextmanager
def untroubled() -> Iterator[asyncio.Runner]:
    """Yield what runs a loop; nothing may go wrong there that no task owns."""
    troubles: list[dict[str, Any]] = []
    with asyncio.Runner() as runner:
        runner.get_loop().set_exception_handler(lambda _, context: troubles.append(context))
        yield runner
    assert troubles == []


@pytest.mark.parametrize("rounds", range(6))
def test_a_caller_that_comes_in_the_moment_of_closing_troubles_nobody(rounds: int) -> None:
    """Whoever calls so many rounds of the loop after the closing has begun is hung up on."""

    async def story() -> None:
        loop = asyncio.get_running_loop()
        listener = Listener(BOB, lambda _: None)
        await listener.open(hosts=LOCAL)
        await asyncio.sleep(0.01)
        closing = loop.create_task(listener.close())
        for _ in range(rounds):
            await asyncio.sleep(0)
        with contextlib.suppress(ConnectionRefusedError), socket.socket() as caller:
            caller.connect(("127.0.0.1", listener.port))
            assert await loop.run_in_executor(None, hung_up, caller)
        await closing

    with untroubled() as runner:
        runner.run(story())


def hung_up(caller: socket.socket) -> bool:
    """Tell whether the other side closes a connection."""
    caller.settimeout(5)
    try:
        return caller.recv(1) == b""
    except ConnectionResetError:
        return True


def test_peers_that_dial_while_a_listener_closes_are_all_hung_up_on() -> None:
    async def story(pause: float) -> None:
        listener = Listener(BOB, lambda _: None)
        await listener.open(hosts=LOCAL)
        callers = [
            asyncio.create_task(dial(ANN, [Address("127.0.0.1", listener.port)])) for _ in range(6)
        ]
        await asyncio.sleep(pause)
        await listener.close()
        outcomes = await asyncio.gather(*callers, return_exceptions=True)
        for each in outcomes:
            assert isinstance(each, PeerError | Link), each
            if isinstance(each, Link):
                each.close()
                await each.wait_closed()

    with untroubled() as runner:
        for n in range(40):
            runner.run(story(n / 1000))


def test_callers_are_taken_where_a_loop_cannot_watch_sockets() -> None:
    async def story() -> None:
        async with house() as bobs:
            mine, theirs = await bobs.pair()
            mine.close()
            await theirs.wait_closed()

    with asyncio.Runner(loop_factory=_Blind) as runner:
        runner.run(story())


def test_callers_wait_while_there_are_no_file_handles(monkeypatch: pytest.MonkeyPatch) -> None:
    accept, refusals = socket.socket.accept, [OSError(errno.EMFILE, "too many"), OSError()]

    def full(server: socket.socket) -> object:
        if refusals:
            raise refusals.pop()
        return accept(server)

    async def story() -> None:
        monkeypatch.setattr(socket.socket, "accept", full)
        async with house() as bobs:
            mine, _ = await bobs.pair()
            mine.close()
        assert not refusals

    within(10, story)


def test_of_two_links_both_sides_keep_the_same() -> None:
    low, high = b"\x01" * 32, b"\x02" * 32
    assert keeps_new(low, high, old_dialled=False, new_dialled=True)
    assert not keeps_new(low, high, old_dialled=True, new_dialled=False)
    assert not keeps_new(high, low, old_dialled=False, new_dialled=True)
    assert keeps_new(high, low, old_dialled=True, new_dialled=False)


def test_a_second_link_from_one_side_replaces_the_first() -> None:
    assert keeps_new(b"\x01" * 32, b"\x02" * 32, old_dialled=True, new_dialled=True)
    assert keeps_new(b"\x01" * 32, b"\x02" * 32, old_dialled=False, new_dialled=False)


def test_the_key_of_the_certificate_leaves_no_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    first, second = tls.server_tls(), tls.server_tls()
    assert first.certificate_hash != second.certificate_hash
    assert list(tmp_path.iterdir()) == []
