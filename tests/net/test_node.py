"""Whole stories between nodes on loopback: rooms, games, talk, leaving and coming back."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import pytest

from bastide.core.errors import RulesError
from bastide.core.hookspecs import Manifest, hookimpl
from bastide.core.messages import English, Message
from bastide.core.plugins import Plugins, Setup
from bastide.net import limits
from bastide.net.errors import PeerError, StoreError
from bastide.net.games import GameError
from bastide.net.identity import Identity
from bastide.net.links.link import Link
from bastide.net.links.messages import Genesis, WireMessage
from bastide.net.lobby.hosted import CLOSED, WAITS
from bastide.net.lobby.terms import DEALERS, Dealing
from bastide.net.node import Node
from bastide.net.storage.store import GameStatus, Store, Trust
from bastide.net.sync.stops import NOBODY, Stop
from tests.net.meeting import address, digests, meeting, quiet, within
from tests.net.race import plugins, race
from tests.net.room import hiding

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


# a whole game


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
            await met.until(lambda: met.seen("Bob").notice.state == "over")
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
            await met.until(lambda: all(map(met.live("Bob").is_linked, range(4))))
            await met.play("Ann", "Bob", turns=2)
            assert ann.started[table.id] == met.live("Ann").game_id
            await met.crash("Ann")
            await met.until(lambda: not any(met.live("Bob").is_linked(n) for n in (0, 1, 2)))
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


# rooms


def test_at_a_table_with_ask_the_host_says_yes_or_no(tmp_path: Path) -> None:
    async def story() -> None:
        async with meeting(tmp_path, "Ann", "Bob", "Cat") as met:
            ann = met.nodes["Ann"]
            table, (bob, cat) = await met.table("Ann", "Bob", "Cat", seats=2, ask=True)
            await met.until(lambda: len(table.asking) == 2)
            assert (bob.you, cat.you) == (WAITS, WAITS)
            ann.admit(table, met.nodes["Cat"].identity.key, False)
            await met.until(lambda: cat.you == CLOSED)
            assert cat.why == "The host said no."
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


def test_a_closed_table_is_told_and_gone_from_the_list(tmp_path: Path) -> None:
    async def story() -> None:
        async with meeting(tmp_path, "Ann", "Bob") as met:
            table, (bob,) = await met.table("Ann", "Bob", seats=3)
            await met.until(lambda: bob.you == 1)
            met.nodes["Ann"].close_table(table)
            await met.until(lambda: bob.you == CLOSED)
            assert bob.why == "The host closed the table."
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


def test_a_disk_that_refuses_the_game_is_told_in_the_room(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise StoreError("The disk is full.")

    async def story() -> None:
        async with meeting(tmp_path, "Ann", "Bob") as met:
            monkeypatch.setattr(met.nodes["Ann"].store, "add_game", refuse)
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
    def refuse(*_: object, **__: object) -> None:
        raise StoreError("The disk is full.")

    async def story() -> None:
        async with meeting(tmp_path, "Ann", "Bob") as met:
            monkeypatch.setattr(met.nodes["Bob"].store, "add_game", refuse)
            _, (bob,) = await met.table("Ann", "Bob")
            await met.until(lambda: bob.you == CLOSED)
            assert bob.why == "The disk is full."
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


# talk


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
            line = (bob.identity.key, "Hello")
            await met.until(lambda: line in cat.talk[table.id].lines)
            await met.until(lambda: line in ann.talk[table.id].lines)
            await met.until(lambda: (ann.identity.key, "Hi") in bob.talk[table.id].lines)
            ann.begin(table)
            await met.until(lambda: all(node.games for node in met.nodes.values()))
            met.live("Cat").say(cat.identity.key, "Go\x1b!")
            await met.until(lambda: bool(met.live("Ann").talk))
            assert met.live("Ann").talk[-1] == (cat.identity.key, "Go!")
            assert met.live("Cat").talk[-1].text == "Go\x1b!"

    within(story)


# leaving and coming back


def test_a_table_that_was_left_is_resumed_at_the_same_seat(tmp_path: Path) -> None:
    async def story() -> None:
        async with meeting(tmp_path, "Ann", "Bob") as met:
            bob = met.nodes["Bob"]
            ann_game, bob_game = await met.game("Ann", "Bob")
            await met.play("Ann", "Bob", turns=2)
            mine = bob_game.mine
            bob.leave(bob_game)
            bob.leave(bob_game)
            assert not bob.joined
            assert not bob.started
            assert ann_game.is_linked(1)
            [row] = bob.unfinished()
            again = bob.resume(row)
            assert again is bob.resume(row)
            assert again.mine == mine
            await met.play("Ann", "Bob")
            assert len(digests([ann_game, again])) == 1

    within(story)


def test_who_has_left_the_table_is_shown_as_away_in_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "AWAY_SECONDS", 0.2)
    monkeypatch.setattr(limits, "HAVE_SECONDS", 0.05)

    async def story() -> None:
        async with meeting(tmp_path, "Ann", "Bob") as met:
            ann_game, bob_game = await met.game("Ann", "Bob")
            await met.until(lambda: ann_game.is_linked(1))
            assert ann_game.lost_at(1) is None
            assert not ann_game.has_left(1)
            changes: list[object] = []
            ann_game.listen(changes.append)
            met.nodes["Bob"].leave(bob_game)
            await met.until(lambda: not ann_game.is_linked(1))
            lost = ann_game.lost_at(1)
            await met.until(lambda: bool(changes))
            assert lost is not None
            assert ann_game.has_left(1)
            await met.crash("Bob")
            await met.until(lambda: (ann_game.lost_at(1) or 0.0) > lost)
            assert not ann_game.has_left(1)

    within(story)


@pytest.mark.parametrize("order", [*itertools.permutations(["Ann", "Bob", "Cat"])])
def test_the_whole_table_goes_down_and_up_in_any_order(
    tmp_path: Path, order: tuple[str, ...]
) -> None:
    async def story() -> None:
        async with meeting(tmp_path, "Ann", "Bob", "Cat") as met:
            await met.game("Ann", "Bob", "Cat")
            await met.play("Ann", "Bob", "Cat", turns=2)
            ports = {name: node.listener.port for name, node in met.nodes.items()}
            for name in list(met.nodes):
                await met.crash(name)
            for name in order:
                node = await met.open(name)
                assert node.listener.port == ports[name], "the port is kept"
                node.resume(node.unfinished()[0])
            await met.play("Ann", "Bob", "Cat")
            assert len(digests(met.live(name) for name in order)) == 1

    within(story)


def test_a_restarted_peer_with_another_port_is_found_by_its_own_call(tmp_path: Path) -> None:
    async def story() -> None:
        async with meeting(tmp_path, "Ann", "Bob") as met:
            await met.game("Ann", "Bob")
            await met.play("Ann", "Bob", turns=2)
            port = met.nodes["Bob"].listener.port
            await met.crash("Bob")
            bob = await met.open("Bob", port=0)
            assert bob.listener.port != port
            bob.resume(bob.unfinished()[0])
            await met.play("Ann", "Bob")

    within(story)


def test_a_game_that_another_program_has_open_is_not_resumed(tmp_path: Path) -> None:
    async def story() -> None:
        async with meeting(tmp_path, "Ann", "Bob") as met:
            await met.game("Ann", "Bob")
            with Store(tmp_path / "Bob") as other:
                node = Node(other, plugins(), "Bob", Identity.create())
                with pytest.raises(StoreError, match="has this game open"):
                    node.resume(other.games()[0])

    within(story)


def test_a_game_without_its_plugin_says_what_is_missing_and_locks_nothing(tmp_path: Path) -> None:
    async def story() -> None:
        async with meeting(tmp_path, "Ann", "Bob") as met:
            await met.game("Ann", "Bob")
            await met.close("Bob")
            bob = await met.open("Bob", Plugins({}))
            with pytest.raises(GameError, match="no plugin 'race'"):
                bob.resume(bob.unfinished()[0])
            with Store(tmp_path / "Bob") as other:
                other.lock_game(other.games()[0].game_id)

    within(story)


def test_a_damaged_journal_is_one_sentence(tmp_path: Path) -> None:
    async def story() -> None:
        async with meeting(tmp_path, "Ann", "Bob") as met:
            await met.game("Ann", "Bob")
            await met.play("Ann", "Bob", turns=1)
            await met.close("Bob")
            with Store(tmp_path / "Bob") as store, store._database.writing() as connection:
                connection.execute("UPDATE entry SET signature = zeroblob(64) WHERE step = 2")
            bob = await met.open("Bob")
            with pytest.raises(PeerError, match=r"does not hold: entry 5 \(step 2"):
                bob.resume(bob.unfinished()[0])

    within(story)


def test_a_stop_without_an_entry_survives_and_a_damaged_one_is_one_sentence(
    tmp_path: Path,
) -> None:
    async def story() -> None:
        async with meeting(tmp_path, "Ann", "Bob") as met:
            ann, _ = await met.game("Ann", "Bob")
            stop = Stop(Message("It rains."), NOBODY, 3)
            ann.stopped(stop, None)
            game_id, store = ann.game_id, met.nodes["Ann"].store
            met.nodes["Ann"].leave(ann)
            again = met.nodes["Ann"].resume(store.games()[0])
            assert again.stop == stop
            met.nodes["Ann"].leave(again)
            for nonsense in ("nonsense", [["{oops}", [], NOBODY, 3], None], [["", [], 9, 3], None]):
                store.put_note(f"stop:{game_id.hex()}", nonsense)
                with pytest.raises(StoreError, match=r"note\.value\[stop\] is damaged"):
                    met.nodes["Ann"].resume(store.games()[0])
            with store._database.writing() as connection:
                connection.execute("UPDATE note SET value = x'c1' WHERE name LIKE 'stop:%'")
            with pytest.raises(StoreError, match=r"note\.value\[stop\] is damaged"):
                met.nodes["Ann"].resume(store.games()[0])

    within(story)


def test_a_data_folder_of_somebody_else_has_no_seat(tmp_path: Path) -> None:
    async def story() -> None:
        async with meeting(tmp_path, "Ann", "Bob") as met:
            await met.game("Ann", "Bob")
            await met.close("Bob")
            with Store(tmp_path / "Bob") as store, store._database.writing() as connection:
                connection.execute("DELETE FROM identity")
            bob = await met.open("Bob")
            with pytest.raises(GameError, match="No seat of this game"):
                bob.resume(bob.unfinished()[0])

    within(story)


def test_a_program_that_died_after_its_last_signature_gets_the_game_later(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story() -> None:
        async with meeting(tmp_path, "Ann", "Bob") as met:
            ann = met.nodes["Ann"]
            real = Link.send

            def lose_genesis(link: Link, message: WireMessage) -> None:
                if not isinstance(message, Genesis):
                    real(link, message)

            monkeypatch.setattr(Link, "send", lose_genesis)
            _, (bob,) = await met.table("Ann", "Bob")
            await met.until(lambda: bool(ann.games))
            await met.crash("Ann")
            await met.until(lambda: bob.you == CLOSED)
            assert not met.nodes["Bob"].games
            monkeypatch.setattr(Link, "send", real)
            again = await met.open("Ann")
            again.resume(again.unfinished()[0])
            await met.until(lambda: bool(met.nodes["Bob"].games))
            assert bob.you == 1
            await met.play("Ann", "Bob")

    within(story)


def test_a_folder_from_before_the_game_gets_it_back_with_its_secrets(tmp_path: Path) -> None:
    async def story() -> None:
        async with meeting(tmp_path, "Ann", "Bob") as met:
            await met.game("Ann", "Bob")
            await met.play("Ann", "Bob", turns=2)
            await met.crash("Bob")
            with Store(tmp_path / "Bob") as store, store._database.writing() as connection:
                for table in ("entry", "secret", "choice", "game"):
                    connection.execute(f"DELETE FROM {table}")
            bob = await met.open("Bob")
            await bob.dial(address(met.nodes["Ann"]))
            await met.until(lambda: bool(bob.unfinished()))
            bob.resume(bob.unfinished()[0])
            await met.play("Ann", "Bob")
            assert len(digests([met.live("Ann"), met.live("Bob")])) == 1

    within(story)


def test_who_missed_the_end_gets_it_from_those_who_have_closed_the_game(tmp_path: Path) -> None:
    async def story() -> None:
        async with meeting(tmp_path, "Ann", "Bob") as met:
            ann, bob = met.nodes.values()
            ann_game, _ = await met.game("Ann", "Bob")
            await met.play("Ann", "Bob")
            ann.leave(ann_game)
            bob.leave(met.live("Bob"))
            with bob.store._database.writing() as connection:
                connection.execute("DELETE FROM entry WHERE step > 10")
                connection.execute("UPDATE game SET status = 'playing'")
            game = bob.resume(bob.unfinished()[0])
            await met.until(lambda: game.table.over)
            assert game.table.journal.digest == ann_game.table.journal.digest

    within(story)
