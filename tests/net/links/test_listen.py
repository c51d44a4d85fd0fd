"""A listener takes callers of both families, and hangs up on those it does not want."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import socket
from collections.abc import Iterator
from typing import Any, NoReturn

import pytest

from bastide.net import limits
from bastide.net.errors import PeerError
from bastide.net.identity import Address, Identity
from bastide.net.links import tls
from bastide.net.links.dial import dial
from bastide.net.links.handshake import Myself
from bastide.net.links.link import Link
from bastide.net.links.listen import Listener
from bastide.net.links.rates import Admission
from bastide.net.links.wire import frame
from tests.net.links.ends import ANN, BOB, EVE, LOCAL, house, push, rest, until
from tests.net.stories import within


def test_the_listener_going_away_is_told() -> None:
    async def story() -> None:
        async with house() as bobs:
            mine, _ = await bobs.pair()
            await bobs.listener.close("restart")
            assert await rest(mine) == []
            assert mine.bye == "restart"

    within(story, 10)


def test_after_three_offences_an_address_is_refused_before_tls() -> None:
    async def story() -> None:
        async with house() as bobs:
            for _ in range(3):
                mine = await dial(EVE, [bobs.address])
                push(mine, frame(b"\xc1"))
                await mine.wait_closed()
            with pytest.raises(PeerError, match="hangs up at once"):
                await dial(ANN, [bobs.address])

    within(story, 10)


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

    within(story, 10)


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

    within(story, 10)


def test_the_frame_limit_before_authentication_is_small() -> None:
    async def story() -> None:
        async with house() as bobs:
            reader, writer = await asyncio.open_connection(
                *bobs.address, ssl=tls.client_context(), server_hostname=""
            )
            writer.write(b"\x00\x00\x10\x01")
            assert b"A frame of 4097 bytes" in await reader.read()
            writer.close()

    within(story, 10)


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

    within(story, 10)


def test_silent_callers_of_several_addresses_do_not_hold_the_door_shut() -> None:
    """They fill all places of handshakes, and come back as soon as one is hung up on."""

    async def squat(host: str, address: Address) -> NoReturn:
        while True:
            with socket.socket() as end, contextlib.suppress(OSError):
                end.setblocking(False)
                end.bind((host, 0))
                await asyncio.get_running_loop().sock_connect(end, address)
                await asyncio.get_running_loop().sock_recv(end, 1)
            await asyncio.sleep(0.01)

    async def story() -> None:
        hosts = [f"127.0.0.{2 + n % 4}" for n in range(limits.HANDSHAKES)]
        async with house() as bobs, asyncio.TaskGroup() as crowd:
            tasks = [crowd.create_task(squat(host, bobs.address)) for host in hosts]
            handshakes = bobs.listener.admission._handshakes
            await until(lambda: len(handshakes) == limits.HANDSHAKES)
            for n in range(5):
                mine, _ = await bobs.pair(Myself(Identity(bytes([n + 9]) * 32), "Ann", ""))
                mine.close()
            for task in tasks:
                task.cancel()

    within(story, 10)


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

    within(story, 10)


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

    within(story, 10)


def test_a_listener_without_a_place_has_its_port_and_moves_to_where_it_is_told() -> None:
    """The two loopback addresses are two interfaces here."""

    async def story() -> None:
        links: asyncio.Queue[Link] = asyncio.Queue()
        listener = Listener(BOB, links.put_nowait)
        await listener.open(hosts=())
        try:
            places = [Address(host, listener.port) for host in ("127.0.0.1", "::1")]
            assert await open_of(places) == []
            for host, *rest in (["127.0.0.1"], ["127.0.0.1", "::1"], ["::1"]):
                listener.move([host, *rest])
                assert [each.host for each in await open_of(places)] == [host, *rest]
            with pytest.raises(PeerError, match=r"Nobody can link to 192\.0\.2\.99 here: "):
                listener.move(["192.0.2.99", "127.0.0.1"])
            assert await open_of(places) == places[:1]
            with pytest.raises(PeerError, match="is in use"):
                await Listener(EVE, lambda _: None).open(listener.port, fixed=True, hosts=())
        finally:
            await listener.close()

    within(story, 10)


async def open_of(places: list[Address]) -> list[Address]:
    """Return the addresses that take a call."""
    found = []
    for each in places:
        with contextlib.suppress(PeerError):
            (await dial(ANN, [each])).close()
            found.append(each)
    return found


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

    within(story, 10)
