"""The hooks of Inns & Cathedrals: contributions to Carcassonne's slots, nothing else."""

from __future__ import annotations

from bastide.core.builder import RulesBuilder
from bastide.core.hookspecs import Manifest, hookimpl
from bastide.plugins.carcassonne.slots import MARK_ART, PIECES, POINTS, TILES
from bastide.plugins.inns_and_cathedrals.pieces import LARGE, LARGE_MEEPLE, new_tiles
from bastide.plugins.inns_and_cathedrals.scoring import cathedral_points, inn_points


@hookimpl
def bastide_manifest() -> Manifest:
    from bastide.plugins.inns_and_cathedrals.ui import ABOUT

    return Manifest(
        id="inns_and_cathedrals",
        version="1.0",
        kind="expansion",
        title="Inns & Cathedrals",
        extends="carcassonne",
        seats=(2, 6),
        about=ABOUT,
    )


@hookimpl
def bastide_setup(rules: RulesBuilder) -> None:
    from bastide.plugins.inns_and_cathedrals.ui import ART

    for tile in new_tiles():
        rules.put(TILES)(tile.id, tile)
    rules.put(PIECES)(LARGE, LARGE_MEEPLE)
    for mark, art in ART.items():
        rules.put(MARK_ART)(mark, art)


@hookimpl
def bastide_scoring(rules: RulesBuilder) -> None:
    rules.fold(POINTS)(inn_points)
    rules.fold(POINTS)(cathedral_points)
