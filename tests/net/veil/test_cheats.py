"""Cheats at dealing among real peers: the honest stop alike, and the right place is named."""

from __future__ import annotations

import pytest

from bastide.core.journal import Body, Entry, entry_id, make_body, parse_body
from bastide.core.payloads import Payload
from bastide.net import limits
from bastide.net.links.messages import Entries, Evidence
from bastide.net.sync.ledger import PROVEN
from tests.net.adversaries import Forge, adversary, assert_just, honest_peers
from tests.net.simulation import Network, SimulatedPeer

CHEAT = 1


@pytest.fixture(autouse=True)
def few_rounds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "PROOF_ROUNDS", 2)


def damaged(body: Body) -> Body:
    """Flip a bit in the proof of a dealer's entry."""
    payload = dict(body.payload)
    name, longest = max(
        ((key, value) for key, value in payload.items() if isinstance(value, bytes)),
        key=lambda pair: len(pair[1]),
    )
    changed = bytearray(longest)
    changed[len(changed) // 2] ^= 1
    payload[name] = bytes(changed)
    return body._replace(payload=payload)


def settle(network: Network) -> None:
    for _ in range(20):
        network.play(300)
        stops = {peer.sync.stop for peer in honest_peers(network)}
        if len(stops) == 1 and None not in stops:
            return


def game(seed: int, attack: Forge) -> Network:
    return Network(3, seed, game="cards", cheats={CHEAT: adversary(attack)})


@pytest.mark.parametrize("victims", [(), (2,)], ids=["all", "one"])
@pytest.mark.parametrize("kind", sorted(PROVEN))
def test_a_damaged_proof_is_evidence_to_all(kind: str, victims: tuple[int, ...]) -> None:
    attack = Forge(kind, 0, damaged, victims)
    network = game(3, attack)
    settle(network)
    assert attack.forged, "the game has such a step"
    assert_just(network)
    assert {peer.sync.stop.place for peer in honest_peers(network) if peer.sync.stop} == {CHEAT}


def test_evidence_with_a_proof_is_checked_elsewhere_before_it_counts() -> None:
    """Somebody who gets there late, and hears of it first by evidence."""
    attack = Forge("v.mask", 0, damaged, (0,))
    network = game(3, attack)
    victim, late = network.at(0), network.at(2)
    for _ in range(3_000):
        network.play(1)
        if victim.sync.stop:
            break
    assert victim.sync.stop is not None
    assert attack.forged is not None
    step = parse_body(attack.forged.body).step
    network.kill(late.key)
    network.kill(network.at(CHEAT).key)
    late.disk.entries = [e for e in late.disk.entries if parse_body(e.body).step < step]
    late.disk.proofs, late.disk.stop = [], None
    network.down.discard(late.key)
    late.boot(loaded=True)
    hear(network, late, attack)
    assert late.sync.stop is None, "the proof is being checked"
    network.play(200)
    assert late.sync.stop == victim.sync.stop
    assert not late.refused


def last_byte_flipped(payload: Payload) -> bytes:
    proof = payload["pf"]
    assert isinstance(proof, bytes)
    return proof[:-1] + bytes([proof[-1] ^ 1])


def test_two_entries_whose_proofs_are_still_being_checked_are_evidence() -> None:
    network = Network(3, 3, game="cards")
    victim = network.at(0)
    for _ in range(3_000):
        if victim.sync._intake._unproven:
            break
        network.play(1)
    [(slot, kept)] = victim.sync._intake._unproven.items()
    body = parse_body(kept.entry.body)
    body = body._replace(payload={**body.payload, "pf": last_byte_flipped(body.payload)})
    data = make_body(body)
    signature = network.identities[body.place].sign("sign-entry", entry_id(data))
    message = Entries(victim.sync.game, (Entry(data, signature),))
    network.receive(victim.key, kept.source, message)
    assert victim.sync.stop is not None
    assert (victim.sync.stop.step, victim.sync.stop.place) == slot
    assert [proof.kind for proof in victim.disk.proofs] == ["twice"]


def hear(network: Network, peer: SimulatedPeer, attack: Forge) -> None:
    assert attack.forged is not None
    evidence = Evidence(peer.sync.game, "invalid", (attack.forged,))
    network.receive(peer.key, network.keys[0], evidence)
