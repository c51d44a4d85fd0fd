"""`bastide plugins` warns of what a plugin uses that goes with the next plugin interface."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from types import ModuleType

import pytest

from bastide.cli.program import Program
from bastide.core.builder import Phase, RulesBuilder
from bastide.core.hookspecs import Manifest, hookimpl
from bastide.core.plugins import Plugins
from bastide.core.slots import Table
from tests.cli.conftest import Run

NUMBERS: Table[str, int] = Table("old.numbers", retired="use old.sums")
SENTENCE = "old uses old.numbers, which goes with plugin interface 2: use old.sums."


@hookimpl
def bastide_manifest() -> Manifest:
    return Manifest("old", "1", "game", api=1)


@hookimpl
def bastide_setup(rules: RulesBuilder) -> None:
    rules.put(NUMBERS)("one", 1)
    rules.phase(Phase("wait"))
    rules.finished(lambda s: True)


@pytest.fixture(autouse=True)
def old(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have one plugin, which contributes to a retired slot."""
    module = ModuleType("old")
    vars(module).update(
        __file__=__file__, bastide_manifest=bastide_manifest, bastide_setup=bastide_setup
    )
    monkeypatch.setattr(Program, "plugins", Plugins({"old": lambda: module}))


def test_the_list_says_so_in_a_sentence(bastide: Run) -> None:
    said = bastide("plugins")

    assert said.code == 0
    assert said.lines[-1] == SENTENCE


def test_scripts_are_told_too_and_it_is_no_fault(bastide: Run) -> None:
    content = json.loads(bastide("plugins", "--json").out)

    assert content["retired"] == [SENTENCE]
    assert content["faults"] == []


OLD = """
from bastide.core.builder import Phase, RulesBuilder
from bastide.core.hookspecs import Manifest, hookimpl
from bastide.core.slots import Table

NUMBERS: Table[str, int] = Table("old.numbers", retired="use old.sums")


@hookimpl
def bastide_manifest() -> Manifest:
    return Manifest("old", "1", "game", title="Old", seats=(2, 2), api=1)


@hookimpl
def bastide_setup(rules: RulesBuilder) -> None:
    rules.put(NUMBERS)("one", 1)
    rules.phase(Phase("wait"))
    rules.finished(lambda s: True)
"""


def test_the_check_says_so_and_it_is_no_fault(
    bastide: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "path", sys.path[:])
    package = tmp_path / "bastide_old"
    package.mkdir()
    (package / "__init__.py").touch()
    (package / "plugin.py").write_text(OLD, encoding="utf-8")

    said = bastide("plugins", "check", str(package))

    assert SENTENCE in said.lines
    assert SENTENCE not in said.err
