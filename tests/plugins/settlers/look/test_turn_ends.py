"""How a turn ends: by `e` and Enter, which draws what is lacking, and is never done unasked."""

from __future__ import annotations

from pathlib import Path

import pytest

from bastide.cli.depth import Display
from bastide.core.plugins import Plugins, built_in
from tests.cli.fakes import FakeLobby, make_shell
from tests.cli.test_settlers_games import Game, by_commands
from tests.cli.whole_games import SMALL
from tests.plugins.settlers.look.seat import pressed, screen_in, view_of
from tests.plugins.settlers.tables import side, table

RICH = "3 3 3 3 3 3"


@pytest.fixture
def game(tmp_path: Path) -> Game:
    """Return a game in which the first seat builds for the first time, its hand full."""
    played = Game(make_shell(FakeLobby(Plugins(built_in())), tmp_path, Display(), "en"), SMALL)
    while played.session.state.phase != "main" or played.session.draft:
        by_commands(played)
    return played


def keys(game: Game, *names: str) -> str:
    """Press keys; return the first hint line."""
    for name in names:
        game.page.key(name)
    game.look()
    return game.lines[-4].strip()


def test_with_a_full_hand_a_turn_ends_by_e_and_enter_that_is_confirmed(game: Game) -> None:
    sent = game.session.sent
    assert keys(game, "e").startswith("Enter confirms it.")
    asked = "You hold 3 of 3 cards. Enter ends your turn; m: exchange a card."
    assert keys(game, "enter") == asked
    assert game.session.sent == sent
    keys(game, "enter")
    assert game.session.sent == sent + 1
    assert not game.session.draft


def test_until_then_the_end_of_the_turn_can_be_taken_back(game: Game) -> None:
    keys(game, "e", "enter", "c-z")
    assert game.session.state.phase == "main"


def test_a_card_that_is_lacking_is_drawn_by_enter_and_confirmed() -> None:
    t = table(side(RICH, hand="spy abbey")).do("done")
    s, screen = view_of(t), screen_in()
    cursor = pressed(screen, s)
    assert screen.chosen(s, 0, cursor) == t.act("draw 1")
    assert screen.hint(s, 0, cursor) == (
        "You hold 2 of 3 cards. Enter draws; f: search, m: exchange, e: end your turn.",
        "1: Draws the top card of pile 1, unseen.",
    )
    assert not screen.in_hand(s, 0).sends
    assert screen.chosen(s, 0, screen.at_place(s, 0, cursor, 4)) == t.act("draw 4")
    assert screen.chosen(s, 0, pressed(screen, s, "e")) == t.act("finish")


def test_for_an_exchanged_card_another_one_is_drawn() -> None:
    t = table(side(RICH, hand="spy abbey")).do("done", "exchange", "put spy 1")
    s, screen = view_of(t), screen_in()
    assert t.phase == "replace"
    assert screen.chosen(s, 0, pressed(screen, s)) == t.act("draw 1")


def test_the_end_of_building_says_whether_cards_are_drawn_next() -> None:
    full = table(side(RICH, hand="spy abbey karl"))
    assert screen_in().preview(view_of(full), 0, full.act("done")) == (
        "Ends building and trading; your hand is full."
    )
    lacking = table(side(RICH, hand="spy"))
    assert screen_in().preview(view_of(lacking), 0, lacking.act("done")) == (
        "Ends building and trading; next you draw 2 cards."
    )


def test_the_first_word_alone_of_completing_the_hand_ends_the_turn() -> None:
    for hand in ("spy", "spy abbey karl"):
        s = view_of(table(side(RICH, hand=hand)).do("done"))
        words = [line for line, _ in screen_in().commands(s, 0) if len(line.split()) == 1]
        assert words == ["end", "exchange"]
