"""A second opinion on every point: it reads the tile data itself and floods the whole board anew.

It watches the events of a game (tile, meeple, meeple back, score) and shares no code with the
rules: not the tables, not the features, not the slots. Slow and simple on purpose.
"""

from __future__ import annotations

import tomllib
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any, ClassVar, NamedTuple

from bastide.core.events import Event

PLUGINS = Path(__file__).parents[3] / "plugins" / "bastide" / "plugins"
DATA = PLUGINS / "carcassonne" / "data" / "tiles.toml"

SIDES = "NESW"
OFFSET = {"N": (0, -1), "E": (1, 0), "S": (0, 1), "W": (-1, 0)}
OTHER_HALF = {"L": "R", "R": "L"}
Segment = tuple[int, int, str]


class Given(NamedTuple):
    """Points of a score event, without the sum."""

    seat: int
    points: int
    category: str


@cache
def types() -> dict[str, dict[str, Any]]:
    """Return the tile types by id, as they stand in the files of all plugins that have some."""
    files = sorted(PLUGINS.glob("*/data/tiles.toml"))
    tables = [tomllib.loads(file.read_text(encoding="utf-8"))["tile"] for file in files]
    return {tile["id"]: tile for tiles in tables for tile in tiles}


@cache
def ports(tile: str, rotation: int) -> dict[str, str]:
    """Return which segment owns a side (`N`) or a half-edge (`NL`) of a turned tile."""
    found = {}
    kind = types()[tile]
    for segment in (*kind["cities"], *kind["roads"], *kind["fields"]):
        for port in (*segment.get("sides", ()), *segment.get("half_edges", ())):
            found[SIDES[(SIDES.index(port[0]) + rotation) % 4] + port[1:]] = segment["id"]
    return found


@cache
def edges(tile: str, rotation: int) -> dict[str, str]:
    """Return the terrain of each side of a turned tile."""
    return {SIDES[(n + rotation) % 4]: each for n, each in enumerate(types()[tile]["edges"])}


def facing(port: str) -> str:
    """Return the port of the neighbour that meets this one."""
    side = SIDES[(SIDES.index(port[0]) + 2) % 4]
    return side + OTHER_HALF[port[1]] if len(port) == 2 else side


