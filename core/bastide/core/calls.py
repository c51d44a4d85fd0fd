"""The calls that an exception came through, or that run now: the one way to whose code it was.

Who asks says which modules are meant: those of plugins that are loaded (`blame`), all that neither
Python nor the program brings (`places`), any part of the program (its event loop). Of those the
call that was made last counts, and what was said anew further out is its cause's.
"""

from __future__ import annotations

import sys
import traceback
from collections.abc import Callable, Container, Iterator
from inspect import isfunction
from itertools import islice
from types import CodeType, FrameType
from typing import NamedTuple

from bastide.core.messages import English, message


class Call(NamedTuple):
    """A function that was being run: the module that it stands in, its code, and the line."""

    module: str
    code: CodeType
    line: int


class NeverReturned(BaseException):
    """Is raised in a call that goes on and on, from outside, wherever it is just then.

    It is no `Exception`, so that code which goes on after any of these does not go on after this.

    Args:
        call: the one that goes on.
        seconds: how long it computed or waited at least; less if it did not return before either.
    """

    def __init__(self, call: Call, seconds: float) -> None:
        said = message("it did not return within {seconds} s", seconds=f"{seconds:g}")
        super().__init__(English().say(said))
        self.call, self.seconds = call, seconds


def calls_of(error: BaseException) -> list[Call]:
    """Return the calls that a traceback holds, the last one first; those of causes are not in.

    Of one that goes on and on it is that call: what it called at the end is not to blame.
    """
    if isinstance(error, NeverReturned):
        return [error.call]
    return [_call(*step) for step in traceback.walk_tb(error.__traceback__)][::-1]


def calls_now() -> Iterator[Call]:
    """Yield the calls that run now, the one that asks first."""
    running = traceback.walk_stack(sys._getframe(1))  # the way to a caller's frame
    return (_call(*step) for step in running)


def running_in(
    homes: Container[str], frame: FrameType | None, outside: FrameType | None
) -> list[FrameType]:
    """Return the frames of calls of code in some packages and modules, the outermost first.

    Args:
        homes: the packages and modules.
        frame: the innermost one that is looked at.
        outside: where to end; this one and what has called it are not in.
    """
    found: list[FrameType] = []
    while frame is not None and frame is not outside:
        if home_of(_module_of(frame), homes):
            found.append(frame)
        frame = frame.f_back
    return found[::-1]


def call_of(frame: FrameType) -> Call:
    """Return the call that a frame is, at the line where it is now."""
    return _call(frame, frame.f_lineno)


def last_call(error: BaseException, is_meant: Callable[[Call], bool]) -> Call | None:
    """Return the last call of those meant that an exception came through, or else its cause.

    An object that lacks what is asked of it is to blame where no such call is: its class counts.
    """
    found = next(filter(is_meant, calls_of(error)), None)
    if found is None and error.__cause__ is not None:
        return last_call(error.__cause__, is_meant)
    return found or next(filter(is_meant, _of_class(getattr(error, "obj", None))), None)


def _of_class(lacking: object) -> list[Call]:
    """Return the first function of an object's class, which tells where the class stands."""
    functions = filter(isfunction, vars(type(lacking)).values())
    return [
        Call(type(lacking).__module__, each.__code__, each.__code__.co_firstlineno)
        for each in islice(functions, 1)
    ]


def home_of(module: str, homes: Container[str]) -> str:
    """Return the innermost of some packages and modules that a module is or lies in, or ""."""
    while module and module not in homes:
        module = module.rpartition(".")[0]
    return module


def is_pythons(module: str) -> bool:
    """Tell whether a module comes with Python."""
    return module.partition(".")[0] in sys.stdlib_module_names


def _call(frame: FrameType, line: int) -> Call:
    return Call(_module_of(frame), frame.f_code, line)


def _module_of(frame: FrameType) -> str:
    return str(frame.f_globals.get("__name__", ""))
