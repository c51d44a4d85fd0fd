"""Where installed plugins come from: with the program, or which distribution and folder."""

from __future__ import annotations

from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from typing import NamedTuple

from bastide.core.packages import BUILT_IN_PACKAGE, ENTRY_POINT_GROUP
from bastide.core.plugins import Plugins


class Origin(NamedTuple):
    """Where a plugin comes from; the distribution is "" for one that comes with the program."""

    distribution: str
    version: str
    path: str

    @property
    def built_in(self) -> bool:
        """Whether it comes with the program."""
        return not self.distribution


def origin_of(plugins: Plugins, id: str) -> Origin:
    """Return where a plugin that was loaded comes from."""
    module = plugins.module(id)
    folder = str(Path(module.__file__).parent) if module.__file__ else ""
    if module.__name__.startswith(f"{BUILT_IN_PACKAGE}."):
        return Origin("", "", folder)
    point = next((p for p in _points() if p.module == module.__name__), None)
    return Origin(*_distribution(point), folder)


def origin_of_fault(name: str) -> Origin | None:
    """Return where a plugin that was not loaded comes from, by the name of its entry point."""
    wanted = name.partition(" (")[0]
    point = next((p for p in _points() if p.name == wanted), None)
    return Origin(*_distribution(point), point.module) if point else None


def _points() -> list[EntryPoint]:
    return sorted(entry_points(group=ENTRY_POINT_GROUP), key=lambda p: (p.name, p.value))


def _distribution(point: EntryPoint | None) -> tuple[str, str]:
    if point is None or point.dist is None:
        return "?", ""
    return point.dist.name, point.dist.version
