"""What the probes of `bastide doctor` say of a network."""

from __future__ import annotations

import contextlib
import socket
from collections.abc import Iterator

import pytest

from bastide.core.encoding import enc
from bastide.net import limits
from bastide.net.finding import probing
from bastide.net.finding.beacon import Beacon, bound, write_beacon
from bastide.net.finding.interfaces import Interface
from bastide.net.finding.probing import Echo, Probed, ask_mdns, call, multicast_returns, probe
from bastide.net.identity import Identity

LOOPBACK = Interface("lo", 1, ("127.0.0.1",), ("::1",), (("127.0.0.1", "127.0.0.1"),))
NOWHERE = Interface("eth9", 9, ("192.0.2.77",), (), (("192.0.2.77", "192.0.2.255"),))
IPV6_ONLY = Interface("eth8", 8, (), ("fe80::8",), ())


@pytest.fixture(autouse=True)
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    """Do not wait long, and keep tests that run side by side from hearing each other's beacons."""
    monkeypatch.setattr(probing, "LISTEN_SECONDS", 0.1)
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as end:
        end.bind(("", 0))
        monkeypatch.setattr(limits, "BEACON_PORT", end.getsockname()[1])


def test_what_is_sent_on_loopback_comes_back() -> None:
    assert multicast_returns(LOOPBACK) is True
    mdns, beacon = ask_mdns(LOOPBACK), call(LOOPBACK)
    assert mdns is not None
    assert mdns.returns
    assert beacon == Echo(returns=True)


def test_nothing_comes_back_on_an_interface_that_is_not_there() -> None:
    assert probe([NOWHERE]) == [Probed(False, Echo(), Echo())]


def test_an_interface_without_ipv4_is_not_tried() -> None:
    assert probe([IPV6_ONLY]) == [Probed()]


def test_each_interface_is_tried() -> None:
    found = probe([LOOPBACK, IPV6_ONLY, NOWHERE])

    assert [each.multicast for each in found] == [True, None, False]


@pytest.mark.parametrize(
    ("answer", "counts"),
    [
        (write_beacon(Beacon(Identity(b"\x01" * 32).key, 47100, "Ann")), True),
        (write_beacon(Beacon(Identity(b"\x01" * 32).key, 0, "Ann")), False),
        (enc(["chess", 1]), False),
    ],
    ids=["a host", "a seeker", "noise"],
)
def test_only_hosts_of_tables_count(answer: bytes, counts: bool) -> None:
    assert bool(probing._key_of_a_host(answer)) is counts


def test_an_answer_is_a_response_about_our_service() -> None:
    question = probing._question()
    response = question[:2] + b"\x84\x00" + question[4:]
    assert probing._is_answer(response)
    assert not probing._is_answer(question)
    assert not probing._is_answer(response.replace(b"_bastide", b"_printer"))
    assert not probing._is_answer(b"")


def test_this_computer_is_no_other() -> None:
    assert probing._without({"127.0.0.1", "192.168.1.7"}, LOOPBACK) == {"192.168.1.7"}


@contextlib.contextmanager
def taken(port: int) -> Iterator[None]:
    """Let another program have a port for itself."""
    with bound(("", port), is_shared=False):
        yield


def test_a_port_that_another_program_keeps_for_itself_is_no_echo() -> None:
    with taken(limits.BEACON_PORT):
        assert call(LOOPBACK) == Echo()
