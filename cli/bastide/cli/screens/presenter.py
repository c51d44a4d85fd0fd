"""What all presenters do alike: keys, the mouse and typed lines become the same commands.

A page has a table of keys and a list of commands, and both lead to the same methods. The full-
screen program calls `key` only while the prompt is empty (or for Escape, Enter and function
keys), so letters typed into the prompt can never act on a game.
"""

from __future__ import annotations

from collections.abc import Sequence

from bastide.cli.command_words import shown_word
from bastide.cli.screens.bars import Label
from bastide.cli.screens.boxed_page import BoxedPage
from bastide.cli.screens.commands import DONE, Act, Command, Option, Reply, find, offered, split
from bastide.cli.screens.form import click_form
from bastide.cli.screens.help_view import Section
from bastide.cli.screens.rects import Frame, Rect
from bastide.cli.screens.settings import Settings
from bastide.cli.screens.shell import Shell, Size
from bastide.cli.sessions.ports import Texts
from bastide.core.screen import Grid


class BasePage(BoxedPage):
    """A page without content."""

    ticks = False
    covered = False

    def __init__(self, shell: Shell) -> None:
        super().__init__(shell)
        self._frame = Frame(Grid(0, 0))

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

    def unknown(self, line: str) -> Reply:
        """Act on a line that is no command of the program."""
        word = split(line)[0]
        return Reply(self.t("There is no command {word}: F1 lists them.", word=word))

    # Page

    def paint(self, size: Size, typed: str) -> Frame:
        """Paint the whole screen."""
        self._frame = self.painted(size, typed)
        return self._frame

    def key(self, key: str) -> bool:
        """Act on a key while the prompt is empty."""
        self.tell(DONE)
        if self.form:
            return self.form_key(self.form, key)
        if self.open and self.box_key(key):
            return True
        act = {**self._common_acts(), **self.acts()}.get(key)
        if act is None:
            return False
        self.answer(act())
        return True

    def submit(self, line: str) -> None:
        """Act on a typed line: talk, or a command."""
        self.tell(DONE)
        self.answer(self._obeyed(line))

    def _obeyed(self, line: str) -> Reply:
        """Carry out a typed line; return the answer."""
        if line.startswith("/"):
            return self.say(line[1:].strip())
        word, rest = split(line)
        if not word:
            return Reply(self.t("Nothing is typed: F1 lists what can be."), "dim")
        command = find(self.all_commands(), word, self.t)
        return command.run(rest) if command else self.unknown(line)

    def offered(self, line: str) -> Sequence[Option]:
        """Return whole lines that could be typed."""
        if line.startswith("/"):
            return ()
        return offered(line, self.all_commands(), self.t, self.extra())

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

    def say(self, text: str) -> Reply:
        """Talk, where there is somebody to talk to."""
        return Reply(self.t("There is nobody to talk to here."))

    # what works everywhere

    def _common_acts(self) -> dict[str, Act]:
        return {
            "f1": self.show_help,
            "?": self.show_help,
            ":": lambda: self.prefill(":"),
            "escape": self.close_box,
        }

    def prefill(self, text: str) -> Reply:
        """Put a text into the prompt."""
        self.shell.prefill(text)
        return DONE

    def clicks(self) -> Sequence[str]:
        """Return what else clicks do on this page, for help."""
        return ()

    def help_sections(self) -> list[Section]:
        """Return all that help says: what belongs to this page, then commands and mouse."""
        t = self.t
        own = [(shown_word(t, each.word), each.meaning) for each in self.all_commands()]
        commands = tuple((f":{line}", meaning) for line, meaning in (*self.usage(), *own))
        mouse = (
            t("Left: choose. Right: turn. Wheel: zoom or scroll. Drag: move the board."),
            *self.clicks(),
            t("Hold Shift to select text as usual; :mouse off hands the mouse back."),
        )
        common = [Section(t("Commands"), commands), Section(t("Mouse"), (), mouse)]
        return [*self.sections(), *common]

    def bar(self, labels: Sequence[Label]) -> list[Label]:
        """Return the key bar of what is open, or the given one."""
        if self.form:
            return [
                Label("enter", self.t("Enter"), self.form.done or self.t("Done")),
                Label("escape", self.t("Esc"), self.t("Close")),
            ]
        return list(labels)
