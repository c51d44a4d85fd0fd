"""The fixtures that authors get from pytest; pytest itself finds them by an entry point."""

from __future__ import annotations

import subprocess
import sys
from importlib.metadata import entry_points
from types import ModuleType

import pytest

import pytest_bastide
from bastide.core.builder import RulesBuilder
from bastide.core.errors import RulesError
from bastide.core.hookspecs import Manifest, Option
from bastide.core.plugins import Plugins
from pytest_bastide import Check, MakeRules
from tests.core.games import plugin
from tests.core.nim import nim, nim_plus

HEAP = Option("heap", 3, "Stones", low=1, high=5)


def twin() -> ModuleType:
    """Return an expansion with an option that is called like one of the game."""
    return plugin("twin", manifest=lambda: manifest("twin", HEAP))


def impure() -> ModuleType:
    """Return an expansion that opens a file when a turn ends."""

    def scoring(rules: RulesBuilder) -> None:
        rules.turn_score(lambda s: sys.audit("open", "diary"))

    return plugin(
        "impure",
        manifest=lambda: manifest("impure"),
        scoring=scoring,
    )


def lost() -> ModuleType:
    raise RulesError("no luck")


def manifest(id: str, *options: Option) -> Manifest:
    return Manifest(id, "1", "expansion", extends="nim", options=options)


@pytest.fixture(scope="module")
def make() -> MakeRules:
    """Compose from a game, expansions of it, and one that cannot be loaded."""
    sources = {"nim": nim, "nim_plus": nim_plus, "twin": twin, "impure": impure, "lost": lost}
    return MakeRules(Plugins(sources))


def refusal(make: MakeRules, *ids: str, **options: int) -> str:
    with pytest.raises(pytest.fail.Exception) as failed:
        make(*ids, **options)
    return str(failed.value)


# rules


def test_rules_have_the_least_seats_as_they_are_listed(make: MakeRules) -> None:
    rules = make("nim", "nim_plus")

    assert (rules.active, rules.seats) == (("nim", "nim_plus"), 2)
    assert rules.new().seating == (0, 1)
    assert make("nim", seats=3).seats == 3


def test_options_go_by_their_short_or_full_names(make: MakeRules) -> None:
    assert make("nim", heap=5).options["nim"]["heap"] == 5
    assert make("nim", **{"nim.heap": 7}).options["nim"]["heap"] == 7


def test_an_option_of_two_plugins_needs_its_full_name(make: MakeRules) -> None:
    assert refusal(make, "nim", "twin", heap=4) == (
        "the option 'heap' is that of nim and of twin: write its full name"
    )


def test_an_unknown_plugin_is_told_with_what_there_is(make: MakeRules) -> None:
    said = refusal(make, "nim", "nim_minus")

    assert said.startswith("there is no plugin 'nim_minus': installed are impure, nim, nim_plus,")
    assert "pip install -e ." in said


def test_a_plugin_that_could_not_be_loaded_is_told_with_the_reason(make: MakeRules) -> None:
    assert refusal(make, "nim", "lost") == "lost could not be loaded: no luck"


def test_what_does_not_fit_together_is_told_in_the_sentence_of_the_kernel(make: MakeRules) -> None:
    assert "heap" in refusal(make, "nim", heap=1000)
    assert "nim" in refusal(make, "nim", seats=6)


# checks


def test_a_check_plays_all_numbers_of_seats(make: MakeRules) -> None:
    played = Check(make)("nim", "nim_plus", games=2)

    assert [len(each.state.scores) for each in played] == [2, 2, 3, 3, 4, 4]
    assert all(each.state.over for each in played)


def test_a_check_fails_with_the_sentence_of_the_kit(make: MakeRules) -> None:
    with pytest.raises(pytest.fail.Exception) as failed:
        Check(make)("nim", "impure", seats=2)

    said = str(failed.value)
    assert said.startswith("nim+impure, 2 seats, seed 0: ")
    assert "the rules open a file (diary)" in said


# the plugin of pytest


def test_pytest_finds_the_fixtures_of_the_program() -> None:
    (point,) = [each for each in entry_points(group="pytest11") if each.name == "bastide"]

    assert point.load() is pytest_bastide


def test_the_fixtures_have_what_is_installed(
    bastide_plugins: Plugins, bastide_rules: MakeRules, bastide_check: Check
) -> None:
    game = bastide_plugins.games()[0].id

    assert bastide_rules(game).active == (game,)
    assert isinstance(bastide_check, Check)


def test_nothing_of_the_program_is_imported_before_a_fixture_is_used() -> None:
    code = "import sys, pytest_bastide; print([m for m in sys.modules if m.startswith('bastide')])"
    root = str(pytest_bastide.__file__).rpartition("/")[0]

    done = subprocess.run(
        [sys.executable, "-c", code], env={"PYTHONPATH": root}, capture_output=True, text=True
    )

    assert (done.stdout, done.returncode) == ("[]\n", 0)
