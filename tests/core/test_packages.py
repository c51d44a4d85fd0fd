from __future__ import annotations

import importlib
import json
from collections.abc import Callable
from importlib.metadata import EntryPoint
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from bastide.core import packages
from bastide.core.packages import (
    built_in,
    catalogs_by_place,
    merged,
    rules_files,
    rules_id,
    third_party,
)

VECTORS: dict[str, Any] = json.loads(
    (Path(__file__).parent.parent / "net" / "vectors.json").read_text("utf-8")
)["log"]
PLUGIN = """
from bastide.core.hookspecs import Manifest, hookimpl

@hookimpl
def bastide_manifest():
    return Manifest("{id}", "1.0", "game")
"""


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., ModuleType]:
    """Return a function that writes a package with a plugin, and imports it."""

    def make(name: str, **files: str) -> ModuleType:
        folder = tmp_path / name
        for path, content in {
            "__init__.py": "",
            "plugin.py": PLUGIN.format(id=name),
            **files,
        }.items():
            (folder / path).parent.mkdir(parents=True, exist_ok=True)
            (folder / path).write_text(content, encoding="utf-8", newline="")
        monkeypatch.syspath_prepend(tmp_path)
        importlib.invalidate_caches()
        return importlib.import_module(f"{name}.plugin")

    return make


def points(monkeypatch: pytest.MonkeyPatch, *given: tuple[str, str]) -> None:
    """Pretend that installed packages have these entry points."""
    found = [EntryPoint(name, value, packages.ENTRY_POINT_GROUP) for name, value in given]
    monkeypatch.setattr(packages, "entry_points", lambda group: found)


# finding


def test_each_folder_of_the_built_in_package_is_a_plugin() -> None:
    sources = built_in()

    assert "carcassonne" in sources
    assert sources["carcassonne"]().__name__ == "bastide.plugins.carcassonne.plugin"


def test_no_entry_points_are_loaded_under_test() -> None:
    assert third_party() == {}


def test_entry_points_are_loaded_when_asked_for(
    package: Callable[..., ModuleType], monkeypatch: pytest.MonkeyPatch
) -> None:
    module = package("toy_one")
    points(monkeypatch, ("toy", "toy_one.plugin"), ("lost", "toy_lost.plugin"))

    sources = third_party()

    assert list(sources) == ["lost", "toy"]
    assert sources["toy"]() is module
    with pytest.raises(ModuleNotFoundError):
        sources["lost"]()


def test_both_of_two_packages_with_one_name_are_heard_of(monkeypatch: pytest.MonkeyPatch) -> None:
    points(monkeypatch, ("toy", "b.plugin"), ("toy", "a.plugin"), ("toy", "c.plugin"))

    assert list(third_party()) == ["toy", "toy (2)", "toy (3)"]


def test_built_in_plugins_are_loaded_first() -> None:
    def ours() -> ModuleType:
        return ModuleType("ours")

    def theirs() -> ModuleType:
        return ModuleType("theirs")

    sources = merged({"a": ours}, {"a": theirs, "b": theirs})

    assert list(sources.items()) == [("a", ours), ("a (2)", theirs), ("b", theirs)]


# files


def test_vector_of_the_rules_id() -> None:
    files = {"rules.py": b"pass\n", "data/tiles.json": b"{}"}

    assert rules_id("demo", "1.0", files).hex() == VECTORS["rules_id_example"]


def test_files_that_decide_the_rules(package: Callable[..., ModuleType]) -> None:
    module = package(
        "toy_files",
        **{
            "turn.py": "pass\r\n",
            "data/pieces.toml": "[a]\n",
            "ui.py": "",
            "bots.py": "",
            "look/art.py": "",
            "README.md": "",
            "locale/fr/LC_MESSAGES/toy_files.po": "",
            "tests/test_it.py": "",
            "__pycache__/turn.cpython-311.pyc": "",
            ".turn.py.swp": "",
        },
    )

    files = rules_files(module)

    assert sorted(files) == ["__init__.py", "data/pieces.toml", "plugin.py", "turn.py"]
    assert files["turn.py"] == b"pass\n"


def test_a_plugin_may_be_a_single_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "toy_single.py").write_bytes(PLUGIN.format(id="toy").encode())
    monkeypatch.syspath_prepend(tmp_path)

    module = importlib.import_module("toy_single")

    assert rules_files(module) == {"toy_single.py": PLUGIN.format(id="toy").encode()}
    assert catalogs_by_place("toy", module) == []


def test_a_plugin_made_in_a_test_has_no_files() -> None:
    assert rules_files(ModuleType("made")) == {"made.py": b""}


def test_catalogues_are_found_by_their_place(package: Callable[..., ModuleType]) -> None:
    module = package(
        "toy_words",
        **{
            "locale/fr/LC_MESSAGES/toy_words.po": "x",
            "locale/de/LC_MESSAGES/toy_words.po": "x",
            "locale/it/LC_MESSAGES/other.po": "x",
        },
    )

    found = catalogs_by_place("toy_words", module)

    assert [(each.domain, each.language) for each in found] == [
        ("toy_words", "de"),
        ("toy_words", "fr"),
    ]
    assert found[0].po.read_text("utf-8") == "x"
