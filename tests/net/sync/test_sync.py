"""One game kept the same on all peers, whatever happens to links and programs.

The simulated network holds in every test: nothing is sent before it is durable, nobody reveals
without the barrier, and no place ever has two entries in one slot (see `simulation`).
"""

from __future__ import annotations

import itertools

import pytest

from bastide.core.draft import Draft
from bastide.core.encoding import enc
from bastide.core.journal import Entry, entry_id, parse_body
from bastide.net import limits
from bastide.net.errors import PeerError
from bastide.net.links.messages import (
    Entries,
    Genesis,
    Have,
    Head,
    Offer,
    SignedEntry,
    Want,
    WireMessage,
)
from tests.net.simulation import Network, SimulatedPeer, ids
from tests.repeats import repeated
from tests.sizes import SIZES

SEEDS = range(max(5, SIZES.examples // 8))


def assert_all_equal(network: Network) -> None:
    peers = list(network.peers.values())
    assert [peer.sync.stop for peer in peers] == [None] * len(peers)
    assert all(peer.sync.table.over for peer in peers)
    assert len({peer.sync.table.journal.digest for peer in peers}) == 1
    assert len({tuple(peer.sync.table.state.scores) for peer in peers}) == 1
    assert not any(peer.refused for peer in peers)


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


# loss


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


# catching up


def _behind(seed: int, messages: int = 10_000) -> tuple[Network, SimulatedPeer]:
    """Return a network of three after some messages; the third has an empty disk and is down."""
    network = Network(3, seed)
    network.play(messages)
    key = network.keys[2]
    network.kill(key)
    network.peers[key].disk.entries = []
    return network, network.peers[key]


def test_who_lacks_everything_gets_it_from_one_peer() -> None:
    network, late = _behind(3)
    network.sent.clear()
    network.restart(late.key)
    network.play()
    assert_all_equal(network)
    assert network.sent["Want"] == 1
    assert network.sent["Entries"] <= 3


def test_long_gaps_come_in_stretches(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "STEPS_WANTED", 10)
    monkeypatch.setattr(limits, "ENTRIES_FRAME", 2_000)
    network, late = _behind(3)
    network.sent.clear()
    network.restart(late.key)
    network.play()
    assert_all_equal(network)
    assert network.sent["Want"] == 3
    assert network.clock <= 1.0


def test_another_is_asked_when_the_first_does_not_answer() -> None:
    network, late = _behind(3)
    asked: list[bytes] = []

    def silent(sender: bytes, to: bytes, message: WireMessage) -> WireMessage | None:
        if isinstance(message, Want):
            asked.append(to)
        return None if isinstance(message, Want) and len(asked) == 1 else message

    network.tamper = silent
    network.restart(late.key)
    network.play()
    assert_all_equal(network)
    assert len(asked) == 2


def test_a_peer_that_wants_everything_again_and_again_gets_little() -> None:
    network = Network(2, 3)
    network.play()
    one, other = network.keys
    network.sent.clear()
    for _ in range(100):
        network.receive(one, other, Want(network.genesis.game_id, 0, 256))
    assert network.sent["Entries"] == limits.STRETCHES_PER_SECOND
    network.second()
    network.receive(one, other, Want(network.genesis.game_id, 0, 256))
    assert network.sent["Entries"] == limits.STRETCHES_PER_SECOND + 1


def test_an_entry_far_ahead_is_not_kept_but_what_lies_before_is_asked_for() -> None:
    network, late = _behind(3)
    network.down.discard(late.key)
    late.boot(loaded=False)
    last = network.at(0).sync.table.journal.steps[-1]
    network.sent.clear()
    network.receive(
        late.key,
        network.keys[0],
        Entries(late.sync.game, tuple(SignedEntry(*entry) for entry in last)),
    )
    assert network.sent["Want"] == 1
    assert late.sync.table.journal.step == 0


# old copies


def test_a_loaded_game_writes_nothing_before_another_peer_is_heard() -> None:
    network = Network(2, 3)
    network.play(60)
    alone, other = network.keys
    network.kill(alone)
    network.kill(other)
    network.restart(alone)
    before = ids(network.peers[alone])
    network.play(50)
    assert ids(network.peers[alone]) == before
    assert not network.peers[alone].sync.may_write
    with pytest.raises(PeerError, match="before another player has been heard"):
        network.peers[alone].sync.write(Draft(network.peers[alone].sync.table, 0))


def test_a_loaded_game_of_ours_alone_goes_on_at_once() -> None:
    network = Network([[0, 1, 2]], 3)
    network.play(5)
    network.kill(network.keys[0])
    network.restart(network.keys[0])
    network.play()
    assert_all_equal(network)


@pytest.mark.parametrize("seed", repeated(SEEDS))
def test_an_old_copy_takes_over_what_the_others_hold(seed: int) -> None:
    network = Network(3, seed)
    network.play(100 + 20 * (seed % 20))
    network.drain()
    key = network.random.choice(network.keys)
    peer = network.peers[key]
    network.kill(key)
    steps = sorted({parse_body(entry.body).step for entry in peer.disk.entries})
    last = network.random.choice([-1, *steps])
    peer.disk.entries = [e for e in peer.disk.entries if parse_body(e.body).step <= last]
    network.restart(key)
    network.play()
    assert_all_equal(network)


def test_an_old_copy_waits_for_its_own_entry_of_this_very_step() -> None:
    network, mover, _ = at_a_move()
    others = [peer for peer in network.peers.values() if peer is not mover]
    _decide(mover, 0)
    network.drain()
    _decide(mover, 0)  # this step is played together: the others have not committed yet
    own = mover.sync.table.journal.entries()[-1]
    network.drain()
    network.kill(mover.key)
    assert any(own in peer.sync.table.journal.entries() for peer in others)
    mover.disk.entries.remove(own)
    network.restart(mover.key)
    assert not mover.sync.may_write
    network.play()
    assert own in mover.sync.table.journal.entries()
    assert mover.sync.may_write


def test_our_own_head_kept_by_others_tells_that_our_copy_is_old() -> None:
    network, mover, other = at_a_move()
    before = list(mover.disk.entries)
    _decide(mover, 0)
    network.play()
    step = other.sync.table.journal.step
    network.kill(mover.key)
    mover.disk.entries = before
    for peer in network.peers.values():
        if peer is not mover:
            network.cut.add(frozenset((mover.key, peer.key)))
    network.restart(mover.key)
    network.receive(mover.key, other.key, _have_of(mover, other.sync.game))
    assert mover.sync.may_write
    network.kill(mover.key)
    network.restart(mover.key)
    for head in [m for m in _told_by(network, other, mover) if isinstance(m, Head)]:
        network.receive(mover.key, other.key, head)
    network.receive(mover.key, other.key, _have_of(mover, other.sync.game))
    assert mover.sync.table.journal.step < step
    assert not mover.sync.may_write


def _have_of(peer: SimulatedPeer, game: bytes) -> Have:
    """Return what somebody says who stands exactly where a peer does."""
    journal = peer.sync.table.journal
    return Have(game, journal.step, journal.prev, ())


def _told_by(network: Network, one: SimulatedPeer, other: SimulatedPeer) -> list[WireMessage]:
    """Return what a peer greets another with."""
    told: list[WireMessage] = []
    send = one.send
    one.send = lambda peer, message: told.append(message)  # type: ignore[method-assign]  # listens
    one.sync.linked(other.key)
    one.send = send  # type: ignore[method-assign]  # as it was
    return told


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


# writing


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


def _decide(peer: SimulatedPeer, choice: int) -> None:
    draft = Draft(peer.sync.table, peer.sync.table.seat_of(peer.place))
    draft.choose(draft.legal()[choice])
    peer.sync.write(draft)


def test_a_draft_of_another_position_is_not_sent() -> None:
    network, mover, other = at_a_move()
    stale = Draft(mover.sync.table, mover.sync.table.seat_of(mover.place))
    stale.choose(stale.legal()[0])
    _decide(mover, 1)
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
    _decide(mover, 0)
    network.play()
    _decide(mover, 0)
    choices = dict(mover.disk.choices)
    with pytest.raises(PeerError, match="moved on"):
        _decide(mover, 1)
    assert mover.disk.choices == choices


def test_what_others_choose_unseen_is_not_legal_because_we_say_so() -> None:
    network, mover, other = at_a_move()
    _decide(mover, 0)
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
    bad = SignedEntry(enc([1, 2, 3]), bytes(64))
    network.receive(other.key, mover.key, Entries(other.sync.game, (SignedEntry(*entry), bad)))
    assert [str(error) for error in other.refused] == ["A malformed entry came."]
    assert entry in other.sync.table.journal.entries()
    assert entry in other.disk.entries


def _unsent(network: Network, mover: SimulatedPeer, other: SimulatedPeer) -> Entry:
    """Let a peer decide, and lose what it sends; return its entry."""
    _decide(mover, 0)
    network.queues[mover.key, other.key].clear()
    return mover.sync.table.journal.entries()[-1]


def test_ids_in_all_journals_are_those_that_were_written() -> None:
    network = Network(3, 4)
    network.play()
    for peer in network.peers.values():
        for entry in peer.sync.table.journal.entries():
            body = parse_body(entry.body)
            assert network.written[body.step, body.place] == entry_id(entry.body)
