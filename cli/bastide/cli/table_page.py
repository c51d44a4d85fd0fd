"""Keys, mouse and commands of an open table: they all lead to the same few methods.

Which keys move the cursor and which words name an action is the game's business; here is what
every game has: choosing, taking back, sending, talking, looking around, leaving.
"""

from __future__ import annotations

from collections.abc import Sequence

from bastide.cli.commands import DONE, Command, Option, Reply
from bastide.cli.end_acts import EndActs
from bastide.cli.end_view import paint_end
from bastide.cli.help_view import Section, paint_help, paint_lines, paint_question
from bastide.cli.layout import tier_of
from bastide.cli.lobby_view import trust_word
from bastide.cli.model import Pane, TableModel
from bastide.cli.panes import Frame, Label, Rect, box
from bastide.cli.ports import Session, Texts
from bastide.cli.presenter import Act, BasePage
from bastide.cli.replay_acts import ReplayActs
from bastide.cli.shell import Shell, Size
from bastide.cli.table_panes import log_lines, presence
from bastide.cli.table_view import arranged, hints, paint_table, waiting
from bastide.core.events import Action
from bastide.core.screen import Cursor, GameScreen, Grid, Overlay

ARROWS = {"h": "left", "j": "down", "k": "up", "l": "right"}
LOOKING = (
    *("up", "down", "left", "right", "s-up", "s-down", "s-left", "s-right"),
    *("r", "R", "n", "p", "c", "tab", "s-tab", "f6"),
)
"""Keys that every game's screen may be asked about; `f6`: to the last move."""


