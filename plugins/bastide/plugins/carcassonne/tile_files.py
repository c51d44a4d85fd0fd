"""What a data file of tiles may say, before tiles are made of it: each field, and its values.

Whether edges and segments agree is asked of the finished tile, see `pieces.check_tile`.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Collection, Iterator, Mapping
from difflib import get_close_matches
from importlib.resources.abc import Traversable
from typing import Any, NamedTuple

from bastide.core.errors import RulesError

_SIDES = frozenset("NESW")
_HALVES = frozenset(side + half for side in "NESW" for half in "LR")
_CORNERS = frozenset({"NE", "SE", "SW", "NW"})


_NEAR = 0.75
"""How much alike an unknown field and one that is missing are, of 1, to be taken for the same."""


class TileError(RulesError):
    """A tile's data are wrong; the sentence names the tile, and what to do."""


class _Field(NamedTuple):
    """A field: what it holds, as an author would write it, and whether a value fits."""

    holds: str
    fits: Callable[[Any], bool]
    needed: bool = False


def _is_number(least: int) -> Callable[[Any], bool]:
    return lambda value: type(value) is int and value >= least


def _is_text(value: object) -> bool:
    return isinstance(value, str) and bool(value)


def _is_flag(value: object) -> bool:
    return isinstance(value, bool)


def _is_list_of(known: Collection[str], least: int) -> Callable[[Any], bool]:
    return lambda value: (
        isinstance(value, list) and len(value) >= least and all(each in known for each in value)
    )


def _is_list(kind: type) -> Callable[[Any], bool]:
    return lambda value: isinstance(value, list) and all(isinstance(each, kind) for each in value)


def _is_id(letter: str) -> Callable[[Any], bool]:
    return lambda value: isinstance(value, str) and bool(re.fullmatch(f"{letter}[0-9]+", value))


def _id_field(letter: str) -> _Field:
    return _Field(f'"{letter}1", "{letter}2" and so on', _is_id(letter), needed=True)


_SOME_SIDES = _Field('some of "N", "E", "S", "W" in a list', _is_list_of(_SIDES, 1), needed=True)
_SOME_HALVES = _Field(
    'some of "NL", "NR", "EL", "ER", "SL", "SR", "WL", "WR" in a list',
    _is_list_of(_HALVES, 0),
    needed=True,
)
_TEXTS = _Field("texts in a list", _is_list(str))
_TABLES = _Field("a list of { ... }", _is_list(dict))

_TILE = {
    "id": _Field("a text", _is_text, needed=True),
    "name": _Field("a text", _is_text, needed=True),
    "count": _Field("a number from 1", _is_number(1), needed=True),
    "edges": _Field(
        'four letters N E S W, each C, R or F, such as "CRFR"',
        lambda value: isinstance(value, str) and bool(re.fullmatch("[CRF]{4}", value)),
        needed=True,
    ),
    "start": _Field("true or false", _is_flag),
    "cities": _TABLES,
    "roads": _TABLES,
    "monastery": _Field("true or false", _is_flag),
    "fields": _TABLES,
    "gardens": _Field("a number from 0", _is_number(0)),
    "wall_corner": _Field(
        '{ city = "c1", corner = "SE" }',
        lambda value: (
            isinstance(value, dict)
            and value.keys() == {"city", "corner"}
            and value["corner"] in _CORNERS
        ),
    ),
    "stubs": _TEXTS,
}
_SEGMENTS = {
    "cities": {
        "id": _id_field("c"),
        "sides": _SOME_SIDES,
        "pennants": _Field("a number from 0", _is_number(0)),
        "marks": _TEXTS,
    },
    "roads": {
        "id": _id_field("r"),
        "sides": _SOME_SIDES,
        "ends": _Field(
            '"crossing", "monastery" or the id of a city', lambda value: isinstance(value, str)
        ),
        "marks": _TEXTS,
    },
    "fields": {
        "id": _id_field("f"),
        "half_edges": _SOME_HALVES,
        "cities": _TEXTS,
        "marks": _TEXTS,
    },
}


def read_tables(file: Traversable) -> list[dict[str, Any]]:
    """Return the tables of a data file of tiles, each with fields that exist and values that fit.

    Raises:
        TileError: the file, the tile, the field, and what to do.
    """
    try:
        tables = tomllib.loads(file.read_text(encoding="utf-8")).get("tile")
    except tomllib.TOMLDecodeError as error:
        raise TileError(f"{file.name}: it cannot be read as TOML: {error}") from None
    if not tables or not _is_list(dict)(tables):
        raise TileError(f"{file.name}: there is no tile: begin each with a line [[tile]]")
    for where, table, wanted in _checked(file.name, tables):
        _check_fields(where, table, wanted)
    return list(tables)


def _checked(
    file: str, tables: list[dict[str, Any]]
) -> Iterator[tuple[str, dict[str, Any], Mapping[str, _Field]]]:
    """Yield each tile, and then its segments, with where it stands and the fields it may have."""
    for n, tile in enumerate(tables, start=1):
        where = (
            f"{file}, tile {tile['id']}" if _is_text(tile.get("id")) else f"{file}, tile no. {n}"
        )
        yield where, tile, _TILE
        for kind, wanted in _SEGMENTS.items():
            for number, segment in enumerate(tile.get(kind, ()), start=1):
                yield f"{where}, no. {number} of {kind}", segment, wanted


def _check_fields(where: str, table: dict[str, Any], wanted: Mapping[str, _Field]) -> None:
    for name in table:
        if name not in wanted:
            missing = [key for key in wanted if key not in table]
            near = get_close_matches(name, missing, 1, _NEAR)
            do = f"call it {near[0]}" if near else f"there are {', '.join(wanted)}"
            raise TileError(f"{where}: there is no field {name}: {do}")
    for name, field in wanted.items():
        if name not in table and field.needed:
            raise TileError(f"{where}: {name} is missing: add it, {field.holds}")
        if name in table and not field.fits(table[name]):
            raise TileError(f"{where}: {name} is {table[name]!r}: write {field.holds}")
