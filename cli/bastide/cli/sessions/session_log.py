"""The log of a table: from what was done to lines that people read."""

from __future__ import annotations

from collections.abc import Sequence

from bastide.cli.sessions.ports import LogItem
from bastide.core.events import Action, Event, score_of
from bastide.core.screen import GameScreen
from bastide.core.state import PUBLIC, State
from bastide.core.table import Done


class TableLog:
    """What has been told of one table.

    Attributes:
        items: the lines, oldest first.
        ends: number of lines after each thing that was done.
    """

    def __init__(self) -> None:
        self.items: list[LogItem] = []
        self.ends: list[int] = []

    def absorb(
        self, done: Sequence[Done], s: State, screen: GameScreen, names: tuple[str, ...]
    ) -> None:
        """Take further things that were done; see `told` for the arguments."""
        for each in done[len(self.ends) :]:
            self.items += told(each, s, screen, names)
            self.ends.append(len(self.items))

    def add(self, sentence: str, turn: int) -> None:
        """Add news of the table itself."""
        self.items.append(LogItem(sentence, None, turn))

    def clear(self) -> None:
        """Forget all, to be told again after a take-back."""
        self.items, self.ends = [], []

    def since(self, done: Sequence[Done], seat: int, turn: int) -> Sequence[LogItem]:
        """Return the lines since the last turn before `turn` that a seat began; else all."""
        known = len(done) - len(done_since(done, seat, turn))
        return self.items[(self.ends[:known] or [0])[-1] :]

    def retell(self, s: State, screen: GameScreen, names: tuple[str, ...]) -> None:
        """Say what the game's screen has said in its new language."""
        for n, item in enumerate(self.items):  # in place: what fails meanwhile is added
            if item.what:
                is_named = item.seat in seats_named(item.what, s, screen, len(names))
                sentence = screen.say(s, item.what, names)
                self.items[n] = item._replace(sentence=sentence, is_named=is_named)


def done_since(done: Sequence[Done], seat: int, turn: int) -> Sequence[Done]:
    """Return what was done since the last turn before `turn` that a seat began; else all."""
    began: dict[int, int] = {}
    for each in done:
        if each.seat >= 0:
            began.setdefault(each.turn, each.seat)
    last = max((n for n, who in began.items() if who == seat and n < turn), default=-1)
    return done[sum(each.turn <= last for each in done) :]


def told(done: Done, s: State, screen: GameScreen, names: tuple[str, ...]) -> list[LogItem]:
    """Return the lines of what was done; an action that its own event tells needs none.

    Args:
        done: one entry or answer, carried out.
        s: a position of the table, for the screen.
        screen: the game's words.
        names: in turn order.
    """
    acted = done.seat if done.seat >= 0 else None

    def item(what: Action | Event) -> LogItem:
        named = seats_named(what, s, screen, len(names))
        seat = _about(what, acted, named) if isinstance(what, Event) else acted
        return LogItem(screen.say(s, what, names), seat, done.turn, what, seat in named)

    items = [item(event) for event in done.events]
    if done.action is not None and not any(_tells_of(each, done.seat) for each in items):
        items.insert(0, item(done.action))
    return [each for each in items if each.sentence]


def seats_named(what: Action | Event, s: State, screen: GameScreen, seats: int) -> set[int]:
    """Return the seats whose names a sentence holds.

    It is said with names that occur in no other word: a player may be called `1`, or `me`.
    """
    marks = [f"\ue000{seat}\ue001" for seat in range(seats)]
    sentence = screen.say(s, what, tuple(marks))
    return {seat for seat, mark in enumerate(marks) if mark in sentence}


def _about(event: Event, acted: int | None, named: set[int]) -> int | None:
    """Return whom an event is about: of a score who gets it, else the seat that leads its data.

    Where that is no seat, or one that the sentence does not name, it is who acted. What an action
    brings about may be another's: the next seat draws a tile and sets it aside. Where -1 leads the
    data, it is nobody's: a round is over.
    """
    if event.kind == "score":
        return score_of(event).seat
    first = event.data[0] if event.data else None
    if type(first) is not int:
        return acted
    if first == PUBLIC:
        return None
    return first if first in named else acted


def _tells_of(item: LogItem, seat: int) -> bool:
    """Tell whether an event says what a seat did; what it was given for it says less."""
    is_event = isinstance(item.what, Event) and item.what.kind != "score"
    return is_event and item.seat == seat and item.is_named
