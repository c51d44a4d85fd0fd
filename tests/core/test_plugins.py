from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib.metadata import EntryPoint
from pathlib import Path
from types import ModuleType

import pytest

from bastide.core import packages
from bastide.core.builder import Phase, RulesBuilder, RulesError
from bastide.core.events import Action, Event
from bastide.core.hookspecs import Bot, Catalog, Chooser, Manifest, Renderer, hookimpl
from bastide.core.manifests import HOOKS
from bastide.core.plugins import Fault, Plugins, Setup, installed
from bastide.core.rules import Rules
from bastide.core.state import State
from tests.core.cards import cards
from tests.core.games import game, loaded, plugin
from tests.core.nim import nim, nim_plus

GAME = Manifest("toy", "1", "game")


def broken(**hooks: Callable[..., object]) -> list[Fault]:
    """Return the faults of one plugin next to a good one, which must not suffer."""
    bad = plugin("bad", **hooks)
    plugins = Plugins({"bad": lambda: bad, "nim": nim})
    assert list(plugins.manifests) == ["nim"]
    return plugins.faults


def raising(error: BaseException) -> Callable[..., object]:
    def hook(*_: object) -> object:
        raise error

    return hook


# loading


def test_a_plugin_that_cannot_be_imported_is_listed_with_the_reason() -> None:
    def load() -> ModuleType:
        raise ImportError("no module named numpy")

    plugins = Plugins({"bad": load, "nim": nim})

    assert plugins.faults == [Fault("bad", "ImportError: no module named numpy")]
    assert list(plugins.manifests) == ["nim"]


@pytest.mark.parametrize(
    ("error", "reason"),
    [
        (SystemExit(3), "SystemExit: 3"),
        (GeneratorExit("left"), "GeneratorExit: left"),
        (ValueError(), "ValueError"),
        (RuntimeError("first line\nsecond line"), "RuntimeError: first line"),
    ],
)
def test_whatever_an_import_raises_is_one_line(error: BaseException, reason: str) -> None:
    assert Plugins({"bad": raising(error)}).faults == [Fault("bad", reason)]  # type: ignore[dict-item]  # raises


def test_the_user_can_stop_a_plugin_that_loads() -> None:
    with pytest.raises(KeyboardInterrupt):
        Plugins({"slow": raising(KeyboardInterrupt())})  # type: ignore[dict-item]  # raises


def test_a_front_end_may_stand_around_each_plugin_that_loads() -> None:
    told: list[str] = []

    @contextmanager
    def around(name: str) -> Iterator[None]:
        told.append(name)
        yield
        told.append(f"{name} done")

    Plugins({"nim": nim, "bad": raising(ValueError())}, around)  # type: ignore[dict-item]  # raises

    assert told == ["nim", "nim done", "bad"]


def test_what_a_plugin_prints_does_not_reach_the_output(capsys: pytest.CaptureFixture[str]) -> None:
    def load() -> ModuleType:
        print("loading")  # noqa: T201  # what plugins do
        return plugin("loud", manifest=lambda: Manifest("loud", "1", "extra"), bots=bots)

    def bots() -> list[Bot]:
        print("asked")  # noqa: T201
        return []

    Plugins({"loud": load}).ask_all()

    assert capsys.readouterr() == ("", "loading\nasked\n")


def test_a_misspelled_hook_is_found() -> None:
    module = plugin("bad", manifest=lambda: GAME, setpu=lambda rules: None)

    plugins = Plugins({"bad": lambda: module})

    assert plugins.faults == [
        Fault("bad", "there is no hook bastide_setpu: call it bastide_setup"),
    ]


def test_a_hook_with_another_prefix_is_found() -> None:
    module = plugin("bad", manifest=lambda: GAME)
    module.before_everything = hookimpl(lambda: None)  # type: ignore[attr-defined]  # a module takes any

    assert Plugins({"bad": lambda: module}).faults == [
        Fault("bad", f"there is no hook before_everything: call it one of {', '.join(HOOKS)}")
    ]


def test_a_forgotten_decorator_is_found() -> None:
    module = plugin("bad", manifest=lambda: GAME)
    module.bastide_turn = lambda rules: None  # type: ignore[attr-defined]  # a module takes any

    assert Plugins({"bad": lambda: module}).faults == [
        Fault("bad", "bastide_turn is no hook yet: put @hookimpl before it")
    ]


def test_an_argument_that_a_hook_does_not_have_is_found() -> None:
    faults = broken(manifest=lambda: GAME, setup=lambda builder: None, bots=raising(ValueError()))

    said = "bastide_setup has no argument builder: name it one of rules, or leave it out"
    assert faults == [Fault("bad", said)]


@pytest.mark.parametrize("manifest", [lambda: None, lambda: "nim", lambda: [GAME]])
def test_a_manifest_must_be_one(manifest: Callable[[], object]) -> None:
    assert broken(manifest=manifest) == [
        Fault("bad", "there is no bastide_manifest that returns a Manifest: write one")
    ]


def test_a_plugin_without_manifest_is_listed() -> None:
    assert broken(setup=lambda rules: None) == [
        Fault("bad", "there is no bastide_manifest that returns a Manifest: write one")
    ]


def test_a_manifest_that_raises_is_listed() -> None:
    assert broken(manifest=raising(KeyError("version"))) == [Fault("bad", "KeyError: 'version'")]


