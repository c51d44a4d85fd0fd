"""Evidence: what holds names the right seat to everybody, what does not blames its sender."""

from __future__ import annotations

from typing import Any

import pytest

from bastide.core.journal import Entry, JournalError, Proof, read_file, write_file
from bastide.core.messages import English
from bastide.net import limits
from bastide.net.errors import PeerError
from bastide.net.games import judge
from bastide.net.links.messages import Entries, Evidence
from bastide.net.sync.cases import Cases
from bastide.net.sync.catchup import evidence_frames
from bastide.net.sync.evidence import (
    Case,
    Undecided,
    Waiting,
    accusation,
    end_of_game,
    examine,
    tidy,
)
from tests.core.stealing import after_a_lie
from tests.net.disks import Disk, Killed
from tests.net.race import plugins
from tests.net.simulation import Network, SimulatedPeer
from tests.net.sync.networks import at_a_move, play_on
from tests.net.sync.test_stops import REST, forged, illegal, said, send, signed_head

NETWORK, MOVER, OTHER = at_a_move()
TABLE = OTHER.sync.table
STEP = TABLE.journal.step
RUN, RESTED = forged(NETWORK, MOVER.place), forged(NETWORK, MOVER.place, payload=REST)
HEADS = [Entry(*signed_head(NETWORK, MOVER.place, 9, bytes([n]) * 32)) for n in range(2)]
FALSE = forged(NETWORK, MOVER.place, payload={})


def test_two_moves_for_one_slot_prove_that_their_seat_signed_twice() -> None:
    case = examine(Proof("twice", (RUN, RESTED)), TABLE)
    assert case.finding[:3] == (MOVER.place, "twice", STEP)
    assert English().say(case.finding.message) == (
        f"P{MOVER.place} signed two different moves at step {STEP}."
    )
    assert case == examine(Proof("twice", (RESTED, RUN)), TABLE), "there is one form of it"


def test_two_entries_that_are_not_both_moves_are_called_entries() -> None:
    case = examine(Proof("twice", (RUN, forged(NETWORK, MOVER.place, kind="dance"))), TABLE)
    assert "two different entries" in English().say(case.finding.message)


def test_two_heads_of_one_step_prove_two_histories_of_any_step() -> None:
    case = examine(Proof("heads", (HEADS[0], HEADS[1])), TABLE)
    assert case.finding[:3] == (MOVER.place, "heads", 9)
    assert English().say(end_of_game(case.finding)) == (
        f"P{MOVER.place} signed two different histories at step 9: the game ends here. "
        "Both are kept as proof (bastide verify shows them)."
    )


def test_a_false_word_about_the_hand_of_another_seat_accuses_who_said_it() -> None:
    for table in after_a_lie().tables.values():
        finding = accusation(table)
        assert finding
        assert (finding.place, finding.kind) == (1, "claim")
        assert English().say(finding.message).startswith("Blaise said something false")


def test_a_head_and_an_entry_that_continues_another_history_contradict_each_other() -> None:
    entry = forged(NETWORK, MOVER.place, step=9, prev=bytes([7]) * 32)
    case = examine(Proof("heads", (HEADS[0], entry)), TABLE)
    assert case.finding[:3] == (MOVER.place, "heads", 9)


def test_a_head_and_a_later_word_on_our_history_prove_a_changed_past() -> None:
    late = forged(NETWORK, MOVER.place)
    early = Entry(*signed_head(NETWORK, MOVER.place, STEP - 1, bytes(32)))
    case = examine(Proof("past", (late, early)), TABLE)
    assert case.finding[:3] == (MOVER.place, "past", STEP - 1)
    assert English().say(case.finding.message) == (
        f"P{MOVER.place} signed two different histories at step {STEP - 1}."
    )
    assert case == examine(Proof("past", (early, late)), TABLE)


def test_a_changed_past_waits_for_the_later_word_to_be_ours() -> None:
    early = Entry(*signed_head(NETWORK, MOVER.place, STEP - 1, bytes(32)))
    elsewhere = Entry(*signed_head(NETWORK, MOVER.place, STEP, bytes(32)))
    for late in (HEADS[0], elsewhere):
        with pytest.raises(Waiting):
            examine(Proof("past", (early, late)), TABLE)
    cases = Cases(TABLE, lambda body: None)
    assert cases.examine(Proof("past", (early, HEADS[0]))) is None
    assert cases.due() == []


