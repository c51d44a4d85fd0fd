"""The shape of the repository: what lies where, and who may know whom.

Nothing here runs a game. Modules are read, not imported, except for the plugins' manifests.
"""

import ast
import importlib
import inspect
import re
import tomllib
from collections.abc import Iterator
from functools import cache
from importlib.metadata import entry_points
from pathlib import Path
from typing import NamedTuple

import pytest
from packaging.requirements import Requirement

ROOT = Path(__file__).parent.parent
SOURCE_ROOTS = ("core", "net", "cli", "plugins")
PLUGINS = ROOT / "plugins" / "bastide" / "plugins"

GAME_WORDS = frozenset(
    """
    abbey abbeys baron barony carcassonne cathedral cathedrals cities city duke inn inns knight
    knights meeple meeples monasteries monastery pennant pennants principality road roads settlers
    stronghold strongholds terrain terrains tile tiles victory village villages
    """.split()
)
# What rules must not lean on: chance, clocks, and everything outside.
IMPURE = frozenset(
    """
    asyncio datetime multiprocessing os random secrets select signal socket sqlite3 ssl subprocess
    tempfile threading time uuid
    """.split()
)
MAY_BE_IMPURE = frozenset(
    f"core/bastide/core/{name}.py" for name in ("kit/playing", "purity", "sampling")
)  # none of them is part of a game
FRONT = ("ui", "bots")  # modules of a plugin that its rules do not know


class Import(NamedTuple):
    """One import statement's target, as a dotted name."""

    name: str
    at_top: bool  # runs when the module is loaded


def modules(*folders: str) -> list[Path]:
    """Return the Python files below some folders of the repository."""
    return sorted(path for folder in folders for path in (ROOT / folder).rglob("*.py"))


