"""One game kept the same on all peers: the order of entries, the barrier, what is written.

The simulated network holds in every test: nothing is sent before it is durable, nobody reveals
without the barrier, and no place ever has two entries in one slot (see `simulation`).
"""

from __future__ import annotations

import pytest

from bastide.core.draft import Draft
from bastide.core.encoding import enc
from bastide.core.journal import Entry, entry_id, parse_body
from bastide.net.errors import PeerError
from bastide.net.links.messages import Entries, Have, Head, Offer, Want, WireMessage
from tests.net.simulation import Network, SimulatedPeer
from tests.net.sync.networks import assert_all_equal, at_a_move, decide
from tests.repeats import repeated

# order


@pytest.mark.parametrize("peers", [2, 3, 5, [[0, 3], [1], [2]], [[0], [1, 2, 3]]])
@pytest.mark.parametrize("seed", repeated(range(5)))
def test_all_peers_end_with_one_journal(peers: int | list[list[int]], seed: int) -> None:
    network = Network(peers, seed)
    network.play()
    assert_all_equal(network)
    assert network.clock == 0.0, "the peers waited for a timer instead of telling each other"


def test_in_a_full_mesh_everything_is_sent_once() -> None:
    network = Network(5, 1)
    network.play()
    steps = network.peers[network.keys[0]].sync.table.journal.step
    entries = sum(len(step) for step in network.at(0).sync.table.journal.steps)
    early = 4 * 5  # the first entries go out before all have told with whom they are linked
    assert network.sent["Entries"] <= 4 * entries + early
    assert network.sent["Head"] <= 5 * 4 * steps
    assert network.sent["Have"] == 0


LINE = [(0, 2), (0, 3), (1, 3)]

RING = [(0, 2), (1, 3)]

STAR = [(1, 2), (1, 3), (2, 3)]


@pytest.mark.parametrize("missing", [LINE, RING, STAR], ids=["line", "ring", "star"])
@pytest.mark.parametrize("seed", repeated(range(5)))
def test_missing_links_do_no_harm_and_cost_no_time(
    missing: list[tuple[int, int]], seed: int
) -> None:
    network = Network(4, seed, missing)
    network.play()
    assert_all_equal(network)
    assert network.clock == 0.0


@pytest.mark.parametrize("seed", repeated(range(5)))
def test_bots_on_a_peer_that_is_not_linked_with_all(seed: int) -> None:
    network = Network([[0, 3], [1], [2, 4]], seed, [(0, 2)])
    network.play()
    assert_all_equal(network)


# the barrier


def test_nobody_rolls_before_all_others_stand_at_the_same_place() -> None:
    network = Network(3, 9)
    # The third peer's heads never arrive anywhere, and nobody says that they are late.
    network.tamper = lambda a, b, m: None if isinstance(m, Head | Have) else m
    network.play(400)
    for peer in network.peers.values():
        assert {parse_body(e.body).kind for e in peer.sync.table.journal.entries()} == {"join"}
        waits = {0, 1, 2} - {peer.place}
        assert set(peer.sync.awaited()) == waits


def test_what_a_seat_waits_for_is_told() -> None:
    network, mover, other = at_a_move()
    assert mover.sync.awaited() == other.sync.awaited() == (mover.place,)
    network.play()
    network.kill(mover.key)
    network.play()
    assert other.sync.awaited() == (mover.place,)


def test_a_draft_of_another_position_is_not_sent() -> None:
    network, mover, other = at_a_move()
    stale = Draft(mover.sync.table, mover.sync.table.seat_of(mover.place))
    stale.choose(stale.legal()[0])
    decide(mover, 1)
    network.play()
    written = len(mover.disk.entries)
    with pytest.raises(PeerError):
        mover.sync.write(stale)
    assert len(mover.disk.entries) == written
    assert mover.sync.stop is None
    stale.seat = other.sync.table.seat_of(other.place)
    with pytest.raises(PeerError):
        other.sync.write(stale)


def test_nothing_is_committed_to_twice() -> None:
    network, mover, _ = at_a_move()
    decide(mover, 0)
    network.play()
    decide(mover, 0)
    choices = dict(mover.disk.choices)
    with pytest.raises(PeerError, match="moved on"):
        decide(mover, 1)
    assert mover.disk.choices == choices


def test_what_others_choose_unseen_is_not_legal_because_we_say_so() -> None:
    network, mover, other = at_a_move()
    decide(mover, 0)
    network.play()
    draft = Draft(other.sync.table, other.sync.table.seat_of(other.place))
    draft.choose(draft.legal()[0])
    draft.actions[0] = draft.actions[0]._replace(data=(9,))
    with pytest.raises(PeerError, match="only 0 to 2 may be staked"):
        other.sync.write(draft)


def test_a_choice_that_is_lost_stops_this_peer_with_the_reason() -> None:
    network = Network(2, 5)
    peer = network.at(0)
    for _ in range(2_000):
        network.play(1)
        expected = peer.sync.table.expected()
        if expected and expected.kind == "commit" and 0 in peer.sync.table.journal.pending:
            break
    network.kill(peer.key)
    peer.disk.choices.clear()
    network.restart(peer.key)
    network.play()
    assert peer.sync.stop is not None
    assert not peer.sync.stop.lasting
    assert "what it has chosen is not there any more" in str(peer.sync.stop.reason.fields)
    assert network.at(1).sync.stop is None
    assert network.at(1).sync.awaited() == (0,)


# what has no place in a game


@pytest.mark.parametrize(
    "message", [Offer(b"", bytes(16)), Want(bytes(32), 0, 1)], ids=["offer", "want"]
)
def test_messages_of_other_kinds_are_refused_or_mean_nothing(message: WireMessage) -> None:
    network, mover, other = at_a_move()
    network.receive(other.key, mover.key, message)
    assert len(other.refused) == isinstance(message, Offer)
    assert other.sync.stop is None


def test_what_was_taken_before_a_refusal_stays() -> None:
    network, mover, other = at_a_move()
    entry = _unsent(network, mover, other)
    bad = Entry(enc([1, 2, 3]), bytes(64))
    network.receive(other.key, mover.key, Entries(other.sync.game, (entry, bad)))
    assert [str(error) for error in other.refused] == ["A malformed entry came."]
    assert entry in other.sync.table.journal.entries()
    assert entry in other.disk.entries


def _unsent(network: Network, mover: SimulatedPeer, other: SimulatedPeer) -> Entry:
    """Let a peer decide, and lose what it sends; return its entry."""
    decide(mover, 0)
    network.queues[mover.key, other.key].clear()
    return mover.sync.table.journal.entries()[-1]


def test_ids_in_all_journals_are_those_that_were_written() -> None:
    network = Network(3, 4)
    network.play()
    for peer in network.peers.values():
        for entry in peer.sync.table.journal.entries():
            body = parse_body(entry.body)
            assert network.written[body.step, body.place] == entry_id(entry.body)
