"""What a game and its extensions are called for people."""

from __future__ import annotations

from collections.abc import Iterable

from bastide.cli.sessions.ports import Texts
from bastide.core.plugins import Plugins


def title_of(plugins: Plugins, texts: Texts, name: str) -> str:
    """Return a plugin's name for people."""
    manifest = plugins.manifests.get(name)
    return texts(name)(manifest.title) if manifest and manifest.title else name


def titles_of(plugins: Plugins, texts: Texts, names: Iterable[str]) -> str:
    """Return a game and its extensions for people: `Carcassonne + Inns & Cathedrals`."""
    return " + ".join(title_of(plugins, texts, name) for name in names)
