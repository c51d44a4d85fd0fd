"""Cursors that lay the start regions: one is lifted, then changes places with another one."""

from __future__ import annotations

from bastide.core.screen import Cursor
from bastide.plugins.settlers.look.cursors import asked, pointed
from bastide.plugins.settlers.look.position import Position
from bastide.plugins.settlers.look.targets import REGION, Target
from bastide.plugins.settlers.look.tools import LIFTED, ORDER, SWAP, write_target
from bastide.plugins.settlers.places import START_PLACES


def lift(position: Position, target: Target | None) -> Cursor:
    """Return the cursor with a region lifted, or put down where another one was."""
    if target is None or target.kind != REGION or target.seat != position.seat:
        return asked(position, SWAP)
    if position.lifted is None:
        return pointed(position, target).flagged(f"{LIFTED}{write_target(target)}")
    return swapped(position, position.lifted, target)


def swapped(position: Position, one: Target, two: Target) -> Cursor:
    """Return the cursor with two start regions in each other's place."""
    a, b = START_PLACES.index((one.x, one.side)), START_PLACES.index((two.x, two.side))
    order = list(position.order)
    order[a], order[b] = order[b], order[a]
    cursor = pointed(position, two).without(LIFTED, ORDER)
    cursor = cursor._replace(hand=position.cursor.hand // 2 * 2 + 2)
    return cursor.flagged(ORDER + ",".join(map(str, order)))