class SlowScorer:
    """Checks a game event by event; `end` checks the final count."""

    amounts: ClassVar[dict[str, int]] = {"meeple": 7}
    weights: ClassVar[dict[str, int]] = {"meeple": 1}

    def __init__(self, seats: int) -> None:
        self.seats = seats
        start = next(id for id, tile in types().items() if tile["start"])
        self.tiles: dict[tuple[int, int], tuple[str, int]] = {(0, 0): (start, 0)}
        self.aside: list[str] = []
        self.meeples: dict[Segment, int] = {}
        self.pieces: dict[Segment, str] = {}
        self.last = (0, 0)
        self.totals = [0] * seats
        self.given: list[Given] = []
        self.final: list[Given] = []
        self.returned: list[Segment] = []

    # watching

    def watch(self, events: list[Event]) -> None:
        """Take the events of one turn: tile, meeple, points, meeples back."""
        self.given, self.returned = [], []
        for event in events:
            if event.source == "carcassonne":
                self.take(event.kind.removeprefix("carcassonne."), event.data)

    def take(self, kind: str, data: tuple[Any, ...]) -> None:
        match kind:
            case "place":
                self.lay(*data[1:])
            case "meeple":
                self.stand(data[0], data[1], data[2:])
            case "return":
                self.returned.append(data[2:])
                assert (self.meeples[data[2:]], self.pieces[data[2:]]) == data[:2]
            case "set_aside":
                self.aside.append(data[1])
                assert not self.places(data[1])
            case "score":
                (self.final if data[5] else self.given).append(Given(*data[:3]))
                assert data[1] == sum(number * times for number, _, times, _ in data[4])
                self.totals[data[0]] += data[1]

    def lay(self, tile: str, x: int, y: int, rotation: int) -> None:
        assert self.fits(tile, x, y, rotation)
        self.tiles[x, y] = (tile, rotation)
        self.last = (x, y)

    def fits(self, tile: str, x: int, y: int, rotation: int) -> bool:
        """Rule: section 3.1."""
        around = {}
        for side, (dx, dy) in OFFSET.items():
            if (x + dx, y + dy) in self.tiles:
                around[side] = edges(*self.tiles[x + dx, y + dy])[facing(side)]
        mine = edges(tile, rotation)
        matches = all(mine[side] == terrain for side, terrain in around.items())
        return (x, y) not in self.tiles and bool(around) and matches

    def places(self, tile: str) -> list[tuple[int, int, int]]:
        """Return every place of a tile, found by trying all cells around all tiles."""
        cells = {(x + dx, y + dy) for x, y in self.tiles for dx, dy in OFFSET.values()}
        return [(x, y, r) for x, y in cells for r in range(4) if self.fits(tile, x, y, r)]

    def stand(self, seat: int, piece: str, place: Segment) -> None:
        """Rule: section 3.3."""
        assert place[:2] == self.last
        assert self.standing()[seat, piece] < self.amounts[piece]
        assert not self.flood(place) & self.meeples.keys(), "the feature is taken"
        self.meeples[place], self.pieces[place] = seat, piece

    def standing(self) -> Counter[tuple[int, str]]:
        """Return how many pieces of each seat and kind are on the board."""
        return Counter((seat, self.pieces[place]) for place, seat in self.meeples.items())

    # points

    def flood(self, start: Segment) -> set[Segment]:
        """Return all segments that are joined to one."""
        found, todo = {start}, [start]
        while todo:
            x, y, id = todo.pop()
            for port, owner in ports(*self.tiles[x, y]).items():
                if owner == id:
                    dx, dy = OFFSET[port[0]]
                    if (x + dx, y + dy) in self.tiles:
                        there = ports(*self.tiles[x + dx, y + dy])[facing(port)]
                        if (x + dx, y + dy, there) not in found:
                            found.add((x + dx, y + dy, there))
                            todo.append((x + dx, y + dy, there))
        return found

    def is_closed(self, feature: set[Segment]) -> bool:
        """Tell whether each side of a city or road meets a tile."""
        return all(
            (x + OFFSET[port[0]][0], y + OFFSET[port[0]][1]) in self.tiles
            for x, y, id in feature
            for port, owner in ports(*self.tiles[x, y]).items()
            if owner == id
        )

    def around(self, x: int, y: int) -> int:
        near = [(x + dx, y + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1)]
        return sum(cell in self.tiles for cell in near)

    def pennants(self, feature: set[Segment]) -> int:
        return sum(
            city["pennants"]
            for x, y, id in feature
            for city in types()[self.tiles[x, y][0]]["cities"]
            if city["id"] == id
        )

    def cities_of(self, field: set[Segment]) -> int:
        """Return the number of different finished cities that a field touches (section 5.2)."""
        touched = {
            (x, y, city)
            for x, y, id in field
            for each in types()[self.tiles[x, y][0]]["fields"]
            if each["id"] == id
            for city in each["cities"]
        }
        cities = {frozenset(self.flood(city)) for city in touched}
        return sum(self.is_closed(set(city)) for city in cities)

    def points(self, feature: set[Segment], done: bool) -> int:
        """Rule: sections 4 and 5."""
        x, y, id = min(feature)
        tiles = len({place[:2] for place in feature})
        match id[0]:
            case "c":
                return (tiles + self.pennants(feature)) * (2 if done else 1)
            case "r":
                return tiles
            case "m":
                return self.around(x, y)
            case _:
                return 3 * self.cities_of(feature)

    def is_done(self, feature: set[Segment]) -> bool:
        x, y, id = min(feature)
        match id[0]:
            case "m":
                return self.around(x, y) == 9
            case _:
                return self.is_closed(feature)

    def claimed(self, kinds: str) -> list[set[Segment]]:
        """Return the features of some kinds that hold meeples, each once."""
        features: list[set[Segment]] = []
        for place in self.meeples:
            if place[2][0] in kinds and not any(place in feature for feature in features):
                features.append(self.flood(place))
        return features

    def due(self, feature: set[Segment], done: bool) -> list[Given]:
        """Return who gets how much for a feature."""
        crew = Counter[int]()
        for place, seat in self.meeples.items():
            crew[seat] += self.weights[self.pieces[place]] * (place in feature)
        winners = [seat for seat, n in crew.items() if n == max(crew.values())]
        kinds = {"c": "city", "r": "road", "m": "monastery", "f": "field"}
        category = kinds[min(feature)[2][0]]
        return [Given(seat, self.points(feature, done), category) for seat in winners]

    # checking

    def turn(self) -> None:
        """Check what the turn just watched gave, and what it gave back."""
        finished = [feature for feature in self.claimed("crm") if self.is_done(feature)]
        due = [given for feature in finished for given in self.due(feature, True)]
        assert sorted(due) == sorted(self.given)
        back = [place for place in self.meeples if any(place in feature for feature in finished)]
        assert sorted(back) == sorted(self.returned)
        for place in back:
            del self.meeples[place], self.pieces[place]

    def end(self) -> None:
        """Check the final count."""
        due = [each for feature in self.claimed("crmf") for each in self.due(feature, False)]
        assert sorted(due) == sorted(self.final)
