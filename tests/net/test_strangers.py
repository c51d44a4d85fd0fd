"""Strangers on the LAN: what they send means nothing, or closes their link with the reason."""

from __future__ import annotations

from pathlib import Path

import pytest

from bastide.core.encoding import enc
from bastide.core.journal import Entry
from bastide.core.plugins import Setup
from bastide.net import limits
from bastide.net.links.messages import (
    Accept,
    Chat,
    CodeAnswer,
    CodeCommit,
    CodeOpen,
    Decline,
    Digests,
    Entries,
    Evidence,
    Genesis,
    Have,
    Head,
    HeldUp,
    Knock,
    Leave,
    Line,
    Offer,
    PeerPlace,
    Peers,
    Room,
    RoomSeat,
    Tables,
    Unknock,
    Want,
    WireMessage,
)
from tests.net.meeting import digests, meeting, quiet
from tests.net.raw_tables import GAME, NOTICE, TABLE
from tests.net.room import House
from tests.net.stories import within

__all__ = ["quiet"]
pytestmark = pytest.mark.usefixtures("quiet")
STRANGE: list[WireMessage] = [
    Peers((PeerPlace(b"k" * 32, "127.0.0.1", 1),)),
    Knock(TABLE, True),
    Knock(TABLE, False),
    Unknock(TABLE),
    Room(TABLE, (RoomSeat(None, "-"),), 0, {}, ""),
    Offer(b"\x80", TABLE),
    Accept(GAME, 0, bytes(64)),
    Decline(GAME, "no"),
    Have(GAME, 0, GAME, ()),
    Head(enc([GAME, 0, 1, bytes(32)]), bytes(64)),
    Want(GAME, 0, 256),
    Entries(GAME, (Entry(b"\x80", bytes(64)),)),
    Digests(GAME, 0, bytes(32)),
    Evidence(GAME, "twice", (Entry(b"\x80", bytes(64)),)),
    HeldUp(enc([GAME, 0, 1, "race"]), bytes(64)),
    Leave(GAME, 0, bytes(64)),
    Chat(GAME, (Line(bytes(32), b"\x80", bytes(64)),)),
    Chat(TABLE, (Line(bytes(32), b"\x80", bytes(64)),)),
    CodeCommit(bytes(32)),
    CodeAnswer(bytes(32)),
    CodeOpen(bytes(32)),
]


def test_whatever_a_stranger_sends_means_nothing(tmp_path: Path) -> None:
    async def story() -> None:
        async with meeting(tmp_path, "Ann", "Bob") as met:
            games = await met.game("Ann", "Bob")
            await met.until_turn("Bob")
            raw = await met.stranger(met.nodes["Ann"])
            before = digests(games)
            raw.send(*STRANGE)
            game = games[0].game_id
            raw.send(Want(game, 0, 256), Have(game, 0, game, ()), raw.chat(game, 1, "psst"))
            raw.send(Entries(game, (Entry(b"\x80", bytes(64)),)))
            raw.send(Tables((NOTICE,)))
            await met.until(lambda: len(met.nodes["Ann"].seen) == 1)
            assert raw.link.is_open
            assert digests(games) == before
            assert not any(isinstance(m, Entries | Have | Genesis) for m in raw.heard)
            assert not games[0].talk
            assert met.nodes["Ann"].store.peer(raw.key) is None, "strangers leave no trace"
            await met.play("Ann", "Bob")

    within(story)


MALFORMED: list[WireMessage] = [
    Head(b"\x80", bytes(64)),
    Genesis(GAME, b"\x80", ()),
    Genesis(GAME, House(2).table.plugins.rules_id("race"), (bytes(64),)),
]


