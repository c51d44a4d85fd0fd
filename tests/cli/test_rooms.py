"""Rooms of the network as the screens see them: real nodes on loopback, without multicast."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from bastide.cli.catalogs import Catalogs, Language, own_catalogs
from bastide.cli.sessions.lan_lobby import LanLobby
from bastide.cli.sessions.ports import Refused
from bastide.cli.sessions.rooms import GuestRoom, HostRoom
from bastide.core.plugins import Setup
from bastide.net import limits
from bastide.net.contact import Contact
from bastide.net.finding.interfaces import Interface
from bastide.net.identity import Address, is_ticket
from bastide.net.node import Node
from bastide.net.storage.store import Store
from tests.net.meeting import meeting, quiet
from tests.net.race import plugins
from tests.net.stories import within

__all__ = ["quiet"]
pytestmark = pytest.mark.usefixtures("quiet")


def test_a_guest_tells_others_what_the_host_tells_and_nothing_once_the_link_is_lost(
    tmp_path: Path, texts: Language
) -> None:
    async def story() -> None:
        async with meeting(tmp_path, "Ann", "Bob") as met:
            ann, bob = met.nodes["Ann"], met.nodes["Bob"]
            hosted, (joined,) = await met.table("Ann", "Bob", seats=3)
            await met.until(lambda: joined.you == 1)
            bob.contacts.contact(joined.host).reached_at(Address("fe80::1%2", ann.listener.port))
            host, guest = HostRoom(ann, texts, hosted), GuestRoom(bob, texts, joined)
            assert guest.invites == host.invites
            assert [is_ticket(each) for each in guest.invites] == [False, True]
            await met.crash("Ann")
            await met.until(lambda: joined.lost_at is not None)
            assert (guest.closed, guest.is_heard) == ("", False)
            assert guest.notice == (
                "The link to Ann is lost. "
                "It is dialled again, and your seat is kept for up to a minute."
            )
            assert [seat.presence for seat in guest.seats] == ["lost", ""]
            assert guest.say("anybody?") == "There is nobody to talk to here."
            joined.lost_at -= limits.SEAT_KEPT_SECONDS  # type: ignore[operator]  # just looked
            await met.until(lambda: bool(guest.closed))
            assert guest.closed == (
                "Your link to the host was lost for too long: your seat is free. The table may "
                "still be open."
            )
            assert [seat.presence for seat in guest.seats] == ["", ""]
            assert not guest.is_dissolved
            assert guest.invites == []

    within(story)


@pytest.mark.parametrize("here", ["Ann", "Bob"])
def test_a_room_says_that_the_own_network_is_down_and_not_that_others_are(
    tmp_path: Path, texts: Language, monkeypatch: pytest.MonkeyPatch, here: str
) -> None:
    monkeypatch.setattr(Contact, "needs_network", True)

    async def story() -> None:
        async with meeting(tmp_path, "Ann", "Bob") as met:
            hosted, (joined,) = await met.table("Ann", "Bob", seats=3)
            await met.until(lambda: joined.you == 1)
            node = met.nodes[here]
            guest, host = GuestRoom(node, texts, joined), HostRoom(node, texts, hosted)
            room = host if here == "Ann" else guest
            node._place._interfaces = list  # none is up
            await met.until(lambda: node.is_cut_off)
            assert room.notice == "", "as long as all are linked"
            await met.crash("Bob" if here == "Ann" else "Ann")
            said = "No network is up here. Seats are kept for up to a minute."
            await met.until(lambda: room.notice == said)
            node._place._interfaces = lambda: [Interface("eth0", 2, ("192.168.1.20",), (), ())]
            await met.until(lambda: room.notice.startswith("The link to "))

    within(story)


def test_all_in_a_room_read_whose_link_is_lost_and_who_has_left(
    tmp_path: Path, texts: Language
) -> None:
    async def story() -> None:
        async with meeting(tmp_path, "Ann", "Bob", "Cat") as met:
            hosted, (_, cat) = await met.table("Ann", "Bob", "Cat", seats=4)
            key = met.nodes["Bob"].identity.key
            await met.until(lambda: cat.you == 2 and key in cat.linked)
            host = HostRoom(met.nodes["Ann"], texts, hosted)
            rooms: list[HostRoom | GuestRoom] = [host, GuestRoom(met.nodes["Cat"], texts, cat)]
            await met.crash("Bob")
            await met.until(lambda: all(room.notice for room in rooms))
            said = "The link to Bob is lost: the seat is kept for up to a minute."
            assert [room.notice for room in rooms] == [said, said]
            assert [room.seats[1].presence for room in rooms] == ["lost", "lost"]
            assert "when the link is back" in host.no_start
            met.nodes["Cat"].get_up(cat)
            await met.until(lambda: host.notice == "Cat has left.")

    within(story)


@pytest.mark.parametrize("is_ended", [False, True])
def test_a_table_that_its_host_closes_is_told_as_such_even_if_the_link_ends_then(
    tmp_path: Path, texts: Language, is_ended: bool
) -> None:
    async def story() -> None:
        async with meeting(tmp_path, "Ann", "Bob") as met:
            hosted, (joined,) = await met.table("Ann", "Bob", seats=3)
            await met.until(lambda: joined.you == 1)
            bob = met.nodes["Bob"]
            guest = GuestRoom(bob, texts, joined)
            if is_ended:
                await met.close("Ann")
            else:
                met.nodes["Ann"].close_table(hosted)
                await met.until(lambda: bool(guest.closed))
                await met.crash("Ann")
            await met.until(lambda: not bob.contacts.linked())
            assert guest.closed == "Ann has closed the table."
            assert guest.is_dissolved
            assert guest.invites == []

    within(story)


def test_guests_of_one_name_are_told_apart_in_the_room_and_when_they_ask(
    tmp_path: Path, texts: Language
) -> None:
    async def story() -> None:
        async with meeting(tmp_path) as met:
            for name in ("Ann", "Bob", "Cat"):
                met.add(name, Node(Store(tmp_path / name), plugins(), "root"))
                await met.nodes[name].start()
            await met.link("Ann", "Bob", "Cat")
            table, (bob, _) = await met.table("Ann", "Bob", "Cat", seats=4, ask=True)
            await met.until(lambda: len(table.asking) == 2)
            host = HostRoom(met.nodes["Ann"], texts, table)
            first = [asker.peer for asker in table.asking]
            assert [asker.name for asker in host.asking] == ["root 2", "root 3"]
            assert host.admit("root 3", True) == ""
            assert [sitter.peer for sitter in table.sitters[1:]] == first[1:]
            assert host.admit("root 3", True) == "Nobody called root 3 is asking."
            assert host.admit("root 2", True) == ""
            await met.until(lambda: bob.you > 0 and len(bob.others()) == 2)
            guest = GuestRoom(met.nodes["Bob"], texts, bob)
            assert [seat.name for seat in guest.seats] == ["root", "root 3", "root 2"]
            assert [seat.name for seat in host.seats] == ["root", "root 3", "root 2"]

    within(story)


def test_a_host_that_starts_at_once_waits_until_its_guests_have_seen_the_room(
    tmp_path: Path, texts: Language, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "SEEN_SECONDS", 0.2)

    async def story() -> None:
        async with meeting(tmp_path, "Ann", "Bob") as met:
            ann, bob = met.nodes["Ann"], met.nodes["Bob"]
            hosted, (joined,) = await met.table("Ann", "Bob", seats=3)
            await met.until(lambda: joined.you == 1)
            host, guest = HostRoom(ann, texts, hosted), GuestRoom(bob, texts, joined)
            starting = asyncio.create_task(host.start())
            await met.until(lambda: bool(guest.notice))
            assert guest.notice == "The game starts in a moment."
            assert host.no_start.startswith("Not signed yet: Bob.")
            await starting
            assert host.notice == ""
            await met.until(lambda: bool(bob.games))

    within(story)


def test_a_guest_sees_what_the_host_has_changed_as_long_as_it_differs(
    tmp_path: Path, texts: Language
) -> None:
    async def story() -> None:
        async with meeting(tmp_path, "Ann", "Bob") as met:
            hosted, (joined,) = await met.table("Ann", "Bob", seats=3)
            await met.until(lambda: joined.you == 1)
            guest = GuestRoom(met.nodes["Bob"], texts, joined)
            for seating, notice in (
                ("listed", "The host has changed: Turn order listed. Enter agrees."),
                ("drawn", ""),
            ):
                hosted.setup = Setup("race", 3, options=(("seating", seating),))
                hosted.tell()
                await met.until(lambda value=seating: joined.notice.options["seating"] == value)  # type: ignore[misc]  # now
                assert guest.notice == notice
            many = {f"race.{n}": n for n in range(9)}
            joined.notice = joined.notice._replace(options={"seating": "drawn", **many})
            assert guest.notice == (
                "The host has changed: race.0 0, race.1 1, race.2 2…. Enter agrees."
            )
            assert guest.no_start == ""
            await guest.start()
            assert guest.notice == ""
            with pytest.raises(Refused, match="The host starts the game"):
                await guest.start()

    within(story)


def test_a_host_is_told_who_did_not_sign_also_when_the_table_started_by_itself(
    tmp_path: Path, texts: Language
) -> None:
    french = Catalogs(own_catalogs()).texts("fr")

    async def story() -> None:
        async with meeting(tmp_path, "Ann", "Bob") as met:
            bob = met.nodes["Bob"]
            hosted, (joined,) = await met.table("Ann", "Bob", seats=2)
            joined.names = ()  # as if the host had given it another name
            host, guest = (
                HostRoom(met.nodes["Ann"], texts, hosted),
                GuestRoom(bob, texts, joined),
            )
            await met.until(lambda: bool(host.notice))
            assert host.notice == 'Bob did not sign: "The offer gives this player another name."'
            assert guest.closed == "The offer gives this player another name."
            for room in (host, guest):
                room.retell(french)
            assert host.notice == "Bob n’a pas signé : « L’offre donne un autre nom à ce joueur. »"
            assert guest.closed == "L’offre donne un autre nom à ce joueur."

    within(story)


def test_talk_of_one_who_left_keeps_the_name_that_was_shown(
    tmp_path: Path, texts: Language
) -> None:
    async def story() -> None:
        async with meeting(tmp_path) as met:
            for name in ("Ann", "Bob", "Cat"):
                met.add(name, Node(Store(tmp_path / name), plugins(), "root"))
                await met.nodes[name].start()
            await met.link("Ann", "Bob", "Cat")
            table, (bob, cat) = await met.table("Ann", "Bob", "Cat", seats=4)
            await met.until(lambda: len(bob.others()) == len(cat.others()) == 2)
            host = HostRoom(met.nodes["Ann"], texts, table)
            guest = GuestRoom(met.nodes["Cat"], texts, cat)
            left = next(sitter.name for sitter in table.sitters if sitter.peer == bob.me)
            assert [seat.name for seat in guest.seats] == ["root", "root 2", "root 3"]
            met.nodes["Bob"].say(table.id, "bye")
            await met.until(lambda: bool(host.talk and guest.talk))
            met.nodes["Bob"].get_up(bob)
            await met.until(lambda: len(guest.seats) == 2)
            for room in (host, guest):
                assert [(each.name, each.text) for each in room.talk] == [(left, "bye")]
                assert left not in [seat.name for seat in room.seats]

    within(story)


def test_whose_game_began_in_the_moment_of_leaving_is_told_in_the_list(
    tmp_path: Path, texts: Language
) -> None:
    async def story() -> None:
        async with meeting(tmp_path, "Ann", "Bob") as met:
            bob, (_, game) = met.nodes["Bob"], await met.game("Ann", "Bob")
            lobby = LanLobby(bob, texts)
            bob.leave(game)
            bob.left_behind[game.game_id] = "Ann's table"
            assert lobby.notice == (
                "The game at Ann's table began as you left: it is in the list, and the others "
                "wait for you."
            )
            await lobby.resume(f"game:{game.game_id.hex()}")
            assert not bob.left_behind

    within(story)


def test_a_room_says_that_a_key_is_in_use_twice_on_both_sides(
    tmp_path: Path, texts: Language
) -> None:
    async def story() -> None:
        async with meeting(tmp_path, "Ann", "Bob") as met:
            ann, bob = met.nodes["Ann"], met.nodes["Bob"]
            hosted, (joined,) = await met.table("Ann", "Bob", seats=3)
            await met.until(lambda: joined.you == 1)
            host, guest = HostRoom(ann, texts, hosted), GuestRoom(bob, texts, joined)
            assert host.notice == guest.notice == ""
            now, copy = asyncio.get_running_loop().time(), Address("192.0.2.9", 47100)
            bob._here.copies.seen(copy.host, now)
            contact = ann.contacts.contact(bob.identity.key)
            contact.copy_at, contact.copied_at = copy, now
            assert guest.notice.startswith("Your key is in use at 192.0.2.9, too:")
            assert host.notice.startswith("The key of Bob is in use twice (")

    within(story)


def test_a_guest_who_has_signed_learns_who_has_not(
    tmp_path: Path, texts: Language, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "SEEN_SECONDS", 0.0)

    async def story() -> None:
        async with meeting(tmp_path, "Ann", "Bob", "Cat") as met:
            hosted, (bob, cat) = await met.table("Ann", "Bob", "Cat", seats=4)
            await met.until(lambda: len(bob.others()) == len(cat.others()) == 2)
            host = HostRoom(met.nodes["Ann"], texts, hosted)
            guest = GuestRoom(met.nodes["Bob"], texts, bob)
            met.nodes["Cat"]._parts.joining.tables.clear()  # it does not answer
            starting = asyncio.create_task(host.start())
            await met.until(lambda: guest.notice == "You have signed. Not signed yet: Cat.")
            bob.signed.clear()  # a host of an older version passes nothing on
            assert guest.notice == "You have signed; not all of the others have yet."
            met.nodes["Ann"].close_table(hosted)
            await met.until(lambda: bool(guest.closed))
            assert guest.notice == ""
            starting.cancel()

    within(story)
