"""What a plugin's source shows without being run: rules that reach outside of themselves.

Only the files that decide the rules are read (`core.packages.rules_files`). Found are imports and
calls of clocks, dice, files, sockets, processes and threads, what changes in a module between two
games, and loops over sets, whose order differs from process to process.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from types import ModuleType
from typing import NamedTuple

from bastide.cli.authors.syntax import assigned, last_name
from bastide.cli.marking import N_
from bastide.core.messages import Message, message
from bastide.core.packages import rules_files
from bastide.core.places import Place, short_path

_CLOCK = N_("{name} is a clock: rules know no time, count turns in the state instead")
_CHANCE = N_("{name} draws lots that no dealer knows of: ask for chance in a phase instead")
_FILES = N_("{name} reaches a file: read data once, with importlib.resources, when imported")
_NETWORK = N_("{name} reaches the network: rules know only the state, leave it out")
_PROCESS = N_("{name} starts something beside the rules: leave it out, rules only compute")
_SYSTEM = N_("{name} asks the machine: rules know only the state, make it an option")
_GLOBAL = N_("{name} is changed in play and outlives the game: keep it in the plugin's slice")
_SETS = N_("the order of a set differs between computers: iterate over sorted(...) or a list")

_MODULES = {
    "datetime": _CLOCK,
    "time": _CLOCK,
    "random": _CHANCE,
    "secrets": _CHANCE,
    "uuid": _CHANCE,
    "os": _SYSTEM,
    "platform": _SYSTEM,
    "shutil": _FILES,
    "sqlite3": _FILES,
    "tempfile": _FILES,
    "http": _NETWORK,
    "requests": _NETWORK,
    "socket": _NETWORK,
    "urllib": _NETWORK,
    "asyncio": _PROCESS,
    "multiprocessing": _PROCESS,
    "subprocess": _PROCESS,
    "threading": _PROCESS,
}
_MADE = frozenset("list dict set Counter defaultdict deque count OrderedDict".split())
_MUTATORS = frozenset(
    "append add extend insert update setdefault pop popitem remove discard clear sort reverse "
    "appendleft popleft subtract".split()
)
_ORDERLESS = frozenset("sorted set frozenset len sum min max any all Counter".split())
"""What takes values in any order to the same effect."""

_Function = ast.FunctionDef | ast.AsyncFunctionDef


class Found(NamedTuple):
    """Something in a source file that rules must not do."""

    place: Place
    message: Message


def scan_rules(module: ModuleType) -> list[Found]:
    """Return what is found in the rules files of a plugin's package, by file and line."""
    package = module.__package__ or ""
    found: list[Found] = []
    for path, content in sorted(rules_files(module).items()):
        if path.endswith(".py"):
            name = f"{package}.{path[:-3].replace('/', '.')}" if package else path[:-3]
            shown = short_path(f"{package.replace('.', '/')}/{path}" if package else path, name)
            found += scan_source(shown, content.decode("utf-8", "replace"))
    return found


def scan_source(path: str, source: str) -> list[Found]:
    """Return what is found in one file."""
    try:
        tree = ast.parse(source)
    except SyntaxError:
        return []  # it cannot be imported, and that has been said
    scan = _Scan(path, tree)
    return sorted(scan.found(), key=lambda each: each.place.line)


class _Scan:
    """Goes through one file, function by function."""

    def __init__(self, path: str, tree: ast.Module) -> None:
        self._path, self._tree = path, tree
        self._kept = {name for node in tree.body for name in _kept_names(node)}
        self._skipped = {id(each) for node in ast.walk(tree) for each in _for_types(node)}

    def found(self) -> Iterator[Found]:
        """Yield everything, in no order."""
        for node in ast.walk(self._tree):
            if isinstance(node, ast.Import | ast.ImportFrom) and id(node) not in self._skipped:
                yield from self._imports(node)
        yield from self._scope(self._tree, "", ())

    def _imports(self, node: ast.Import | ast.ImportFrom) -> Iterator[Found]:
        names = [node.module or ""] if isinstance(node, ast.ImportFrom) else []
        names += [each.name for each in node.names] if isinstance(node, ast.Import) else []
        for name in names:
            said = _MODULES.get(name.partition(".")[0])
            if said and not getattr(node, "level", 0):
                yield self._found(node, "", said, name)

    def _found(self, node: ast.AST, function: str, said: str, name: str = "") -> Found:
        fields = {"name": name} if "{name}" in said else {}
        line = getattr(node, "lineno", 0)
        return Found(Place(self._path, line, function), message(said, **fields))

    def _scope(self, scope: ast.AST, function: str, orderless: tuple[int, ...]) -> Iterator[Found]:
        """Yield what one function does, and those within it."""
        sets, own = _set_names(scope), _own_names(scope) if function else frozenset[str]()
        calm = {id(arg) for node in _within(scope) for arg in _taken_in_any_order(node)}
        for node in _within(scope):
            if isinstance(node, _Function):
                yield from self._scope(node, node.name, orderless)
            elif function:
                yield from self._changes(node, function, own)
            if isinstance(node, ast.Call) and function and last_name(node.func) == "open":
                yield self._found(node, function, _FILES, "open()")
            if id(node) not in calm and any(_is_set(each, sets) for each in _walked(node)):
                yield self._found(node, function, _SETS)

    def _changes(self, node: ast.AST, function: str, own: frozenset[str]) -> Iterator[Found]:
        """Yield what changes a name of the module."""
        if isinstance(node, ast.Global):
            for name in node.names:
                yield self._found(node, function, _GLOBAL, name)
        for name in _changed(node):
            if name in self._kept and name not in own:
                yield self._found(node, function, _GLOBAL, name)


