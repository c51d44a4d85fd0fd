"""Real processes of peers are killed at random moments of games, and lose nothing."""

from __future__ import annotations

import asyncio
from pathlib import Path
from random import Random

import pytest

from tests.net.killing import OVER, STEP, Peer
from tests.net.stories import within
from tests.sizes import SIZES

FALLS = 2
"""Kills a game, each of any peer, one after the other."""
LAST = {"race": 22, "cards": 55}
"""A step that every game comes to."""
SECONDS = 60


@pytest.mark.parametrize("game", ["race", "cards"])
@pytest.mark.parametrize("seed", range(max(1, SIZES.peer_kills // (2 * FALLS))))
def test_whoever_is_killed_goes_on_and_nothing_acknowledged_is_missing(
    tmp_path: Path, seed: int, game: str
) -> None:
    random, seats = Random(seed), 2 + (seed + (game == "race")) % 2
    peers = [Peer(tmp_path, name, game, seats) for name in ("Ann", "Bob", "Cat")[:seats]]
    seen: dict[tuple[int, int], set[bytes]] = {}

    def note() -> None:
        for peer in peers:
            for slot, body in peer.kept().items():
                seen.setdefault(slot, set()).add(body)

    async def story() -> None:
        await peers[0].start()
        for peer in peers[1:]:
            await peer.start(peers[0].port)
        for step in sorted(random.sample(range(LAST[game]), FALLS)):
            victim = random.choice(peers)
            await victim.until(STEP, step)
            await victim.kill()
            note()
            await victim.start(peers[0].port)
        await asyncio.gather(*(peer.until(OVER) for peer in peers))
        await asyncio.gather(*(peer.end() for peer in peers))

    within(story, SECONDS)

    note()
    first, *others = [peer.kept() for peer in peers]
    assert all(other == first for other in others), "all come to the same end"
    assert seen.keys() == first.keys(), "what anybody had kept is in the end"
    assert [slot for slot, found in seen.items() if len(found) > 1] == [], "signed twice"
