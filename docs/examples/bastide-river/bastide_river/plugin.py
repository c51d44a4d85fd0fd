"""The hooks of The River: tiles that are drawn before all others, and where they may lie."""

from importlib.resources import files

from bastide.core.builder import RulesBuilder
from bastide.core.hookspecs import Manifest, hookimpl
from bastide.core.state import State
from bastide.plugins.carcassonne.pieces import Placed, Segment, base_tiles, read_tiles
from bastide.plugins.carcassonne.slots import (
    DRAWN_FIRST,
    MARK_ART,
    MAY_PLACE,
    MAY_STAND,
    TILES,
    Layers,
)
from bastide.plugins.carcassonne.state import board
from bastide_river.course import WATER, flows_on, mouths_of
from bastide_river.ui import ABOUT, ART

LAKE = "river-lake"


@hookimpl
def bastide_manifest() -> Manifest:
    return Manifest(
        id="river",
        version="1.0",
        kind="expansion",
        title="The River",
        extends="carcassonne",
        about=ABOUT,
    )


@hookimpl
def bastide_setup(rules: RulesBuilder) -> None:
    tiles = read_tiles(files("bastide_river") / "data" / "tiles.toml")
    for tile in tiles:
        rules.put(TILES)(tile.id, tile)
    # The spring is where the start tile was, which goes into the bag.
    for tile in base_tiles():
        if tile.start:
            rules.replace(TILES)(tile.id, tile._replace(start=False))
    for mark in WATER:
        rules.put(MARK_ART)(mark, ART[mark])
    mouths = mouths_of(tiles)

    @rules.fold(DRAWN_FIRST)
    def river_before_land(layers: Layers, /) -> Layers:
        drawn = [tile.id for tile in tiles if not tile.start for _ in range(tile.copies)]
        return (*layers, tuple(id for id in drawn if id != LAKE), (LAKE,))

    @rules.fold(MAY_PLACE)
    def goes_on(allowed: bool, s: State, placed: Placed, /) -> bool:
        return allowed and flows_on(mouths, board(s).placed, placed)

    @rules.fold(MAY_STAND)
    def not_in_the_water(allowed: bool, segment: Segment, piece: str, /) -> bool:
        return allowed and not {*segment.marks} & {*WATER}
