"""Small questions to the syntax tree of a plugin's source."""

from __future__ import annotations

import ast


def last_name(node: ast.expr) -> str:
    """Return the last name of what is called: `b` of `a.b`; "" if it has none."""
    if isinstance(node, ast.Attribute):
        return node.attr
    return node.id if isinstance(node, ast.Name) else ""


def text_of(node: ast.AST | None) -> str:
    """Return the text that a node is, or ""."""
    is_text = isinstance(node, ast.Constant) and isinstance(node.value, str)
    return str(node.value) if is_text and isinstance(node, ast.Constant) else ""


def assigned(node: ast.stmt) -> list[str]:
    """Return the names that a statement gives a value, with an annotation or without."""
    targets = node.targets if isinstance(node, ast.Assign) else []
    targets = [node.target] if isinstance(node, ast.AnnAssign) else targets
    return [each.id for each in targets if isinstance(each, ast.Name)]
