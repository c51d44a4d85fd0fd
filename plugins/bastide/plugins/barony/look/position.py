"""A state as a seat sees it, with its cursor: which action is chosen, and which are possible.

The cursor's `hand` is the kind of action (index into `VERBS`), its x and y are the hex, `turn` says
which of the actions that lead there (from which knight, how many, which structure, which token),
and `choice` counts what is no place: payments, to stop, to pass.
"""

from __future__ import annotations

from functools import cached_property
from typing import cast

from bastide.core.events import Action
from bastide.core.look.position import Position as BasePosition
from bastide.core.rules import Rules
from bastide.core.screen import Cursor
from bastide.core.state import State
from bastide.plugins.barony.board import Cell
from bastide.plugins.barony.land import (
    BUILD,
    EXPLORE,
    FOUND,
    MOVE,
    NO_TOKEN,
    RECRUIT,
    SETTLE,
    move_action,
)
from bastide.plugins.barony.look.hexes import spot_of
from bastide.plugins.barony.moving import fresh_knights
from bastide.plugins.barony.pieces import PIECES, VILLAGE
from bastide.plugins.barony.presence import structure_of
from bastide.plugins.barony.state import BUILDING, Realm, realm
from bastide.plugins.barony.titles import TITLE
from bastide.plugins.barony.turn import DONE, MORE, PASS

KINDS = (RECRUIT, MOVE, BUILD, FOUND, EXPLORE, TITLE, DONE.kind, PASS.kind, SETTLE)
VERBS = (*("recruit", "move", "build", "city", "expedition", "title"), *("stop", "pass", "settle"))
"""The kinds of action, as they are typed: the six of a turn, then what else there is."""

SIX = VERBS[:6]
LISTS = ("title", "stop", "pass")
"""Actions that are no place."""

FROM = "from="
"""Flag of a cursor: `from=2,1` is the hex of the knight that was looked at last."""

PAUSED = "pause"
"""Flag of a cursor: a step was made, and nothing is chosen yet of how the turn could go on."""


