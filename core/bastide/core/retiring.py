"""What goes with the next number of the plugin interface, and which plugins still use it.

It is marked for at least one version of the program before it goes (docs/plugins.md, What stays):
a hook or an argument of one in `RETIRED`, a slot by its own `retired`, a method of the builder by
calling `RulesBuilder._retire`. It works on meanwhile.
"""

from __future__ import annotations

import inspect
from collections.abc import Iterator, Mapping
from types import ModuleType
from typing import NamedTuple

RETIRED: dict[str, str] = {}
"""Hooks (`bastide_event`) and arguments (`bastide_event.table`), with what to use instead."""


class Use(NamedTuple):
    """That a plugin uses something that goes; `instead` says what to do, as in "use SUMS"."""

    plugin: str
    what: str
    instead: str


def retired_hooks(
    plugin: str, module: ModuleType, retired: Mapping[str, str] = RETIRED
) -> Iterator[Use]:
    """Yield which of the hooks and arguments that a plugin uses go."""
    for hook, function in inspect.getmembers(module, inspect.isfunction):
        if not hasattr(function, "bastide_impl"):
            continue
        for name in (hook, *(f"{hook}.{each}" for each in inspect.signature(function).parameters)):
            if name in retired:
                yield Use(plugin, name, retired[name])
