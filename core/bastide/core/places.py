"""Where code of a plugin stands: the file, the line and the function that a fault is found in.

Only checks use it. The kernel's own frames and those of Python are passed over: an author wants to
read about the own package.
"""

from __future__ import annotations

from functools import partial
from inspect import unwrap
from pathlib import PurePath
from types import CodeType, ModuleType
from typing import NamedTuple

from bastide.core.calls import Call, calls_now, home_of, is_pythons, last_call

_OURS = ("bastide.core", "bastide.cli", "bastide.net", "pluggy", "_pytest", "pytest")


class Place(NamedTuple):
    """A place in a source file: the path from its package on, a line or 0, a function or ""."""

    path: str
    line: int = 0
    function: str = ""

    def __str__(self) -> str:
        line = f":{self.line}" if self.line else ""
        return f"{self.path}{line}" + (f" ({self.function})" if self.function else "")


def place_of(what: object) -> Place | None:
    """Return where a function, a method, a class or a module is defined; None: no source."""
    if isinstance(what, ModuleType):
        return Place(short_path(what.__file__ or "", what.__name__))
    while isinstance(what, partial):
        what = what.func
    if isinstance(what, type):
        what = getattr(what, "clone", what)
    what = unwrap(what) if callable(what) else what
    code = getattr(what, "__code__", None) or getattr(type(what).__call__, "__code__", None)
    if not isinstance(code, CodeType) or code.co_filename.startswith("<"):
        return None
    module = str(getattr(what, "__module__", "") or "")
    return _place(code, module, code.co_firstlineno)


def raised_at(error: BaseException) -> Place | None:
    """Return where a plugin's own code was when something was raised: the innermost such line."""
    call = last_call(error, _is_a_plugins)
    return call and _place(call.code, call.module, call.line)


def called_from() -> Place | None:
    """Return the innermost line of a plugin's code that runs now."""
    call = next(filter(_is_a_plugins, calls_now()), None)
    return call and _place(call.code, call.module, call.line)


def _is_a_plugins(call: Call) -> bool:
    """Tell whether a call is of code that neither Python nor the program brings."""
    is_made_up = call.code.co_filename.startswith("<")
    return not (is_made_up or is_pythons(call.module) or home_of(call.module, _OURS))


def _place(code: CodeType, module: str, line: int) -> Place:
    return Place(short_path(code.co_filename, module), line, code.co_name)


def short_path(filename: str, module: str) -> str:
    """Return a file's path from the top package of its module on, with `/`."""
    parts = PurePath(filename).parts
    depth = module.count(".") + 1 + (parts[-1] == "__init__.py") if parts else 1
    return "/".join(parts[-depth:])
