"""Seventeen more tile types, those of Inns & Cathedrals, for painters that must know any tile."""

from __future__ import annotations

from pathlib import Path

from bastide.plugins.carcassonne.pieces import City, Field, Road, Tile, check_tile

FILE = Path(__file__).parent / "more_tiles.txt"


def more_tiles() -> tuple[Tile, ...]:
    """Return the tile types, checked."""
    lines = FILE.read_text(encoding="utf-8").splitlines()
    tiles = tuple(_tile(line) for line in lines if not line.startswith("#"))
    for tile in tiles:
        check_tile(tile)
    return tiles


def _tile(line: str) -> Tile:
    head, cities, roads, fields, rest = (part.strip() for part in line.split("|"))
    id, edges = head.split()
    wall = next((word.split("/")[1:] for word in rest.split() if word.startswith("wall")), [])
    stubs = next((word.split("/")[1:] for word in rest.split() if word.startswith("stubs")), [])
    return Tile(
        id=id,
        name=id,
        copies=1,
        start=False,
        edges=edges,
        cities=tuple(_city(*words) for words in _rows(cities)),
        roads=tuple(Road(words[0], tuple(words[1]), *_ends(words[2:])) for words in _rows(roads)),
        monastery="monastery" in rest.split(),
        fields=tuple(Field(id, _parts(halves), _parts(by)) for id, halves, by in _rows(fields)),
        wall_corner=tuple(wall),
        stubs=tuple(stubs),
    )


def _rows(text: str) -> list[list[str]]:
    return [row.split() for row in text.split(";") if row.strip()]


def _parts(text: str) -> tuple[str, ...]:
    return () if text == "-" else tuple(text.split("/"))


def _city(id: str, sides: str, *more: str) -> City:
    marks = tuple(word for word in more if word != "pennant")
    return City(id, tuple(sides), int("pennant" in more), marks)


def _ends(words: list[str]) -> tuple[str, tuple[str, ...]]:
    return words[0].strip("-"), tuple(words[1:])
