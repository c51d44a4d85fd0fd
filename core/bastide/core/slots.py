"""Slots: the places of a game that other plugins may reach into.

A game declares each slot as a module constant next to the function or table it belongs to; the
docstring there is its documentation and its type its contract. There are three kinds; a fourth
needs a decision on record.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Concatenate, Generic, ParamSpec, TypeVar

V = TypeVar("V")
K = TypeVar("K")
P = ParamSpec("P")


class Slot:
    """A named place where other plugins add something; compared by identity.

    `retired`: what to use instead, of a slot that goes with the next number of the plugin
    interface; whoever contributes is told.
    """

    name: str
    retired: str

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.name}>"


class Table(Slot, Generic[K, V]):
    """Components by key. With `rules=False` they are only for show and not in the fingerprint."""

    def __init__(self, name: str, *, rules: bool = True, retired: str = "") -> None:
        self.name, self.retired = name, retired
        self.rules = rules


class Fold(Slot, Generic[V, P]):
    """A value passed along: the base function first, then contributions in plugin order."""

    def __init__(self, base: Callable[Concatenate[V, P], V], *, retired: str = "") -> None:
        self.base, self.retired = base, retired
        self.name = f"{base.__module__}.{base.__qualname__}"


class Steps(Slot, Generic[P]):
    """Functions run one after the other for their effect; `like` gives the signature."""

    def __init__(self, like: Callable[P, None], *, retired: str = "") -> None:
        self.like, self.retired = like, retired
        self.name = f"{like.__module__}.{like.__qualname__}"
