"""Whoever lacks entries gets them from the others, and old copies of a game write nothing new."""

from __future__ import annotations

from collections import Counter

import pytest

from bastide.core.draft import Draft
from bastide.core.journal import parse_body
from bastide.net import limits
from bastide.net.errors import PeerError
from bastide.net.links.messages import Entries, Have, Head, Want, WireMessage
from bastide.net.sync.catchup import CatchUp
from tests.net.simulation import Network, SimulatedPeer, ids
from tests.net.sync.networks import SEEDS, assert_all_equal, at_a_move, decide
from tests.repeats import repeated

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


@pytest.mark.parametrize("stretch", [limits.STEPS_AHEAD, limits.STEPS_WANTED])
def test_who_gives_a_little_at_a_time_costs_no_more_than_the_others_and_a_stretch(
    stretch: int,
) -> None:
    """The other gives a stretch in two seconds; whoever says that it is furthest is asked first."""
    honest, liar, step, last, seconds = b"honest", b"liar", 0, 20 * stretch, Counter[bytes]()
    catchup = CatchUp(stretch)
    catchup.note(honest, last)
    catchup.note(liar, 2 * last)
    asked = catchup.whom_to_ask(step)
    while step < last:
        seconds[asked or b""] += 1
        step = min(last, step + (1 if asked == liar else stretch // 2))
        catchup.second(step, is_checking=False)
        asked = catchup.whom_to_ask(step) or asked
    assert seconds[honest] <= 2 * 20
    assert seconds[liar] <= seconds[honest] + limits.STRETCH_SECONDS + 1


def test_a_second_in_which_proofs_are_checked_is_nobodys() -> None:
    catchup = CatchUp(8)
    catchup.note(b"a", 16)
    catchup.note(b"b", 15)
    assert catchup.whom_to_ask(0) == b"a"
    for _ in range(2 * limits.STRETCH_SECONDS):
        catchup.second(4, is_checking=True)
    catchup.second(8, is_checking=False)
    assert catchup.whom_to_ask(8) == b"a"


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
        Entries(late.sync.game, tuple(last)),
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


def test_a_loaded_game_hears_all_who_are_linked_but_waits_for_nobody_who_is_silent() -> None:
    network, mover, other = at_a_move()
    third = next(p for p in network.peers.values() if p not in (mover, other))
    for silent in (False, True):
        network.kill(mover.key)
        network.restart(mover.key)
        network.queues.clear()
        network.receive(mover.key, other.key, _have_of(mover, other.sync.game))
        assert not mover.sync.may_write
        if silent:
            for second in range(limits.HEARING_SECONDS + 1):
                mover.sync.tick(float(second))
        else:
            network.receive(mover.key, third.key, _have_of(mover, other.sync.game))
        assert mover.sync.may_write


def test_who_is_linked_with_nobody_writes_nothing_until_somebody_is_heard_anew(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    network, mover, other = at_a_move()
    shown: list[bool] = []
    monkeypatch.setattr(mover, "happened", lambda _: shown.append(mover.sync.may_write))
    for peer in network.peers.values():
        assert mover.sync.may_write
        if peer is not mover:
            network.unlink(mover.key, peer.key)
    assert not mover.sync.may_write
    network.relink(mover.key, other.key)
    assert not mover.sync.may_write
    network.drain()
    assert mover.sync.may_write
    assert (shown[0], shown[-1]) == (False, True), "bots wait for that"


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
    decide(mover, 0)
    network.drain()
    decide(mover, 0)  # this step is played together: the others have not committed yet
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
    decide(mover, 0)
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
