"""Games between nodes on loopback that are left, and gone back to."""

from __future__ import annotations

import itertools
from collections.abc import Iterable
from pathlib import Path

import pytest

from bastide.core.messages import Message
from bastide.core.plugins import Plugins, Setup
from bastide.net import limits
from bastide.net.errors import PeerError, StoreError
from bastide.net.games import GameError
from bastide.net.identity import Identity
from bastide.net.links.link import Link
from bastide.net.links.messages import Genesis, WireMessage
from bastide.net.live import LiveGame
from bastide.net.node import Node
from bastide.net.presence import State
from bastide.net.storage.store import Store
from bastide.net.sync.stops import NOBODY, Stop
from tests.net.meeting import address, digests, meeting, quiet
from tests.net.race import plugins
from tests.net.stories import within

__all__ = ["quiet"]
pytestmark = pytest.mark.usefixtures("quiet")


def standings(games: Iterable[LiveGame], place: int) -> set[State]:
    return {game.standing(place).state for game in games}


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
            assert ann_game.contacts.spoke(bob.identity.key)
            [row] = bob.unfinished()
            again = bob.resume(row)
            assert again is bob.resume(row)
            assert again.mine == mine
            await met.play("Ann", "Bob")
            assert len(digests([ann_game, again])) == 1

    within(story)


def test_who_closes_the_table_has_left_until_it_is_opened_again(tmp_path: Path) -> None:
    async def story() -> None:
        async with meeting(tmp_path, "Ann", "Bob", "Cat") as met:
            games = await met.game("Ann", "Bob", "Cat")
            bob, others = met.nodes["Bob"], [games[0], games[2]]
            key, cat = bob.identity.key, met.nodes["Cat"].identity.key
            place = games[1].mine[0]
            changes: list[object] = []
            games[0].listen(changes.append)
            bob.leave(games[1])
            await met.until(lambda: standings(others, place) == {State.LEFT})
            assert changes, "a screen is told at once"
            left = others[0].standing(place)
            await met.close("Bob")
            await met.until(lambda: not others[0].contacts.spoke(key))
            await met.open("Bob")  # the list, no table
            await met.link("Ann", "Bob", "Cat")
            await met.until(lambda: others[0].sync.mesh.is_seen(key, [cat]))
            assert others[0].standing(place) == left, "whoever shows a list is linked, not there"
            [row] = met.nodes["Bob"].unfinished()
            met.nodes["Bob"].resume(row)
            await met.until(lambda: standings(others, place) == {State.HERE})

    within(story)


def test_who_is_not_back_yet_is_not_taken_for_present_on_the_word_of_others(
    tmp_path: Path,
) -> None:
    async def story() -> None:
        async with meeting(tmp_path, "Ann", "Bob", "Cat") as met:
            ann, bob, cat = await met.game("Ann", "Bob", "Cat")
            await met.play("Ann", "Bob", "Cat", turns=2)
            met.nodes["Cat"].leave(cat)
            await met.crash("Ann")
            await met.until(lambda: bob.standing(ann.mine[0]).state is State.LOST)
            node = await met.open("Ann")
            again = node.resume(node.unfinished()[0])
            await met.until(lambda: again.is_here(bob.mine[0]))
            await met.until(lambda: bob.is_here(ann.mine[0]))
            assert again.standing(cat.mine[0]).state is State.UNSEEN, "Bob holds what it said"
            assert bob.standing(cat.mine[0]).state is State.LEFT

    within(story)


def test_a_bot_is_there_and_lost_with_its_host(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "HAVE_SECONDS", 0.05)

    async def story() -> None:
        async with meeting(tmp_path, "Ann", "Bob") as met:
            node = met.nodes["Ann"]
            node.host(Setup("race", 3), "Ann's", bots=[("random", "Robot")])
            await met.until(lambda: bool(met.tables("Bob")))
            met.nodes["Bob"].knock(met.seen("Bob"))
            await met.until(lambda: all(each.games for each in met.nodes.values()))
            bot = next(iter(met.live("Ann").bots))
            await met.crash("Bob")
            again = await met.open("Bob")
            game = again.resume(again.unfinished()[0])
            assert game.standing(bot).state is State.UNSEEN
            await met.until(lambda: game.is_here(bot))
            await met.crash("Ann")
            await met.until(lambda: game.standing(bot).state is State.LOST)

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


def test_who_comes_back_has_the_talk_of_before_and_is_told_what_was_said_meanwhile(
    tmp_path: Path,
) -> None:
    async def story() -> None:
        async with meeting(tmp_path, "Ann", "Bob") as met:
            ann, bob = (node.identity.key for node in met.nodes.values())
            table, _ = await met.table("Ann", "Bob", seats=3)
            await met.until(lambda: len(table.sitters) == 2)
            met.nodes["Bob"].say(table.id, "in the room")
            await met.until(lambda: bool(met.nodes["Ann"].talk[table.id].lines))
            met.nodes["Ann"].begin(table)
            await met.until(lambda: all(node.games for node in met.nodes.values()))
            await met.play("Ann", "Bob", turns=1)
            met.live("Bob").say(bob, "at the table")
            await met.until(lambda: len(met.live("Ann").talk) == 2)
            await met.until(lambda: bool(met.live("Ann").table.acting))  # nothing more is dealt
            before = digests([met.live("Ann")])

            await met.crash("Bob")
            met.live("Ann").say(ann, "where are you?")
            again = await met.open("Bob")
            game = again.resume(again.unfinished()[0])
            assert [each.text for each in game.talk] == ["in the room", "at the table"]
            await met.until(lambda: len(game.talk) == 3)
            assert (game.talk[2].key, game.talk[2].text) == (ann, "where are you?")
            assert len(met.live("Ann").talk) == 3, "nothing is heard twice"
            assert digests([met.live("Ann")]) == before, "talk is no part of the journal"

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
            await met.until(lambda: bob.lost_at is not None)
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
            assert game.table.journal.prev == ann_game.table.journal.prev

    within(story)