def test_words_that_agree_or_are_of_two_seats_prove_no_changed_past() -> None:
    late = forged(NETWORK, MOVER.place)
    true = Entry(
        *signed_head(NETWORK, MOVER.place, STEP - 1, TABLE.journal.digest_before(STEP - 1))
    )
    foreign = Entry(*signed_head(NETWORK, OTHER.place, STEP - 1, bytes(32)))
    same = Entry(*signed_head(NETWORK, MOVER.place, STEP, bytes(32)))
    for early in (true, foreign, same):
        with pytest.raises(PeerError, match="proves nothing"):
            examine(Proof("past", (early, late)), TABLE)


def test_a_false_entry_is_judged_where_it_belongs() -> None:
    case = examine(Proof("invalid", (FALSE,)), TABLE)
    assert case.finding[:3] == (MOVER.place, "invalid", STEP)
    assert "has not the one field of a move" in English().say(case.finding.message)


def test_a_false_entry_of_a_later_step_or_of_another_history_is_undecided() -> None:
    later = forged(NETWORK, MOVER.place, step=STEP + 1)
    elsewhere = forged(NETWORK, MOVER.place, prev=bytes(32))
    for entry, is_ahead in ((later, True), (elsewhere, False)):
        with pytest.raises(Undecided) as undecided:
            examine(Proof("invalid", (entry,)), TABLE)
        assert undecided.value.is_ahead == is_ahead


def test_a_false_entry_for_a_slot_that_is_taken_proves_that_its_seat_signed_twice() -> None:
    network, mover, other = at_a_move()
    send(network, mover, other, forged(network, mover.place))
    case = examine(Proof("invalid", (forged(network, mover.place, mover, payload={}),)), TABLE)
    assert case.finding.kind == "invalid", "the slot is free at this table"
    again = examine(Proof("invalid", (FALSE,)), other.sync.table)
    assert again.finding.kind == "twice"


HONEST = TABLE.journal.entries()
UNSIGNED = Entry(RUN.body, bytes(64))
ALIEN = Entry(*signed_head(NETWORK, MOVER.place, 9, bytes(32))._replace(signature=bytes(64)))
NOTHING: dict[str, tuple[str, tuple[Entry, ...], str]] = {
    "the same twice": ("twice", (RUN, RUN), "both entries are the same"),
    "two slots": ("twice", (HONEST[0], HONEST[-1]), "two slots"),
    "unsigned": ("twice", (RUN, UNSIGNED), "a signature does not hold"),
    "unsigned, alone": ("invalid", (UNSIGNED,), "a signature does not hold"),
    "unsigned heads": ("heads", (HEADS[0], ALIEN), "a signature does not hold"),
    "another game": (
        "twice",
        (RUN, forged(NETWORK, MOVER.place, game_id=bytes(32))),
        "of another game",
    ),
    "equal heads": ("heads", (HEADS[0], HEADS[0]), "do not differ"),
    "heads of two steps": (
        "heads",
        (HEADS[0], Entry(*signed_head(NETWORK, MOVER.place, 8, bytes(32)))),
        "two steps or seats",
    ),
    "nonsense": ("twice", (Entry(b"\x80", bytes(64)), RUN), "is no entry"),
    "nonsense heads": ("heads", (Entry(b"\x80", bytes(64)), HEADS[0]), "is no entry"),
    "a legal move": ("invalid", (RUN,), "none of which that can be said"),
    "a claim, which the journal shows": ("claim", (FALSE,), "not the form of any"),
    "a move that the rules refuse": (
        "invalid",
        (forged(NETWORK, MOVER.place, payload={"m": ["race.fly", [], []]}),),
        "none of which that can be said",
    ),
    "another state": (
        "invalid",
        (forged(NETWORK, MOVER.place, state=bytes(32)),),
        "none of which that can be said",
    ),
    "an entry of ours": ("invalid", (HONEST[-1],), "none of which that can be said"),
    "out of turn": (
        "invalid",
        (forged(NETWORK, OTHER.place, OTHER),),
        "none of which that can be said",
    ),
    "an unknown kind": ("lies", (RUN, RESTED), "not the form of any"),
    "one entry": ("twice", (RUN,), "not the form of any"),
    "two entries": ("invalid", (RUN, RESTED), "not the form of any"),
}


