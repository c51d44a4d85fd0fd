"""Where a game cannot go on: all honest peers stop at one step and say whose doing it is."""

from __future__ import annotations

from typing import Any

import pytest

from bastide.core.draft import Draft
from bastide.core.encoding import enc
from bastide.core.journal import Body, Entry, entry_id, make_body, parse_body
from bastide.core.messages import English
from bastide.core.payloads import MAX_MOVE
from bastide.net import limits
from bastide.net.errors import PeerError, StoreError
from bastide.net.links.messages import Entries, Have, Head
from bastide.net.sync.heads import Standing
from bastide.net.sync.stops import NOBODY, Stop, plain_stop, read_stop
from tests.net.race import track
from tests.net.simulation import Network, SimulatedPeer
from tests.net.sync.networks import at_a_move


def forged(network: Network, place: int, at: SimulatedPeer | None = None, **changes: Any) -> Entry:  # noqa: ANN401  # fields of a body
    """Return an entry that a place signs for the step that `at` is at, changed in some way."""
    table = (at or network.at(place)).sync.table
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
    return Entry(data, network.identities[place].sign("sign-entry", entry_id(data)))


def send(network: Network, sender: SimulatedPeer, to: SimulatedPeer, *entries: Entry) -> None:
    signed = tuple(entries)
    network.receive(to.key, sender.key, Entries(to.sync.game, signed))


def said(peer: SimulatedPeer) -> str:
    """Return why a peer stopped."""
    assert peer.sync.stop is not None
    return English().say(peer.sync.stop.reason)


# the sender of a frame is to blame, and nothing changes


def test_an_entry_signed_by_another_is_refused() -> None:
    network, mover, other = at_a_move()
    entry = forged(network, mover.place)
    wrong = Entry(entry.body, other.identity.sign("sign-entry", entry_id(entry.body)))
    send(network, mover, other, wrong)
    assert [str(e) for e in other.refused] == [
        f"An entry came whose signature is not that of seat {mover.place + 1}."
    ]
    assert other.refused[0].code == "signature"
    assert other.sync.stop is None


def test_an_entry_out_of_turn_is_refused_with_the_reason() -> None:
    network, mover, other = at_a_move()
    send(network, other, mover, forged(network, other.place))
    assert str(mover.refused[0]) == (
        f"An entry came out of turn: seat {other.place + 1} has nothing to do now."
    )
    assert mover.refused[0].code == "protocol", "that does not count against its address"
    assert mover.sync.stop is None


@pytest.mark.parametrize("changes", [{"game_id": bytes(32)}, {"place": 5}])
def test_an_entry_that_belongs_elsewhere_blames_the_sender_and_not_the_seat(
    changes: dict[str, object],
) -> None:
    network, mover, other = at_a_move()
    body = parse_body(forged(network, mover.place).body)._replace(**changes)  # type: ignore[arg-type]  # fields
    data = make_body(body)
    send(network, mover, other, Entry(data, mover.identity.sign("sign-entry", entry_id(data))))
    assert len(other.refused) == 1
    assert other.sync.stop is None


def test_an_oversized_entry_is_refused() -> None:
    network, mover, other = at_a_move()
    entry = forged(network, mover.place, payload={"m": [b"x" * limits.FRAME_AFTER_AUTH]})
    send(network, mover, other, entry)
    assert [str(e) for e in other.refused] == ["A malformed entry came."]


def test_an_entry_that_was_kept_and_turns_out_out_of_turn_is_dropped() -> None:
    network, mover, other = at_a_move()
    early = forged(network, other.place, other, step=other.sync.table.journal.step + 1)
    third = next(p for p in network.peers.values() if p not in (mover, other))
    send(network, mover, third, early)
    send(network, mover, third, forged(network, mover.place))
    assert not third.refused
    # That step is played together, and what came early continues another history.
    assert third.sync.pause is not None
    assert "signed two different histories" in everybody_stops(network, other.place, accused=True)


# what somebody signed stops the game at everybody


def everybody_stops(network: Network, cheat: int, *, accused: bool) -> str:
    """Let all messages arrive; check that all honest peers stop alike; return what they say."""
    network.cheats.add(cheat)
    network.play(300)
    reasons = {said(peer) for peer in network.peers.values() if cheat not in peer.places}
    steps = {p.sync.stop.step for p in network.peers.values() if p.sync.stop}
    places = {p.sync.stop.place for p in network.peers.values() if p.sync.stop}
    assert len(reasons) == len(steps) == 1
    assert places == {cheat if accused else NOBODY}
    assert all(not p.sync.may_write for p in network.peers.values() if cheat not in p.places)
    return reasons.pop()


