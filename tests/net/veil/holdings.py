"""Everything that some objects hold, as far as one can walk: all that a process could know."""

from __future__ import annotations

import gc
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from types import CodeType, FunctionType, ModuleType
from typing import NamedTuple, cast

from bastide.core.chance import Shown
from bastide.core.journal import Genesis
from bastide.core.rules import Rules

SECRET_BYTES = 32
_LARGE = 1 << 128
_CUT = (type, ModuleType, CodeType, Rules, Genesis)
"""Not looked into: code, which leads everywhere, and what is the same in every program."""


@dataclass
class Holdings:
    """What was found.

    Attributes:
        pairs: (item, face) wherever a number stands for a text.
        numbers: all numbers that could be secrets.
        rows: all rows of texts: an order of faces would be one.
        data: all bytes.
    """

    pairs: set[tuple[int, str]] = field(default_factory=set)
    numbers: set[int] = field(default_factory=set)
    rows: set[tuple[str, ...]] = field(default_factory=set)
    data: set[bytes] = field(default_factory=set)

    def secrets(self, wanted: Iterable[int]) -> set[int]:
        """Return those of some secrets that are there, as a number or inside some bytes."""
        every = b" ".join(self.data)
        return {
            secret
            for secret in wanted
            if secret in self.numbers or secret.to_bytes(SECRET_BYTES, "big") in every
        }

    def take(self, one: object) -> None:
        """Note what an object says by itself."""
        match one:
            case bytes() | bytearray():
                self.data.add(bytes(one))
            case int():
                if one >= _LARGE:
                    self.numbers.add(one)
            case Mapping():
                self._pair(*cast("Mapping[object, object]", one).items())
            case Shown(item, face):
                self._pair((item, face))
            case list() | tuple():
                self._row(cast("list[object]", one))
            case _:
                """Nothing of a card."""

    def _row(self, row: list[object] | tuple[object, ...]) -> None:
        if len(row) == 2:
            self._pair((row[0], row[1]))
        texts = tuple(each for each in row if isinstance(each, str))
        if 1 < len(texts) == len(row):
            self.rows.add(texts)

    def _pair(self, *pairs: tuple[object, object]) -> None:
        self.pairs |= {(k, v) for k, v in pairs if isinstance(k, int) and isinstance(v, str)}


class Hidden(NamedTuple):
    """What some eyes must not have.

    faces: of the items that they were not shown. piles: the faces of each pile, in order.
    secrets: of other places, as numbers.
    """

    faces: Mapping[int, str]
    piles: Collection[tuple[str, ...]]
    secrets: Collection[int]

    def found_in(self, found: Holdings) -> list[str]:
        """Return what was found nevertheless, a few words each."""
        faults = []
        if pairs := found.pairs & set(self.faces.items()):
            faults.append(f"a face beside its item: {sorted(pairs)}")
        if secrets := found.secrets(self.secrets):
            faults.append(f"{len(secrets)} secrets of others")
        if any(len(set(pile)) > 1 and pile in found.rows for pile in self.piles):
            faults.append("the order of a pile")
        return faults


def holdings(*roots: object) -> Holdings:
    """Return what can be reached from some objects, fields of running generators included."""
    found, seen = Holdings(), dict[int, object]()
    waiting: list[object] = [*roots]
    while waiting:
        one = waiting.pop()
        if id(one) in seen or isinstance(one, _CUT):
            continue
        seen[id(one)] = one  # kept, or its id could be another's
        found.take(one)
        if isinstance(one, FunctionType):  # not its module
            waiting += [one.__closure__, one.__defaults__, one.__kwdefaults__]
        else:
            waiting += gc.get_referents(one)
    return found
