"""Frames and messages on a link, without sockets.

A frame is its length in four bytes, then one canonical map with a text field `t`. Bytes go in as
they arrive, whole payloads come out. A frame that is empty or over the limit in force is refused
as soon as its length is known; so is a message with an unknown kind, a missing or surplus field,
or a value of the wrong type. After any `PeerError` the link is to be closed.
"""

from __future__ import annotations

from typing import cast

from bastide.core.encoding import EncodingError, dec, enc, u32
from bastide.net import limits
from bastide.net.errors import MALFORMED, PeerError, UsageError
from bastide.net.links.messages import KINDS, SHAPES, WireMessage, plain_fields
from bastide.net.links.schema import Fields

_LENGTH_BYTES = 4


class FrameSplitter:
    """Cuts arriving bytes into payloads.

    Attributes:
        limit: largest payload accepted, in bytes; raised once both sides are known.
    """

    def __init__(self, limit: int = limits.FRAME_BEFORE_AUTH) -> None:
        """Start with the limit that holds before authentication."""
        self.limit = limit
        self._buffer = bytearray()

    def feed(self, data: bytes) -> None:
        """Take bytes as they arrived."""
        self._buffer += data

    def next_payload(self) -> bytes | None:
        """Return the next whole payload, or None until more has arrived.

        Raises:
            PeerError: the frame that comes next is empty or too long.
        """
        if len(self._buffer) < _LENGTH_BYTES:
            return None
        end = _LENGTH_BYTES + self._checked_length()
        if len(self._buffer) < end:
            return None
        payload = bytes(self._buffer[_LENGTH_BYTES:end])
        del self._buffer[:end]
        return payload

    @property
    def is_inside_frame(self) -> bool:
        """Whether a frame has begun that is not whole yet."""
        return bool(self._buffer)

    def _checked_length(self) -> int:
        length = int.from_bytes(self._buffer[:_LENGTH_BYTES], "big")
        if not 1 <= length <= self.limit:
            raise PeerError(
                "A frame of {size} bytes came, where 1 to {most} are accepted.",
                code=MALFORMED,
                size=length,
                most=self.limit,
            )
        return length


def frame(payload: bytes) -> bytes:
    """Return a payload with its length before it."""
    return u32(len(payload)) + payload


def encode(message: WireMessage) -> bytes:
    """Return the payload of a message.

    Raises:
        UsageError: it would be refused on the other side.
    """
    kind = KINDS[type(message)]
    try:
        payload = pack_fields(kind, SHAPES[kind], message)
        _checked(payload, limits.FRAME_AFTER_AUTH)
    except (PeerError, EncodingError) as error:
        raise UsageError(f"a {kind} message that no peer accepts: {error}") from error
    return payload


def decode(payload: bytes) -> WireMessage:
    """Check and decode one payload after the handshake.

    Raises:
        PeerError: not canonical, an unknown kind, or fields that are not as they should be.
    """
    return _checked(payload, limits.FRAME_AFTER_AUTH)


def _checked(payload: bytes, limit: int) -> WireMessage:
    kind, fields = unpack_fields(payload, limit)
    shape = SHAPES.get(kind)
    if shape is None:
        raise PeerError("A message of unknown kind {kind} came.", code=MALFORMED, kind=kind[:32])
    return cast(WireMessage, shape.read(fields, kind))  # SHAPES holds makers of WireMessage only


def pack_fields(kind: str, shape: Fields, message: tuple[object, ...]) -> bytes:
    """Return the payload of a message of any kind, handshake included."""
    return enc({"t": kind, **plain_fields(shape, message)})


def unpack_fields(payload: bytes, limit: int) -> tuple[str, dict[str, object]]:
    """Return the kind and the other fields of a payload, unchecked.

    Raises:
        PeerError: not a canonical map with a text field `t`.
    """
    try:
        fields = dec(payload, limit)
    except EncodingError as error:
        raise PeerError(
            "A message came that is {fault}.", code=MALFORMED, fault=str(error)
        ) from error
    if type(fields) is not dict or type(fields.get("t")) is not str:
        raise PeerError("A message came that does not name its kind.", code=MALFORMED)
    return fields.pop("t"), fields
