"""What lies over a page, and the keys while it does: a form, a question, help, or a page's own box.

`open` names the box that is open, "" for none; a form lies over all of them.
"""

from __future__ import annotations

from bastide.cli.screens.commands import DONE, Act, Reply
from bastide.cli.screens.form import Form, paint_form
from bastide.cli.screens.help_view import Section, paint_help, paint_question
from bastide.cli.screens.rects import Rect
from bastide.cli.screens.shell import Shell, Size
from bastide.core.messages import Text
from bastide.core.screen import Grid


class BoxedPage:
    """A page as far as boxes go."""

    def __init__(self, shell: Shell) -> None:
        self.shell = shell
        self.open = ""
        self.scroll = 0
        self.form: Form | None = None
        self._confirmed: Act = lambda: DONE
        self._question = ("", "")

    @property
    def t(self) -> Text:
        """The program's own messages."""
        return self.shell.t

    # what each page says for itself

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

    def help_sections(self) -> list[Section]:
        """Return all that help says."""
        raise NotImplementedError

    def help_title(self) -> str:
        """Return the title of the help."""
        return self.t("Help")

    # what is open

    @property
    def takes_text(self) -> bool:
        """Whether characters go to a field of a form."""
        return self.form is not None and self.form.typing

    @property
    def boxed(self) -> bool:
        """Whether a box or a form is open."""
        return bool(self.open) or self.form is not None

    def overlay(self, size: Size) -> tuple[Rect, Grid] | None:
        """Return the box over the screen: a form, a question, help."""
        pen = self.shell.pen
        if self.form:
            return paint_form(pen, self.form, size, self.told.text, self.told.tone)
        if self.open == "question":
            return self.asked(*self._question, self.t("Enter: yes · Esc: no"), size)
        if self.open == "help":
            shown = paint_help(pen, self.help_title(), self.help_sections(), size, self.scroll)
            self.scroll = shown.back
            return shown.at, shown.grid
        return None

    def asked(self, title: str, text: str, foot: str, size: Size) -> tuple[Rect, Grid]:
        """Return a box with a question or a note, scrolled as far as it is."""
        shown = paint_question(self.shell.pen, title, text, foot, size, self.scroll)
        self.scroll = shown.back
        return shown.at, shown.grid

    def answer(self, reply: Reply) -> None:
        """Show an answer, unless there is nothing to say."""
        if reply.text:
            self.tell(reply)

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

    def box_key(self, key: str) -> bool:
        """Act on a key while a box is open; False: the box does not care."""
        steps = {"up": -1, "down": 1, "pageup": -10, "pagedown": 10, "k": -1, "j": 1}
        if key == "escape" or (key == "enter" and self.open != "question"):
            self.close_box()
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

    def form_key(self, form: Form, key: str) -> bool:
        """Act on a key while a form is open."""
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

    def close_box(self) -> Reply:
        """Close what is open."""
        self.open = ""
        return DONE
