"""The sentences of Carcassonne's screen. English texts are the message ids.

Each text is whole, with named fields; lists are put together by texts of their own (`{first},
{rest}`), so that a language may write them its own way.
"""

from __future__ import annotations

from collections.abc import Sequence

from bastide.core.look.words import Words as BaseWords
from bastide.core.look.words import chained
from bastide.core.messages import Text
from bastide.plugins.carcassonne.look.joined import Joined
from bastide.plugins.carcassonne.look.naming import Lying, Namer, marked, ordered, series
from bastide.plugins.carcassonne.look.view import place_name
from bastide.plugins.carcassonne.look.whereabouts import Whereabouts
from bastide.plugins.carcassonne.pieces import SIDES, Tile, turn_sides

CITY_ON = {
    "N": "city north",
    "E": "city east",
    "S": "city south",
    "W": "city west",
    "NE": "city north and east joined",
    "ES": "city east and south joined",
    "SW": "city south and west joined",
    "NW": "city north and west joined",
    "NS": "city north and south joined",
    "EW": "city east and west joined",
    "NES": "city north, east and south joined",
    "ESW": "city east, south and west joined",
    "NSW": "city north, south and west joined",
    "NEW": "city north, east and west joined",
    "NESW": "city on all four sides",
}
ROAD_ON = {
    "NE": "road north to east",
    "ES": "road east to south",
    "SW": "road south to west",
    "NW": "road north to west",
    "NS": "road north to south",
    "EW": "road east to west",
}
LEG_ON = {
    ("N", "crossing"): "road north to the crossing",
    ("E", "crossing"): "road east to the crossing",
    ("S", "crossing"): "road south to the crossing",
    ("W", "crossing"): "road west to the crossing",
    ("N", "monastery"): "road north to the monastery",
    ("E", "monastery"): "road east to the monastery",
    ("S", "monastery"): "road south to the monastery",
    ("W", "monastery"): "road west to the monastery",
    ("N", "city"): "road north to the city gate",
    ("E", "city"): "road east to the city gate",
    ("S", "city"): "road south to the city gate",
    ("W", "city"): "road west to the city gate",
}
ASKED = {
    ("N", "C"): "city to the north",
    ("N", "R"): "road to the north",
    ("N", "F"): "field to the north",
    ("E", "C"): "city to the east",
    ("E", "R"): "road to the east",
    ("E", "F"): "field to the east",
    ("S", "C"): "city to the south",
    ("S", "R"): "road to the south",
    ("S", "F"): "field to the south",
    ("W", "C"): "city to the west",
    ("W", "R"): "road to the west",
    ("W", "F"): "field to the west",
}


