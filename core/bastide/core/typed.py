"""Numbers as people type them."""

from __future__ import annotations

_LONGEST = 9
"""Digits of a number: more mean nothing in any game, and Python reads some thousand at most."""


def typed_number(text: str) -> int | None:
    """Return the number, 0 or more, that a word is; None for anything else.

    Only what counts places is a digit: `²` and `①` are none, though `str.isdigit` says so.
    """
    return int(text) if text.isdecimal() and len(text) <= _LONGEST else None
