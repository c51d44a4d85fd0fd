"""Putting the drawn tile back: who may still do so, and what follows."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from bastide.core.events import Action, Term
from bastide.core.messages import Message, message
from bastide.core.state import State
from bastide.plugins.carcassonne.state import board
from bastide.plugins.carcassonne.turn import DRAW, PLACE, legal_places, put_back

ID = "second_look"

BACK = "second_look.back"
"""Action: (tile)."""

UNUSED_POINTS = 2
"""For each time that a seat has not put a tile back."""


@dataclass(slots=True)
class Looks:
    """How many tiles each seat may still put back."""

    left: list[int]

    def clone(self) -> Looks:
        """Return an independent copy."""
        return Looks(self.left[:])


def looks(s: State) -> Looks:
    """Return this plugin's slice."""
    part: Looks = s.parts[ID]
    return part


def choices(s: State) -> Iterator[Action]:
    """Yield the places for the tile, then to put it back; not the last one, which would return."""
    yield from legal_places(s)
    if looks(s).left[s.seat] and board(s).bag:
        yield Action(BACK, (board(s).current,))


def look_again(s: State, a: Action) -> None:
    """Put the drawn tile back."""
    looks(s).left[s.seat] -= 1
    put_back(s)


def after_place(following: str, s: State) -> str:
    """Draw again if nothing was laid."""
    return following if board(s).laid == s.turn else DRAW


def why_not(s: State, a: Action) -> Message | None:
    """Return why the tile cannot be put back."""
    if s.phase != PLACE or a.data != (board(s).current,):
        return message("only the tile just drawn can be put back")
    if not looks(s).left[s.seat]:
        return message("you have put back as many tiles as you may")
    return message("the last tile cannot be put back")


def score_unused(s: State) -> None:
    """Give the points for what was not used."""
    for seat, left in enumerate(looks(s).left):
        if left:
            s.score(seat, ID, "second look", (Term(left, "unused", UNUSED_POINTS),), final=True)