def test_an_illegal_move_stops_the_table_and_names_the_seat_and_the_rule() -> None:
    network, mover, other = at_a_move()
    step = other.sync.table.journal.step
    send(network, mover, other, forged(network, mover.place, payload={"m": ["race.fly", [], []]}))
    assert everybody_stops(network, mover.place, accused=False) == (
        f"The rules here refuse the move that P{mover.place} signed at step {step}: "
        "this is not possible now. A program may be at fault, nobody is accused."
    )


def test_a_rule_that_explains_itself_is_in_the_sentence() -> None:
    network, mover, other = at_a_move()
    entry = forged(network, mover.place, payload={"m": ["race.stake", [9], []]})
    send(network, mover, other, entry)
    assert "only 0 to 2 may be staked." in everybody_stops(network, mover.place, accused=False)


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"kind": "roll", "payload": {"s": bytes(32)}}, "an entry of another kind"),
        ({"kind": "dance"}, "an entry of another kind"),
        ({"payload": {}}, "has not the one field of a move"),
        ({"payload": {"m": "run"}}, "a move that is no action"),
        ({"payload": {"m": ["race.run", [b"x" * (MAX_MOVE + 1)], []]}}, "too long"),
        ({"prev": bytes(32)}, "signed two different histories"),
    ],
)
def test_every_kind_of_signed_nonsense_stops_the_table(changes: dict[str, Any], words: str) -> None:
    network, mover, other = at_a_move()
    send(network, mover, other, forged(network, mover.place, **changes))
    assert words in everybody_stops(network, mover.place, accused=True)


def test_another_position_after_the_same_history_accuses_nobody() -> None:
    network, mover, other = at_a_move()
    send(network, mover, other, forged(network, mover.place, state=bytes(32)))
    words = everybody_stops(network, mover.place, accused=False)
    assert "came to another position" in words
    assert "nobody is accused" in words


def test_a_false_roll_value_stops_the_table() -> None:
    network = Network(3, 5)
    victim = network.at(0)
    for _ in range(500):
        expected = victim.sync.table.expected()
        if expected and expected.kind == "roll" and 1 not in victim.sync.table.journal.pending:
            break
        network.deliver()
    false = forged(network, 1, victim, kind="roll", payload={"s": bytes(32)})
    network.down.add(network.keys[1])
    send(network, network.at(1), victim, false)
    assert "not the next of that seat" in everybody_stops(network, 1, accused=True)


def test_a_reveal_of_another_choice_stops_the_table() -> None:
    network = Network(3, 5)
    victim = network.at(0)
    for _ in range(2_000):
        expected = victim.sync.table.expected()
        if expected and expected.kind == "reveal" and 1 not in victim.sync.table.journal.pending:
            break
        network.play(1)
    false = forged(
        network, 1, victim, kind="reveal", payload={"v": ["race.stake", [2], []], "r": bytes(32)}
    )
    network.down.add(network.keys[1])
    send(network, network.at(1), victim, false)
    assert "not the one that was committed to" in everybody_stops(network, 1, accused=True)


TWO_MOVES = (
    "P{place} signed two different moves at step 3: the game ends here. "
    "Both are kept as proof (bastide verify shows them)."
)
REST = {"m": ["race.rest", [], []]}


def test_two_entries_of_one_seat_stop_whoever_sees_both() -> None:
    network, mover, other = at_a_move()
    network.cheats.add(mover.place)
    third = next(p for p in network.peers.values() if p not in (mover, other))
    run, rest = forged(network, mover.place), forged(network, mover.place, payload=REST)
    send(network, mover, other, run)
    send(network, mover, third, rest)
    network.down.add(mover.key)
    network.play(300)
    for peer in (other, third):
        assert said(peer) == TWO_MOVES.format(place=mover.place), "their heads differ"
        assert peer.sync.stop is not None
        assert peer.sync.stop.place == mover.place
    assert not other.refused + third.refused


