"""Links to contacts: one each, made again when lost; what strangers can cause is bounded."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from bastide.net import contacts as contacts_module
from bastide.net import limits
from bastide.net.contact import Contact
from bastide.net.errors import TWICE, PeerError
from bastide.net.identity import Address, Identity
from bastide.net.links.dial import dial
from bastide.net.links.handshake import Myself, app_of_this_run
from bastide.net.links.link import Link
from tests.net.houses import ANN, BOB, CAT, houses, until
from tests.net.links.ends import chat
from tests.net.stories import within


def test_two_that_dial_each_other_at_once_keep_one_link_and_never_lose_it() -> None:
    async def story() -> None:
        for _ in range(15):
            async with houses(ANN, BOB) as (ann, bob):
                ann.of(bob).may_be_at(bob.address)
                bob.of(ann).may_be_at(ann.address)
                ann.contacts.want(BOB.key)
                bob.contacts.want(ANN.key)
                await until(lambda: bool(ann.of(bob).link and bob.of(ann).link))
                for n in range(20):
                    ann.contacts.send(BOB.key, chat(n))
                    await asyncio.sleep(0.002)
                one, other = ann.of(bob).link, bob.of(ann).link
                assert one is not None
                assert other is not None
                assert one.dialled != other.dialled, "both ends of one connection"
                assert one.is_open
                assert other.is_open
                assert (BOB.key, False) not in ann.changes
                assert (ANN.key, False) not in bob.changes

    within(story)


def test_of_two_connections_that_are_one_too_many_the_same_is_kept_on_both_sides() -> None:
    async def story() -> None:
        async with houses(ANN, BOB) as (ann, bob):
            first = await ann.contacts.dial([bob.address], BOB.key)
            ann.contacts.add(first)
            second = await bob.contacts.dial([ann.address], ANN.key)
            bob.contacts.add(second)
            await until(lambda: not (first.is_open and second.is_open))
            keeps_first = ANN.key < BOB.key
            assert (first.is_open, second.is_open) == (keeps_first, not keeps_first)
            await until(lambda: (ann.of(bob).link is first) == keeps_first)
            bob.contacts.send(ANN.key, chat(1))
            await until(lambda: bool(ann.heard))

    within(story)


def test_the_address_that_answered_stays_first_whatever_is_told() -> None:
    async def story() -> None:
        contact = Contact(BOB.key)
        contact.reached_at(Address("10.0.0.1", 1))
        for port in range(2, 40):
            assert contact.may_be_at(Address("10.0.0.2", port))
        assert not contact.may_be_at(Address("10.0.0.1", 1))
        assert contact.addresses[:2] == [Address("10.0.0.1", 1), Address("10.0.0.2", 39)]
        assert len(contact.addresses) == limits.ADDRESSES_KEPT

    within(story)


def test_an_address_that_broke_the_protocol_is_not_dialled() -> None:
    async def story() -> None:
        async with houses(ANN, BOB) as (ann, bob):
            now = asyncio.get_running_loop().time()
            for _ in range(limits.OFFENCES):
                ann.contacts.admission.offend("127.0.0.1", now)
            with pytest.raises(PeerError, match="broke the protocol; try later"):
                await ann.contacts.dial([bob.address], None)
            assert not bob.changes

    within(story)


def test_a_fault_of_ours_while_reading_ends_the_link_and_is_told_by_the_loop() -> None:
    async def story() -> None:
        faults: list[dict[str, Any]] = []
        async with houses(ANN, BOB) as (ann, bob):
            asyncio.get_running_loop().set_exception_handler(lambda _, told: faults.append(told))
            bob.contacts._on_message = lambda key, message: 1 // 0  # type: ignore[assignment]  # a bug
            ann.contacts.add(await ann.contacts.dial([bob.address], BOB.key))
            ann.contacts.send(BOB.key, chat(1))
            await until(lambda: (ANN.key, False) in bob.changes)
            await until(lambda: (BOB.key, False) in ann.changes)
            await until(lambda: not bob.contacts._pumps)
            import gc

            gc.collect()
            assert [type(told["exception"]) for told in faults] == [ZeroDivisionError]

    within(story)


def test_nothing_is_sent_or_said_without_a_link() -> None:
    async def story() -> None:
        async with houses(ANN) as (ann,):
            ann.contacts.send(BOB.key, chat(1))
            ann.contacts.contact(BOB.key)
            ann.contacts.send(BOB.key, chat(1))
            ann.contacts.want(ANN.key)
            assert not ann.contacts._kept, "nobody dials itself"

    within(story)


def test_who_says_goodbye_has_left_and_who_breaks_off_has_not() -> None:
    async def story() -> None:
        async with houses(ANN, BOB, CAT) as (ann, bob, cat):
            for other in (bob, cat):
                ann.contacts.add(await ann.contacts.dial([other.address], other.key))
                await until(lambda other=other: other.of(ann).link is not None)
            await bob.contacts.close()
            link = cat.of(ann).link
            assert link is not None
            link.abort()
            await until(lambda: not ann.of(bob).link and not ann.of(cat).link)
            assert ann.of(bob).has_left
            assert not ann.of(cat).has_left

    within(story)


def test_a_closed_house_dials_nobody() -> None:
    async def story() -> None:
        async with houses(ANN, BOB) as (ann, bob):
            ann.of(bob).may_be_at(bob.address)
            ann.contacts.want(BOB.key)
            await until(lambda: ann.of(bob).link is not None)
            await ann.contacts.close()
            await until(lambda: (ANN.key, False) in bob.changes)
            assert bob.of(ann).fault is None, "an orderly goodbye is no fault"
            ann.contacts.sighted(CAT.key, [bob.address])
            assert not ann.contacts._kept

    within(story)


def test_of_two_links_dialled_at_once_both_sides_keep_the_same() -> None:
    async def story() -> None:
        async with houses(ANN, BOB) as (ann, bob):
            came: list[Link] = []
            bob.listener._on_link = came.append
            dialled = await asyncio.gather(
                *(ann.contacts.dial([bob.address], BOB.key) for _ in range(2))
            )
            await until(lambda: len(came) == 2)
            came.sort(key=lambda link: link.transcript)
            dialled.sort(key=lambda link: link.transcript)

            for link in dialled:
                ann.contacts.add(link)
            for link in reversed(came):
                bob.contacts.add(link)
            await came[1].wait_closed()

            await asyncio.sleep(0.05)
            for house, other, kept in ((ann, bob, dialled[0]), (bob, ann, came[0])):
                assert house.of(other).link is kept
                assert kept.is_open
                assert house.changes[-1] == (other.key, True)

    within(story)


# two programs with one key


def test_of_two_programs_with_one_key_the_one_that_was_there_stays_and_all_are_told() -> None:
    async def story() -> None:
        async with houses(ANN, BOB, BOB, runs=True) as (ann, bob, copy):
            ann.contacts.add(await ann.contacts.dial([bob.address], BOB.key))
            first = ann.of(bob).link
            await until(lambda: bob.of(ann).link is not None)
            copy.contacts.add(await copy.contacts.dial([ann.address], ANN.key))
            copy.contacts.want(ANN.key)
            await until(lambda: copy.of(ann).fault is not None)
            fault = copy.of(ann).fault
            assert fault is not None
            assert fault.code == TWICE
            assert str(fault) == (
                "Your key is in use at 127.0.0.1, too: end one of the two programs."
            )
            assert ann.of(bob).link is first
            assert first is not None
            assert first.is_open
            assert ann.copies == [("127.0.0.1", "127.0.0.1")]
            assert not ann.heard, "nothing of the copy is read"
            assert ann.changes == [(BOB.key, True)]

    within(story)


def test_a_program_that_answers_no_more_gives_way_at_once_and_is_told_why(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(limits, "COPY_ANSWER_SECONDS", 0.05)

    async def story() -> None:
        async with houses(ANN, BOB, BOB, runs=True) as (ann, bob, again):
            bob.contacts.add(await bob.contacts.dial([ann.address], ANN.key))
            await until(lambda: ann.of(bob).link is not None)
            silent = bob.of(ann).link
            assert silent is not None
            assert silent._transport is not None
            silent._transport.pause_reading()  # as on a computer that sleeps
            again.contacts.add(await again.contacts.dial([ann.address], ANN.key))
            again.contacts.send(ANN.key, chat(1))
            await until(lambda: bool(ann.heard))
            assert ann.changes == [(BOB.key, True)] * 2
            assert not ann.copies, "it may be the same folder, whose program was killed"
            silent._transport.resume_reading()
            await until(lambda: bob.of(ann).fault is not None)
            assert "too: end one of the two programs" in str(bob.of(ann).fault)

    within(story)


def test_one_program_that_dials_again_takes_the_place_of_its_own_link(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(contacts_module, "_TWIN_SECONDS", 0.0)

    async def story() -> None:
        async with houses(ANN, BOB, runs=True) as (ann, bob):
            for n in (1, 2):
                bob.contacts.add(await bob.contacts.dial([ann.address], ANN.key))
                await until(lambda n=n: ann.changes.count((BOB.key, True)) == n)  # type: ignore[misc]  # now
            assert not ann.copies

    within(story)


def test_a_stranger_who_names_a_key_in_use_is_nobody() -> None:
    async def story() -> None:
        async with houses(ANN, BOB, runs=True) as (ann, bob):
            ann.contacts.add(await ann.contacts.dial([bob.address], BOB.key))
            liar = Identity(b"\4" * 32)
            liar.key = BOB.key
            me = Myself(liar, "Bob", app_of_this_run("bastide/test"))
            link = await dial(me, [ann.address])  # the listener proves itself first
            await link.wait_closed()
            assert "cannot prove who it is" in str(link.fault)
            assert not ann.copies
            assert ann.of(bob).link is not None

    within(story)
