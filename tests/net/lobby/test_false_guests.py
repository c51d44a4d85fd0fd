"""A guest that does not sign as it should: it loses the seat, the others go on."""

from __future__ import annotations

from pathlib import Path

import pytest

from bastide.core.messages import English, message
from bastide.net import limits
from bastide.net.links.messages import (
    Accept,
    Decline,
    Knock,
    Offer,
    PeerPlace,
    Peers,
    Room,
)
from bastide.net.lobby.reasons import BAD_SIGNATURE, LOST
from tests.net.meeting import address, meeting, quiet
from tests.net.raw_tables import raw_guest
from tests.net.stories import within

__all__ = ["quiet"]
pytestmark = pytest.mark.usefixtures("quiet")


def test_who_does_not_sign_loses_the_seat_and_the_others_go_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "SIGN_SECONDS", 0.1)

    async def story() -> None:
        async with meeting(tmp_path, "Ann", "Bob") as met:
            ann, raw, table = await raw_guest(met, 2)
            await raw.hear(Offer)
            await raw.hear(Room, lambda room: room.why == "You did not sign in time.")
            hosted = ann.hosted[table]
            assert hosted.refusal is not None
            assert English().say(hosted.refusal) == "Not signed in time: Raw."
            met.nodes["Bob"].knock(met.seen("Bob"))
            await met.until(lambda: bool(met.nodes["Bob"].games))
            await met.play("Ann", "Bob")

    within(story)


def test_a_signature_that_does_not_hold_costs_the_seat(tmp_path: Path) -> None:
    async def story() -> None:
        async with meeting(tmp_path, "Ann") as met:
            ann, raw, table = await raw_guest(met)
            await raw.hear(Offer)
            game = ann.hosted[table].offer
            assert game is not None
            raw.send(Accept(game.game_id, 1, bytes(64)))
            assert "signature under the game does not hold" in await raw.refused()
            await met.until(lambda: len(ann.hosted[table].sitters) == 1)
            hosted = ann.hosted[table]
            assert hosted.offer is None
            assert hosted.refusal == message(BAD_SIGNATURE, name="Raw")

    within(story)


def test_who_declines_is_named_with_the_reason(tmp_path: Path) -> None:
    async def story() -> None:
        async with meeting(tmp_path, "Ann") as met:
            ann, raw, table = await raw_guest(met)
            await raw.hear(Offer)
            offer = ann.hosted[table].offer
            assert offer is not None
            raw.send(Decline(offer.game_id, "I have other rules."))
            await met.until(lambda: ann.hosted[table].refusal is not None)
            assert ann.hosted[table].refusal is not None
            said = English().say(ann.hosted[table].refusal)  # type: ignore[arg-type]  # just looked
            assert said == 'Raw did not sign: "I have other rules."'

    within(story)


def test_whose_link_is_lost_before_all_have_signed_is_named(tmp_path: Path) -> None:
    async def story() -> None:
        async with meeting(tmp_path, "Ann") as met:
            ann, raw, table = await raw_guest(met)
            await raw.hear(Offer)
            raw.link.abort()
            await met.until(lambda: ann.hosted[table].refusal is not None)
            assert ann.hosted[table].refusal == message(LOST, name="Raw")

    within(story)


def test_a_guest_is_named_as_linked_wherever_others_say_that_it_is(tmp_path: Path) -> None:
    async def story() -> None:
        async with meeting(tmp_path, "Ann", "Bob") as met:
            _, raw, table = await raw_guest(met, 4)
            bob = met.nodes["Bob"]
            await met.until(lambda: bool(bob.seen))
            joined = bob.knock(met.seen("Bob"))
            await met.until(lambda: joined.you == 2)
            await met.until(lambda: raw.key in joined.linked)  # which never said where it listens
            far = [f"fe80::{n:x}" for n in range(1, limits.PEERS_TOLD + 1)]
            raw.send(Peers(tuple(PeerPlace(bob.identity.key, host, 9) for host in far)))
            raw.heard.clear()
            raw.send(Knock(table, True))
            told = await raw.hear(Peers)
            assert PeerPlace(bob.identity.key, *address(bob)) in told.places

    within(story)
