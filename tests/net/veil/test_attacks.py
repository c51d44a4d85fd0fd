"""Every known cheat at a sealed table, among whole peers: entries, heads and silence.

Each is refused, or proven against the right seat to all alike; nobody honest is named, what the
cheats received tells them nothing, and the journal file of each honest peer shows the proof again.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import pytest

from bastide.core.journal import Body, Entry, parse_body
from bastide.core.messages import English
from bastide.net import limits
from bastide.net.dealing.dice import DiceChain
from bastide.net.links.messages import Evidence, Head, WireMessage
from bastide.net.sync.game_sync import GameSync
from bastide.net.sync.heads import read_head
from bastide.net.sync.ledger import PROVEN
from tests.net.adversaries import (
    Adversary,
    Attack,
    Forge,
    ForgeHead,
    Once,
    Program,
    adversary,
    assert_just,
    early_entry,
    false_roll,
    honest_peers,
)
from tests.net.simulation import Network, PeerMaker, SimulatedPeer, master_of
from tests.net.veil.attacks import ForgeDealing, Withhold, heard_by
from tests.net.veil.auditing import assert_named, audit, named, settle
from tests.net.veil.forging import proofs_of, with_proofs
from tests.net.veil.lies import CHEATS, OTHER_MASTER, PROOF, true_again
from tests.repeats import repeated

CHEAT = 1
ROUNDS = 8
"""Proof rounds here: with the honest secrets a false proof passes once in 256."""


@pytest.fixture(autouse=True)
def few_rounds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "PROOF_ROUNDS", ROUNDS)


def game_with(cheat: PeerMaker) -> Network:
    return Network(3, 3, game="cards", cheats={CHEAT: cheat})


# false entries


@pytest.mark.parametrize("victims", repeated([(), (2,)]), ids=["all", "one"])
@pytest.mark.parametrize("name", CHEATS)
def test_a_false_entry_names_its_seat_to_all(name: str, victims: tuple[int, ...]) -> None:
    kind, lie, why, where = CHEATS[name]
    attack = ForgeDealing(kind, 0, lie=lie, where=where, victims=victims)
    network = game_with(adversary(attack))
    heard = heard_by(network, CHEAT)

    settle(network)

    assert attack.forged, "there was an occasion"
    said, step = assert_named(network), parse_body(attack.forged.body).step
    signed = f"P1 signed an entry that is false at step {step}: {why}."
    twice = f"P1 signed two different entries at step {step}"  # if the honest one came first
    assert signed in said or (victims and twice in said)
    audit(network, heard)


def test_two_cheats_that_help_each_other_learn_nothing_either() -> None:
    kind, lie, _, where = CHEATS["a blinded copy of a card that another is dealt"]
    attack = ForgeDealing(kind, 0, lie=lie, where=where)
    cheats = {CHEAT: adversary(attack), 2: adversary(Attack())}
    network = Network(4, 3, game="cards", cheats=cheats)
    heard = heard_by(network, CHEAT, 2)

    settle(network)

    assert_just(network)
    assert named(network) == {CHEAT}
    audit(network, heard)


@pytest.mark.parametrize("kind", sorted(PROVEN))
def test_each_changed_byte_of_a_proof_names_its_seat(
    kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "PROOF_ROUNDS", 2)
    spy = ForgeDealing(kind, 0)
    network = game_with(adversary(spy))
    while spy.forged is None:
        network.play(1)
    body, victim = parse_body(spy.forged.body), network.at(0)
    victim.disk.entries = [e for e in victim.disk.entries if parse_body(e.body).step < body.step]
    [proof] = proofs_of(body.payload)
    victim.boot(loaded=True)
    for at in range(len(proof)):
        changed = proof[:at] + bytes([proof[at] ^ (1 << at % 8)]) + proof[at + 1 :]
        forged = signed_by(network, body._replace(payload=with_proofs(body.payload, [changed])))
        shown(network, victim, forged)
        stop = victim.sync.stop
        assert stop is not None, at
        assert (stop.place, stop.step) == (CHEAT, body.step)
        assert PROOF in English().say(stop.reason)


def signed_by(network: Network, body: Body) -> Entry:
    cheat = network.at(body.place)
    assert isinstance(cheat, Adversary)
    return cheat.signed(body)


def shown(network: Network, peer: SimulatedPeer, entry: Entry) -> None:
    """Let a peer that knows of nothing wrong see an entry, and check its proof."""
    peer.disk.proofs, peer.disk.stop, network.jobs = [], None, []
    peer.sync = GameSync(peer.sync.table, peer.sync.signers, peer, peer, loaded=True)
    evidence = Evidence(peer.sync.game, "invalid", (entry,))
    network.receive(peer.key, network.keys[2], evidence)
    while network.jobs:
        owner, _, job = network.jobs.pop(0)
        network.run(owner, job)
    assert not peer.refused


# two true words, or one that is not due


@pytest.mark.parametrize("has_heads", [False, True], ids=["silent", "heads"])
@pytest.mark.parametrize("kind", sorted(PROVEN))
def test_two_true_entries_for_one_slot_name_their_seat(kind: str, has_heads: bool) -> None:
    attack = ForgeDealing(kind, 0, lie=true_again, victims=(2,), has_fitting_heads=has_heads)
    network = game_with(adversary(attack))
    heard = heard_by(network, CHEAT)

    settle(network)

    assert "P1 signed two different" in assert_named(network)
    assert attack.forged
    audit(network, heard, {} if kind == "v.strip" else {attack.forged.body: OTHER_MASTER})


def another_value(offset: int) -> Callable[[Body], Body]:
    """Return what shows a value of the chain that is not the next one."""

    def change(body: Body) -> Body:
        chain = DiceChain(master_of(body.place), body.game_id, body.place)
        n = next(n for n in range(99) if chain.value(n) == body.payload["s"])
        return body._replace(payload={"s": chain.value(n + offset)})

    return change


def other_choice(body: Body) -> Body:
    """Commit to something else."""
    return body._replace(payload={"c": bytes(32)})


def early_strip(cheat: Adversary, to: int) -> None:
    """Send a strip before anybody has asked for one."""
    journal = cheat.sync.table.journal
    payload: dict[str, object] = {"i": [0], "x": bytes(32), "pf": [bytes(32)]}
    body = Body(
        cheat.sync.game, journal.step + 1, cheat.place, bytes(32), bytes(32), "v.strip", payload
    )
    cheat.tell_entry(to, cheat.signed(body))


WORDS: dict[str, Callable[[], Attack]] = {
    "two commitments": lambda: Forge("commit", 0, other_choice, (2,)),
    "a head that contradicts its own": lambda: ForgeHead(6, (2,)),
    "a head that contradicts its entry": lambda: ForgeHead(5),
    "a roll value off its chain": lambda: Forge("roll", 0, false_roll),
    "a roll value off its chain for one": lambda: Forge("roll", 0, false_roll, (2,)),
    "the roll value of the time before": lambda: Forge("roll", 0, another_value(-1)),
    "the roll value after the next": lambda: Forge("roll", 0, another_value(1)),
    "an entry before its time": lambda: Once(5, early_entry),
    "a strip before its time": lambda: Once(5, early_strip),
}


@pytest.mark.parametrize("name", WORDS)
def test_words_that_contradict_each_other_name_their_seat(name: str) -> None:
    network = game_with(adversary(WORDS[name]()))
    heard = heard_by(network, CHEAT)

    settle(network)

    assert_named(network)
    audit(network, heard)


@dataclass
class LateHead(Attack):
    """Never say where it stood at a step, and later say it falsely."""

    step: int
    is_done: bool = False

    def sends(self, cheat: Program, to: int, message: WireMessage) -> list[WireMessage]:
        """Leave out the true head."""
        is_it = isinstance(message, Head) and read_head(message).step == self.step
        return [] if is_it else [message]

    def acts(self, cheat: Adversary) -> None:
        """Send the false one to all when there are later ones."""
        if cheat.sync.table.journal.step > self.step + 1 and not self.is_done:
            self.is_done = True
            for place in cheat.victims():
                cheat.tell(place, cheat.head(self.step, bytes(32)))


@pytest.mark.parametrize("step", [2, 5, 9])
def test_a_head_that_its_seat_has_gone_on_from_otherwise_names_it(step: int) -> None:
    attack = LateHead(step)
    network = game_with(adversary(attack))
    heard = heard_by(network, CHEAT)

    settle(network)

    assert attack.is_done
    assert f"P1 signed two different histories at step {step}" in assert_named(network)
    audit(network, heard)


def test_heads_that_nobody_can_contradict_pause_all_and_accuse_nobody() -> None:
    network = game_with(adversary(ForgeHead(6, count=99)))
    heard = heard_by(network, CHEAT)

    settle(network)

    assert_just(network)
    for peer in honest_peers(network):
        assert peer.sync.stop is None
        assert peer.sync.pause is not None
    audit(network, heard)


class OutOfTurn(Attack):
    """Strip cards, once, where somebody else has to."""

    is_done = False

    def acts(self, cheat: Adversary) -> None:
        """Send it to all when another is due."""
        table, expected = cheat.sync.table, cheat.sync.table.expected()
        is_due = expected and expected.kind == "v.strip" and cheat.place not in expected.places
        if is_due and not self.is_done:
            self.is_done = True
            data = table.body(cheat.place, "v.strip", {"i": [0], "x": bytes(32), "pf": []})
            for place in cheat.victims():
                cheat.tell_entry(place, cheat.signed(parse_body(data)))


def test_a_strip_out_of_turn_is_refused_and_the_game_goes_on() -> None:
    network = game_with(adversary(OutOfTurn()))
    heard = heard_by(network, CHEAT)

    settle(network)

    assert_just(network)
    assert all(peer.sync.table.over and not peer.sync.stop for peer in honest_peers(network))
    assert {str(error) for peer in honest_peers(network) for error in peer.refused} == {
        "An entry came out of turn: seat 2 has nothing to do now."
    }
    audit(network, heard)


# silence


def test_a_strip_that_is_refused_lets_all_wait_for_its_seat_and_learn_nothing() -> None:
    attack = Withhold("v.strip", after=12)
    network = game_with(adversary(attack))
    heard = heard_by(network, CHEAT)

    network.play(4_000)

    assert attack.slot
    assert_just(network)
    for peer in honest_peers(network):
        assert peer.sync.stop is None
        assert peer.sync.pause is None
        assert peer.sync.awaited() == (CHEAT,)
        assert peer.sync.table.journal.step == attack.slot[0]
    audit(network, heard)


def test_a_strip_that_was_refused_for_a_while_is_taken_in_the_end() -> None:
    attack = Withhold("v.strip", after=12)
    network = game_with(adversary(attack))
    network.play(4_000)
    network.restart(network.keys[0])

    attack.is_over = True
    network.play()

    assert {peer.sync.stop for peer in network.peers.values()} == {None}
    assert all(peer.sync.table.over for peer in network.peers.values())