class Words(BaseWords):
    """Sentences about tiles, features and places in one language."""

    def __init__(self, text: Text) -> None:
        super().__init__(text)
        self._namer = Namer(text)
        self._whereabouts = Whereabouts(text)

    # lists and names

    def place(self, x: int, y: int) -> str:
        """Return the name of a cell."""
        return place_name(self.text, x, y)

    def listed(self, parts: Sequence[str]) -> str:
        """Return `a, b and c`."""
        if len(parts) < 2:
            return "".join(parts)
        start = chained(parts[:-1], lambda a, b: self.text("{first}, {next}", first=a, next=b))
        return self.text("{first} and {last}", first=start, last=parts[-1])

    def series(self, parts: Sequence[str]) -> str:
        """Return `a; b; c`."""
        return series(self.text, parts)

    # tiles

    def tile_name(self, tile: Tile, turn: int = 0) -> str:
        """Return the short name of a tile as it lies: `city north; road east-west`."""
        return self._namer.tile(Lying(tile, turn))

    def tile(self, tile: Tile, turn: int = 0) -> str:
        """Say what a tile shows as it lies: `city north and west joined, pennant; road ...`."""
        parts = []
        for city in tile.cities:
            shown = self.text(CITY_ON[ordered(turn_sides(city.sides, turn))])
            if city.pennants:
                shown = self.text("{city}, pennant", city=shown)
            parts.append(marked(self.text, shown, city.marks))
        for road in tile.roads:
            name = ordered(turn_sides(road.sides, turn))
            ends = road.ends if road.ends in ("crossing", "monastery") else "city"
            id = ROAD_ON[name] if len(road.sides) == 2 else LEG_ON[name, ends]
            parts.append(marked(self.text, self.text(id), road.marks))
        if tile.monastery:
            parts.insert(0, self.text("monastery"))
        return self.series(parts)

    def asked(self, edges: tuple[str, ...]) -> str:
        """Say what the neighbours ask of an empty cell."""
        around = zip(SIDES, edges, strict=True)
        parts = [self.text(ASKED[side, edge]) for side, edge in around if edge]
        return self.listed(parts)

    def where(self, tile: Tile, turn: int, segment: str) -> str:
        """Say where on a tile a piece may stand, so that no two segments are called the same."""
        return self._whereabouts.where(Lying(tile, turn), segment)

    # features

    def feature(self, feature: Joined, seat: int) -> str:
        """Return a feature in a few words, as a seat sees it: `your road (4 tiles)`."""
        kind, n = feature.kind, feature.tiles
        others = self.listed([self.name(other) for other in feature.seats if other != seat])
        if seat in feature.seats:
            return self._shared(kind, n, others) if others else self._own(kind, n)
        return self._theirs(kind, n, others) if others else self._free(kind, n)

    def _own(self, kind: str, n: int) -> str:
        t = self.text
        if kind == "city":
            return t.count("your city ({n} tile)", "your city ({n} tiles)", n)
        if kind == "road":
            return t.count("your road ({n} tile)", "your road ({n} tiles)", n)
        if kind == "monastery":
            return t.count("your monastery ({n} tile of 9)", "your monastery ({n} tiles of 9)", n)
        return t("your field")

    def _shared(self, kind: str, n: int, names: str) -> str:
        t = self.text
        if kind == "city":
            one, many = "your city ({n} tile, with {names})", "your city ({n} tiles, with {names})"
            return t.count(one, many, n, names=names)
        if kind == "road":
            one, many = "your road ({n} tile, with {names})", "your road ({n} tiles, with {names})"
            return t.count(one, many, n, names=names)
        return t("your field (with {names})", names=names)

    def _theirs(self, kind: str, n: int, names: str) -> str:
        t = self.text
        if kind == "city":
            one, many = "city of {names} ({n} tile)", "city of {names} ({n} tiles)"
        elif kind == "road":
            one, many = "road of {names} ({n} tile)", "road of {names} ({n} tiles)"
        elif kind == "monastery":
            one = "monastery of {names} ({n} tile of 9)"
            many = "monastery of {names} ({n} tiles of 9)"
        else:
            return t("field of {names}", names=names)
        return t.count(one, many, n, names=names)

    def _free(self, kind: str, n: int) -> str:
        t = self.text
        if kind == "city":
            return t.count("a free city ({n} tile)", "a free city ({n} tiles)", n)
        if kind == "road":
            return t.count("a free road ({n} tile)", "a free road ({n} tiles)", n)
        if kind == "monastery":
            one, many = "a free monastery ({n} tile of 9)", "a free monastery ({n} tiles of 9)"
            return t.count(one, many, n)
        return t("a free field")

    def joins(self, x: int, y: int, features: Sequence[Joined], seat: int) -> str:
        """Say what a tile would join on a cell."""
        place = self.place(x, y)
        finished = self.listed([self.feature(f, seat) for f in features if f.finished])
        others = self.listed([self.feature(f, seat) for f in features if not f.finished])
        if finished and others:
            return self.text(
                "{place} finishes {features} and joins {others}",
                place=place,
                features=finished,
                others=others,
            )
        if finished:
            return self.text("{place} finishes {features}", place=place, features=finished)
        if others:
            return self.text("{place} joins {features}", place=place, features=others)
        return self.text("{place} joins free fields only", place=place)
