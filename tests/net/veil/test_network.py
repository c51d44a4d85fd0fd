"""Whole games with hidden cards on a simulated network, with lost links and power cuts."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

import pytest

from bastide.net import limits
from tests.net.disks import Killed
from tests.net.simulation import Network, ids
from tests.net.veil.test_flows import claimed, may_know
from tests.net.veil.veiled import faces_known
from tests.repeats import repeated
from tests.sizes import SIZES

WRITES = 100
"""More durable writes than a peer of two makes in a game."""
EVERY = 1 if SIZES.name == "soak" else 10


@pytest.fixture(autouse=True)
def few_rounds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "PROOF_ROUNDS", 2)


def game(
    peers: int | Sequence[Sequence[int]], seed: int, missing: Sequence[tuple[int, int]] = ()
) -> Network:
    return Network(peers, seed, missing, game="cards")


def check_end(network: Network) -> None:
    """Hold that all peers are at the same end, and know what they may."""
    first, *others = network.peers.values()
    assert first.sync.table.over
    for peer in network.peers.values():
        assert peer.sync.stop is None
        assert not peer.refused
    for peer in others:
        assert ids(peer) == ids(first)
        assert peer.sync.table.state_digest == first.sync.table.state_digest
        assert peer.sync.table.state.scores == first.sync.table.state.scores
    for peer in network.peers.values():
        table = peer.sync.table
        known = set(faces_known(table.state))
        may = set[int]().union(*(may_know(table.state, place) for place in peer.places))
        assert known ^ may <= claimed(table)


@pytest.mark.parametrize("peers", [2, 3, 4])
def test_peers_play_a_game_with_hidden_cards(peers: int) -> None:
    network = game(peers, seed=peers)
    network.play()
    check_end(network)


def test_a_missing_link_and_two_places_at_one_peer_do_no_harm() -> None:
    network = game([(0,), (1, 3), (2,)], 4, missing=[(0, 2)])
    network.play()
    check_end(network)


@pytest.mark.parametrize("seed", repeated(range(3 * SIZES.peer_kills)))
def test_peers_that_are_killed_at_any_write_come_back_with_their_hands(seed: int) -> None:
    """Nobody writes two entries for one slot (`Network.note_written`), whenever it is cut off."""
    network = game(3, seed)
    random = Random(seed)
    for peer in network.peers.values():
        cut = random.randrange(1, 60)
        if random.random() < 0.5:
            peer.disk.before = power_cut(cut)
        else:
            peer.disk.after = power_cut(cut)
    network.finish()
    check_end(network)


@pytest.mark.parametrize("write", repeated(range(1, WRITES, EVERY), measured=0))
def test_a_power_cut_on_either_side_of_any_write_loses_nothing(write: int) -> None:
    """All of them under `make soak`, one in so many otherwise."""
    for moment in ("before", "after"):
        network = game(2, write)
        setattr(network.at(0).disk, moment, power_cut(write))
        network.finish()
        check_end(network)


def power_cut(write: int) -> Callable[[int], None]:
    def check(number: int) -> None:
        if number == write:
            raise Killed

    return check


@pytest.mark.parametrize("seed", repeated(range(3 * SIZES.peer_kills)))
def test_links_that_come_and_go_do_no_harm(seed: int) -> None:
    network = game(3, seed)
    random = Random(seed)

    def disturb() -> None:
        if random.random() < 0.02:
            one, other = random.sample(network.keys, 2)
            network.unlink(one, other)
        if random.random() < 0.05 and network.cut:
            one, other = sorted(random.choice(sorted(network.cut, key=sorted)))
            network.relink(one, other)

    network.play(disturb=disturb)
    for pair in list(network.cut):
        network.relink(*sorted(pair))
    network.play()
    check_end(network)


def test_a_peer_that_was_away_catches_up_proof_by_proof() -> None:
    """What comes too early to be checked is asked for again, not lost."""
    network = Network([(0,), (1,), (2,)], 7, game="cards")
    network.play(most=600)
    away = network.keys[2]
    disk = network.peers[away].disk
    network.kill(away)
    del disk.entries[len(disk.entries) // 8 :]  # an old copy of its folder
    before = network.clock
    network.restart(away)
    network.play()
    check_end(network)
    assert network.clock - before < limits.HAVE_SECONDS * 3
