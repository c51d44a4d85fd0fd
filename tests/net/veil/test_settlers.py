"""Settlers under sealed hands and piles: all peers alike, and nobody knows what was not shown."""

from __future__ import annotations

from random import Random

import pytest

from bastide.core.chance import Pick, Rng, public_answer
from bastide.net import limits
from bastide.net.dealing.dice import chain_root, roll_value
from bastide.plugins.settlers.events import PICKED
from tests.net.simulation import ids
from tests.net.veil.auditing import judged
from tests.net.veil.holdings import holdings
from tests.net.veil.settling import GivesUp, settlers
from tests.net.veil.test_flows import claimed, may_know
from tests.net.veil.veiled import Veiled, faces_known
from tests.net.veil.watching import Watched, check_known, check_memory, check_origin, play
from tests.plugins.settlers.tables import compose
from tests.repeats import repeated
from tests.sizes import SIZES

STEPS = 260
"""A part of a game in which piles are looked through and hands are seen, too."""

FALLS, MESSAGES = 0.04, 900
"""How many of so many messages are followed by the fall of a peer."""


@pytest.fixture(autouse=True)
def few_rounds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "PROOF_ROUNDS", 2)


def test_peers_that_fall_again_and_again_play_the_opening_and_some_turns() -> None:
    network, random = settlers(1), Random(1)

    def disturb() -> None:
        if random.random() < FALLS:
            key = random.choice(network.keys)
            network.kill(key)
            network.restart(key)

    network.play(MESSAGES, disturb)
    network.drain()

    one, other = network.peers.values()
    assert one.sync.table.state.turn > 2
    assert ids(one) == ids(other)
    assert one.sync.table.state_digest == other.sync.table.state_digest
    for peer in (one, other):
        assert peer.sync.stop is None
        assert not peer.refused
        table = peer.sync.table
        assert set(faces_known(table.state)) ^ may_know(table.state, peer.place) <= claimed(table)


def test_a_sealed_game_that_is_given_up_ends_for_both_and_verifies() -> None:
    network = settlers(1)
    loser = network.at(0)
    loser.random = GivesUp(loser)

    network.finish()

    assert network.is_over()
    for peer in network.peers.values():
        table = peer.sync.table
        assert peer.sync.stop is None
        assert table.rules.ranking(table.state) == [(1, 1), (2, 0)]
        verdict = judged(network, peer)
        assert verdict.good, verdict.fault
        assert not verdict.findings


@pytest.mark.parametrize("seed", repeated(range(SIZES.network_games)))
def test_nobody_learns_a_card_of_a_pile_or_hand_that_was_not_shown(seed: int) -> None:
    """Searches, draws, exchanges, discards, Spies and conflicts included."""
    play(Watched(compose()), seed, check_known, check_origin, check_memory, steps=STEPS)


def test_nobody_holds_what_decides_the_next_event() -> None:
    """There is no pile of event cards: all shares in a roll are needed, and any card may come."""
    game, random = Veiled(compose()), Random(1)
    while (pick := _event(game)) is None:
        assert game.step(random)
    game_id, roll = game.genesis.game_id, game.dealer(0).rolls + 1

    for place, table in game.tables.items():
        for other in {*game.places} - {place}:
            root = chain_root(game.masters[other], game_id, other)
            values = [game.chains[other].value(roll + n) for n in range(5)]
            wanted = [int.from_bytes(each, "big") for each in (root, *values)]
            assert not holdings(table).secrets(wanted)

    mine, prev = game.chains[0].value(roll), game.one.journal.prev
    rolled = (roll_value(game_id, roll, prev, (mine, random.randbytes(32))) for _ in range(200))
    drawn = {public_answer(pick, Rng(value, pick.label)) for value in rolled}
    assert drawn == {(card,) for card in pick.pool}


def _event(game: Veiled) -> Pick | None:
    """Return the request for an event card, if it is due."""
    waiting = game.one.state.waiting
    return next((each for each in waiting if isinstance(each, Pick) and each.label == PICKED), None)
