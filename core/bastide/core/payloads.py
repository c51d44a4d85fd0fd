"""The payloads of entries: what a place wrote, as the kind of the entry requires it."""

from __future__ import annotations

from bastide.core.encoding import EncodingError, enc
from bastide.core.events import Action, Plain

MAX_MOVE = 16 * 1024
"""Bytes of an encoded action."""

Payload = dict[str, object]


class PayloadError(ValueError):
    """A payload that is not what its kind requires."""


def action_payload(action: Action) -> list[object]:
    """Return an action as it stands in an entry."""
    return [action.kind, action.data, action.claims]


def read_move(payload: Payload) -> Action:
    """Return the action of a move.

    Raises:
        PayloadError: it does not have the form of one.
    """
    if set(payload) != {"m"}:
        raise PayloadError("a move that has not the one field of a move")
    return read_action(payload["m"])


def read_commit(payload: Payload) -> bytes:
    """Return the commitment of a commit.

    Raises:
        PayloadError: it does not have the form of one.
    """
    return binary_fields(payload, {"c": 32})["c"]


def read_reveal(payload: Payload) -> tuple[object, bytes]:
    """Return the value and the nonce of a reveal.

    Raises:
        PayloadError: it does not have the form of one.
    """
    nonce = payload.get("r")
    if set(payload) != {"v", "r"} or not isinstance(nonce, bytes) or len(nonce) != 32:
        raise PayloadError("a reveal that has not a value and a nonce of 32 bytes")
    return payload["v"], nonce


def read_action(value: object) -> Action:
    """Return the action that decoded plain data stands for.

    Raises:
        PayloadError: it does not have the form of one.
    """
    match value:
        case [str(kind), list(data), list(claims)]:
            try:
                size = len(enc(value))
            except EncodingError as error:
                raise PayloadError(str(error)) from error
            if size > MAX_MOVE:
                raise PayloadError("an action that is too long")
            return Action(kind, tuple(map(_plain, data)), tuple(map(_claim, claims)))
    raise PayloadError("a move that is no action")


def _claim(claim: object) -> tuple[int, Plain]:
    match claim:
        case [item, face] if type(item) is int:
            return item, _plain(face)
    raise PayloadError("a claim that names no card")


def _plain(value: object) -> Plain:
    if isinstance(value, list):
        return tuple(map(_plain, value))
    if value is None or isinstance(value, bool | int | str | bytes):
        return value
    raise PayloadError("a map inside an action")


def binary_fields(payload: Payload, fields: dict[str, int]) -> dict[str, bytes]:
    """Return a payload that has exactly these binary fields of these lengths.

    Raises:
        PayloadError: it has not.
    """
    if set(payload) != set(fields):
        raise PayloadError("wrong fields in a payload")
    out: dict[str, bytes] = {}
    for name, length in fields.items():
        value = payload[name]
        if not isinstance(value, bytes) or len(value) != length:
            raise PayloadError("a field of another length than it must have")
        out[name] = value
    return out
