"""Games of all kinds with late messages, lost links, power cuts and cheats, all at once.

`Network` holds while they are played that nobody honest ever has two entries in one slot, that
nothing is revealed before the barrier, and that what is sent is on the disk; `Campaign.check`
holds that there was no fork and that proof reached everybody.
"""

from __future__ import annotations

import pytest

from bastide.net import limits
from tests.core import cards
from tests.net.campaign import Campaign, full_kinds, kinds
from tests.repeats import repeated
from tests.sizes import SIZES

ROUNDS, DECK = 8, 12
KINDS, FULL_KINDS = kinds(), full_kinds()


@pytest.mark.parametrize("seed", repeated(range(SIZES.simulated_games), measured=0))
def test_whatever_goes_wrong_honest_peers_have_one_history(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "PROOF_ROUNDS", ROUNDS)
    monkeypatch.setattr(cards, "FACES", tuple(range(1, DECK + 1)))
    campaign = Campaign([*KINDS.values()][seed % len(KINDS)], seed)

    campaign.play()

    campaign.check()


@pytest.mark.plays("carcassonne")
@pytest.mark.parametrize("seed", repeated(range(SIZES.full_games), measured=0))
def test_the_whole_box_and_proofs_of_full_length_make_no_difference(seed: int) -> None:
    campaign = Campaign(FULL_KINDS[seed % len(FULL_KINDS)], seed)

    campaign.play()

    campaign.check()
