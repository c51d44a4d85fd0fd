"""Our extensions and those of the examples, played with each other in any order of installation."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from importlib import import_module
from itertools import combinations
from types import ModuleType

import pytest

from bastide.core.packages import Source
from bastide.core.plugins import Plugins, Setup, built_in
from bastide.core.testing import check_game, replay
from tests.examples.conftest import EXAMPLES, PACKAGES
from tests.repeats import repeated
from tests.sizes import SIZES

MODULES = {
    name.removeprefix("bastide-").replace("-", "_"): f"{name.replace('-', '_')}.plugin"
    for name in PACKAGES
}
LISTED = (("seating", "listed"),)
ORDERS = 4
"""Orders in which plugins are installed; the first is that of their names."""


@contextmanager
def at_hand() -> Iterator[None]:
    """Let the examples be imported from their folders, and be forgotten afterwards."""
    before = sys.path[:]
    sys.path += [str(EXAMPLES / name) for name in PACKAGES]
    yield
    sys.path[:] = before
    packages = {module.partition(".")[0] for module in MODULES.values()}
    for name in [name for name in sys.modules if name.partition(".")[0] in packages]:
        del sys.modules[name]


@pytest.fixture(scope="module", autouse=True)
def examples() -> Iterator[None]:
    with at_hand():
        yield


def sources() -> dict[str, Source]:
    """Return what imports all plugins, in the usual order."""
    return {**built_in(), **{id: _importer(module) for id, module in MODULES.items()}}


def _importer(module: str) -> Source:
    def load() -> ModuleType:
        return import_module(module)

    return load


def installed(order: int = 0) -> Plugins:
    """Return all plugins, installed in one of several orders."""
    found = list(sources().items())
    half = len(found) // 2
    orders = (found, found[::-1], found[half:] + found[:half], sorted(found, key=_reversed))
    plugins = Plugins(dict(orders[order]))
    assert plugins.faults == []
    return plugins


def _reversed(source: tuple[str, Source]) -> str:
    return source[0][::-1]


def needs(plugins: Plugins, id: str) -> set[str]:
    """Return an extension with all those that it needs."""
    manifest, found = plugins.manifests[id], {id}
    for need in (manifest.extends, *manifest.requires):
        if plugins.manifests[need].kind != "game":
            found |= needs(plugins, need)
    return found


def allowed(plugins: Plugins, ids: set[str]) -> bool:
    """Tell whether no manifest of a set names another one of it as a conflict."""
    return not any(ids & {*plugins.manifests[id].conflicts} for id in ids)


def sets_of(plugins: Plugins, game: str) -> list[tuple[str, ...]]:
    """Return each extension of a game, each pair, and all largest sets that the manifests allow."""
    ids = [each.id for each in plugins.extensions(game)]
    wanted = [
        set[str]().union(*(needs(plugins, id) for id in some))
        for n in range(len(ids) + 1)
        for some in combinations(ids, n)
    ]
    fitting = [some for some in wanted if allowed(plugins, some)]
    largest = [some for some in fitting if not any(some < other for other in fitting)]
    pairs = [
        needs(plugins, one) | needs(plugins, other) for one in ids for other in ids if one <= other
    ]
    chosen = [*(pair for pair in pairs if allowed(plugins, pair)), *largest]
    return sorted({tuple(sorted(each)) for each in chosen})


def tables() -> list[Setup]:
    """Return every game with every set of its extensions, where there are any, and the new game."""
    with at_hand():
        plugins = installed()
        games = [each.id for each in plugins.games()]
        found = [Setup(game, 2, some) for game in games for some in sets_of(plugins, game)]
    return [*(each for each in found if each.extensions), Setup("magpies", 2)]


def test_each_pair_and_the_largest_sets_are_played() -> None:
    sets = [{*each.extensions} for each in tables()]

    assert {"gardens", "strategic"} in sets
    most = {"gardens", "late_guests", "inns_and_cathedrals", "river"}
    assert most | {"strategic"} in sets
    assert most | {"second_look"} in sets
    assert not [some for some in sets if {"second_look", "strategic"} <= some]


@pytest.mark.parametrize(
    "table", repeated(tables()), ids=lambda table: "+".join([table.game, *table.extensions])
)
def test_random_games_come_out_alike_in_every_order_of_installation(table: Setup) -> None:
    for seed in range(-(-SIZES.kit_games // 10)):
        setup = replace(table, seats=2 + seed % 3, options=LISTED)
        rules = installed().compose(setup)
        played = check_game(rules, seed)
        for order in range(1, ORDERS):
            names = setup.extensions[:: (-1) ** order]
            again = installed(order).compose(replace(setup, extensions=names))
            assert again.fingerprint == rules.fingerprint
            end = replay(again, seed, played)
            assert again.digest(end) == rules.digest(played.state)
