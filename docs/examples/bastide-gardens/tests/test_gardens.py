"""Gardens: what they are worth, and where a gardener stands."""

import pytest
from bastide_gardens import plugin

from bastide.core.chance import Answer
from bastide.core.events import Action, Score, Term, score_of
from bastide.core.plugins import Plugins, Setup, built_in
from bastide.core.rules import Rules
from bastide.core.state import State
from bastide.core.testing import check_game, check_refusal, replay

PLUGINS = Plugins({**built_in(), "gardens": lambda: plugin})


def rules(*others: str, seats: int = 2) -> Rules:
    extensions = ("gardens", *others)
    return PLUGINS.compose(Setup("carcassonne", seats, extensions, (("seating", "listed"),)))


def lay(table: Rules, s: State, tile: str, x: int, rotation: int) -> State:
    """Draw a tile and lay it in the row of the start tile."""
    table.answer(s, (Answer((tile,)),))
    return table.step(s, Action("carcassonne.place", (tile, x, 0, rotation)))


def finished_road(piece: str, *others: str) -> Score:
    """Return the score of a road of three tiles with a garden, and its two ends."""
    table = rules(*others)
    s = lay(table, table.new(), "garden-A", 1, 0)
    s = table.step(s, Action("carcassonne.meeple", ("r1", piece)))
    s = table.step(lay(table, s, "base-A", 2, 1), Action("carcassonne.none"))
    s = table.step(lay(table, s, "base-A", -1, 3), Action("carcassonne.none"))
    (score,) = [score_of(event) for event in s.events if event.kind == "score"]
    return score


@pytest.mark.parametrize("others", [(), ("inns_and_cathedrals",), ("strategic",)])
def test_random_games_keep_the_contract(others: tuple[str, ...]) -> None:
    table = rules(*others, seats=3)

    played = check_game(table, 1)

    assert table.digest(replay(table, 1, played)) == table.digest(played.state)


@pytest.mark.parametrize("others", [(), ("inns_and_cathedrals",)])
def test_a_garden_is_worth_two_points(others: tuple[str, ...]) -> None:
    assert finished_road("meeple", *others).terms == (Term(4, "tile"), Term(1, "garden", 2))


def test_a_gardener_doubles_it() -> None:
    score = finished_road("gardener")

    assert score.terms == (Term(4, "tile"), Term(1, "garden", 4, "gardener"))
    assert (score.seat, score.points) == (0, 8)


def test_an_unfinished_garden_is_worth_nothing() -> None:
    table = rules()
    s = lay(table, table.new(), "garden-A", 1, 0)
    s = table.step(s, Action("carcassonne.meeple", ("r1", "gardener")))

    assert table.projections(s) == [2, 0]


def test_a_gardener_stands_beside_a_garden_only() -> None:
    table = rules()
    s = lay(table, table.new(), "base-U", 1, 0)

    action = Action("carcassonne.meeple", ("r1", "gardener"))
    assert check_refusal(table, s, action) == "such a piece may not stand there"
