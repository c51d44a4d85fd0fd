"""Heads that a peer keeps: which of them contradict its journal, and when that shows."""

from __future__ import annotations

import pytest

from bastide.core.journal import MAX_STEPS, Journal
from bastide.net import limits
from bastide.net.errors import PeerError
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
    """Return the heads that Ann keeps."""
    return Heads(journal.genesis.game_id, [ANN.key, BOB.key], [0])


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


@pytest.mark.parametrize("ahead", [1, limits.STEPS_AHEAD, MAX_STEPS])
def test_a_head_of_a_step_to_come_keeps_none_of_ours_away(ahead: int) -> None:
    mine = journal()
    kept = heads(mine)
    go_on(mine)
    kept.take(head(mine, min(mine.step + ahead, MAX_STEPS), bytes(32)), mine)
    honest = head(mine, mine.step, mine.prev)
    assert kept.take(honest, mine).is_new
    assert not kept.lacking(mine, [0])
    assert honest in kept.since(mine.step)


def test_heads_that_are_far_ahead_are_not_kept_and_make_no_room() -> None:
    mine = journal()
    kept = heads(mine)
    go_on(mine)
    for n in range(2 * limits.HEADS_KEPT):
        assert not kept.take(head(mine, 90_000 + n, bytes(32)), mine).is_new
    kept.take(head(mine, 1, bytes(32)), mine)
    assert [standing.step for standing, _ in kept.differing(mine)] == [1]
    assert kept.since(0) == [head(mine, 1, bytes(32))]


def test_where_there_is_no_room_heads_that_agree_go_first() -> None:
    mine = journal()
    kept = heads(mine)
    go_on(mine, 3 * limits.HEADS_KEPT)
    for step in range(limits.HEADS_KEPT, mine.step + 1):
        kept.take(head(mine, step, mine.digest_before(step)), mine)
        kept.differing(mine)
    kept.take(head(mine, 3, bytes(32)), mine)
    assert [standing.step for standing, _ in kept.differing(mine)] == [3]


def test_a_head_of_our_own_that_is_far_ahead_is_kept() -> None:
    mine = journal()
    kept = heads(mine)
    ours = signed_head(Standing(mine.genesis.game_id, 0, 500, bytes(32)), ANN)
    kept.take(ours, mine)
    assert kept.furthest([0]) == 500
    assert kept.since(0) == [ours]
    assert kept.sign(0, ANN, mine) is None


def test_who_said_that_it_is_far_ahead_is_noted_once_and_only_if_it_has_signed_so() -> None:
    mine = journal()
    kept = heads(mine)
    far = head(mine, 500, bytes(32))
    with pytest.raises(PeerError, match="signature is not that of seat 2"):
        kept.take(far._replace(signature=bytes(64)), mine)
    kept.take(far, mine)
    assert kept.furthest([0, 1]) == 500
    assert kept.furthest([0]) == 0
    assert kept.take(far._replace(signature=bytes(64)), mine) == (False, None)
