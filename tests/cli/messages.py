"""The messages that the program's own code asks for, read from its source."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from bastide.cli.config import SETTINGS

CLI = Path(__file__).parents[2] / "cli" / "bastide" / "cli"


class Asked(NamedTuple):
    """A message id, its plural ("" for none), and where it stands."""

    id: str
    plural: str
    where: str


def asked() -> list[Asked]:
    """Return every message of `t("...")`, `self.t("...")` and `t.count("...", "...", n)`."""
    found: list[Asked] = []
    for file in sorted(CLI.rglob("*.py")):
        tree = ast.parse(file.read_text("utf-8"))
        for node in ast.walk(tree):
            if isinstance(node, ast.Call):
                found += _of_call(node, f"{file.relative_to(CLI)}:{node.lineno}")
    return found


def _of_call(call: ast.Call, where: str) -> Iterator[Asked]:
    texts = [arg.value for arg in call.args if _is_text(arg)]  # type: ignore[attr-defined]  # constants
    name = _name(call.func)
    if texts and texts[0] in SETTINGS:
        return  # `config.text("display.depth")`
    if name in ("t", "_say", "text") and texts and _is_text(call.args[0]):
        yield Asked(texts[0], "", where)
    elif name == "count" and len(texts) >= 2 and _is_text(call.args[0]) and _is_text(call.args[1]):
        yield Asked(texts[0], texts[1], where)


def _is_text(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, str)


def _name(node: ast.expr) -> str:
    if isinstance(node, ast.Attribute):
        return node.attr
    return node.id if isinstance(node, ast.Name) else ""
