"""Which segments of two tiles join where the tiles meet, worked out for all pairs beforehand."""

from __future__ import annotations

from bastide.plugins.carcassonne.pieces import SIDES, Tile

Joins = tuple[tuple[int, int, int], ...]
"""Segments that meet at a side: (of this tile, of the other, open sides that close)."""

Port = tuple[str, int, int, int]
"""What lies at a side: terrain, its city or road segment (or -1), the fields at L and R (or -1)."""


def ports_of(tile: Tile, rotation: int) -> list[Port]:
    """Return the ports of a turned tile on N E S W."""
    at: dict[str, int] = {}
    for k, segment in enumerate(tile.segments(rotation)):
        at |= dict.fromkeys((*segment.sides, *segment.half_edges), k)
    edges = tile.turned_edges(rotation)
    return [
        (edge, at.get(side, -1), at.get(side + "L", -1), at.get(side + "R", -1))
        for side, edge in zip(SIDES, edges, strict=True)
    ]


def all_joins(shapes: list[tuple[Tile, int]]) -> list[list[tuple[Joins, ...]]]:
    """Return, by shape (a tile and its rotation), side and the neighbour's shape, what joins.

    Shapes have few different ports, so joins are worked out for pairs of these.
    """
    ports = [ports_of(tile, rotation) for tile, rotation in shapes]
    kinds = list(dict.fromkeys(port for row in ports for port in row))
    pairs = {mine: {theirs: joins_of(mine, theirs) for theirs in kinds} for mine in kinds}
    facing = [[row[(n + 2) % 4] for row in ports] for n in range(4)]
    rows = {
        (n, mine): tuple(map(pairs[mine].__getitem__, facing[n]))
        for n in range(4)
        for mine in kinds
    }
    return [[rows[n, row[n]] for n in range(4)] for row in ports]


def joins_of(mine: Port, theirs: Port) -> Joins:
    """Return what joins where two ports meet: the halves of fields crosswise; () if they differ."""
    if mine[0] != theirs[0]:
        return ()
    pairs = [(mine[1], theirs[1], 2), (mine[2], theirs[3], 0), (mine[3], theirs[2], 0)]
    return tuple(dict.fromkeys(pair for pair in pairs if pair[0] >= 0))
