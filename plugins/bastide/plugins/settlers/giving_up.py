"""Giving up: a player who does has lost at once, whatever the points (R46)."""

from __future__ import annotations

from bastide.core.events import Action
from bastide.core.state import State
from bastide.plugins.settlers.state import ID, other, realm

GIVE_UP_ACTION = "settlers.give_up"
"""Data: (who gives up, who has won by it), so that no other action is taken for this one."""

GAVE_UP = "settlers.gave_up"
"""Event: (who gave up, who has won by it)."""


def giving_up(seat: int) -> Action:
    """Return the action by which a seat gives up; it is accepted, and never listed."""
    return Action(GIVE_UP_ACTION, (seat, other(seat)))


def may_give_up(s: State, a: Action) -> bool:
    """Judge who gives up: the seat that decides, and nobody on its behalf."""
    return a == giving_up(s.seat)


def give_up(s: State, a: Action) -> None:
    """End the game: the other seat has won."""
    table = realm(s)
    table.given_up, table.winner = s.seat, other(s.seat)
    s.emit(ID, GAVE_UP, s.seat, other(s.seat))


def is_given_up(s: State) -> bool:
    """Tell whether the game has ended so."""
    return realm(s).given_up >= 0
