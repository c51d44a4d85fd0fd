"""What the columns of the database may hold. Anything else is damage, and is told by its column.

SQLite stores any value in any column, and a disk gives back anything at all: nothing that is read
is taken for what was written before one of these functions has looked at it.
"""

from __future__ import annotations

from collections.abc import Sequence

from bastide.core.encoding import INTEGER_LIMIT, EncodingError, dec
from bastide.net.errors import PeerError
from bastide.net.identity import Address, check_name, is_host, plain_text

BLOB_LIMIT = 64 * 1024 * 1024
ID_BYTES = 32
TITLE_CHARACTERS = 1000
LAST_SECOND = 253_402_300_799
"""The end of the year 9999, in seconds since the epoch."""


class Damaged(Exception):
    """A value that nobody has written.

    Attributes:
        where: its table and column, such as `game.title`.
    """

    def __init__(self, where: str) -> None:
        super().__init__(where)
        self.where = where


class Garbled(bytes):
    """Text of the database that is no UTF-8; no column may hold it."""


def decoded(raw: bytes) -> str | Garbled:
    """Return text of the database, whatever it is: one bad value must not hide a whole table."""
    try:
        return raw.decode()
    except UnicodeDecodeError:
        return Garbled(raw)


def blob(value: object, where: str, size: int | None = None) -> bytes:
    """Return bytes, of one length if that is given."""
    if type(value) is not bytes or (size is not None and len(value) != size):
        raise Damaged(where)
    return value


def text(value: object, where: str, most: int = TITLE_CHARACTERS) -> str:
    """Return one line of text, with nothing in it that cannot be shown."""
    if type(value) is not str or plain_text(value, most) != value:
        raise Damaged(where)
    return value


def number(value: object, where: str, most: int = INTEGER_LIMIT) -> int:
    """Return a whole number from 0 to `most`."""
    if type(value) is not int or not 0 <= value <= most:
        raise Damaged(where)
    return value


def plain(value: object, where: str) -> object:
    """Return the plain data that bytes are the canonical form of."""
    try:
        return dec(blob(value, where), BLOB_LIMIT)
    except EncodingError as error:
        raise Damaged(where) from error


def items(value: object, where: str) -> Sequence[object]:
    """Return a list of plain data."""
    found = plain(value, where)
    if not isinstance(found, list):
        raise Damaged(where)
    return found


def blobs(value: object, where: str, size: int) -> tuple[bytes, ...]:
    """Return a list of bytes of one length."""
    return tuple(blob(each, where, size) for each in items(value, where))


def pairs(value: object, where: str) -> list[tuple[object, object]]:
    """Return a list of pairs."""
    found: list[tuple[object, object]] = []
    for each in items(value, where):
        match each:
            case [one, other]:
                found.append((one, other))
            case _:
                raise Damaged(where)
    return found


def names(value: object, where: str) -> tuple[str, ...]:
    """Return a list of display names."""
    try:
        return tuple(check_name(text(each, where)) for each in items(value, where))
    except PeerError as error:
        raise Damaged(where) from error


def addresses(value: object, where: str) -> tuple[Address, ...]:
    """Return a list of addresses."""
    return tuple(_address(host, port, where) for host, port in pairs(value, where))


def _address(host: object, port: object, where: str) -> Address:
    found = Address(text(host, where), number(port, where, 65535))
    if not is_host(found.host) or not found.port:
        raise Damaged(where)
    return found
