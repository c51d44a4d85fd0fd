"""From what was done at a table to the lines of its log."""

from __future__ import annotations

from bastide.cli.sessions.ports import LogItem
from bastide.core.events import Action, Event, score_of
from bastide.core.screen import GameScreen
from bastide.core.state import State
from bastide.core.table import Done


def told(done: Done, s: State, screen: GameScreen, names: tuple[str, ...]) -> list[LogItem]:
    """Return the lines of what was done; an action that its own event tells needs none.

    Args:
        done: one entry or answer, carried out.
        s: a position of the table, for the screen.
        screen: the game's words.
        names: in turn order.
    """

    def item(what: Action | Event, seat: int) -> LogItem:
        return LogItem(screen.say(s, what, names), seat if seat >= 0 else None, done.turn, what)

    items = [item(event, _about(event, done.seat)) for event in done.events]
    if done.action is not None:
        events = [i for i in items if isinstance(i.what, Event) and i.what.kind != "score"]
        if not any(names[done.seat] in each.sentence for each in events):
            items.insert(0, item(done.action, done.seat))
    return [each for each in items if each.sentence]


def _about(event: Event, seat: int) -> int:
    """Return whom an event is about: of a score who gets it, else who acted."""
    return score_of(event).seat if event.kind == "score" else seat
