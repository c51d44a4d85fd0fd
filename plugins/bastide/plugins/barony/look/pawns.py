"""The pawns on a hex as badges: letter of the seat, structure, knights. `A♜♞2`, ASCII `Ack2`."""

from __future__ import annotations

from typing import NamedTuple

from bastide.core.look.paints import badge
from bastide.core.look.words import LETTERS
from bastide.core.screen import Grid, Theme
from bastide.plugins.barony.pieces import PIECES
from bastide.plugins.barony.presence import knights_of, structure_of

UNICODE = dict(zip(PIECES, "♞⌂▣♜", strict=True))
ASCII = dict(zip(PIECES, "kvsc", strict=True))
"""What stands for a piece; small letters, since large ones are seats."""


class Badge(NamedTuple):
    """The pawns of one seat on a hex."""

    seat: int
    text: str


def badges(code: int, seats: int, room: int, ascii: bool) -> list[Badge]:
    """Return the badges of a hex that fit into so many columns; letters alone if need be."""
    signs = ASCII if ascii else UNICODE
    found = []
    for seat in range(seats):
        kind, n = structure_of(code, seat), knights_of(code, seat)
        text = signs[PIECES[kind]] if kind else ""
        if n:
            text += signs[PIECES[0]] + (str(n) if n > 1 else "")
        if text:
            found.append(Badge(seat, LETTERS[seat] + text))
    if sum(len(each.text) for each in found) <= room:
        return found
    if len(found) == 1:
        return [Badge(found[0].seat, found[0].text[:room])]
    return [Badge(each.seat, LETTERS[each.seat]) for each in found]


def put_badges(grid: Grid, x: int, y: int, width: int, found: list[Badge], theme: Theme) -> None:
    """Write badges into the middle of so many columns, apart where there is room."""
    gap = 1 if sum(len(each.text) + 1 for each in found) < width else 0
    x += (width - sum(len(each.text) + gap for each in found) + gap) // 2
    for each in found:
        x = grid.text(x, y, each.text, badge(theme.seats[each.seat])) + gap