def test_a_second_entry_for_a_finished_step_names_the_seat() -> None:
    network, mover, other = at_a_move()
    first = forged(network, mover.place)
    second = forged(network, mover.place, payload=REST)
    send(network, mover, other, first, first)
    assert other.sync.stop is None
    assert not other.refused
    send(network, mover, other, second)
    assert said(other) == TWO_MOVES.format(place=mover.place)


def test_a_forged_second_entry_blames_the_sender() -> None:
    network, mover, other = at_a_move()
    send(network, mover, other, forged(network, mover.place))
    second = forged(network, mover.place, payload=REST, step=3)
    send(network, mover, other, Entry(second.body, bytes(64)))
    assert other.refused[0].code == "signature"
    assert other.sync.stop is None


def test_two_heads_of_one_step_stop_the_table() -> None:
    network, mover, other = at_a_move()
    head = signed_head(network, mover.place, other.sync.table.journal.step, b"\x01" * 32)
    network.receive(other.key, mover.key, head)
    assert "signed two different histories at step 3" in everybody_stops(
        network, mover.place, accused=True
    )


def test_a_head_of_another_history_pauses_the_table_as_soon_as_its_step_is_complete() -> None:
    network, mover, other = at_a_move()
    later = signed_head(network, mover.place, other.sync.table.journal.step + 1, b"\x01" * 32)
    network.receive(other.key, mover.key, later)
    assert other.sync.pause is None, "that step is not complete here"
    send(network, mover, other, forged(network, mover.place))
    assert other.sync.stop is None
    assert other.sync.pause is not None
    assert English().say(other.sync.pause).startswith("Two histories of this game are being comp")
    assert not other.sync.may_write
    assert not other.sync.awaited()
    with pytest.raises(PeerError, match="being compared"):
        other.sync.write(Draft(other.sync.table, 0))


def signed_head(network: Network, place: int, step: int, digest: bytes) -> Head:
    body = enc(Standing(network.genesis.game_id, place, step, digest))
    return Head(body, network.identities[place].sign("head", body))


def test_a_head_signed_by_another_or_of_another_game_blames_the_sender() -> None:
    network, mover, other = at_a_move()
    head = signed_head(network, mover.place, 99, bytes(32))
    network.receive(other.key, mover.key, head._replace(signature=bytes(64)))
    body = enc(Standing(bytes(32), mover.place, 99, bytes(32)))
    network.receive(other.key, mover.key, Head(body, mover.identity.sign("head", body)))
    assert [str(e) for e in other.refused] == [
        f"A head came whose signature is not that of seat {mover.place + 1}.",
        "A head of another game came.",
    ]
    assert other.sync.stop is None


# a stop is kept and told


def illegal(network: Network, mover: SimulatedPeer, *victims: SimulatedPeer) -> None:
    network.cheats.add(mover.place)
    for victim in victims:
        entry = forged(network, mover.place, payload={"m": ["race.fly", [], []]})
        send(network, mover, victim, entry)


def test_a_stop_survives_a_restart() -> None:
    network, mover, other = at_a_move()
    illegal(network, mover, other)
    before = other.sync.stop
    network.kill(other.key)
    network.restart(other.key)
    assert other.sync.stop == before
    network.play(300)
    assert other.sync.stop == before
    assert not other.sync.may_write


def test_whoever_was_away_stops_at_the_same_entry_when_it_is_back() -> None:
    network, mover, other = at_a_move()
    third = next(p for p in network.peers.values() if p not in (mover, other))
    network.kill(third.key)
    illegal(network, mover, other)
    network.kill(mover.key)
    network.kill(other.key)
    network.restart(other.key)
    network.restart(third.key)
    network.play(300)
    assert said(third) == said(other)
    assert third.disk.stop == other.disk.stop


def caught_up_after_a_stop() -> tuple[SimulatedPeer, SimulatedPeer]:
    """Return a peer that lacked everything when the game stopped, and the one that served it."""
    network, mover, other = at_a_move()
    third = next(p for p in network.peers.values() if p not in (mover, other))
    network.kill(third.key)
    third.disk.entries = []
    illegal(network, mover, other)
    network.kill(mover.key)
    network.restart(third.key)
    network.play(300)
    return third, other


def test_whoever_is_behind_stops_at_the_same_entry_when_it_has_caught_up() -> None:
    third, other = caught_up_after_a_stop()
    assert said(third) == said(other)


def test_a_stopped_peer_still_serves_those_that_are_behind() -> None:
    third, other = caught_up_after_a_stop()
    assert third.sync.table.journal.prev == other.sync.table.journal.prev


