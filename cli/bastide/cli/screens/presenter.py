"""What all presenters do alike: keys, the mouse and typed lines become the same commands.

A page has a table of keys and a list of commands, and both lead to the same methods. The full-
screen program calls `key` only while the prompt is empty (or for Escape, Enter and function
keys), so letters typed into the prompt can never act on a game.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from bastide.cli.screens.bars import Label
from bastide.cli.screens.commands import DONE, Command, Option, Reply, find, offered, split
from bastide.cli.screens.form import Form, click_form, paint_form
from bastide.cli.screens.help_view import Section, paint_help, paint_question
from bastide.cli.screens.layout import tier_of
from bastide.cli.screens.rects import Frame, Rect
from bastide.cli.screens.settings import Settings
from bastide.cli.screens.shell import Shell, Size
from bastide.cli.sessions.ports import Texts
from bastide.core.messages import Text
from bastide.core.screen import Grid

Act = Callable[[], Reply]


class BasePage:
    """A page without content; `overlay` names the box that is open, "" for none."""

    ticks = False
    covered = False

    def __init__(self, shell: Shell) -> None:
        self.shell = shell
        self.open = ""
        self.scroll = 0
        self.form: Form | None = None
        self._confirmed: Act = lambda: DONE
        self._question = ("", "")
        self._frame = Frame(Grid(0, 0))

    @property
    def t(self) -> Text:
        """The program's own messages."""
        return self.shell.t

    # what each page says for itself

    def painted(self, size: Size, typed: str) -> Frame:
        """Paint the page."""
        raise NotImplementedError

    def acts(self) -> dict[str, Act]:
        """Return what each key does."""
        raise NotImplementedError

    def commands(self) -> list[Command]:
        """Return the commands of this page."""
        raise NotImplementedError

    def sections(self) -> list[Section]:
        """Return the help texts that belong to this page, the current step first."""
        raise NotImplementedError

    def tell(self, reply: Reply) -> None:
        """Show a sentence."""
        raise NotImplementedError

    @property
    def told(self) -> Reply:
        """The sentence that is shown, which a form that lies over it says itself."""
        return DONE

    def submitted(self) -> Reply:
        """Act on Enter in a form."""
        return DONE

    def unknown(self, line: str) -> Reply:
        """Act on a line that is no command of the program."""
        word = split(line)[0]
        return Reply(self.t("There is no command {word}: F1 lists them.", word=word))

    # Page

    @property
    def takes_text(self) -> bool:
        """Whether characters go to a field of a form."""
        return self.form is not None and self.form.typing

    @property
    def boxed(self) -> bool:
        """Whether a box or a form is open."""
        return bool(self.open) or self.form is not None

    def paint(self, size: Size, typed: str) -> Frame:
        """Paint the whole screen."""
        self._frame = self.painted(size, typed)
        return self._frame

    def overlay(self, size: Size) -> tuple[Rect, Grid] | None:
        """Return the box over the screen: a form, a question, help."""
        pen = self.shell.pen
        if self.form:
            return paint_form(pen, self.form, size, *self.told)
        if self.open == "question":
            return self.asked(*self._question, self.t("Enter: yes · Esc: no"), size)
        if self.open == "help":
            sections = [*self.sections(), *self._common_sections()]
            shown = paint_help(pen, self.help_title(), sections, size, self.scroll)
            self.scroll = shown.back
            return shown.at, shown.grid
        return None

    def asked(self, title: str, text: str, foot: str, size: Size) -> tuple[Rect, Grid]:
        """Return a box with a question or a note, scrolled as far as it is."""
        shown = paint_question(self.shell.pen, title, text, foot, size, self.scroll)
        self.scroll = shown.back
        return shown.at, shown.grid

    def key(self, key: str) -> bool:
        """Act on a key while the prompt is empty."""
        self.tell(DONE)
        if self.form:
            return self._form_key(self.form, key)
        if self.open and self._box_key(key):
            return True
        act = {**self._common_acts(), **self.acts()}.get(key)
        if act is None:
            return False
        self.answer(act())
        return True

    def submit(self, line: str) -> None:
        """Act on a typed line: talk, or a command."""
        self.tell(DONE)
        before = self._seen()
        word, reply = self._obeyed(line)
        if reply.text or self.shell.is_busy or self not in self.shell.pages[-1:]:
            self.answer(reply)
        elif before and self._seen() == before:
            said = self.t("{word} changes nothing that can be seen now.", word=word)
            self.tell(Reply(said, "dim"))

    def _obeyed(self, line: str) -> tuple[str, Reply]:
        """Carry out a typed line; return its first word, and the answer."""
        if line.startswith("/"):
            return "/", self.say(line[1:].strip())
        word, rest = split(line)
        if not word:
            return "", Reply(self.t("Nothing is typed: F1 lists what can be."), "dim")
        command = find(self.all_commands(), word)
        return word, command.run(rest) if command else self.unknown(line)

    def _seen(self) -> list[str]:
        """Return what can be read on the screen, painted as it was last; nothing if it was not."""
        size = self._frame.grid.width, self._frame.grid.height
        if tier_of(*size) < 0:
            return []
        grid = self.painted(size, "").grid
        if over := self.overlay(size):
            grid.blit(over[0].x, over[0].y, over[1])
        return grid.lines()

    def offered(self, line: str) -> Sequence[Option]:
        """Return whole lines that could be typed."""
        if line.startswith("/"):
            return ()
        return offered(line, self.all_commands(), self.extra())

    def all_commands(self) -> list[Command]:
        """Return the commands of this page and those of every page."""
        help_command = Command("help", self.t("keys, mouse and commands"), self.show_help)
        return [*self.commands(), help_command, *Settings(self.shell).commands()]

    def extra(self) -> Sequence[Option]:
        """Return whole lines that the game offers."""
        return ()

    def click(self, x: int, y: int, right: bool, size: Size) -> None:
        """Act on a click: on the key bar it is that key, elsewhere it closes a box."""
        self.tell(DONE)
        for at, name in self._frame.spots:
            if at.holds(x, y):
                if not name.startswith("<"):
                    self.key(name)
                    return
                if not self.form and not self.open:
                    self.clicked(name, (x - at.x, y - at.y), right, at)
                    return
        if self.form:
            click_form(self.form, size, (x, y))
        elif self.open:
            self.key("escape")

    def clicked(self, name: str, at: tuple[int, int], right: bool, place: Rect) -> None:
        """Act on a click into a part of the page."""

    def wheel(self, x: int, y: int, step: int, size: Size) -> None:
        """Scroll what is open."""
        if self.open:
            self.scroll_by(step * 3)

    def drag(self, x: int, y: int, by: tuple[int, int], size: Size) -> None:
        """Act on dragging."""

    def changed(self) -> None:
        """Take note of a change."""

    def retell(self, texts: Texts) -> None:
        """Speak another language."""

    def usage(self) -> list[Option]:
        """Return further commands for help, as examples with their meanings."""
        return []

    # boxes

    def answer(self, reply: Reply) -> None:
        """Show an answer, unless there is nothing to say."""
        if reply.text:
            self.tell(reply)

    def say(self, text: str) -> Reply:
        """Talk, where there is somebody to talk to."""
        return Reply(self.t("There is nobody to talk to here."))

    def show(self, name: str) -> Reply:
        """Open a box."""
        self.open, self.scroll = name, 0
        return DONE

    def show_help(self, _: str = "") -> Reply:
        """Open the help."""
        return self.show("help")

    def ask(self, title: str, text: str, confirmed: Act) -> Reply:
        """Ask before doing something."""
        self._question, self._confirmed = (title, text), confirmed
        return self.show("question")

    def scroll_by(self, lines: int) -> None:
        """Scroll what is open."""
        self.scroll = max(0, self.scroll + lines)

    def _box_key(self, key: str) -> bool:
        """Act on a key while a box is open; False: the box does not care."""
        steps = {"up": -1, "down": 1, "pageup": -10, "pagedown": 10, "k": -1, "j": 1}
        if key == "escape" or (key == "enter" and self.open != "question"):
            self.open = ""
        elif key in ("enter", "f10", "c-c") and self.open == "question":
            self.open = ""
            self.answer(self._confirmed())
        elif key in steps:
            self.scroll_by(steps[key])
        elif self.open == "question":
            pass
        else:
            return False
        return True

    def _form_key(self, form: Form, key: str) -> bool:
        moves = {"up": -1, "down": 1, "s-tab": -1, "tab": 1}
        if key in ("escape", "f10", "c-c"):
            self.form = None
        elif key == "enter":
            self.answer(self.submitted())
        elif key in moves:
            form.move(moves[key])
        elif key in ("left", "right") or (key == " " and not form.typing):
            form.change(-1 if key == "left" else 1)
        elif key == "backspace":
            form.erase()
        elif key == "\x15":  # Ctrl-U
            form.clear()
        elif key.isdecimal() and not form.typing:
            if not form.pick(key):
                titles = [title for _, title in form.here.choices]
                self.tell(Reply(self.t("Choose one of {words}.", words=", ".join(titles))))
        elif len(key) == 1:
            form.type(key)
        return True

    # what works everywhere

    def _common_acts(self) -> dict[str, Act]:
        return {
            "f1": self.show_help,
            "?": self.show_help,
            ":": lambda: self.prefill(":"),
            "escape": self.close_box,
        }

    def close_box(self) -> Reply:
        """Close what is open."""
        self.open = ""
        return DONE

    def prefill(self, text: str) -> Reply:
        """Put a text into the prompt."""
        self.shell.prefill(text)
        return DONE

    def help_title(self) -> str:
        """Return the title of the help."""
        return self.t("Help")

    def clicks(self) -> Sequence[str]:
        """Return what else clicks do on this page, for help."""
        return ()

    def _common_sections(self) -> list[Section]:
        t = self.t
        own = [(command.word, command.meaning) for command in self.all_commands()]
        commands = tuple((f":{line}", meaning) for line, meaning in (*self.usage(), *own))
        mouse = (
            t("Left: choose. Right: turn. Wheel: zoom or scroll. Drag: move the board."),
            *self.clicks(),
            t("Hold Shift to select text as usual; :mouse off hands the mouse back."),
        )
        return [Section(t("Commands"), commands), Section(t("Mouse"), (), mouse)]

    def bar(self, labels: Sequence[Label]) -> list[Label]:
        """Return the key bar of what is open, or the given one."""
        if self.form:
            return [
                Label("enter", self.t("Enter"), self.form.done or self.t("Done")),
                Label("escape", self.t("Esc"), self.t("Close")),
            ]
        return list(labels)
