"""What goes with the next plugin interface is told to whoever uses it, and works meanwhile."""

from __future__ import annotations

from types import ModuleType

import pytest

from bastide.core import retiring
from bastide.core.builder import Phase, RulesBuilder
from bastide.core.hookspecs import API, Manifest, hookimpl
from bastide.core.plugins import Plugins, Setup
from bastide.core.retiring import Use, retired_hooks
from bastide.core.slots import Fold, Slot, Steps, Table


def add(value: int, /) -> int:
    return value


def run() -> None:
    """Do nothing."""


FOLD = Fold(add, retired="use SUM")
STEPS = Steps(run, retired="use the phase")
TABLE: Table[str, int] = Table("old.numbers", retired="use NUMBERS")


@hookimpl
def bastide_manifest() -> Manifest:
    return Manifest("old", "1", "game", api=1)


@hookimpl
def bastide_setup(rules: RulesBuilder) -> None:
    rules.put(TABLE)("one", 1)
    rules.replace(TABLE)("one", 2)
    rules.fold(FOLD)(lambda value: value + 1)
    rules.step(STEPS)(run)
    rules.phase(Phase("wait"))
    rules.finished(lambda s: True)


@pytest.fixture
def old() -> ModuleType:
    module = ModuleType("old")
    module.bastide_manifest = bastide_manifest  # type: ignore[attr-defined]
    module.bastide_setup = bastide_setup  # type: ignore[attr-defined]
    return module


def test_whoever_contributes_to_a_retired_slot_is_told_once(old: ModuleType) -> None:
    plugins = Plugins({"old": lambda: old})
    rules = plugins.compose(Setup("old", 2))

    slots: list[Slot] = [TABLE, FOLD, STEPS]
    assert plugins.faults == []
    assert plugins.retired == [Use("old", slot.name, slot.retired) for slot in slots]
    assert rules.value(FOLD)(1) == 2


def test_a_retired_hook_and_argument_are_told_when_loaded(old: ModuleType) -> None:
    notes = {"bastide_setup.rules": "name it builder", "bastide_manifest": "write plugin.toml"}

    assert list(retired_hooks("old", old, notes)) == [
        Use("old", "bastide_manifest", "write plugin.toml"),
        Use("old", "bastide_setup.rules", "name it builder"),
    ]
    assert list(retired_hooks("old", old)) == []


def test_what_is_retired_exists() -> None:
    """A note on what is not there would never be read."""
    from bastide.core import hookspecs

    for name in retiring.RETIRED:
        hook, _, argument = name.partition(".")
        assert hasattr(hookspecs, hook)
        assert not argument or argument in getattr(hookspecs, hook).__annotations__


def test_a_plugin_that_names_no_number_is_of_the_first() -> None:
    assert Manifest("old", "1", "game").api == 1 <= API
