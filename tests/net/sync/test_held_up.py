"""What is said of a plugin that holds a peer up: signed, passed on once, taken back, no more."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from bastide.core.encoding import enc
from bastide.net import limits
from bastide.net.errors import MALFORMED, SIGNATURE, PeerError
from bastide.net.links.messages import HeldUp, Leave, WireMessage
from bastide.net.sync.held_up import Standstill, signed_word
from tests.net.simulation import Network, SimulatedPeer
from tests.net.sync.networks import at_a_move, decide

CHAIN = ((0, 2), (0, 3), (1, 3))
"""Links that are missing among four peers: each has only its neighbours."""


def chain() -> Network:
    """Return four peers in a row in the middle of a game; nobody decides."""
    network = Network(4, 3, missing=CHAIN)
    for peer in network.peers.values():
        peer.act = lambda: None  # type: ignore[method-assign]  # nobody decides by itself
    network.play()
    network.sent.clear()
    return network


def told(network: Network, by: SimulatedPeer) -> list[str]:
    """Return what each other peer takes for holding up one."""
    return [p.sync.hindrances.of(by.key) for p in network.peers.values() if p is not by]


def word(peer: SimulatedPeer, number: int, plugin: str = "race", place: int = -1) -> HeldUp:
    """Return a word that a peer signs, for its own place or another."""
    said = Standstill(peer.sync.game, peer.place if place < 0 else place, number, plugin)
    return signed_word(said, peer.identity)


@pytest.mark.parametrize(("missing", "sent"), [((), 3), (CHAIN, 3), (((0, 3),), 4)])
def test_it_reaches_everybody_once_whatever_links_there_are(
    missing: Sequence[tuple[int, int]], sent: int
) -> None:
    network = Network(4, 3, missing=missing)
    for peer in network.peers.values():
        peer.act = lambda: None  # type: ignore[method-assign]  # nobody decides by itself
    network.play()
    network.sent.clear()
    first = network.at(0)
    first.sync.hindrances.say("race")
    first.sync.hindrances.say("race")
    network.drain()
    assert told(network, first) == ["race"] * 3
    assert network.sent["HeldUp"] == sent, "two that lead around bring it twice, nobody else does"
    first.sync.hindrances.say("")
    network.drain()
    assert told(network, first) == [""] * 3
    assert not any(peer.refused for peer in network.peers.values())


def test_it_is_told_to_each_new_link_and_taken_back_with_the_next_entry() -> None:
    network, mover, other = at_a_move()
    network.unlink(mover.key, other.key)
    third = next(p for p in network.peers.values() if p not in (mover, other))
    network.unlink(third.key, other.key)
    mover.sync.hindrances.say("race")
    network.drain()
    assert other.sync.hindrances.of(mover.key) == ""
    network.relink(third.key, other.key)
    network.drain()
    assert other.sync.hindrances.of(mover.key) == "race", "by one that knows of it"
    assert other.sync.awaited() == (mover.place,), "it stops nothing"

    decide(mover, 0)
    network.drain()
    assert other.sync.hindrances.of(mover.key) == ""
    assert not other.refused


def test_who_opens_the_game_again_takes_it_back_everywhere() -> None:
    network = chain()
    first = network.at(0)
    first.sync.hindrances.say("race")
    network.drain()
    network.kill(first.key)
    assert told(network, first) == ["race"] * 3
    network.restart(first.key)
    network.drain()
    assert told(network, first) == [""] * 3


def test_an_old_word_is_not_taken_for_a_new_one() -> None:
    network, mover, other = at_a_move()
    for number, plugin in ((2**21, "race"), (2**21 + 1, "")):
        network.receive(other.key, mover.key, word(mover, number, plugin))
    network.sent.clear()
    network.receive(other.key, mover.key, word(mover, 2**21))
    assert other.sync.hindrances.of(mover.key) == ""
    assert not network.sent["HeldUp"]


def test_a_flood_of_words_is_bounded_and_the_next_second_they_are_taken_again() -> None:
    network = chain()
    first, second = network.at(0), network.at(1)
    for n in range(100):
        network.receive(second.key, first.key, word(first, 2**22 + n, "race" * (n % 2)))
    network.drain()
    assert network.sent["HeldUp"] == 2 * limits.HELD_PER_SECOND, "two more peers in the row"
    network.second()
    network.receive(second.key, first.key, word(first, 2**23, "race"))
    network.drain()
    assert told(network, first) == ["race"] * 3


def test_what_is_not_signed_by_its_place_blames_the_sender_and_changes_nothing() -> None:
    _, mover, other = at_a_move()
    before = other.sync.hindrances.of(mover.key)
    bad = [
        (word(other, 2**21, place=mover.place)._replace(signature=bytes(64)), SIGNATURE),
        (word(other, 2**21, place=3 - mover.place - other.place), SIGNATURE),
        (word(mover, 2**21, "chess"), MALFORMED),
        (word(mover, 2**21, place=5), MALFORMED),
        (HeldUp(enc([bytes(32), mover.place, 1, ""]), bytes(64)), MALFORMED),
        (HeldUp(enc(["race"]), bytes(64)), MALFORMED),
        (HeldUp(b"\xc1", bytes(64)), MALFORMED),
    ]
    for held, code in bad:
        with pytest.raises(PeerError) as caught:
            other.sync.receive(mover.key, held)
        assert caught.value.code == code, held
    assert other.sync.hindrances.of(mover.key) == before


def test_who_closes_the_table_says_so_to_everybody_once() -> None:
    network = chain()
    first, last = network.at(0), network.at(3)
    took: list[tuple[int, bool]] = []

    def receive(to: SimulatedPeer, sender: bytes, said: WireMessage) -> WireMessage | None:
        if isinstance(said, Leave):
            took.append((to.place, to.sync.hindrances.take_leave(sender, said)))
            return None
        return said

    network.tamper = lambda sender, to, said: receive(network.peers[to], sender, said)
    first.sync.hindrances.say_leaving()
    network.drain()
    assert took == [(1, True), (2, True), (3, True)]
    [leave] = {said for _, _, said in network.said if isinstance(said, Leave)}
    for again in (leave, leave._replace(signature=bytes(64)), leave._replace(seat=5)):
        assert not last.sync.hindrances.take_leave(network.keys[2], again)
    first.sync.hindrances.say_here()
    network.drain()
    assert not last.sync.hindrances.take_leave(network.keys[2], leave), "it has come back since"
    assert not first.sync.hindrances.take_leave(network.keys[1], leave)


def test_what_a_place_has_not_signed_counts_against_nobody_but_its_sender() -> None:
    """So nobody makes another seat look lost, or keeps its goodbye from the table."""
    network = chain()
    liar, listener, victim = (network.at(place) for place in (1, 2, 3))
    words = listener.sync.hindrances
    alive: list[int] = []
    words.on_word = lambda place, _: alive.append(place)
    forged = Leave(listener.sync.game, victim.place, bytes(64))
    for held in (word(victim, 2**21), word(liar, 2**22, place=victim.place)):
        for _ in range(limits.HELD_PER_SECOND):
            network.receive(listener.key, liar.key, held._replace(signature=bytes(64)))
            assert not words.take_leave(liar.key, forged)
        alive.clear()
        victim.sync.hindrances.say_here()
        network.drain()
        assert alive == [victim.place]
        network.second()
    last = word(victim, 2**23, "")
    words.take(victim.key, last)
    for _ in range(limits.HELD_PER_SECOND):
        assert not words.take_leave(liar.key, forged)
    leave = forged._replace(signature=victim.identity.sign("leave", last.body))
    assert not words.take_leave(liar.key, leave), "it has used up its tries of this second"
    assert words.take_leave(victim.key, leave)


def test_false_goodbyes_cost_a_few_checks_a_second(monkeypatch: pytest.MonkeyPatch) -> None:
    network = chain()
    liar, listener, victim = (network.at(place) for place in (1, 2, 3))
    victim.sync.hindrances.say_here()
    network.drain()
    checked: list[object] = []
    monkeypatch.setattr("bastide.net.sync.held_up.verify", lambda *args: checked.append(args))
    leave = Leave(listener.sync.game, victim.place, bytes(64))
    for _ in range(100):
        listener.sync.hindrances.take_leave(liar.key, leave)
    assert len(checked) == limits.HELD_PER_SECOND


def test_only_words_that_cannot_be_old_are_signs_of_life() -> None:
    network = chain()
    first, last = network.at(0), network.at(3)
    alive: list[int] = []
    last.sync.hindrances.on_word = lambda place, _: alive.append(place)
    first.sync.hindrances.say_here()
    network.drain()
    assert not alive, "the first word of another that is passed on"
    network.at(2).sync.hindrances.say_here()
    first.sync.hindrances.say_here()
    network.drain()
    assert sorted(alive) == [0, 2]
