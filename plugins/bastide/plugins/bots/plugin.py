"""The hooks of the bots for any game."""

from __future__ import annotations

from bastide.core.hookspecs import Bot, Manifest, hookimpl


@hookimpl
def bastide_manifest() -> Manifest:
    return Manifest(id="bots", version="1.0", kind="extra", title="Bots")


@hookimpl
def bastide_bots() -> list[Bot]:
    from bastide.plugins.bots.chance import random_bot
    from bastide.plugins.bots.greed import greedy_bot

    return [Bot("random", (), random_bot), Bot("greedy", (), greedy_bot)]
