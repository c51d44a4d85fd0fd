"""How the board is put together: a disc of tiles on a lattice, from a seed that nobody chose.

Hexes are (q, r), axial, with their points up; q grows to the east, r to the south-east. Copies of
one shape of three hexes cover the plane without gaps or overlaps when one lies at every anchor, a
hex with (q - r) divisible by 3; those nearest to a random centre are taken, so that there are no
holes and every tile touches others. Tiles are turned, never mirrored. Rules: BRD-1 to BRD-5.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from hashlib import sha256
from itertools import islice
from struct import Struct

from bastide.plugins.barony.pieces import TERRAINS, TILES, TILES_PER_SEAT

Cell = tuple[int, int]

SLOTS: dict[str, tuple[Cell, Cell, Cell]] = {
    "V": ((0, 0), (1, 0), (0, 1)),
    "A": ((0, 0), (0, 1), (-1, 1)),
}
"""The hexes of a tile from its anchor, clockwise: point down, point up."""

CENTRES = 36
"""Values of each coordinate of the disc's centre, in twelfths of a hex."""

_REACH = range(-12, 13)
_ANCHORS = tuple((q, r) for q in _REACH for r in _REACH if (q - r) % 3 == 0)
_WORDS = Struct(">8I")
_LIMIT = 1 << 32


class Stream:
    """Fair numbers from a text; the same on every machine."""

    def __init__(self, seed: str) -> None:
        self._words = self._all_words(f"barony-board-v1\n{seed}\n")

    @staticmethod
    def _all_words(head: str) -> Iterator[int]:
        counter = 0
        while True:
            yield from _WORDS.unpack(sha256(f"{head}{counter}".encode()).digest())
            counter += 1

    def words(self, n: int) -> list[int]:
        """Return the next n words, 0 .. 2**32 - 1."""
        return list(islice(self._words, n))

    def below(self, k: int) -> int:
        """Return a number from 0 to k - 1, each equally likely."""
        most = _LIMIT - _LIMIT % k
        return next(word for word in self._words if word < most) % k


def assemble(seed: str, seats: int) -> str:
    """Return the board of a seed as text, see `board_text`."""
    stream, amount = Stream(seed), TILES_PER_SEAT * seats
    tiles = shuffled(stream)[:amount]
    centre = stream.below(CENTRES), stream.below(CENTRES)
    slots = SLOTS["V" if stream.below(2) == 0 else "A"]
    hexes: dict[Cell, int] = {}
    for tile, (q, r) in zip(tiles, nearest(centre, amount), strict=True):
        turn = stream.below(3)
        for i, (dq, dr) in enumerate(slots):
            hexes[q + dq, r + dr] = TILES[tile][(i - turn) % 3]
    return board_text((q, r, TERRAINS[terrain]) for (q, r), terrain in hexes.items())


def shuffled(stream: Stream) -> list[int]:
    """Return the numbers of all tiles in random order."""
    order = list(range(len(TILES)))
    for i in range(len(order) - 1, 0, -1):
        j = stream.below(i + 1)
        order[i], order[j] = order[j], order[i]
    return order


def nearest(centre: Cell, amount: int) -> list[Cell]:
    """Return the anchors nearest to a centre, in twelfths of a hex; the nearest first."""
    cq, cr = centre

    def distance(anchor: Cell) -> tuple[int, int, int]:
        q, r = anchor
        x, y = 12 * q - cq, 12 * r - cr
        return x * x + x * y + y * y, q, r

    return sorted(_ANCHORS, key=distance)[:amount]


def board_text(hexes: Iterable[tuple[int, int, str]]) -> str:
    """Return a board as text: a line `q,r,terrain` a hex, sorted by q and r."""
    return "".join(f"{q},{r},{terrain}\n" for q, r, terrain in sorted(hexes))
