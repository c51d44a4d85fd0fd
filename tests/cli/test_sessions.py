from __future__ import annotations

import asyncio
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from bastide.cli.catalogs import Catalogs, Language, own_catalogs
from bastide.cli.sessions import bot_play, bot_worker
from bastide.cli.sessions.local_session import LocalSession, begin
from bastide.cli.sessions.ports import LocalWish, Refused
from bastide.core.draft import Draft
from bastide.core.messages import message
from bastide.core.plugins import Plugins, Setup
from bastide.net.errors import StoreError
from bastide.net.storage.store import Store
from tests.cli.sessions import eventually, take_turn, until, within

GAME = Setup("carcassonne", 2, (), (("seating", "listed"),))
Open = Callable[..., LocalSession]


@pytest.fixture
def table(tmp_path: Path, plugins: Plugins, texts: Language) -> Open:
    store = Store(tmp_path / "data")

    def make(*bots: str, setup: Setup = GAME) -> LocalSession:
        wish = LocalWish(setup, bots)
        return begin(store, plugins, texts, store.identity(), "Ada", wish, seed=bytes(32), pace=0.0)

    return make


def test_a_turn_is_undone_step_by_step_before_it_is_sent(table: Open) -> None:
    session = table()
    before = session.rules.digest(session.state)
    session.choose(session.rules.legal(session.state)[0])
    middle = session.rules.digest(session.state)
    session.choose(session.rules.legal(session.state)[-1])
    assert session.needs_confirm
    assert session.undo() == ""
    assert session.rules.digest(session.state) == middle
    assert session.undo() == ""
    assert session.rules.digest(session.state) == before
    assert session.redo() == ""
    assert session.rules.digest(session.state) == middle


def test_what_was_confirmed_is_taken_back_at_a_local_table(table: Open) -> None:
    session = table()
    assert session.no_undo
    before = session.rules.digest(session.state)
    take_turn(session)
    lines = len(session.log)
    assert lines
    while session.no_undo == "":
        assert session.undo() == ""
    assert session.rules.digest(session.state) == before
    assert len(session.log) < lines


def test_what_another_person_at_the_keyboard_has_sent_is_told_apart(table: Open) -> None:
    session = table()
    first, other = session.names[0], session.names[1]
    while session.acting == 0:
        assert session.undoes_turn_of == ""
        take_turn(session)
    assert session.undoes_turn_of == first
    session.choose(session.rules.legal(session.state)[0])
    assert session.undoes_turn_of == "", "what is not sent is one's own"
    session.undo()
    while session.acting == 1:
        take_turn(session)
    assert session.undoes_turn_of == other


def test_the_same_tile_is_drawn_after_a_take_back(table: Open) -> None:
    session = table()
    take_turn(session)
    after = session.rules.digest(session.state)
    while not session.no_undo:
        session.undo()
    take_turn(session)
    assert session.rules.digest(session.state) == after


def test_moves_of_a_bot_that_were_taken_back_with_mine_are_brought_back(table: Open) -> None:
    async def play() -> None:
        session = table("random")
        await until(session, lambda: session.acting in session.mine)
        took = len(session.table.journal.steps)
        take_turn(session)
        assert session.undoes_of_others == 0
        await until(session, lambda: session.acting in session.mine)
        sent, log = session.rules.digest(session.state), [*session.log]
        choice = session.rules.legal(session.state)[0]
        session.choose(choice)
        chosen = session.rules.digest(session.state)
        session.undo()
        assert session.undoes_of_others > 0
        while len(session.table.journal.steps) > took:
            assert session.undo() == ""
        while session.rules.digest(session.state) != sent:
            assert session.redo() == ""
        assert [item.sentence for item in session.log] == [item.sentence for item in log]
        assert session.redo() == ""
        assert session.rules.digest(session.state) == chosen
        assert session.redo() == "There is nothing to redo."
        await session.leave()

    within(play())


def test_what_was_taken_back_is_gone_once_something_else_is_chosen(table: Open) -> None:
    session = table()
    take_turn(session)
    session.undo()
    session.choose(session.rules.legal(session.state)[0])
    session.undo()
    assert session.redo() == ""
    assert session.redo() == "There is nothing to redo."


def test_an_incomplete_turn_is_not_sent(table: Open) -> None:
    session = table()
    assert session.confirm()
    session.choose(session.rules.legal(session.state)[0])
    assert "not complete" in session.confirm()


def test_an_impossible_choice_is_refused_in_words(table: Open) -> None:
    session = table()
    action = session.rules.legal(session.state)[0]._replace(data=("base-E", 40, 40, 0))
    said = session.choose(action)
    assert said
    assert said[0].isupper()
    assert said.endswith(".")
    assert session.draft == 0


def test_bots_play_a_whole_game_and_the_journal_holds(table: Open) -> None:
    async def play() -> None:
        session = table("random", "greedy")
        await until(session, lambda: session.finished and session.verdict is not None)
        assert session.verdict is not None
        assert session.verdict.good
        assert {"again", "replay", "export"} <= session.offers
        await session.leave()

    within(play())


