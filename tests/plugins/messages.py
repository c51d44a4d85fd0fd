"""The message ids in a plugin's code: what a catalogue must hold.

Found are: the texts given to `text(...)`, `t(...)`, `message(...)` and their `count(...)`, the
texts called `one` and `many`, and the values of module-level tables (names in capitals).
"""

from __future__ import annotations

import ast
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

CALLED = {"text", "t", "_text", "message"}


class Found(NamedTuple):
    """Message ids of one kind each; `plurals` by the text for one thing."""

    plain: set[str]
    plurals: dict[str, str]


def in_folder(folder: Path) -> Found:
    """Return the message ids of all Python files in and below a folder."""
    return in_files(folder.rglob("*.py"))


def in_files(files: Iterable[Path]) -> Found:
    """Return the message ids of some Python files."""
    found = Found(set(), {})
    for file in sorted(files):
        _Reader(found).visit(ast.parse(file.read_text(encoding="utf-8")))
    return found


class _Reader(ast.NodeVisitor):
    def __init__(self, found: Found) -> None:
        self.found = found

    def visit_Module(self, node: ast.Module) -> None:
        for statement in node.body:
            if isinstance(statement, ast.Assign) and isinstance(statement.value, ast.Dict):
                self.table(statement.targets[0], statement.value)
        self.generic_visit(node)

    def table(self, target: ast.expr, values: ast.Dict) -> None:
        if isinstance(target, ast.Name) and target.id.isupper() and not target.id.startswith("_"):
            texts = [_text(value) for value in values.values]
            self.found.plain.update(text for text in texts if " " in text or text.istitle())

    def visit_Call(self, node: ast.Call) -> None:
        name = _last(node.func)
        if name in CALLED and node.args and _text(node.args[0]):
            plural = [_text(word.value) for word in node.keywords if word.arg == "plural"]
            self.add(_text(node.args[0]), plural[0] if plural else "")
        if name == "count" and len(node.args) == 3 and _text(node.args[0]):
            self.add(_text(node.args[0]), _text(node.args[1]))
        self.generic_visit(node)

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        """Pair each text called `one` with the next one called `many`, or the next `count`'s."""
        ones: list[str] = []
        for inner in ast.walk(node):
            if isinstance(inner, ast.Assign):
                for name, value in _assigned(inner):
                    if name == "one":
                        ones.append(value)
        manys = [
            value
            for inner in ast.walk(node)
            if isinstance(inner, ast.Assign)
            for name, value in _assigned(inner)
            if name == "many"
        ]
        for one, many in zip(ones, manys, strict=True):
            self.add(one, many)
        self.generic_visit(node)

    def add(self, text: str, plural: str) -> None:
        if plural:
            self.found.plurals[text] = plural
        else:
            self.found.plain.add(text)


def _assigned(node: ast.Assign) -> list[tuple[str, str]]:
    target, value = node.targets[0], node.value
    if isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple):
        pairs = zip(target.elts, value.elts, strict=True)
    else:
        pairs = zip([target], [value], strict=True)
    return [(name.id, _text(text)) for name, text in pairs if isinstance(name, ast.Name)]


def _text(node: ast.expr) -> str:
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else ""


def _last(node: ast.expr) -> str:
    if isinstance(node, ast.Attribute):
        return node.attr
    return node.id if isinstance(node, ast.Name) else ""
