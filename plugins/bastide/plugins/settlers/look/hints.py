"""The two lines below the table: what can be done now, and what the current choice would do."""

from __future__ import annotations

from bastide.core.events import Event
from bastide.plugins.settlers.look.losses import losses
from bastide.plugins.settlers.look.position import Position
from bastide.plugins.settlers.look.questions import Questions
from bastide.plugins.settlers.look.reasons import Reasons
from bastide.plugins.settlers.look.targets import REGION
from bastide.plugins.settlers.look.tools import ASKED
from bastide.plugins.settlers.look.words import Words
from bastide.plugins.settlers.state import realm


class Hints(Questions, Reasons):
    """Makes the hint lines of a table.

    fresh: what has happened since the seat that looks last acted, as the painter was told.
    """

    def __init__(self, words: Words) -> None:
        super().__init__(words)
        self.fresh: tuple[Event, ...] = ()

    # the choice

    def choice(self, position: Position) -> str:
        if position.cursor.flag(ASKED):
            return self.why(position)
        if position.arranging and not position.reading:
            return self._swapping(position)
        chosen = position.chosen
        if chosen is None:
            due = self._nothing(position) or self.text("Nothing is chosen yet.")
            return self._lost(position) or self._unchosen(position, due)
        said = self.sentence(position, chosen)
        if position.giving_up:
            return self.words.both(said, self.text("Enter confirms."))
        if position.s.phase == "before" and len(position.actions) == 1:
            return self.words.both(self._lost(position), said) or said
        numbered = len(position.numbered) > 1 and not position.bargaining
        if numbered and position.number:
            said = f"{position.number}: {said}"
        drawn = position.tool == position.offered and position.new
        return self.words.both(self._holding(position), said) if drawn else said

    def _lost(self, position: Position) -> str:
        """Return what the opponent took since the seat last acted, before anything is chosen."""
        untold = position.s.phase != "before" or position.cursor.hand or position.reading
        return "" if untold else losses(self.words, position.seat, self.fresh)

    def _swapping(self, position: Position) -> str:
        chosen = position.chosen
        if chosen:
            return self.sentence(position, chosen)
        at, lifted = position.pointed, position.lifted
        own = at is not None and at.kind == REGION and at.seat == position.seat
        if lifted and at and own and lifted != at:
            lands = realm(position.s).lands[position.seat]
            both = (lands.lands[lands.at[each.x, each.side]] for each in (lifted, at))
            first, second = (self.words.region(land.resource, land.number) for land in both)
            return self.text("r swaps {first} and {second}.", first=first, second=second)
        said = self.at(position, at) if at else ""
        if lifted and lifted == at:
            return self.words.both(said, self.text("It is picked up; r puts it down."))
        if at and own:
            return self.words.both(said, self.text("r picks it up."))
        why = self.text("Why? The two in the middle touch both settlements and their buildings.")
        return said or why
