from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib.metadata import EntryPoint
from pathlib import Path
from types import ModuleType

import pytest

from bastide.core import packages
from bastide.core.events import Event
from bastide.core.hookspecs import Bot, Manifest, hookimpl
from bastide.core.manifests import HOOKS
from bastide.core.plugins import Fault, Plugins, Setup, installed
from bastide.core.state import State
from tests.core.games import loaded, plugin
from tests.core.nim import nim

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


# asking


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
