"""Each recipe of the guide is a plugin that is loaded from its folder and played."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

from bastide.cli.authors.bot_check import check_bot
from bastide.cli.catalogs import Catalogs, own_catalogs
from bastide.core.chance import Answer
from bastide.core.dealer import LocalDealer
from bastide.core.events import Action, Term
from bastide.core.messages import English
from bastide.core.plugins import Plugins, Setup, built_in
from bastide.core.screen import Cursor
from bastide.core.state import State
from bastide.core.testing import check_game
from bastide.plugins.carcassonne.slots import POINTS, Feature
from tests.guide.pages import ENTRANCE, blocks, write_files

pytestmark = pytest.mark.plays("carcassonne")

FILES = blocks(ENTRANCE.parent / "plugins" / "recipes.md")
PACKAGES = sorted({block.path.partition("/")[0] for block in FILES})
DECISIONS = 160
"""Of a game of Carcassonne: laid are a good fifty tiles."""


@pytest.fixture(scope="module")
def plugins(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Plugins]:
    """Write all recipes side by side and load them with the plugins of the program."""
    folder = tmp_path_factory.mktemp("recipes")
    write_files(folder, *FILES)
    sys.path.insert(0, str(folder))
    own = {name: partial(importlib.import_module, f"{name}.plugin") for name in PACKAGES}
    yield Plugins({**built_in(), **own})
    sys.path.remove(str(folder))
    for name in [name for name in sys.modules if name.partition(".")[0] in PACKAGES]:
        del sys.modules[name]


def test_all_blocks_are_files_of_a_recipe(plugins: Plugins) -> None:
    assert all(Path(block.path).suffix in (".py", ".po") for block in FILES)
    assert plugins.faults == []
    assert {name.removeprefix("bastide_") for name in PACKAGES} <= set(plugins.manifests)


@pytest.mark.parametrize("name", ["herons", "highways", "pilgrims"])
def test_an_extension_holds_the_contract(plugins: Plugins, name: str) -> None:
    rules = plugins.compose(Setup("carcassonne", 2, (name,)))
    check_game(rules, 1, max_steps=DECISIONS, must_end=False)


@pytest.mark.parametrize(
    ("name", "terms"),
    [
        ("herons", (Term(6, "tile"), Term(1, "heron", 2))),
        ("highways", (Term(6, "tile", 2, "highway"),)),
    ],
)
def test_a_score_is_what_the_recipe_says(
    plugins: Plugins, name: str, terms: tuple[Term, ...]
) -> None:
    rules = plugins.compose(Setup("carcassonne", 2, (name,)))
    road = Feature("road", 6, 0, 0, ("herons.heron",), (0, 0, "r1"))

    assert rules.value(POINTS)((), rules.new(), road, True) == terms


def test_whoever_lays_a_monastery_lays_another_tile(plugins: Plugins) -> None:
    options = (("seating", "listed"),)
    rules = plugins.compose(Setup("carcassonne", 2, ("pilgrims",), options))
    s, laid = rules.new(), list[tuple[int, int]]()
    for tile in ("base-B", "base-B", "base-U"):
        rules.answer(s, (Answer((tile,)),))
        laid.append((s.turn, s.seat))
        s = rules.step(s, rules.legal(s)[0])
        s = rules.step(s, Action("carcassonne.none"))

    assert laid == [(0, 0), (0, 0), (1, 1)]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_game_holds_the_contract(plugins: Plugins, seats: int) -> None:
    played = check_game(plugins.compose(Setup("crowns", seats)), 1)
    assert sum(played.state.scores) <= 4 * seats


def test_its_screen_shows_rounds_and_hands(plugins: Plugins) -> None:
    rules = plugins.compose(Setup("crowns", 2))
    renderer = plugins.renderer("crowns")
    assert renderer
    screen, s = renderer.make(rules, English()), rules.new()
    rules.settle(s, LocalDealer(b"crowns"))

    counter = screen.counter(s)

    assert (counter.title, counter.seats) == ("round 1 of 4", ("4 cards", "4 cards"))
    assert [place.sentence.split()[0] for place in screen.places(s, 0, Cursor())][1:] == 4 * [
        "plays"
    ]


@pytest.mark.parametrize(("language", "said"), [("fr", "joue 7"), ("it", "gioca 7")])
def test_its_screen_speaks_each_language(plugins: Plugins, language: str, said: str) -> None:
    text = Catalogs([*own_catalogs(), *plugins.catalogs()]).texts(language)("crowns")
    renderer = plugins.renderer("crowns")
    assert renderer
    screen = renderer.make(plugins.compose(Setup("crowns", 2)), text)

    action = Action("crowns.play", (0,), ((0, 7),))
    assert screen.say(State(2), action, ("Ada", "Blaise")) == said


def test_the_bot_plays_what_is_possible(plugins: Plugins) -> None:
    check_bot(
        plugins.compose(Setup("crowns", 2)),
        plugins.bots("crowns")["cautious"],
        most=20_000,
        seconds=30,
    )
