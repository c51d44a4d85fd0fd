from __future__ import annotations

import pytest

from bastide.core.builder import RulesError
from bastide.core.hookspecs import Manifest
from bastide.core.plugins import Plugins, Setup
from tests.core.cards import cards
from tests.core.games import loaded, plugin
from tests.core.nim import nim, nim_plus


def test_an_expansion_may_widen_the_seats(plugins: Plugins) -> None:
    assert plugins.seat_range("nim") == (2, 3)
    assert plugins.seat_range("nim", ("nim_plus",)) == (2, 4)


def test_an_expansion_that_does_not_say_leaves_the_seats_alone() -> None:
    silent = plugin("quiet", manifest=lambda: Manifest("quiet", "1", "expansion", extends="nim"))

    assert loaded(nim(), silent).seat_range("nim", ("quiet",)) == (2, 3)


def test_options_are_complete_and_checked(plugins: Plugins) -> None:
    chosen = Setup("nim", 2, (), (("nim.heap", 20),))

    assert plugins.options(chosen) == {
        "nim.first": "any",
        "nim.heap": 20,
        "nim.last_wins": True,
        "seating": "drawn",
    }


@pytest.mark.parametrize(
    ("option", "sentence"),
    [
        (("heap", 20), "no option 'heap': known are nim.first, nim.heap, nim.last_wins, seating"),
        (("nim.heap", 2), "option nim.heap: 2 is less than 3"),
        (("seating", "by age"), "option seating: by age is not one of drawn, listed"),
        (("nim_plus.x", 1), "no option 'nim_plus.x'"),
    ],
)
def test_an_option_that_cannot_be_is_refused(
    plugins: Plugins, option: tuple[str, int | str], sentence: str
) -> None:
    with pytest.raises(RulesError, match=sentence):
        plugins.compose(Setup("nim", 2, (), (option,)))


@pytest.mark.parametrize(
    ("setup", "sentence"),
    [
        (Setup("nim", 4), "nim is for 2 to 3 seats, not 4"),
        (Setup("nim", 1), "nim is for 2 to 3 seats, not 1"),
        (Setup("pair", 3), "pair is for 2 seats, not 3"),
        (Setup("nim_plus", 2), "nim_plus is not a game: name the one to play it with"),
        (Setup("nim", 2, ("cards",)), "cards does not extend nim: play it by itself"),
        (Setup("nim", 2, ("bots",)), "bots does not extend nim: it works without being added"),
        (Setup("nim", 2, ("gold",)), "there is no plugin 'gold'"),
        (Setup("cards", 2, ("nim_plus",)), "nim_plus needs nim: add it to the table"),
    ],
)
def test_a_table_that_does_not_fit_is_refused(setup: Setup, sentence: str) -> None:
    extra = plugin("bots", manifest=lambda: Manifest("bots", "1", "extra"))
    pair = plugin("pair", manifest=lambda: Manifest("pair", "1", "game", seats=(2, 2)))

    with pytest.raises(RulesError, match=sentence):
        loaded(nim(), nim_plus(), cards(), extra, pair).compose(setup)
