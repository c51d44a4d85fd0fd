"""When each hook is called, how often, and what it gets. The names are checked by test_layout."""

from __future__ import annotations

from pathlib import Path
from types import ModuleType

import pytest

from bastide.core.builder import Phase, RulesBuilder
from bastide.core.events import Action, Event
from bastide.core.hookspecs import Bot, Catalog, Chooser, Manifest, Renderer, hookimpl
from bastide.core.messages import English, Text
from bastide.core.plugins import Plugins, Setup
from bastide.core.rules import Rules
from bastide.core.screen import GameScreen
from bastide.core.state import State
from tests.core.games import loaded, plugin
from tests.core.nim import nim, nim_plus


class Diary:
    """A plugin of every hook that notes when it is called."""

    def __init__(self, name: str = "diary", extends: str = "nim") -> None:
        self.calls: list[tuple[str, object]] = []
        self.name = name
        self.module = plugin(
            name,
            manifest=self.manifest,
            setup=self.setup,
            turn=self.turn,
            scoring=self.scoring,
            bots=self.bots,
            renderers=self.renderers,
            catalogs=self.catalogs,
            event=self.event,
        )

    def note(self, hook: str, what: object = None) -> None:
        self.calls.append((hook, what))

    def called(self) -> list[str]:
        hooks = [hook for hook, _ in self.calls]
        self.calls.clear()
        return hooks

    @hookimpl
    def manifest(self) -> Manifest:
        self.note("manifest")
        return Manifest(self.name, "1", "expansion", extends="nim")

    @hookimpl
    def setup(self, rules: RulesBuilder) -> None:
        self.note("setup", rules)

    @hookimpl
    def turn(self, rules: RulesBuilder) -> None:
        self.note("turn", rules)
        rules.phase(Phase(f"{self.name}_rest"), after="take")

    @hookimpl
    def scoring(self, rules: RulesBuilder) -> None:
        self.note("scoring", rules)

    @hookimpl
    def bots(self) -> list[Bot]:
        self.note("bots")
        return [Bot(self.name, ("nim",), choose_first)]

    @hookimpl
    def renderers(self) -> list[Renderer]:
        self.note("renderers")
        return []

    @hookimpl
    def catalogs(self) -> list[Catalog]:
        self.note("catalogs")
        return [Catalog(self.name, "fr", Path(f"{self.name}.po"))]

    @hookimpl
    def event(self, table: str, state: State, events: tuple[Event, ...]) -> None:
        self.note("event", (table, state, events))


def choose_first(rules: Rules, seat: int, seed: int) -> Chooser:
    return lambda view: rules.legal_for(view, seat)[0]


TABLE = Setup("nim", 2, ("diary",), (("seating", "listed"),))


@pytest.fixture
def diary() -> Diary:
    return Diary()


@pytest.fixture
def plugins(diary: Diary) -> Plugins:
    return loaded(nim(), diary.module)


def test_bastide_manifest_is_called_once_when_a_plugin_is_loaded(
    diary: Diary, plugins: Plugins
) -> None:
    assert diary.called() == ["manifest"]
    plugins.compose(TABLE)
    plugins.manifest("diary")

    assert "manifest" not in diary.called()


def test_bastide_setup_is_called_once_a_table_bases_first(diary: Diary, plugins: Plugins) -> None:
    diary.called()

    plugins.compose(TABLE)

    assert diary.called() == ["setup", "turn", "scoring"]
    plugins.compose(Setup("nim", 2))
    assert diary.called() == []


def test_bastide_turn_is_called_after_all_setup_hooks() -> None:
    one, two = Diary("one"), Diary("two")
    two.calls = one.calls
    plugins = loaded(nim(), two.module, one.module)
    one.called()

    plugins.compose(Setup("nim", 2, ("two", "one")))

    assert one.called() == ["setup", "setup", "turn", "turn", "scoring", "scoring"]


def test_bastide_scoring_is_called_last_with_the_same_builder(
    diary: Diary, plugins: Plugins
) -> None:
    diary.calls.clear()

    rules = plugins.compose(TABLE)

    hooks, builders = zip(*diary.calls, strict=True)
    assert hooks[-1] == "scoring"
    assert len(set(map(id, builders))) == 1
    assert isinstance(builders[0], RulesBuilder)
    assert rules.active == ("nim", "diary")


def test_bastide_bots_is_called_when_bots_are_listed(diary: Diary, plugins: Plugins) -> None:
    diary.called()

    bots = plugins.bots("nim")

    assert diary.called() == ["bots"]
    rules = plugins.compose(TABLE)
    choose = bots["diary"].make(rules, 1, 7)
    assert choose(rules.new().view(1)) == Action("nim.say", ("ann",))


def test_bastide_renderers_is_called_when_a_table_is_opened(diary: Diary, plugins: Plugins) -> None:
    def make(rules: Rules, text: Text) -> GameScreen:
        from bastide.core.default_screen import DefaultScreen

        return DefaultScreen(rules, text)

    look = plugin(
        "look",
        manifest=lambda: Manifest("look", "1", "extra"),
        renderers=lambda: [Renderer("nim", "console", make)],
    )
    plugins = loaded(nim(), diary.module, look)
    diary.called()

    renderer = plugins.renderer("nim")

    assert diary.called() == ["renderers"]
    assert renderer is not None
    screen = renderer.make(plugins.compose(TABLE), English())
    assert screen.zooms() == ["1"]


def test_bastide_catalogs_is_called_when_a_language_is_chosen(
    diary: Diary, plugins: Plugins
) -> None:
    diary.called()

    catalogs = plugins.catalogs()

    assert diary.called() == ["catalogs"]
    assert [(each.domain, each.language) for each in catalogs] == [("diary", "fr")]


def test_bastide_event_is_called_for_a_live_table_and_never_in_a_search(
    diary: Diary, plugins: Plugins
) -> None:
    rules = plugins.compose(TABLE)
    diary.called()
    s = rules.new()
    while not s.over:
        s = rules.step(s, rules.legal(s)[0])
    assert diary.called() == []

    events = (Event("nim", "nim.said", (0, "ann")),)
    plugins.watch(plugins.watchers(rules.active), "Friday", s, events)

    assert diary.calls == [("event", ("Friday", s, events))]


def test_hooks_of_one_table_may_name_only_what_they_use() -> None:
    heard: list[tuple[Event, ...]] = []
    ears = plugin(
        "ears",
        manifest=lambda: Manifest("ears", "1", "extra"),
        event=lambda events: heard.append(events),
    )

    plugins = loaded(nim(), nim_plus(), ears)
    plugins.watch(plugins.watchers(["nim"]), "Friday", State(2), ())

    assert heard == [()]


def test_a_table_is_watched_by_its_own_plugins_and_by_extras() -> None:
    def ears(name: str, kind: str, extends: str = "") -> ModuleType:
        made = Manifest(name, "1", kind, extends=extends)  # type: ignore[arg-type]  # one of four
        return plugin(name, manifest=lambda: made, event=lambda: None)

    sources = (nim(), nim_plus(), ears("here", "expansion", "nim"), ears("always", "extra"))
    plugins = loaded(*sources)

    assert plugins.watchers(["nim", "here"]) == ["always", "here"]
    assert plugins.watchers(["nim"]) == ["always"]
    assert loaded(nim(), nim_plus()).watchers(["nim"]) == []
