"""The hooks of Carcassonne."""

from __future__ import annotations

from bastide.core.hookspecs import Manifest, hookimpl


@hookimpl
def bastide_manifest() -> Manifest:
    return Manifest(id="carcassonne", version="1.0", kind="game", title="Carcassonne")