@pytest.mark.parametrize("message", MALFORMED, ids=["head", "genesis", "signatures"])
def test_a_strangers_malformed_message_closes_its_link_with_the_reason(
    tmp_path: Path, message: WireMessage
) -> None:
    async def story() -> None:
        async with meeting(tmp_path, "Ann", "Bob") as met:
            raw = await met.stranger(met.nodes["Ann"])
            raw.send(message)
            assert (await raw.refused()).startswith("The other side refuses: ")
            assert met.nodes["Bob"].identity.key in met.nodes["Ann"].contacts.linked()

    within(story)


def test_a_stranger_cannot_move_our_friends_to_other_addresses(tmp_path: Path) -> None:
    async def story() -> None:
        async with meeting(tmp_path, "Ann", "Bob") as met:
            await met.game("Ann", "Bob")
            ann, bob = met.nodes.values()
            contact = ann.contacts.contact(bob.identity.key)
            before = list(contact.addresses)
            raw = await met.stranger(ann)
            own = PeerPlace(raw.key, "127.0.0.1", 9)
            raw.send(Peers((own, PeerPlace(bob.identity.key, "10.9.9.9", 9))))
            await met.until(lambda: bool(ann.contacts.contact(raw.key).addresses))
            assert contact.addresses == before

    within(story)


def test_lists_of_tables_are_bounded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "TABLES_SEEN", 4)

    async def story() -> None:
        async with meeting(tmp_path, "Ann") as met:
            ann = met.nodes["Ann"]
            many = [NOTICE._replace(table=bytes([n]) * 16) for n in range(10)]
            raw = await met.stranger(ann)
            raw.send(Tables(tuple(many)))
            await met.until(lambda: len(ann.seen) == 4)
            other = await met.stranger(ann)
            other.send(Tables((NOTICE,)))
            raw.link.close()
            await met.until(lambda: all(table.silent for table in ann.seen.values()))
            other.send(Tables((NOTICE._replace(name="later"),)))
            await met.until(lambda: any(t.notice.name == "later" for t in ann.seen.values()))
            assert len(ann.seen) == 4

    within(story)


def test_knocking_all_the_time_tells_the_others_little(tmp_path: Path) -> None:
    async def story() -> None:
        async with meeting(tmp_path, "Ann") as met:
            ann = met.nodes["Ann"]
            table = ann.host(Setup("race", 4), "T")
            calm, raw = await met.stranger(ann), await met.stranger(ann)
            calm.send(Knock(table.id, True))
            await met.until(lambda: len(table.sitters) == 2)
            for _ in range(100):
                raw.send(Knock(table.id, True), Unknock(table.id))
            raw.send(raw.chat(table.id, 0, "done"), Tables(()))
            await met.until(lambda: len(table.sitters) == 2)
            raw.send(Tables((NOTICE,)))
            await met.until(lambda: bool(ann.seen))
            calm.send(Knock(table.id, True))
            await calm.hear(Tables)
            told = sum(isinstance(m, Room) for m in calm.heard)
            assert told <= 2 * limits.ASKS_BURST + 4
            assert sum(isinstance(m, Tables) for m in calm.heard) <= 5

    within(story)


def test_talking_all_the_time_is_not_heard(tmp_path: Path) -> None:
    async def story() -> None:
        async with meeting(tmp_path, "Ann") as met:
            ann = met.nodes["Ann"]
            table = ann.host(Setup("race", 4), "T")
            raw, outsider = await met.stranger(ann), await met.stranger(ann)
            raw.send(Knock(table.id, True))
            await met.until(lambda: len(table.sitters) == 2)
            outsider.send(outsider.chat(table.id, 1, "psst"), Tables((NOTICE,)))
            await met.until(lambda: bool(ann.seen))
            for n in range(50):
                raw.send(raw.chat(table.id, n, f"line {n}"))
            await met.until(lambda: bool(ann.talk[table.id].lines))
            raw.send(Tables((NOTICE,)))
            await met.until(lambda: len(ann.seen) == 2)
            lines = [(each.key, each.text) for each in ann.talk[table.id].lines]
            assert lines == [(raw.key, f"line {n}") for n in range(int(limits.CHATS_BURST))]

    within(story)
