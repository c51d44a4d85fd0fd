from __future__ import annotations

import asyncio
import contextlib
import socket
from collections.abc import AsyncIterator, Callable

import ifaddr
import pytest
from zeroconf.asyncio import AsyncZeroconf

from bastide.net import limits
from bastide.net.errors import PeerError
from bastide.net.finding import mdns
from bastide.net.finding.discovery import LISTENING, Discovery
from bastide.net.finding.interfaces import Interface, interface_of
from bastide.net.finding.sighting import BEACON, MDNS, Sighting
from bastide.net.identity import Address, Identity
from tests.net.stories import within

# Keys of this run only: other runs, and other programs, may announce theirs on this machine.
ANN = Identity.create().text
BOB = Identity.create().text
CAT = Identity.create().text
ETH = Interface("eth0", 2, ("192.168.1.20",), ("fd00::2", "fe80::1"), ())


def loopback() -> list[Interface]:
    for adapter in ifaddr.get_adapters():
        ips = [each for each in adapter.ips if each.ip == "127.0.0.1"]
        if ips and adapter.index is not None:
            return [interface_of("lo", adapter.index, ips)]
    raise AssertionError("no loopback")


class Watcher:
    """Collects sightings of the two, and wakes who waits for one; strangers do not count."""

    def __init__(self) -> None:
        self.seen: list[Sighting] = []
        self._stirred = asyncio.Event()

    def __call__(self, sighting: Sighting) -> None:
        if sighting.identity in (ANN, BOB):
            self.seen.append(sighting)
            self._stirred.set()

    async def wait_for(self, how: str) -> Sighting:
        while True:
            for sighting in self.seen:
                if sighting.how == how:
                    return sighting
            self._stirred.clear()
            await self._stirred.wait()


@contextlib.asynccontextmanager
async def discovering(
    identity: str,
    port: int,
    watcher: Watcher,
    find: Callable[[], list[Interface]] = loopback,
    *,
    confined: bool = False,
    **start: bool,
) -> AsyncIterator[Discovery]:
    discovery = Discovery(identity, "Zoé", port, watcher, find=find, confined=confined)
    await discovery.start(**start)
    try:
        yield discovery
    finally:
        await discovery.stop()


