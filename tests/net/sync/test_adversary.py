"""A player whose key signs what it must not: it is refused with the reason, the others go on."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from bastide.core.encoding import enc
from bastide.core.journal import Body, Entry, entry_id, make_body
from bastide.core.messages import English, Message
from bastide.net import limits
from bastide.net.identity import Identity
from bastide.net.links.messages import Entries, Head
from bastide.net.live import LiveGame
from bastide.net.node import Node
from bastide.net.storage.store import GameStatus
from bastide.net.sync.heads import Standing
from bastide.net.sync.stops import disk_refused
from tests.net.meeting import digests, meeting, quiet
from tests.net.stories import within

__all__ = ["quiet"]
pytestmark = pytest.mark.usefixtures("quiet")


def forged(game: LiveGame, node: Node, **changes: object) -> Entry:
    """Return an entry that a node signs for the step that its game is at."""
    table = game.table
    body = Body(
        game.game_id,
        table.journal.step,
        game.mine[0],
        table.journal.prev,
        table.state_digest,
        "move",
        {"m": ["race.run", [], []]},
    )._replace(**changes)  # type: ignore[arg-type]  # fields of a body
    data = make_body(body)
    return Entry(data, node.identity.sign("sign-entry", entry_id(data)))


def entries_of(game: LiveGame, *entries: Entry) -> Entries:
    return Entries(game.game_id, tuple(entries))


WRONG: dict[str, Callable[[LiveGame, Node], Entry]] = {
    "unsigned": lambda game, node: Entry(forged(game, node).body, bytes(64)),
    "signed by another": lambda game, node: Entry(
        (body := forged(game, node).body), Identity.create().sign("sign-entry", entry_id(body))
    ),
    "of another game": lambda game, node: forged(game, node, game_id=bytes(32)),
    "malformed": lambda game, node: Entry(enc([1]), bytes(64)),
    "oversized": lambda game, node: Entry(b"\xc6" + bytes(60_000), bytes(64)),
}


@pytest.mark.parametrize("wrong", WRONG)
def test_a_wrong_entry_closes_the_link_and_the_game_goes_on(tmp_path: Path, wrong: str) -> None:
    async def story() -> None:
        async with meeting(tmp_path, "Ann", "Bob", "Eve") as met:
            games = await met.game("Ann", "Bob", "Eve")
            game, eve = await met.until_turn("Eve"), met.nodes["Eve"]
            message = entries_of(game, WRONG[wrong](game, eve))
            contact = eve.contacts.contact(met.nodes["Ann"].identity.key)
            assert contact.link is not None
            link = contact.link
            eve.contacts.send(contact.key, message)
            await link.wait_closed()
            assert link.fault is not None
            assert str(link.fault).startswith("The other side refuses: ")
            assert all(g.stop is None for g in games)
            await met.play("Ann", "Bob", "Eve")
            assert len(digests(games)) == 1

    within(story)


def test_a_move_out_of_turn_is_refused_with_the_reason_and_the_game_goes_on(
    tmp_path: Path,
) -> None:
    async def story() -> None:
        async with meeting(tmp_path, "Ann", "Bob", "Eve") as met:
            games = await met.game("Ann", "Bob", "Eve")
            game, eve = await met.until_turn("Eve", is_own=False), met.nodes["Eve"]
            link = eve.contacts.contact(met.nodes["Ann"].identity.key).link
            assert link is not None
            link.send(entries_of(game, forged(game, eve)))
            await link.wait_closed()
            assert "An entry came out of turn: seat 3 has nothing to do now" in str(link.fault)
            await met.play("Ann", "Bob", "Eve")
            assert len(digests(games)) == 1

    within(story)


def test_an_oversized_frame_closes_the_link_and_the_game_goes_on(tmp_path: Path) -> None:
    async def story() -> None:
        async with meeting(tmp_path, "Ann", "Bob", "Eve") as met:
            games = await met.game("Ann", "Bob", "Eve")
            link = met.nodes["Eve"].contacts.contact(met.nodes["Ann"].identity.key).link
            assert link is not None
            assert link._transport is not None
            link._transport.write((limits.FRAME_AFTER_AUTH + 1).to_bytes(4, "big"))
            await link.wait_closed()
            assert f"A frame of {limits.FRAME_AFTER_AUTH + 1} bytes came" in str(link.fault)
            await met.play("Ann", "Bob", "Eve")
            assert len(digests(games)) == 1

    within(story)


def test_where_a_game_has_failed_a_head_of_a_seat_that_is_not_there_does_no_harm(
    tmp_path: Path,
) -> None:
    async def story() -> None:
        async with meeting(tmp_path, "Ann", "Bob") as met:
            ann, _ = await met.game("Ann", "Bob")
            head = Head(enc(Standing(ann.game_id, 5, 1, bytes(32))), bytes(64))
            ann.sync._ledger.break_off(disk_refused(1, Message("The disk is full.")))
            ann.receive(met.nodes["Bob"].identity.key, head)
            assert ann.sync.stop is not None

    within(story)


def test_an_illegal_move_stops_all_alike_and_the_stop_survives_restarts(tmp_path: Path) -> None:
    async def story() -> None:
        async with meeting(tmp_path, "Ann", "Bob", "Eve") as met:
            ann, bob, _ = await met.game("Ann", "Bob", "Eve")
            game, eve = await met.until_turn("Eve"), met.nodes["Eve"]
            step = game.table.journal.step
            entry = forged(game, eve, payload={"m": ["race.stake", [9], []]})
            eve.contacts.send(met.nodes["Ann"].identity.key, entries_of(game, entry))
            await met.until(lambda: bool(ann.stop and bob.stop))
            assert ann.stop == bob.stop
            assert ann.stop is not None
            assert English().say(ann.stop.reason) == (
                f"The rules here refuse the move that Eve signed at step {step}: "
                "only 0 to 2 may be staked. A program may be at fault, nobody is accused."
            )
            stop = ann.stop
            await met.crash("Bob")
            again = await met.open("Bob")
            [row] = again.unfinished()
            assert row.status is GameStatus.FROZEN
            assert again.resume(row).stop == stop
            await met.crash("Ann")
            await met.close("Bob")
            ann_again = await met.open("Ann")
            assert ann_again.resume(ann_again.unfinished()[0]).stop == stop

    within(story)


def test_whoever_slept_through_an_illegal_move_stops_when_it_wakes(tmp_path: Path) -> None:
    async def story() -> None:
        async with meeting(tmp_path, "Ann", "Bob", "Eve") as met:
            ann, _, _ = await met.game("Ann", "Bob", "Eve")
            game, eve = await met.until_turn("Eve"), met.nodes["Eve"]
            await met.crash("Bob")
            entry = forged(game, eve, payload={"m": ["race.stake", [9], []]})
            eve.contacts.send(met.nodes["Ann"].identity.key, entries_of(game, entry))
            await met.until(lambda: ann.stop is not None)
            await met.crash("Eve")
            bob = await met.open("Bob")
            resumed = bob.resume(bob.unfinished()[0])
            await met.until(lambda: resumed.stop is not None)
            assert resumed.stop == ann.stop

    within(story)


def two_moves(game: LiveGame, node: Node) -> list[Entry]:
    rest = {"m": ["race.rest", [], []]}
    return [forged(game, node), forged(game, node, payload=rest)]


def test_two_players_who_were_told_two_moves_both_name_the_one_who_told_them(
    tmp_path: Path,
) -> None:
    async def story() -> None:
        async with meeting(tmp_path, "Ann", "Bob", "Eve") as met:
            ann, bob, _ = await met.game("Ann", "Bob", "Eve")
            game, eve = await met.until_turn("Eve"), met.nodes["Eve"]
            step = game.table.journal.step
            for name, entry in zip(("Ann", "Bob"), two_moves(game, eve), strict=True):
                eve.contacts.send(met.nodes[name].identity.key, entries_of(game, entry))
            await met.until(lambda: bool(ann.stop and bob.stop))
            assert ann.stop == bob.stop
            assert ann.stop is not None
            assert English().say(ann.stop.reason) == (
                f"Eve signed two different moves at step {step}: the game ends here. "
                "Both are kept as proof (bastide verify shows them)."
            )
            for name in ("Ann", "Bob"):
                store = met.nodes[name].store
                assert store.known_cheats() == {eve.identity.key: (game.game_id,)}
                assert [kind for kind, _ in store.proofs(game.game_id)] == ["twice"]

    within(story)


def test_evidence_is_told_by_who_has_closed_the_game_to_who_comes_later(tmp_path: Path) -> None:
    async def story() -> None:
        async with meeting(tmp_path, "Ann", "Bob", "Eve") as met:
            ann, _, _ = await met.game("Ann", "Bob", "Eve")
            game, eve = await met.until_turn("Eve"), met.nodes["Eve"]
            await met.crash("Bob")
            for entry in two_moves(game, eve):
                eve.contacts.send(met.nodes["Ann"].identity.key, entries_of(game, entry))
            await met.until(lambda: ann.stop is not None)
            stop = ann.stop
            await met.crash("Eve")
            met.nodes["Ann"].leave(ann)
            bob = await met.open("Bob")
            resumed = bob.resume(bob.unfinished()[0])
            await met.link("Ann", "Bob")
            await met.until(lambda: resumed.stop is not None)
            assert resumed.stop == stop
            again = met.nodes["Ann"]
            assert again.resume(again.unfinished()[0]).stop == stop

    within(story)
