"""Whole stories between nodes on loopback: games of persons and bots, and talk."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import pytest

from bastide.core.plugins import Setup
from bastide.net.storage.store import GameStatus, Trust
from bastide.net.talk import Talk, read_line
from tests.net.meeting import address, digests, meeting, quiet
from tests.net.stories import within

__all__ = ["quiet"]
pytestmark = pytest.mark.usefixtures("quiet")


def test_a_table_that_is_full_starts_and_ends_alike_everywhere(tmp_path: Path) -> None:
    async def story() -> None:
        async with meeting(tmp_path, "Ann", "Bob", "Cat") as met:
            games = await met.game("Ann", "Bob", "Cat")
            assert len({game.game_id for game in games}) == 1
            await met.play("Ann", "Bob", "Cat")
            assert len(digests(games)) == 1
            for node in met.nodes.values():
                [row] = node.store.games()
                assert row.status is GameStatus.OVER
                assert row.title == "Ann's table"
                assert node.unfinished() == []
            await met.until(lambda: {t.notice.state for t in met.tables("Bob")} == {"over"})
            for node in (met.nodes["Bob"], met.nodes["Cat"]):
                known = node.store.peer(met.nodes["Ann"].identity.key)
                assert known is not None
                assert known.trust is Trust.SEEN

    within(story)


def test_guests_find_each_other_through_the_host(tmp_path: Path) -> None:
    async def story() -> None:
        async with meeting(tmp_path, "Ann") as met:
            bob, cat = await met.open("Bob"), await met.open("Cat")
            for guest in (bob, cat):
                await guest.dial(address(met.nodes["Ann"]))
            await met.table("Ann", "Bob", "Cat", seats=4)
            await met.until(lambda: bob.identity.key in cat.contacts.linked())
            met.nodes["Ann"].begin(next(iter(met.nodes["Ann"].hosted.values())))
            await met.until(lambda: all(node.games for node in met.nodes.values()))
            await met.play("Ann", "Bob", "Cat")

    within(story)


def test_the_host_starts_with_fewer_than_it_asked_for(tmp_path: Path) -> None:
    async def story() -> None:
        async with meeting(tmp_path, "Ann", "Bob") as met:
            table, _ = await met.table("Ann", "Bob", seats=5)
            await met.until(lambda: len(table.sitters) == 2)
            met.nodes["Ann"].begin(table)
            await met.until(lambda: bool(met.nodes["Bob"].games))
            assert len(met.live("Bob").sync.keys) == 2

    within(story)


def test_bots_of_the_host_sit_at_a_networked_table_and_are_resumed(tmp_path: Path) -> None:
    async def story() -> None:
        async with meeting(tmp_path, "Ann", "Bob") as met:
            ann, bob = met.nodes["Ann"], met.nodes["Bob"]
            table = ann.host(Setup("race", 4), "T", bots=[("random", "Rob"), ("greedy", "Greta")])
            await met.until(lambda: bool(bob.seen))
            assert met.seen("Bob").notice.names == ("Ann", "Rob", "Greta")
            bob.knock(met.seen("Bob"))
            await met.until(lambda: bool(bob.games))
            assert met.live("Ann").bots == {1: "random", 2: "greedy"}
            assert met.live("Ann").mine == (0,)
            await met.until(lambda: all(map(met.live("Bob").is_here, range(4))))
            await met.play("Ann", "Bob", turns=2)
            assert ann.started[table.id] == met.live("Ann").game_id
            await met.crash("Ann")
            await met.until(lambda: not any(met.live("Bob").is_here(n) for n in (0, 1, 2)))
            again = await met.open("Ann")
            game = again.resume(again.unfinished()[0])
            assert game.bots == {1: "random", 2: "greedy"}
            await met.play("Ann", "Bob")
            assert len(digests([game, met.live("Bob")])) == 1

    within(story)


def test_a_table_of_the_host_and_its_bots_alone_can_be_resumed(tmp_path: Path) -> None:
    async def story() -> None:
        async with meeting(tmp_path, "Ann") as met:
            ann = met.nodes["Ann"]
            ann.begin(ann.host(Setup("race", 2), "T", bots=[("random", "Rob")]))
            await met.play("Ann", turns=2)
            await met.close("Ann")
            again = await met.open("Ann")
            again.resume(again.unfinished()[0])
            await met.play("Ann")
            assert met.live("Ann").table.over

    within(story)


def said(talk: Iterable[Talk]) -> list[tuple[bytes, str]]:
    return [(each.key, each.text) for each in talk]


def test_talk_in_a_room_and_at_the_table(tmp_path: Path) -> None:
    async def story() -> None:
        async with meeting(tmp_path, "Ann", "Bob", "Cat") as met:
            ann, bob, cat = met.nodes.values()
            table, _ = await met.table("Ann", "Bob", "Cat", seats=4)
            await met.until(lambda: len(table.sitters) == 3)
            for node in (bob, cat):
                await met.until(lambda room=node.joined[table.id]: len(room.others()) == 2)  # type: ignore[misc]  # now
            bob.say(table.id, "Hello")
            ann.say(table.id, "Hi")
            lines = [(bob.identity.key, "Hello"), (ann.identity.key, "Hi")]
            for node in met.nodes.values():
                await met.until(lambda room=node.talk[table.id]: len(room.lines) == 2)  # type: ignore[misc]  # now
                assert sorted(said(node.talk[table.id].lines)) == sorted(lines)
            ann.begin(table)
            await met.until(lambda: all(node.games for node in met.nodes.values()))
            games = [met.live(name) for name in met.nodes]
            games[2].say(cat.identity.key, "Go\x1b!")
            await met.until(lambda: all(len(game.talk) == 3 for game in games))
            assert sorted(said(games[0].talk)[:2]) == sorted(lines), "the room's goes on"
            assert said(games[0].talk)[2] == (cat.identity.key, "Go!")
            assert games[2].talk[2].text == "Go\x1b!"

    within(story)


def test_who_comes_back_into_a_room_is_heard_when_it_says_the_same_again(tmp_path: Path) -> None:
    async def story() -> None:
        async with meeting(tmp_path, "Ann", "Bob") as met:
            table, _ = await met.table("Ann", "Bob", seats=3)
            heard = met.nodes["Ann"].talk[table.id].lines
            for n in (1, 2):
                await met.until(lambda: len(table.sitters) == 2)
                met.nodes["Bob"].say(table.id, "Hello")
                await met.until(lambda n=n: len(heard) == n)  # type: ignore[misc]  # now
                await met.close("Bob")
                await met.until(lambda: len(table.sitters) == 1)
                bob = await met.open("Bob")
                await bob.dial(address(met.nodes["Ann"]))
                await met.until(lambda: bool(met.tables("Bob")))
                bob.knock(met.seen("Bob"))
            numbers = [read_line(each.line).number for each in heard]
            assert numbers == [2**20 + 1, 2**21 + 1], "so numbers that are gone are gone"

    within(story)
