"""What the table screen shows, worked out from a session; no cells, no keys."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

from bastide.cli.answers import HANDS_OFF
from bastide.cli.depth import Display
from bastide.cli.screens.layout import zoom_for
from bastide.cli.screens.results import Results, scored
from bastide.cli.sessions.ports import LogItem, Session, TalkItem
from bastide.core.events import Event, Score
from bastide.core.screen import Aside, Cursor, InHand, Look
from bastide.core.state import PUBLIC

Pane = Literal["board", "scores", "log", "talk"]
Tone = Literal["good", "bad", "dim", "text"]


class Notice(NamedTuple):
    """What has happened beside the game: talk, or a fault. `key` shows all of it.

    whole: it says why the screen looks as it does, so that all of it is to be read at once.
    """

    text: str
    key: str
    whole: bool = False


@dataclass(slots=True)
class TableModel:
    """One table as this keyboard looks at it.

    pane: the one that small screens show. talk_over: the talk is shown in place of the log.
    overlay: key of the overlay that is open, or "". zooms: the player's own choice by size class;
    fitted: what is taken by itself.
    notice: what was said or failed last, until its key is pressed or my turn is over.
    message: an answer to the last wish, shown until the next key; passing: it says what is waited
    for, and goes when that has happened. asked: what the last key has asked, which the same key
    again says yes to. back: lines scrolled back, by pane. looked_from: the cursor before the last
    move was shown, and then. counted: how many sums of the final count are shown; decided: what the
    last step does; board: the end screen is put aside. had_hand: the hand had a pane before a turn
    was complete.
    """

    session: Session
    cursor: Cursor = field(default_factory=Cursor)
    pane: Pane = "board"
    talk_over: bool = False
    overlay: str = ""
    zooms: dict[int, int] = field(default_factory=dict)
    fitted: dict[int, int] = field(default_factory=dict)
    message: str = ""
    tone: Tone = "bad"
    passing: bool = False
    notice: Notice | None = None
    asked: str = ""
    back: dict[str, int] = field(default_factory=dict)
    looked_from: tuple[Cursor, Cursor] = (Cursor(), Cursor())
    counted: int = 0
    decided: str = ""
    board: bool = False
    talk_read: Sequence[TalkItem] = ()
    had_hand: bool = False
    _covered: tuple[str, float] = ("", 0.0)
    _decision: tuple[object, ...] = ()
    _gains: tuple[int, ...] = ()
    _turn: bool = False
    _ended: bool = False

    def refresh(self) -> bool:
        """Take note of a change; tell whether it has just become the turn of this keyboard."""
        session = self.session
        s = session.state
        now = (
            s.turn,
            s.stage,
            s.phase,
            s.seat,
            s.over,
            session.draft,
            session.eyes,
            len(s.waiting),
        )
        if now != self._decision:
            self._decision, self._gains = now, ()
            if self.passing:
                self.message, self.passing = "", False
            self.cursor = session.screen.start(s, session.eyes, self.cursor)
        if session.handover != self._covered[0]:
            self._covered = session.handover, time.monotonic()
            self.message = ""  # it may have been about the hand of the one before
        before, self._turn = self._turn, self._is_mine
        begins = self._turn and not before
        if before and not self._turn:
            self.notice = None
        ends, self._ended = session.finished and not self._ended, session.finished
        if (begins or ends) and self.tone == "bad":
            self.message = ""  # it refused something in the turn before
        return begins

    @property
    def my_turn(self) -> bool:
        """Whether a seat of this keyboard has to decide, and its player has the keyboard."""
        return self._is_mine and not self.session.handover

    @property
    def _is_mine(self) -> bool:
        session = self.session
        return not session.finished and session.acting in session.mine

    @property
    def has_news(self) -> bool:
        """Whether others have done something since my last turn, and I nothing in this one."""
        session, me = self.session, self.session.eyes
        if not self.my_turn or session.draft:
            return False
        now, news = session.state.turn, session.news
        begun = any(item.seat == me and item.turn == now for item in news)
        return not begun and any(item.seat not in (None, me) for item in news)

    @property
    def aside(self) -> Aside | None:
        """What the game lists beside the board now, if anything."""
        session = self.session
        if not session.state.phase:
            return None
        return session.screen.aside(session.state, self.chooser, self.cursor)

    @property
    def chooser(self) -> int:
        """The seat that the board is drawn for: nobody's where nothing can be chosen.

        That is so in a replay, and while a turn waits to be sent after which I am next again. A
        choice that all make at once is nobody's before it is mine, and once it is made.
        """
        session = self.session
        is_idle = session.needs_confirm or not self.my_turn
        if session.replay is not None or (is_idle and session.rules.together(session.state)):
            return PUBLIC
        return self.holder

    @property
    def holder(self) -> int:
        """The seat whose hand is shown, nobody's before a turn is sent after which I am next."""
        session = self.session
        is_sent_first = session.needs_confirm and session.draft_end == "turn"
        return PUBLIC if is_sent_first and session.state.seat == session.eyes else session.eyes

    def take_over(self) -> None:
        """Let the next player have the keyboard, unless it was the last one's only just now."""
        if time.monotonic() - self._covered[1] >= HANDS_OFF:
            self.session.take_over()
            self.refresh()

    @property
    def held(self) -> InHand:
        """What the game says of the hand pane; in a replay no menu gives it a title."""
        session = self.session
        found = session.screen.in_hand(session.state, session.eyes)
        return found if session.replay is None else found._replace(title="")

    @property
    def names(self) -> tuple[str, ...]:
        """The names in turn order."""
        return tuple(seat.name for seat in self.session.seats)

    @property
    def company(self) -> bool:
        """Whether somebody at another computer can be talked to, or has spoken."""
        session = self.session
        others = [
            n
            for n, seat in enumerate(session.seats)
            if n not in session.mine and seat.presence != "bot"
        ]
        return bool(session.talk) or (bool(others) and session.replay is None)

    @property
    def heading(self) -> str:
        """The left part of the title bar."""
        return heading(self.session.title, self.session.game)

    def zoom(self, tier: int) -> int:
        """Return the zoom for a size class: the player's choice, what fits, or the usual one."""
        zooms = self.session.screen.zooms()
        itself = self.fitted.get(tier, zoom_for(tier, zooms))
        return min(self.zooms.get(tier, itself), len(zooms) - 1)

    def fit(self, tier: int, look: Look, size: tuple[int, int]) -> Look:
        """Return the look with the greatest zoom up to the usual one that shows the whole board.

        Where none does, the smallest; the player's own choice stays. `size`: that of the pane.
        """
        session = self.session
        screen, usual = session.screen, zoom_for(tier, session.screen.zooms())
        if tier not in self.zooms and self.has_board:
            seen = (look._replace(zoom=zoom) for zoom in range(usual, -1, -1))
            whole = (
                each.zoom
                for each in seen
                if not any(screen.beyond(session.state, PUBLIC, Cursor(), size, each))
            )
            self.fitted[tier] = next(whole, 0)
        return look._replace(zoom=self.zoom(tier))

    @property
    def has_board(self) -> bool:
        """Whether there is a board: there is none before the turn order is drawn."""
        return bool(self.session.state.phase and self.session.state.parts)

    def look(self, display: Display, tier: int) -> Look:
        """Return how the game is to be drawn."""
        counted = self.sum
        return Look(
            self.zoom(tier),
            display.depth,
            display.glyphs,
            display.colours(),
            self.names,
            self.session.fresh if counted is None else (counted,),
            idle=self.session.replay is not None,
        )

    @property
    def gains(self) -> tuple[int, ...]:
        """What each seat would gain if the game ended now; all 0 after the end."""
        s = self.session.state
        if not self._gains:
            if s.over or not s.phase or (s.waiting and not self.session.needs_confirm):
                return (0,) * s.seats
            ends = self.session.projections
            self._gains = tuple(round(e - p) for e, p in zip(ends, s.scores, strict=True))
        return self._gains

    # after the end

    @property
    def results(self) -> Results:
        """Who brought it how far, and with what."""
        return Results(self.session)

    @property
    def finals(self) -> list[tuple[LogItem, Score]]:
        """The sums of the final count, in order."""
        return [(item, score) for item, score in scored(self.session.log) if score.final]

    @property
    def sum(self) -> Event | None:
        """The score at which the final count is, while it is stepped through."""
        what = self.finals[self.counted - 1][0].what if self.counted else None
        return what if isinstance(what, Event) else None


def heading(title: str, game: str) -> str:
    """Return how a table is called; one that is named after its game names it once."""
    if title.casefold() == game.casefold():
        return f"bastide · {game}"
    return f"bastide · {title}" if title.startswith(game) else f"bastide · {title} · {game}"