class Position(BasePosition):
    """A state, a seat and its cursor."""

    def __init__(self, rules: Rules, s: State, seat: int, cursor: Cursor) -> None:
        super().__init__(rules, s, seat, cursor)
        self.realm: Realm = realm(s)

    @cached_property
    def by_verb(self) -> dict[str, list[Action]]:
        """What may be chosen, by kind of action."""
        found: dict[str, list[Action]] = {}
        for action in self.actions:
            found.setdefault(VERBS[KINDS.index(action.kind)], []).append(action)
        return found

    @property
    def menu(self) -> tuple[str, ...]:
        """The kinds of action to choose from, possible or not."""
        if not self.mine:
            return ()
        if self.s.phase == MORE:
            return ("build" if self.realm.doing == BUILDING else "move", "stop")
        return SIX if any(verb in SIX for verb in self.by_verb) else tuple(self.by_verb)

    @cached_property
    def verb(self) -> str:
        """The kind of action that is chosen; "" if there is nothing to choose."""
        menu = self.menu
        wanted = VERBS[self.cursor.hand % len(VERBS)]
        if wanted in menu:
            return wanted
        return next((verb for verb in menu if verb in self.by_verb), "")

    # places

    @cached_property
    def targets(self) -> dict[Cell, list[Action]]:
        """The hexes of the chosen kind of action, in reading order, each with what leads there."""
        if self.verb in LISTS:
            return {}
        found: dict[Cell, list[Action]] = {}
        for action in self.by_verb.get(self.verb, []):
            found.setdefault(target_of(action), []).append(action)
        if self.verb == "recruit":
            found = {cell: ways[::-1] for cell, ways in found.items()}
        return dict(sorted(found.items(), key=lambda item: spot_of(*item[0])[::-1]))

    @property
    def on_board(self) -> bool:
        """Whether there is a hex under the cursor."""
        return self.cell in self.realm.land.number

    @property
    def ways(self) -> list[Action]:
        """The actions that lead to the hex under the cursor."""
        return [] if self.paused else self.targets.get(self.cell, [])

    @property
    def paused(self) -> bool:
        """Whether the cursor is still where a step was made, so that Enter makes no other one."""
        return PAUSED in self.cursor.flags and self.verb not in LISTS

    @property
    def listed(self) -> list[Action]:
        """What may be chosen that is no place."""
        return self.by_verb.get(self.verb, []) if self.verb in LISTS else []

    @property
    def chosen(self) -> Action | None:
        """The action under the cursor, if there is one."""
        if self.listed:
            return self.listed[self.cursor.choice % len(self.listed)]
        return self.ways[self.cursor.turn % len(self.ways)] if self.ways else None

    @property
    def number(self) -> int | None:
        """The number of the choice under the cursor, from 1."""
        if self.listed:
            return self.cursor.choice % len(self.listed) + 1
        order = list(self.targets)
        return order.index(self.cell) + 1 if self.ways else None

    @cached_property
    def numbered(self) -> list[Action]:
        """What is listed, or an action a hex: that of the knight looked at last, if one is."""
        if self.listed:
            return self.listed
        last = self.looked_at if self.verb == "move" else None
        return [
            next((way for way in ways if last and start_of(way) == last), ways[0])
            for ways in self.targets.values()
        ]

    def cells_of(self, action: Action) -> tuple[Cell, ...]:
        """Return the hex that an action is about."""
        return () if self.listed else (target_of(action),)

    def ways_like(self, action: Action) -> list[Action]:
        """Return all that leads to the hex of an action: knights, how many, structures, tokens."""
        return [action] if self.listed else self.targets.get(target_of(action), [action])

    # knights

    @cached_property
    def start(self) -> Cell | None:
        """The hex that a knight would leave: that of the chosen move, or the one looked at last."""
        if self.verb != "move":
            return None
        return start_of(self.chosen) if self.chosen else self.looked_at

    @property
    def looked_at(self) -> Cell | None:
        """The hex of the knight that was looked at last, while it can still move."""
        kept = self.cursor.flag(FROM)
        if kept is None:
            return None
        q, r = map(int, kept.split(","))
        return (q, r) if self.can_leave((q, r)) else None

    def can_leave(self, cell: Cell) -> bool:
        """Tell whether a knight of the seat that has not moved yet stands there."""
        r = self.realm
        n = r.land.number.get(cell)
        return n is not None and self.seat >= 0 and fresh_knights(r, self.seat, n) > 0

    # refusals

    @property
    def villages(self) -> list[Cell]:
        """The hexes with a village of the seat that looks."""
        r = self.realm
        return [
            r.land.cells[n]
            for n, code in enumerate(r.pawns)
            if structure_of(code, self.seat) == VILLAGE
        ]

    @property
    def attempt(self) -> Action:
        """What would be tried on the hex under the cursor; to be explained, not to be made."""
        q, r = self.cell
        if self.verb == "recruit":
            return Action(RECRUIT, (q, r, 1))
        if self.verb == "move":
            return move_action(self._mover(), (q, r), NO_TOKEN)
        if self.verb == "build":
            return Action(BUILD, (q, r, PIECES[VILLAGE]))
        if self.verb == "title":
            return Action(TITLE, tuple(self.realm.tokens[self.seat]))
        return Action(KINDS[VERBS.index(self.verb)], (q, r))

    def _mover(self) -> Cell:
        """Return the knight that comes nearest to be moved: a neighbour, else the one looked at."""
        land = self.realm.land
        beside = [land.cells[n] for n in land.near[land.number[self.cell]]] if self.on_board else []
        near = [cell for cell in beside if self.can_leave(cell)]
        if self.looked_at and (self.looked_at in near or not near):
            return self.looked_at
        return next(iter(near), self.cell)


def target_of(action: Action) -> Cell:
    """Return the hex that an action is about; of a move the one that it leads to."""
    data = cast("tuple[int, ...]", action.data)
    return (data[2], data[3]) if action.kind == MOVE else (data[0], data[1])


def start_of(action: Action) -> Cell:
    """Return the hex that a move leaves."""
    data = cast("tuple[int, ...]", action.data)
    return data[0], data[1]
