from __future__ import annotations

import ifaddr
import pytest

from bastide.net.finding.interfaces import (
    Flags,
    Interface,
    InterfaceWatch,
    flags_of,
    interface_of,
)


def an_interface(name: str, *addresses: tuple[str, int]) -> Interface:
    ips = [
        ifaddr.IP((host, 0, 0) if ":" in host else host, prefix, name) for host, prefix in addresses
    ]
    return interface_of(name, 2, ips)


ETH = an_interface("eth0", ("192.168.1.20", 24), ("fe80::1", 64))
WIFI = an_interface("wlan0", ("10.0.0.7", 8))


def test_an_interface_knows_where_its_broadcasts_go() -> None:
    assert ETH.ipv4 == ("192.168.1.20",)
    assert ETH.ipv6 == ("fe80::1",)
    assert ETH.broadcasts == (("192.168.1.20", "192.168.1.255"),)
    assert ETH.networks == ("192.168.1.0/24",)
    assert an_interface("x", ("10.0.0.1", 31), ("10.0.0.9", 32)).broadcasts == ()


def test_only_link_local_addresses_need_the_number_of_the_interface() -> None:
    assert ETH.hosts == ("192.168.1.20", "fe80::1%2")
    assert ETH.scoped("fd00::9") == "fd00::9"
    assert ETH.scoped("fe80::9%7") == "fe80::9%7"


@pytest.mark.parametrize(
    ("name", "nice"), [("tun3", ""), ("utun4", ""), ("wg0", ""), ("{1}", "WireGuard Tunnel")]
)
def test_tunnels_are_known_by_name_where_the_system_does_not_say(name: str, nice: str) -> None:
    assert flags_of(name, nice) == Flags(is_up=True, is_tunnel=True)


def test_loopback_of_this_machine_is_up_and_no_tunnel() -> None:
    loopbacks = [each.name for each in ifaddr.get_adapters() if "127.0.0.1" in map(_text, each.ips)]
    assert flags_of(str(loopbacks[0])) == Flags(is_up=True, is_tunnel=False)


def _text(ip: ifaddr.IP) -> object:
    return ip.ip


def test_a_changed_set_counts_once_it_is_stable() -> None:
    watch = InterfaceWatch([ETH])
    assert watch.delay == 10
    assert not watch.look([ETH], 10)
    assert not watch.look([ETH, WIFI], 20)
    assert watch.delay == 3
    assert not watch.look([WIFI], 22.9)
    assert not watch.look([WIFI], 25.8)
    assert watch.look([WIFI], 25.9)
    assert watch.delay == 10
    assert not watch.look([WIFI], 35.9)


def test_a_set_that_comes_back_is_no_change() -> None:
    watch = InterfaceWatch([ETH])
    assert not watch.look([], 10)
    assert not watch.look([ETH], 13)
    assert watch.delay == 10
    assert not watch.look([], 23)
    assert watch.look([], 26)
