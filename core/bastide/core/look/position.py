"""A state as a seat sees it, with its cursor: what the parts of a screen are asked about."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import Self, TypeVar, cast

from bastide.core.events import Action, Event
from bastide.core.rules import Rules
from bastide.core.screen import Cursor
from bastide.core.state import State

P = TypeVar("P", bound="Position")
Cell = tuple[int, int]
"""A place on the board, or beside it: whatever a game puts into a cursor's x and y."""


def acted_on(events: Iterable[Event], where: Mapping[str, int], but: int) -> list[Cell]:
    """Return the cells where other seats did something; `where` they stand in data, by kind."""
    told = [each for each in events if each.kind in where and each.data[0] != but]
    return [cast(Cell, each.data[where[each.kind] :][:2]) for each in told]


class Position:
    """A state, a seat (-1: a spectator) and its cursor.

    A game inherits from it and adds what its screen asks: which places can be chosen, what lies in
    the hand. A position is made for one question and changes nothing, so that properties may be
    cached.
    """

    def __init__(self, rules: Rules, s: State, seat: int, cursor: Cursor) -> None:
        self.rules, self.s, self.seat, self.cursor = rules, s, seat, cursor

    def moved(self, cursor: Cursor) -> Self:
        """Return the same position with another cursor."""
        return type(self)(self.rules, self.s, self.seat, cursor)

    @cached_property
    def actions(self) -> list[Action]:
        """What the seat may choose; nothing if it is not its turn."""
        return self.rules.legal_for(self.s, self.seat) if self.seat >= 0 else []

    @property
    def mine(self) -> bool:
        """Whether the seat that looks has to decide."""
        return bool(self.actions)

    @property
    def cell(self) -> Cell:
        """The place under the cursor."""
        return self.cursor.x, self.cursor.y

    @property
    def chosen(self) -> Action | None:
        """The action under the cursor, if there is one; by default that of a list."""
        return self.actions[self.cursor.choice % len(self.actions)] if self.actions else None

    @cached_property
    def numbered(self) -> list[Action]:
        """The choices that have numbers, from 1 on: on the board in reading order, then lists."""
        return self.actions

    @property
    def numbers(self) -> list[int]:
        """What is typed for each of them: their ranks, unless things bear numbers of their own."""
        return [*range(1, len(self.numbered) + 1)]

    def cells_of(self, action: Action) -> tuple[Cell, ...]:
        """Return the places of the board that an action is about."""
        return ()

    def ways_like(self, action: Action) -> list[Action]:
        """Return all actions that the number of one stands for; keys tell them apart."""
        return [action]
