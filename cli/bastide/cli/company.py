"""Which plugins go together at a table, said in one sentence before it is opened."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from bastide.core.messages import English, Text
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


def seats_fault(plugins: Plugins, t: Text, game: str, extensions: Sequence[str], seats: int) -> str:
    """Return why so many cannot play, and which installed extension lets them; "" if they can.

    The extension is named as `--with` takes it.
    """
    low, high = plugins.seat_range(game, extensions)
    if low <= seats <= high:
        return ""
    most = str(low) if low == high else t("{low} to {high}", low=low, high=high)
    fields = {"game": game, "most": most, "seats": seats}
    if more := widening(plugins, game, extensions, seats):
        return t(
            "{game} is for {most} seats, not {seats}: add `--with {extensions}`.",
            **fields,
            extensions=",".join((*extensions, more)),
        )
    return t("{game} is for {most} seats, not {seats}.", **fields)


def widening(plugins: Plugins, game: str, extensions: Sequence[str], seats: int) -> str:
    """Return an installed extension with which so many can play, "" if there is none.

    It goes with what is at the table already.
    """
    for manifest in plugins.extensions(game):
        company = (*extensions, manifest.id)
        if manifest.id in extensions or company_fault(plugins, English(), game, company, str):
            continue
        low, high = plugins.seat_range(game, company)
        if low <= seats <= high:
            return manifest.id
    return ""
