"""The decisions of this keyboard that are not sent yet."""

from __future__ import annotations

from bastide.cli.sessions.ports import DraftEnd
from bastide.core.chance import Open, Roll
from bastide.core.draft import Draft
from bastide.core.events import Action
from bastide.core.state import State
from bastide.core.table import Table


class OwnDraft:
    """At most one draft at a time: that of the seat that acts."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._draft: Draft | None = None
        self._step = 0

    @property
    def state(self) -> State:
        """The position after the decisions so far, as the table knows it."""
        return self._draft.state if self._draft else self._table.state

    @property
    def seat(self) -> int | None:
        """Whose decisions they are; None where there are none."""
        return self._draft.seat if self._draft and self._draft.actions else None

    @property
    def unsent(self) -> Draft | None:
        """The draft itself, with what was undone of it."""
        return self._draft

    def put_back(self, draft: Draft | None) -> None:
        """Go on with a draft of before, at the position that it was made for."""
        self._draft, self._step = draft, self._table.journal.step

    @property
    def steps(self) -> int:
        """How many decisions there are."""
        return len(self._draft.actions) if self._draft else 0

    @property
    def complete(self) -> Draft | None:
        """The draft if it can be sent."""
        return self._draft if self._draft and self._draft.actions and not self._draft.open else None

    @property
    def end(self) -> DraftEnd:
        """Why the draft cannot grow; "" while it can, and where there is none."""
        if self.complete is None:
            return ""
        s = self.complete.state
        if s.over or s.turn != self._table.state.turn:
            return "turn"
        if not s.waiting:
            return "answer"
        if any(isinstance(each, Open) for each in s.waiting):
            return "open"
        return "roll" if any(isinstance(each, Roll) for each in s.waiting) else "deal"

    def choose(self, seat: int, action: Action) -> None:
        """Add a decision of a seat.

        Raises:
            IllegalAction: the rules do not accept it.
        """
        if self._draft is None or self._draft.seat != seat:
            self._draft, self._step = Draft(self._table, seat), self._table.journal.step
        self._draft.choose(action)
        self._look_on(self._draft)

    def _look_on(self, draft: Draft) -> None:
        """Ask what is legal next; a step after which the rules cannot say it is not taken."""
        try:
            draft.legal()
        except BaseException:
            draft.undo()
            draft.redo.clear()
            raise

    def undo(self) -> bool:
        """Drop the last decision; False if there is none."""
        return bool(self._draft and self._draft.undo())

    def again(self) -> bool:
        """Choose once more what was undone last; False if there is nothing."""
        if self._draft is None or not self._draft.again():
            return False
        self._look_on(self._draft)
        return True

    def drop(self) -> None:
        """Drop all decisions."""
        self._draft = None

    def drop_late(self) -> None:
        """Drop decisions that were made before the table went on."""
        if self._step != self._table.journal.step:
            self.drop()
