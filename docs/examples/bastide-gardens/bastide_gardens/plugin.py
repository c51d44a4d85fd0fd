"""The hooks of Gardens: tiles with a mark, a piece that stands beside it, and their points."""

from importlib.resources import files

from bastide.core.builder import RulesBuilder
from bastide.core.events import Term
from bastide.core.hookspecs import Manifest, hookimpl
from bastide.core.state import State
from bastide.plugins.carcassonne.pieces import Piece, Segment, read_tiles
from bastide.plugins.carcassonne.slots import (
    MARK_ART,
    MAY_STAND,
    PIECE_ART,
    PIECES,
    POINTS,
    TILES,
    Feature,
)
from bastide_gardens.ui import ABOUT, GARDEN_ART, GARDENER_SIGN

GARDEN = "garden"
GARDENER = "gardener"

GARDEN_POINTS = 2
"""For the garden of a finished road or city; twice as much where a gardener stands."""


@hookimpl
def bastide_manifest() -> Manifest:
    return Manifest(
        id="gardens",
        version="1.0",
        kind="expansion",
        title="Gardens",
        extends="carcassonne",
        # The inns of that expansion change every summand that they find: ours is added later.
        after=("inns_and_cathedrals",),
        about=ABOUT,
    )


@hookimpl
def bastide_setup(rules: RulesBuilder) -> None:
    for tile in read_tiles(files("bastide_gardens") / "data" / "tiles.toml"):
        rules.put(TILES)(tile.id, tile)
    rules.put(PIECES)(GARDENER, Piece(amount=1))
    rules.put(MARK_ART)(GARDEN, GARDEN_ART)
    rules.put(PIECE_ART)(GARDENER, GARDENER_SIGN)

    @rules.fold(MAY_STAND)
    def beside_a_garden(allowed: bool, segment: Segment, piece: str, /) -> bool:
        return allowed and (piece != GARDENER or GARDEN in segment.marks)


@hookimpl
def bastide_scoring(rules: RulesBuilder) -> None:
    @rules.fold(POINTS)
    def in_bloom(
        terms: tuple[Term, ...], s: State, feature: Feature, done: bool, /
    ) -> tuple[Term, ...]:
        if not done or GARDEN not in feature.marks:
            return terms
        if GARDENER in feature.pieces:
            return (*terms, Term(1, GARDEN, 2 * GARDEN_POINTS, note=GARDENER))
        return (*terms, Term(1, GARDEN, GARDEN_POINTS))
