"""The decisions of one seat that are not signed yet, played on clones."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from bastide.core.errors import IllegalAction
from bastide.core.events import Action
from bastide.core.journal import Body, entry_id, make_body, step_digest
from bastide.core.messages import Message
from bastide.core.payloads import Payload, action_payload
from bastide.core.state import State

if TYPE_CHECKING:
    from bastide.core.table import Table


@dataclass(slots=True)
class Draft:
    """A row of small decisions that grows until the seat confirms, or others are needed.

    It ends with the turn, and where the dealer or another seat has to go on.
    """

    table: Table
    seat: int
    actions: list[Action] = field(default_factory=list)
    states: list[State] = field(default_factory=list)
    redo: list[Action] = field(default_factory=list)

    @property
    def state(self) -> State:
        """The position after the decisions so far."""
        return self.states[-1] if self.states else self.table.state

    @property
    def open(self) -> bool:
        """Whether this seat has another decision before the turn can be sent."""
        return self._is_mine() and bool(self.legal())

    def _is_mine(self) -> bool:
        s = self.state
        if self.table.rules.together(s):
            return not self.actions and self.seat not in s.sealed
        same_turn = s.turn == self.table.state.turn
        return same_turn and s.seat == self.seat and not s.over and not s.waiting

    def legal(self) -> list[Action]:
        """Return what the seat may choose next; nothing once the draft is complete."""
        return self.table.rules.legal_for(self.state, self.seat) if self._is_mine() else []

    def choose(self, action: Action) -> State:
        """Add a decision; return the position after it.

        Raises:
            IllegalAction: the rules do not accept it, or the draft is complete.
        """
        state = self._after(action)
        self.actions.append(action)
        self.states.append(state)
        self.redo.clear()
        return state

    def _after(self, action: Action) -> State:
        rules, s = self.table.rules, self.state
        if self.actions and not self._is_mine():
            raise IllegalAction(action, Message("your decisions of this turn are complete"))
        checked = rules.check(s, action, self.seat)
        if rules.together(s):
            chosen = s.clone()
            chosen.sealed[self.seat] = action  # so that its own eyes see what is to be sent
            return chosen
        rules.apply(checked, action)
        return checked

    def undo(self) -> bool:
        """Drop the last decision; False if there is none."""
        if not self.actions:
            return False
        self.redo.append(self.actions.pop())
        self.states.pop()
        return True

    def again(self) -> bool:
        """Choose once more what was undone last; False if there is nothing."""
        if not self.redo:
            return False
        later = self.redo[:-1]
        self.choose(self.redo[-1])
        self.redo[:] = later
        return True

    def bodies(self) -> list[bytes]:
        """Return the bodies of the moves, one a decision, each continuing the one before."""
        table, out = self.table, []
        game_id, place = table.genesis.game_id, table.place_of(self.seat)
        step, prev, before = table.journal.step, table.journal.prev, table.state
        for action, after in zip(self.actions, self.states, strict=True):
            payload: Payload = {"m": action_payload(action)}
            digest = table.digest_of(before)
            body = make_body(Body(game_id, step, place, prev, digest, "move", payload))
            out.append(body)
            prev = step_digest(game_id, step, prev, [entry_id(body)])
            step, before = step + 1, after
        return out
