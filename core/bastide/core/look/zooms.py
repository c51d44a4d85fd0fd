"""Which drawing a look asks for: how large, in pixels or in characters."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from bastide.core.screen import Look

T = TypeVar("T")

ROOMY = 70
"""Columns of the board from which on there is room for long hints: 100 x 30 and more."""


def zoomed(zooms: Sequence[T], look: Look) -> T:
    """Return the zoom that a look asks for, or the nearest that there is."""
    return zooms[max(0, min(look.zoom, len(zooms) - 1))]


def characters(look: Look, unicode: T, ascii: T) -> T | None:
    """Return what to draw with; None where half blocks and colours are to be had."""
    if look.glyphs == "ascii":
        return ascii
    return unicode if look.glyphs == "unicode" or look.depth == "none" else None
