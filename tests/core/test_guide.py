"""The plugin guide is true: its game is written to a folder, loaded, and tested."""

from __future__ import annotations

import ast
import inspect
import os
import re
import subprocess
import sys
import textwrap
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple, get_args

import pytest

from bastide.core import chance, hookspecs, options, phases, testing
from bastide.core.builder import RulesBuilder
from bastide.core.hookspecs import Manifest
from bastide.core.packages import _NOT_RULES
from bastide.core.screen import GameScreen

ROOT = Path(__file__).parent.parent.parent
GUIDE = (ROOT / "docs" / "plugins.md").read_text(encoding="utf-8")


class Block(NamedTuple):
    """A block of code: its language, its path below the project ("" for a fragment), its text."""

    language: str
    path: str
    text: str


def blocks() -> Iterator[Block]:
    for fence in re.finditer(r"^```(\w+)(?: (\S+))?\n(.*?)^```$", GUIDE, re.MULTILINE | re.DOTALL):
        yield Block(fence[1], fence[2] or "", fence[3])


def section(title: str) -> str:
    """Return the text below a heading, up to the next one of its level."""
    match = re.search(rf"^## {title}\n(.*?)(?=^## |\Z)", GUIDE, re.MULTILINE | re.DOTALL)
    assert match, title
    return match[1]


def rows(text: str) -> list[str]:
    """Return the first column of all tables, without their headings."""
    first = [line.split("|")[1].strip() for line in text.splitlines() if line.startswith("|")]
    return [cell for cell in first if cell.startswith("`")]


def names(cells: list[str]) -> set[str]:
    """Return what is named in cells such as `put(TABLE)(key)` or `ask`, `answer`."""
    return {name for cell in cells for name in re.findall(r"`@?(\w+)", cell)}


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """Write the guide's project."""
    for block in blocks():
        if block.path:
            path = tmp_path / block.path
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(block.text, encoding="utf-8")
            if path.name == "plugin.py":
                (path.parent / "__init__.py").touch()
    return tmp_path


def python(project: Path, *arguments: str, env: dict[str, str]) -> str:
    """Run Python in the project, with bastide beside it, and return what it says."""
    roots = [str(ROOT / root) for root in ("core", "net", "cli", "plugins")]
    env = {**env, "PYTHONPATH": os.pathsep.join([str(project), *roots])}
    done = subprocess.run(
        [sys.executable, *arguments],
        cwd=project,
        env=env,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


# the game of the guide


def test_the_project_is_as_it_is_drawn(project: Path) -> None:
    drawn = section("A whole game").split("```")[1]
    files = {path.relative_to(project) for path in project.rglob("*") if path.is_file()}

    assert {path.name for path in files} == set(re.findall(r"[\w.]+\.(?:toml|py|po)", drawn))


def test_its_tests_pass(project: Path, unmeasured: dict[str, str]) -> None:
    said = python(project, "-m", "pytest", "-q", "-W", "error", "tests", env=unmeasured)

    assert " passed" in said


def test_it_is_found_through_its_entry_points(project: Path, unmeasured: dict[str, str]) -> None:
    metadata = project / "bastide_pig-1.0.dist-info"
    metadata.mkdir()
    points = re.search(r'\[project.entry-points."(.*?)"\]\n(.*?)\n\n', GUIDE, re.DOTALL)
    assert points
    lines = points[2].replace('"', "")
    (metadata / "entry_points.txt").write_text(f"[{points[1]}]\n{lines}\n")
    (metadata / "METADATA").write_text("Metadata-Version: 2.1\nName: bastide-pig\nVersion: 1.0\n")
    program = """
        from bastide.core.plugins import Setup, installed
        from bastide.core.testing import check_game
        plugins = installed()
        assert plugins.faults == [], plugins.faults
        rules = plugins.compose(Setup("pig", 4, ("pig_two",), (("pig.goal", 20),)))
        assert rules.active == ("pig", "pig_two")
        assert [c.language for c in plugins.catalogs() if c.domain == "pig"] == ["fr"]
        assert "twenty" in plugins.bots("pig")
        view = rules.new()
        screen = plugins.renderer("pig").make(rules, None)
        print(screen.counter(view).title)
        check_game(rules, 1)
    """

    said = python(project, "-c", textwrap.dedent(program), env=unmeasured)

    assert said == "0 points at stake\n"


def test_fragments_are_python() -> None:
    for block in blocks():
        if block.language == "python":
            ast.parse(block.text)


# what the guide lists


def test_the_builder_is_listed_completely() -> None:
    methods = {name for name, _ in inspect.getmembers(RulesBuilder, inspect.isfunction)}
    listed = names([row for row in rows(section("The builder")) if "(" in row])

    assert listed == {name for name in methods if not name.startswith("_")} - {"bind", "speak"}


def test_the_fields_of_a_phase_are_listed() -> None:
    listed = names([row for row in rows(section("The builder")) if "(" not in row])

    assert listed == set(phases.Phase.__dataclass_fields__) - {"id"}


def test_the_fields_of_a_manifest_are_listed_in_order() -> None:
    listed = [row.strip("`") for row in rows(section("The manifest"))]

    assert listed == list(Manifest.__dataclass_fields__)


@pytest.mark.parametrize(
    ("title", "kinds"), [("Chance", chance.PublicRequest), ("Hidden cards", chance.SecretRequest)]
)
def test_every_request_is_listed_with_its_arguments(title: str, kinds: object) -> None:
    listed = [row.strip("`") for row in rows(section(title))]

    assert listed == [f"{kind.__name__}({', '.join(kind._fields)})" for kind in get_args(kinds)]


def test_every_method_of_a_screen_is_listed() -> None:
    methods = {name for name in vars(GameScreen) if not name.startswith("_")}

    assert names(rows(section("Screens"))) == methods


def test_the_whole_kit_is_listed() -> None:
    functions = {name for name in testing.__all__ if name.islower()}

    assert names(rows(section("Tests"))) == functions


def test_hooks_and_bounds_are_as_they_are_told() -> None:
    count = len([name for name in vars(hookspecs) if name.startswith("bastide_")])

    assert f"There are {['eight', 'nine'][count - 8]};" in section("Hooks")
    assert f"as its game says; {' to '.join('25')} for a game" in section("The manifest")
    assert {f.name for f in options.Option.__dataclass_fields__.values()} >= {"choices", "low"}


def test_what_is_not_in_a_rules_id_is_told() -> None:
    told = set(re.findall(r"`([\w.]+)/?`", section("Rules ids")))

    assert told >= _NOT_RULES
