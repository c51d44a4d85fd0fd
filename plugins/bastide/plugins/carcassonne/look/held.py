"""What lies in hands, as far as some eyes know it. Nothing here peeks.

The tile that was drawn is everybody's to see. Hidden cards of the kernel whose faces are tile types
are tiles in a hand; others see how many there are, until they are opened.
"""

from __future__ import annotations

from typing import NamedTuple

from bastide.core.chance import Open
from bastide.core.state import State
from bastide.plugins.carcassonne.state import board
from bastide.plugins.carcassonne.turn import PLACE, tiles_to_lay


class Held(NamedTuple):
    """A tile in a hand; `item` is the hidden card that it is, if it is one."""

    tile: str
    item: int | None = None


def hand_of(s: State, seat: int) -> tuple[Held, ...]:
    """Return the tiles to choose from: the own hand of the seat that looks, and what was drawn."""
    own = own_hand(s, seat)
    known = {held.tile for held in own}
    drawn = tiles_to_lay(known_to(s, seat)) if s.phase == PLACE else ()
    return own + tuple(Held(tile) for tile in drawn if tile not in known)


def own_hand(s: State, seat: int) -> tuple[Held, ...]:
    """Return the tiles that a seat holds itself, but for one just laid that is being opened."""
    if s.secrets is None or seat < 0:
        return ()
    laid = board(s).laid == s.turn
    opened = [item for r in s.waiting if laid and isinstance(r, Open) for item in r.items]
    return _tiles(s, [item for item in s.secrets.hands[seat] if item not in opened])


def open_hand(s: State) -> tuple[Held, ...]:
    """Return the tiles of the seat to act if everybody has been shown all of them."""
    if s.secrets is None or s.secrets.hidden(s.seat):
        return ()
    return _tiles(s, s.secrets.hands[s.seat])


def hidden_tiles(s: State) -> list[int]:
    """Return, by seat, how many tiles each holds that not everybody has seen."""
    if s.secrets is None:
        return [0] * s.seats
    return [len(s.secrets.hidden(seat)) for seat in range(s.seats)]


def tiles_in_hands(s: State) -> int:
    """Return how many tiles all seats hold together, open ones too."""
    return sum(map(len, s.secrets.hands)) if s.secrets else 0


def known_to(s: State, seat: int) -> State:
    """Return the position as a seat may know it; a position that knows more is narrowed."""
    if s.secrets is None or seat in (s.seat, s.eyes):
        return s
    return s.view(seat)


def _tiles(s: State, items: list[int]) -> tuple[Held, ...]:
    """Return those of some items whose faces are known, and are tiles."""
    types = board(s).tables.tiles
    faces = [(item, s.face(item)) for item in items]
    return tuple(
        Held(face, item) for item, face in faces if isinstance(face, str) and face in types
    )
