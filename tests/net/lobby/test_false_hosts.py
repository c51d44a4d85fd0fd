"""A host that offers what it must not, or goes silent: the guest is told, and signs nothing."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from bastide.core.messages import English, Message
from bastide.net import limits
from bastide.net.identity import Identity
from bastide.net.links import link as link_module
from bastide.net.links.messages import (
    Accept,
    Decline,
    Genesis,
    Offer,
    Room,
    RoomSeat,
    Tables,
    Unknock,
)
from bastide.net.lobby.seating import CLOSED
from bastide.net.node import Node
from tests.net.meeting import Meeting, RawPeer, meeting, quiet
from tests.net.raw_tables import NOTICE, TABLE, genesis_with, raw_host
from tests.net.stories import within

__all__ = ["quiet"]
pytestmark = pytest.mark.usefixtures("quiet")


def test_an_offer_that_differs_from_the_room_is_declined_with_the_reason(tmp_path: Path) -> None:
    async def story() -> None:
        async with meeting(tmp_path, "Bob") as met:
            bob, raw, shown = await raw_host(met)
            eve = Identity.create()
            seats = ((raw.key, "Raw"), (bob.identity.key, "Bob"), (eve.key, "Eve"))
            raw.send(Offer(genesis_with(*seats), TABLE))
            said = "The offer names other players than the room."
            assert (await raw.hear(Decline)).why == said
            assert bob.joined[TABLE].why == Message(said)
            raw.send(Offer(genesis_with(*seats[:2]), TABLE))
            await raw.hear(Decline, lambda m: m.why == "This player has no seat in the room.")
            bob.knock(met.seen("Bob"))
            raw.send(Room(TABLE, shown, 1, {"seating": "drawn"}, ""))
            raw.send(Offer(genesis_with(*seats[:2], gv="7"), TABLE))
            no = await raw.hear(Decline, lambda m: "plugin" in m.why)
            assert no.why.startswith("This table needs plugin race 7; you have 1.0")
            assert raw.link.is_open

    within(story)


def test_what_the_host_changes_as_it_starts_is_shown_before_it_is_signed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "SEEN_SECONDS", 0.3)

    async def story() -> None:
        async with meeting(tmp_path, "Bob") as met:
            bob, raw, shown = await raw_host(met)
            table, loop = bob.joined[TABLE], asyncio.get_running_loop()
            await met.until(lambda: table.wait(loop.time()) <= 0)
            seats = ((raw.key, "Raw"), (bob.identity.key, "Bob"))
            data = genesis_with(*seats, opt={"seating": "listed"})
            raw.send(Room(TABLE, shown, 1, {"seating": "listed"}, ""), Offer(data, TABLE))
            await met.until(lambda: table.offer is not None)
            assert table.changed == {"seating": "listed"}
            assert not any(isinstance(m, Accept | Decline) for m in raw.heard)
            raw.send(Room(TABLE, shown, 1, {"seating": "drawn"}, ""))  # hidden again
            await met.until(lambda: table.offer is None)
            raw.send(Room(TABLE, shown, 1, {"seating": "listed"}, ""), Offer(data, TABLE))
            await met.until(lambda: table.offer is not None and table.wait(loop.time()) < -0.05)
            assert not any(isinstance(m, Accept | Decline) for m in raw.heard), "no yes of Bob yet"
            bob.agree(table)
            await raw.hear(Accept)

    within(story)


def test_who_agrees_to_a_change_signs_after_it_has_stood(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "SEEN_SECONDS", 0.3)

    async def story() -> None:
        async with meeting(tmp_path, "Bob") as met:
            bob, raw, shown = await raw_host(met)
            table, loop = bob.joined[TABLE], asyncio.get_running_loop()
            begun = loop.time()
            seats = ((raw.key, "Raw"), (bob.identity.key, "Bob"))
            data = genesis_with(*seats, opt={"seating": "listed"})
            raw.send(Room(TABLE, shown, 1, {"seating": "listed"}, ""), Offer(data, TABLE))
            await met.until(lambda: table.wait(loop.time()) < limits.SEEN_SECONDS / 2)
            bob.agree(table)
            assert not table.changed
            await raw.hear(Accept)
            assert loop.time() - begun >= limits.SEEN_SECONDS

    within(story)


def test_who_leaves_while_an_offer_waits_does_not_sign(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "SEEN_SECONDS", 0.2)

    async def story() -> None:
        async with meeting(tmp_path, "Bob") as met:
            bob, raw, _ = await raw_host(met)
            table = bob.joined[TABLE]
            raw.send(Offer(genesis_with((raw.key, "Raw"), (bob.identity.key, "Bob")), TABLE))
            await met.until(lambda: table.offer is not None)
            bob.get_up(table)
            await raw.hear(Unknock)
            bob.knock(met.seen("Bob"))
            loop = asyncio.get_running_loop()
            await met.until(lambda: table.wait(loop.time()) < -0.05)
            assert not any(isinstance(m, Accept | Decline) for m in raw.heard)

    within(story)


def test_a_game_that_begins_as_we_leave_is_the_one_of_that_table(tmp_path: Path) -> None:
    async def story() -> None:
        async with meeting(tmp_path, "Bob") as met:
            bob, raw, data, ours = await signed_by_the_guest(met)
            bob.get_up(bob.joined[TABLE])
            own = raw.identity.sign("accept", ours.game)
            raw.send(Genesis(ours.game, data, (own, ours.signature)))
            await met.until(lambda: bool(bob.unfinished()))
            [row] = bob.unfinished()
            assert row.title == NOTICE.name
            assert bob.came_of(row, raw.key, TABLE)
            assert bob.left_behind == {row.game_id: NOTICE.name}
            assert not bob.games, "who has left is not called back"
            bob.resume(row)
            assert not bob.left_behind

    within(story)


def test_of_two_games_of_one_table_the_first_is_played_and_both_are_kept(tmp_path: Path) -> None:
    async def story() -> None:
        async with meeting(tmp_path, "Bob") as met:
            bob, raw, data, ours = await signed_by_the_guest(met)
            seats = ((raw.key, "Raw"), (bob.identity.key, "Bob"))
            other = genesis_with(*seats, nonce=b"o" * 32)
            raw.send(Offer(other, TABLE))
            second = await raw.hear(Accept, lambda m: m.game != ours.game)
            for accept, genesis in ((ours, data), (second, other)):
                own = raw.identity.sign("accept", accept.game)
                raw.send(Genesis(accept.game, genesis, (own, accept.signature)))
            await met.until(lambda: len(bob.unfinished()) == 2)
            assert list(bob.games) == [ours.game]
            raw.send(Offer(genesis_with(*seats, nonce=b"p" * 32), TABLE), Tables(()))
            await met.until(lambda: not bob.seen)
            bob.contacts.send(raw.key, Unknock(TABLE))
            await raw.hear(Unknock)
            assert sum(isinstance(m, Accept) for m in raw.heard) == 2, "the game has begun"
            assert {row.title for row in bob.unfinished()} == {NOTICE.name}
            assert all(bob.came_of(row, raw.key, TABLE) for row in bob.unfinished())

    within(story)


def test_a_player_that_was_renamed_signs_with_the_name_that_the_host_knows(tmp_path: Path) -> None:
    async def story() -> None:
        async with meeting(tmp_path, "Ann", "Bob") as met:
            met.nodes["Bob"].rename("Robert")
            await met.game("Ann", "Bob")

    within(story)


@pytest.mark.parametrize(("name", "kind"), [("Rob", Accept), (" 2", Decline)])
def test_a_seat_has_a_name_that_its_player_bears_also_since_it_knocked(
    tmp_path: Path, name: str, kind: type[Accept | Decline]
) -> None:
    async def story() -> None:
        async with meeting(tmp_path, "Bob") as met:
            bob, raw, shown = await raw_host(met)
            bob.rename("Rob")
            seats = (shown[0], RoomSeat(bob.identity.key, name), shown[2])
            offered = genesis_with((raw.key, "Raw"), (bob.identity.key, name))
            raw.send(Room(TABLE, seats, 1, {"seating": "drawn"}, ""), Offer(offered, TABLE))
            await raw.hear(kind)

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
            bob, raw, shown = await raw_host(met)
            raw.send(Room(TABLE, shown, 0, {}, ""))
            assert "a seat that is not ours" in await raw.refused()
            await met.until(lambda: bob.joined[TABLE].you == CLOSED)
            why = bob.joined[TABLE].why
            assert why is not None
            assert English().say(why) == (
                "The program of Raw has broken the rules of the network: "
                "The host gives away a seat that is not ours."
            )

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