def _kept_names(node: ast.stmt) -> Iterator[str]:
    """Yield the names of a module that hold something which can be changed."""
    value = node.value if isinstance(node, ast.Assign | ast.AnnAssign) else None
    made = isinstance(value, ast.List | ast.Dict | ast.Set | ast.ListComp | ast.DictComp)
    if made or (isinstance(value, ast.Call) and last_name(value.func) in _MADE):
        yield from assigned(node)


def _for_types(node: ast.AST) -> Iterator[ast.AST]:
    """Yield all that stands under `if TYPE_CHECKING:`, which is never run."""
    if isinstance(node, ast.If) and last_name(node.test) == "TYPE_CHECKING":
        for each in node.body:
            yield from ast.walk(each)


def _within(scope: ast.AST) -> Iterator[ast.AST]:
    """Yield the nodes of a function, not those of functions in it, but these themselves."""
    for node in ast.iter_child_nodes(scope):
        yield node
        if not isinstance(node, _Function):
            yield from _within(node)


def _own_names(scope: ast.AST) -> frozenset[str]:
    """Return the names that a function assigns, which hide those of the module."""
    arguments = {each.arg for each in ast.walk(scope) if isinstance(each, ast.arg)}
    assigned = {
        each.id
        for each in _within(scope)
        if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Store)
    }
    told = {name for each in _within(scope) if isinstance(each, ast.Global) for name in each.names}
    return frozenset((arguments | assigned) - told)


def _changed(node: ast.AST) -> Iterator[str]:
    """Yield the names whose value a statement or a call changes."""
    changed: ast.expr | None = None
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
        changed = node.func.value if node.func.attr in _MUTATORS else None
    elif isinstance(node, ast.Call) and last_name(node.func) == "next":
        changed = next(iter(node.args), None)
    elif isinstance(node, ast.Subscript) and not isinstance(node.ctx, ast.Load):
        changed = node.value
    if isinstance(changed, ast.Name):
        yield changed.id


# sets


def _walked(node: ast.AST) -> list[ast.expr]:
    """Return what a loop, or what makes a sequence, goes through in its order."""
    if isinstance(node, ast.For):
        return [node.iter]
    if isinstance(node, ast.ListComp | ast.GeneratorExp | ast.DictComp):
        return [each.iter for each in node.generators]
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
        return node.args[:1] if node.func.id in ("list", "tuple", "iter", "enumerate") else []
    return []


def _taken_in_any_order(node: ast.AST) -> list[ast.expr]:
    """Return the arguments of a call that does not mind their order."""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
        return node.args if node.func.id in _ORDERLESS else []
    return []


def _is_set(node: ast.expr, sets: frozenset[str]) -> bool:
    if isinstance(node, ast.Set | ast.SetComp):
        return True
    if isinstance(node, ast.Name):
        return node.id in sets
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitAnd | ast.BitOr | ast.Sub):
        return _is_set(node.left, sets) or _is_set(node.right, sets)
    return isinstance(node, ast.Call) and last_name(node.func) in ("set", "frozenset")


def _set_names(scope: ast.AST) -> frozenset[str]:
    """Return the names to which a function assigns nothing but sets."""
    given: dict[str, bool] = {}
    for node in _within(scope):
        if isinstance(node, ast.Assign):
            is_set = _is_set(node.value, frozenset())
            given |= {name: given.get(name, True) and is_set for name in assigned(node)}
    return frozenset(name for name, is_set in given.items() if is_set)
