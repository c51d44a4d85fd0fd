"""What the box of Inns & Cathedrals adds. Rule: inns_and_cathedrals.md, section 1."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from bastide.plugins.carcassonne.pieces import Piece, Tile, read_tiles

INN, CATHEDRAL = "inn", "cathedral"
"""Marks: an inn stands on road segments, a cathedral on city segments."""

LARGE = "large"
"""The id of the large meeple."""

LARGE_MEEPLE = Piece(amount=1, weight=2)
"""One a seat; it counts as two meeples wherever it stands (section 3)."""


@cache
def new_tiles() -> tuple[Tile, ...]:
    """Return the 17 tile types, in the order of their letters."""
    return read_tiles(files("bastide.plugins.inns_and_cathedrals") / "data" / "tiles.toml")
