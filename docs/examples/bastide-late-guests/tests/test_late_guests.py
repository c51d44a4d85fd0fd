"""Late Guests: what inns and cathedrals are worth, and how many large meeples there are."""

import pytest
from bastide_late_guests import plugin

from bastide.core.events import Term
from bastide.core.plugins import Plugins, Setup, built_in
from bastide.core.rules import Rules
from bastide.core.testing import check_game, replay
from bastide.plugins.carcassonne.slots import PIECES, POINTS, Feature

PLUGINS = Plugins({**built_in(), "late_guests": lambda: plugin})


def rules(large: int = 2) -> Rules:
    options = (("late_guests.large", large), ("seating", "listed"))
    extensions = ("inns_and_cathedrals", "late_guests")
    return PLUGINS.compose(Setup("carcassonne", 2, extensions, options))


def terms(feature: Feature, done: bool) -> tuple[Term, ...]:
    table = rules()
    return table.value(POINTS)((), table.new(), feature, done)


@pytest.mark.parametrize("seed", range(2))
def test_random_games_keep_the_contract(seed: int) -> None:
    table = rules()

    played = check_game(table, seed)

    assert table.digest(replay(table, seed, played)) == table.digest(played.state)


def test_an_unfinished_inn_scores_a_point_a_tile() -> None:
    road = Feature("road", 3, 0, 0, ("inn",), (0, 0, "r1"))

    assert terms(road, done=False) == (Term(3, "tile", 1, "late guests"),)
    assert terms(road, done=True) == (Term(3, "tile", 2, "inn"),)


def test_an_unfinished_cathedral_scores_a_point_a_tile_and_a_pennant() -> None:
    city = Feature("city", 4, 1, 0, ("cathedral",), (0, 0, "c1"))

    expected = (Term(4, "tile", 1, "pilgrims"), Term(1, "pennant", 1, "pilgrims"))
    assert terms(city, done=False) == expected


@pytest.mark.parametrize("large", [1, 3])
def test_the_host_says_how_many_large_meeples_there_are(large: int) -> None:
    assert rules(large).table(PIECES)["large"].amount == large
