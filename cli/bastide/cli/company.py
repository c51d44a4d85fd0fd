"""Which plugins go together at a table, said in one sentence before it is opened."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from bastide.core.messages import Text
from bastide.core.plugins import Plugins


def company_fault(
    plugins: Plugins, t: Text, game: str, extensions: Sequence[str], name: Callable[[str], str]
) -> str:
    """Return why a game cannot be played with these extensions; "" if it can.

    Args:
        plugins: what is installed.
        t: the program's messages.
        game: its id.
        extensions: their ids.
        name: returns what a plugin is called here, from its id.
    """
    for one in extensions:
        manifest = plugins.manifest(one)
        for other in (*manifest.requires, manifest.extends):
            if other not in (game, *extensions):
                return t(
                    "{plugin} needs {other}: add it to the table.",
                    plugin=name(one),
                    other=name(other),
                )
        for other in manifest.conflicts:
            if other in (game, *extensions):
                return t(
                    "{plugin} and {other} exclude each other: drop one of them.",
                    plugin=name(one),
                    other=name(other),
                )
    return ""
