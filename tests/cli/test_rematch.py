"""Another game for those who played one: who joins whom, and which tables are like the last one."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from bastide.cli.catalogs import Language
from bastide.cli.sessions.ports import Refused, Room
from bastide.cli.sessions.rematch import Rematch
from bastide.core.genesis import Genesis, Seat
from bastide.core.plugins import Setup
from bastide.net import limits
from bastide.net.lobby.terms import genesis_of
from bastide.net.node import Node
from bastide.net.storage.store import Store
from tests.net.meeting import Meeting, meeting, quiet
from tests.net.race import plugins
from tests.net.stories import within

__all__ = ["quiet"]
pytestmark = pytest.mark.usefixtures("quiet")


class Company:
    """Players of a finished game, each with the wish for another one."""

    def __init__(self, met: Meeting, texts: Language, names: dict[str, str]) -> None:
        self.met = met
        self.nodes = sorted((met.nodes[n] for n in names), key=lambda node: node.identity.key)
        self.last = self._genesis([(node, node.me.name) for node in self.nodes])
        self.wishes = [Rematch(node, texts, self.last, 0.0) for node in self.nodes]

    def _genesis(self, seats: list[tuple[Node, str]]) -> Genesis:
        setup = Setup("race", len(seats))
        places = [Seat(node.identity.key, name) for node, name in seats]
        return genesis_of(self.nodes[0].plugins, setup, places, deal="open", nonce=bytes(32))

    async def see(self, n: int, tables: int = 1) -> None:
        """Wait until somebody sees so many tables."""
        await self.met.until(lambda: len(self.met.tables(self.name(n))) == tables)

    def name(self, n: int) -> str:
        return next(name for name, node in self.met.nodes.items() if node is self.nodes[n])


@asynccontextmanager
async def company(folder: Path, texts: Language, *called: str) -> AsyncIterator[Company]:
    """Let players of these names meet; the first has the smallest key."""
    async with meeting(folder) as met:
        names = {f"n{n}": name for n, name in enumerate(called)}
        for folder_name in names:
            node = Node(Store(folder / folder_name), plugins(), called[0])
            await node.start()
            met.add(folder_name, node)
        by_key = sorted(met.nodes.values(), key=lambda node: node.identity.key)
        for node, name in zip(by_key, called, strict=True):
            node.rename(name)
        await met.link(*names)
        yield Company(met, texts, names)


def now_at(room: Room) -> Room:
    """Return the room that goes on in place of one."""
    while room.moved:
        room = room.moved
    return room


def test_of_two_who_open_a_table_at_once_the_one_with_the_larger_key_comes_to_the_other(
    tmp_path: Path, texts: Language
) -> None:
    async def story() -> None:
        async with company(tmp_path, texts, "Ann", "Bob", "Cat") as them:
            first, second = (wish.room() for wish in them.wishes[:2])
            assert (first.hosting, second.hosting) == (True, True)
            await them.met.until(lambda: len(now_at(first).seats) == 2)
            assert now_at(first) is first
            assert second.moved is not None
            await them.met.until(lambda: len(now_at(second).seats) == 2)
            assert [seat.name for seat in now_at(second).seats] == ["Ann", "Bob"]
            assert not them.nodes[1].hosted
            await them.see(2)
            assert them.wishes[2].by == "Ann"
            third = them.wishes[2].room()
            rooms = (first, second, third)
            await them.met.until(lambda: all(now_at(room).session for room in rooms))
            assert {game for node in them.nodes for game in node.games} == {*them.nodes[0].games}

    within(story)


def test_who_is_alone_comes_to_who_is_not_whatever_the_keys(
    tmp_path: Path, texts: Language
) -> None:
    async def story() -> None:
        async with company(tmp_path, texts, "Ann", "Bob", "Cat") as them:
            held = them.wishes[2].room()
            await them.see(1)
            guest = them.wishes[1].room()
            await them.met.until(lambda: guest.me == 1)
            seen = them.nodes[0].seen
            await them.met.until(lambda: [len(t.notice.names) for t in seen.values()] == [2])
            word = dict(seen)
            seen.clear()  # its word has not come yet
            late = them.wishes[0].room()
            assert late.hosting
            seen.update(word)
            them.nodes[0]._changed()
            await them.met.until(lambda: bool(now_at(late).session))
            assert held.session
            assert held.moved is guest.moved is None
            assert [seat.name for seat in held.seats] == ["Cat", "Bob", "Ann"]

    within(story)


def test_who_plays_again_is_called_as_in_the_game_just_played(
    tmp_path: Path, texts: Language
) -> None:
    async def story() -> None:
        async with company(tmp_path, texts, "Ann", "Bob") as them:
            for node in them.nodes:
                node.rename("root")  # as after a restart
            held = them.wishes[0].room()
            assert held.title == "Ann's table"
            await them.see(1)
            guest = them.wishes[1].room()
            await them.met.until(lambda: bool(held.session and guest.session))
            assert guest.session
            assert {seat.name for seat in guest.session.seats} == {"Ann", "Bob"}

    within(story)


def test_two_tables_that_fill_at_the_same_time_become_one(
    tmp_path: Path, texts: Language, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story() -> None:
        async with company(tmp_path, texts, "Ann", "Bob", "Cat", "Dan") as them:
            with monkeypatch.context() as blind:
                blind.setattr(Rematch, "better", lambda *_: None)
                rooms = [them.wishes[1].room()]
                await them.see(2)
                rooms.append(them.wishes[2].room())
                await them.met.until(lambda: len(rooms[0].seats) == 2)
                them.nodes[0].seen.clear()
                rooms.append(them.wishes[0].room())
                await them.see(3, tables=2)
                del them.nodes[3].seen[them.nodes[1].identity.key, next(iter(them.nodes[1].hosted))]
                rooms.append(them.wishes[3].room())
                await them.met.until(lambda: len(rooms[2].seats) == 2)
                await them.see(1)
            them.nodes[1].say(next(iter(them.nodes[1].hosted)), "look around")
            await them.met.until(lambda: all(now_at(room).session for room in rooms))
            assert [now_at(room) is room for room in rooms] == [False, False, True, True]
            assert len({game for node in them.nodes for game in node.games}) == 1

    within(story)


def test_who_knocks_at_a_table_that_is_closed_in_that_moment_opens_one(
    tmp_path: Path, texts: Language
) -> None:
    async def story() -> None:
        async with company(tmp_path, texts, "Ann", "Bob") as them:
            held = them.wishes[0].room()
            await them.see(1)
            them.nodes[0].close_table(next(iter(them.nodes[0].hosted.values())))
            late = them.wishes[1].room()
            assert not late.hosting
            await them.met.until(lambda: late.moved is not None)
            assert now_at(late).hosting
            await held.leave()

    within(story)


@pytest.mark.parametrize("is_lost", [False, True], ids=["closed", "lost"])
def test_who_sits_at_a_table_whose_host_goes_meets_the_others_at_a_new_one(
    tmp_path: Path, texts: Language, monkeypatch: pytest.MonkeyPatch, is_lost: bool
) -> None:
    monkeypatch.setattr(limits, "SEAT_KEPT_SECONDS", 0.0)

    async def story() -> None:
        async with company(tmp_path, texts, "Ann", "Bob", "Cat", "Dan") as them:
            held = them.wishes[0].room()
            for n in (1, 2):
                await them.see(n)
            guests = [wish.room() for wish in them.wishes[1:3]]
            await them.met.until(lambda: len(held.seats) == 3)
            if is_lost:
                await them.met.crash(them.name(0))
            else:
                await held.leave()
            await them.met.until(lambda: all(len(now_at(room).seats) == 2 for room in guests))
            assert [seat.name for seat in now_at(guests[0]).seats] == ["Bob", "Cat"]
            assert [now_at(room).hosting for room in guests] == [True, False]

    within(story)


SETUPS = [
    ({"seats": (2, 2)}, "another number of seats: 2."),
    ({"options": {"seating": "listed"}}, "other options: Turn order listed."),
    ({"options": {}}, "other options: Turn order -."),
    ({"deal": "veil"}, "cards dealt in another way."),
    ({"spectators": "yes"}, "cards dealt in another way."),
]


@pytest.mark.parametrize(("fields", "difference"), SETUPS)
def test_a_table_that_differs_is_told_of_and_not_joined(
    tmp_path: Path, texts: Language, fields: dict[str, object], difference: str
) -> None:
    async def story() -> None:
        async with company(tmp_path, texts, "Ann", "Bob", "Cat") as them:
            them.wishes[0].room()
            await them.see(1)
            [seen] = them.nodes[1].seen.values()
            seen.notice = seen.notice._replace(**fields)  # type: ignore[arg-type]  # fields of it
            assert them.wishes[1].by == ""
            with pytest.raises(Refused, match="Ann plays again with ") as caught:
                them.wishes[1].room()
            assert difference in str(caught.value)
            assert '`bastide join "' in str(caught.value)
            again = them.wishes[1].room()
            assert again.hosting, "once that is known, another table can be opened"
            assert not again.moved

    within(story)


def test_strangers_ask_and_players_keep_the_names_they_had(tmp_path: Path, texts: Language) -> None:
    async def story() -> None:
        async with company(tmp_path, texts, "Ann", "Ann", "Ann") as them:
            assert them.last.names == ("Ann", "Ann 2", "Ann 3")
            room = them.wishes[1].room()
            assert room.title == "Ann 2's table"
            await them.met.open("Ann")
            await them.met.link("Ann", them.name(1))
            await them.met.until(lambda: bool(them.met.tables("Ann")))
            joined = them.met.nodes["Ann"].knock(them.met.seen("Ann"))
            await them.met.until(lambda: bool(room.asking))
            assert [asker.name for asker in room.asking] == ["Ann 4"]
            await them.see(0)
            other = them.wishes[0].room()
            await them.met.until(lambda: other.me == 1)
            assert [seat.name for seat in other.seats] == ["Ann 2", "Ann"]
            assert joined.you == -1
            await them.see(2)
            last = them.wishes[2].room()
            rooms = (room, other, last)
            await them.met.until(lambda: all(each.session for each in rooms))
            games = [game for node in them.nodes for game in node.games.values()]
            [names] = {game.table.genesis.names for game in games}
            called = dict(zip((s.identity for s in them.last.seats), them.last.names, strict=True))
            seats = games[0].table.genesis.seats
            assert [*names] == [called[seat.identity] for seat in seats]

    within(story)
