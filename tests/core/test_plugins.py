from __future__ import annotations

from pathlib import Path
from types import ModuleType

import pytest

from bastide.core.builder import Phase, RulesBuilder, RulesError
from bastide.core.events import Action
from bastide.core.hookspecs import Bot, Catalog, Chooser, Manifest, Renderer
from bastide.core.plugins import Plugins, Setup
from bastide.core.rules import Rules
from tests.core.cards import cards
from tests.core.games import game, loaded, plugin
from tests.core.nim import nim, nim_plus

# what there is


def test_games_and_what_extends_them() -> None:
    variant = plugin("quick", manifest=lambda: Manifest("quick", "1", "variant", extends="nim"))
    deep = plugin("deep", manifest=lambda: Manifest("deep", "1", "expansion", extends="nim_plus"))
    extra = plugin("bots", manifest=lambda: Manifest("bots", "1", "extra"))
    plugins = loaded(cards(), variant, nim_plus(), nim(), deep, extra)

    assert [m.id for m in plugins.games()] == ["cards", "nim"]
    assert [m.id for m in plugins.extensions("nim")] == ["deep", "nim_plus", "quick"]
    assert plugins.extensions("cards") == []


def test_a_plugin_that_is_not_there_is_named_with_those_that_are(plugins: Plugins) -> None:
    with pytest.raises(RulesError, match="no plugin 'chess': installed are cards, nim, nim_plus"):
        plugins.manifest("chess")
    with pytest.raises(RulesError, match="no plugin 'x': installed are none"):
        Plugins({}).manifest("x")


# composing


def test_the_order_of_a_table_is_not_that_of_installation() -> None:
    setups = Setup("nim", 2, ("nim_plus",))
    one, two = loaded(nim(), nim_plus()), loaded(nim_plus(), nim())

    assert one.compose(setups).active == two.compose(setups).active == ("nim", "nim_plus")
    assert one.compose(setups).fingerprint == two.compose(setups).fingerprint


def test_what_a_hook_raises_while_composing_is_one_sentence() -> None:
    module = game(lambda rules: {}["x"])

    with pytest.raises(
        RulesError, match=r"^tiny: bastide_turn failed: KeyError: 'x' \(games.py:\d+\)$"
    ):
        loaded(module).compose(Setup("tiny", 2))


def test_what_does_not_fit_is_said_in_the_builders_words() -> None:
    module = game(lambda rules: rules.drop_phase("draw"))

    with pytest.raises(RulesError, match=r"^tiny: there is no phase 'draw'"):
        loaded(module).compose(Setup("tiny", 2))


def test_what_is_raised_while_deriving_is_one_sentence() -> None:
    def turn(rules: RulesBuilder) -> None:
        rules.phase(Phase("go", lambda s: []))
        rules.derive(lambda built: 1 // 0)

    with pytest.raises(RulesError, match=r"^tiny: composing failed: ZeroDivisionError: "):
        loaded(game(turn)).compose(Setup("tiny", 2))


class Sloppy:
    """A slice that is no dataclass."""

    def clone(self) -> Sloppy:
        return self


def test_a_slice_that_is_no_dataclass_is_refused_by_name() -> None:
    module = game(
        lambda rules: rules.phase(Phase("go", lambda s: [])),
        setup=lambda rules: rules.part(lambda s: Sloppy()),
    )

    with pytest.raises(RulesError, match="tiny: Sloppy is no slice of the state: make it"):
        loaded(module).compose(Setup("tiny", 2))


# the other hooks


def choose(rules: Rules, seat: int, seed: int) -> Chooser:
    return lambda s: Action("x")


def test_a_bot_for_the_game_goes_before_one_for_any() -> None:
    own, other, anyones = (
        Bot("random", ("nim",), choose),
        Bot("random", ("cards",), choose),
        Bot("random", (), choose),
    )
    greedy = Bot("greedy", (), choose)

    def bots(name: str, *found: Bot) -> ModuleType:
        return plugin(name, manifest=lambda: Manifest(name, "1", "extra"), bots=lambda: list(found))

    for names in (("a", "b"), ("b", "a")):
        plugins = loaded(nim(), bots(names[0], own, other), bots(names[1], anyones, greedy))

        assert plugins.bots("nim") == {"greedy": greedy, "random": own}
        assert plugins.bots("chess") == {"greedy": greedy, "random": anyones}


def test_the_screen_of_a_game_is_found_by_front_end() -> None:
    def make(rules: Rules, text: object) -> object:
        return object()

    console = Renderer("nim", "console", make)  # type: ignore[arg-type]  # no screen is needed here
    web = Renderer("nim", "web", make)  # type: ignore[arg-type]
    module = plugin(
        "look", manifest=lambda: Manifest("look", "1", "extra"), renderers=lambda: [web, console]
    )
    plugins = loaded(nim(), module)

    assert plugins.renderer("nim") is console
    assert plugins.renderer("nim", "web") is web
    assert plugins.renderer("cards") is None


def test_catalogues_may_be_offered_by_the_plugin(tmp_path: Path) -> None:
    catalog = Catalog("nim", "eo", tmp_path / "eo.po")
    module = plugin(
        "words", manifest=lambda: Manifest("words", "1", "extra"), catalogs=lambda: [catalog]
    )

    assert loaded(nim(), module).catalogs() == [catalog]
