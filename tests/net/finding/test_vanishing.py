"""Hosts that vanish, and hosts that cannot be reached; on a clock of the test's own."""

from __future__ import annotations

from pathlib import Path

import pytest

from bastide.net import limits
from bastide.net.contacts import Contacts
from bastide.net.errors import UNREACHABLE, PeerError
from bastide.net.finding.sighting import MDNS, Sighting
from bastide.net.finding.unanswered import Sightings
from bastide.net.identity import Address, Identity
from bastide.net.links.alive import Alive
from bastide.net.links.handshake import Myself
from bastide.net.links.messages import Tables
from bastide.net.lobby.tables import TableList
from bastide.net.node import Node
from bastide.net.storage.store import Store
from tests.net.meeting import Meeting, meeting, quiet
from tests.net.race import plugins
from tests.net.raw_tables import NOTICE
from tests.net.stories import within

__all__ = ["quiet"]
MARKED_SECONDS = 15
CHECK_SECONDS = 1
HOST = Identity(b"\x05" * 32)
SHUT = 9
"""A TCP port of loopback where nobody listens."""


def seconds_until_marked(heard: float) -> float:
    """Return how long after its last word a silent host is given up, checked each second."""
    alive = Alive(heard)
    for now in range(int(heard), 60, CHECK_SECONDS):
        try:
            alive.check(float(now))
        except PeerError:
            return now - heard
    raise AssertionError("never")


@pytest.mark.parametrize("heard", [0.0, 0.3, 7.9])
def test_f15_a_silent_host_is_marked_within_fifteen_seconds(heard: float) -> None:
    """Field report F15."""
    assert seconds_until_marked(heard) <= MARKED_SECONDS


def test_f15_a_silent_host_is_shown_for_a_minute_then_dropped(tmp_path: Path) -> None:
    with Store(tmp_path) as store:
        node = Node(store, plugins(), "Bob")
        tables = node._parts.list
        tables.take(HOST.key, Tables((NOTICE,)))
        node.contacts.contact(HOST.key).lost_at = 100.0

        assert dropped(tables, 100.0, 160.0) == [False, False]
        assert [table.silent for table in tables.seen.values()] == [True]
        assert dropped(tables, 160.1) == [True]
        assert not tables.seen


def dropped(tables: TableList, *times: float) -> list[bool]:
    return [tables.drop_silent(now) for now in times]


@pytest.mark.usefixtures("quiet")
def test_who_is_sighted_and_does_not_answer_is_named(tmp_path: Path) -> None:
    """It is not when it was reached before: then it has just gone."""

    async def story() -> None:
        async with meeting(tmp_path, "Ann", "Bob") as met:
            bob = met.nodes["Bob"]
            stranger = sighting(HOST, "Eve", Address("127.0.0.1", SHUT))
            bob._place.sighted(stranger)
            bob._place.sighted(sighting(met.nodes["Ann"].identity, "Ann", here(met, "Ann")))
            await met.until(lambda: met.are_linked("Ann", "Bob"))
            await met.until(lambda: bool(bob.unanswered()))
            await met.crash("Ann")
            await met.until(lambda: not bob.contacts.linked())
            assert bob.unanswered() == [stranger]

    within(story)


@pytest.mark.usefixtures("quiet")
def test_who_does_not_answer_is_named_only_while_it_is_dialled(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "BACK_OFF", (0.0,))
    monkeypatch.setattr(limits, "SIGHTING_ATTEMPTS", 2)

    async def story() -> None:
        async with meeting(tmp_path, "Bob") as met:
            bob = met.nodes["Bob"]
            bob._place.sighted(sighting(HOST, "Eve", Address("127.0.0.1", SHUT)))
            await met.until(lambda: bob.contacts.contact(HOST.key).fault is not None)
            await met.until(lambda: not bob.contacts.is_dialled(HOST.key))
            assert bob.unanswered() == []

    within(story)


@pytest.mark.parametrize(
    ("cause", "stays"), [(ConnectionRefusedError(), 60), (TimeoutError(), 999)]
)
def test_a_program_that_has_ended_is_named_for_a_minute_and_a_firewall_as_long_as_it_is_there(
    cause: OSError, stays: int
) -> None:
    """A computer that answers that nobody listens there lets nothing be guessed."""

    async def story() -> None:
        contacts = contacts_of_bob()
        sightings = Sightings(contacts)
        address = Address("192.0.2.9", 47100)
        sightings.take(HOST.key, sighting(HOST, "Eve", address), 100.0)
        fault = PeerError("Nobody answers at {address}.", code=UNREACHABLE, address=str(address))
        fault.__cause__ = cause
        contacts.contact(HOST.key).fault = fault

        named = [each.name for each in sightings.unanswered()]
        assert (named, sightings.forget(100.0 + stays)) == (["Eve"], False)
        assert sightings.forget(161.0) == (stays == 60)
        assert [each.name for each in sightings.unanswered()] == ["Eve"] * (stays != 60)

        sightings.take(HOST.key, sighting(HOST, "Eve", address), 170.0)
        assert not sightings.forget(230.0), "who is announced again is news again"
        await contacts.close()

    within(story)


def test_sightings_of_many_take_no_more_room(tmp_path: Path) -> None:
    async def story() -> None:
        contacts = contacts_of_bob()
        sightings = Sightings(contacts)
        for n in range(limits.CONTACTS_KEPT + 5):
            key = n.to_bytes(32, "big")
            sightings.take(key, Sighting(key.hex(), "Eve", (), MDNS), 0.0)
        assert len(sightings._last) == limits.CONTACTS_KEPT
        await contacts.close()

    within(story)


def contacts_of_bob() -> Contacts:
    return Contacts(
        Myself(Identity(b"\x06" * 32), "Bob", "test"),
        lambda key, message: None,
        lambda contact, linked: None,
    )


def sighting(who: Identity, name: str, address: Address) -> Sighting:
    return Sighting(who.text, name, (address,), MDNS)


def here(met: Meeting, name: str) -> Address:
    return Address("127.0.0.1", met.nodes[name].listener.port)
