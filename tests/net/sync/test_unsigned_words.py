"""What a peer may merely say, or sign and not show, holds the others up for seconds at most."""

from __future__ import annotations

from collections import Counter

import pytest

from bastide.core.journal import MAX_STEPS, Entry
from bastide.core.messages import English
from bastide.net import limits
from bastide.net.links.messages import Entries, Have, Head, Want, WireMessage
from bastide.net.sync.heads import Standing, read_head, signed_head
from tests.net.adversaries import KeepHeads, adversary
from tests.net.simulation import Network, SimulatedPeer
from tests.net.sync.networks import at_a_move, decide, play_on
from tests.net.sync.test_stops import forged, send


def seconds(network: Network, number: int) -> None:
    """Let some seconds go by in which everything arrives and nobody decides."""
    for _ in range(number):
        network.drain()
        network.second()
    network.drain()


def far_head(network: Network, place: int, step: int = 99_999) -> Head:
    standing = Standing(network.genesis.game_id, place, step, bytes(32))
    return signed_head(standing, network.identities[place])


def three() -> tuple[Network, SimulatedPeer, SimulatedPeer, SimulatedPeer]:
    """Return a network that waits for a move, who is to move, another, and one that cheats."""
    network, mover, other = at_a_move()
    cheat = next(p for p in network.peers.values() if p not in (mover, other))
    network.cheats.add(cheat.place)
    return network, mover, other, cheat


# heads


def test_who_was_not_shown_a_head_gets_it_from_the_others() -> None:
    network = Network(3, 3, cheats={2: adversary(KeepHeads((1,)))})
    network.play()
    assert all(peer.sync.table.over for peer in network.peers.values())
    assert not any(peer.sync.stop for peer in network.peers.values())


def test_heads_are_sent_again_where_they_are_needed_and_a_few_times_a_second_at_most() -> None:
    network = Network(3, 3, cheats={2: adversary(KeepHeads((1,)))})
    network.drain()
    one, other = network.at(0), network.at(1)
    journal = one.sync.table.journal
    assert not one.sync.behind()
    assert other.sync.behind() == (2,)
    network.sent.clear()
    for _ in range(100):
        network.receive(one.key, other.key, Have(one.sync.game, journal.step, journal.prev, ()))
    assert network.sent["Head"] == 3 * limits.STRETCHES_PER_SECOND
    network.drain()
    assert other.sync.table.journal.step == journal.step > 1


@pytest.mark.parametrize("ahead", [limits.STEPS_AHEAD, 5_000])
def test_a_false_head_of_a_later_step_bars_nobody_from_playing(ahead: int) -> None:
    network, mover, other, cheat = three()
    head = far_head(network, cheat.place, mover.sync.table.journal.step + ahead)
    for peer in (mover, other):
        network.receive(peer.key, cheat.key, head)
    for peer in (other, cheat):
        network.unlink(mover.key, peer.key)
    for peer in (other, cheat):
        network.relink(mover.key, peer.key)
    seconds(network, limits.FURTHER_SECONDS - 2)
    assert not mover.sync.may_write, "it may be true, and our folder be an old copy"
    seconds(network, 4)
    assert mover.sync.may_write
    decide(mover, 0)
    network.drain()
    assert other.sync.table.journal.step > mover.sync.table.journal.step - 2
    assert not other.sync.stop


def test_a_head_of_ours_that_others_kept_bars_us_for_good() -> None:
    network, mover, other, cheat = three()
    for peer in (other, cheat):
        network.unlink(mover.key, peer.key)
    for peer in (other, cheat):
        network.relink(mover.key, peer.key)
    network.receive(mover.key, other.key, far_head(network, mover.place))
    seconds(network, 5 * limits.FURTHER_SECONDS)
    assert not mover.sync.may_write


def test_far_heads_do_not_hide_a_head_that_contradicts_the_journal() -> None:
    network, _, other, cheat = three()
    for n in range(limits.HEADS_KEPT):
        network.receive(other.key, cheat.key, far_head(network, cheat.place, 90_000 + n))
    network.receive(other.key, cheat.key, far_head(network, cheat.place, 3))
    assert other.sync.stop is not None
    assert other.sync.stop.place == cheat.place


# catching up


def late(monkeypatch: pytest.MonkeyPatch, stretch: int = 4) -> tuple[Network, SimulatedPeer]:
    """Return a network of three after a game; one has an empty disk and is down."""
    monkeypatch.setattr(limits, "STEPS_WANTED", stretch)
    network = Network(3, 3)
    network.play()
    peer = network.at(2)
    network.kill(peer.key)
    peer.disk.entries = []
    return network, peer


