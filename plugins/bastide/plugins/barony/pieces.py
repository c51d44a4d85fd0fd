"""What is in the box, as typed values read from `data/box.toml`.

Terrains, kinds of piece and titles are numbers in the rules and words in actions and events.
"""

from __future__ import annotations

import tomllib
from importlib.resources import files

_BOX = tomllib.loads(
    (files("bastide.plugins.barony") / "data" / "box.toml").read_text(encoding="utf-8")
)

# terrains

TERRAINS: tuple[str, ...] = (*(str(each["id"]) for each in _BOX["terrain"]), "lake")
"""Terrain ids by number; those before the lake are kinds of token, too."""

MOUNTAIN, FOREST, PLAIN, FIELD, LAKE = range(5)
KINDS = range(LAKE)
"""Kinds of token by number."""

GOLD: tuple[int, ...] = tuple(each["gold"] for each in _BOX["terrain"])
"""What a token is worth when a title is bought, by kind. Rule: section 1."""

SILVER: tuple[int, ...] = tuple(each["silver"] for each in _BOX["terrain"])
"""What a token left over is worth at the end, in points, by kind. Rule: section 1."""

TOKENS: tuple[int, ...] = tuple(each["tokens"] for each in _BOX["terrain"])
"""Tokens in the bank before the game, by kind. Rules: SET-4, section 2."""

# pieces

KNIGHT, VILLAGE, STRONGHOLD, CITY = range(4)
PIECES: tuple[str, ...] = ("knight", "village", "stronghold", "city")
"""Ids of the kinds of piece by number; all but the knight are structures."""

AMOUNTS: tuple[int, ...] = tuple(_BOX["pieces"][piece] for piece in PIECES)
"""Pieces of each seat, by kind. Rule: section 2, SET-2."""

# titles and scores

TITLES: tuple[str, ...] = tuple(_BOX["titles"]["ids"])
"""Ids of the ranks, lowest first. Rule: TTL-1."""

DUKE = len(TITLES) - 1

TITLE_GOLD: int = _BOX["titles"]["gold"]
"""Least gold that a title costs. Rule: TTL-2."""

TITLE_POINTS: int = _BOX["titles"]["points"]
"""Points of one rank. Rule: TTL-6."""

CITY_POINTS = 10
"""Points of a city founded after the draft. Rule: CTY-7."""

# limits of actions

MOST_RECRUITS, MOST_LAKE_RECRUITS = 2, 3
"""Knights recruited at once, and beside a lake. Rules: REC-2, REC-3."""

EXPEDITION_KNIGHTS = 2
"""Knights of the reserve that an expedition takes; one of them goes to the box. Rule: EXP-1."""

# the board and the draft

TILES: tuple[tuple[int, ...], ...] = tuple(
    tuple("mfpdl".index(letter) for letter in hexes) for hexes in _BOX["tiles"]["hexes"]
)
"""The terrains of each tile's three hexes, clockwise."""

TILES_PER_SEAT = 9
"""Rule: BRD-1."""

DRAFT: dict[int, tuple[int, ...]] = {
    int(seats): tuple(order) for seats, order in _BOX["draft"].items()
}
"""The seat of each starting city, in order, by number of seats. Rule: DRF-1."""
