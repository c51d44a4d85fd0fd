"""Power cuts and refusing disks at every moment that something is made durable."""

from __future__ import annotations

import pytest

from bastide.net.errors import StoreError
from bastide.net.sync.stops import NOBODY
from tests.net.disks import Killed
from tests.net.simulation import Network, SimulatedPeer
from tests.net.sync.networks import assert_all_equal
from tests.repeats import repeated
from tests.sizes import SIZES

WRITES = 60
"""More durable writes than one peer of two makes in a game; every one of them is tried."""


def cut_at(peer: SimulatedPeer, n: int, *, before: bool) -> None:
    """Cut a peer's power at its n-th durable write, once."""

    def cut(number: int) -> None:
        if number == n:
            raise Killed

    if before:
        peer.disk.before = cut
    else:
        peer.disk.after = cut


@pytest.mark.parametrize("before", [True, False], ids=["nothing written", "just written"])
@pytest.mark.parametrize("n", repeated(range(1, WRITES), measured=12))
def test_a_cut_at_any_write_loses_nothing_that_was_sent(n: int, before: bool) -> None:
    network = Network(2, n)
    cut_at(network.at(0), n, before=before)
    network.finish()
    assert_all_equal(network)


@pytest.mark.parametrize("seed", repeated(range(max(5, SIZES.examples // 6))))
def test_everybody_loses_power_at_random_writes_and_nobody_anything(seed: int) -> None:
    network = Network([[0, 3], [1], [2]], seed)
    for peer in network.peers.values():
        cut_at(peer, network.random.randrange(1, 50), before=network.random.random() < 0.5)

    def mend() -> None:
        if network.down and network.random.random() < 0.01:
            network.restart(network.random.choice(sorted(network.down)))

    network.play(3_000, mend)
    network.finish()
    assert_all_equal(network)


@pytest.mark.parametrize("n", repeated(range(1, WRITES, 4), measured=3))
def test_a_disk_that_refuses_any_write_stops_the_game_until_it_is_opened_again(n: int) -> None:
    network = Network(2, n)
    peer = network.at(0)

    def refuse(number: int) -> None:
        if number == n:
            raise StoreError("The disk is full.")

    peer.disk.before = refuse
    network.play()
    if peer.disk.writes >= n and peer.sync.stop:
        assert peer.sync.stop.place == NOBODY
        assert not peer.sync.stop.lasting
        network.kill(peer.key)
        network.restart(peer.key)
    network.play()
    peer.refused.clear()  # its own decision was refused by its disk
    assert_all_equal(network)
