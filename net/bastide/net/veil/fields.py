"""Fields of the payloads of a veil: items and points, as one entry writes them.

What has not the form that it must have is a `PayloadError`.
"""

from __future__ import annotations

from bastide.core.payloads import Payload, PayloadError
from bastide.net.veil.group import is_point

_POINT = 32
"""Bytes of a point."""


def check_fields(payload: Payload, names: set[str]) -> None:
    """Require exactly these fields."""
    if set(payload) != names:
        raise PayloadError("wrong fields in a payload")


def check_items(payload: Payload, items: tuple[int, ...]) -> None:
    """Require the items that the task names, in its order, as whole numbers."""
    value = payload["i"]
    if not isinstance(value, list) or any(type(n) is not int for n in value):
        raise PayloadError("items that are no list of numbers")
    if tuple(value) != items:
        raise PayloadError("other items than those that are to be worked on")


def read_points(payload: Payload, field: str, n: int) -> tuple[bytes, ...]:
    """Return the `n` points of a field, all of them on the curve."""
    value = payload[field]
    if not isinstance(value, bytes) or len(value) != _POINT * n:
        raise PayloadError("a field that has not the right number of points")
    points = tuple(value[at : at + _POINT] for at in range(0, len(value), _POINT))
    if not all(map(is_point, points)):
        raise PayloadError("a point that is not on the curve")
    return points


def distinct(points: tuple[bytes, ...]) -> tuple[bytes, ...]:
    """Return points of which none may come twice."""
    if len(set(points)) < len(points):
        raise PayloadError("a point that comes twice")
    return points
