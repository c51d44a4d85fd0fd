"""What a log says of the points: by category, turn by turn, and who has won; no cells, no keys."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import cycle
from typing import NamedTuple

from bastide.cli.sessions.ports import LogItem, Session
from bastide.core.events import Event, Score, score_of
from bastide.core.messages import Text
from bastide.core.screen import Colour

_OTHERS: tuple[Colour, ...] = (0x848A96, 0x3AA6A6, 0xC77DBB, 0xD8B45A)
"""The bar colours of categories that extensions brought and the game's screen does not name."""


class Share(NamedTuple):
    """The points that one category brought, for the bars of the end screen."""

    title: str
    colour: Colour
    points: tuple[int, ...]


class Results(NamedTuple):
    """The points of a table."""

    session: Session

    def growth(self) -> list[list[int]]:
        """Return, for each seat, the points before the first turn and after each turn.

        Turns of an earlier stage, which only set the game up, count as before the first one.
        """
        s = self.session.state
        set_up = s.turn - s.stage_turn
        curves: list[list[int]] = [[0] for _ in range(s.seats)]
        for item, score in scored(self.session.log):
            turns = max(0, item.turn + 1 - set_up)
            for curve in curves:
                curve += [curve[-1]] * (turns + 1 - len(curve))
            curves[score.seat][-1] += score.points
        return curves

    def shares(self) -> list[Share]:
        """Return the points by category, those of the game first, then any others."""
        seats = self.session.state.seats
        sums: dict[str, list[int]] = {}
        for _, score in scored(self.session.log):
            sums.setdefault(score.category, [0] * seats)[score.seat] += score.points
        known = {id: (title, colour) for id, title, colour in self.session.screen.categories()}
        brought = [id for id in sums if id not in known]
        for id, colour in zip(brought, cycle(_OTHERS)):
            title = self.session.words(id)  # as the log says it
            known[id] = title[:1].upper() + title[1:], colour
        return [Share(*known[id], tuple(sums[id])) for id in known if id in sums]

    def winners(self) -> list[int]:
        """Return the seats in first place, all of them when it is shared."""
        return [seat for place, seat in self.ranking() if place == 1]

    def ranking(self) -> list[tuple[int, int]]:
        """Return (place, seat), best first."""
        return [*self.session.ranking]

    def headline(self, t: Text) -> str:
        """Return who won, and how; all of them where the win is shared."""
        winners, scores = self.winners(), self.session.state.scores
        names = [self.session.seats[seat].name for seat in winners]
        if len(winners) > 1:
            return t("Shared win: {names}", names=", ".join(names))
        others = [points for seat, points in enumerate(scores) if seat != winners[0]]
        lead = scores[winners[0]] - max(others, default=0)
        if lead > 0:
            return t.count(
                "{name} wins by {n} point", "{name} wins by {n} points", lead, name=names[0]
            )
        if lead < 0 or self.session.rules.is_judged(self.session.state):
            return t("{name} wins", name=names[0])
        return t("{name} wins the tie-break", name=names[0])


def scored(log: Sequence[LogItem]) -> list[tuple[LogItem, Score]]:
    """Return the lines of a log that gave points, with their scores."""
    return [
        (item, score_of(item.what))
        for item in log
        if isinstance(item.what, Event) and item.what.kind == "score"
    ]
