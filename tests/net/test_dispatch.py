"""What is looked at before it costs anything, and what comes when nobody is there for it."""

from __future__ import annotations

from pathlib import Path

import pytest

from bastide.core.draft import Draft
from bastide.core.journal import Seat, make_genesis
from bastide.net.identity import Identity
from bastide.net.links.messages import Entries, Genesis, WireMessage
from bastide.net.lobby import terms
from tests.net.meeting import meeting, quiet
from tests.net.stories import within

__all__ = ["quiet"]
pytestmark = pytest.mark.usefixtures("quiet")


def a_game_of(*players: Identity) -> Genesis:
    """Return a game that these players have signed."""
    genesis = make_genesis(
        game="race",
        version="1.0",
        rules_id=bytes(32),
        extensions=(),
        options={},
        seats=[Seat(player.key, f"P{n}") for n, player in enumerate(players)],
        deal="open",
        nonce=bytes(32),
    )
    signatures = tuple(player.sign("accept", genesis.game_id) for player in players)
    return Genesis(genesis.game_id, genesis.data, signatures)


def test_of_games_of_others_no_signature_is_checked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Anybody may send them, 200 a second on each of eight links, and six signatures are dear."""
    checked: list[bytes] = []

    def verify(key: bytes, purpose: str, data: bytes, signature: bytes) -> bool:
        checked.append(key)
        return True

    monkeypatch.setattr(terms, "verify", verify)

    async def story() -> None:
        async with meeting(tmp_path, "Ann") as met:
            ann, others = met.nodes["Ann"], [Identity.create() for _ in range(2)]

            ann._dispatch.receive(others[0].key, a_game_of(*others))
            assert checked == []

            ann._dispatch.receive(others[0].key, a_game_of(others[0], ann.identity))
            assert checked == [others[0].key, ann.identity.key]

    within(story)


def test_a_move_that_comes_while_we_quit_is_for_nobody(tmp_path: Path) -> None:
    async def story() -> None:
        async with meeting(tmp_path, "Ann", "Bob") as met:
            await met.game("Ann", "Bob")
            bob, ann = await met.until_turn("Bob"), met.nodes["Ann"]
            take, late = ann._dispatch.receive, list[tuple[bytes, WireMessage]]()

            def receive(key: bytes, incoming: WireMessage) -> None:
                if isinstance(incoming, Entries):
                    late.append((key, incoming))
                else:
                    take(key, incoming)

            ann._dispatch.receive = receive  # type: ignore[method-assign]  # the move is on its way
            draft = Draft(bob.table, bob.table.seat_of(bob.mine[0]))
            draft.choose(draft.legal()[0])
            bob.write(draft)
            await met.until(lambda: bool(late))
            await met.close("Ann")

            for message in late:
                take(*message)
            assert not ann.games

    within(story)
