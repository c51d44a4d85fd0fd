"""Where plugins come from, and the files that they are made of.

This module, `plugins` and `testing` are the only ones of core that look at files: a plugin's
identity is the hash of its rules files.
"""

from __future__ import annotations

import hashlib
import importlib
import pkgutil
from collections.abc import Callable, Iterator, Mapping
from importlib.metadata import EntryPoint, entry_points
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from types import ModuleType

from bastide.core.encoding import tagged_hash
from bastide.core.hookspecs import Catalog

ENTRY_POINT_GROUP = "bastide.plugins"
BUILT_IN_PACKAGE = "bastide.plugins"
_NOT_RULES = frozenset(
    {"ui.py", "look", "bots.py", "README.md", "locale", "starter", "tests", "__pycache__"}
)
_COMPILED = (".pyc", ".pyo")

Source = Callable[[], ModuleType]
"""Imports a plugin; may raise anything."""


# finding


def built_in() -> dict[str, Source]:
    """Return the sources of the plugins that come with the program: one a folder."""
    package = importlib.import_module(BUILT_IN_PACKAGE)
    names = sorted(info.name for info in pkgutil.iter_modules(package.__path__) if info.ispkg)
    return {name: _importer(f"{BUILT_IN_PACKAGE}.{name}.plugin") for name in names}


def third_party() -> dict[str, Source]:
    """Return the sources of installed plugins, by the name of their entry point.

    Where two packages use one name, the others get a number, so that both are heard of.
    """
    points = sorted(entry_points(group=ENTRY_POINT_GROUP), key=lambda p: (p.name, p.value))
    out: dict[str, Source] = {}
    for point in points:
        out[_free(point.name, out)] = _entry_loader(point)
    return out


def merged(built: Mapping[str, Source], third: Mapping[str, Source]) -> dict[str, Source]:
    """Merge two groups of sources: the built-in ones are loaded first and win a clash of ids."""
    out = dict(built)
    for name, load in third.items():
        out[_free(name, out)] = load
    return out


def _free(name: str, taken: Mapping[str, Source]) -> str:
    n, free = 1, name
    while free in taken:
        n += 1
        free = f"{name} ({n})"
    return free


def _importer(module: str) -> Source:
    return lambda: importlib.import_module(module)


def _entry_loader(point: EntryPoint) -> Source:
    def load() -> ModuleType:
        module: ModuleType = point.load()
        return module

    return load


# files


def rules_id(name: str, version: str, files: Mapping[str, bytes]) -> bytes:
    """Return the rules id of a package: name, version, and its files sorted by path.

    Args:
        name: the plugin id.
        version: its version.
        files: content by path with `/`; text files with LF line ends.
    """
    parts = [name.encode(), version.encode()]
    for path, content in sorted((path.encode(), content) for path, content in files.items()):
        parts += [path, hashlib.sha256(content).digest()]
    return tagged_hash("rules", *parts)


def rules_files(module: ModuleType) -> dict[str, bytes]:
    """Return the files of a plugin's package that decide its rules, by path below the package.

    Left out are screen, bots, README, messages, starters, tests, and files whose names begin with a
    dot.
    """
    root = package_folder(module)
    if root is None:
        return {f"{module.__name__}.py": _source(module)}
    return {path: content.replace(b"\r\n", b"\n") for path, content in _collect(root, "")}


def catalogs_by_place(name: str, module: ModuleType) -> list[Catalog]:
    """Find `locale/<language>/LC_MESSAGES/<plugin id>.po` in a plugin's package."""
    root = package_folder(module)
    locale = root / "locale" if root else None
    if locale is None or not locale.is_dir():
        return []
    found = []
    for language in sorted(entry.name for entry in locale.iterdir()):
        po = locale / language / "LC_MESSAGES" / f"{name}.po"
        if po.is_file():
            found.append(Catalog(name, language, po))
    return found


def package_folder(module: ModuleType) -> Traversable | None:
    """Return the folder of a plugin's package; None for a plugin that is a single file."""
    return files(module.__package__) if module.__package__ else None


def _source(module: ModuleType) -> bytes:
    path = getattr(module, "__file__", None)
    return Path(path).read_bytes().replace(b"\r\n", b"\n") if path else b""


def _collect(folder: Traversable, path: str) -> Iterator[tuple[str, bytes]]:
    for entry in folder.iterdir():
        if entry.name in _NOT_RULES or entry.name.startswith(".") or entry.name.endswith(_COMPILED):
            continue
        if entry.is_dir():
            yield from _collect(entry, f"{path}{entry.name}/")
        else:
            yield path + entry.name, entry.read_bytes()
