"""Second Look: putting the drawn tile back, and what is left of it at the end."""

import pytest
from bastide_second_look import plugin, turn

from bastide.core.chance import Answer
from bastide.core.events import Action
from bastide.core.plugins import Plugins, Setup, built_in
from bastide.core.rules import Rules
from bastide.core.state import State
from bastide.core.testing import check_game, check_refusal, replay

PLUGINS = Plugins({**built_in(), "second_look": lambda: plugin})


def rules(*others: str, times: int = 1) -> Rules:
    options = (("seating", "listed"), ("second_look.times", times))
    return PLUGINS.compose(Setup("carcassonne", 2, ("second_look", *others), options))


def back(table: Rules, s: State, tile: str) -> State:
    """Draw a tile and put it back."""
    table.answer(s, (Answer((tile,)),))
    return table.step(s, Action("second_look.back", (tile,)))


@pytest.mark.parametrize("others", [(), ("inns_and_cathedrals",)])
def test_random_games_keep_the_contract(others: tuple[str, ...]) -> None:
    table = rules(*others, times=5)

    played = check_game(table, 1)

    assert table.digest(replay(table, 1, played)) == table.digest(played.state)


def test_the_tile_goes_back_and_the_same_seat_draws() -> None:
    table = rules()
    s = table.new()
    (before,) = s.waiting

    s = back(table, s, "base-X")

    assert (s.seat, s.turn, s.phase) == (0, 0, "draw")
    assert s.waiting == (before,)


def test_only_once_unless_the_host_says_otherwise() -> None:
    table = rules()
    s = back(table, table.new(), "base-X")
    table.answer(s, (Answer(("base-W",)),))

    reason = check_refusal(table, s, Action("second_look.back", ("base-W",)))
    assert reason == "you have put back as many tiles as you may"


def test_more_often_where_the_host_says_so() -> None:
    table = rules(times=2)

    s = back(table, back(table, table.new(), "base-X"), "base-X")

    assert s.parts["second_look"].left == [0, 2]


def test_what_was_not_used_is_worth_two_points() -> None:
    table = rules(times=3)
    s = back(table, table.new(), "base-X")

    turn.score_unused(s)

    assert s.scores == [4, 6]
