"""Rooms between nodes on loopback: who sits there, what is hosted, and what cannot start."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import pytest

from bastide.core.errors import RulesError
from bastide.core.hookspecs import Manifest, hookimpl
from bastide.core.messages import English, Message, message
from bastide.core.plugins import Plugins, Setup
from bastide.net import limits
from bastide.net.errors import PeerError, StoreError
from bastide.net.lobby.reasons import SEAT_KEPT
from bastide.net.lobby.seating import CLOSED, WAITS
from bastide.net.lobby.terms import DEALERS, Dealing
from tests.net.meeting import address, meeting, quiet
from tests.net.race import race
from tests.net.room import hiding
from tests.net.stories import within

__all__ = ["quiet"]
pytestmark = pytest.mark.usefixtures("quiet")


def other_version() -> Plugins:
    """Return the test game in another version."""

    def load() -> ModuleType:
        module = race()

        @hookimpl
        def bastide_manifest() -> Manifest:
            return Manifest("race", "1.1", "game", seats=(2, 6))

        module.bastide_manifest = bastide_manifest  # type: ignore[attr-defined]  # a made-up module
        return module

    return Plugins({"race": load})


def test_at_a_table_with_ask_the_host_says_yes_or_no(tmp_path: Path) -> None:
    async def story() -> None:
        async with meeting(tmp_path, "Ann", "Bob", "Cat") as met:
            ann = met.nodes["Ann"]
            table, (bob, cat) = await met.table("Ann", "Bob", "Cat", seats=2, ask=True)
            await met.until(lambda: len(table.asking) == 2)
            assert (bob.you, cat.you) == (WAITS, WAITS)
            ann.admit(table, met.nodes["Cat"].identity.key, False)
            await met.until(lambda: cat.you == CLOSED)
            assert cat.why == Message("The host said no.")
            ann.admit(table, met.nodes["Bob"].identity.key, True)
            await met.until(lambda: bool(met.nodes["Bob"].games))

    within(story)


def test_other_rules_are_told_before_joining(tmp_path: Path) -> None:
    async def story() -> None:
        async with meeting(tmp_path, "Ann") as met:
            bob = await met.open("Bob", other_version())
            await bob.dial(address(met.nodes["Ann"]))
            met.nodes["Ann"].host(Setup("race", 2), "T")
            await met.until(lambda: bool(bob.seen))
            fault = met.seen("Bob").mismatch
            assert fault is not None
            assert English().say(fault).startswith("This table needs plugin race 1.0; you have 1.1")
            with pytest.raises(PeerError, match=r"needs plugin race 1\.0"):
                bob.knock(met.seen("Bob"))

    within(story)


def test_who_gets_up_frees_the_seat_and_who_is_gone_too(tmp_path: Path) -> None:
    async def story() -> None:
        async with meeting(tmp_path, "Ann", "Bob", "Cat") as met:
            table, (bob, _) = await met.table("Ann", "Bob", "Cat", seats=4)
            await met.until(lambda: len(table.sitters) == 3)
            met.nodes["Bob"].get_up(bob)
            await met.until(lambda: [s.name for s in table.sitters] == ["Ann", "Cat"])
            await met.close("Cat")
            await met.until(lambda: [s.name for s in table.sitters] == ["Ann"])

    within(story)


def test_a_lost_link_is_dialled_again_and_the_seat_is_still_there(tmp_path: Path) -> None:
    async def story() -> None:
        async with meeting(tmp_path, "Ann", "Bob", "Cat") as met:
            table, (bob, cat) = await met.table("Ann", "Bob", "Cat", seats=4)
            await met.until(lambda: (bob.you, cat.you) == (1, 2))
            ann, key = met.nodes["Ann"], met.nodes["Bob"].identity.key
            await met.until(lambda: key in cat.linked)
            link = ann.contacts.contact(key).link
            assert link is not None
            link.abort()
            await met.until(lambda: table.news == message(SEAT_KEPT, name="Bob"))
            await met.until(lambda: bob.lost_at is not None and cat.lost.keys() == {key})
            assert [seat.name for seat in cat.seats if seat.key] == ["Ann", "Bob", "Cat"]
            await met.until(lambda: not table.seating.lost and bob.lost_at is None)
            await met.until(lambda: not cat.lost)
            assert (bob.you, table.news, cat.news) == (1, None, None)

    within(story)


def test_a_host_that_was_killed_holds_the_room_no_more_when_it_is_back(tmp_path: Path) -> None:
    async def story() -> None:
        async with meeting(tmp_path, "Ann", "Bob") as met:
            _, (bob,) = await met.table("Ann", "Bob", seats=3)
            await met.until(lambda: bob.you == 1)
            port = met.nodes["Ann"].listener.port
            await met.crash("Ann")
            await met.until(lambda: bob.lost_at is not None)
            assert bob.you == 1
            await met.open("Ann", port=port)
            await met.until(lambda: bob.you == CLOSED)
            assert bob.why == Message("The table is not open any more.")

    within(story)


def test_who_takes_another_name_is_called_so_by_hosts_that_know_the_old_one(tmp_path: Path) -> None:
    async def story() -> None:
        async with meeting(tmp_path, "Ann", "Bob") as met:
            bob = met.nodes["Bob"]
            bob.rename("Ann")
            table, (joined,) = await met.table("Ann", "Bob", seats=2)
            await met.until(lambda: bool(bob.games))
            assert [sitter.name for sitter in table.sitters] == ["Ann", "Ann 2"]
            bob.leave(met.live("Bob"))
            bob.rename("Bert")
            met.nodes["Ann"].leave(met.live("Ann"))
            other = met.nodes["Ann"].host(Setup("race", 3), "T")
            await met.until(lambda: met.seen("Bob").notice.table == other.id)
            joined = bob.knock(met.seen("Bob"))
            await met.until(lambda: joined.you == 1)
            assert [seat.name for seat in joined.seats][:2] == ["Ann", "Bert"]
            bob.get_up(joined)
            bob.knock(met.seen("Bob"), name="Rob")
            await met.until(lambda: [s.name for s in other.sitters] == ["Ann", "Rob"])
            assert met.nodes["Ann"].contacts.contact(bob.identity.key).name == "Bob", "its own name"

    within(story)


def test_whoever_hears_that_a_room_is_given_up_may_go_elsewhere_at_once(tmp_path: Path) -> None:
    async def story() -> None:
        async with meeting(tmp_path, "Ann", "Bob") as met:
            _, (joined,) = await met.table("Ann", "Bob", seats=3)
            bob = met.nodes["Bob"]
            joining = bob._parts.joining
            joined.lost_at = now = 100.0
            unwatch = bob.watch(lambda: joining.tables.update({b"another": joined}))
            joining.tick(now + limits.SEAT_KEPT_SECONDS + 1.0)
            unwatch()
            assert joined.you == CLOSED

    within(story)


def test_who_comes_later_sees_what_is_played_also_when_the_host_is_away(tmp_path: Path) -> None:
    async def story() -> None:
        async with meeting(tmp_path, "Ann", "Bob") as met:
            await met.game("Ann", "Bob")
            await met.close("Ann")
            bob, cat = met.nodes["Bob"], await met.open("Cat")
            bob.leave(met.live("Bob"))
            await cat.dial(address(bob))
            bob.resume(bob.unfinished()[0])
            await met.until(lambda: bool(cat.seen))
            notice = met.seen("Cat").notice
            assert (notice.name, notice.state) == ("Ann's table", "playing")
            assert (notice.names, notice.seats) == (("Ann", "Bob"), (2, 2))
            bob.leave(met.live("Bob"))
            await met.until(lambda: not cat.seen)

    within(story)


def test_a_closed_table_is_told_and_gone_from_the_list(tmp_path: Path) -> None:
    async def story() -> None:
        async with meeting(tmp_path, "Ann", "Bob") as met:
            table, (bob,) = await met.table("Ann", "Bob", seats=3)
            await met.until(lambda: bob.you == 1)
            met.nodes["Ann"].close_table(table)
            await met.until(lambda: bob.you == CLOSED)
            assert bob.why == Message("The host closed the table.")
            await met.until(lambda: not met.nodes["Bob"].seen)

    within(story)


def test_a_host_that_quits_closes_its_rooms(tmp_path: Path) -> None:
    async def story() -> None:
        async with meeting(tmp_path, "Ann", "Bob") as met:
            _, (bob,) = await met.table("Ann", "Bob", seats=3)
            await met.until(lambda: bob.you == 1)
            await met.close("Ann")
            await met.until(lambda: bob.you == CLOSED)
            assert met.seen("Bob").silent
            with pytest.raises(PeerError, match="does not answer"):
                met.nodes["Bob"].knock(met.seen("Bob"))

    within(story)


def test_two_tables_of_one_name_are_two_tables(tmp_path: Path) -> None:
    async def story() -> None:
        async with meeting(tmp_path, "Ann", "Bob", "Cat") as met:
            for name in ("Ann", "Bob"):
                met.nodes[name].host(Setup("race", 2), "Game night")
            await met.until(lambda: len(met.nodes["Cat"].seen) == 2)

    within(story)


def test_a_room_may_change_its_hosts_name(tmp_path: Path) -> None:
    async def story() -> None:
        async with meeting(tmp_path, "Ann", "Bob") as met:
            _, (bob,) = await met.table("Ann", "Bob", seats=3)
            met.nodes["Ann"].rename("Anna")
            await met.until(lambda: bool(bob.seats) and bob.seats[0].name == "Anna")
            await met.until(lambda: met.seen("Bob").notice.names[0] == "Anna")
            with pytest.raises(PeerError, match="control"):
                met.nodes["Ann"].rename("A\x1b")
            with pytest.raises(PeerError, match="needs a name"):
                met.nodes["Ann"].rename(" ")
            assert met.nodes["Ann"].me.name == "Anna"

    within(story)


def test_what_cannot_be_played_is_not_hosted(tmp_path: Path) -> None:
    async def story() -> None:
        async with meeting(tmp_path, "Ann") as met:
            ann = met.nodes["Ann"]
            with pytest.raises(RulesError, match="for 2 to 6 seats, not 7"):
                ann.host(Setup("race", 7), "T")
            with pytest.raises(PeerError, match="All seats are taken"):
                ann.host(Setup("race", 2), "T", bots=[("random", "A"), ("random", "B")])
            with pytest.raises(PeerError, match="control"):
                ann.host(Setup("race", 2), "\x07")
            assert not ann.hosted

    within(story)


@pytest.mark.parametrize("dealer", DEALERS)
def test_the_host_chooses_who_deals_hidden_cards(tmp_path: Path, dealer: Dealing) -> None:
    async def story() -> None:
        async with meeting(tmp_path) as met:
            ann, bob = await met.open("Ann", hiding()), await met.open("Bob", hiding())
            await met.link("Ann", "Bob")
            ann.host(Setup("race", 2), "T", dealer=dealer)
            await met.until(lambda: bool(bob.seen))
            assert met.seen("Bob").notice.deal == dealer
            bob.knock(met.seen("Bob"))
            await met.until(lambda: all(node.games for node in met.nodes.values()))
            assert {met.live(name).table.genesis.deal for name in met.nodes} == {dealer}
            assert {met.live(name).table.genesis.rounds for name in met.nodes} == {64}

    within(story)


def test_a_game_without_hidden_cards_is_dealt_openly(tmp_path: Path) -> None:
    async def story() -> None:
        async with meeting(tmp_path, "Ann") as met:
            assert met.nodes["Ann"].host(Setup("race", 2), "T").deal == "open"

    within(story)


def test_tables_and_games_are_bounded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def story() -> None:
        async with meeting(tmp_path, "Ann", "Bob") as met:
            ann, bob = met.nodes["Ann"], met.nodes["Bob"]
            monkeypatch.setattr(limits, "TABLES_SHOWN", 2)
            for _ in range(2):
                ann.host(Setup("race", 3), "T")
            with pytest.raises(PeerError, match="Too many tables are open"):
                ann.host(Setup("race", 3), "T")
            await met.until(lambda: len(bob.seen) == 2)
            one, other = bob.seen.values()
            bob.knock(one)
            bob.knock(other)
            with pytest.raises(PeerError, match="Too many tables are joined"):
                bob.knock(one)

    within(story)


def test_open_games_are_bounded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "GAMES_PER_PEER", 1)

    async def story() -> None:
        async with meeting(tmp_path, "Ann") as met:
            ann = met.nodes["Ann"]
            ann.begin(ann.host(Setup("race", 2), "T", bots=[("random", "Rob")]))
            table = ann.host(Setup("race", 2), "T", bots=[("random", "Rob")])
            ann.begin(table)
            assert table.refusal is not None
            assert "Too many games are open" in table.refusal.id
            assert len(ann.store.games()) == 1

    within(story)


def full_disk(*_: object, **__: object) -> None:
    raise StoreError("The disk is full.")


def test_a_disk_that_refuses_the_game_is_told_in_the_room(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story() -> None:
        async with meeting(tmp_path, "Ann", "Bob") as met:
            monkeypatch.setattr(met.nodes["Ann"].store, "add_game", full_disk)
            table, (bob,) = await met.table("Ann", "Bob")
            await met.until(lambda: table.refusal is not None)
            assert table.refusal is not None
            assert table.refusal.id == "The disk is full."
            assert not met.nodes["Bob"].games
            assert bob.you == 1
            assert met.nodes["Ann"].contacts.linked()

    within(story)


def test_a_guests_disk_that_refuses_is_told_to_the_guest(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story() -> None:
        async with meeting(tmp_path, "Ann", "Bob") as met:
            monkeypatch.setattr(met.nodes["Bob"].store, "add_game", full_disk)
            _, (bob,) = await met.table("Ann", "Bob")
            await met.until(lambda: bob.you == CLOSED)
            assert bob.why == Message("The disk is full.")
            assert met.nodes["Bob"].contacts.linked()

    within(story)


def test_a_table_that_is_full_and_cannot_start_says_why(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story() -> None:
        async with meeting(tmp_path, "Ann", "Bob") as met:

            def refuse(*_: object) -> None:
                raise RulesError("race: it rains")

            monkeypatch.setattr(met.nodes["Ann"].plugins, "compose", _after(1, refuse))
            table, _ = await met.table("Ann", "Bob")
            await met.until(lambda: table.refusal is not None)
            assert English().say(table.refusal or Message("")) == "race: it rains."
            assert met.nodes["Bob"].identity.key in met.nodes["Ann"].contacts.linked()

    within(story)


def _after(times: int, then: Callable[..., None]) -> Callable[..., None]:
    """Return a function that does nothing some times, and then something."""
    left = [times]

    def call(*arguments: object) -> None:
        left[0] -= 1
        if left[0] < 0:
            then(*arguments)

    return call
