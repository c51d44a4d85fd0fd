"""The messages that the program's own code asks for, read from its source."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from bastide.cli.config import SETTINGS

ROOT = Path(__file__).parents[2]
CLI = ROOT / "cli" / "bastide" / "cli"

PARTS = ("core", "net", "cli", "plugins")
_SENTENCE = re.compile(r"(?!(SELECT|INSERT|UPDATE|DELETE|CREATE) )[A-Z{].* .*[.?]$", re.DOTALL)


class Asked(NamedTuple):
    """A message id, its plural ("" for none), and where it stands."""

    id: str
    plural: str
    where: str


def asked() -> list[Asked]:
    """Return every message of `t("...")`, `self.t("...")` and `t.count("...", "...", n)`.

    The word of a command has a colon before it in the catalogue.
    """
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
    if name in ("Command", "Line") and texts:
        yield Asked(f":{texts[0]}", "", where)
    elif name in ("t", "_say", "text", "N_", "message") and texts and _is_text(call.args[0]):
        yield Asked(texts[0], "", where)
    elif name == "count" and len(texts) >= 2 and _is_text(call.args[0]) and _is_text(call.args[1]):
        yield Asked(texts[0], texts[1], where)


def texts_of_the_sources() -> set[str]:
    """Return every text that stands in the code of the program and of its plugins."""
    files = (file for part in PARTS for file in (ROOT / part).rglob("*.py"))
    nodes = (node for file in files for node in ast.walk(ast.parse(file.read_text("utf-8"))))
    return {str(node.value) for node in nodes if isinstance(node, ast.Constant)}


REASONS = ("Message", "message", "PayloadError", "EncodingError", "_wrong", "_proves_nothing")
"""What is called with a message, or with a reason that one cites."""


def sentences() -> list[Asked]:
    """Return the messages that the kernel and the network give the program to say.

    These are the ids of `Message` and `message`, the texts of the default screen, faults of
    journals that are said whole, and everything else that is written like a sentence. What is for
    programmers is left out: docstrings, log lines, statements of SQL, faults of the calling code.
    """
    found: list[Asked] = []
    for part in ("core", "net"):
        for file in sorted((ROOT / part).rglob("*.py")):
            tree = ast.parse(file.read_text("utf-8"))
            found += _sentences_of(tree, file)
    return found


def _sentences_of(tree: ast.Module, file: Path) -> Iterator[Asked]:
    left_out = {id(each) for each in _for_programmers(tree)}
    for node in ast.walk(tree):
        where = f"{file.name}:{getattr(node, 'lineno', 0)}"
        if isinstance(node, ast.Call) and _name(node.func) == "need" and _is_text(node.args[1]):
            yield Asked(node.args[1].value, "", where)  # type: ignore[attr-defined]  # text
        elif isinstance(node, ast.Call) and node.args and _is_text(node.args[0]):
            name, text = _name(node.func), node.args[0].value  # type: ignore[attr-defined]  # text
            if name in REASONS:
                yield Asked(text, _plural(node), where)
            elif name == "JournalError" or (file.name == "default_screen.py" and name == "text"):
                yield Asked(text, "", where)
        elif _is_text(node) and id(node) not in left_out and _SENTENCE.match(node.value):  # type: ignore[attr-defined]  # a constant
            yield Asked(node.value, "", where)  # type: ignore[attr-defined]


def _plural(call: ast.Call) -> str:
    for word in call.keywords:
        if word.arg == "plural" and isinstance(word.value, ast.Constant):
            return str(word.value.value)
    return ""


def _for_programmers(tree: ast.Module) -> Iterator[ast.AST]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr):
            yield node.value  # a docstring
        elif isinstance(node, ast.JoinedStr) or (
            isinstance(node, ast.Call)
            and _name(node.func) in ("UsageError", "debug", "info", "warning", "error", "exception")
        ):
            yield from ast.walk(node)


def _is_text(node: ast.AST) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, str)


def _name(node: ast.expr) -> str:
    if isinstance(node, ast.Attribute):
        return node.attr
    return node.id if isinstance(node, ast.Name) else ""
