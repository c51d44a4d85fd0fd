"""A modified peer at a sealed table of settlers: what it tries, and what becomes of it.

Who signs what proofs or opened cards show to be false is named. What the rules refuse stops the
game as well: nobody is named, for a program may be at fault, and all that was played stays.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest

from bastide.core.journal import parse_body
from bastide.net import limits
from bastide.plugins.settlers import hand, setup, tokens
from bastide.plugins.settlers.attacks import BRIGANDS
from bastide.plugins.settlers.espionage import SPY
from bastide.plugins.settlers.hand import EXCHANGE_CARD, SEARCH_ACTION
from bastide.plugins.settlers.playing import PLAY_ACTION
from tests.net.adversaries import Attack, Forge, adversary, assert_just, false_roll, honest_peers
from tests.net.simulation import Network
from tests.net.veil.attacks import ForgeDealing, Withhold, believer, heard_by
from tests.net.veil.auditing import assert_caught, assert_named, audit, settle
from tests.net.veil.breaching import (
    BREACHES,
    FORGED,
    LIARS,
    elsewhere,
    kept,
    kept_for_another,
    kept_in_exchange,
    too_poor,
    unpaid,
)
from tests.net.veil.settling import (
    CHEAT,
    HONEST,
    Breach,
    assert_refused,
    lawless,
    settlers,
    wish,
)
from tests.net.veil.test_attacks import another_value

ROUNDS = 8
"""Proof rounds: with the honest secrets a false proof passes once in 256."""


@pytest.fixture(autouse=True)
def few_rounds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "PROOF_ROUNDS", ROUNDS)


# seeing cards, changing their order, keeping them: entries with proofs


@pytest.mark.parametrize("aim", FORGED)
def test_an_entry_with_a_false_proof_names_its_seat(aim: str) -> None:
    kind, lie, why, where = FORGED[aim]
    attack = ForgeDealing(kind, 0, lie=lie, where=where)
    network = settlers(3, adversary(attack))
    heard = heard_by(network, CHEAT)

    settle(network)

    assert attack.forged, "there was an occasion"
    step = parse_body(attack.forged.body).step
    assert f"P1 signed an entry that is false at step {step}: {why}." in assert_named(network)
    audit(network, heard)


# choosing a die, knowing an event


ROLLS: dict[str, Callable[[], Attack]] = {
    "any value": lambda: Forge("roll", 0, false_roll),
    "the value of the time before": lambda: Forge("roll", 6, another_value(-1)),
    "the value after the next": lambda: Forge("roll", 6, another_value(1)),
}


@pytest.mark.parametrize("shown", ROLLS)
def test_a_die_cannot_be_chosen(shown: str) -> None:
    network = settlers(3, adversary(ROLLS[shown]()))
    heard = heard_by(network, CHEAT)

    settle(network)

    assert "not the next of that seat's chain" in assert_named(network)
    audit(network, heard)


def test_who_holds_back_its_share_of_a_roll_is_waited_for_and_changes_nothing() -> None:
    """It sees the dice or the event first; that is all."""
    attack = Withhold("roll", after=20)
    network = settlers(3, adversary(attack))
    for place in (HONEST, CHEAT):
        wish(network, place)
    network.play(2_000)

    [peer] = honest_peers(network)
    assert attack.slot
    assert (peer.sync.awaited(), peer.sync.table.journal.step) == ((CHEAT,), attack.slot[0])
    assert peer.sync.stop is None
    attack.is_over = True
    network.play(200)
    assert peer.sync.table.journal.step > attack.slot[0]
    assert_just(network)


# claims


@pytest.mark.parametrize("lie", LIARS)
def test_a_false_claim_names_its_seat_when_the_card_is_opened(
    lie: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    liar, card, why = LIARS[lie]
    network = settlers(3, believer(liar))
    give_spies(network, monkeypatch, card)
    heard = heard_by(network, CHEAT)

    settle(network)

    assert_caught(network, network.at(CHEAT), why)
    assert not any(peer.disk.proofs for peer in honest_peers(network)), "the journal is the proof"
    audit(network, heard)


CLAIMED = ("caravan", "alchemist", "bishop") * 2
"""A few of the cards that are named falsely: nobody believes in others than those of the deck."""


def give_spies(network: Network, monkeypatch: pytest.MonkeyPatch, card: str) -> None:
    """Let the cheat hold Spies and play them soon, and the other one hold copies of a card."""
    monkeypatch.setattr(setup, "DECK", (SPY, card) * 28 + CLAIMED)
    wish(network, HONEST, *([PLAY_ACTION] if card == BRIGANDS else []), cards=(card,))
    wish(network, CHEAT, PLAY_ACTION, cards=(SPY,))


# moves that no rules allow


@pytest.mark.parametrize("move", BREACHES)
def test_a_move_that_no_rules_allow_is_refused_and_nothing_is_lost(
    move: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    breach, why = BREACHES[move]
    network = settlers(3, lawless(breach))
    prepare(network, breach, monkeypatch)
    heard = heard_by(network, CHEAT)

    settle(network)

    assert why in assert_refused(network)
    audit(network, heard)


def prepare(network: Network, breach: Breach, monkeypatch: pytest.MonkeyPatch) -> None:
    """Bring the occasion about soon."""
    is_kept = breach in (kept, kept_for_another)
    give_spies(network, monkeypatch, "bishop" if is_kept else "abbey")
    if breach in (unpaid, too_poor, kept_in_exchange, elsewhere):
        wish(network, CHEAT, EXCHANGE_CARD.kind, SEARCH_ACTION)
    if is_kept:
        monkeypatch.setattr(tokens, "HAND", 2)  # so one card is too many after the first theft
    if breach is too_poor:
        monkeypatch.setattr(hand, "SEARCH_COST", 9)  # more than a seat has in its first turn
