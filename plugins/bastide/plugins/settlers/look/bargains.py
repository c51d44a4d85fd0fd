"""Cursors that make an offer: what it gives and asks for."""

from __future__ import annotations

from collections.abc import Iterable

from bastide.core.screen import Cursor
from bastide.plugins.settlers.look.cursors import GONE, pointed
from bastide.plugins.settlers.look.position import Position
from bastide.plugins.settlers.look.targets import LINE, Target
from bastide.plugins.settlers.look.tools import TERMS


def terms_of(numbers: Iterable[object]) -> tuple[int, ...]:
    """Return the terms of an offer: less than 0 is given, more is asked for."""
    both = [int(str(n)) for n in numbers]
    half = len(both) // 2
    return tuple(get - give for give, get in zip(both[:half], both[half:], strict=True))


def with_terms(position: Position, terms: Iterable[int]) -> Cursor:
    """Return the cursor with other terms of an offer."""
    cursor = position.cursor.without(TERMS, *GONE)
    return cursor.flagged(TERMS + ",".join(map(str, terms)))


def bargain(position: Position, kind: int, step: int) -> Cursor:
    """Return the cursor with one more of a resource asked for, or given."""
    terms = list(position.terms)
    terms[kind] = max(-99, min(99, terms[kind] + step))
    return with_terms(position.moved(pointed(position, Target(LINE, n=kind))), terms)
