"""One key on two computers: a data folder was copied, and both play."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from bastide.net import limits
from bastide.net.copies import Copies
from bastide.net.errors import TWICE
from bastide.net.identity import Address
from tests.net.meeting import Meeting, address, digests, meeting, quiet
from tests.net.stories import within

__all__ = ["quiet"]

HERE = "127.0.0.1"


@pytest.fixture
def _patience(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "BACK_OFF", (0.05,))
    monkeypatch.setattr(limits, "COPY_PAUSE_SECONDS", 0.05)


async def copied(met: Meeting, name: str) -> None:
    """Copy a folder while it is in use, and resume its game from the copy."""
    shutil.copytree(met.folder / name, met.folder / "copy")
    node = await met.open("copy", port=0)
    await node.dial(address(met.nodes["Ann"]))
    node.resume(node.unfinished()[0])


@pytest.mark.usefixtures("quiet", "_patience")
def test_a_copied_folder_is_told_apart_before_it_can_sign_and_takes_over_when_the_first_ends(
    tmp_path: Path,
) -> None:
    async def story() -> None:
        async with meeting(tmp_path, "Ann", "Bob") as met:
            ann, bob = met.nodes["Ann"], met.nodes["Bob"]
            await met.game("Ann", "Bob")
            await met.play("Ann", "Bob", turns=2)
            await met.until_turn("Bob")
            await copied(met, "Bob")
            copy = met.nodes["copy"]
            await met.until(lambda: bool(copy.copies and bob.copies))
            contact = ann.contacts.contact(bob.identity.key)
            assert contact.copied(contact.copied_at) == (HERE, HERE)
            assert copy.copies == bob.copies == [HERE]
            assert not met.live("copy").sync.may_write
            await met.play("Ann", "Bob", turns=2)

            await met.crash("Bob")
            await met.until(lambda: met.live("copy").sync.may_write)
            assert contact.copied(contact.copied_at) is None
            await met.play("Ann", "copy")
            assert len(digests([met.live("Ann"), met.live("copy")])) == 1
            assert met.live("Ann").stop is None

    within(story)


@pytest.mark.usefixtures("quiet", "_patience")
def test_a_first_one_that_slept_comes_back_without_a_move_for_the_same_slot(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "COPY_ANSWER_SECONDS", 0.05)

    async def story() -> None:
        async with meeting(tmp_path, "Ann", "Bob") as met:
            await met.game("Ann", "Bob")
            await met.play("Ann", "Bob", turns=2)
            await met.until_turn("Bob")
            bob = met.nodes["Bob"]
            link = bob.contacts.contact(met.nodes["Ann"].identity.key).link
            assert link is not None
            assert link._transport is not None
            link._transport.pause_reading()
            await copied(met, "Bob")
            await met.until(lambda: met.live("copy").sync.may_write)
            await met.play("Ann", "copy", turns=2)
            link._transport.resume_reading()
            await met.until(lambda: bool(bob.copies))
            fault = bob.contacts.contact(met.nodes["Ann"].identity.key).fault
            assert fault is not None
            assert fault.code == TWICE
            assert not met.live("Bob").sync.may_write, "no link, no move"
            await met.crash("copy")
            await met.until(lambda: met.live("Bob").sync.may_write)
            await met.play("Ann", "Bob")
            assert met.live("Ann").stop is None

    within(story)


# what is announced


def seen(*addresses: Address) -> list[str]:
    """Return where a copy is, of a program at 10.0.0.7:5000 that hears such an announcement."""
    copies = Copies(lambda: None)
    copies.announced(addresses, ["10.0.0.7", "fe80::7%3"], 5000, 0.0)
    return copies.hosts


def test_our_own_announcement_is_no_copy() -> None:
    assert seen(Address("10.0.0.7", 5000), Address("fe80::7%2", 5000)) == []


def test_our_key_at_another_address_or_port_is_a_copy() -> None:
    assert seen(Address("10.0.0.7", 5000), Address("10.0.0.9", 5000)) == ["10.0.0.9"]
    assert seen(Address("10.0.0.7", 5001)) == ["10.0.0.7"]


def test_a_copy_is_news_once_and_forgotten_in_time() -> None:
    news: list[list[str]] = []
    copies = Copies(lambda: news.append(copies.hosts))
    for now in (0.0, 20.0, 40.0):
        copies.seen("10.0.0.9", now)
        copies.forget(now)
    copies.forget(41.0 + limits.COPY_SECONDS)
    assert news == [["10.0.0.9"], []]
    for n in range(40):
        copies.seen(f"10.0.1.{n}", 50.0)
    assert len(copies.hosts) == limits.ADDRESSES_KEPT


def test_of_the_addresses_of_a_copy_the_one_that_others_can_use_is_told() -> None:
    copies = Copies(lambda: None)
    for host in ("fe80::9%2", "10.0.0.9", "10.0.0.8"):
        copies.seen(host, 0.0)
    assert copies.hosts == ["10.0.0.8", "10.0.0.9"]
