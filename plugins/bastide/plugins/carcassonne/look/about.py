"""How the game is played, in a few sentences for players."""

from __future__ import annotations

ABOUT = (
    "Each turn you lay one tile: each of its sides must continue what it touches, road to road, "
    "city to city, field to field. A tile that fits nowhere is set aside, and you draw another.",
    "Then you may put a meeple on that tile: on a city, a road, a monastery or a field, unless "
    "somebody stands in it already, on whatever tile.",
    "What is finished scores at once, and its meeples come back: a road 1 point a tile; a city 2 "
    "a tile and 2 a pennant; a monastery 9, once eight tiles lie around it.",
    "Where several stand in one feature, all its points go to who has most meeples there; who are "
    "level get them all each.",
    "After the last tile the rest scores: a road 1 point a tile as before; a city 1 a tile and 1 a "
    "pennant; a monastery 1 and 1 for each tile around it; a field 3 for each finished city "
    "beside it.",
    "A meeple in a field stays there until the end. Most points win.",
)
"""Rule: carcassonne.md, sections 2 to 5."""
