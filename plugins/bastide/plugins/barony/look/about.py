"""How the game is played, in a few sentences for players."""

from __future__ import annotations

ABOUT = (
    "First each of you places three cities with a knight each: neither on a lake nor in a forest, "
    "and no two on neighbouring hexes.",
    "Then each turn you do one of six things: recruit up to two knights in a city, three beside a "
    "lake; move one or two knights by one hex; turn knights into villages or strongholds; turn a "
    "village into a city; send an expedition; or buy a title.",
    "Each village and stronghold brings one token of its land when it is built: mountain 2 gold, "
    "forest 3, plain 4, field 5. A title costs 15 gold, and no change is given.",
    "Knights do not enter lakes, nor hexes with an opposing city, stronghold or two pawns of one "
    "opponent, nor mountains with any opposing pawn.",
    "Where you have two pawns, all others there go home; for each village you take a token from "
    "its owner.",
    "A new city needs a village without opponents on its hex; it, too, stands in no forest and "
    "beside no other city, not even one of yours.",
    "An expedition puts a knight on an empty hex at the edge and costs another one for good.",
    "A title scores 15 points, a new city 10. Once somebody is a duke, the round is played to its "
    "end; then tokens left count for their gold less 2 each, and most points win. Of equal totals "
    "the later seat wins.",
)
"""Rule: barony.md, sections 6 to 9."""
