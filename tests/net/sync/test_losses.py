"""Links that break and programs that are killed lose nothing that was acknowledged."""

from __future__ import annotations

import itertools

import pytest

from bastide.net.links.messages import Genesis
from tests.net.simulation import Network
from tests.net.sync.networks import SEEDS, assert_all_equal
from tests.repeats import repeated


@pytest.mark.parametrize("seed", repeated(range(10)))
def test_a_link_that_breaks_in_mid_game_costs_no_time_where_others_lead_around(seed: int) -> None:
    network = Network(3, seed)
    network.play(50 + 10 * seed)
    network.unlink(*network.random.sample(network.keys, 2))
    network.play()
    assert_all_equal(network)
    assert network.clock == 0.0


def _flicker(network: Network, often: float) -> None:
    """Cut links now and then, and make them again ten times as often."""
    one, other = network.random.sample(network.keys, 2)
    chance = network.random.random()
    if chance < often:
        network.unlink(one, other)
    elif chance < 11 * often and frozenset((one, other)) in network.cut:
        network.relink(one, other)


def _mend(network: Network) -> None:
    for pair in list(network.cut):
        network.relink(*pair)
    for key in sorted(network.down):
        network.restart(key)


@pytest.mark.parametrize("peers", [2, 3, 4, [[0, 3], [1], [2]]])
@pytest.mark.parametrize("seed", repeated(SEEDS))
def test_links_that_come_and_go_lose_nothing(peers: int | list[list[int]], seed: int) -> None:
    network = Network(peers, seed)
    network.play(3_000, lambda: _flicker(network, 0.02))
    _mend(network)
    network.play()
    assert_all_equal(network)


@pytest.mark.parametrize("seed", repeated(SEEDS))
def test_killed_peers_come_back_with_all_that_was_acknowledged(seed: int) -> None:
    network = Network(3, seed)

    def disturb() -> None:
        _flicker(network, 0.01)
        if network.random.random() < 0.02:
            key = network.random.choice(network.keys)
            network.restart(key) if key in network.down else network.kill(key)

    network.play(1_500, disturb)
    _mend(network)
    network.play()
    assert_all_equal(network)


@pytest.mark.parametrize("order", repeated([*itertools.permutations(range(3))]))
def test_all_killed_and_started_in_any_order_go_on(order: tuple[int, ...]) -> None:
    network = Network(3, 1)
    network.play(120)
    for key in network.keys:
        network.kill(key)
    for n in order:
        network.restart(network.keys[n])
        network.play()
    assert_all_equal(network)


@pytest.mark.parametrize("seed", repeated(range(5)))
def test_two_halves_that_could_not_hear_each_other_go_on_together(seed: int) -> None:
    network = Network(4, seed)
    network.play(100)
    halves = list(itertools.product(network.keys[:2], network.keys[2:]))
    for one, other in halves:
        network.unlink(one, other)
    network.play()
    for one, other in halves:
        network.relink(one, other)
    network.play()
    assert_all_equal(network)


def test_who_opens_the_game_while_linked_is_answered_within_a_second() -> None:
    network = Network(2, 5)
    network.play(60)
    late, other = network.keys
    for pair in list(network.queues):
        network.queues[pair].clear()
    network.peers[late].boot(loaded=True)
    network.second()
    network.peers[late].sync.linked(other)
    network.run(network.peers[late], network.peers[late].sync.start)
    network.play()
    assert_all_equal(network)
    assert network.clock <= 2.0


def test_a_peer_that_greets_all_the_time_is_answered_once_a_second() -> None:
    network = Network(2, 5)
    network.play(20)
    one, other = network.keys
    journal = network.at(0).sync.table.journal
    greeting = Genesis(network.genesis.game_id, journal.genesis.data, journal.accepts)
    network.second()
    network.sent.clear()
    for _ in range(50):
        network.receive(other, one, greeting)
    assert network.sent["Have"] == 1
    network.second()
    assert network.sent["Have"] == 2
