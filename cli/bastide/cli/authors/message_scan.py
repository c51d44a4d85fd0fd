"""The messages that a plugin's source asks for: ids of its rules, its manifest and its screen."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from importlib.resources.abc import Traversable
from pathlib import Path
from types import ModuleType
from typing import NamedTuple

from bastide.cli.authors.syntax import last_name, text_of
from bastide.core.packages import package_folder
from bastide.core.places import Place

_LEFT_OUT = frozenset({"tests", "starter", "__pycache__"})
_SAYING = frozenset({"message", "Message", "text", "_text", "t", "Remark"})
_TITLES = {"Manifest": ("title", "about"), "Option": ("title",)}


ANY_PLURAL = "{n} *"
"""The plural of a message that must have one, whatever it is in English: of a unit."""


class Asked(NamedTuple):
    """A message id that is asked for.

    plural: its plural form, "" for none, or `ANY_PLURAL`. place: where it stands; None: it is asked
    for in play. given: the fields that it was given there; None: it was not heard.
    """

    id: str
    plural: str
    place: Place | None
    given: frozenset[str] | None = None


def asked_of(module: ModuleType) -> list[Asked]:
    """Return the messages of a plugin's package, by file and line."""
    root = package_folder(module)
    if root is None:
        path = Path(module.__file__ or "")
        return list(_asked(path.name, path.read_text("utf-8"))) if path.is_file() else []
    package = (module.__package__ or "").replace(".", "/")
    return [each for path, code in _sources(root, package) for each in _asked(path, code)]


def texts_in(module: ModuleType) -> set[str]:
    """Return all texts that stand in the source of a plugin's package."""
    root = package_folder(module)
    sources = _sources(root, "") if root else [("", Path(module.__file__ or "").read_text("utf-8"))]
    nodes = (node for _, code in sources for node in ast.walk(ast.parse(code)))
    return {text for text in map(text_of, nodes) if text}


def _sources(folder: Traversable, path: str) -> Iterator[tuple[str, str]]:
    for entry in sorted(folder.iterdir(), key=lambda each: each.name):
        if entry.is_dir() and entry.name not in _LEFT_OUT:
            yield from _sources(entry, f"{path}/{entry.name}")
        elif entry.name.endswith(".py"):
            yield f"{path}/{entry.name}", entry.read_bytes().decode("utf-8", "replace")


def _asked(path: str, source: str) -> Iterator[Asked]:
    try:
        tree = ast.parse(source)
    except SyntaxError:
        return  # it cannot be imported, and that has been said
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            for id, plural in _of_call(node):
                yield Asked(id, plural, Place(path, node.lineno))


def _of_call(call: ast.Call) -> Iterator[tuple[str, str]]:
    """Yield the ids and plurals that a call asks for."""
    name, texts = last_name(call.func), [text_of(each) for each in call.args]
    words = {word.arg: word.value for word in call.keywords}
    if name in _SAYING and texts and texts[0]:
        yield texts[0], text_of(words.get("plural"))
    elif name == "count" and len(texts) > 1 and texts[0] and texts[1]:
        yield texts[0], texts[1]
    for title in _TITLES.get(name, ()):
        for each in _parts(words.get(title)):
            yield each, ""
    if name == "Option" and len(texts) > 2 and texts[2]:
        yield texts[2], ""


def _parts(value: ast.expr | None) -> list[str]:
    """Return the texts of one text or a tuple of them."""
    values = value.elts if isinstance(value, ast.Tuple) else [value]
    return [text for text in map(text_of, values) if text]
