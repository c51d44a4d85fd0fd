"""What a plugin's modules keep from one game to the next: names whose value has changed."""

from __future__ import annotations

import copy
from collections import Counter, defaultdict, deque
from collections.abc import Iterator
from itertools import count
from types import ModuleType

from bastide.core.places import Place, short_path

_CHANGING = (list, dict, set, bytearray, Counter, defaultdict, deque)
_PLAIN = (bool, int, str, bytes, type(None))


class Leftovers:
    """Remembers the values of the modules' own names, and tells which are others later."""

    def __init__(self, modules: list[ModuleType]) -> None:
        self._before = {place: _frozen(value) for place, value in _kept(modules)}
        self._modules = modules

    def changed(self) -> list[Place]:
        """Return the names that have changed since; the function of a place is the name."""
        now = {place: _frozen(value) for place, value in _kept(self._modules)}
        return [place for place, value in self._before.items() if now.get(place) != value]


def _kept(modules: list[ModuleType]) -> Iterator[tuple[Place, object]]:
    for module in modules:
        path = short_path(module.__file__ or "", module.__name__)
        for name, value in list(vars(module).items()):
            if name.startswith("__"):
                continue
            if type(value) in (*_CHANGING, *_PLAIN):
                yield Place(path, 0, name), value
            elif isinstance(value, count):
                yield Place(path, 0, name), repr(value)


def _frozen(value: object) -> object:
    """Return a value that stays as it is now; what lies deeper is not looked at."""
    return copy.copy(value) if type(value) in _CHANGING else value
