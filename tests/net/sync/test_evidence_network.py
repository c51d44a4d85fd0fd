"""Cheats among real peers: whatever one does, the honest stop alike, and nobody honest is named."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from bastide.net.sync.stops import NOBODY
from tests.net.adversaries import (
    Attack,
    Forge,
    ForgeHead,
    KeepHeads,
    Once,
    Starve,
    adversary,
    assert_just,
    early_entry,
    false_digests,
    false_evidence,
    false_opening,
    false_roll,
    far_head,
    honest_peers,
    illegal,
    near_head,
    other_commitment,
    other_move,
    other_past,
    other_state,
    wrong_kind,
    wrong_shape,
)
from tests.net.simulation import Network
from tests.repeats import repeated
from tests.sizes import SIZES

CHEAT = 1
SEEDS = range(max(2, SIZES.examples // 30))


def settle(network: Network) -> None:
    """Play on until all honest peers have stopped alike or the game is over; then a little more."""
    for _ in range(40):
        network.play(200)
        stops = {peer.sync.stop for peer in honest_peers(network)}
        if len(stops) == 1 and (stops != {None} or honest_peers(network)[0].sync.table.over):
            break
    network.play(200)


PROVEN: dict[str, Callable[[int], Attack]] = {
    "two moves": lambda n: Forge("move", n, other_move, (2,)),
    "two moves and heads": lambda n: Forge("move", n, other_move, (2,), has_fitting_heads=True),
    "two moves, three against one": lambda n: Forge("move", n, other_move, (0, 2)),
    "two commitments": lambda n: Forge("commit", n, other_commitment, (2,)),
    "two commitments and heads": lambda n: Forge(
        "commit", n, other_commitment, (2,), has_fitting_heads=True
    ),
    "a false roll": lambda n: Forge("roll", n, false_roll),
    "a false roll for one": lambda n: Forge("roll", n, false_roll, (2,)),
    "a false opening": lambda n: Forge("reveal", n, false_opening),
    "a false opening for one": lambda n: Forge("reveal", n, false_opening, (2,)),
    "another kind": lambda n: Forge("move", n, wrong_kind),
    "another shape": lambda n: Forge("roll", n, wrong_shape),
    "another past": lambda n: Forge("roll", n, other_past),
    "another past for one": lambda n: Forge("move", n, other_past, (2,)),
    "a false head for one": lambda n: ForgeHead(n, (2,)),
    "a false head for all": lambda n: ForgeHead(n),
    "false heads for all": lambda n: ForgeHead(n, count=99),
    "a head of the near future": lambda n: Once(n, near_head),
    "a head before its time": lambda n: ForgeHead(n, early=True),
    "an entry before its time": lambda n: Once(n, early_entry),
    "another position for one": lambda n: Forge("move", n, other_state, (2,)),
    "an illegal move for one": lambda n: Forge("move", n, illegal, (2,)),
}
DISPUTED: dict[str, Callable[[int], Attack]] = {
    "another position": lambda n: Forge("move", n, other_state),
    "an illegal move": lambda n: Forge("move", n, illegal),
}
PAUSED: dict[str, Callable[[int], Attack]] = {
    # Its heads are of what it wrote in its own journal and has shown to nobody.
    "another history that is kept back": lambda n: Forge("commit", n, other_commitment),
}
NOTHING: dict[str, Callable[[int], Attack]] = {
    "false evidence": lambda n: Once(n, false_evidence),
    "false digests": lambda n: Once(n, false_digests),
    "a head of the far future": lambda n: Once(n, far_head),
    "heads kept from one": lambda n: KeepHeads((2,)),
    "entries kept from all that lack them": lambda n: Starve(),
}
ALL = {**PROVEN, **DISPUTED, **PAUSED, **NOTHING}


def disturb(network: Network) -> None:
    """Lose links and power now and then."""
    chance = network.random.random()
    if chance < 0.02:
        one, other = network.random.sample(network.keys, 2)
        if frozenset((one, other)) in network.cut:
            network.relink(one, other)
        else:
            network.unlink(one, other)
    elif chance < 0.025:
        key = network.random.choice(network.keys)
        network.restart(key) if key in network.down else network.kill(key)


def mend(network: Network) -> None:
    for pair in list(network.cut):
        network.relink(*pair)
    for key in sorted(network.down):
        network.restart(key)


@pytest.mark.parametrize("attack", PROVEN)
@pytest.mark.parametrize("seed", repeated(SEEDS))
def test_a_cheat_is_named_by_all_on_a_quiet_network(attack: str, seed: int) -> None:
    network = Network(4, seed, cheats={CHEAT: adversary(PROVEN[attack](1 + 3 * seed % 20))})
    settle(network)
    assert_just(network)
    assert {p.sync.stop.place for p in honest_peers(network) if p.sync.stop} == {CHEAT}


@pytest.mark.parametrize(
    "missing", repeated([[(0, 2)], [(0, 1), (0, 2)]]), ids=["no link", "chain"]
)
@pytest.mark.parametrize("attack", PROVEN)
def test_a_cheat_is_named_by_those_that_only_others_lead_to(
    attack: str, missing: list[tuple[int, int]]
) -> None:
    for seed in SEEDS:
        cheat = adversary(PROVEN[attack](1 + 5 * seed % 20))
        network = Network(4, seed, missing, cheats={CHEAT: cheat})
        settle(network)
        assert_just(network)


@pytest.mark.parametrize("attack", ALL)
@pytest.mark.parametrize("seed", repeated(SEEDS))
def test_a_cheat_changes_nothing_for_others_when_links_and_power_fail(
    attack: str, seed: int
) -> None:
    network = Network(4, seed, cheats={CHEAT: adversary(ALL[attack](1 + 7 * seed % 20))})
    network.play(800, lambda: disturb(network))
    mend(network)
    settle(network)
    assert_just(network)


@pytest.mark.parametrize("attack", DISPUTED)
def test_what_may_be_a_fault_of_a_program_stops_all_and_accuses_nobody(attack: str) -> None:
    network = Network(4, 5, cheats={CHEAT: adversary(DISPUTED[attack](5))})
    settle(network)
    assert_just(network)
    assert {p.sync.stop.place for p in honest_peers(network) if p.sync.stop} == {NOBODY}


@pytest.mark.parametrize("attack", PAUSED)
def test_another_history_that_nobody_shows_pauses_all_and_accuses_nobody(attack: str) -> None:
    network = Network(4, 5, cheats={CHEAT: adversary(PAUSED[attack](5))})
    network.play(3_000)
    assert_just(network)
    for peer in honest_peers(network):
        assert peer.sync.stop is None
        assert peer.sync.pause is not None
        assert not peer.sync.may_write


@pytest.mark.parametrize("attack", NOTHING)
def test_what_nobody_signed_or_what_is_true_harms_nobody(attack: str) -> None:
    network = Network(4, 5, cheats={CHEAT: adversary(NOTHING[attack](9))})
    settle(network)
    assert_just(network)
    assert all(peer.sync.table.over and not peer.sync.stop for peer in honest_peers(network))
    assert not any(peer.disk.proofs for peer in honest_peers(network))
