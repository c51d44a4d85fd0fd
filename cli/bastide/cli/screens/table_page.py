"""An open table: what is painted, which boxes lie over it, and what its changes mean.

Which keys move the cursor and which words name an action is the game's business; what every game
has is in `table_acts`, the words for it in `table_words`, the mouse in `table_mouse`.
"""

from __future__ import annotations

from collections.abc import Sequence

from bastide.cli.command_words import known
from bastide.cli.screens.commands import Act, Command, Option, Reply, split
from bastide.cli.screens.end_acts import EndActs
from bastide.cli.screens.end_view import paint_end
from bastide.cli.screens.help_view import Section
from bastide.cli.screens.layout import tier_of
from bastide.cli.screens.model import Notice, TableModel
from bastide.cli.screens.presenter import BasePage
from bastide.cli.screens.rects import Frame, Rect
from bastide.cli.screens.replay_acts import ReplayActs
from bastide.cli.screens.shell import Shell, Size
from bastide.cli.screens.table_acts import TableActs
from bastide.cli.screens.table_boxes import LOGS, TableBoxes
from bastide.cli.screens.table_mouse import TableMouse
from bastide.cli.screens.table_view import paint_table
from bastide.cli.screens.table_words import TableWords
from bastide.cli.sessions.ports import Session, Texts
from bastide.cli.sessions.spoken import unheard
from bastide.core.screen import GameScreen, Grid
from bastide.core.typed import typed_number


