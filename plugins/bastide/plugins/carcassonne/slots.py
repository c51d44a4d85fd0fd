"""Where expansions and variants reach into Carcassonne.

| slot | a contribution |
|---|---|
| `TILES` | puts tile types in the box; their segments may carry marks |
| `DRAWN_FIRST` | has tiles of the box drawn before all others, in layers |
| `PIECES` | gives every seat another kind of piece, with a weight in majorities |
| `POINTS` | changes what a feature is worth, summand by summand |
| `CHOICES` | says which tiles the seat may lay |
| `CLAIMS` | says which hidden cards laying a tile uses |
| `MAY_PLACE` | forbids places where a tile would fit |
| `MAY_STAND` | forbids segments to a kind of piece |
| `PILE_EMPTY` | keeps the game going while there are tiles elsewhere |
| `MARK_ART` | draws a mark; not part of the rules |
| `PIECE_ART` | tells a kind of piece from a meeple on the board; not part of the rules |

Marks are words on segments. When segments join, the feature has the marks of all of them, each
once, in alphabetical order. The base game never reads one.
"""

from __future__ import annotations

from typing import NamedTuple

from bastide.core.events import Plain, Term
from bastide.core.slots import Fold, Table
from bastide.core.state import State
from bastide.plugins.carcassonne.pieces import Kind, Piece, Placed, Segment, Tile

FINISHED_CITY_POINTS = 2
"""For each tile and each pennant of a finished city. Rule: carcassonne.md, section 4."""

FIELD_CITY_POINTS = 3
"""For each finished city that a field touches. Rule: carcassonne.md, section 5.2."""


Claims = tuple[tuple[int, Plain], ...]
"""Hidden cards as an action claims them: (item, face)."""

Layers = tuple[tuple[str, ...], ...]
"""Ids of tiles, a text a copy: those of a layer are drawn before those of the next one."""


class Feature(NamedTuple):
    """A feature that is being scored: all segments that have joined.

    tiles: how many lie in it, each once; for a monastery its own and those around it.
    cities: finished ones that it touches; fields only.
    where: (x, y, segment id) of one of its segments, the one that was claimed first.
    pieces: the kinds that stand in it, whoever's, each once, in alphabetical order.
    """

    kind: Kind
    tiles: int
    pennants: int
    cities: int
    marks: tuple[str, ...]
    where: tuple[int, int, str]
    pieces: tuple[str, ...] = ()


class Art(NamedTuple):
    """How a mark looks.

    letter: for boards of characters, one column wide; ascii: the same without Unicode.
    rows: a picture, one text a pixel row; each character is a key of `colours`, a dot is nothing.
    It is drawn for a tile of 14 pixels a side. smaller: (pixels a side, picture) for smaller tiles;
    where there is none, `rows` is scaled.
    colours: (character, 0xRRGGBB).
    beside: next to the segment that carries the mark, instead of in its middle.
    """

    letter: str
    ascii: str
    rows: tuple[str, ...] = ()
    colours: tuple[tuple[str, int], ...] = ()
    beside: bool = False
    smaller: tuple[tuple[int, tuple[str, ...]], ...] = ()


class Sign(NamedTuple):
    """What stands after the letter of its seat where a piece stands on the board.

    letter: one column wide; ascii: the same without Unicode.
    """

    letter: str
    ascii: str


def points(terms: tuple[Term, ...], s: State, feature: Feature, done: bool, /) -> tuple[Term, ...]:
    """Return the summands of a feature's points; the base game's are added to none.

    Args:
        terms: the sum so far. A contribution returns another one and gives the reason as `note`
            of the terms that it changed; terms worth 0 are shown as such.
        s: the position, not to be changed.
        feature: what is scored.
        done: it is finished. Otherwise this is the final count, also for every field.

    Rule: carcassonne.md, sections 4, 5.1 and 5.2.
    """
    if feature.kind == "city":
        times = FINISHED_CITY_POINTS if done else 1
        if feature.pennants:
            pennants = Term(feature.pennants, "pennant", times)
            return (*terms, Term(feature.tiles, "tile", times), pennants)
        return (*terms, Term(feature.tiles, "tile", times))
    if feature.kind == "field":
        return (*terms, Term(feature.cities, "city", FIELD_CITY_POINTS))
    return (*terms, Term(feature.tiles, "tile"))


def drawn_first(layers: Layers, /) -> Layers:
    """Return the layers of tiles that are drawn, openly, before the rest of the box.

    Within a layer chance decides, so a fixed order is a layer a tile. The base game has none. It is
    asked once, when the rules are composed. A tile named here must be in the box, with the copies
    that are asked for besides the one that lies at the start; all others are drawn later.
    """
    return layers


def choices(tiles: tuple[str, ...], s: State, /) -> tuple[str, ...]:
    """Return the ids of the tiles that the seat to act may lay, each once.

    The base game gives the tile that was drawn, or none. A contribution may only name tiles whose
    faces these eyes know.
    """
    return tiles


def claims(used: Claims, s: State, tile: str, /) -> Claims:
    """Return the hidden cards that laying a tile uses; the action that lays it will claim them.

    tile: one of the `CHOICES`. The base game has no hidden cards.
    """
    return used


def may_place(allowed: bool, s: State, placed: Placed, /) -> bool:
    """Tell whether a tile may be laid where it fits."""
    return allowed


def may_stand(allowed: bool, segment: Segment, piece: str, /) -> bool:
    """Tell whether a kind of piece may ever be put on a segment, which lies as it says.

    It is asked once, when the rules are composed. A contribution speaks of its own kinds of pieces
    only, or of segments with marks of its own.
    """
    return allowed


def pile_empty(empty: bool, s: State, /) -> bool:
    """Tell whether no tile is left to be laid; the game then ends with the turn (rule: section 5).

    The base game looks into the bag. A contribution must not depend on faces.
    """
    return empty


TILES: Table[str, Tile] = Table("carcassonne.tiles")
"""Tile types by id. Exactly one of them is the start tile."""

PIECES: Table[str, Piece] = Table("carcassonne.pieces")
"""Kinds of playing pieces by id; every seat begins with the whole amount."""

DRAWN_FIRST = Fold(drawn_first)
POINTS = Fold(points)
CHOICES = Fold(choices)
CLAIMS = Fold(claims)
MAY_PLACE = Fold(may_place)
MAY_STAND = Fold(may_stand)
PILE_EMPTY = Fold(pile_empty)

MARK_ART: Table[str, Art] = Table("carcassonne.mark_art", rules=False)
"""Pictures by mark. A mark without one is drawn as its first letter."""

PIECE_ART: Table[str, Sign] = Table("carcassonne.piece_art", rules=False)
"""Signs by kind of piece. Without one a piece looks like a meeple, or like a large one where it
counts more.
"""
