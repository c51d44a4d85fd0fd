"""Sessions at tables of the network, and the list that they are opened from."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path

import pytest

from bastide.cli.catalogs import Language
from bastide.cli.program import Flags, Program
from bastide.cli.screens import screen_run
from bastide.cli.screens.fullscreen import Ended
from bastide.cli.screens.shell import Shell
from bastide.cli.sessions.lan_lobby import LanLobby
from bastide.cli.sessions.ports import HostWish, LocalWish, Refused, Session
from bastide.core.plugins import Plugins, Setup
from bastide.net.identity import parse_address
from bastide.net.node import Node
from bastide.net.storage.journals import played_note
from bastide.net.storage.store import Store
from tests.cli.pebbles import pebble_plugins
from tests.cli.sessions import close, eventually, meet, take_turn, until, within

GAME = Setup("carcassonne", 2, (), (("seating", "listed"),))


def test_two_lobbies_meet_and_play(tmp_path: Path, plugins: Plugins, texts: Language) -> None:
    async def play() -> None:
        nodes = [
            Node(Store(tmp_path / name), plugins, name, interfaces=list) for name in ("Ada", "Bob")
        ]
        ada, bob = (LanLobby(node, texts, pace=0.0) for node in nodes)
        for node in nodes:
            await node.start()
        room = await ada.host(HostWish(GAME, "Kitchen"))
        guest_room = await bob.join_address(f"127.0.0.1:{nodes[0].listener.port}")
        assert guest_room.title == "Kitchen"
        await eventually(lambda: bool(room.session and guest_room.session))
        assert room.session
        assert guest_room.session
        sessions = (room.session, guest_room.session)
        assert {session.no_undo for session in sessions} == {"Nothing of yours can be taken back."}
        for turn in range(6):
            session = sessions[turn % 2]
            await until(session, lambda s=session: s.acting in s.mine)  # type: ignore[misc]  # now
            take_turn(session)
            assert "cannot be taken back" in session.no_undo
        sessions[0].say("hello")
        await until(sessions[1], lambda: bool(sessions[1].talk))
        assert sessions[1].talk[0].name == "Ada"
        assert sessions[1].talk[0].text == "hello"
        assert (await sessions[1].replayed()).talk == sessions[1].talk
        for session in sessions:
            await session.leave()
        assert [row.state for row in ada.tables] == ["yours"]
        resumed = await ada.resume(ada.tables[0].id)
        assert "from the data folder" in resumed.log[-1].sentence
        assert [(item.name, item.text) for item in resumed.talk] == [("Ada", "hello")]
        for node in nodes:
            await node.stop()

    within(play())


def is_to_play(session: Session) -> bool:
    return not session.finished and session.acting in session.mine


def test_after_a_game_one_opens_a_table_like_it_and_the_others_join_that(
    tmp_path: Path, texts: Language
) -> None:
    async def play() -> None:
        nodes = await meet(tmp_path, pebble_plugins(), "Ada", "Bob")
        ada, bob = (LanLobby(node, texts, pace=0.0) for node in nodes)
        setup = Setup("pebbles", 2, (), (("pebbles.pace", "quick"), ("seating", "listed")))
        room = await ada.host(HostWish(setup, "Kitchen"))
        guest_room = await bob.join_address(f"127.0.0.1:{nodes[0].listener.port}")
        await eventually(lambda: bool(room.session and guest_room.session))
        sessions = [each for each in (room.session, guest_room.session) if each]
        while not all(each.finished for each in sessions):
            await eventually(lambda: any(map(is_to_play, sessions)) or sessions[0].finished)
            for session in filter(is_to_play, sessions):
                take_turn(session)
            await asyncio.sleep(0)
        assert all("rematch" in each.offers for each in sessions)
        first = await sessions[1].rematch()
        await sessions[1].leave()
        assert (first.title, first.hosting) == ("Bob's table", True)
        [opened] = nodes[1].hosted.values()
        assert dict(opened.setup.options)["pebbles.pace"] == "quick"
        await eventually(lambda: bool(sessions[0].plays_again))
        second = await sessions[0].rematch()
        await sessions[0].leave()
        assert (second.title, second.hosting) == ("Bob's table", False)
        await eventually(lambda: bool(first.session and second.session))
        await close(nodes, first.session, second.session)

    within(play())


def test_the_list_has_on_top_where_others_wait_then_what_can_be_joined(
    tmp_path: Path, plugins: Plugins, texts: Language
) -> None:
    async def play() -> None:
        nodes = await meet(tmp_path, plugins, "Ada", "Bob", "Carl")
        ada, bob, carl = (LanLobby(node, texts, pace=0.0) for node in nodes)
        address = f"127.0.0.1:{nodes[0].listener.port}"
        for name in ("Old", "New"):
            room = await ada.host(HostWish(GAME, name))
            await nodes[1].dial(parse_address(address))
            await eventually(lambda: any(each.name == name for each in bob.shown))  # noqa: B023
            guest_room = await bob.join(next(r.id for r in bob.shown if r.name == name))
            await eventually(lambda: bool(room.session and guest_room.session))  # noqa: B023
            assert room.session
            assert guest_room.session
            await guest_room.session.leave()
            await room.session.leave()
        rows = {row.title: row for row in nodes[1].store.games()}
        nodes[1].store.put_note(played_note(rows["Old"].game_id), rows["New"].created + 60)
        await eventually(lambda: [row.name for row in bob.tables] == ["Old", "New"])
        await carl.host(HostWish(GAME, "Open"))
        await nodes[1].dial(parse_address(f"127.0.0.1:{nodes[2].listener.port}"))
        new = next(row for row in ada.tables if row.name == "New")
        session = await ada.resume(new.id)
        await eventually(lambda: len(bob.shown) == 2)
        assert [(row.name, row.state, row.there) for row in bob.tables] == [
            ("New", "yours", ("Ada",)),
            ("Open", "open", ()),
            ("Old", "yours", ()),
        ]
        assert bob.tables[0].note.startswith("there now: Ada · ")
        await session.leave()
        for node in nodes:
            await node.stop()

    within(play())


def test_a_table_that_i_left_is_shown_once_and_only_resumed(
    tmp_path: Path, plugins: Plugins, texts: Language
) -> None:
    async def play() -> None:
        nodes = await meet(tmp_path, plugins, "Ada", "Bob", "Carl")
        ada, bob, carl = (LanLobby(node, texts, pace=0.0) for node in nodes)
        address = f"127.0.0.1:{nodes[0].listener.port}"
        room = await ada.host(HostWish(GAME, "Kitchen"))
        assert (room.facts[0].title, room.facts[0].good) == ("network", False)
        guest_room = await bob.join_address(address)
        await eventually(lambda: bool(room.session and guest_room.session))
        assert room.session
        assert guest_room.session
        with pytest.raises(Refused, match="Kitchen is being played: nobody can join it"):
            await carl.join_address(address)
        with pytest.raises(Refused, match="No table called Nosuch is in the list"):
            await carl.join_address("Nosuch")

        await guest_room.session.leave()
        await nodes[1].dial(parse_address(address))
        await eventually(lambda: bool(nodes[1].seen and carl.tables))
        await eventually(lambda: all(row.state != "open" for row in bob.shown))

        assert [(row.name, row.state) for row in bob.tables] == [("Kitchen", "yours")]
        assert [(row.name, row.state) for row in carl.tables] == [("Kitchen", "playing")]
        names, _, said = carl.tables[0].note.partition(" · ")
        assert sorted(names.split(", ")) == ["Ada", "Bob"], "whatever else is cut off"
        assert said.startswith("It is being played")
        with pytest.raises(Refused, match="watching is not possible"):
            await carl.join(carl.tables[0].id)
        with pytest.raises(Refused, match="resume"):
            await bob.join(bob.shown[0].id)
        assert not nodes[1].joined
        assert not nodes[2].joined
        resumed = await bob.resume(bob.tables[0].id)
        await resumed.leave()
        for node in nodes:
            await node.stop()

    within(play())


def test_the_list_tells_when_a_table_began_and_how_it_stands(
    tmp_path: Path, plugins: Plugins, texts: Language
) -> None:
    async def play() -> None:
        node = Node(Store(tmp_path / "data"), plugins, "Ada", interfaces=list)
        lobby = LanLobby(node, texts, pace=0.0)
        for _ in range(2):
            session = await lobby.play(LocalWish(GAME, ()))
            take_turn(session)
            await session.leave()

        names = [row.name for row in lobby.tables]
        assert len(set(names)) == 2
        assert all(name.startswith("Carcassonne, ") for name in names)
        assert lobby.last_game == "carcassonne"
        facts = {fact.title: fact.value for fact in lobby.tables[0].facts}
        assert facts["Began"] in names[1]
        assert re.fullmatch(r"Ada \d+, Player 2 \d+", facts["Scores"])
        assert lobby.tables[0].note == f"{facts['Began']} · {facts['Scores']}"

        await lobby.delete(lobby.tables[0].id)
        assert [row.name for row in lobby.tables] == names[1:]
        with pytest.raises(Refused, match="not there any more"):
            await lobby.delete("game:00")

    within(play())


def test_beside_another_copy_only_the_tables_of_this_computer_are_open(
    tmp_path: Path, plugins: Plugins, texts: Language
) -> None:
    async def play() -> None:
        node = Node(Store(tmp_path / "data"), plugins, "Ada", interfaces=list)
        lobby = LanLobby(node, texts, pace=0.0, is_apart=True)
        local = await lobby.play(LocalWish(GAME, ()))
        await local.leave()
        await (await lobby.resume(lobby.tables[0].id)).leave()
        for refused in (
            lobby.host(HostWish(GAME, "kitchen", False)),
            lobby.join("x:y"),
            lobby.join_address("10.0.0.7:47100"),
        ):
            with pytest.raises(Refused, match="Another bastide uses the network"):
                await refused
        assert "--home" in lobby.notice
        assert LanLobby(node, texts).notice == ""
        await node.stop()
        node.store.close()

    within(play())


def test_the_list_opens_while_another_copy_hosts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    notices: list[str] = []

    async def look(shell: Shell) -> Ended:
        assert shell.lobby
        notices.append(shell.lobby.notice)
        return Ended(0)

    monkeypatch.setattr(screen_run, "show_lobby", look)
    monkeypatch.setattr(screen_run, "settle_display", lambda display, *_: display)
    with Store(tmp_path / "data") as other:
        other.lock_identity()
        screen = screen_run.Screen(Program(Flags(home=str(tmp_path / "data"))))
        assert asyncio.run(screen.lobby()) == 0
    assert notices
    assert "Another bastide uses the network" in notices[0]


def test_a_table_that_cannot_be_read_is_listed_with_the_reason_and_deleted(
    tmp_path: Path, plugins: Plugins, texts: Language, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bastide.net.storage.game_list._now", lambda: 1_000_000)

    async def play() -> None:
        node = Node(Store(tmp_path / "data"), plugins, "Ada", interfaces=list)
        lobby = LanLobby(node, texts, pace=0.0)
        for _ in range(2):
            await (await lobby.play(LocalWish(GAME, ()))).leave()
        first, second = lobby.tables
        with node.store._database.writing() as connection:
            damaged = bytes.fromhex(second.id.removeprefix("game:"))
            connection.execute("UPDATE game SET genesis = x'00' WHERE id = ?", (damaged,))

        assert [(row.name, row.state) for row in lobby.tables] == [
            (second.name, "yours"),  # it is the only one of this minute now
            ("carcassonne", "damaged"),
        ]
        assert "cannot be read" in lobby.tables[1].note
        assert "what is left of its journal" in lobby.deletion(second.id)
        assert lobby.deletion(first.id) == f"Delete {second.name} and its journal for good?"
        await lobby.delete(second.id)
        assert [row.id for row in lobby.tables] == [first.id]
        assert lobby.deletion(second.id) == ""
        node.store.close()

    within(play())
