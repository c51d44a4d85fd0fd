"""The public surface of bastide, one line a name, read from the source without running it.

A name is public if it stands in a module that the guide lists under "What stays", does not begin
with `_`, and is not said to be for the kernel. A line is its whole contract: the arguments of a
function, the type and default of a field, the value of a constant.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[2]
KERNEL = "For the kernel"
"""In the docstring of what nobody else calls."""

KERNEL_ONLY = {f"bastide.core.builder.RulesBuilder.{name}" for name in ("__init__", "said")}
"""What nobody else needs and cannot say so."""

LONGEST = 120
"""Characters of a constant's value that are written down; of a longer one only that it is there."""


class Public(NamedTuple):
    """A public module; `names` are those of its names that are public, () for all."""

    module: str
    names: tuple[str, ...]


def surface(public: list[Public]) -> dict[str, str]:
    """Return what each public name is, by its full name."""
    found = {}
    for module, names in public:
        for name, node in definitions(module).items():
            if _is_meant(module, name, names):
                lines = dict(_lines(module, name, node))
                found.update(_only_members(lines, f"{module}.{name}", module, names))
    return {name: line for name, line in sorted(found.items()) if name not in KERNEL_ONLY}


def _is_meant(module: str, name: str, names: tuple[str, ...]) -> bool:
    if names:
        return name in [each.partition(".")[0] for each in names]
    found = definitions(module)
    handed, node = found.get("__all__"), found[name]
    if isinstance(handed, ast.Assign):  # nor are hooks handed on: they are there to be written
        return name in ast.literal_eval(handed.value) or name.startswith("bastide_")
    return not name.startswith("_") and not isinstance(node, ast.ImportFrom)


def _only_members(
    lines: dict[str, str], full: str, module: str, names: tuple[str, ...]
) -> dict[str, str]:
    """Return the lines of a class of which only some members are public, or all lines."""
    members = [f"{module}.{name}" for name in names if "." in name]
    if not any(member.startswith(f"{full}.") for member in members):
        return lines
    return {name: line for name, line in lines.items() if name in (full, *members)}


def source(module: str) -> Path:
    """Return the file of a module of the program."""
    root = module.split(".")[1] if "." in module else "core"
    path = ROOT / root / Path(*module.split("."))
    return path.with_suffix(".py") if path.with_suffix(".py").exists() else path / "__init__.py"


@cache
def definitions(module: str) -> dict[str, ast.stmt]:
    """Return the top-level statements of a module that bind a name, by that name."""
    tree = ast.parse(source(module).read_text(encoding="utf-8"))
    found: dict[str, ast.stmt] = {}
    for node in tree.body:
        match node:
            case ast.FunctionDef(name=name) | ast.ClassDef(name=name):
                found[name] = node
            case ast.Assign(targets=targets, value=value):
                found.update(each for target in targets for each in _bound(target, value))
            case ast.AnnAssign(target=ast.Name(id=name)):
                found[name] = node
            case ast.ImportFrom(names=names):
                found.update({each.asname or each.name: node for each in names})
            case _:
                pass
    return found


def _bound(target: ast.expr, value: ast.expr) -> Iterator[tuple[str, ast.stmt]]:
    """Yield the names that an assignment binds, each with its own value: also in `A, B = 1, 2`."""
    if isinstance(target, ast.Name):
        yield target.id, ast.Assign([target], value)
    elif isinstance(target, ast.Tuple):
        parts = value.elts if isinstance(value, ast.Tuple) else [value] * len(target.elts)
        for name, part in zip(target.elts, parts, strict=True):
            yield from _bound(name, part)


def _lines(module: str, name: str, node: ast.stmt, full: str = "") -> Iterator[tuple[str, str]]:
    """Yield a name with what it is, and the members of a class; `full`: called so elsewhere."""
    full = full or f"{module}.{name}"
    match node:
        case ast.ImportFrom(module=origin):
            original = definitions(str(origin)).get(name) if _is_ours(origin) else None
            if original is not None:
                yield from _lines(str(origin), name, original, full)
            else:
                yield full, f"is {origin}.{name}"
        case ast.FunctionDef():
            yield full, _signature(node)
        case ast.ClassDef():
            names = [ast.unparse(base) for base in node.bases]
            foreign = [each for each in names if _resolve(module, each)[1] is None]
            yield full, f"class({', '.join(foreign)})"
            yield from _members(full, module, node)
        case ast.AnnAssign(annotation=annotation):
            yield full, f": {ast.unparse(annotation)}"
        case ast.Assign(value=value):
            text = ast.unparse(value)
            if not text.startswith(("TypeVar(", "ParamSpec(")):
                yield full, f"= {text}" if len(text) <= LONGEST else "= ..."
        case _:
            raise TypeError(full)


