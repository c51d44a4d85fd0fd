"""What a peer knows of its own place on the network."""

from __future__ import annotations

from pathlib import Path

import pytest

from bastide.net.finding.interfaces import Interface
from bastide.net.finding.sighting import Sighting
from bastide.net.identity import Address
from tests.net.meeting import meeting, quiet
from tests.net.stories import within

__all__ = ["quiet"]
pytestmark = pytest.mark.usefixtures("quiet")

LOOPBACK = Interface("lo", 1, ("127.0.0.1",), (), ())
CABLE = Interface("eth0", 2, ("192.168.1.20",), (), ())


def test_what_is_announced_and_does_not_come_back_is_noticed_in_time(tmp_path: Path) -> None:
    async def story() -> None:
        async with meeting(tmp_path, "Ann") as met:
            node = met.nodes["Ann"]
            place = node._place
            assert not place.is_unheard(1e9), "nothing was announced yet"
            place._uses([CABLE])
            assert not node.is_unheard()
            place.began_at = 100.0
            assert not place.is_unheard(107.0)
            assert place.is_unheard(108.0)
            place.down_at = 107.0
            assert not place.is_unheard(108.0), "while no network is up that is said"
            place.down_at = None
            place._announced(Sighting(node.identity.text, "Ann", (), "mdns"))
            assert not place.is_unheard(108.0)

    within(story)


def test_since_when_no_network_is_up_is_known(tmp_path: Path) -> None:
    async def story() -> None:
        async with meeting(tmp_path, "Ann") as met:
            place = met.nodes["Ann"]._place
            there: list[Interface] = [CABLE]
            place._interfaces = lambda: there
            place.watch_network(100.0)
            assert place.down_at is None
            there[:] = [LOOPBACK]
            place.watch_network(101.0)
            place.watch_network(102.0)
            assert place.down_at == 101.0
            place._interfaces = broken
            place.watch_network(103.0)
            assert place.down_at == 101.0, "the system does not say"
            place._interfaces = lambda: [CABLE]
            place.watch_network(104.0)
            assert place.down_at is None

    within(story)


def test_while_no_network_is_up_it_is_told_where_others_found_us_last(tmp_path: Path) -> None:
    async def story() -> None:
        async with meeting(tmp_path, "Ann") as met:
            place = met.nodes["Ann"]._place
            seen = place.discovery
            assert seen
            for interface, now, told in (
                (LOOPBACK, "127.0.0.1", "127.0.0.1"),
                (CABLE, "10.77.0.1", "10.77.0.1"),
                (LOOPBACK, "127.0.0.1", "10.77.0.1"),
                (CABLE, "10.77.0.9", "10.77.0.9"),
            ):
                seen.interfaces = [interface]
                seen.addresses = lambda host=now: (host,)  # type: ignore[method-assign,misc]  # here
                assert place.addresses() == [Address(told, place.listener.port)]

    within(story)


def test_whoever_is_linked_learns_where_we_have_moved(tmp_path: Path) -> None:
    async def story() -> None:
        async with meeting(tmp_path, "Ann", "Bob") as met:
            ann, bob = met.nodes["Ann"], met.nodes["Bob"]
            place, port = ann._place, ann.listener.port
            assert place.discovery
            place.discovery.interfaces = [CABLE]
            place.discovery.addresses = lambda: ("10.77.0.9",)  # type: ignore[method-assign]  # here
            place._uses([CABLE])
            told = bob.contacts.contact(ann.identity.key)
            await met.until(lambda: told.shareable == (Address("10.77.0.9", port),))

    within(story)


def broken() -> list[Interface]:
    raise OSError
