"""How the water looks, and what the river changes, in words for players. No rules in here."""

from bastide.plugins.carcassonne.slots import Art

ABOUT = (
    "A river is laid before anything else. It begins at the spring, which lies there in place of "
    "the start tile, and each new tile goes on where it ends; the lake comes last.",
    "The river makes no U-turn: of two bends that follow each other, one turns left and one right.",
    "Nobody stands in the water. It parts fields as a road does, but for the spring and the lake, "
    "which a field goes round.",
    "There are 12 more tiles; the former start tile is drawn like any other.",
)

_BLUE = (("B", 0x2F6FC4), ("W", 0x9CC8F0))

ART = {
    "river": Art("≈", "~", rows=("BBBB", "BWBB", "BBWB", "BBBB"), colours=_BLUE),
    "spring": Art("○", "o", rows=(".BB.", "BWWB", "BWWB", ".BB."), colours=_BLUE),
    "lake": Art("●", "O", rows=(".BBBB.", "BBWBBB", "BBBBWB", ".BBBB."), colours=_BLUE),
}
