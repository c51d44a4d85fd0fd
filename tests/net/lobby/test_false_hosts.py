"""A host that offers what it must not, or goes silent: the guest is told, and signs nothing."""

from __future__ import annotations

from pathlib import Path

import pytest

from bastide.net import limits
from bastide.net.identity import Identity
from bastide.net.links import link as link_module
from bastide.net.links.messages import Accept, Decline, Genesis, Offer, Room, Tables
from bastide.net.node import Node
from tests.net.meeting import Meeting, RawPeer, meeting, quiet
from tests.net.raw_tables import NOTICE, TABLE, genesis_with, raw_host
from tests.net.stories import within

__all__ = ["quiet"]
pytestmark = pytest.mark.usefixtures("quiet")


def test_an_offer_that_differs_from_the_room_is_declined_with_the_reason(tmp_path: Path) -> None:
    async def story() -> None:
        async with meeting(tmp_path, "Bob") as met:
            bob, raw, _ = await raw_host(met)
            eve = Identity.create()
            seats = ((raw.key, "Raw"), (bob.identity.key, "Bob"), (eve.key, "Eve"))
            raw.send(Offer(genesis_with(*seats), TABLE))
            assert (await raw.hear(Decline)).why == "The offer names other players than the room."
            assert bob.joined[TABLE].why == "The offer names other players than the room."
            raw.send(Offer(genesis_with(*seats[:2], gv="7"), TABLE))
            no = await raw.hear(Decline, lambda m: "plugin" in m.why)
            assert no.why.startswith("This table needs plugin race 7; you have 1.0")
            assert raw.link.is_open

    within(story)


def test_offers_of_tables_where_we_did_not_knock_mean_nothing(tmp_path: Path) -> None:
    async def story() -> None:
        async with meeting(tmp_path, "Bob") as met:
            bob, raw, _ = await raw_host(met)
            other = await met.stranger(bob)
            offer = Offer(genesis_with((raw.key, "Raw"), (bob.identity.key, "Bob")), TABLE)
            other.send(offer, Room(TABLE, (), -2, {}, "closed"))
            raw.send(Offer(offer.genesis, b"x" * 16))
            raw.send(offer)
            await raw.hear(Accept)
            assert bob.joined[TABLE].you == 1
            assert not any(isinstance(m, Accept) for m in other.heard)

    within(story)


async def signed_by_the_guest(met: Meeting) -> tuple[Node, RawPeer, bytes, Accept]:
    """Let Bob sign a game; return Bob, the host, the game and what Bob has sent."""
    bob, raw, _ = await raw_host(met)
    data = genesis_with((raw.key, "Raw"), (bob.identity.key, "Bob"))
    raw.send(Offer(data, TABLE))
    return bob, raw, data, await raw.hear(Accept)


def test_a_genesis_that_not_all_have_signed_is_refused(tmp_path: Path) -> None:
    async def story() -> None:
        async with meeting(tmp_path, "Bob") as met:
            bob, raw, data, ours = await signed_by_the_guest(met)
            raw.send(Genesis(ours.game, data, (bytes(64), ours.signature)))
            assert "signature of seat 1 does not hold" in await raw.refused()
            assert not bob.store.games()

    within(story)


def test_a_game_that_is_signed_is_kept_even_if_its_host_vanishes(tmp_path: Path) -> None:
    async def story() -> None:
        async with meeting(tmp_path, "Bob") as met:
            bob, raw, data, ours = await signed_by_the_guest(met)
            own = raw.identity.sign("accept", ours.game)
            raw.send(Genesis(ours.game, data, (own, ours.signature)))
            await met.until(lambda: bool(bob.games))
            raw.link.abort()
            await met.until(lambda: not bob.contacts.linked())
            assert bob.games[ours.game].sync.awaited() == (0,)
            bob.leave(bob.games[ours.game])
            assert bob.unfinished()[0].game_id == ours.game
            again = await met.stranger(bob)
            again.send(Genesis(ours.game, data, (own, ours.signature)))
            assert len(bob.store.games()) == 1

    within(story)


def test_a_host_that_contradicts_itself_is_refused(tmp_path: Path) -> None:
    async def story() -> None:
        async with meeting(tmp_path, "Bob") as met:
            _, raw, shown = await raw_host(met)
            raw.send(Room(TABLE, shown, 0, {}, ""))
            assert "a seat that is not ours" in await raw.refused()

    within(story)


def test_a_table_whose_host_went_silent_is_shown_so_then_dropped_and_comes_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "PING_AFTER", 0.1)
    monkeypatch.setattr(limits, "SILENT_AFTER", 0.3)
    monkeypatch.setattr(limits, "SILENT_SHOWN_SECONDS", 0.3)
    monkeypatch.setattr(link_module, "_CHECK_SECONDS", 0.05)

    async def story() -> None:
        async with meeting(tmp_path, "Bob") as met:
            host = Identity.create()
            raw = await met.stranger(met.nodes["Bob"], host)
            raw.send(Tables((NOTICE,)))
            await met.until(lambda: bool(met.nodes["Bob"].seen))
            assert raw.link._transport is not None
            raw.link._transport.pause_reading()  # it answers no ping any more
            monkeypatch.setattr(raw.link, "_check", lambda: None)
            await met.until(lambda: met.seen("Bob").silent)
            await met.until(lambda: not met.nodes["Bob"].seen)
            again = await met.stranger(met.nodes["Bob"], host)
            again.send(Tables((NOTICE,)))
            await met.until(lambda: bool(met.nodes["Bob"].seen))
            assert not met.seen("Bob").silent

    within(story)
