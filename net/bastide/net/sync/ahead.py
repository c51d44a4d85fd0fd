"""Entries of steps to come, kept until their step begins: at most one a slot, eight steps ahead."""

from __future__ import annotations

from typing import NamedTuple

from bastide.core.journal import Body, Entry
from bastide.net import limits


class Kept(NamedTuple):
    """An entry that came too early, and the peer that it came from."""

    entry: Entry
    source: bytes


class Ahead:
    """The entries of one game that came too early, their signatures checked."""

    def __init__(self) -> None:
        """Begin with none."""
        self._kept: dict[tuple[int, int], Kept] = {}

    @staticmethod
    def is_near(body: Body, step: int) -> bool:
        """Tell whether an entry is near enough to be kept, `step` being the current one."""
        return body.step - step <= limits.STEPS_AHEAD

    def holds(self, body: Body, entry: Entry) -> bool:
        """Tell whether just this entry is kept."""
        kept = self._kept.get((body.step, body.place))
        return kept is not None and kept.entry.body == entry.body

    def keep(self, body: Body, entry: Entry, source: bytes) -> Entry | None:
        """Keep an entry, unless its slot has one; return that one if it is another entry."""
        kept = self._kept.setdefault((body.step, body.place), Kept(entry, source))
        return kept.entry if kept.entry.body != entry.body else None

    def due(self, step: int) -> list[Kept]:
        """Take out the entries of a step, and forget those of earlier ones."""
        slots = sorted(slot for slot in self._kept if slot[0] <= step)
        taken = [(slot, self._kept.pop(slot)) for slot in slots]
        return [kept for slot, kept in taken if slot[0] == step]
