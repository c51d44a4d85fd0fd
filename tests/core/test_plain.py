from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, ClassVar, Literal, NamedTuple, NewType

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bastide.core.encoding import dec, enc
from bastide.core.events import Action, Plain
from bastide.core.plain import PlainError, as_tuples, check_plain, plain, plain_of, unplain

Seat = NewType("Seat", int)


class Cell(NamedTuple):
    """A place on a board."""

    x: int
    y: int


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece that stands somewhere, or not."""

    kind: Literal["small", "large"]
    at: Cell | None = None


@dataclass(slots=True)
class Empty:
    """A slice without fields."""


@dataclass(slots=True)
class Everything:
    """A field of every shape that has a plain form."""

    number: int = 0
    flag: bool = False
    text: str = ""
    data: bytes = b""
    seat: Seat = Seat(0)
    maybe: int | str | None = None
    cells: list[Cell] = field(default_factory=list)
    pieces: tuple[Piece, ...] = ()
    pair: tuple[int, str] = (0, "")
    by_name: dict[str, list[int]] = field(default_factory=dict)
    by_cell: dict[Cell, Piece | None] = field(default_factory=dict)
    mixed: int | tuple[int, ...] = 0
    last: Action | None = None
    anything: Plain = None
    cached: int = field(default=7, metadata={"cache": True})
    shared: ClassVar[int] = 1


NUMBERS = st.integers(-(2**53) + 1, 2**53 - 1)
CELLS = st.builds(Cell, NUMBERS, NUMBERS)
PIECES = st.builds(Piece, st.sampled_from(["small", "large"]), st.none() | CELLS)
ANYTHING = st.recursive(
    st.none() | st.booleans() | NUMBERS | st.text(max_size=5) | st.binary(max_size=5),
    lambda inner: st.lists(inner, max_size=3).map(tuple),
    max_leaves=6,
)
ACTIONS = st.builds(
    Action,
    st.text(),
    st.lists(ANYTHING).map(tuple),
    st.lists(st.tuples(NUMBERS, ANYTHING)).map(tuple),
)
EVERYTHING = st.builds(
    Everything,
    number=NUMBERS,
    flag=st.booleans(),
    seat=st.integers(0, 5).map(Seat),
    text=st.text(),
    data=st.binary(),
    maybe=st.none() | NUMBERS | st.text(),
    cells=st.lists(CELLS),
    pieces=st.lists(PIECES).map(tuple),
    pair=st.tuples(NUMBERS, st.text()),
    by_name=st.dictionaries(st.text(), st.lists(NUMBERS)),
    by_cell=st.dictionaries(CELLS, st.none() | PIECES),
    mixed=NUMBERS | st.lists(NUMBERS).map(tuple),
    last=st.none() | ACTIONS,
    anything=ANYTHING,
    cached=st.just(7),
)


@given(EVERYTHING)
def test_a_value_comes_back_from_its_plain_form(value: Everything) -> None:
    assert unplain(Everything, plain(value)) == value


@given(EVERYTHING)
def test_it_comes_back_from_its_encoding_too(value: Everything) -> None:
    assert unplain(Everything, dec(enc(plain(value)))) == value


@given(EVERYTHING)
def test_both_ways_to_the_plain_form_agree(value: Everything) -> None:
    assert enc(plain_of(Everything)(value)) == enc(plain(value))


@given(st.dictionaries(st.text() | NUMBERS | st.booleans(), NUMBERS))
def test_the_order_of_a_dict_does_not_matter(value: dict[Plain, int]) -> None:
    turned = dict(reversed(list(value.items())))

    assert plain(value) == plain(turned)


def test_the_plain_form_is_arrays_of_fields_in_order() -> None:
    value = Everything(number=3, pieces=(Piece("small", Cell(1, 2)),), by_name={"b": [2], "a": []})

    assert plain(value)[:2] == [3, False]
    assert plain(value)[7] == [["small", [1, 2]]]
    assert plain(value)[9] == [["a", []], ["b", [2]]]


def test_pairs_are_sorted_by_the_encoding_of_their_keys() -> None:
    assert [key for key, _ in plain({10: 0, 9: 0, 300: 0, -1: 0, "a": 0})] == [9, 10, "a", 300, -1]


def test_cached_fields_are_left_out_and_come_back_as_their_defaults() -> None:
    value = Everything(cached=9)

    assert len(plain(value)) == 14
    assert unplain(Everything, plain(value)).cached == 7


def test_a_slice_without_fields_is_an_empty_array() -> None:
    assert plain(Empty()) == []
    assert unplain(Empty, []) == Empty()


@dataclass(slots=True)
class WithSet:
    """A slice with a set in it."""

    names: set[str]


@dataclass(slots=True)
class WithFloat:
    """A slice with a float in it."""

    inner: list[dict[str, float]]


@dataclass(slots=True)
class WithObject:
    """A slice with anything in it."""

    thing: object


@dataclass(slots=True)
class WithAny:
    """A slice that does not say what is in it."""

    thing: Any


@dataclass(slots=True)
class WithChoice:
    """A slice whose field is one of two shapes that cannot be told apart."""

    thing: Cell | Piece


@dataclass(slots=True)
class Outer:
    """A slice with a slice of another kind."""

    inner: WithSet


@pytest.mark.parametrize(
    ("kind", "sentence"),
    [
        (WithSet, "here: WithSet.names: set has no plain form"),
        (WithFloat, "here: WithFloat.inner: float has no plain form"),
        (WithObject, "here: WithObject.thing: object has no plain form"),
        (WithAny, "here: WithAny.thing: .*Any has no plain form"),
        (WithChoice, r"here: WithChoice.thing: Cell \| Piece cannot be told apart"),
        (Outer, "here: Outer.inner: WithSet.names: set has no plain form"),
    ],
)
def test_what_has_no_plain_form_is_refused_by_name(kind: type, sentence: str) -> None:
    with pytest.raises(PlainError, match=sentence):
        check_plain(kind, "here")


def test_a_value_without_a_plain_form_is_refused() -> None:
    with pytest.raises(PlainError, match="frozenset has no plain form"):
        plain((1, frozenset()))


def test_arrays_become_tuples() -> None:
    assert as_tuples([1, ["a", []], (b"", None)]) == (1, ("a", ()), (b"", None))
