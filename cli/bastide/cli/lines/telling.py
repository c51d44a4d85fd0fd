"""What line mode prints of a table: each event a line, then who waits for whom, then the result."""

from __future__ import annotations

from collections.abc import Iterable
from shutil import get_terminal_size

from bastide.cli.answers import columns, show
from bastide.cli.lines.progress import Progress
from bastide.cli.screens.model import TableModel
from bastide.cli.sessions.ports import GONE, LogItem, Seat, Session, TalkItem, Texts
from bastide.cli.sessions.spoken import unheard
from bastide.cli.sessions.table_session import TableSession
from bastide.cli.wording import presence
from bastide.core.events import Event, score_of
from bastide.core.messages import Text
from bastide.core.screen import DARK, Cursor, Glyphs, Grid, Look, Overlay

ID_DIGITS = 8
"""Digits of a game's id by which it is named."""

OVERLAY_SIZE = (78, 40)
"""Width and height that a game's overlay is painted in, in cells."""


def spoken(t: Text, talk: Iterable[TalkItem]) -> list[str]:
    """Return a sentence for each line of talk."""
    return [t("{name} says: {text}", name=item.name, text=safe(item.text)) for item in talk]


class Teller:
    """Prints what happens at one table, nothing twice."""

    def __init__(
        self, session: Session, texts: Texts, glyphs: Glyphs, *, brief: bool = False
    ) -> None:
        self.session, self.texts, self.glyphs, self.brief = session, texts, glyphs, brief
        self._logged = 0
        self._talked = (*session.talk,)
        self._waiting = ""
        self._lost: set[int] = set()
        self._is_cut_off = False
        self._progress = Progress(lambda: session.progress)

    @property
    def t(self) -> Text:
        """The program's own messages."""
        return self.texts("bastide")

    @property
    def look(self) -> Look:
        """How the game is to be drawn: characters without colour."""
        glyphs: Glyphs = "ascii" if self.glyphs == "ascii" else "unicode"
        return Look(0, "none", glyphs, DARK, self.names, self.session.fresh)

    @property
    def names(self) -> tuple[str, ...]:
        """The names in turn order."""
        return tuple(seat.name for seat in self.session.seats)

    # what is new

    def news(self) -> bool:
        """Print what has happened since the last call; tell whether there was anything."""
        before = self._logged, self._talked
        self._news_of_log()
        self._news_of_talk()
        self._tell_back()
        if before == (self._logged, self._talked):
            return False
        self._waiting = ""
        return True

    def begin(self) -> None:
        """Let a table that goes on tell no more than happened since the last turn of who looks."""
        self.go_back()
        if self._logged:
            show([self.t("log {n} tells what happened before.", n=len(self.session.log))])

    def go_back(self) -> None:
        """Let `news` tell again what happened since the last turn of who looks, if anybody does."""
        session = self.session
        news = () if session.handover else session.news
        self._logged = len(session.log) - len(news)

    def _news_of_log(self) -> None:
        log = self.session.log
        if len(log) < self._logged:
            self._logged = len(log)
        new = log[self._logged :]
        show(item.named(self.names) for item in new if not self.brief or tells_score(item))
        self._logged = len(log)

    def _news_of_talk(self) -> None:
        talk = self.session.talk
        show(spoken(self.t, unheard(self._talked, talk)))
        self._talked = (*talk,)

    def standstill(self) -> None:
        """Print what the table waits for, once, when nothing has happened for a while."""
        self.tell_lost()
        waiting = self.session.waiting
        if waiting and waiting != self._waiting:
            show([waiting[:1].upper() + waiting[1:].rstrip(".") + "."])
        self._waiting = waiting

    def tell_progress(self) -> None:
        """Print what takes its time, once a change and not too often."""
        if said := self._progress.news():
            show([said])

    def due(self, most: float) -> float:
        """Return after how many seconds there may be something to print, at most so many."""
        return min(most, self._progress.due or most)

    def _tell_back(self) -> None:
        """Say who is back of those who were said to be lost."""
        for number in sorted(self._lost):
            seat = self.session.seats[number]
            if seat.presence not in GONE:
                show([self.t("{name} is back.", name=seat.name)])
                self._lost.discard(number)

    def tell_lost(self) -> None:
        """Say who is not linked, once; while we are cut off from all, that."""
        if (self.session.cut_off is not None) != self._is_cut_off:
            self._is_cut_off = not self._is_cut_off
            up, down = self.t("A network is up here again."), self.t("No network is up here.")
            show([down if self._is_cut_off else up])
        if self._is_cut_off:
            return
        for number, seat in enumerate(self.session.seats):
            if seat.presence in GONE and number not in self._lost:
                show([self._gone(seat)])
                self._lost.add(number)

    def _gone(self, seat: Seat) -> str:
        if seat.presence == "left":
            return self.t("{name} has left; the seat is kept.", name=seat.name)
        if seat.presence == "away":
            return self.t("{name} is not here yet; the seat is kept.", name=seat.name)
        return self.t("{name} is not linked; the seat is kept.", name=seat.name)

    # looking around

    def board(self) -> list[str]:
        """Return the board."""
        session = self.session
        look = self.look._replace(columns=get_terminal_size().columns)
        return session.screen.board_text(session.state, session.eyes, look)

    def log(self, n: int) -> list[str]:
        """Return the last lines of the log."""
        return [item.named(self.names) for item in self.session.log[-n:]] if n else []

    def scores(self) -> list[str]:
        """Return a line a seat: score, what it would be now, what is in supply."""
        session, t = self.session, self.t
        model = TableModel(session)
        counter = session.screen.counter(session.state)
        supply = counter.words or counter.long or counter.seats
        rows = [
            (
                ">" if seat == session.acting else " ",
                each.name,
                str(session.state.scores[seat]),
                t("{gain} if it ended now", gain=f"{model.gains[seat]:+}"),
                supply[seat],
            )
            for seat, each in enumerate(session.seats)
        ]
        return [counter.title, *columns(rows)]

    def players(self) -> list[str]:
        """Return who sits there."""
        t, seats = self.t, self.session.seats
        rows = [(each.name, presence(t, each) or "-", each.key) for each in seats]
        return columns(rows)

    def overlay(self, overlay: Overlay, cursor: Cursor) -> list[str]:
        """Return a game's overlay as lines; of a view of the board what there is to be seen."""
        if overlay.lines:
            lines = overlay.lines(self.session.state, self.session.eyes, self.look)
            return [overlay.title, *lines]
        if overlay.paint is None:
            return self._listed(overlay, cursor)
        grid = Grid(*OVERLAY_SIZE)
        overlay.paint(grid, self.session.state, self.session.eyes, self.look)
        lines = [line.rstrip() for line in grid.lines()]
        while lines and not lines[-1]:
            lines.pop()
        return [overlay.title, *lines]

    def _listed(self, overlay: Overlay, cursor: Cursor) -> list[str]:
        session = self.session
        s, eyes, screen = session.state, session.eyes, session.screen
        aside = screen.aside(s, eyes, screen.move(s, eyes, cursor, overlay.key))
        rows = [
            (", ".join(self.names[seat] for seat in entry.seats) or "-", entry.text)
            for entry in (aside.entries if aside else ())
        ]
        return [overlay.title, *columns(rows)]

    # a decision

    def decision(self, cursor: Cursor) -> list[str]:
        """Return whose turn it is and what it is about, where the player is looking."""
        session, t = self.session, self.t
        seat = session.acting if session.acting is not None else session.eyes
        s, screen = session.state, session.screen
        counter = screen.counter(s).title
        head = t("{name}, your turn", name=session.seats[seat].name)
        about = screen.situation(s, seat, cursor)
        return ["", f"{head} ({counter})." if counter else f"{head}.", *about.splitlines()]

    # the end

    def result(self) -> list[str]:
        """Return who won, and each seat's points as a sum of its categories."""
        session, t = self.session, self.t
        model = TableModel(session)
        shares = [share for share in model.results.shares() if any(share.points)]
        ending = session.screen.ending(session.state)
        lines = ["", t("The game is over."), *[ending.why] * bool(ending.why)]
        for place, seat in model.results.ranking():
            parts = [f"{share.title} {share.points[seat]}" for share in shares]
            name, word = session.seats[seat].name, ending.seats[seat] if ending.seats else ""
            lines.append(
                t(
                    "{place}. {name}: {points} = {sum}",
                    place=place,
                    name=f"{name} ({word})" if word else name,
                    points=session.state.scores[seat],
                    sum=" + ".join(parts) or "0",
                )
            )
        return [*lines, model.results.headline(t)]

    def digest(self) -> str:
        """Return the line with the digest of the journal."""
        if not isinstance(self.session, TableSession):
            return ""
        return self.t("Journal digest: {digest}", digest=self.session.table.journal.prev.hex())

    def id(self) -> str:
        """Return what `resume` finds this table by: the beginning of the game's id."""
        if not isinstance(self.session, TableSession):
            return self.session.title
        return self.session.table.genesis.game_id.hex()[:ID_DIGITS]


def tells_score(item: LogItem) -> bool:
    """Tell whether a line of the log is one of points that count, or of the table itself."""
    if isinstance(item.what, Event):
        return item.what.kind == "score" and score_of(item.what).points != 0
    return item.what is None


def safe(text: str) -> str:
    """Return a text of somebody else without control characters."""
    return "".join(char if char.isprintable() else " " for char in text)
