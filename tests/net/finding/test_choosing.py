"""Which interfaces are used, by default and by choice, and why the others are not."""

from __future__ import annotations

import ifaddr
import pytest

from bastide.net.finding.choosing import (
    Adapter,
    Choice,
    Reason,
    is_network,
    survey,
    usable_interfaces,
)
from bastide.net.finding.interfaces import Flags, interface_of

UP, DOWN, TUNNEL = Flags(True, False), Flags(False, False), Flags(True, True)


def an_adapter(
    name: str, *addresses: tuple[str, int], flags: Flags = UP, title: str = ""
) -> Adapter:
    ips = [
        ifaddr.IP((host, 0, 0) if ":" in host else host, prefix, name) for host, prefix in addresses
    ]
    return Adapter(interface_of(name, 2, ips), flags, title or name)


LO = an_adapter("lo", ("127.0.0.1", 8), ("::1", 128))
CABLE = an_adapter("eth0", ("192.168.7.20", 24), ("fd00::2", 64), ("fe80::1", 64))
PULLED = an_adapter("eth1", flags=DOWN)
WIFI = an_adapter("wlan0", ("10.0.0.7", 8), title="Wi-Fi 2")
DOCKER = an_adapter("docker0", ("172.17.0.1", 16), flags=DOWN)
VETH = an_adapter("veth1", ("fe80::2", 64))
VPN = an_adapter("tun0", ("10.8.0.2", 24), flags=TUNNEL)
LAPTOP = [LO, WIFI, CABLE, PULLED, DOCKER, VETH, VPN]


def used(*words: str, of: list[Adapter] = LAPTOP) -> list[str]:
    return [each.name for each in survey(of, words).used]


def left_out(*words: str, of: list[Adapter] = LAPTOP) -> dict[str, Reason]:
    return {each.name: reason for each, reason in survey(of, words).left_out}


# without a choice


def test_interfaces_that_lead_outside_are_used_and_the_others_have_a_reason() -> None:
    assert used() == ["eth0", "wlan0"]
    assert left_out() == {
        "docker0": Reason.DOWN,
        "eth1": Reason.DOWN,
        "lo": Reason.LOOPBACK,
        "tun0": Reason.TUNNEL,
        "veth1": Reason.NO_ADDRESS,
    }
    assert survey(LAPTOP).awaited == []


def test_loopback_is_used_when_nothing_else_is_up() -> None:
    assert used(of=[LO, PULLED, VETH, VPN]) == ["lo"]
    assert used(of=[LO._replace(flags=DOWN)]) == []


def test_this_machine_has_an_interface_to_use() -> None:
    assert usable_interfaces()
    assert usable_interfaces() == usable_interfaces()


# with one


@pytest.mark.parametrize("word", ["eth0", "192.168.7.20", "192.168.7.0/24", "192.168.7.99/24"])
def test_an_interface_is_chosen_by_name_address_or_network_and_no_other_is_used(word: str) -> None:
    assert used(word) == ["eth0"]
    assert set(left_out(word).values()) == {Reason.UNCHOSEN}
    assert len(left_out(word)) == len(LAPTOP) - 1


def test_a_name_takes_all_of_an_interface_an_address_or_a_network_what_fits() -> None:
    (whole,), (part,), (v6,) = (
        survey(LAPTOP, [word]).used for word in ("eth0", "192.168.0.0/16", "fd00::/8")
    )
    assert whole == CABLE.interface
    assert (part.ipv4, part.ipv6) == (("192.168.7.20",), ())
    assert part.broadcasts == (("192.168.7.20", "192.168.7.255"),)
    assert part.networks == ("192.168.7.0/24",)
    assert (v6.ipv4, v6.ipv6, v6.broadcasts, v6.networks) == ((), ("fd00::2",), (), ())


def test_several_words_add_up() -> None:
    assert used("wlan0", "192.168.7.0/24", "eth9") == ["eth0", "wlan0"]


def test_the_name_that_people_see_will_do() -> None:
    assert used("Wi-Fi 2") == ["wlan0"]


def test_what_is_chosen_is_used_even_if_it_is_left_out_else() -> None:
    assert used("tun0") == ["tun0"]
    assert used("lo") == ["lo"]
    assert used("127.0.0.1", "eth0") == ["eth0", "lo"]


def test_what_is_chosen_and_cannot_be_used_now_is_awaited() -> None:
    words = ("eth0", "eth1", "eth9", "10.9.0.0/16", "fe80::2")
    assert used(*words) == ["eth0"]
    assert survey(LAPTOP, words).awaited == ["eth1", "eth9", "10.9.0.0/16", "fe80::2"]
    assert left_out(*words)["eth1"] == Reason.DOWN
    assert left_out(*words)["veth1"] == Reason.NO_ADDRESS
    assert used("eth9") == []


def test_a_scope_names_the_interface_that_is_meant() -> None:
    both = [CABLE, an_adapter("eth2", ("10.1.0.1", 24), ("fe80::1", 64), title="Office")]
    for word, name in (("fe80::1%eth0", "eth0"), ("fd00::2%2", "eth0"), ("fe80::1%Office", "eth2")):
        found = survey(both, (word, "10.1.0.1", "192.168.7.20"))
        assert [each.name for each in found.used if len(each.hosts) > 1] == [name]
        assert found.awaited == []
    assert survey(both, ("fe80::1%eth1",)).awaited == ["fe80::1%eth1"]


def test_what_nobody_else_can_use_is_told_from_what_is_not_there() -> None:
    found = survey(LAPTOP, ("fe80::1%eth0", "veth1", "eth1", "eth9"))
    assert found.used == []
    assert found.unreachable == {"fe80::1%eth0", "veth1"}


def test_a_choice_looks_anew_and_keeps_what_it_saw() -> None:
    there = [LO, WIFI]
    choice = Choice(["eth0"], lambda: there)
    assert choice.look() == []
    assert choice.last.awaited == ["eth0"]
    there.append(CABLE)
    assert choice.look() == [CABLE.interface]
    assert choice.last.awaited == []


@pytest.mark.parametrize(
    ("word", "answer"),
    [
        ("192.168.7.0/24", True),
        ("fd00::2", True),
        ("fe80::1%eth0", True),
        ("fe80::1%eth0/64", True),
        ("eth0", False),
        ("192.168.7.0/99", False),
        ("192.168.7.1%eth0", False),
        ("fe80::1%", False),
    ],
)
def test_a_network_is_known_by_its_form(word: str, answer: bool) -> None:
    assert is_network(word) == answer