@pytest.mark.parametrize("name", NOTHING)
def test_what_proves_nothing_blames_its_sender_and_changes_nothing(name: str) -> None:
    kind, items, words = NOTHING[name]
    with pytest.raises(PeerError, match=words):
        examine(Proof(kind, items), TABLE)
    network, mover, other = at_a_move()
    signed = tuple(item for item in items if len(item.signature) == 64)
    if len(signed) == len(items):
        network.receive(other.key, mover.key, Evidence(other.sync.game, kind, signed))
        assert len(other.refused) == 1
    assert other.sync.stop is None
    assert not other.disk.proofs
    assert other.sync.may_write


# what a peer keeps


def cases(proofs: list[Proof]) -> Cases:
    kept = Cases(TABLE, lambda body: None)
    kept.load(proofs)
    return kept


def many(place: int) -> list[Proof]:
    """Return more evidence against a seat than anybody keeps."""
    entries = [forged(NETWORK, place, payload={"x": n}, step=0) for n in range(20)]
    return [tidy("twice", tuple(entries[n : n + 2])) for n in range(0, 20, 2)]


def a_cheat(step: int) -> tuple[Network, SimulatedPeer, SimulatedPeer, SimulatedPeer]:
    """Return a network of three at a step, one of them that is going to cheat, and the others."""
    network, _, other = at_a_move()
    play_on(network, step)
    cheat = network.at(2)
    network.cheats.add(cheat.place)
    third = next(p for p in network.peers.values() if p not in (other, cheat))
    return network, cheat, other, third


def confess(network: Network, cheat: SimulatedPeer, to: SimulatedPeer, step: int) -> None:
    """Let a cheat prove of itself that it signed two moves at a step."""
    moves = [{"m": ["race.run", [], [n]]} for n in range(2)]
    items = [forged(network, cheat.place, step=step, payload=move) for move in moves]
    network.receive(to.key, cheat.key, Evidence(to.sync.game, *tidy("twice", tuple(items))))


def quiet_seconds(network: Network, number: int) -> None:
    for _ in range(number):
        network.drain()
        network.second()


def test_where_there_is_no_room_the_plainer_evidence_stays() -> None:
    """So all who have heard of everything keep the same, in whatever order they heard of it."""
    network, cheat, other, third = a_cheat(2 * limits.EVIDENCE_PER_SEAT)
    for step in range(2 * limits.EVIDENCE_PER_SEAT):
        victim = other if step < limits.EVIDENCE_PER_SEAT else third
        confess(network, cheat, victim, step)
    assert other.sync.stop != third.sync.stop
    network.kill(cheat.key)
    quiet_seconds(network, 3 * int(limits.HAVE_SECONDS))
    assert other.sync.stop == third.sync.stop
    assert other.sync.stop is not None
    assert other.sync.stop.step == 0
    for peer in (other, third):
        assert len(peer.disk.proofs) == limits.EVIDENCE_PER_SEAT
        assert set(peer.disk.proofs) == set(other.disk.proofs)
        assert peer.disk.stop == (other.sync.stop, None)


def test_evidence_of_a_step_that_was_never_reached_is_plainer_than_no_other() -> None:
    network, cheat, other, third = a_cheat(3)
    for n in range(3 * limits.EVIDENCE_PER_SEAT):
        confess(network, cheat, other, 99_000 - n)
        network.second()
    assert other.sync.stop is not None
    assert other.sync.stop.step == 99_001 - limits.EVIDENCE_PER_SEAT
    assert len(other.disk.proofs) == limits.EVIDENCE_PER_SEAT
    confess(network, cheat, other, 2)
    quiet_seconds(network, 1)
    assert other.sync.stop.step == 2
    assert third.sync.stop == other.sync.stop