def test_a_person_plays_against_a_bot(table: Open) -> None:
    async def play() -> None:
        session = table("random")
        for _ in range(3):
            await until(session, lambda: session.acting in session.mine)
            take_turn(session)
        await until(session, lambda: session.acting in session.mine)
        assert [seat.presence for seat in session.seats] == ["thinking", "bot"]
        await session.leave()

    within(play())


def test_a_bot_that_is_not_there_is_refused(table: Open) -> None:
    with pytest.raises(Refused, match="no bot nobody"):
        table("nobody")


def test_a_bot_that_hangs_is_replaced_by_chance_and_the_log_says_so(
    table: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bot_worker, "START_SECONDS", 0.0)
    monkeypatch.setattr(bot_worker, "LIMIT_SECONDS", 0.0)

    async def play() -> None:
        session = table("random")
        take_turn(session)
        await until(session, lambda: session.acting in session.mine)
        assert any("chosen at random" in item.sentence for item in session.log)
        session.retell(Catalogs(own_catalogs()).texts("fr"))
        session.bot_failed(1, message("no answer within {seconds} s", seconds=10))
        assert session.log[-1].sentence == (
            "Le robot de random a échoué (pas de réponse en 10 s)\u202f; un coup a été tiré au "
            "hasard."
        )
        await session.leave()

    within(play())


def test_a_bot_that_is_asked_when_the_table_is_left_does_not_move(table: Open) -> None:
    async def play() -> None:
        session = table("random")
        take_turn(session)
        thinking = session._bots.thinking
        assert thinking is not None
        await eventually(lambda: bool(session._bots._workers))
        await asyncio.sleep(0.05)
        await session.leave()
        assert thinking.done()
        assert thinking.cancelled()

    within(play())


def test_a_full_disk_stops_a_bot_until_there_is_room(
    table: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bot_play, "AGAIN_SECONDS", 0.05)

    async def play() -> None:
        session = table("random")
        take_turn(session)
        write, game = session._local.write, session._local
        refused = []

        def refuse(draft: Draft) -> None:
            refused.append(draft)
            raise StoreError("The disk is full.")

        monkeypatch.setattr(game, "write", refuse)
        await until(session, lambda: bool(session.waiting))
        assert session.waiting == "The disk is full."
        monkeypatch.setattr(game, "write", write)
        await until(session, lambda: session.acting in session.mine)
        assert session.waiting == ""
        assert refused
        await session.leave()

    within(play())


def test_a_folder_that_was_deleted_is_told_and_the_game_can_be_saved(
    table: Open, tmp_path: Path
) -> None:
    session = table()
    take_turn(session)
    shutil.rmtree(tmp_path / "data")
    while not session.needs_confirm:
        session.choose(session.rules.legal(session.state)[0])
    assert "is gone" in session.confirm()
    assert session.needs_confirm
    assert "export" in session.confirm()
    while session.draft:
        assert session.undo() == ""
    assert "is gone" in session.undo()
    assert session.export("bastide", str(tmp_path / "saved.bastide"))


def test_a_replay_goes_to_every_step(table: Open) -> None:
    async def play() -> None:
        session = table()
        for _ in range(4):
            take_turn(session)
        replayed = await session.replayed()
        assert replayed.replay is not None
        replayed.replay.go(10_000)
        assert replayed.rules.digest(replayed.state) == session.rules.digest(session.state)
        replayed.replay.go(0)
        assert replayed.log == []
        assert replayed.choose(session.rules.legal(session.state)[0])

    within(play())


def test_another_language_retells_the_log(table: Open, plugins: Plugins) -> None:
    session = table()
    take_turn(session)
    before = [item.sentence for item in session.log]
    session.retell(Catalogs([*own_catalogs(), *plugins.catalogs()]).texts("fr"))
    assert len(session.log) == len(before)


def test_files_are_written_and_a_bad_path_is_one_sentence(table: Open, tmp_path: Path) -> None:
    session = table()
    take_turn(session)
    for kind in session.exports:
        assert Path(session.export(kind, str(tmp_path / f"board.{kind}"))).stat().st_size
    first = tmp_path / "board.txt"
    first.write_text("mine")
    assert session.export("txt", str(first)) == str(tmp_path / "board-2.txt")
    assert session.export("txt", str(first)) == str(tmp_path / "board-3.txt")
    assert first.read_text() == "mine"
    names = tuple(seat.name for seat in session.seats)
    told = [item.named(names) for item in session.log]
    assert (tmp_path / "board-2.txt").read_text().splitlines()[-len(told) :] == told
    with pytest.raises(Refused, match="cannot be written"):
        session.export("txt", str(tmp_path / "no" / "folder.txt"))
    with pytest.raises(Refused, match="is not one of"):
        session.export("exe", str(tmp_path / "x"))


def test_a_file_shows_what_was_sent_and_no_draft(table: Open, tmp_path: Path) -> None:
    session = table()
    before = Path(session.export("txt", str(tmp_path / "a.txt"))).read_text("utf-8")
    session.choose(session.rules.legal(session.state)[0])
    assert session.draft

    for kind in ("txt", "png"):
        session.export(kind, str(tmp_path / f"b.{kind}"))

    assert (tmp_path / "b.txt").read_text("utf-8") == before
    assert session.undo() == ""
    assert (
        Path(session.export("png", str(tmp_path / "c.png"))).read_bytes()
        == (tmp_path / "b.png").read_bytes()
    )
