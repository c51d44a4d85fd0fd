"""The variant's slice of the state. The tiles themselves are the kernel's hidden cards."""

from __future__ import annotations

from dataclasses import dataclass
from typing import cast

from bastide.core.chance import ALL_SEATS
from bastide.core.state import State

ID = "strategic"

PILE = "tiles"
"""The face-down tiles, the next one first: all that were under the start tile, while it lasts."""

NOTHING = -1


@dataclass(slots=True)
class Hands:
    """What is going on in a turn.

    laid: the item that its seat has laid and that is still to be opened, or NOTHING.
    """

    laid: int = NOTHING

    def clone(self) -> Hands:
        """Return an independent copy."""
        return Hands(self.laid)


def hands(s: State) -> Hands:
    """Return this plugin's slice."""
    part: Hands = s.parts[ID]
    return part


def held(s: State, seat: int) -> dict[str, int]:
    """Return the tiles of a hand that these eyes know, each once, with an item that shows it."""
    found = {tile: item for item, tile in s.cards().known(seat)}
    return cast("dict[str, int]", found)  # faces are ids of tiles


def is_shown(s: State, item: int) -> bool:
    """Tell whether everybody has seen an item."""
    return s.cards().seen[item] == ALL_SEATS


def pile(s: State) -> list[int]:
    """Return the items of the pile, the next one first; none before the hands are dealt."""
    return s.cards().piles.get(PILE, [])
