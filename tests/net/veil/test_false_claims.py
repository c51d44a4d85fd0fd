"""What a seat says of its hidden cards and is not so: proven, as soon as the cards are opened."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from bastide.core.journal import Body
from bastide.core.messages import English
from bastide.core.plugins import Setup
from bastide.core.rules import Rules
from bastide.net import limits
from bastide.net.links.messages import WireMessage
from bastide.net.sync.stops import NOBODY
from tests.net.adversaries import Forge, adversary, assert_just, honest_peers
from tests.net.simulation import Network, PeerMaker
from tests.net.veil.attacks import Liar, believer, heard_by
from tests.net.veil.auditing import assert_caught, audit, judged, named, settle, told
from tests.net.veil.claiming import (
    false_bid,
    false_play,
    false_stuck,
    false_tile,
    may_always_be_stuck,
)
from tests.plugins.strategic.tables import GAME, LISTED, VARIANT, deck_of, plugins

CHEAT = 1
TILES = ["base-D"] * 4 + ["base-U"] * 4 + ["base-V"] * 4 + ["base-E"] * 4
"""Tiles of a short game."""


@pytest.fixture(autouse=True)
def few_rounds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "PROOF_ROUNDS", 2)


def cards_with(cheat: PeerMaker, seats: int, seed: int = 3) -> Network:
    return Network(seats, seed, game="cards", cheats={CHEAT: cheat})


def hands_with(cheat: PeerMaker, seats: int, seed: int = 3) -> Network:
    """Return a game of Carcassonne with hands of three tiles."""
    setup = Setup(GAME, seats, (VARIANT, "deck"), LISTED)
    return Network(
        seats, seed, game=setup, cheats={CHEAT: cheat}, installed=plugins(deck=deck_of(TILES))
    )


def nothing(rules: Rules) -> None:
    """Leave the rules of a program as they are."""


def played(network: Network) -> tuple[Network, list[WireMessage]]:
    """Play a game; return it, and what the cheat was heard to say."""
    heard = heard_by(network, CHEAT)
    settle(network)
    return network, heard


Alter = Callable[[Rules], None]

OCCASIONS = range(3, 13)
"""Seeds of games that are played until one gives the occasion; what is drawn changes with each
edit of the rules' files."""

CLAIMS: dict[str, tuple[Callable[[PeerMaker, int, int], Network], Liar, Alter, str]] = {
    "a card played as another": (cards_with, false_play, nothing, "is not the one that was named"),
    "a card bid as another": (cards_with, false_bid, nothing, "is not the one that was named"),
    "a tile laid as another": (hands_with, false_tile, nothing, "is not the one that was named"),
    "nothing fits, said falsely": (
        hands_with,
        false_stuck,
        may_always_be_stuck,
        "a tile of the hand fits somewhere",
    ),
}


@pytest.mark.parametrize("seats", [2, 3])
@pytest.mark.parametrize("name", CLAIMS)
def test_a_false_claim_about_a_hand_names_its_seat_when_it_shows(name: str, seats: int) -> None:
    make, liar, alter, why = CLAIMS[name]
    first, *others = OCCASIONS
    network, heard = played(make(believer(liar, alter), seats, first))
    for seed in others:
        if not told(network.at(CHEAT)):
            network, heard = played(make(believer(liar, alter), seats, seed))

    assert_caught(network, network.at(CHEAT), why)
    for peer in honest_peers(network):
        assert not peer.disk.proofs, "the journal alone is the proof"
        assert not peer.refused
    audit(network, heard)


def test_a_tile_set_aside_without_being_stuck_is_refused_and_accuses_nobody() -> None:
    def aside(body: Body) -> Body:
        return body._replace(payload={"m": ["strategic.aside", [TILES[0]], []]})

    network = hands_with(adversary(Forge("move", 0, aside)), 3)
    heard = heard_by(network, CHEAT)

    settle(network)

    assert_just(network)
    assert named(network) == {NOBODY}
    [said] = {English().say(p.sync.stop.reason) for p in honest_peers(network) if p.sync.stop}
    assert "a tile is set aside when none of the hand fits" in said
    assert all(judged(network, peer).good for peer in honest_peers(network))
    audit(network, heard)
