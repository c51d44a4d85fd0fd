"""The whole game of the guide is written to a folder, found, loaded and tested."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

from tests.guide.pages import ENTRANCE, ROOT, blocks, text_of, write_files

PAGE = ENTRANCE.parent / "plugins" / "game.md"
DRAWN, *FILES = blocks(PAGE)


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """Write the game's project."""
    write_files(tmp_path, *FILES)
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


def test_the_project_is_as_it_is_drawn(project: Path) -> None:
    drawn = DRAWN.text
    files = {path.relative_to(project) for path in project.rglob("*") if path.is_file()}

    assert {path.name for path in files} == set(re.findall(r"[\w.]+\.(?:toml|py|po)", drawn))


def test_its_tests_pass(project: Path, unmeasured: dict[str, str]) -> None:
    said = python(project, "-m", "pytest", "-q", "-W", "error", "tests", env=unmeasured)

    assert " passed" in said


def test_it_is_found_through_its_entry_points(project: Path, unmeasured: dict[str, str]) -> None:
    metadata = project / "bastide_pig-1.0.dist-info"
    metadata.mkdir()
    points = re.search(r'\[project.entry-points."(.*?)"\]\n(.*?)\n\n', text_of(PAGE), re.DOTALL)
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
