"""Four packages of outside authors: small, without anything private, installed and found."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.examples.conftest import EXAMPLES, PACKAGES, ROOT, Run
from tests.sizes import SIZES

IDS = {name.removeprefix("bastide-").replace("-", "_"): name for name in PACKAGES}
CHECKER = ("-m", "bastide") if SIZES.name == "soak" else (str(ROOT / "tests" / "briefly.py"),)
MOST_LINES = 150
OF_TUPLES = {"_replace"}
"""What Python documents of every `NamedTuple`; the underscore only keeps it from the fields."""

GUIDE = (ROOT / "docs" / "plugins.md").read_text("utf-8")


def modules(package: str) -> list[Path]:
    """Return the Python files of a package, but for its tests."""
    found = sorted((EXAMPLES / package).rglob("*.py"))
    return [path for path in found if "tests" not in path.relative_to(EXAMPLES).parts]


def imported(path: Path) -> Iterator[tuple[str, str]]:
    """Yield (module, name) for everything that a file imports."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from ((alias.name, "") for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield from ((node.module or "", alias.name) for alias in node.names)


def attributes(path: Path) -> set[str]:
    """Return the names of all attributes that a file reads."""
    nodes = ast.walk(ast.parse(path.read_text("utf-8")))
    return {node.attr for node in nodes if isinstance(node, ast.Attribute)}


def exported(plugin: str) -> set[tuple[str, str]]:
    """Return what the README of a plugin of the program lets others import, by module."""
    folder = ROOT / "plugins" / "bastide" / "plugins" / plugin
    text = (folder / "README.md").read_text("utf-8")
    part = text.split("## For expansions and variants\n")[1].split("\n## ")[0]
    found: set[tuple[str, str]] = set()
    for row in re.findall(r"^\| `(\w+)` \| (.*) \|$", part, re.MULTILINE):
        found |= {(row[0], name) for name in re.findall(r"`(\w+)", row[1])}
    return found


@pytest.mark.parametrize("package", PACKAGES)
def test_its_readme_says_how_to_install_it_in_a_clone_and_elsewhere(package: str) -> None:
    """`pip install .` alone reaches whatever Python comes first, not the one of the clone."""
    readme = (EXAMPLES / package / "README.md").read_text("utf-8")
    commands = [line.strip() for line in readme.splitlines() if line.startswith("    ")]

    assert f".venv/bin/python -m pip install docs/examples/{package}" in commands
    assert "python -m pip install ." in commands
    played = [line for line in commands if "bastide play " in line]
    assert played == [f".venv/bin/{played[1]}", played[1]]


def test_every_example_is_listed_here() -> None:
    assert sorted(path.name for path in EXAMPLES.iterdir() if path.is_dir()) == sorted(PACKAGES)


@pytest.mark.parametrize("package", PACKAGES)
def test_a_package_is_small(package: str) -> None:
    lines = [line for path in modules(package) for line in path.read_text("utf-8").splitlines()]

    assert len(lines) <= MOST_LINES


@pytest.mark.parametrize("package", PACKAGES)
def test_a_package_uses_nothing_private(package: str) -> None:
    for path in modules(package):
        for module, name in imported(path):
            parts = [*module.split("."), name]
            assert not [part for part in parts if part[:1] == "_" and part != "__future__"], path
        assert not [each for each in attributes(path) - OF_TUPLES if each[:1] == "_"], path


@pytest.mark.parametrize("package", PACKAGES)
def test_a_package_imports_of_the_program_only_what_the_guide_names(package: str) -> None:
    for path in modules(package):
        used = {module for module, _ in imported(path) if module.startswith("bastide.core")}
        assert [module for module in used if module not in GUIDE] == [], path


@pytest.mark.parametrize("package", PACKAGES)
def test_a_package_imports_of_a_game_only_what_that_exports(package: str) -> None:
    for path in modules(package):
        for module, name in imported(path):
            if module.startswith("bastide.plugins."):
                plugin, part = module.split(".")[2:]
                assert part == "slots" or (part, name) in exported(plugin), f"{path}: {module}"


@pytest.mark.parametrize("package", PACKAGES)
def test_a_package_has_all_that_an_author_gives(package: str) -> None:
    folder = EXAMPLES / package

    assert (folder / "README.md").is_file()
    assert list((folder / "tests").glob("test_*.py"))
    assert list(folder.glob("*/locale/fr/LC_MESSAGES/*.po"))


def test_all_are_found_through_their_entry_points(outside: Run) -> None:
    listed = outside("-m", "bastide", "plugins", "--json")
    content = json.loads(listed.stdout)

    assert content["faults"] == []
    assert {*IDS} <= {plugin["id"] for plugin in content["plugins"]}


def test_what_is_found_is_what_was_installed(outside: Run) -> None:
    code = "import bastide.core as a, bastide_gardens as b; print(a.__file__); print(b.__file__)"

    for line in outside("-c", code).stdout.splitlines():
        assert not Path(line).is_relative_to(ROOT)


@pytest.mark.parametrize("id", IDS)
def test_the_check_finds_no_fault(outside: Run, id: str) -> None:
    checked = outside(*CHECKER, "plugins", "check", id)

    assert checked.returncode == 0, checked.stdout + checked.stderr
    assert "Everything holds." in checked.stdout


def test_their_own_tests_pass(outside: Run, tmp_path: Path) -> None:
    (tmp_path / "pytest.ini").write_text("[pytest]\n")
    tests = [str(EXAMPLES / package / "tests") for package in PACKAGES]
    options = ["-q", "-p", "no:cacheprovider", "--import-mode=importlib", "-W", "error"]

    done = outside("-B", "-m", "pytest", *options, "-c", str(tmp_path / "pytest.ini"), *tests)

    assert done.returncode == 0, done.stdout + done.stderr