def test_who_proves_ever_more_against_itself_costs_a_few_writes_and_messages_for_good(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(limits, "STRETCHES_PER_SECOND", 99)
    most = limits.EVIDENCE_PER_SEAT + limits.EVIDENCE_REPLACED
    network, cheat, other, third = a_cheat(most + 4)
    before = other.disk.writes
    for step in range(most + 3, -1, -1):
        confess(network, cheat, other, step)
    network.drain()
    assert other.sync.stop is not None
    assert third.sync.stop is not None
    assert other.sync.stop.place == third.sync.stop.place == cheat.place
    kept, dropped, stopped = most, limits.EVIDENCE_REPLACED, most
    assert other.disk.writes - before == kept + dropped + stopped
    assert len(other.disk.proofs) == limits.EVIDENCE_PER_SEAT
    told = [to for _, to, said in network.said if isinstance(said, Evidence)]
    assert most <= told.count(third.key) <= 2 * most, (
        "by the other, and by the cheat, who hears of it too"
    )
    quiet_seconds(network, 3 * int(limits.HAVE_SECONDS))
    assert other.disk.writes - before == kept + dropped + stopped
    assert not other.refused


def test_a_few_pieces_of_each_seat_are_kept() -> None:
    kept = cases([*many(0), *many(1)])
    places = [case.finding.place for case in kept.held]
    assert places == [0] * limits.EVIDENCE_PER_SEAT + [1] * limits.EVIDENCE_PER_SEAT


def test_a_few_pieces_of_each_seat_wait_for_their_step() -> None:
    later = [forged(NETWORK, 0, step=90 + n) for n in range(20)]
    kept = cases([tidy("invalid", (entry,)) for entry in later])
    assert not kept.held
    assert sum(kept.knows(tidy("invalid", (e,))) for e in later) == limits.EVIDENCE_PER_SEAT


def test_all_who_hold_the_same_show_the_same_in_whatever_order_it_came() -> None:
    proofs = [
        Proof("invalid", (FALSE,)),
        tidy("heads", tuple(HEADS)),
        tidy("twice", (RUN, RESTED)),
        *many(1)[:2],
    ]
    found = {cases(proofs[n:] + proofs[:n]).verdict() for n in range(len(proofs))}
    assert len(found) == 1
    finding = found.pop()
    assert finding is not None
    assert finding[:3] == (1, "twice", 0)


def test_evidence_that_is_too_long_for_a_message_travels_as_entries() -> None:
    long = [
        forged(NETWORK, MOVER.place, payload={"m": [bytes([n]) * 16_000, b"x" * 16_000]})
        for n in range(2)
    ]
    sent = list(evidence_frames(OTHER.sync.game, tidy("twice", tuple(long))))
    assert [type(message) for message in sent] == [Entries, Entries]
    network, mover, other = at_a_move()
    for message in sent:
        network.receive(other.key, mover.key, message)
    assert said(other).startswith(f"P{mover.place} signed two different moves")


# among peers


def cheat_twice(network: Network, mover: SimulatedPeer, *victims: SimulatedPeer) -> None:
    network.cheats.add(mover.place)
    for victim in victims:
        send(network, mover, victim, forged(network, mover.place))
        send(network, mover, victim, forged(network, mover.place, mover, payload=REST))


def two_others(network: Network, mover: SimulatedPeer) -> list[SimulatedPeer]:
    return [peer for peer in network.peers.values() if peer is not mover]


def test_evidence_reaches_who_comes_later_and_is_passed_on_once() -> None:
    network, mover, other = at_a_move()
    late = next(p for p in two_others(network, mover) if p is not other)
    network.kill(late.key)
    cheat_twice(network, mover, other)
    network.kill(mover.key)
    network.restart(late.key)
    network.drain()
    assert late.sync.stop == other.sync.stop
    assert late.disk.proofs == other.disk.proofs
    network.sent.clear()
    network.drain()
    assert network.sent["Evidence"] == 0


def test_evidence_of_a_step_that_is_not_reached_waits_for_it() -> None:
    network, mover, other = at_a_move()
    late = next(p for p in two_others(network, mover) if p is not other)
    network.kill(late.key)
    late.disk.entries = []
    network.down.discard(late.key)
    late.boot(loaded=True)
    network.cheats.add(mover.place)
    false = forged(network, mover.place, payload={})
    evidence = Evidence(late.sync.game, "invalid", (false,))
    network.receive(late.key, other.key, evidence)
    assert late.sync.stop is None
    assert not late.refused
    send(network, other, late, *other.sync.table.journal.entries())
    assert said(late).startswith(f"P{mover.place} signed an entry that is false at step 3: a move")
    assert late.disk.proofs == [Proof("invalid", (false,))]


def test_what_is_proven_counts_before_what_is_disputed() -> None:
    network, mover, other = at_a_move()
    illegal(network, mover, other)
    assert other.sync.stop is not None
    assert other.sync.stop.place == -1
    send(network, mover, other, forged(network, mover.place))
    assert said(other).startswith(f"P{mover.place} signed two different moves")
    network.kill(other.key)
    network.restart(other.key)
    assert said(other).startswith(f"P{mover.place} signed two different moves")


def test_more_evidence_than_is_kept_costs_little() -> None:
    network, mover, other = at_a_move()
    network.cheats.add(mover.place)
    for proof in many(mover.place):
        items = proof.items
        network.receive(other.key, mover.key, Evidence(other.sync.game, "twice", items))
        network.second()
    assert len(other.disk.proofs) == limits.EVIDENCE_PER_SEAT
    assert not other.refused


@pytest.mark.parametrize("before", [True, False], ids=["nothing written", "just written"])
@pytest.mark.parametrize("n", [1, 2, 3])
def test_power_cut_at_each_write_of_a_stop_shows_the_same_stop_afterwards(
    n: int, before: bool
) -> None:
    network, mover, other = at_a_move()
    third = next(p for p in two_others(network, mover) if p is not other)
    first = other.disk.writes

    def cut(number: int) -> None:
        if number == first + n:
            raise Killed

    other.disk.before, other.disk.after = (cut, nothing) if before else (nothing, cut)
    cheat_twice(network, mover, other, third)
    assert other.key in network.down, "there are that many writes"
    had = list(other.disk.proofs)
    network.restart(other.key)
    if had:
        assert said(other).startswith(f"P{mover.place} signed two different moves")
    network.drain()
    assert other.sync.stop == third.sync.stop
    assert other.disk.stop == third.disk.stop


def nothing(number: int) -> None:
    """Let the disk work."""


def test_evidence_that_the_disk_refuses_still_ends_the_game() -> None:
    network, mover, other = at_a_move()
    cheat_twice(network, mover, other)
    fresh = Disk(entries=list(other.disk.entries))
    other.disk = fresh
    network.kill(other.key)
    network.restart(other.key)
    assert other.sync.stop is None, "it has forgotten, and will hear of it again"


# in a file


def frozen() -> tuple[SimulatedPeer, Case]:
    network, mover, other = at_a_move()
    cheat_twice(network, mover, other)
    return other, examine(other.disk.proofs[0], other.sync.table)


PEER, CASE = frozen()
FILE = write_file(PEER.sync.table.journal, PEER.disk.proofs)


def test_a_journal_file_carries_evidence_that_is_examined_again() -> None:
    content = read_file(FILE)
    assert content.proofs == (CASE.proof,)
    verdict = judge(plugins(), FILE)
    assert verdict.good
    assert verdict.findings == (CASE.finding,)


def test_any_changed_byte_of_the_evidence_is_found() -> None:
    whole = write_file(PEER.sync.table.journal)
    start = len(whole) - (len(whole) - whole.rindex(b"\x93\xa3end")) - 4
    end = start + len(FILE) - len(whole)
    assert FILE[start + 4 : end].startswith(b"\x93\xa8evidence\xa5twice")
    for at in range(start, end):
        for bit in (1, 128):
            changed = bytearray(FILE)
            changed[at] ^= bit
            assert not judge(plugins(), bytes(changed)).good, at


@pytest.mark.parametrize(
    ("proof", "words"),
    [
        (Proof("twice", CASE.proof.items[::-1]), "proves something else than it says"),
        (Proof("twice", (HONEST[0], HONEST[-1])), "evidence 1: Evidence came that proves nothing"),
        (Proof("invalid", (forged(NETWORK, MOVER.place, step=50),)), "not about this journal"),
        (Proof("heads", CASE.proof.items), "do not differ"),
    ],
)
def test_a_journal_with_evidence_that_does_not_hold_is_bad(proof: Proof, words: str) -> None:
    verdict = judge(plugins(), write_file(PEER.sync.table.journal, [proof]))
    assert not verdict.good
    assert words in verdict.fault


@pytest.mark.parametrize("item", [[b""], [b"", 1], 5, [b"", b"", b""]])
def test_evidence_of_another_shape_is_no_frame(item: Any) -> None:  # noqa: ANN401  # anything
    data = write_file(PEER.sync.table.journal, [Proof("twice", ((item,) if item == 5 else item,))])  # type: ignore[arg-type]  # that is the point
    with pytest.raises(JournalError, match="the evidence: not a frame"):
        read_file(data)


def test_nothing_but_the_end_follows_evidence() -> None:
    plain = write_file(PEER.sync.table.journal)
    at = FILE.rindex(b"\x93\xa3end") - 4
    entry = plain[plain.index(b"\x93\xa5entry") - 4 : plain.index(b"\x93\xa5entry", 900) - 4]
    with pytest.raises(JournalError, match="not a frame of a journal"):
        read_file(FILE[:at] + entry + FILE[at:])
