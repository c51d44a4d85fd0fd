"""A watch over rules while they run: they touch no file, no socket, no process, import nothing.

Nor do they ask for the time, or for chance that no dealer knows of. Only `testing` uses it. Python
tells a hook of whatever leaves the interpreter; a hook cannot be taken away again, so there is one,
and it looks away unless a watch is on in its thread. Clocks and dice raise no such event: while a
watch is on, other functions stand in for them, which let all other threads through.
"""

from __future__ import annotations

import datetime
import os
import random
import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import cache, wraps
from types import ModuleType
from typing import ParamSpec, TypeVar

from bastide.core.messages import English, Message, message
from bastide.core.places import Place, called_from

_IMPORT = message("the rules import {name} in play: import it at the top of the file")
_FILE = message("the rules open a file ({name}): read data once, when the module is imported")
_PROCESS = message("the rules start a process: rules compute, leave everything else out")
_OUTSIDE = {
    "import": _IMPORT,
    "open": _FILE,
    "os.posix_spawn": _PROCESS,
    "os.system": _PROCESS,
    "socket.__new__": message(
        "the rules make a socket: rules know only the state, leave the network out"
    ),
    "sqlite3.connect": message("the rules open a database: keep everything in the state"),
    "subprocess.Popen": _PROCESS,
}

_CLOCK = message("the rules ask for the time ({name}): count turns in the state instead")
_CHANCE = message("the rules draw lots themselves ({name}): ask for chance in a phase instead")
_CLOCKS = (
    "time time_ns monotonic monotonic_ns perf_counter perf_counter_ns process_time sleep "
    "localtime gmtime"
).split()
_DICE = (
    "random randint randrange choice choices sample shuffle uniform getrandbits randbytes gauss"
).split()

_watched: dict[int, list[ImpureError]] = {}
"""What was seen, by thread that is watched."""


class ImpureError(RuntimeError):
    """Rules reach for what is outside of them; `place` is the line that does."""

    def __init__(self, message: Message, place: Place | None) -> None:
        super().__init__(English().say(message))
        self.message, self.place = message, place


@contextmanager
def watch(modules: Iterable[ModuleType] = ()) -> Iterator[list[ImpureError]]:
    """Stop code in this thread that reaches outside; the list tells what was seen.

    Args:
        modules: those of the plugins that are watched, where they may have imported a clock.

    Raises:
        ImpureError: in the middle of the code, where it reaches out.
    """
    _hook()
    thread, seen = threading.get_ident(), list[ImpureError]()
    before = _watched.get(thread)
    _watched[thread] = seen
    try:
        with _exchanged(modules):
            yield seen
    finally:
        del _watched[thread]
        if before is not None:
            _watched[thread] = before


@cache
def _hook() -> None:
    sys.addaudithook(_see)


def _see(event: str, arguments: tuple[object, ...]) -> None:
    if event in _OUTSIDE and _watched:
        _stop(_OUTSIDE[event], str(arguments[0] if arguments else event))


def _stop(said: Message, name: str) -> None:
    """Note what this thread does, and raise it, if it is watched."""
    seen = _watched.get(threading.get_ident())
    if seen is not None:
        place = called_from()
        seen.append(ImpureError(said._replace(fields=(("name", name),)), place))
        raise seen[-1]


# clocks and dice


P = ParamSpec("P")
T = TypeVar("T")


def _stopping(fn: Callable[P, T], said: Message, name: str = "") -> Callable[P, T]:
    """Return what stands in for a function: it stops a watched thread and lets others through."""

    @wraps(fn)
    def stand_in(*args: P.args, **kwargs: P.kwargs) -> T:
        _stop(said, name or f"{fn.__name__}()")
        return fn(*args, **kwargs)

    return stand_in


class _DateTime(datetime.datetime):
    """Stands in for `datetime`, which is no function that could be exchanged by itself."""

    now = classmethod(_stopping(lambda cls, *zone: datetime.datetime.now(*zone), _CLOCK, "now()"))  # type: ignore[assignment]  # the same signature, loosely
    utcnow = classmethod(_stopping(lambda cls: datetime.datetime.now(), _CLOCK, "utcnow()"))  # type: ignore[assignment]
    today = classmethod(_stopping(lambda cls: datetime.datetime.now(), _CLOCK, "today()"))  # type: ignore[assignment]


_STAND_INS: dict[int, object] = {
    **{id(getattr(time, each)): _stopping(getattr(time, each), _CLOCK) for each in _CLOCKS},
    **{id(getattr(random, each)): _stopping(getattr(random, each), _CHANCE) for each in _DICE},
    id(os.urandom): _stopping(os.urandom, _CHANCE),
    id(datetime.datetime): _DateTime,
}
"""What stands in for a clock or a die, by its identity."""


@contextmanager
def _exchanged(modules: Iterable[ModuleType]) -> Iterator[None]:
    """Exchange clocks and dice where they are defined, and where modules have imported them."""
    found = [
        (module, name, value)
        for module in (time, random, os, datetime, *modules)
        for name, value in list(vars(module).items())
        if id(value) in _STAND_INS
    ]
    for module, name, value in found:
        setattr(module, name, _STAND_INS[id(value)])
    try:
        yield
    finally:
        for module, name, value in found:
            setattr(module, name, value)
