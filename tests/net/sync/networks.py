"""Networks at some moment of a game, and what all peers of one have in common at its end."""

from __future__ import annotations

from bastide.core.draft import Draft
from tests.net.simulation import Network, SimulatedPeer
from tests.sizes import SIZES

SEEDS = range(max(5, SIZES.examples // 8))


def assert_all_equal(network: Network) -> None:
    peers = list(network.peers.values())
    assert [peer.sync.stop for peer in peers] == [None] * len(peers)
    assert all(peer.sync.table.over for peer in peers)
    assert len({peer.sync.table.journal.prev for peer in peers}) == 1
    assert len({tuple(peer.sync.table.state.scores) for peer in peers}) == 1
    assert not any(peer.refused for peer in peers)


def at_a_move(seed: int = 7) -> tuple[Network, SimulatedPeer, SimulatedPeer]:
    """Return a network where one seat is to move, that peer, and another; nobody decides."""
    network = Network(3, seed)
    for peer in network.peers.values():
        peer.act = lambda: None  # type: ignore[method-assign]  # nobody decides by itself
    network.play()
    expected = network.at(0).sync.table.expected()
    assert expected is not None
    assert expected.kind == "move"
    mover = network.at(expected.places[0])
    return network, mover, next(p for p in network.peers.values() if p is not mover)


def decide(peer: SimulatedPeer, choice: int) -> None:
    draft = Draft(peer.sync.table, peer.sync.table.seat_of(peer.place))
    draft.choose(draft.legal()[choice])
    peer.sync.write(draft)


def play_on(network: Network, step: int) -> None:
    """Decide what is due, without waiting for anybody, until all are at a step."""
    table = network.at(0).sync.table
    while table.journal.step < step:
        decide(network.at(table.missing()[0]), 0)
        network.drain()