class TablePage(BasePage):
    """An open table: live, finished, or a replay."""

    def __init__(self, shell: Shell, session: Session) -> None:
        super().__init__(shell)
        self.model = TableModel(session, talk_read=(*session.talk,))
        self.size: Size = (80, 24)
        self.mouse = TableMouse(self)
        self.playing = False
        self._faults_read, self._held = 0, False
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
    def table_acts(self) -> TableActs:
        """What can be done here."""
        return TableActs(self)

    @property
    def words(self) -> TableWords:
        """What is answered to here."""
        return TableWords(self)

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
        self._let_go()
        self.size, self.model.overlay = size, self.open or self.session.handover
        paint = paint_end if self.ending else paint_table
        return paint(self.model, self.shell.pen, size, typed, self.words.labels())

    def overlay(self, size: Size) -> tuple[Rect, Grid] | None:
        """Return the box over the table."""
        shown = TableBoxes(self).painted(size)
        if shown is None:
            return super().overlay(size)
        self.scroll = shown.back
        return shown.at, shown.grid

    def tell(self, reply: Reply) -> None:
        """Show a sentence in the second hint line."""
        self.model.message, self.model.tone = reply.text, reply.tone
        self.model.passing = reply.until == "decided"
        self._held = reply.until == "linked"

    # changes

    def changed(self) -> None:
        """Take note of a change; say so once when it has become my turn."""
        if self.model.refresh():
            self.shell.ring()
        self._entitle()
        talk = self.session.talk
        if (new := unheard(self.model.talk_read, talk)) and not self._sees_talk():
            self.model.notice = Notice(f"{new[-1].name}: {new[-1].text}", "f4")
        self.model.talk_read = (*talk,)
        self._tell_faults()

    def _let_go(self) -> None:
        """Say, in place of why a turn was not sent, that it can be now, as soon as that is so."""
        if self._held and not self.session.hold:
            can = self.session.needs_confirm and self.model.my_turn
            said = self.t("The link is back: Enter sends your turn.") if can else ""
            self.tell(Reply(said, "good"))

    def _tell_faults(self) -> None:
        """Say what a plugin has failed at last; the log keeps all of it."""
        faults = self.session.faults
        if len(faults) > self._faults_read:
            self.model.notice = Notice(faults[-1], "f7", whole=True)
        self._faults_read = len(faults)

    def _entitle(self) -> None:
        title, acting = f"bastide · {self.session.title}", self.session.acting
        if self.session.waiting:
            title = f"{self.session.waiting.rstrip('.')} · {self.session.title}"
        elif self.model.my_turn and acting is not None:
            name = self.model.names[acting]
            title = f"{self.t('{name}, your turn', name=name)} · {self.session.title}"
        self.shell.entitle(title)

    def _sees_talk(self) -> bool:
        """Tell whether what is said can be read on the screen right now."""
        tier = tier_of(*self.size)
        if tier < 1:
            return self.model.pane == "talk"
        return (tier > 1 or self.model.talk_over) and not self.ending

    def retell(self, texts: Texts) -> None:
        """Speak another language."""
        self.session.retell(texts)

    # keys and words

    def acts(self) -> dict[str, Act]:
        """Return what each key does."""
        if self.session.replay is not None:
            return {**self.table_acts.looks(), **ReplayActs(self).acts()}
        if self.ending:
            return EndActs(self).acts()
        counting = EndActs(self).at_board() if self.session.finished else {}
        return {**self.table_acts.keys(), **counting}

    def key(self, key: str) -> bool:
        """Act on a key; a letter that nothing begins with starts no text, but is answered.

        After the end no character starts a text, but for the colon and the stroke of talk.
        """
        if key != "c-z":
            self.model.asked = ""
        if self.model.notice and key in ("escape", self.model.notice.key):
            self.model.notice = None
        if super().key(key):
            return True
        if self.session.finished and self.session.replay is None:
            return self._begins_nothing(key)
        if self.boxed or not (len(key) == 1 and key.isalpha()) or self.words.begin_with(key):
            return False
        self.tell(Reply(self.t("No key and no command is {key}: F1 lists them.", key=key)))
        return True

    def _begins_nothing(self, key: str) -> bool:
        """Say of a character after the end that it does nothing: nobody looks at the line then."""
        if len(key) != 1 or not key.isprintable():
            return False
        said = self.t("No key here is {key}: F1 lists them. A colon begins a command.", key=key)
        self.tell(Reply(said))
        return True

    def show(self, name: str) -> Reply:
        """Open a box, or close it if it is open."""
        before = self.open
        self.close_box()
        return super().show(name) if name != before else Reply("")

    def close_box(self) -> Reply:
        """Close what is open; what was looked at before the last move was shown is seen again."""
        if self.open == "news":
            self.table_acts.look_back()
        return super().close_box()

    def submit(self, line: str) -> None:
        """Act on a typed line: a place's number, talk, a command, or the game's words.

        It takes the place of an open box: only a key shows and hides one in turn.
        """
        self.close_box()
        if not known(self.t, split(line)[0], ("undo",)):
            self.model.asked = ""
        number = typed_number(line.strip())
        if number is not None and self.session.replay is None:
            self.answer(self.table_acts.number(number))
            return
        super().submit(line)

    def unknown(self, line: str) -> Reply:
        """Let the game read a line."""
        return self.words.read(line) or super().unknown(line)

    def say(self, text: str) -> Reply:
        """Say something to the table."""
        return self.table_acts.say(text)

    def commands(self) -> list[Command]:
        """Return the commands of an open table."""
        return self.words.commands()

    def extra(self) -> Sequence[Option]:
        """Return whole lines that the game offers."""
        return self.words.extra()

    def usage(self) -> list[Option]:
        """Return the game's own commands, for help."""
        return self.words.usage()

    def clicks(self) -> Sequence[str]:
        """Return what clicks below the board do."""
        return (
            self.t("Below the board: the upper line goes to the next choice, the lower takes it."),
        )

    def help_title(self) -> str:
        """Return the title of the help."""
        return self.t("Help — {game}", game=self.session.game)

    def sections(self) -> list[Section]:
        """Return what can be done now, the keys, the rules."""
        return self.words.sections()

    def scroll_by(self, lines: int) -> None:
        """Scroll what is open; a log is scrolled back from its end."""
        super().scroll_by(-lines if self.open in LOGS else lines)

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
        return Reply("")

    async def _leave(self) -> None:
        await self.session.leave()
        if self.shell.top is self:
            self.shell.entitle("bastide")
            self.shell.back()

    # mouse

    def clicked(self, name: str, at: tuple[int, int], right: bool, place: Rect) -> None:
        """Act on a click into a pane, unless the hand is covered."""
        if not self.session.handover:
            self.mouse.click(name, at, right, place)

    def wheel(self, x: int, y: int, step: int, size: Size) -> None:
        """Scroll what is open; else zoom or scroll what is under the mouse."""
        if self.open:
            self.scroll_by(step * 3)
            return
        for place, name in self._frame.spots:
            if place.holds(x, y):
                self.mouse.wheel(name, step)

    def drag(self, x: int, y: int, by: tuple[int, int], size: Size) -> None:
        """Move the board."""
        if not self.open:
            self.mouse.drag(by)