class TablePage(BasePage):
    """An open table: live, finished, or a replay."""

    def __init__(self, shell: Shell, session: Session) -> None:
        super().__init__(shell)
        self.model = TableModel(session, talk_read=len(session.talk))
        self._size: Size = (80, 24)
        self._dragged = (0, 0)
        self.playing = False
        self.speed = 1
        session.watch(shell.changed)
        self.model.refresh()

    @property
    def session(self) -> Session:
        """The table."""
        return self.model.session

    @property
    def game(self) -> GameScreen:
        """The game's screen."""
        return self.session.screen

    @property
    def ending(self) -> bool:
        """Whether the final screen is shown."""
        return self.session.finished and not self.model.board and self.session.replay is None

    @property
    def ticks(self) -> bool:  # type: ignore[override]  # a constant in the base class
        """Whether a turn's time is shown."""
        return not self.session.finished and self.session.replay is None

    @property
    def covered(self) -> bool:  # type: ignore[override]  # a constant in the base class
        """Whether the slider of a replay is where the prompt would be."""
        return self.session.replay is not None

    # painting

    def painted(self, size: Size, typed: str) -> Frame:
        """Paint the table, or its end."""
        self._size, self.model.overlay = size, self.open
        paint = paint_end if self.ending else paint_table
        return paint(self.model, self.shell.pen, size, typed, self._labels())

    def overlay(self, size: Size) -> tuple[Rect, Grid] | None:
        """Return the box over the table."""
        pen = self.shell.pen
        if self.open == "log":
            lines = log_lines(self.session.log, self.model.names, min(size[0], 92) - 6, pen, True)
            shown = paint_lines(pen, self.t("Log"), lines, size, self.scroll)
            self.scroll = shown.back
            return shown.at, shown.grid
        if self.open == "players":
            shown = paint_help(pen, self.session.title, self._players(), size, self.scroll)
            return shown.at, shown.grid
        if self.open == "hint":
            first, second, _ = hints(self.model, pen)
            text = f"{first}\n{second}"
            return paint_question(pen, self.t("Hint"), text, self.t("Esc closes"), size)
        if self.open.startswith("game "):
            return self._game_overlay(size)
        return super().overlay(size)

    def _game_overlay(self, size: Size) -> tuple[Rect, Grid] | None:
        """Return a game's overlay, in a box that covers the panes."""
        found = [o for o in self.game.overlays() if o.key == self.open.removeprefix("game ")]
        if not found or tier_of(*size) < 0:
            return None
        pen, margin = self.shell.pen, 2 if size[0] >= 100 else 0
        at = Rect(margin, 1, size[0] - 2 * margin, size[1] - 4)
        grid = Grid(at.width, at.height)
        inside = box(grid, pen, at._replace(x=0, y=0), found[0].title, self.t("Esc closes"), True)
        inner = Grid(inside.width, inside.height, pen.style())
        look = self.model.look(self.shell.display, tier_of(*size))
        found[0].paint(inner, self.session.state, self.session.eyes, look)
        grid.blit(inside.x, inside.y, inner)
        return at, grid

    def _players(self) -> list[Section]:
        rows = []
        for seat in self.session.seats:
            key = f"{seat.key} ({trust_word(self.shell.pen, seat.trust)})" if seat.key else ""
            words = [word for word in (presence(self.shell.pen, seat), key) if word]
            rows.append((seat.name, " · ".join(words) or self.t("here")))
        return [Section(self.t("Players"), tuple(rows))]

    def tell(self, reply: Reply) -> None:
        """Show a sentence in the second hint line."""
        self.model.message, self.model.tone = reply.text, reply.tone

    def _labels(self) -> list[Label]:
        if self.session.replay is not None:
            return ReplayActs(self).labels()
        if self.ending:
            return EndActs(self).labels()
        t = self.t
        labels = [Label("f1", "F1", t("Help"), rank=1)]
        for overlay in self.game.overlays():
            labels.append(Label(overlay.key, overlay.key.upper(), overlay.title, _word(overlay), 4))
        labels += [
            Label("f4", "F4", t("Talk"), rank=2),
            Label("f5", "F5", t("Zoom"), rank=6),
            Label("f6", "F6", t("Last move"), t("Last"), 7),
            Label("f7", "F7", t("Log"), rank=5),
        ]
        if self.session.finished:
            labels.append(Label("b", "b", t("Final scores"), t("Scores"), 1))
        else:
            labels.append(Label("c-z", "^Z", t("Take back"), t("Back"), 3))
        return [*labels, Label("f10", "F10", t("Leave"))]

    # changes

    def changed(self) -> None:
        """Take note of a change; say so once when it has become my turn."""
        if self.model.refresh():
            self.shell.ring()
        self._entitle()
        talk = self.session.talk
        if len(talk) > self.model.talk_read and not self._sees_talk():
            last = talk[-1]
            self.tell(Reply(f"{last.name}: {last.text}", "dim"))
        self.model.talk_read = len(talk)

    def _entitle(self) -> None:
        title = f"bastide · {self.session.title}"
        acting = self.session.acting
        if self.model.my_turn and acting is not None:
            name = self.model.names[acting]
            title = self.t("{name}, your turn", name=name) + f" · {self.session.title}"
        self.shell.entitle(title)

    def _sees_talk(self) -> bool:
        """Tell whether what is said can be read on the screen right now."""
        tier = tier_of(*self._size)
        if tier < 1:
            return self.model.pane == "talk"
        return tier > 1 or self.model.talk_over

    def retell(self, texts: Texts) -> None:
        """Speak another language."""
        self.session.retell(texts)

    # keys

    def acts(self) -> dict[str, Act]:
        """Return what each key does."""
        if self.session.replay is not None:
            return {**self._looks(), **ReplayActs(self).acts()}
        if self.ending:
            return EndActs(self).acts()
        acts = self._looks()
        acts |= {digit: lambda d=digit: self.prefill(d) for digit in "123456789"}  # type: ignore[misc]  # bound now
        acts |= {
            "enter": self.enter,
            "c-z": self.undo,
            "c-y": self.redo,
            "/": self.talk,
            "f4": self.talk,
        }
        if self.session.invite:
            acts.setdefault("y", lambda: self.shell.copy(self.session.invite))
        if self.session.finished:
            acts["b"] = self.scores
        return acts

    def _looks(self) -> dict[str, Act]:
        """Return the keys that only look around, and those of the game."""
        listed = self.game.keys()
        own = [key.key for key in listed]
        acts: dict[str, Act] = {}
        for key in (*LOOKING, *own):
            acts[key] = lambda k=key: self.move(k)  # type: ignore[misc]  # bound now
        for key, arrow in ARROWS.items():
            if key not in own:
                acts[key] = lambda k=arrow: self.move(k)  # type: ignore[misc]  # bound now
        for overlay in self.game.overlays():
            acts[overlay.key] = lambda k=overlay.key: self.show(f"game {k}")  # type: ignore[misc]  # bound now
        acts |= {
            "f5": lambda: self.zoom_by(1, wrap=True),
            "+": lambda: self.zoom_by(1),
            "-": lambda: self.zoom_by(-1),
            "f6": self.last_move,
            "f7": self.show_log,
            "f10": self.leave,
            "c-c": self.leave,
            "pageup": lambda: self._scroll_log(5),
            "pagedown": lambda: self._scroll_log(-5),
        }
        return acts

    def show(self, name: str) -> Reply:
        """Open a box, or close it if it is open."""
        if self.open == name:
            return self.close_box()
        return super().show(name)

    def enter(self) -> Reply:
        """Choose what the cursor is on, or send the turn when it is complete."""
        session = self.session
        if session.finished:
            return self.scores()
        if not self.model.my_turn:
            return Reply(waiting(self.model, self.shell.pen), "dim")
        if session.needs_confirm:
            return Reply(session.confirm())
        found = self.game.chosen(session.state, session.eyes, self.model.cursor)
        return Reply(found) if isinstance(found, str) else self.choose(found)

    def choose(self, action: Action) -> Reply:
        """Add a decision to the draft; with the setting `send_at_once` a complete turn goes out."""
        refusal = self.session.choose(action)
        if not refusal and self.session.needs_confirm and self.shell.config.on("play.send_at_once"):
            refusal = self.session.confirm()
        self.model.refresh()
        return Reply(refusal)

    def undo(self) -> Reply:
        """Take the last decision back, or say why that is not possible."""
        reply = Reply(self.session.no_undo or self.session.undo())
        self.model.refresh()
        return reply

    def redo(self) -> Reply:
        """Play again what was taken back."""
        reply = Reply(self.session.redo())
        self.model.refresh()
        return reply

    def move(self, key: str) -> Reply:
        """Let the game move the cursor."""
        session = self.session
        self.model.cursor = self.game.move(session.state, session.eyes, self.model.cursor, key)
        return DONE

    def number(self, text: str) -> Reply:
        """Put the cursor on a numbered place."""
        session, cursor = self.session, self.model.cursor
        most = len(self.game.places(session.state, session.eyes, cursor))
        if not self.model.my_turn:
            return Reply(waiting(self.model, self.shell.pen), "dim")
        if not 1 <= int(text) <= most:
            return Reply(
                self.t("There is no place {n}: they go from 1 to {most}.", n=text, most=most)
            )
        self.model.cursor = self.game.at_place(session.state, session.eyes, cursor, int(text))
        return DONE

    # looking

    def zoom_by(self, step: int, wrap: bool = False) -> Reply:
        """Zoom in or out; the choice is kept for this size class of terminal."""
        tier = max(0, tier_of(*self._size))
        count, at = len(self.game.zooms()), self.model.zoom(tier) + step
        self.model.zooms[tier] = at % count if wrap else max(0, min(at, count - 1))
        return DONE

    def zoom(self, word: str) -> Reply:
        """Choose a zoom by its name."""
        names = self.game.zooms()
        if word not in names:
            return Reply(self.t("Choose one of {words}.", words=", ".join(names)))
        self.model.zooms[max(0, tier_of(*self._size))] = names.index(word)
        return DONE

    def last_move(self) -> Reply:
        """Show the board where the last move was."""
        self.model.pane = "board"
        return self.move("f6")

    def show_log(self) -> Reply:
        """Show the whole log; small screens show it in place of the board."""
        if tier_of(*self._size) == 0:
            return self.pane("log")
        return self.show("log")

    def pane(self, name: Pane) -> Reply:
        """Choose what a small screen shows; a second time: the board."""
        self.model.pane = "board" if self.model.pane == name else name
        self.model.talk_over = name == "talk" and self.model.pane == "talk"
        return DONE

    def talk(self) -> Reply:
        """Open the talk line, and the talk where it is hidden."""
        tier = tier_of(*self._size)
        self.model.talk_over = True
        if tier == 0:
            self.model.pane = "talk"
        return self.prefill("/")

    def say(self, text: str) -> Reply:
        """Say something to the table."""
        if not text:
            self.model.talk_over, self.model.pane = False, "board"
            return DONE
        return Reply(self.session.say(text))

    def scores(self) -> Reply:
        """Show the final screen, or the scores."""
        if self.session.finished:
            self.model.board = not self.model.board
            return DONE
        return self.pane("scores") if tier_of(*self._size) == 0 else self.show("players")

    def _scroll_log(self, lines: int) -> Reply:
        pane = "talk" if self.model.talk_over else "log"
        self.model.back[pane] = max(0, self.model.back.get(pane, 0) + lines)
        return DONE

    def scroll_by(self, lines: int) -> None:
        """Scroll what is open; a log is scrolled back from its end."""
        super().scroll_by(-lines if self.open == "log" else lines)

    # leaving

    def leave(self) -> Reply:
        """Leave the table; in mid-game only after a question."""
        if self.session.finished or self.session.replay is not None:
            return self.left()
        text = self.t("Your seat is kept; `bastide resume` or r in the list brings you back.")
        return self.ask(self.t("Leave this table?"), text, self.left)

    def left(self) -> Reply:
        """Leave the table."""
        self.shell.run(self._leave())
        return DONE

    async def _leave(self) -> None:
        await self.session.leave()
        if self.shell.top is self:
            self.shell.entitle("bastide")
            self.shell.back()

    # mouse

    def clicked(self, name: str, at: tuple[int, int], right: bool, place: Rect) -> None:
        """Left: put the cursor there, or choose what it is on already. Right: turn."""
        opened: dict[str, Act] = {
            "<log>": self.show_log,
            "<talk>": self.talk,
            "<scores>": self.scores,
        }
        if name == "<board>":
            self._click_board(at, right, place)
        elif name == "<hand>":
            self.move("r" if right else "tab")
        elif name in opened:
            self.answer(opened[name]())

    def _click_board(self, at: tuple[int, int], right: bool, place: Rect) -> None:
        if right:
            self.move("r")
            return
        session, before = self.session, self.model.cursor
        _, look = arranged(self.model, self.shell.pen, self._size)
        size = (place.width, place.height)
        after: Cursor = self.game.point(session.state, session.eyes, before, *at, size, look)
        self.model.cursor = after
        if after == before and self.model.my_turn and not session.needs_confirm:
            self.answer(self.enter())

    def wheel(self, x: int, y: int, step: int, size: Size) -> None:
        """Zoom over the board, scroll over panes."""
        if self.open:
            self.scroll_by(step * 3)
            return
        names = [name for at, name in self._frame.spots if at.holds(x, y)]
        if "<board>" in names:
            self.zoom_by(-step)
        elif "<talk>" in names or "<log>" in names:
            pane = names[0].strip("<>")
            self.model.back[pane] = max(0, self.model.back.get(pane, 0) - step)

    def drag(self, x: int, y: int, by: tuple[int, int], size: Size) -> None:
        """Pan the board: one scroll step for each cell of the board that the mouse passes."""
        name = self.game.zooms()[self.model.zoom(max(0, tier_of(*size)))]
        wide, _, high = name.partition("x")
        cell = (int(wide) if wide.isdigit() else 4, int(high) if high.isdigit() else 2)
        moved = [self._dragged[0] + by[0], self._dragged[1] + by[1]]
        keys = (("s-right", "s-left"), ("s-down", "s-up"))
        for axis in (0, 1):
            while abs(moved[axis]) >= cell[axis]:
                forth = moved[axis] > 0
                self.move(keys[axis][forth])
                moved[axis] -= cell[axis] if forth else -cell[axis]
        self._dragged = (moved[0], moved[1])

    # typed

    def submit(self, line: str) -> None:
        """Act on a typed line: a place's number, talk, a command, or the game's words."""
        if line.strip().isdigit():
            self.tell(DONE)
            self.answer(self.number(line.strip()))
            return
        super().submit(line)

    def unknown(self, line: str) -> Reply:
        """Let the game read a line."""
        session, words = self.session, line.strip().removeprefix(":").split()
        for overlay in self.game.overlays():
            if words[0].casefold() in (_word(overlay).casefold(), overlay.key):
                return self.show(f"game {overlay.key}")
        if session.finished:
            return super().unknown(line)
        found = self.game.parse(session.state, session.eyes, self.model.cursor, words)
        if isinstance(found, str):
            return Reply(found)
        if isinstance(found, Cursor):
            self.model.cursor = found
            return DONE
        return self.choose(found) if self.model.my_turn else self.enter()

    def extra(self) -> Sequence[Option]:
        """Return what the game could do now, and its overlays."""
        session = self.session
        shown = [(_word(overlay).casefold(), overlay.title) for overlay in self.game.overlays()]
        if not self.model.my_turn or session.needs_confirm:
            return shown
        return [*self.game.commands(session.state, session.eyes), *shown]

    def commands(self) -> list[Command]:
        """Return the commands of an open table."""
        t, session = self.t, self.session
        zooms = [(name, t("cells a tile, width x height")) for name in self.game.zooms()]
        found = [
            Command("say", t("something to the table"), self.say),
            Command("hint", t("what can be done now"), lambda _: self.show("hint")),
            Command("scores", t("all scores"), lambda _: self.scores()),
            Command("players", t("who sits here, and their keys"), lambda _: self.show("players")),
            Command("log", t("everything that happened"), lambda _: self.show_log()),
            Command("talk", t("everything that was said"), lambda _: self.pane("talk")),
            Command("board", t("back to the board"), lambda _: self.pane("board")),
            Command("last", t("the board where the last move was"), lambda _: self.last_move()),
            Command("zoom", t("how large the board is drawn"), self.zoom, lambda: zooms),
            Command("quit", t("leave; your seat is kept"), lambda _: self.leave()),
        ]
        if not session.finished:
            turn = [
                Command("done", t("send the turn"), lambda _: self.done()),
                Command("undo", t("take the last step back"), lambda _: self.undo()),
                Command("redo", t("play it again"), lambda _: self.redo()),
            ]
            found = [*turn, *found]
        if session.invite:
            copy = self.shell.copy
            found.append(
                Command("copy", t("the ticket of this table"), lambda _: copy(session.invite))
            )
        return [*found, *EndActs(self).commands()]

    def done(self) -> Reply:
        """Send the turn, if it is complete."""
        if not self.model.my_turn:
            return Reply(waiting(self.model, self.shell.pen), "dim")
        if not self.session.needs_confirm:
            return Reply(self.t("Your turn is not complete yet: choose first."))
        return Reply(self.session.confirm())

    # help

    def help_title(self) -> str:
        """Return the title of the help."""
        return self.t("Help — {game}", game=self.session.game)

    def sections(self) -> list[Section]:
        """Return what can be done now, then the keys."""
        t = self.t
        if self.session.replay is not None:
            return [Section(t("Keys"), ReplayActs(self).help_rows())]
        if self.ending:
            return [Section(t("Keys"), EndActs(self).help_rows())]
        now, effect, _ = hints(self.model, self.shell.pen)
        listed = self.game.keys()
        own = tuple((key.title, key.label) for key in listed)
        rows = (
            (t("Choose, put down, confirm"), "Enter"),
            (t("Go to a numbered place"), t("its number, Enter")),
            (t("Take back what is not sent"), "Ctrl-Z"),
            (t("Play it again"), "Ctrl-Y"),
            (t("Scroll the board, centre it"), t("Shift+arrows, c")),
            (t("Zoom"), "+ - F5"),
            (t("Say something"), t("/ then the text")),
            (t("Type a command"), t(": then the command")),
            (t("The last move, the log"), "F6 F7"),
            (t("Leave; your seat is kept"), "F10"),
        )
        sentences = tuple(line for line in (now, effect) if line)
        overlays = tuple((overlay.title, overlay.key.upper()) for overlay in self.game.overlays())
        return [Section(t("Now"), (), sentences), Section(t("Keys"), (*own, *rows, *overlays))]


def _word(overlay: Overlay) -> str:
    """Return the first word of an overlay's title: its short label and its command."""
    return overlay.title.split()[0]
