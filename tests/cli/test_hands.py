"""Tables with hidden cards: whose eyes a screen has, who has the keyboard, who deals."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from bastide.cli.catalogs import Catalogs, Language, own_catalogs
from bastide.cli.lines import line_table
from bastide.cli.lines.line_table import COVERING, LineTable
from bastide.cli.lines.typed_lines import Lines
from bastide.cli.screens.table_page import TablePage
from bastide.cli.sessions.hands import hands_line, hands_of, hands_sentence
from bastide.cli.sessions.lan_lobby import LanLobby
from bastide.cli.sessions.lan_session import LanSession
from bastide.cli.sessions.local_session import LocalSession, begin
from bastide.cli.sessions.ports import HostWish, LocalWish, Refused
from bastide.cli.sessions.views import View
from bastide.core.chance import ALL_SEATS
from bastide.core.messages import English, Message
from bastide.core.plugins import Plugins, Setup, built_in
from bastide.core.state import PUBLIC, State
from bastide.net import limits
from bastide.net.live import LiveGame
from bastide.net.lobby.terms import DEALERS, Dealing
from bastide.net.storage.store import Store
from tests.cli.fakes import FakeLobby, make_shell
from tests.cli.sessions import close, eventually, meet, take_turn, within
from tests.core.cards import cards

pytestmark = pytest.mark.plays("strategic")

LISTED = (("seating", "listed"),)
CARDS = Setup("cards", 2, (), LISTED)
HANDS_OF_THREE = Setup("carcassonne", 2, ("strategic",), LISTED)


@pytest.fixture(scope="module")
def plugins() -> Plugins:
    return Plugins({**built_in(), "cards": cards})


Open = Callable[..., LocalSession]


@pytest.fixture
def table(tmp_path: Path, plugins: Plugins, texts: Language) -> Iterator[Open]:
    with Store(tmp_path / "data") as store:

        def make(*bots: str, setup: Setup = CARDS) -> LocalSession:
            wish = LocalWish(setup, bots)
            me = store.identity()
            return begin(store, plugins, texts, me, "Ada", wish, seed=bytes(32), pace=0.0)

        yield make


def known(s: State) -> set[int]:
    """Return the seats of whose hands a hidden face is known."""
    cards = s.cards()
    return {
        seat
        for seat, hand in enumerate(cards.hands)
        for item in hand
        if item in cards.faces and cards.seen[item] != ALL_SEATS
    }


# one keyboard


def test_the_keyboard_is_passed_on_before_a_hand_is_shown(table: Open) -> None:
    session = table()

    assert (session.handover, session.eyes) == ("Ada", PUBLIC)
    assert known(session.state) == set()
    assert known(session.table.state) == {0, 1}
    refused = session.choose(session.rules.legal(session.state)[0])
    assert refused == "Pass the keyboard to Ada, who presses Enter."

    session.take_over()
    assert (session.handover, session.eyes, known(session.state)) == ("", 0, {0})
    take_turn(session)

    assert (session.handover, session.eyes) == ("Player 2", PUBLIC)
    assert known(session.state) == set()
    session.take_over()
    assert known(session.state) == {1}


def test_over_hidden_cards_the_step_of_another_person_stands(table: Open) -> None:
    session = table()
    session.take_over()
    take_turn(session)
    step = session.table.journal.step
    for keyboard in ("covered", "taken over"):
        assert session.undo() == "Ada has decided since then: with hidden cards that stands.", (
            keyboard
        )
        session.take_over()
    assert session.table.journal.step == step
    session.choose(session.rules.legal(session.state)[0])
    assert session.undo() == "", "what is not confirmed can always be taken back"


def test_over_hidden_cards_what_the_dealer_has_shown_stands(table: Open) -> None:
    session = table(setup=HANDS_OF_THREE)
    session.take_over()
    session.choose(session.rules.legal(session.state)[0])
    assert session.draft_end == "open"
    session.confirm()
    assert session.undo().startswith("What cards and dice have shown stands")


def test_who_plays_alone_keeps_the_keyboard_and_sees_one_hand(table: Open) -> None:
    async def play() -> None:
        session = table("random")
        await eventually(lambda: session.acting in session.mine)
        assert (session.handover, session.eyes, known(session.state)) == ("", 0, {0})
        await session.leave()

    within(play())


def test_a_game_without_hidden_cards_has_nothing_to_cover(table: Open) -> None:
    session = table(setup=Setup("carcassonne", 2, (), LISTED))
    assert session.handover == ""
    assert session.hands == ""


def test_nobody_has_a_keyboard_that_was_to_be_passed_on(table: Open) -> None:
    session = table()
    session.take_over()
    take_turn(session)
    assert session.handover == "Player 2"

    assert session.undo()

    assert (session.handover, session.eyes) == ("Player 2", PUBLIC)
    assert known(session.state) == set()
    assert session.redo() == "Pass the keyboard to Player 2, who presses Enter."


def pass_on(session: LocalSession, name: str) -> None:
    """Take the keyboard and play until it has to be passed to somebody."""
    session.take_over()
    while session.handover != name:
        take_turn(session)


def test_a_bot_between_two_persons_passes_nothing_on(table: Open) -> None:
    async def play() -> None:
        session = table("random", setup=replace(HANDS_OF_THREE, seats=3))
        pass_on(session, "Player 2")
        session.take_over()
        while session.acting == 1:
            take_turn(session)
        await eventually(lambda: session.acting == 0)
        assert (session.handover, known(session.state)) == ("Ada", set())
        assert session.undo().startswith("Player 2 has decided since then")
        assert (session.handover, known(session.state)) == ("Ada", set())
        await session.leave()

    within(play())


@pytest.mark.parametrize("undo", ["key", "word"])
def test_taking_back_under_a_cover_leaves_the_cover(
    table: Open, plugins: Plugins, tmp_path: Path, undo: str
) -> None:
    session = table(setup=HANDS_OF_THREE)
    page = TablePage(make_shell(FakeLobby(plugins), tmp_path), session)
    pass_on(session, "Player 2")
    for _ in range(2):
        if undo == "key":
            page.key("c-z")
        else:
            page.submit(":undo")
        page.changed()
        over = page.overlay((80, 24))
        assert over
        assert "Pass the keyboard to Player 2" in "".join(over[1].lines())
        assert known(session.state) == set()
        page.key("enter")  # the one before may have hit it twice
        assert session.handover == "Player 2"


def play_on(session: LocalSession) -> None:
    """Play to the end, passing the keyboard on."""
    while not session.finished:
        session.take_over()
        take_turn(session)


def test_at_the_end_nobody_has_the_keyboard(table: Open) -> None:
    session = table()
    play_on(session)
    assert session.eyes == PUBLIC
    session.undo()
    assert session.finished or session.handover
    assert known(session.state) == set()


def test_a_replay_of_a_local_game_shows_the_hand_of_who_acts_once_it_is_over(table: Open) -> None:
    async def play() -> None:
        session = table()
        session.take_over()
        take_turn(session)
        early = await session.replayed()
        play_on(session)
        replayed = await session.replayed()
        for each in (early, replayed):
            assert each.replay is not None
            each.replay.go(1)
        assert (early.eyes, known(early.state)) == (PUBLIC, set())
        assert (replayed.eyes, replayed.handover) == (1, "")
        assert 1 in known(replayed.state)
        await session.leave()

    within(play())


def test_no_journal_is_written_while_hands_follow_from_its_seed(
    table: Open, tmp_path: Path
) -> None:
    session = table()
    file = tmp_path / "game.bastide"
    with pytest.raises(Refused, match="once the game is over: it holds the seed"):
        session.export("bastide", str(file))
    assert session.export("txt", str(tmp_path / "board.txt"))
    play_on(session)
    assert session.export("bastide", str(file)) == str(file)


def test_a_journal_without_hidden_cards_is_written_at_any_time(table: Open, tmp_path: Path) -> None:
    session = table(setup=Setup("carcassonne", 2, (), LISTED))
    assert session.export("bastide", str(tmp_path / "game.bastide"))


def test_a_view_is_made_anew_only_after_a_change(table: Open) -> None:
    session, view = table(), View()
    s = session.table.state
    first = view.of(s, 1, 0)
    assert view.of(s, 1, 0) is first
    assert view.of(s, 1, 1) is not first
    again = view.of(s, 1, 1)
    s.cards().faces.popitem()
    assert view.of(s, 1, 1) is not again
    assert view.of(s, 2, 1) is not again


# lines


class Typed(Lines):
    """Lines that a person types, or a script."""

    def __init__(self, *lines: str, interactive: bool = True) -> None:
        super().__init__()
        self.interactive, self.ended = interactive, True
        self._waiting.extend(lines)


def play_lines(session: LocalSession, texts: Language, lines: Typed) -> str:
    async def play() -> str:
        async with asyncio.timeout(20):
            return await LineTable(session, texts, lines).play()

    return asyncio.run(play())


def test_a_person_passes_the_keyboard_on_in_lines(
    table: Open,
    texts: Language,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(line_table, "HANDS_OFF", 0.0)
    assert play_lines(table(), texts, Typed("", "quit")) == "left"
    said = capsys.readouterr().out
    covered, _, open_hand = said.partition("Pass the keyboard to Ada, who presses Enter.")
    assert covered == "\n" * COVERING
    assert "Ada, your turn" in open_hand
    assert play_lines(table(), texts, Typed("quit")) == "left"
    assert "your turn" not in capsys.readouterr().out


@pytest.mark.parametrize("typed", ["undo", "hand", "place 1", "x"])
def test_only_enter_alone_takes_a_covered_hand_up(
    typed: str,
    table: Open,
    texts: Language,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(line_table, "HANDS_OFF", 0.0)
    assert play_lines(table(), texts, Typed(typed, typed, "quit")) == "left"
    said = capsys.readouterr().out
    assert "Press Enter alone: it shows the hand of Ada." in said
    assert "your turn" not in said


def test_an_enter_too_many_shows_no_hand(
    table: Open, texts: Language, capsys: pytest.CaptureFixture[str]
) -> None:
    assert play_lines(table(), texts, Typed("", "", "quit")) == "left"
    assert "your turn" not in capsys.readouterr().out


def test_a_terminal_forgets_the_hand_before(
    table: Open,
    texts: Language,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("bastide.cli.streams.is_tty", lambda stream: True)
    play_lines(table(), texts, Typed("quit"))
    said = capsys.readouterr().out
    assert said.startswith("\n" * COVERING + "\x1b[H\x1b[2J\x1b[3JPass the keyboard to Ada")
    monkeypatch.setenv("TERM", "dumb")
    play_lines(table(), texts, Typed("quit"))
    assert "\x1b" not in capsys.readouterr().out


def test_whoever_takes_the_keyboard_over_is_told_what_was_wiped(
    table: Open,
    texts: Language,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(line_table, "HANDS_OFF", 0.0)
    turn = ("", "1", "1", "done")
    play_lines(table(), texts, Typed(*turn, *turn, "", "quit"))
    said = capsys.readouterr().out
    _, _, second, third = said.split(", who presses Enter.")
    told = second.partition("Player 2, your turn")[0]
    assert told.split("\n") == ["", "Ada chooses, unseen.", "", ""]
    told = third.partition("Ada, your turn")[0]
    assert "Player 2 bid" in told


def test_a_script_passes_nothing_on(
    table: Open, texts: Language, capsys: pytest.CaptureFixture[str]
) -> None:
    play_lines(table(), texts, Typed("1", "done", "1", "done", interactive=False))
    said = capsys.readouterr().out
    assert "Pass the keyboard" not in said
    assert "Player 2, your turn" in said


# who deals


def test_what_is_said_of_hands(plugins: Plugins) -> None:
    said = {
        (name, deal): hands_of(plugins, [name], deal)
        for name in ("cards", "carcassonne")
        for deal in ("open", "local")
    }
    assert {key: hands for key, hands in said.items() if hands} == {("cards", "open"): "readable"}
    assert hands_of(plugins, ["cards"], "veil") == "sealed"
    assert hands_of(plugins, ["unknown"], "veil") == "sealed"
    assert hands_line(English(), "sealed") == "hands: sealed"
    assert hands_line(English(), "readable") == "hands: readable by a modified program"
    assert hands_line(English(), "") == hands_sentence(English(), "") == ""


@pytest.mark.parametrize("dealer", DEALERS)
def test_list_room_and_table_say_who_can_know_hands(
    tmp_path: Path,
    plugins: Plugins,
    texts: Language,
    dealer: Dealing,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(limits, "PROOF_ROUNDS", 4)
    hands = "sealed" if dealer == "veil" else "readable"

    async def play() -> None:
        nodes = await meet(tmp_path, plugins, "Ada", "Bob")
        ada, bob = (LanLobby(node, texts, pace=0.0) for node in nodes)
        room = await ada.host(HostWish(CARDS, "Kitchen", ask=True, dealer=dealer))
        guest = await bob.join_address(f"127.0.0.1:{nodes[0].listener.port}")
        await eventually(lambda: bool(room.asking))
        [row] = bob.tables
        assert row.hands == room.hands == guest.hands == hands
        for facts in (row.facts, room.facts[1:], guest.facts):
            assert (facts[0].title, facts[0].good) == ("Hands", dealer == "veil")
        room.admit("Bob", True)
        await eventually(lambda: bool(room.session and guest.session))
        for session in (room.session, guest.session):
            assert session is not None
            assert session.hands == hands
            assert session.log[0].sentence == hands_sentence(texts("bastide"), session.hands)
        await close(nodes, room.session, guest.session)

    within(play())


def test_a_peer_that_plays_bots_shows_one_hand_only(
    tmp_path: Path, plugins: Plugins, texts: Language
) -> None:
    async def play() -> None:
        [node] = await meet(tmp_path, plugins, "Ada")
        table = node.host(CARDS, "Kitchen", bots=[("random", "Rob")], dealer="open")
        node.begin(table)
        await eventually(lambda: bool(node.games))
        [game] = node.games.values()
        session = LanSession(node, texts, game, "Kitchen", pace=0.0)
        session.watch(lambda: None)
        await eventually(lambda: session.acting is not None)
        assert known(session.table.state) == {0, 1}
        assert known(session.state) == {session.mine[0]}
        assert set(session.masters_of(1)) == {1}
        assert session.masters_of(1)[1] == game.row.masters[1]
        await close([node], session)

    within(play())


@pytest.mark.parametrize("dealer", DEALERS)
def test_bots_know_their_own_hands_and_play_them(
    tmp_path: Path,
    plugins: Plugins,
    texts: Language,
    dealer: Dealing,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(limits, "PROOF_ROUNDS", 4)

    async def play() -> None:
        [node] = await meet(tmp_path, plugins, "Ada")
        setup = Setup("carcassonne", 2, ("strategic",), LISTED)
        table = node.host(setup, "Kitchen", bots=[("random", "Rob")], dealer=dealer)
        node.begin(table)
        await eventually(lambda: bool(node.games))
        [game] = node.games.values()
        session = LanSession(node, texts, game, "Kitchen", pace=0.0)
        session.hand_over("greedy")
        await eventually(lambda: session.table.state.turn >= 4)
        assert not any("chosen at random" in item.sentence for item in session.log)
        await close([node], session)

    within(play())


def test_what_goes_on_is_said_in_the_readers_language(
    tmp_path: Path, plugins: Plugins, texts: Language, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play() -> None:
        [node] = await meet(tmp_path, plugins, "Ada")
        table = node.host(Setup("carcassonne", 2), "Kitchen", bots=[("random", "Rob")])
        node.begin(table)
        await eventually(lambda: bool(node.games))
        [game] = node.games.values()
        session = LanSession(node, texts, game, "Kitchen", pace=0.0)
        going_on = Message("Waiting for {names}.", (("names", "Ada"),))
        monkeypatch.setattr(LiveGame, "progress", going_on)
        assert session.progress == "Waiting for Ada."
        session.retell(Catalogs([*own_catalogs(), *plugins.catalogs()]).texts("fr"))
        assert session.progress == "En attente de Ada."
        await close([node], session)

    within(play())
