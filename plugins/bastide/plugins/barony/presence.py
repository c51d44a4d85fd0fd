"""Who stands on a hex, packed into one number, and what follows from it.

A hex has five bits for each seat: three for the number of knights (0 to 7), two for the structure
(0 none, 1 village, 2 stronghold, 3 city). Rules: OCC-1 to OCC-7.
"""

from __future__ import annotations

from itertools import product

from bastide.plugins.barony.pieces import CITY, VILLAGE

BITS = 5
KNIGHTS = 0b00111
"""The knights in a seat's five bits; one knight is 1."""

STRUCTURE = 3
"""How far the structure is shifted in a seat's five bits."""

MOST_SEATS = 4
MINE = tuple(0b11111 << BITS * seat for seat in range(MOST_SEATS))
"""The bits of a seat."""

OTHERS = tuple(sum(MINE) - mine for mine in MINE)
"""The bits of all other seats."""

_LONE_VILLAGE = VILLAGE << STRUCTURE
_LOW = sum(1 << STRUCTURE + BITS * seat for seat in range(MOST_SEATS))
_STRUCTURES = 3 * _LOW

SHARED = frozenset(
    sum(field << BITS * seat for seat, field in enumerate(fields))
    for fields in product((0, 1, _LONE_VILLAGE), repeat=MOST_SEATS)
)
"""What may stand on a hex that others may enter: of each seat one knight, one village, or nothing.
Rules: OCC-2, MOV-4, MOV-5."""


def field_of(code: int, seat: int) -> int:
    """Return a seat's five bits of a hex."""
    return code >> BITS * seat & 0b11111


def knights_of(code: int, seat: int) -> int:
    """Return how many knights of a seat stand on a hex."""
    return code >> BITS * seat & KNIGHTS


def structure_of(code: int, seat: int) -> int:
    """Return the kind of a seat's structure on a hex, 0 for none."""
    return code >> BITS * seat + STRUCTURE & 3


def pawns_of(code: int, seat: int) -> int:
    """Return how many pawns of a seat stand on a hex: knights and structures."""
    field = field_of(code, seat)
    return (field & KNIGHTS) + (field > KNIGHTS)


def has_structure(code: int) -> bool:
    """Tell whether any structure stands on a hex."""
    return code & _STRUCTURES != 0


def has_city(code: int) -> bool:
    """Tell whether a city stands on a hex: both bits of its structure are set."""
    return code & code >> 1 & _LOW != 0


def knights(seat: int, n: int = 1) -> int:
    """Return what n knights of a seat add to a hex."""
    return n << BITS * seat


def structure(seat: int, kind: int) -> int:
    """Return what a structure of a seat adds to a hex."""
    return kind << BITS * seat + STRUCTURE


assert CITY == 3, "has_city looks at the bits"
