"""Shapes of data: what a field may be, written as a table.

A shape reads plain data from the other side into typed values. Whatever does not fit is a
`PeerError` that names the field. Nothing here knows a particular message.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, Protocol

from bastide.core.encoding import EncodingError, dec
from bastide.net import limits
from bastide.net.errors import MALFORMED, PeerError
from bastide.net.identity import check_name, is_host


class Shape(Protocol):
    """What one field may be."""

    def read(self, value: object, where: str) -> object:
        """Return the typed value of plain data.

        Raises:
            PeerError: it does not fit; the sentence names `where`.
        """
        ...


def misfit(where: str, what: str) -> PeerError:
    """Return the error of a field that is not what it should be."""
    return PeerError(
        "The message field {field} is not {expected}.", code=MALFORMED, field=where, expected=what
    )


def read_encoded(shape: Shape, body: bytes, where: str) -> object:
    """Return the typed value of data that comes encoded, as its author has signed it.

    Raises:
        PeerError: it is malformed, or does not fit; the sentence names `where`.
    """
    try:
        content = dec(body, limits.FRAME_BEFORE_AUTH)
    except EncodingError as error:
        raise misfit(where, "well-formed data") from error
    return shape.read(content, where)


class Whole(NamedTuple):
    """An integer from `low` to `high`, both included."""

    low: int
    high: int

    def read(self, value: object, where: str) -> int:
        """Return the integer."""
        if type(value) is not int or not self.low <= value <= self.high:
            raise misfit(where, f"an integer from {self.low} to {self.high}")
        return value


class Words(NamedTuple):
    """Text of at most `most` bytes of UTF-8."""

    most: int

    def read(self, value: object, where: str) -> str:
        """Return the text."""
        if type(value) is not str or len(value.encode()) > self.most:
            raise misfit(where, f"text of at most {self.most} bytes")
        return value


class Word(NamedTuple):
    """Text of at most `most` bytes of UTF-8 that can be shown as it is."""

    most: int

    def read(self, value: object, where: str) -> str:
        """Return the text."""
        if type(value) is not str or len(value.encode()) > self.most or not value.isprintable():
            raise misfit(where, f"printable text of at most {self.most} bytes")
        return value


class Octets(NamedTuple):
    """From `low` to `high` bytes, both included, a multiple of `unit`."""

    low: int
    high: int
    unit: int = 1

    def read(self, value: object, where: str) -> bytes:
        """Return the bytes."""
        if type(value) is bytes and self._fits(len(value)):
            return value
        size = f"{self.low}" if self.low == self.high else f"{self.low} to {self.high}"
        raise misfit(where, f"{size} bytes")

    def _fits(self, size: int) -> bool:
        return self.low <= size <= self.high and size % self.unit == 0


class YesNo(NamedTuple):
    """True or false."""

    def read(self, value: object, where: str) -> bool:
        """Return the boolean."""
        if type(value) is not bool:
            raise misfit(where, "true or false")
        return value


class OneOf(NamedTuple):
    """One of a few words."""

    words: tuple[str, ...]

    def read(self, value: object, where: str) -> str:
        """Return the word."""
        if type(value) is not str or value not in self.words:
            raise misfit(where, "one of " + ", ".join(self.words))
        return value


class Name(NamedTuple):
    """A display name."""

    def read(self, value: object, where: str) -> str:
        """Return the name."""
        if type(value) is not str:
            raise misfit(where, "text")
        try:
            return check_name(value)
        except PeerError:
            raise misfit(where, "a name fit to be shown") from None


class Host(NamedTuple):
    """A host name or an address."""

    def read(self, value: object, where: str) -> str:
        """Return the host."""
        if type(value) is not str or not is_host(value):
            raise misfit(where, "a host")
        return value


class Maybe(NamedTuple):
    """Nil, or another shape."""

    inner: Shape

    def read(self, value: object, where: str) -> object:
        """Return None or the value."""
        return None if value is None else self.inner.read(value, where)


class Many(NamedTuple):
    """A list of at most `most` of one shape; read into a tuple."""

    inner: Shape
    most: int

    def read(self, value: object, where: str) -> tuple[object, ...]:
        """Return the items."""
        if type(value) is not list or len(value) > self.most:
            raise misfit(where, f"a list of at most {self.most}")
        return tuple(self.inner.read(each, where) for each in value)


class Row(NamedTuple):
    """A list of fixed length, one shape a place; read by calling `make` with the items."""

    make: Callable[..., object]
    shapes: tuple[Shape, ...]

    def read(self, value: object, where: str) -> object:
        """Return what `make` makes of the items."""
        if type(value) is not list or len(value) != len(self.shapes):
            raise misfit(where, f"a list of {len(self.shapes)}")
        return self.make(*(s.read(v, where) for s, v in zip(self.shapes, value, strict=True)))


class Settings(NamedTuple):
    """A map of at most `most` options, by short names: numbers, words, yes or no; read into a dict.

    `name` and `text` are the shapes of its keys and of the values that are text.
    """

    most: int
    name: Word
    text: Word

    def read(self, value: object, where: str) -> dict[str, object]:
        """Return the map."""
        if type(value) is not dict or len(value) > self.most:
            raise misfit(where, f"a map of at most {self.most}")
        for key, each in value.items():
            self.name.read(key, where)
            if type(each) is not int and type(each) is not bool:
                self.text.read(each, f"{where}.{key}")
        return value


class Fields(NamedTuple):
    """A map with exactly these keys, in the order of the fields of `make`, a NamedTuple."""

    make: Callable[..., object]
    shapes: dict[str, Shape]

    def read(self, value: object, where: str) -> object:
        """Return what `make` makes of the fields."""
        if type(value) is not dict:
            raise misfit(where, "a map")
        if value.keys() != self.shapes.keys():
            raise self._other_keys(value, where)
        return self.make(*(s.read(value[k], f"{where}.{k}") for k, s in self.shapes.items()))

    def _other_keys(self, value: dict[str, object], where: str) -> PeerError:
        missing = sorted(self.shapes.keys() - value.keys())
        if missing:
            return PeerError(
                "The message field {field} is missing.",
                code=MALFORMED,
                field=f"{where}.{missing[0]}",
            )
        surplus = min(value.keys() - self.shapes.keys())
        return PeerError(
            "The message field {field} is not known.",
            code=MALFORMED,
            field=f"{where}.{surplus[:32]!r}",
        )
