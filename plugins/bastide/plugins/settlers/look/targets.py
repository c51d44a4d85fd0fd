"""Things on the table that can be pointed at: regions, sites, the row, piles, cards of the hand."""

from __future__ import annotations

from typing import NamedTuple

REGION, SITE, CENTRE, PILE, CARD, LINE = "region", "site", "centre", "pile", "card", "line"
"""Kinds of targets. LINE: a line of a list that lies over the table or in the hand's pane."""


class Target(NamedTuple):
    """Something that can be pointed at.

    REGION: of a seat, at column `x` and a side. SITE: besides these its depth, `n`.
    CENTRE: a settlement, city, road, or a place for one, of a seat at column `x`.
    PILE: draw pile `n`, from 1. CARD: the n-th card of the own hand, from 0, as it is shown.
    LINE: the n-th line, from 0.
    """

    kind: str
    seat: int = -1
    x: int = 0
    side: str = ""
    n: int = 0
