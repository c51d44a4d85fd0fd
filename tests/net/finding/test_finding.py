"""Nodes that find each other by themselves on loopback, with real mDNS and beacons (F01, F04)."""

from __future__ import annotations

import socket
import time
from pathlib import Path

import pytest

from bastide.core.plugins import Setup
from bastide.net import limits
from bastide.net.errors import PeerError
from bastide.net.finding.choosing import Choice
from bastide.net.identity import Address, Identity
from bastide.net.node import Node
from bastide.net.storage.store import Store
from tests.net.finding.test_discovery import loopback
from tests.net.meeting import Meeting, digests
from tests.net.race import plugins
from tests.net.stories import within


@pytest.fixture(autouse=True)
def own_beacon_port(monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep tests that run side by side from hearing each other's beacons."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as end:
        end.bind(("", 0))
        monkeypatch.setattr(limits, "BEACON_PORT", end.getsockname()[1])


class Finding(Meeting):
    """Nodes with real discovery on loopback."""

    async def open(self, name: str, installed: object = None, *, port: int | None = None) -> Node:
        node = Node(Store(self.folder / name), plugins(), name, interfaces=loopback)
        await node.start(port)
        return self.add(name, node)


def test_a_table_is_in_the_others_list_with_nothing_typed(tmp_path: Path) -> None:
    async def story() -> None:
        met = Finding(tmp_path)
        try:
            ann = await met.open("Ann")
            ann.host(Setup("race", 2), "Ann's table")
            started = time.monotonic()
            bob = await met.open("Bob")
            await met.until(lambda: bool(met.tables("Bob")))
            assert time.monotonic() - started < 3.0
            assert met.seen("Bob").notice.name == "Ann's table"
            assert bob.invitation().tickets[0].address.port == bob.listener.port
        finally:
            await met.end()

    within(story)


def test_a_node_listens_on_what_was_chosen_alone_and_tells_of_nothing_else(tmp_path: Path) -> None:
    async def story() -> None:
        met = Finding(tmp_path)
        choice = Choice(["127.0.0.1", "nowhere7"])
        ann = met.add("Ann", Node(Store(tmp_path / "Ann"), plugins(), "Ann", choice=choice))
        try:
            await ann.start()
            assert choice.last.awaited == ["nowhere7"]
            own = Address("127.0.0.1", ann.listener.port)
            assert ann.invitation().addresses == (own,)
            assert {each.address for each in ann.invitation().tickets} == {own}
            bob = await met.open("Bob")
            with pytest.raises(PeerError, match="Nobody answers"):
                await bob.dial(own._replace(host="::1"))
            assert await bob.dial(own) == ann.identity.key
        finally:
            await met.end()

    within(story)


def test_both_come_back_on_other_ports_and_find_each_other_within_five_seconds(
    tmp_path: Path,
) -> None:
    async def story() -> None:
        met = Finding(tmp_path)
        try:
            await met.open("Ann")
            await met.open("Bob")
            await met.until(lambda: met.are_linked("Ann", "Bob"))
            await met.game("Ann", "Bob")
            await met.play("Ann", "Bob", turns=2)
            ports = {node.listener.port for node in met.nodes.values()}
            await met.crash("Ann")
            await met.crash("Bob")
            started = time.monotonic()
            for name in ("Bob", "Ann"):
                node = await met.open(name, port=0)
                assert node.listener.port not in ports
                node.resume(node.unfinished()[0])
            await met.until(lambda: all(met.live(n).sync.may_write for n in met.nodes))
            assert time.monotonic() - started < 5.0
            await met.play("Ann", "Bob")
            assert len(digests(met.live(name) for name in met.nodes)) == 1
        finally:
            await met.end()

    within(story)


def test_a_passing_node_looks_around_and_leaves_no_trace(tmp_path: Path) -> None:
    async def story() -> None:
        met = Finding(tmp_path)
        try:
            ann = await met.open("Ann")
            ann.host(Setup("race", 2), "Ann's table")
            with Store(tmp_path / "Eve") as store:
                eve = Node(store, plugins(), "Eve", Identity.create(), interfaces=loopback)
                await eve.start(listen=False)
                met.add("Eve", eve)
                await met.until(lambda: bool(met.tables("Eve")))
                assert eve.throwaway
                assert eve.invitation().addresses == ()
                assert not store.peers()
                await eve.stop()
                del met.nodes["Eve"]
            await met.until(lambda: eve.identity.key not in ann.contacts.linked())
            assert not ann.store.peers()
        finally:
            await met.end()

    within(story)
