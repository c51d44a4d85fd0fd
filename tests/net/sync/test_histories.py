"""Two histories: the step at which they part is found, and what was signed there decides."""

from __future__ import annotations

from collections import Counter, deque
from typing import NamedTuple

import pytest

from bastide.core.journal import Entry, entry_id, step_digest
from bastide.core.messages import English
from bastide.net import limits
from bastide.net.links.messages import Digests, Entries, Head, WireMessage
from bastide.net.sync.heads import read_head
from bastide.net.sync.stops import NOBODY
from tests.net.simulation import Network, SimulatedPeer
from tests.net.sync.networks import at_a_move
from tests.net.sync.test_stops import forged, said, send, signed_head
from tests.repeats import repeated


class Parted(NamedTuple):
    """Two honest peers on two histories, and the one that has made them."""

    network: Network
    cheat: SimulatedPeer
    one: SimulatedPeer
    other: SimulatedPeer


def parted(seed: int = 7) -> Parted:
    """Let a seat show two moves to two peers; they have not spoken since, and it is gone."""
    network, cheat, one = at_a_move(seed)
    other = next(p for p in network.peers.values() if p not in (cheat, one))
    network.cheats.add(cheat.place)
    network.unlink(one.key, other.key)
    send(network, cheat, one, forged(network, cheat.place))
    rest = forged(network, cheat.place, cheat, payload={"m": ["race.rest", [], []]})
    send(network, cheat, other, rest)
    network.kill(cheat.key)
    return Parted(network, cheat, one, other)


def test_two_victims_name_the_seat_that_signed_twice_and_not_each_other() -> None:
    network, cheat, one, other = parted()
    network.relink(one.key, other.key)
    network.drain()
    assert one.sync.stop == other.sync.stop
    assert said(one).startswith(f"P{cheat.place} signed two different moves at step 3: ")
    assert one.disk.proofs == other.disk.proofs
    assert not one.refused + other.refused


def test_the_comparison_takes_few_messages() -> None:
    network, _, one, other = parted()
    network.relink(one.key, other.key)
    network.sent.clear()
    network.drain()
    assert network.sent["Digests"] <= 6
    assert network.sent["Entries"] <= 6


def test_who_compares_writes_nothing() -> None:
    network, _, one, other = parted()
    network.tamper = lambda sender, to, message: None if isinstance(message, Digests) else message
    network.relink(one.key, other.key)
    network.drain()
    written = [len(peer.disk.entries) for peer in (one, other)]
    network.play(300)
    for peer in (one, other):
        assert peer.sync.pause is not None
        assert not peer.sync.may_write
    assert written == [len(peer.disk.entries) for peer in (one, other)]


def test_what_was_lost_is_asked_again() -> None:
    network, cheat, one, other = parted()
    lost: list[WireMessage] = []

    def lose(sender: bytes, to: bytes, message: WireMessage) -> WireMessage | None:
        if isinstance(message, Digests | Entries) and len(lost) < 6:
            lost.append(message)
            return None
        return message

    network.tamper = lose
    network.relink(one.key, other.key)
    network.play(300)
    assert len(lost) == 6
    assert one.sync.stop == other.sync.stop
    assert said(one).startswith(f"P{cheat.place} signed two different moves")


def far(monkeypatch: pytest.MonkeyPatch, steps: int) -> tuple[Network, SimulatedPeer, Digests]:
    """Return a peer after a game, and what somebody says whose history parts before some steps."""
    monkeypatch.setattr(limits, "DIGESTS_TOLD", 4)
    monkeypatch.setattr(limits, "STEPS_WANTED", 8)
    network = Network(2, 3)
    network.play()
    peer = network.at(0)
    step = peer.sync.table.journal.step - steps
    return network, peer, Digests(peer.sync.game, step, bytes(32) * steps)


def told(network: Network, peer: SimulatedPeer) -> list[WireMessage]:
    queue = network.queues[peer.key, network.keys[1]]
    messages = list(queue)
    queue.clear()
    return messages


