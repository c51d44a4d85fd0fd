"""The tables on which a plugin is checked: every number of seats, every option, every companion."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from bastide.core.hookspecs import Manifest
from bastide.core.options import Option, OptionValue
from bastide.core.plugins import Plugins, Setup


def setups(plugins: Plugins, manifest: Manifest) -> Iterator[Setup]:
    """Yield the tables to play; none for an extra."""
    game = game_of(plugins, manifest)
    if not game:
        return
    base = needs_of(plugins, manifest)
    low, high = plugins.seat_range(game, base)
    low = max(2, low)
    for seats in range(low, high + 1):
        yield Setup(game, seats, base)
    for option in manifest.options:
        for value in _other_values(option):
            yield Setup(game, low, base, ((f"{manifest.id}.{option.name}", value),))
    yield from _with_others(plugins, Setup(game, low, base))


def _other_values(option: Option) -> Iterator[OptionValue]:
    """Yield the values of an option that are not its default; of a range only its ends."""
    values = option.choices or tuple(v for v in (option.low, option.high) if v is not None)
    if isinstance(option.default, bool):
        values = (not option.default,)
    yield from (value for value in values if value != option.default)


def _with_others(plugins: Plugins, plain: Setup) -> Iterator[Setup]:
    """Yield a table with each other extension, where the manifests allow it."""
    for other in plugins.extensions(plain.game):
        together = dict.fromkeys([*plain.extensions, *needs_of(plugins, other)])
        setup = Setup(plain.game, plain.seats, tuple(together))
        if other.id not in plain.extensions and _fits(plugins, setup):
            yield setup


def _fits(plugins: Plugins, setup: Setup) -> bool:
    """Tell whether no manifest of a table excludes another."""
    manifests = [plugins.manifest(id) for id in setup.extensions]
    return not any(
        a.id in b.conflicts or b.id in a.conflicts for a, b in combinations(manifests, 2)
    )


def game_of(plugins: Plugins, manifest: Manifest) -> str:
    """Return the game that a plugin belongs to; "" for an extra."""
    while manifest.extends:
        manifest = plugins.manifest(manifest.extends)
    return manifest.id if manifest.kind == "game" else ""


def needs_of(plugins: Plugins, manifest: Manifest) -> tuple[str, ...]:
    """Return a plugin with all that it needs, the game left out."""
    if manifest.kind == "game":
        return ()
    found = [manifest.id]
    for need in (manifest.extends, *manifest.requires):
        if need:
            found += needs_of(plugins, plugins.manifest(need))
    return tuple(dict.fromkeys(found))


def is_endless(manifest: Manifest, setup: Setup) -> bool:
    """Tell whether an option lets a table's game go on for ever."""
    chosen = dict(setup.options)
    return any(
        chosen.get(f"{manifest.id}.{each.name}", each.default) in each.endless
        for each in manifest.options
    )


def name_of(setup: Setup) -> str:
    """Return a table's set-up in a few words: `nim, 2 seats, nim.stones=5`."""
    words = ["+".join([setup.game, *setup.extensions]), f"{setup.seats} seats"]
    return ", ".join([*words, *(f"{key}={value}" for key, value in setup.options)])
