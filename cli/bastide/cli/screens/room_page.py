"""Keys and commands of the waiting room."""

from __future__ import annotations

from bastide.cli.screens.bars import Label
from bastide.cli.screens.commands import DONE, Act, Command, Reply
from bastide.cli.screens.entries import talk_lines
from bastide.cli.screens.help_view import Section, paint_lines
from bastide.cli.screens.presenter import BasePage
from bastide.cli.screens.rects import Frame, Rect
from bastide.cli.screens.room_view import RoomModel, best_invite, paint_facts, paint_room
from bastide.cli.screens.scroll_box import DEEPEST, paint_box
from bastide.cli.screens.shell import Shell, Size
from bastide.cli.screens.table_page import TablePage
from bastide.cli.screens.ticket_code import paint_ticket
from bastide.cli.sessions.ports import GONE, Room, Seat, Texts
from bastide.cli.wording import moved_words
from bastide.core.screen import Grid
from bastide.net.identity import is_ticket


class RoomPage(BasePage):
    """A table before it starts."""

    def __init__(self, shell: Shell, room: Room) -> None:
        super().__init__(shell)
        self.model = RoomModel(room)
        self._is_leaving = False
        self._told = self._happened
        room.watch(shell.changed)

    @property
    def room(self) -> Room:
        """The table."""
        return self.model.room

    @property
    def _happened(self) -> tuple[list[Seat], str]:
        """Who asks for a seat, and what is told: whatever was answered before is old then."""
        return [seat._replace(since=0.0) for seat in self.room.asking], self.room.notice

    @property
    def ticks(self) -> bool:  # type: ignore[override]  # a constant in the base class
        """Whether a clock runs at the seat of somebody whose link is lost."""
        return any(seat.presence in GONE for seat in self.room.seats)

    def painted(self, size: Size, typed: str) -> Frame:
        """Paint the room."""
        self.model.overlay, self.model.alone = self.open, not self.shell.pages[1:]
        return paint_room(self.model, self.shell.pen, size, typed, self.bar(self._labels()))

    def overlay(self, size: Size) -> tuple[Rect, Grid] | None:
        """Return the box over the room: the ticket, or what any page shows."""
        if self.open == "ticket" and not self.form:
            return paint_ticket(self.shell.pen, best_invite(self.room), size)
        if self.open == "about":
            return self._about(size)
        if self.open == "talk":
            lines = talk_lines(self.t, self.room.talk, min(size[0], 92) - 6)
            shown = paint_lines(self.shell.pen, self.t("Talk"), lines, size, self.scroll)
            self.scroll = shown.back
            return shown.at, shown.grid
        return super().overlay(size)

    def scroll_by(self, lines: int) -> None:
        """Scroll what is open; the talk is scrolled back from its end."""
        super().scroll_by(-lines if self.open == "talk" else lines)

    def _about(self, size: Size) -> tuple[Rect, Grid]:
        """Return a box with all that is said of this table."""
        pen, room = self.shell.pen, self.room
        shown = paint_box(
            pen,
            Rect((size[0] - 56) // 2, 2, 56, size[1] - 5),
            self.t("This table"),
            lambda grid: paint_facts(grid, pen, Rect(0, 0, grid.width, DEEPEST), room),
            self.scroll,
        )
        self.scroll = shown.back
        return shown.at, shown.grid

    def changed(self) -> None:
        """Go to the table as soon as it has started, and back once the host has closed it.

        Several may open the same table anew: then they go to one of them.
        """
        if (told := self._happened) != self._told:
            self._told = told
            self.tell(DONE)  # an answer of before may say that nobody asks, or why no start came
        session, moved = self.room.session, self.room.moved
        if moved is not None and self.shell.top is self:
            page = RoomPage(self.shell, moved)
            page.tell(Reply(moved_words(self.t, self.room.closed, moved.hosting)))
            self.shell.replace(page)
        elif session is not None and self.shell.top is self:
            self.shell.replace(TablePage(self.shell, session))
        elif self.room.is_dissolved and self.shell.pages[:-1] and not self._is_leaving:
            self._is_leaving = True
            self.shell.start(self._sent_back())

    async def _sent_back(self) -> None:
        """Go back to the list, which says why."""
        await self._leave()
        self.shell.top.tell(Reply(self.room.closed))

    def retell(self, texts: Texts) -> None:
        """Speak another language."""
        self.room.retell(texts)

    def tell(self, reply: Reply) -> None:
        """Show a sentence in the hint lines."""
        self.model.message, self.model.tone = reply.text, reply.tone

    def _labels(self) -> list[Label]:
        t = self.t
        if self.open == "ticket":  # a small screen has no room for a foot below the code
            return [Label("escape", t("Esc"), t("Close"))]
        enter = t("Start") if self.room.hosting else t("Agree")
        labels = [] if self.room.no_start else [Label("enter", t("Enter"), enter)]
        if self.room.asking:
            labels += [Label("a", "a", t("Admit")), Label("x", "x", t("Refuse"))]
        if self.room.invites:
            ticket = is_ticket(best_invite(self.room))
            title = t("Copy the ticket") if ticket else t("Copy the address")
            labels.append(Label("y", "y", title, t("Copy"), 2))
            labels += [Label("t", "t", t("QR code"), rank=4)] if ticket else []
        if self.room.is_heard:
            labels.append(Label("/", "/", t("Talk"), rank=3))
        labels.append(Label("f1", "F1", t("Help"), rank=1))
        labels.append(Label("escape", t("Esc"), t("Leave")))
        return labels

    def acts(self) -> dict[str, Act]:
        """Return what each key does."""
        return {
            "enter": self.start,
            "a": lambda: self._admit(True),
            "x": lambda: self._admit(False),
            "y": self._copy,
            "t": self._show_ticket,
            "i": lambda: self.show("about"),
            "/": self._speak,
            "f4": lambda: self.show("talk"),
            "escape": self.leave,
            "f10": self.leave,
            "c-c": self.leave,
        }

    def commands(self) -> list[Command]:
        """Return the commands of the room."""
        t = self.t
        commands = [
            Command("say", t("something to everybody here"), self.say),
            Command("copy", t("the ticket of this table"), lambda _: self._copy()),
            Command("ticket", t("as a QR code"), lambda _: self._show_ticket()),
            Command("about", t("this table: game, options, plugins"), lambda _: self.show("about")),
            Command("leave", t("this table"), lambda _: self.leave()),
        ]
        if self.room.hosting:
            commands.insert(0, Command("start", t("the game"), lambda _: self.start()))
        return commands

    def sections(self) -> list[Section]:
        """Return the keys of the room."""
        t = self.t
        rows = [(t("Say something"), t("/ then the text")), (t("Leave the table"), t("Esc"))]
        rows[1:1] = [(t("What was said"), "F4"), (t("About this table"), "i")]
        if self.room.hosting:
            rows.insert(0, (t("Start the game with who is here"), t("Enter")))
            rows.append((t("Give a seat to who asks, or do not"), "a / x"))
        if self.room.invites:
            rows.append((t("Copy the ticket for others"), "y"))
            rows.append((t("Show the ticket as a QR code"), "t"))
        trust = t(
            "The four signs behind a name are the end of a key. Not met yet: you have not played "
            "with this key before; known: you have; verified: you have compared it."
        )
        return [Section(t("Keys"), tuple(rows)), Section(t("Seats"), (), (trust,))]

    def start(self) -> Reply:
        """Start the game, if this table is mine."""
        room = self.room
        if room.closed:
            return self.leave()
        if not room.hosting and room.no_start:
            return Reply(self.t("The host starts the game."), "dim")
        if room.no_start:
            return Reply(room.no_start)
        self.shell.run(room.start())
        return DONE

    def say(self, text: str) -> Reply:
        """Say something to the room."""
        return Reply(self.room.say(text)) if text else DONE

    def _speak(self) -> Reply:
        if not self.room.is_heard:
            return Reply(self.t("There is nobody to talk to here."), "dim")
        return self.prefill("/")

    def _copy(self) -> Reply:
        return self.shell.copy(best_invite(self.room))

    def _show_ticket(self) -> Reply:
        if is_ticket(best_invite(self.room)):
            return self.show("ticket")
        return Reply(self.t("This table has no ticket yet."))

    def _admit(self, yes: bool) -> Reply:
        asking = self.room.asking
        if not asking:
            return Reply(self.t("Nobody asks for a seat."), "dim")
        return Reply(self.room.admit(asking[0].name, yes))

    def leave(self) -> Reply:
        """Get up; a host is asked first, since the table goes too."""
        room = self.room
        if room.hosting and not room.closed:
            text = self.t("Nobody can join it any more.")
            if len(room.seats) > 1 or room.asking:
                text = self.t("The others are told so, and nobody can join it any more.")
            return self.ask(self.t("Close this table?"), text, self._left)
        return self._left()

    def _left(self) -> Reply:
        self.shell.run(self._leave())
        return DONE

    async def _leave(self) -> None:
        await self.room.leave()
        if self.shell.top is self:
            self.shell.back()
