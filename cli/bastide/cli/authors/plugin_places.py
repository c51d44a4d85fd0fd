"""Where the plugins of a path are: a package, its `plugin.py`, or the folder of a project.

A project's `pyproject.toml` says where its plugins are. They are imported from there, installed or
not.
"""

from __future__ import annotations

import importlib
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import bastide.plugins
from bastide.core.packages import Source, built_in, third_party


class Place(NamedTuple):
    """Where a plugin is imported from: a folder for `sys.path`, and the module's name."""

    folder: Path | None
    module: str


def sources_of(path: Path) -> dict[str, Source]:
    """Return what imports the plugins of a path, by module; or the installed one of that id."""
    found = {place.module: _source(place) for place in _places(path.resolve())}
    installed = {**built_in(), **third_party()}
    return found or {id: installed[id] for id in [str(path)] if id in installed}


def _places(path: Path) -> Iterator[Place]:
    """Yield where the plugins of a path are."""
    if path.name == "plugin.py":
        path = path.parent
    for root in map(Path, bastide.plugins.__path__):
        if path.parent == root.resolve():
            yield Place(None, f"{bastide.plugins.__name__}.{path.name}.plugin")
            return
    if (path / "plugin.py").is_file():
        yield _packaged(path)
    elif (path / "pyproject.toml").is_file():
        yield from _named(path)
    elif path.is_file() and path.suffix == ".py":
        yield Place(path.parent, path.stem)


def _packaged(package: Path) -> Place:
    """Return the place of a package's `plugin.py`, by its full name."""
    names, folder = ["plugin", package.name], package.parent
    while (folder / "__init__.py").is_file():
        names.append(folder.name)
        folder = folder.parent
    return Place(folder, ".".join(reversed(names)))


def _named(project: Path) -> Iterator[Place]:
    """Yield the plugins that a project offers under the entry points of bastide."""
    try:
        content = tomllib.loads((project / "pyproject.toml").read_text("utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeError):
        return
    points = content.get("project", {}).get("entry-points", {}).get("bastide.plugins", {})
    for target in points.values():
        module = str(target).partition(":")[0].strip()
        top = module.partition(".")[0]
        roots = [project, project / "src"]
        found = [r for r in roots if (r / top).is_dir() or (r / f"{top}.py").is_file()]
        yield Place((found or roots)[0], module)


def _source(place: Place) -> Source:
    def load() -> object:
        folder = str(place.folder) if place.folder else ""
        if folder and folder not in sys.path:
            sys.path.insert(0, folder)
        return importlib.import_module(place.module)

    return load  # type: ignore[return-value]  # what is imported by name is a module
