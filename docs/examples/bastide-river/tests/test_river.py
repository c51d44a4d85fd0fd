"""The River: it is drawn first, flows on, and nobody stands in it."""

import pytest
from bastide_river import plugin

from bastide.core.chance import Answer, Pick
from bastide.core.dealer import LocalDealer
from bastide.core.events import Action
from bastide.core.plugins import Plugins, Setup, built_in
from bastide.core.rules import Rules
from bastide.core.state import PUBLIC, State
from bastide.core.testing import check_game, check_refusal, replay
from bastide.plugins.carcassonne.state import board

PLUGINS = Plugins({**built_in(), "river": lambda: plugin})
FORBIDDEN = "another rule of this table forbids this place"


def rules(*others: str, seats: int = 2) -> Rules:
    extensions = ("river", *others)
    return PLUGINS.compose(Setup("carcassonne", seats, extensions, (("seating", "listed"),)))


def lay(table: Rules, s: State, tile: str, x: int, y: int, rotation: int) -> State:
    """Draw a tile, lay it, and put nobody on it."""
    table.answer(s, (Answer((tile,)),))
    s = table.step(s, place(tile, x, y, rotation))
    return table.step(s, Action("carcassonne.none"))


def place(tile: str, x: int, y: int, rotation: int) -> Action:
    return Action("carcassonne.place", (tile, x, y, rotation))


@pytest.mark.parametrize(
    "others", [(), ("inns_and_cathedrals",), ("strategic",), ("inns_and_cathedrals", "strategic")]
)
def test_the_river_is_laid_from_the_spring_to_the_lake_before_the_land(
    others: tuple[str, ...],
) -> None:
    table = rules(*others, seats=3)

    played = check_game(table, 1)

    assert table.digest(replay(table, 1, played)) == table.digest(played.state)
    tiles = [placed.tile for placed in board(played.state).placed]
    assert (tiles[0], tiles[11]) == ("river-spring", "river-lake")
    assert [tile for tile in tiles if tile.startswith("river-")] == tiles[:12]


@pytest.mark.parametrize("others", [(), ("strategic",)])
def test_nobody_can_know_which_tile_of_the_river_is_next(others: tuple[str, ...]) -> None:
    (request,) = rules(*others).new(PUBLIC).waiting

    assert isinstance(request, Pick)
    assert len(request.pool) == 10
    assert "river-lake" not in request.pool


def test_the_former_start_tile_is_in_the_bag() -> None:
    assert board(rules().new()).bag.count("base-D") == 4


def test_a_tile_goes_on_where_the_river_ends() -> None:
    table = rules()
    s = table.new()
    table.answer(s, (Answer(("river-bridge",)),))

    assert check_refusal(table, s, place("river-bridge", 0, 1, 0)) == FORBIDDEN
    assert [a.data for a in table.legal(s)] == [("river-bridge", 0, 1, 1)]


@pytest.mark.parametrize("straight", [False, True])
def test_two_bends_that_follow_each_other_turn_different_ways(straight: bool) -> None:
    table = rules()
    s = lay(table, table.new(), "river-bend", 0, 1, 2)
    if straight:
        s = lay(table, s, "river-straight", 1, 1, 0)
    x = 1 + straight
    table.answer(s, (Answer(("river-bend",)),))

    assert check_refusal(table, s, place("river-bend", x, 1, 1)) == FORBIDDEN
    assert [a.data for a in table.legal(s)] == [("river-bend", x, 1, 0)]


def test_nobody_stands_in_the_water() -> None:
    table = rules()
    s = table.new()
    table.answer(s, (Answer(("river-bridge",)),))
    s = table.step(s, place("river-bridge", 0, 1, 1))

    places = [a.data[0] for a in table.legal(s) if a.data]
    assert places == ["r2", "f1", "f2", "f3", "f4"]


def test_hands_of_three_are_dealt_when_the_lake_lies() -> None:
    table, dealer = rules("strategic"), LocalDealer(b"river")
    s = table.new()
    table.settle(s, dealer)
    while len(board(s).placed) < 12:
        assert s.cards().hands == [[], []]
        table.apply(s, table.legal(s)[0])
        table.settle(s, dealer)
    table.apply(s, Action("carcassonne.none"))
    table.settle(s, dealer)

    assert [len(hand) for hand in s.cards().hands] == [3, 3]
    assert s.turn_seat == 1