def test_a_stop_is_plain_data_and_back() -> None:
    network, mover, other = at_a_move()
    illegal(network, mover, other)
    stop = other.sync.stop
    assert stop is not None
    assert read_stop(plain_stop(stop)) == stop
    assert read_stop(["nonsense"]) is None


# this peer's own troubles


def test_a_disk_that_refuses_stops_the_game_here_with_the_reason() -> None:
    network = Network(2, 3)
    network.play(60)
    peer = network.at(0)
    peer.disk.before = refuse
    network.play(200)
    assert said(peer) == "The disk is full."
    assert peer.sync.stop == Stop(peer.sync.stop.reason, -1, peer.sync.stop.step, lasting=False)  # type: ignore[union-attr]  # said() has looked
    assert peer.disk.stop is None
    sent = network.sent.copy()
    network.receive(peer.key, network.keys[1], Have(peer.sync.game, 0, peer.sync.game, ()))
    peer.sync.linked(network.keys[1])
    peer.sync.told_links(network.keys[1], ())
    peer.sync.tick(1.0)
    assert network.sent == sent, "what is in memory may not be on the disk"
    peer.disk.before = lambda n: None
    network.kill(peer.key)
    network.restart(peer.key)
    network.play()
    assert all(p.sync.table.over and not p.sync.stop for p in network.peers.values())


def refuse(n: int) -> None:
    raise StoreError("The disk is full.")


def test_a_stop_that_cannot_be_kept_is_still_a_stop() -> None:
    network, mover, other = at_a_move()
    other.disk.before = refuse
    illegal(network, mover, other)
    assert "The rules here refuse" in said(other)
    assert other.disk.stop is None


def test_a_plugin_that_raises_stops_the_table_and_nothing_else(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    network, mover, other = at_a_move()
    table = other.sync.table
    monkeypatch.setattr(table.rules, "apply", lambda *_: track(table.state).at[99])
    send(network, mover, other, forged(network, mover.place))
    assert said(other) == ("The rules of race failed: IndexError: list index out of range.")
    assert not other.refused
    assert forged(network, mover.place) not in other.disk.entries
    monkeypatch.undo()
    network.kill(other.key)
    network.restart(other.key)
    assert other.sync.stop is None


def test_a_plugin_that_raises_when_we_have_to_write_stops_the_table_here(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    network = Network(2, 3)
    peer = network.at(0)
    monkeypatch.setattr(peer.sync.table.rules, "digest", lambda *_: 1 // 0)
    network.play()
    assert said(peer).startswith("The rules of race failed: ZeroDivisionError")
    assert network.at(1).sync.stop is None


def test_nothing_is_written_where_the_game_has_stopped() -> None:
    network, mover, other = at_a_move()
    illegal(network, mover, other)
    with pytest.raises(PeerError, match="The rules here refuse"):
        other.sync.write(Draft(other.sync.table, 0))


def test_a_decision_that_the_disk_refuses_is_told_to_whoever_made_it() -> None:
    network, mover, _ = at_a_move()
    mover.disk.before = refuse
    draft = Draft(mover.sync.table, mover.sync.table.seat_of(mover.place))
    draft.choose(draft.legal()[0])
    network.sent.clear()
    with pytest.raises(PeerError, match="The disk is full"):
        mover.sync.write(draft)
    assert not network.sent


def test_a_game_that_is_too_long_ends_alike_everywhere(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bastide.net.sync.ledger.MAX_STEPS", 12)
    network = Network(3, 2)
    network.play()
    for peer in network.peers.values():
        assert said(peer) == "The game is longer than this version can play."
        assert peer.sync.table.journal.step == 12
        network.kill(peer.key)
        network.restart(peer.key)
        assert said(peer) == "The game is longer than this version can play."


def test_a_game_of_too_many_bytes_ends_alike_everywhere(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "GAME_BYTES", 5_000)
    network = Network(3, 2)
    network.play()
    assert len({peer.sync.table.journal.step for peer in network.peers.values()}) == 1
    assert all("longer than" in said(peer) for peer in network.peers.values())


def test_a_game_that_uses_up_its_rolls_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bastide.net.dealing.fair.ROLLS_PLAYED", 2)
    network = Network(2, 2)
    network.play()
    assert all("used up its rolls" in said(peer) for peer in network.peers.values())
