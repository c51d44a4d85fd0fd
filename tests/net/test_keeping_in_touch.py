"""Contacts that are dialled again and again, and those that are given up."""

from __future__ import annotations

import asyncio
import socket

import pytest

from bastide.net import keeping_in_touch, limits
from bastide.net.identity import Address
from bastide.net.links.link import Link
from tests.net.houses import ANN, BOB, CAT, NOWHERE, houses, until
from tests.net.links.ends import chat
from tests.net.stories import within


def test_a_lost_link_is_made_again_at_once_if_it_had_lasted(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(keeping_in_touch, "_LASTING_SECONDS", 0.0)

    async def story() -> None:
        async with houses(ANN, BOB) as (ann, bob):
            ann.of(bob).may_be_at(bob.address)
            ann.contacts.want(BOB.key)
            await until(lambda: ann.of(bob).link is not None)
            link = ann.of(bob).link
            assert link is not None
            link.abort()
            await until(lambda: ann.of(bob).link not in (None, link))
            assert ann.changes == [(BOB.key, True), (BOB.key, False), (BOB.key, True)]

    within(story, 0.9)


def test_a_link_that_breaks_at_once_again_and_again_is_tried_less_often(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(limits, "BACK_OFF", (0.05, 10.0))

    async def story() -> None:
        async with houses(ANN, BOB) as (ann, bob):
            bob.refuse = "Never you."
            ann.of(bob).may_be_at(bob.address)
            ann.contacts.want(BOB.key)
            for n in (1, 2):
                await until(lambda n=n: ann.changes.count((BOB.key, True)) == n)  # type: ignore[misc]  # now
                ann.contacts.send(BOB.key, chat(1))
                await until(lambda n=n: ann.changes.count((BOB.key, False)) == n)  # type: ignore[misc]  # now
            assert str(ann.of(bob).fault) == "The other side refuses: Never you."
            await asyncio.sleep(0.2)
            assert ann.of(bob).link is None

    within(story)


def test_a_peer_that_is_not_there_is_tried_again_when_there_is_news(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(limits, "BACK_OFF", (60.0,))

    async def story() -> None:
        async with houses(ANN, BOB) as (ann, bob):
            ann.of(bob).may_be_at(NOWHERE)
            ann.contacts.want(BOB.key)
            await until(lambda: ann.of(bob).fault is not None)
            ann.contacts.sighted(BOB.key, [bob.address])
            await until(lambda: ann.of(bob).link is not None)
            assert ann.of(bob).addresses[0] == bob.address

    within(story)


def test_a_new_address_is_tried_while_the_old_one_does_not_answer() -> None:
    async def story() -> None:
        async with houses(ANN, BOB) as (ann, bob):
            with socket.create_server(("127.0.0.1", 0)) as mute:  # takes the call and says nothing
                ann.of(bob).may_be_at(Address("127.0.0.1", mute.getsockname()[1]))
                ann.contacts.want(BOB.key)
                await asyncio.sleep(0.05)
                ann.contacts.sighted(BOB.key, [bob.address])
                await until(lambda: ann.of(bob).link is not None)

    within(story, 2.0)


def test_who_was_only_sighted_is_given_up_after_some_attempts(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(limits, "BACK_OFF", (0.0,))

    async def story() -> None:
        async with houses(ANN) as (ann,):
            ann.contacts.sighted(BOB.key, [NOWHERE])
            assert BOB.key in ann.contacts._kept
            await until(lambda: not ann.contacts._kept)
            ann.contacts.want(CAT.key)
            ann.contacts.sighted(CAT.key, [NOWHERE])
            await until(lambda: ann.contacts.contact(CAT.key).fault is not None)
            await asyncio.sleep(0.05)
            assert CAT.key in ann.contacts._kept
            ann.contacts.release(CAT.key)
            await until(lambda: not ann.contacts._kept)

    within(story)


def test_sightings_cannot_fill_the_memory_or_make_us_call_everybody(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(limits, "SIGHTINGS_DIALLED", 4)
    monkeypatch.setattr(limits, "CONTACTS_KEPT", 10)

    async def story() -> None:
        async with houses(ANN, BOB) as (ann, bob):
            ann.of(bob).may_be_at(bob.address)
            ann.contacts.want(BOB.key)
            await until(lambda: ann.of(bob).link is not None)
            for n in range(100):
                key = n.to_bytes(32, "big")
                ann.contacts.sighted(key, [Address("127.0.0.1", 1 + n)])
                for port in range(100, 140):
                    ann.contacts.sighted(key, [Address("127.0.0.1", port)])
                assert len(ann.contacts.contact(key).addresses) == limits.ADDRESSES_KEPT
            assert len(ann.contacts.known()) <= 10
            assert len(ann.contacts._kept) == 4
            assert ann.of(bob).link is not None

    within(story)


def test_contacts_close_while_an_attempt_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """Another address is told, the attempt is slow to end, and the program ends meanwhile."""
    giving_up = asyncio.Event()

    async def dial(*_: object) -> Link:
        try:
            await asyncio.Event().wait()
        except asyncio.CancelledError:
            giving_up.set()
            await asyncio.sleep(0.01)
            raise
        raise AssertionError("waits for ever")

    async def story() -> None:
        async with houses(ANN) as (ann,):
            monkeypatch.setattr(ann.contacts._kept, "_dial", dial)
            ann.contacts.contact(BOB.key).may_be_at(NOWHERE)
            ann.contacts.want(BOB.key)
            await asyncio.sleep(0)
            await asyncio.sleep(0)
            ann.contacts.contact(BOB.key).may_be_at(Address("127.0.0.1", 2))
            await giving_up.wait()
            await ann.contacts.close()

    within(story)