@pytest.fixture(autouse=True)
def own_beacon_port(monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep tests that run side by side from hearing each other."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as end:
        end.bind(("", 0))
        monkeypatch.setattr(limits, "BEACON_PORT", end.getsockname()[1])


def test_a_host_is_seen_by_mdns() -> None:
    async def story() -> None:
        seen = Watcher()
        async with (
            discovering(ANN, 47100, Watcher()),
            discovering(BOB, 0, seen, announce=False),
        ):
            sighting = await seen.wait_for(MDNS)
        assert sighting == Sighting(ANN, "Zoé", (Address("127.0.0.1", 47100),), MDNS)

    within(story, 10)


def test_a_host_is_seen_by_beacon() -> None:
    async def story() -> None:
        seen = Watcher()
        async with (
            discovering(ANN, 47100, Watcher()),
            discovering(BOB, 0, seen, announce=False),
        ):
            sighting = await seen.wait_for(BEACON)
        assert sighting == Sighting(ANN, "Zoé", (Address("127.0.0.1", 47100),), BEACON)

    within(story, 10)


def test_a_confined_host_answers_beacons_of_its_own_networks_alone() -> None:
    """Whoever calls on loopback is near Bob, and far from Ann, who hears it all the same."""
    elsewhere = [each._replace(networks=("192.0.2.0/24",)) for each in loopback()]

    async def story() -> None:
        seen = Watcher()
        async with (
            discovering(ANN, 47100, Watcher(), lambda: elsewhere, confined=True),
            discovering(BOB, 47101, Watcher(), confined=True),
            discovering(Identity.create().text, 0, seen, announce=False),
        ):
            assert (await seen.wait_for(BEACON)).identity == BOB
            await asyncio.sleep(0.05)
        assert {each.identity for each in seen.seen if each.how == BEACON} == {BOB}

    within(story, 10)


@pytest.mark.usefixtures("often")
def test_whoever_listens_is_told_of_changes_and_a_fault_there_is_tried_again() -> None:
    async def story() -> None:
        told: list[list[Interface]] = []

        def use(interfaces: list[Interface]) -> None:
            told.append(interfaces)
            if len(told) == 1:
                raise PeerError("Not ready.")

        discovery = Discovery(ANN, "Ann", 0, Watcher(), find=loopback, on_use=use)
        await discovery.start(browse=False)
        assert str(discovery.faults[LISTENING]) == "Not ready."
        while discovery.faults:  # noqa: ASYNC110  # nobody is told
            await asyncio.sleep(0.01)
        await discovery.stop()
        assert told == [loopback()] * 2

    within(story, 10)


def test_two_hosts_on_one_machine_see_each_other_and_not_themselves() -> None:
    async def story() -> None:
        anns, bobs = Watcher(), Watcher()
        async with discovering(ANN, 47100, anns), discovering(BOB, 47101, bobs):
            assert (await anns.wait_for(MDNS)).identity == BOB
            assert (await bobs.wait_for(MDNS)).identity == ANN
        assert {each.identity for each in anns.seen} == {BOB}
        assert {each.identity for each in bobs.seen} == {ANN}

    within(story, 10)


def test_a_host_that_does_not_look_hears_no_mdns() -> None:
    async def story() -> None:
        anns, bobs = Watcher(), Watcher()
        async with (
            discovering(ANN, 47100, anns, browse=False),
            discovering(BOB, 47101, bobs, browse=True),
        ):
            await bobs.wait_for(MDNS)
        assert {each.how for each in anns.seen} <= {BEACON}

    within(story, 10)


def test_beacons_are_sent_by_who_looks_for_others() -> None:
    async def story() -> None:
        anns = Watcher()
        async with (
            discovering(ANN, 47100, anns, browse=False),
            discovering(CAT, 47102, Watcher(), browse=False),
            discovering(BOB, 47101, Watcher()),
        ):
            assert (await anns.wait_for(BEACON)).identity == BOB
            assert {each.identity for each in anns.seen} == {BOB}

    within(story, 10)


def test_a_taken_beacon_port_is_a_fault_and_mdns_goes_on() -> None:
    async def story() -> None:
        seen = Watcher()
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as taken:
            taken.bind(("", limits.BEACON_PORT))
            async with (
                discovering(ANN, 47100, Watcher()) as anns,
                discovering(BOB, 0, seen, announce=False) as bobs,
            ):
                assert "is in use" in str(anns.faults[BEACON])
                assert bobs.faults == {}
                await seen.wait_for(MDNS)

    within(story, 10)


def test_an_interface_without_multicast_is_a_fault_in_one_sentence(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise OSError("No such device")

    monkeypatch.setattr("bastide.net.finding.mdns.AsyncZeroconf", fail)

    async def story() -> None:
        async with discovering(ANN, 47100, Watcher()) as anns:
            assert str(anns.faults["lo"]) == "mDNS does not work on lo: No such device."

    within(story, 10)


@pytest.fixture
def often(monkeypatch: pytest.MonkeyPatch) -> None:
    """Look at the interfaces often."""
    monkeypatch.setattr("bastide.net.finding.interfaces.INTERFACE_POLL_SECONDS", 0.02)
    monkeypatch.setattr("bastide.net.finding.interfaces.INTERFACE_STABLE_SECONDS", 0.02)


@pytest.mark.parametrize(
    ("of", "fails"),
    [(mdns, "AsyncZeroconf"), (AsyncZeroconf, "async_register_service")],
    ids=["begin", "announce"],
)
@pytest.mark.usefixtures("often")
def test_an_interface_that_failed_is_tried_again(
    monkeypatch: pytest.MonkeyPatch, of: object, fails: str
) -> None:
    """An address that is not usable yet, say, or a driver that comes up slowly."""
    works, is_ready = getattr(of, fails), asyncio.Event()

    def later(*arguments: object, **options: object) -> object:
        if not is_ready.is_set():
            raise OSError("Cannot assign requested address")
        return works(*arguments, **options)

    monkeypatch.setattr(of, fails, later)

    async def story() -> None:
        seen = Watcher()
        async with discovering(ANN, 47100, Watcher()) as anns:
            assert "lo" in anns.faults
            is_ready.set()
            async with discovering(BOB, 0, seen, announce=False):
                await seen.wait_for(MDNS)
            assert anns.faults == {}

    within(story, 10)


@pytest.mark.usefixtures("often")
def test_a_system_that_does_not_list_its_interfaces_is_asked_again() -> None:
    answers = [OSError("try later"), OSError("try later"), loopback()]

    def find() -> list[Interface]:
        answer = answers.pop(0) if len(answers) > 1 else answers[0]
        if isinstance(answer, OSError):
            raise answer
        return answer

    async def story() -> None:
        async with discovering(ANN, 47100, Watcher(), find) as anns:
            assert anns.interfaces == []
            while not anns.interfaces:  # noqa: ASYNC110  # nobody is told
                await asyncio.sleep(0.01)

    within(story, 10)


def test_a_socket_that_may_not_send_is_no_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    """A firewall refuses each packet to UDP 5353 and 41777: the program goes on."""
    refused: list[object] = []

    def refuse(self: socket.socket, *arguments: object) -> int:
        refused.append(arguments[-1])
        raise PermissionError("Operation not permitted")

    class Gagged(socket.socket):
        sendto = refuse  # type: ignore[assignment]  # whatever is sent

    monkeypatch.setattr(socket, "socket", Gagged)

    async def story() -> None:
        async with discovering(ANN, 47100, Watcher()) as anns:
            await asyncio.sleep(0)
            assert anns.interfaces == loopback()
        assert refused

    within(story, 10)


@pytest.mark.usefixtures("often")
def test_an_interface_that_comes_is_used_and_one_that_goes_is_left() -> None:
    async def story() -> None:
        there: list[Interface] = []
        anns, bobs = Watcher(), Watcher()
        async with (
            discovering(ANN, 47100, anns, lambda: list(there)) as discovery,
            discovering(BOB, 47101, bobs),
        ):
            assert discovery.addresses() == ()
            there.extend(loopback())
            assert (await anns.wait_for(MDNS)).identity == BOB
            assert (await bobs.wait_for(MDNS)).identity == ANN
            assert discovery.addresses() == ("127.0.0.1",)
            there.clear()
            while discovery.interfaces:  # noqa: ASYNC110  # nobody is told
                await asyncio.sleep(0.01)

    within(story, 10)


def test_own_addresses_leave_out_link_local_ones() -> None:
    discovery = Discovery(ANN, "Ann", 47100, lambda _: None)
    discovery.interfaces = [ETH]
    assert discovery.addresses() == ("192.168.1.20", "fd00::2")