@pytest.mark.parametrize("gives", [0, 1], ids=["nothing", "a step a second"])
def test_who_says_it_is_ahead_and_gives_nothing_starves_nobody(
    gives: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    network, peer = late(monkeypatch)
    liar = network.keys[1]
    asked: Counter[bytes] = Counter()

    def lie(sender: bytes, to: bytes, message: WireMessage) -> WireMessage | None:
        if isinstance(message, Have) and sender == liar:
            return message._replace(step=MAX_STEPS)
        if isinstance(message, Want):
            asked[to] += sender == peer.key and not peer.sync.table.over
            if to == liar:
                return message._replace(steps=1) if gives else None
        return message

    network.tamper = lie
    network.restart(peer.key)
    seconds(network, limits.STRETCH_SECONDS + 3)
    assert peer.sync.table.over
    assert asked[liar] <= 2
    assert asked[network.keys[0]] >= 5


def test_who_has_given_all_it_has_was_not_asked_in_vain(monkeypatch: pytest.MonkeyPatch) -> None:
    network, peer = late(monkeypatch, 256)
    network.sent.clear()
    network.restart(peer.key)
    seconds(network, 60)
    assert network.sent["Want"] == 1


def test_with_the_last_entries_come_the_heads(monkeypatch: pytest.MonkeyPatch) -> None:
    """So nobody who has caught up waits for them, though none was kept while it was far behind."""
    network, mover, _ = at_a_move()
    third = next(p for p in network.peers.values() if p is not mover)
    monkeypatch.setattr(limits, "STEPS_AHEAD", 1)
    network.kill(third.key)
    third.disk.entries = []
    network.restart(third.key)
    network.drain()
    assert third.sync.behind() == ()


# histories


def test_after_some_seconds_it_is_said_who_signed_a_history_that_nobody_shows(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A seat that keeps its head back and signs a move after what nobody knows, then is silent."""
    network = Network(3, 7, cheats={0: adversary(KeepHeads((1, 2), after=3))})
    network.drain()
    mover, other = network.at(0), network.at(1)
    expected = mover.sync.table.expected()
    assert expected is not None
    assert (mover.sync.table.journal.step, expected.places) == (3, (mover.place,))
    shown: list[object] = []
    other.happened = lambda done: shown.append(other.sync.pause)  # type: ignore[method-assign]
    entry = forged(network, mover.place, prev=bytes(32))
    send(network, mover, other, entry)
    monkeypatch.setattr("bastide.net.sync.ledger.verify", lambda *args: pytest.fail("again"))
    send(network, mover, other, entry)
    assert other.sync.pause is not None
    assert other.sync.awaited() == ()
    seconds(network, limits.COMPARING_SECONDS + 1)
    assert other.sync.stop is None
    assert other.sync.awaited() == (mover.place,)
    assert shown[-1] == other.sync.pause
    assert English().say(other.sync.pause) == (
        "Two histories of this game are being compared, and nobody has shown the one that "
        f"P{mover.place} signed: until then nothing is sent. Nobody is accused."
    )


def test_a_history_that_nobody_shows_keeps_no_dispute_from_the_others() -> None:
    """A seat signs a stray entry of another history for all, then an illegal move for one."""
    network = Network(3, 7)
    network.tamper = lambda sender, to, m: None if _is_head_of(m, 0, 7) else m
    for peer in network.peers.values():
        peer.act = lambda: None  # type: ignore[method-assign]  # nobody decides by itself
    network.drain()
    cheat, one, other = (network.at(place) for place in range(3))
    play_on(network, 15)  # where this seat moves again; at step 7 another does
    network.cheats.add(cheat.place)
    stray = forged(network, cheat.place, one, step=7, prev=bytes(32))
    illegal = forged(network, cheat.place, one, payload={"m": ["race.fly", [], []]})
    network.kill(cheat.key)
    send(network, cheat, one, stray)
    assert one.sync.pause is not None
    send(network, cheat, one, illegal)
    assert one.sync.stop is not None
    network.drain()
    assert other.sync.stop == one.sync.stop


def _is_head_of(message: WireMessage, place: int, step: int) -> bool:
    return isinstance(message, Head) and read_head(message)[1:3] == (place, step)


# what comes again and again


@pytest.mark.parametrize("cheats", [0, 1, limits.EVIDENCE_PER_SEAT + 1])
def test_what_is_known_is_not_checked_again(cheats: int, monkeypatch: pytest.MonkeyPatch) -> None:
    network, mover, other, cheat = three()
    decide(mover, 0)
    network.drain()
    journal = other.sync.table.journal
    early = forged(network, cheat.place, cheat, step=journal.step + 2)
    stray = forged(network, cheat.place, cheat, step=3, prev=journal.digest_before(3))
    second = [forged(network, cheat.place, cheat, step=0, payload={"m": n}) for n in range(cheats)]
    known = [*journal.entries(), early, stray, *second]
    send(network, cheat, other, *known)
    assert (other.sync.stop is not None) == bool(cheats)
    checked: list[object] = []
    monkeypatch.setattr("bastide.net.sync.ledger.verify", lambda *args: checked.append(args))
    send(network, cheat, other, *known)
    assert not checked
    assert not other.refused


def test_bare_entries_for_a_known_slot_are_still_checked() -> None:
    network, mover, other, _ = three()
    first = other.sync.table.journal.steps[0][mover.place]
    send(network, mover, other, Entry(forged(network, mover.place, step=0).body, bytes(64)))
    assert [error.code for error in other.refused] == ["signature"]
    network.receive(other.key, mover.key, Entries(other.sync.game, (Entry(first.body, bytes(64)),)))
    assert len(other.refused) == 1, "it says nothing new, whoever signed it"
