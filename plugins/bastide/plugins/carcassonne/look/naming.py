"""Short names of tiles as they lie, made from their topology: for the hand and the log.

`Words.tile` says the same at length.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from bastide.core.look.words import chained
from bastide.core.messages import Text
from bastide.plugins.carcassonne.pieces import SIDES, City, Road, Tile, turn_sides

CITY = {
    "N": "city north",
    "E": "city east",
    "S": "city south",
    "W": "city west",
    "NE": "city north-east",
    "ES": "city south-east",
    "SW": "city south-west",
    "NW": "city north-west",
    "NS": "city north-south",
    "EW": "city east-west",
    "NES": "city on all sides but west",
    "ESW": "city on all sides but north",
    "NSW": "city on all sides but east",
    "NEW": "city on all sides but south",
    "NESW": "city on all sides",
}
ROAD = {
    "N": "road north",
    "E": "road east",
    "S": "road south",
    "W": "road west",
    "NE": "road north-east",
    "ES": "road south-east",
    "SW": "road south-west",
    "NW": "road north-west",
    "NS": "road north-south",
    "EW": "road east-west",
}
CROSSING = {
    "NES": "crossing on all sides but west",
    "ESW": "crossing on all sides but north",
    "NSW": "crossing on all sides but east",
    "NEW": "crossing on all sides but south",
    "NESW": "crossing on all sides",
}


class Lying(NamedTuple):
    """A tile type and its quarter turns clockwise."""

    tile: Tile
    turn: int


def ordered(sides: Iterable[str]) -> str:
    """Return sides as one text, in the order N E S W."""
    return "".join(sorted(sides, key=SIDES.index))


def marked(text: Text, shown: str, marks: Iterable[str]) -> str:
    """Return the name of a segment with its marks: `city north, well`."""
    for mark in marks:
        shown = text("{shown}, {mark}", shown=shown, mark=text(mark))
    return shown


def series(text: Text, parts: Sequence[str]) -> str:
    """Return `a; b; c`."""
    return chained(parts, lambda a, b: text("{first}; {next}", first=a, next=b))


class Namer:
    """Names of tiles in one language."""

    def __init__(self, text: Text) -> None:
        self._text = text

    def tile(self, lying: Lying) -> str:
        """Return the short name of a tile: `city north-west, pennant; road south-east`."""
        tile, turn = lying
        parts = [self._text("monastery")] if tile.monastery else []
        parts += [self._city(city, turn) for city in tile.cities]
        crossing = self._crossing(lying)
        shown = [road for road in tile.roads if not (crossing and road.ends == "crossing")]
        parts += [self._road(road, turn) for road in shown]
        return series(self._text, [*parts, crossing] if crossing else parts)

    def _city(self, city: City, turn: int) -> str:
        shown = self._text(CITY[ordered(turn_sides(city.sides, turn))])
        if city.pennants:
            shown = self._text("{city}, pennant", city=shown)
        return marked(self._text, shown, city.marks)

    def _road(self, road: Road, turn: int) -> str:
        shown = self._text(ROAD[ordered(turn_sides(road.sides, turn))])
        return marked(self._text, shown, road.marks)

    def _crossing(self, lying: Lying) -> str:
        """Name three or four roads that meet; "" where fewer do, or where they carry marks."""
        legs = [road for road in lying.tile.roads if road.ends == "crossing"]
        sides = ordered(turn_sides([leg.sides[0] for leg in legs], lying.turn))
        plain = sides in CROSSING and not any(leg.marks for leg in legs)
        return self._text(CROSSING[sides]) if plain else ""
