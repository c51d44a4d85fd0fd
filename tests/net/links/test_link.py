"""A link carries messages both ways until one side closes it or breaks the protocol."""

from __future__ import annotations

import asyncio
import socket
import time

import pytest

from bastide.core.encoding import enc
from bastide.net import limits
from bastide.net.errors import BUSY, MALFORMED, SIGNATURE, UNREACHABLE, PeerError, UsageError
from bastide.net.identity import Address
from bastide.net.links import link as link_module
from bastide.net.links.dial import dial
from bastide.net.links.handshake import Dialler
from bastide.net.links.link import Link, keeps_new
from bastide.net.links.messages import Offer, Ping, Pong, Tables
from bastide.net.links.wire import encode, frame
from tests.net.links.ends import ANN, BOB, EVE, chat, house, push, rest, until
from tests.net.stories import within


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

    within(story, 10)


def test_small_frames_do_not_wait_for_each_other() -> None:
    async def story() -> None:
        async with house() as bobs:
            mine, theirs = await bobs.pair()
            for end in (mine, theirs):
                assert end._transport is not None
                tcp: socket.socket = end._transport.get_extra_info("socket")
                assert tcp.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)
            mine.close()

    within(story, 10)


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

    within(story, 10)


def test_a_big_message_arrives_whole() -> None:
    async def story() -> None:
        async with house() as bobs:
            mine, theirs = await bobs.pair()
            offer = Offer(bytes(65_000), b"t" * 16)
            mine.send(offer)
            assert await anext(theirs) == offer
            mine.close()

    within(story, 10)


def test_a_broken_connection_is_a_fault_in_one_sentence() -> None:
    async def story() -> None:
        async with house() as bobs:
            mine, theirs = await bobs.pair()
            mine.abort()
            assert await rest(theirs) == []
            assert theirs.fault is not None
            assert str(theirs.fault) == "The connection broke."
            assert theirs.fault.code == UNREACHABLE

    within(story, 10)


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"\x00\x00\x00\x00", "A frame of 0 bytes"),
        (b"\x00\x01\x04\x01", "A frame of 66561 bytes"),
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

    within(story, 10)


def test_the_owner_refuses_a_peer_for_a_bad_signature() -> None:
    async def story() -> None:
        async with house() as bobs:
            mine, theirs = await bobs.pair()
            theirs.refuse(PeerError("An entry is not signed by its seat.", code=SIGNATURE))
            theirs.refuse(PeerError("Twice."))
            await rest(mine)
            assert "An entry is not signed by its seat." in str(mine.fault)
            assert len(bobs.listener.admission._offences["127.0.0.1"]) == 1

    within(story, 10)


def test_a_pong_that_answers_no_ping_measures_nothing() -> None:
    async def story() -> None:
        async with house() as bobs:
            mine, theirs = await bobs.pair()
            await until(lambda: theirs.round_trip is not None)
            for number, is_measured in ((0, False), (theirs._pings + 1, False), (1, True)):
                theirs.round_trip = None
                mine.send(Pong(number))
                mine.send(chat(1))
                await anext(theirs)
                assert (theirs.round_trip is not None) == is_measured
            mine.close()

    within(story, 10)


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

    within(story, 10)


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

    within(story, 10)


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

    within(story, 10)


def test_a_link_that_nobody_reads_ends_though_the_other_side_has_hung_up() -> None:
    async def story() -> None:
        async with house() as bobs:
            mine, theirs = await bobs.pair()
            for i in range(390):
                mine.send(chat(i))
            await until(lambda: theirs._is_paused)
            mine.close()
            await mine.wait_closed()
            theirs.close()
            await theirs.wait_closed()

    within(story, 5)


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

    within(story, 10)


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

    within(story, 10)


def test_the_peer_is_not_known_before_the_handshake() -> None:
    async def story() -> None:
        link = Link(lambda _: Dialler(ANN, b""), Address("127.0.0.1", 1), dialled=True)
        with pytest.raises(UsageError, match="not known yet"):
            _ = link.peer
        assert not link.is_open

    within(story, 10)


def test_of_two_links_both_sides_keep_the_same() -> None:
    low, high = b"\x01" * 32, b"\x02" * 32
    assert keeps_new(low, high, old_dialled=False, new_dialled=True)
    assert not keeps_new(low, high, old_dialled=True, new_dialled=False)
    assert not keeps_new(high, low, old_dialled=False, new_dialled=True)
    assert keeps_new(high, low, old_dialled=True, new_dialled=False)


def test_a_second_link_from_one_side_replaces_the_first() -> None:
    assert keeps_new(b"\x01" * 32, b"\x02" * 32, old_dialled=True, new_dialled=True)
    assert keeps_new(b"\x01" * 32, b"\x02" * 32, old_dialled=False, new_dialled=False)
