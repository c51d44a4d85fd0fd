"""What is announced by mDNS, and what is made of the announcements of others."""

from __future__ import annotations

import pytest
from zeroconf import ServiceStateChange
from zeroconf.asyncio import AsyncServiceInfo

from bastide.net import limits
from bastide.net.finding.interfaces import Interface
from bastide.net.finding.mdns import SERVICE, Mdns, service_info, sighting_of
from bastide.net.finding.sighting import MDNS, Sighting
from bastide.net.identity import Address, Identity
from tests.net.stories import within

ANN = Identity.create().text
ETH = Interface("eth0", 2, ("192.168.1.20",), ("fd00::2", "fe80::1"), ())


def test_what_is_announced_is_what_others_see() -> None:
    info = service_info(ANN, "Zoé", 47100, ETH)
    assert info.name == f"b-{ANN[:16]}._bastide._tcp.local."
    assert sighting_of(info, ETH) == Sighting(
        ANN,
        "Zoé",
        (
            Address("192.168.1.20", 47100),
            Address("fd00::2", 47100),
            Address("fe80::1%2", 47100),
        ),
        MDNS,
    )


def test_the_longest_announcement_fits() -> None:
    info = service_info(ANN, "é" * 20, 65535, ETH)
    assert len(info.text) < 400


@pytest.mark.parametrize(
    "properties",
    [
        {"v": "2", "id": ANN, "n": "Ann"},
        {"v": "1", "id": ANN[:-1], "n": "Ann"},
        {"v": "1", "n": "Ann"},
        {"v": "1", "id": ANN, "n": "a\nb"},
        {"v": "1", "id": ANN, "n": "a" * 41},
    ],
)
def test_announcements_of_others_are_not_trusted(properties: dict[str, str]) -> None:
    whole = service_info(ANN, "Ann", 47100, ETH)
    info = AsyncServiceInfo(
        whole.type, whole.name, port=47100, properties=properties, addresses=whole.addresses
    )
    assert sighting_of(info, ETH) is None


def test_an_announcement_without_port_or_address_is_nothing() -> None:
    assert sighting_of(service_info(ANN, "Ann", 0, ETH), ETH) is None
    nowhere = ETH._replace(ipv4=(), ipv6=())
    assert sighting_of(service_info(ANN, "Ann", 47100, nowhere), ETH) is None


def test_no_more_names_are_asked_about_at_once_than_peers_are_kept_in_mind(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(limits, "CONTACTS_KEPT", 5)

    async def story() -> None:
        mdns = Mdns(Interface("lo", 1, ("127.0.0.1",), (), ()), lambda _: None)
        zeroconf, added = mdns._zeroconf.zeroconf, ServiceStateChange.Added
        for n in range(20):
            mdns._on_change(zeroconf, SERVICE, f"b-{n}.{SERVICE}", added)
        assert len(mdns._tasks) == 5
        await mdns.close()

    within(story, 10)
