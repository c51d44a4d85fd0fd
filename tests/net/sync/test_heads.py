"""Heads that a peer keeps: which of them contradict its journal, and when that shows."""

from __future__ import annotations

from bastide.core.journal import Journal
from bastide.net.identity import Identity
from bastide.net.links.messages import Head
from bastide.net.sync.heads import Heads, Standing, signed_head
from tests.net.simulation import Network

ANN, BOB = Identity(bytes(32)), Identity(bytes([1]) * 32)


def journal() -> Journal:
    """Return a journal whose steps are added by `go_on`."""
    return Journal(Network(2, 1).genesis)


def go_on(journal: Journal, steps: int = 1) -> None:
    for _ in range(steps):
        journal.close_step()


def head(journal: Journal, step: int, digest: bytes) -> Head:
    return signed_head(Standing(journal.genesis.game_id, 1, step, digest), BOB)


def heads(journal: Journal) -> Heads:
    return Heads(journal.genesis.game_id, [ANN.key, BOB.key])


def test_a_head_of_a_step_to_come_is_compared_when_the_journal_is_there() -> None:
    mine = journal()
    kept = heads(mine)
    kept.take(head(mine, 2, bytes(32)), mine)
    go_on(mine)
    assert kept.differing(mine) == []
    go_on(mine)
    assert [standing.step for standing, _ in kept.differing(mine)] == [2]


def test_a_head_that_differs_is_told_again_and_one_that_agrees_never() -> None:
    mine = journal()
    kept = heads(mine)
    go_on(mine)
    kept.take(head(mine, 1, mine.prev), mine)
    kept.take(head(mine, 2, bytes(32)), mine)
    go_on(mine, 2)
    assert [standing.step for standing, _ in kept.differing(mine)] == [2]
    assert [standing.step for standing, _ in kept.differing(mine)] == [2]