def test_digests_that_all_differ_are_answered_with_earlier_ones(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    network, peer, said = far(monkeypatch, 4)
    network.receive(peer.key, network.keys[1], said)
    [answer] = told(network, peer)
    journal = peer.sync.table.journal
    assert answer == Digests(said.game, said.step - 7, b"".join(journal.digests[-11:-3]))


def test_digests_of_later_steps_are_answered_with_ours(monkeypatch: pytest.MonkeyPatch) -> None:
    network, peer, said = far(monkeypatch, 4)
    journal = peer.sync.table.journal
    network.receive(peer.key, network.keys[1], said._replace(step=journal.step + 50))
    assert told(network, peer) == [
        Digests(said.game, journal.step - 4, b"".join(journal.digests[-4:]))
    ]


def test_the_first_step_that_differs_is_sent_with_a_head_for_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    network, peer, said = far(monkeypatch, 4)
    journal = peer.sync.table.journal
    digests = journal.digests[-4] + said.digests[32:]
    network.receive(peer.key, network.keys[1], said._replace(digests=digests))
    network.receive(peer.key, network.keys[1], said._replace(digests=digests))
    entries, head, ours = told(network, peer)
    step = journal.step - 3
    assert isinstance(entries, Entries)
    assert [Entry(*each) for each in entries.entries] == list(journal.steps[step])
    assert head == signed_head(network, 0, step + 1, journal.digests[step])
    assert ours == Digests(said.game, step - 1, b"".join(journal.digests[step - 1 :]))


def test_digests_that_agree_are_not_answered(monkeypatch: pytest.MonkeyPatch) -> None:
    network, peer, said = far(monkeypatch, 4)
    digests = b"".join(peer.sync.table.journal.digests[-4:])
    network.receive(peer.key, network.keys[1], said._replace(digests=digests))
    network.receive(peer.key, network.keys[1], said._replace(digests=b""))
    assert told(network, peer) == []


def test_digests_are_unsigned_so_they_start_nothing_and_cost_little(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    network, peer, said = far(monkeypatch, 4)
    for n in range(100):
        step = n % peer.sync.table.journal.step
        network.receive(peer.key, network.keys[1], said._replace(step=step))
    assert len(told(network, peer)) <= 3 * limits.STRETCHES_PER_SECOND
    assert peer.sync.pause is None
    assert peer.sync.stop is None


def other_course(seed: int) -> Network:
    """Return a network that has played the same game to its end, with other choices."""
    network = Network(3, seed)
    for peer in network.peers.values():
        peer.random.seed(99 + peer.place)
    network.play()
    return network


def converse(one: SimulatedPeer, other: SimulatedPeer) -> Counter[str]:
    """Link two peers of two networks, and let them talk till they have nothing to say.

    Both have forgotten the heads of others, and tell only their own: those alone would be proof.
    """
    waiting: deque[tuple[SimulatedPeer, SimulatedPeer, WireMessage]] = deque()
    for near, far in ((one, other), (other, one)):
        near.boot(loaded=True)
        near.send = lambda peer, message, near=near, far=far: waiting.append((near, far, message))  # type: ignore[misc, method-assign]  # a link of its own
        near.linked = lambda far=far: [far.key]  # type: ignore[misc, method-assign]  # alike
        near.sync.linked(far.key)
    sent: Counter[str] = Counter()
    while waiting:
        sender, to, message = waiting.popleft()
        if isinstance(message, Head) and read_head(message).place != sender.place:
            continue
        sent[type(message).__name__] += 1
        to.sync.receive(sender.key, message)
    return sent


@pytest.mark.parametrize(("first", "more"), [(32, 256), (4, 8), (2, 3), (1, 2)])
@pytest.mark.parametrize("seed", repeated(range(4)))
def test_histories_that_parted_long_ago_are_compared_back_to_the_first_difference(
    first: int, more: int, seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    one, other = Network(3, seed), other_course(seed)
    one.play()
    monkeypatch.setattr(limits, "DIGESTS_TOLD", first)
    monkeypatch.setattr(limits, "STEPS_WANTED", more)
    monkeypatch.setattr(limits, "STRETCHES_PER_SECOND", 99)
    here, there = one.at(0), other.at(1)
    pairs = zip(here.sync.table.journal.digests, there.sync.table.journal.digests, strict=False)
    step = next(n for n, (a, b) in enumerate(pairs) if a != b)
    sent = converse(here, there)
    assert here.sync.stop is not None
    assert here.sync.stop == there.sync.stop
    assert here.sync.stop.step == step
    assert sent["Digests"] <= 8 + 2 * here.sync.table.journal.step // (more - 1)


# rules that disagree


def test_a_head_over_other_places_entries_stops_the_game_and_accuses_nobody() -> None:
    """Somebody's program has let two places write a step that one has written here."""
    network, mover, other = at_a_move()
    third = next(p for p in network.peers.values() if p not in (mover, other))
    step = other.sync.table.journal.step
    prev = other.sync.table.journal.prev
    move = forged(network, mover.place)
    surplus = forged(network, third.place, third)
    send(network, mover, other, move)
    bodies = sorted([(mover.place, move.body), (third.place, surplus.body)])
    theirs = step_digest(other.sync.game, step, prev, [entry_id(body) for _, body in bodies])
    send(network, third, other, surplus)
    assert other.sync.stop is None
    network.receive(other.key, third.key, signed_head(network, third.place, step + 1, theirs))
    assert other.sync.stop is not None
    assert other.sync.stop.place == NOBODY
    assert English().say(other.sync.stop.reason) == (
        f"At step {step} two programs expect entries of different seats: the rules differ, "
        "nobody is accused."
    )
    assert other.disk.stop == (other.sync.stop, None)
