"""How inns and cathedrals look on tiles, and what they do, in words for players."""

from __future__ import annotations

from bastide.plugins.carcassonne.slots import Art
from bastide.plugins.inns_and_cathedrals.pieces import CATHEDRAL, INN

ABOUT = (
    "A road with an inn scores 2 points a tile once it is finished, and nothing if it never is.",
    "A city with a cathedral scores 3 points a tile and 3 a pennant once it is finished, and "
    "nothing if it never is.",
    "Everybody has one large meeple, too. It is put like any other, and counts as two where it "
    "matters who has most; b takes it in place of a usual one.",
    "There are 18 more tiles, and up to six can play.",
)

_INN = (".RRR.", "RRRRR", "BWDWB", "BBBBB")
_SMALLER_INNS = (
    (10, ("RRRR", "BWDB", "BBBB")),
    (8, ("RRR", "BWB", "BBB")),
    (6, ("RR", "BB")),
)
"""A red roof on a blue lake."""

_CATHEDRAL = (
    "S.....S",
    "SS...SS",
    "WW.S.WW",
    "WWSSSWW",
    "WDWOWDW",
    "WWWDWWW",
    "WWWDWWW",
)
_SMALLER_CATHEDRALS = (
    (10, ("S...S", "W.S.W", "WSSSW", "WDWDW", "WWDWW")),
    (8, ("S..S", "WSSW", "WWWW", "WDDW")),
    (6, ("S..S", "WSSW", "WDDW")),
)
"""Two towers and a nave, of pale stone under slate."""

_WATER, _RED, _WALL, _DOOR = 0x4084D0, 0xD02820, 0xF0E4D0, 0x6A5A4C
_STONE, _SLATE, _SHADE, _ROSE = 0xE8E6EC, 0x565C76, 0x6E7086, 0x3C78C8

ART = {
    INN: Art(
        letter="⌂",
        ascii="H",
        rows=_INN,
        colours=(("R", _RED), ("B", _WATER), ("W", _WALL), ("D", _DOOR)),
        beside=True,
        smaller=_SMALLER_INNS,
    ),
    CATHEDRAL: Art(
        letter="♜",
        ascii="T",
        rows=_CATHEDRAL,
        colours=(("W", _STONE), ("S", _SLATE), ("D", _SHADE), ("O", _ROSE)),
        smaller=_SMALLER_CATHEDRALS,
    ),
}
