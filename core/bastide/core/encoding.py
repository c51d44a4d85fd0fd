"""The one binary form of structured data, and the one hash.

Everything that is signed, hashed, sent or stored is MessagePack in a canonical form: one value
has exactly one encoding. Text and binary are apart, maps have sorted text keys, there are no
floats and no extension types. `docs/protocol.md` specifies both functions.
"""

from __future__ import annotations

import hashlib
from typing import Any

import msgpack

MAX_DEPTH = 16
MAX_TEXT = 4096
MAX_ARRAY = 4096
MAX_MAP = 256
INTEGER_LIMIT = 2**53

_HEADER = b"bastide/"
_VERSION = b"/v1\x00"


class EncodingError(ValueError):
    """The bytes or the value have no canonical form."""


def enc(value: object) -> bytes:
    """Return the canonical encoding of plain data.

    Args:
        value: None, bool, int (strictly between -2**53 and 2**53), str, bytes, list, tuple, or a
            dict with text keys; nested at most 16 containers deep.

    Raises:
        EncodingError: anything else is inside.
    """
    return pack(_canonical(value, 0))


def pack(value: object) -> bytes:
    """Encode what is known to be canonical already, without looking at it again."""
    packed: bytes = msgpack.packb(value)
    return packed


def unpack(data: bytes) -> Any:
    """Decode what this very process has encoded, without looking whether it is canonical."""
    return msgpack.unpackb(data, strict_map_key=True)


def dec(data: bytes, limit: int = 65536) -> Any:
    """Decode canonical bytes; arrays come back as lists.

    Args:
        data: the whole of one value.
        limit: largest accepted length of `data`, in bytes.

    Raises:
        EncodingError: too long, malformed, not canonical, or something after the value.
    """
    if len(data) > limit:
        raise EncodingError(f"{len(data)} bytes, at most {limit} are accepted")
    try:
        value = msgpack.unpackb(
            data,
            raw=False,
            strict_map_key=True,
            max_ext_len=0,
            max_str_len=MAX_TEXT,
            max_bin_len=max(len(data), 1),
            max_array_len=MAX_ARRAY,
            max_map_len=MAX_MAP,
        )
    except (ValueError, msgpack.exceptions.UnpackException) as error:
        raise EncodingError("the bytes are damaged or cut off") from error
    if enc(value) != data:
        raise EncodingError("not in canonical form")
    return value


def _canonical(value: object, depth: int) -> object:
    if value is None or value is True or value is False:
        return value
    kind = type(value)
    if kind is int:
        if not -INTEGER_LIMIT < value < INTEGER_LIMIT:  # type: ignore[operator]  # kind is int
            raise EncodingError("an integer is out of range")
        return value
    if kind is bytes:
        return value
    if kind is str:
        try:
            value.encode()  # type: ignore[attr-defined]  # kind is str
        except UnicodeEncodeError as error:
            raise EncodingError("text that is not valid UTF-8") from error
        return value
    if depth == MAX_DEPTH:
        raise EncodingError(f"nested more than {MAX_DEPTH} deep")
    if isinstance(value, list | tuple):
        return [_canonical(each, depth + 1) for each in value]
    if isinstance(value, dict):
        for key in value:
            if type(key) is not str:
                raise EncodingError("a map key that is not text")
            _canonical(key, depth + 1)
        return {k: _canonical(value[k], depth + 1) for k in sorted(value, key=str.encode)}
    raise EncodingError(f"a value of type {kind.__name__}")


def prefixed(tag: str, *parts: bytes) -> bytes:
    """Return the bytes that `tagged_hash` hashes: purpose tag and length-prefixed parts."""
    joined = b"".join(len(part).to_bytes(4, "big") + part for part in parts)
    return _HEADER + tag.encode("ascii") + _VERSION + joined


def tagged_hash(tag: str, *parts: bytes) -> bytes:
    """Return SHA-256 (32 bytes) with a purpose tag and length-prefixed parts.

    The prefixes make `(a, bc)` and `(ab, c)` differ; every use has a tag of its own.
    """
    return hashlib.sha256(prefixed(tag, *parts)).digest()


def u8(number: int) -> bytes:
    """Return one byte."""
    return number.to_bytes(1, "big")


def u16(number: int) -> bytes:
    """Return two bytes, big-endian."""
    return number.to_bytes(2, "big")


def u32(number: int) -> bytes:
    """Return four bytes, big-endian."""
    return number.to_bytes(4, "big")