def _is_ours(module: str | None) -> bool:
    return str(module).startswith("bastide.")


def _members(full: str, module: str, node: ast.ClassDef) -> Iterator[tuple[str, str]]:
    """Yield fields and methods of a class, those of its bases in the program included."""
    for base in node.bases:
        origin, inherited = _resolve(module, ast.unparse(base))
        if inherited is not None:
            yield from _members(full, origin, inherited)
    mark = "protocol " if any(ast.unparse(base) == "Protocol" for base in node.bases) else ""
    fields = [each for each in node.body if isinstance(each, ast.AnnAssign)]
    for member in node.body:
        match member:
            case ast.FunctionDef(name=name):
                if _is_public(member):
                    yield f"{full}.{name}", mark + _signature(member)
                if name == "__init__":
                    yield from _attributes(full, member)
            case ast.AnnAssign(target=ast.Name(id=name)) if not name.startswith("_"):
                yield f"{full}.{name}", f"{fields.index(member)}{_field(member)}"
            case _:
                pass


def _resolve(module: str, name: str) -> tuple[str, ast.ClassDef | None]:
    """Return the class of the program that a name means in a module, and its module."""
    node = definitions(module).get(name.partition("[")[0])
    if isinstance(node, ast.ImportFrom) and _is_ours(node.module):
        return _resolve(str(node.module), name)
    return module, node if isinstance(node, ast.ClassDef) else None


def _is_public(function: ast.FunctionDef) -> bool:
    if KERNEL in (ast.get_docstring(function) or ""):
        return False
    return function.name in ("__init__", "__call__") or not function.name.startswith("_")


def _attributes(full: str, init: ast.FunctionDef) -> Iterator[tuple[str, str]]:
    """Yield the public attributes that a constructor sets."""
    for node in ast.walk(init):
        if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store):
            of_self = isinstance(node.value, ast.Name) and node.value.id == "self"
            if of_self and not node.attr.startswith("_"):
                yield f"{full}.{node.attr}", "attribute"


def _field(node: ast.AnnAssign) -> str:
    default = f" = {ast.unparse(node.value)}" if node.value else ""
    return f": {ast.unparse(node.annotation)}{default}"


def _signature(node: ast.FunctionDef) -> str:
    marks = "".join(f"@{ast.unparse(each)} " for each in node.decorator_list)
    result = f" -> {ast.unparse(node.returns)}" if node.returns else ""
    return f"{marks}({ast.unparse(node.args)}){result}"


# what may change


def extends(before: str, now: str) -> bool:
    """Tell whether a function only has more arguments than before, such as nobody need give.

    Not so where others write the function and the program calls it: a slot's, a protocol's. A hook
    may get any: who writes one names only what is used.
    """
    old, new = _parsed(before), _parsed(now)
    if old is None or new is None or old.args.posonlyargs or before.startswith("protocol"):
        return False
    if _around(before, old) != _around(now, new):
        return False
    is_hook, was, are = before.startswith("@hookspec"), _arguments(old), _arguments(new)
    added = [each for each in are if each not in was]
    positional = [name for name, by_name, _ in was if not by_name]
    return (
        [each for each in are if each in was] == was
        and all(is_hook or default for _, _, default in added)
        and (
            is_hook or [n for n, by_name, _ in are if not by_name][: len(positional)] == positional
        )
    )


def _around(line: str, function: ast.FunctionDef) -> tuple[str, ...]:
    """Return what is to stay beside the named arguments: decorators, `*args`, `**more`, result."""
    ends = [ast.unparse(each) for each in (function.args.vararg, function.args.kwarg) if each]
    return (line[: line.index("(")], *ends, line[line.rindex(")") + 1 :])


def _parsed(line: str) -> ast.FunctionDef | None:
    try:
        tree = ast.parse(f"def f{line[line.index('(') :]}: ...")
    except (SyntaxError, ValueError):
        return None
    (function,) = tree.body
    return function if isinstance(function, ast.FunctionDef) else None


def _arguments(function: ast.FunctionDef) -> list[tuple[str, bool, str]]:
    """Return each argument with its type, whether it is given by name only, and its default."""
    args = function.args
    late = [None] * (len(args.args) - len(args.defaults))
    pairs = [*zip(args.args, [*late, *args.defaults], strict=True)]
    return [
        *((ast.unparse(arg), False, ast.unparse(d) if d else "") for arg, d in pairs),
        *(
            (ast.unparse(arg), True, ast.unparse(d) if d else "")
            for arg, d in zip(args.kwonlyargs, args.kw_defaults, strict=True)
        ),
    ]
