"""One game kept the same on all peers: order, loss, kills, and peers that break the rules."""

from __future__ import annotations

from typing import Any

import pytest

from bastide.core.encoding import dec, enc
from bastide.core.journal import Body, Entry, entry_id, make_body, parse_body, write_file
from bastide.net.errors import PeerError
from bastide.net.games import judge
from bastide.net.messages import Entries, Have, Head, SignedEntry
from tests.net.simulation import Network, SimulatedPeer, ids, plugins


def assert_all_equal(network: Network) -> None:
    peers = list(network.peers.values())
    assert all(peer.sync.table.over for peer in peers)
    assert len({peer.sync.table.journal.digest for peer in peers}) == 1
    assert len({tuple(peer.sync.table.state.scores) for peer in peers}) == 1
    assert all(peer.sync.stop is None for peer in peers)


@pytest.mark.parametrize("peers", [2, 3, 5])
@pytest.mark.parametrize("seed", range(5))
def test_all_peers_end_with_one_journal(peers: int, seed: int) -> None:
    network = Network(peers, seed)
    network.play()
    assert_all_equal(network)
    assert not any(peer.refused for peer in network.peers.values())
    assert network.clock == 0.0, "the peers waited for a timer instead of telling each other"


@pytest.mark.parametrize("seed", range(5))
def test_a_missing_link_does_no_harm(seed: int) -> None:
    network = Network(3, seed)
    network.unlink(network.keys[0], network.keys[2])
    network.play()
    assert_all_equal(network)


@pytest.mark.parametrize("seed", range(20))
def test_links_that_come_and_go_lose_nothing(seed: int) -> None:
    network = Network(3, seed)

    def disturb() -> None:
        one, other = network.random.sample(network.keys, 2)
        if network.random.random() < 0.02:
            network.unlink(one, other)
        elif network.random.random() < 0.2 and frozenset((one, other)) in network.cut:
            network.relink(one, other)

    network.play(3_000, disturb)
    for pair in list(network.cut):
        network.relink(*pair)
    network.play()
    assert_all_equal(network)


@pytest.mark.parametrize("seed", range(30))
def test_killed_peers_come_back_with_all_that_was_acknowledged(seed: int) -> None:
    network = Network(3, seed)
    written: dict[tuple[int, int], bytes] = {}

    def disturb() -> None:
        for peer in network.peers.values():
            for entry in peer.disk.entries:
                body = parse_body(entry.body)
                slot = (body.step, body.place)
                assert written.setdefault(slot, entry_id(entry.body)) == entry_id(entry.body)
        if network.random.random() < 0.02:
            key = network.random.choice(network.keys)
            if key in network.down:
                network.restart(key)
            else:
                network.kill(key)

    network.play(1_500, disturb)
    for key in sorted(network.down):
        network.restart(key)
    network.play()
    assert_all_equal(network)


def test_all_killed_and_started_in_any_order_go_on() -> None:
    network = Network(3, 1)
    network.play(120)
    for key in network.keys:
        network.kill(key)
    for key in reversed(network.keys):
        network.restart(key)
    network.play()
    assert_all_equal(network)


def test_a_loaded_game_writes_nothing_before_another_seat_is_heard() -> None:
    network = Network(2, 3)
    network.play(60)
    alone, other = network.keys
    network.kill(alone)
    network.kill(other)
    network.restart(alone)
    before = ids(network.peers[alone])
    network.peers[alone].act()
    network.play(50)
    assert ids(network.peers[alone]) == before
    assert not network.peers[alone].sync.may_write


def test_an_old_copy_takes_over_what_the_others_hold() -> None:
    network = Network(2, 4)
    network.play(60)
    old = list(network.peers[network.keys[0]].disk.entries)
    network.play(60)
    network.kill(network.keys[0])
    network.peers[network.keys[0]].disk.entries = old
    network.restart(network.keys[0])
    network.play()
    assert_all_equal(network)


def _forged(
    network: Network, place: int, at: SimulatedPeer | None = None, **changes: object
) -> Entry:
    """Return an entry that a place signs for the step that `at` is at, changed in some way."""
    peer = network.peers[network.keys[place]]
    table = (at or peer).sync.table
    body = Body(
        network.genesis.game_id,
        table.journal.step,
        place,
        table.journal.prev,
        table.state_digest,
        "move",
        {"m": ["race.run", [], []]},
    )._replace(**changes)
    data = make_body(body)
    return Entry(data, peer.identity.sign("sign-entry", entry_id(data)))


def _at_a_move(seed: int = 7) -> tuple[Network, SimulatedPeer, SimulatedPeer]:
    """Return a network where one seat is to move, that peer, and another."""
    network = Network(3, seed)
    for peer in network.peers.values():
        peer.act = lambda: None  # type: ignore[method-assign]  # nobody decides by itself
    network.play()
    table = network.peers[network.keys[0]].sync.table
    expected = table.expected()
    assert expected is not None
    assert expected.kind == "move"
    mover = network.peers[network.keys[expected.places[0]]]
    other = next(p for p in network.peers.values() if p is not mover)
    return network, mover, other


