"""How inns and cathedrals look on tiles; the painters of Carcassonne draw them."""

from __future__ import annotations

from bastide.plugins.carcassonne.slots import Art
from bastide.plugins.inns_and_cathedrals.pieces import CATHEDRAL, INN

ART = {
    INN: Art("⌂", "H", ("RRBB", "BBBB", "BBBB"), (("R", 0xC8402C), ("B", 0x4084D0)), beside=True),
    CATHEDRAL: Art("♜", "T", ("GGGG", "GWWG", "GGGG"), (("G", 0x787C96), ("W", 0xE8E6EC))),
}