def test_a_plugin_for_another_interface_is_listed() -> None:
    (fault,) = broken(manifest=lambda: Manifest("toy", "1", "game", api=7))

    assert fault.reason.startswith("made for plugin interface 7, this program has 1")


def test_the_first_plugin_of_an_id_wins() -> None:
    plugins = Plugins({"nim": nim, "other": nim})

    said = "another plugin is called nim already: remove one, or rename yours"
    assert plugins.faults == [Fault("other", said)]
    assert list(plugins.manifests) == ["nim"]


def test_one_module_under_two_names_is_loaded_once() -> None:
    module = nim()
    plugins = Plugins({"nim": lambda: module, "again": lambda: module})

    assert plugins.faults == [Fault("again", "this plugin is loaded already: name it once")]
    assert plugins.compose(Setup("nim", 2)).active == ("nim",)


def test_what_is_installed_under_test_is_what_comes_with_the_program() -> None:
    plugins = installed()

    assert plugins.faults == []
    assert set(plugins.manifests) == set(packages.built_in())


def test_a_third_partys_package_is_loaded_through_its_entry_point(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package = tmp_path / "toy_third"
    package.mkdir()
    (package / "__init__.py").write_text("")
    (package / "plugin.py").write_text(
        "from bastide.core.hookspecs import Manifest, hookimpl\n"
        "@hookimpl\n"
        "def bastide_manifest():\n"
        "    return Manifest('toy_third', '1.0', 'game')\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    found = [EntryPoint("toy", "toy_third.plugin", packages.ENTRY_POINT_GROUP)]
    monkeypatch.setattr(packages, "entry_points", lambda group: found)

    plugins = installed()

    assert plugins.manifest("toy_third").version == "1.0"
    assert len(plugins.rules_id("toy_third")) == 32
    sys.modules.pop("toy_third.plugin")


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
        (("seating", "by age"), "option seating: 'by age' is not one of drawn, listed"),
        (("nim_plus.x", 1), "no option 'nim_plus.x'"),
    ],
)
def test_an_option_that_cannot_be_is_refused(
    plugins: Plugins, option: tuple[str, int | str], sentence: str
) -> None:
    with pytest.raises(RulesError, match=sentence):
        plugins.compose(Setup("nim", 2, (), (option,)))


# composing


def test_the_order_of_a_table_is_not_that_of_installation() -> None:
    setups = Setup("nim", 2, ("nim_plus",))
    one, two = loaded(nim(), nim_plus()), loaded(nim_plus(), nim())

    assert one.compose(setups).active == two.compose(setups).active == ("nim", "nim_plus")
    assert one.compose(setups).fingerprint == two.compose(setups).fingerprint


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


def test_what_a_hook_raises_while_composing_is_one_sentence() -> None:
    module = game(lambda rules: {}["x"])

    with pytest.raises(RulesError, match=r"^tiny: bastide_turn failed: KeyError: 'x'$"):
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


def test_a_slice_without_a_plain_form_is_refused_by_name() -> None:
    module = game(
        lambda rules: rules.phase(Phase("go", lambda s: [])),
        setup=lambda rules: rules.part(lambda s: Sloppy()),
    )

    with pytest.raises(RulesError, match="tiny: Sloppy has no plain form"):
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


def test_a_plugin_that_fails_later_is_passed_over_and_listed_once() -> None:
    heard: list[str] = []
    deaf = plugin(
        "deaf",
        manifest=lambda: Manifest("deaf", "1", "extra"),
        bots=raising(ValueError("no bots")),
        event=raising(OSError("no sound card")),
    )
    ears = plugin(
        "ears",
        manifest=lambda: Manifest("ears", "1", "extra"),
        event=lambda table, events: heard.append(table),
    )
    plugins = loaded(deaf, ears)

    told: list[Fault] = []
    for _ in range(3):
        assert plugins.bots("nim") == {}
        watchers = plugins.watchers([])
        told += plugins.watch(watchers, "Friday", State(2), (Event("x", "x.y"),))

    assert heard == ["Friday"] * 3
    assert told == plugins.faults[1:]
    assert plugins.faults == [
        Fault("deaf", "bastide_bots failed: ValueError: no bots"),
        Fault("deaf", "bastide_event failed: OSError: no sound card"),
    ]


@pytest.mark.parametrize(
    ("said", "reason"),
    [
        (5, "TypeError: 'int' object is not iterable"),
        (["greedy"], "'greedy' is no Bot: return a list of Bot"),
        ([None], "None is no Bot: return a list of Bot"),
    ],
)
def test_a_plugin_that_answers_nonsense_is_listed(said: object, reason: str) -> None:
    for hook in ("bots", "renderers", "catalogs"):
        kind = {"bots": "Bot", "renderers": "Renderer", "catalogs": "Catalog"}[hook]
        module = plugin(
            "odd", manifest=lambda: Manifest("odd", "1", "extra"), **{hook: lambda: said}
        )
        plugins = loaded(nim(), module)

        plugins.ask_all()

        wanted = f"bastide_{hook} failed: {reason.replace('Bot', kind)}"
        assert plugins.faults == [Fault("odd", wanted)]
        assert plugins.bots("nim") == {}
        assert plugins.catalogs() == []