def _send(to: SimulatedPeer, sender: SimulatedPeer, entry: Entry) -> None:
    to.sync.receive(sender.key, Entries(to.sync.game, (SignedEntry(*entry),)))


def test_an_entry_signed_by_another_is_refused() -> None:
    network, mover, other = _at_a_move()
    entry = _forged(network, mover.place)
    wrong = Entry(entry.body, other.identity.sign("sign-entry", entry_id(entry.body)))
    with pytest.raises(PeerError, match="signature is not that of seat"):
        _send(other, mover, wrong)
    assert other.sync.stop is None


def test_an_entry_out_of_turn_is_refused_with_the_reason() -> None:
    network, mover, other = _at_a_move()
    with pytest.raises(PeerError, match="nothing to do now"):
        _send(mover, other, _forged(network, other.place))
    assert mover.sync.stop is None


def test_a_malformed_entry_is_refused() -> None:
    _, mover, other = _at_a_move()
    with pytest.raises(PeerError, match="malformed"):
        _send(other, mover, Entry(enc([1, 2, 3]), bytes(64)))


def test_an_illegal_move_stops_the_table_at_all_peers_alike() -> None:
    network, mover, _ = _at_a_move()
    entry = _forged(network, mover.place, payload={"m": ["race.stake", [9], []]})
    victims = [p for p in network.peers.values() if p is not mover]
    _send(victims[0], mover, entry)
    network.play(100)
    for victim in victims:
        assert victim.sync.stop is not None
        assert victim.sync.stop.place == mover.place
        said = victim.sync.stop.reason.id.format(**dict(victim.sync.stop.reason.fields))
        assert f"P{mover.place} signed a move that the rules refuse" in said
        assert "only 0 to 2 may be staked" in said


def test_a_false_roll_value_stops_the_table_and_names_the_seat() -> None:
    network = Network(2, 5)
    victim = network.peers[network.keys[0]]
    for _ in range(200):
        table = victim.sync.table
        expected = table.expected()
        if expected is not None and expected.kind == "roll" and 1 not in table.journal.pending:
            break
        network.deliver()
    false = _forged(network, 1, victim, kind="roll", payload={"s": bytes(32)})
    _send(victim, network.peers[network.keys[1]], false)
    assert victim.sync.stop is not None
    assert "not the next of that seat" in str(dict(victim.sync.stop.reason.fields))


def test_an_entry_on_another_history_stops_the_table() -> None:
    network, mover, other = _at_a_move()
    _send(other, mover, _forged(network, mover.place, prev=bytes(32)))
    assert other.sync.stop is not None
    assert "another history" in other.sync.stop.reason.id


def test_an_entry_from_another_position_stops_the_table() -> None:
    network, mover, other = _at_a_move()
    _send(other, mover, _forged(network, mover.place, state=bytes(32)))
    assert other.sync.stop is not None
    assert "rules differ" in other.sync.stop.reason.id


def test_a_have_is_an_unsigned_word_and_stops_nothing() -> None:
    _, mover, other = _at_a_move()
    step = other.sync.table.journal.step
    other.sync.receive(mover.key, Have(other.sync.game, step, bytes(32), ()))
    assert other.sync.stop is None


def test_a_head_signed_by_another_is_refused() -> None:
    _, mover, other = _at_a_move()
    body = enc([other.sync.game, mover.place, 99, bytes(32)])
    with pytest.raises(PeerError, match="head"):
        other.sync.receive(mover.key, Head(body, bytes(64)))


def test_nobody_rolls_before_all_others_stand_at_the_same_place() -> None:
    network = Network(3, 9)
    hidden = network.keys[2]
    # the third peer's heads never arrive anywhere
    network.tamper = lambda a, b, m: (
        Have(m.game, 0, m.game, (0, 1, 2)) if isinstance(m, Have) else m
    )
    for peer in network.peers.values():
        original = peer.sync.receive

        def receive(key: bytes, message: Any, original: Any = original) -> None:
            if isinstance(message, Head) and parse_place(message) == 2:
                return
            original(key, message)

        peer.sync.receive = receive  # type: ignore[method-assign]  # drops the third peer's heads
    network.play(400)
    for key in network.keys[:2]:
        assert all(
            parse_body(entry.body).kind != "roll" or parse_body(entry.body).place == 2
            for entry in network.peers[key].sync.table.journal.entries()
        )
    assert hidden in network.keys


def parse_place(head: Head) -> int:
    place: int = dec(head.body)[1]
    return place


def test_a_file_of_the_journal_is_judged_good_and_each_changed_byte_bad() -> None:
    network = Network(2, 11)
    network.play()
    data = write_file(network.peers[network.keys[0]].sync.table.journal)
    assert judge(plugins(), data).good
    for at in range(0, len(data), 97):
        changed = bytearray(data)
        changed[at] ^= 1
        assert not judge(plugins(), bytes(changed)).good, at