def shown(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def plugin_folders() -> list[Path]:
    return sorted(p for p in PLUGINS.iterdir() if p.is_dir() and p.name != "__pycache__")


@cache
def imports(path: Path) -> tuple[Import, ...]:
    """Return what a module imports; `from a import b` counts as `a.b`."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return tuple(_imports_below(tree, at_top=True))


def _imports_below(node: ast.AST, at_top: bool) -> Iterator[Import]:
    for child in ast.iter_child_nodes(node):
        match child:
            case ast.Import(names=names):
                yield from (Import(name.name, at_top) for name in names)
            case ast.ImportFrom(module=module, names=names, level=0):
                yield from (Import(f"{module}.{name.name}", at_top) for name in names)
            case ast.ImportFrom():
                pytest.fail("relative imports are not read here: write the full name")
        inside = isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda)
        yield from _imports_below(child, at_top and not inside)


def is_within(name: str, package: str) -> bool:
    return name == package or name.startswith(f"{package}.")


def ours_outside(path: Path, *allowed: str) -> list[str]:
    """Return the imports of ours that lie in none of the allowed packages."""
    ours = (found.name for found in imports(path) if is_within(found.name, "bastide"))
    return [name for name in ours if not any(is_within(name, package) for package in allowed)]


@cache
def manifest(plugin: str) -> object:
    return importlib.import_module(f"bastide.plugins.{plugin}.plugin").bastide_manifest()


def bases(plugin: str) -> list[str]:
    """Return the plugins that a plugin extends, the nearest first."""
    base = getattr(manifest(plugin), "extends", "")
    return [base, *bases(base)] if base else []


def words(text: str) -> set[str]:
    """Return the words of a text in small letters, those inside of names, too."""
    return {word.lower() for word in re.findall(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])", text)}


# Where things lie


@pytest.mark.parametrize("root", SOURCE_ROOTS)
def test_a_source_root_holds_one_portion_of_the_namespace(root: str) -> None:
    def names(folder: Path) -> set[str]:
        return {path.name for path in folder.iterdir()} - {"__pycache__"}

    fixtures = {"pytest_bastide.py"} if root == "core" else set()  # pyproject.toml says why
    assert names(ROOT / root) == {"bastide"} | fixtures, "all is importable at top level"
    # An __init__.py there would hide the three other portions in an editable install.
    assert names(ROOT / root / "bastide") == {root} | ({"__main__.py"} if root == "cli" else set())


@pytest.mark.parametrize("root", SOURCE_ROOTS)
def test_a_package_is_typed(root: str) -> None:
    package = ROOT / root / "bastide" / root

    assert (package / "__init__.py").exists()
    assert (package / "py.typed").exists()


def test_each_plugin_folder_has_a_plugin_of_its_name() -> None:
    for folder in plugin_folders():
        assert (folder / "plugin.py").exists(), f"{shown(folder)} has no plugin.py"
        assert getattr(manifest(folder.name), "id", None) == folder.name


def test_no_foreign_plugin_is_loaded_under_test() -> None:
    assert list(entry_points(group="bastide.plugins")) == []


# Who may know whom


def test_ports_and_their_values_are_imported_by_one_path() -> None:
    """The modules that hold the parts of `ports` are for it alone."""
    parts = ("values", "table_port", "replay_port")
    known = [f"cli/bastide/cli/sessions/{name}.py" for name in ("ports", *parts)]
    wrong = [
        f"{shown(path)}: {found.name}"
        for path in modules("cli", "tests/cli")
        for found in imports(path)
        for part in parts
        if is_within(found.name, f"bastide.cli.sessions.{part}") and shown(path) not in known
    ]
    assert wrong == []


def test_core_imports_nothing_of_ours() -> None:
    for path in modules("core"):
        assert ours_outside(path, "bastide.core") == [], shown(path)


def test_net_imports_core_only() -> None:
    for path in modules("net"):
        assert ours_outside(path, "bastide.core", "bastide.net") == [], shown(path)


def test_a_plugin_imports_core_and_what_it_extends() -> None:
    for folder in plugin_folders():
        family = [f"bastide.plugins.{name}" for name in (folder.name, *bases(folder.name))]
        for path in sorted(folder.rglob("*.py")):
            assert ours_outside(path, "bastide.core", *family) == [], shown(path)


def test_screens_and_bots_are_imported_by_the_plugin_alone_and_late() -> None:
    for path in modules("core", "net", "cli", "plugins"):
        for found in imports(path):
            match found.name.split("."):
                case ["bastide", "plugins", plugin, part, *_] if part in FRONT:
                    own = path.parent == PLUGINS / plugin and path.name == "plugin.py"
                    inside = part in (path.stem, path.parent.name)
                    assert inside or own, f"{shown(path)} imports {found.name}"
                    assert inside or not found.at_top, f"{shown(path)}: import inside the hook"


def test_rules_know_no_chance_no_clock_and_nothing_outside() -> None:
    for path in pure_modules():
        found = {name.split(".")[0] for name, _ in imports(path)} & IMPURE
        assert not found, f"{shown(path)} imports {', '.join(sorted(found))}"


def pure_modules() -> Iterator[Path]:
    yield from (path for path in modules("core") if shown(path) not in MAY_BE_IMPURE)
    for folder in plugin_folders():
        if getattr(manifest(folder.name), "kind", "") != "extra":
            for path in sorted(folder.rglob("*.py")):
                if not {path.stem, path.parent.name} & set(FRONT):
                    yield path


def test_core_and_net_know_no_game() -> None:
    said = [
        f"{shown(path)}:{number}: {', '.join(found)}"
        for path in modules("core", "net")
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if (found := sorted(words(line) & GAME_WORDS))
    ]
    assert not said, "\n".join(said)


def test_words_are_found_inside_of_names() -> None:
    assert words("def place_tile(HTTPRoad, INN2): 'a broadcast'") >= {"tile", "road", "inn"}
    assert words("innerRoads = dinner") == {"inner", "roads", "dinner"}


# What is written down


def hooks() -> dict[str, str]:
    """Return the hooks and their argument lists, as `rules` or `table, state, events`."""
    specs = importlib.import_module("bastide.core.hookspecs")
    found = inspect.getmembers(specs, inspect.isfunction)
    return {
        name: ", ".join(inspect.signature(function).parameters)
        for name, function in found
        if name.startswith("bastide_")
    }


def test_each_hook_has_a_section_in_the_plugin_guide() -> None:
    text = (ROOT / "docs" / "plugins.md").read_text(encoding="utf-8")
    headings = re.findall(r"^#+ .*?`(bastide_\w+)\((.*?)\)`", text, re.MULTILINE)
    assert dict(headings) == hooks(), "headings are to read: ### `bastide_setup(rules)`"


def test_each_hook_has_a_test_of_its_name() -> None:
    tests = "".join(path.read_text(encoding="utf-8") for path in modules("tests"))
    named = set(re.findall(r"^def test_(bastide_[a-z]+)", tests, re.MULTILINE))
    assert named >= set(hooks())


# How it is packaged


def configuration() -> dict[str, dict[str, object]]:
    return tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


def pins(name: str) -> dict[str, str]:
    text = (ROOT / "requirements" / f"{name}.txt").read_text(encoding="utf-8")
    return dict(re.findall(r"^([\w.-]+)(?:\[\w+\])?==([^ ;\\]+)", text, re.MULTILINE))


@pytest.mark.parametrize("name", ["play", "dev"])
def test_the_lock_holds_every_dependency(name: str) -> None:
    config, locked = configuration(), pins(name)
    wanted = [*_strings(config["project"]["dependencies"])]
    for group in ("build", "dev") if name == "dev" else ("build",):
        wanted += _strings(config["dependency-groups"][group])

    for requirement in map(Requirement, wanted):
        assert requirement.name in locked, f"{requirement.name} is not locked: make lock"
        assert requirement.specifier.contains(locked[requirement.name]), "make lock"


def _strings(values: object) -> list[str]:
    return [value for value in values if isinstance(value, str)] if isinstance(values, list) else []


def test_both_locks_agree() -> None:
    assert pins("play").items() <= pins("dev").items()


def test_files_come_with_the_same_line_ends_everywhere() -> None:
    attributes = (ROOT / ".gitattributes").read_text(encoding="utf-8")

    assert "* text=auto eol=lf" in attributes, "rules ids are hashes of files"
