"""What can be typed at an open table in line mode; each command answers with lines of text."""

from __future__ import annotations

from bastide.cli.command_words import known, shown_word
from bastide.cli.completing import SENDING, incomplete, sends, unlisted
from bastide.cli.exporting import export
from bastide.cli.lines.choices import Choices
from bastide.cli.lines.telling import Teller
from bastide.cli.screens.commands import Word, find, split
from bastide.cli.sessions.ports import Session, Texts
from bastide.cli.undoing import asks_first, undo
from bastide.cli.wording import shortened
from bastide.core.events import Action
from bastide.core.messages import Text
from bastide.core.screen import Cursor
from bastide.core.typed import typed_number

LOG_LINES = 10

LONGEST_REFUSAL = 240
"""Characters after which a path gives way to what is wrong with it."""


Line = Word[list[str]]
"""A command: its word, its meaning in one line, and what it answers to what follows it."""


class LineWords:
    """The commands of one table.

    Attributes:
        leaving: the player has asked to leave.
    """

    def __init__(
        self, session: Session, texts: Texts, teller: Teller, *, send_at_once: bool
    ) -> None:
        self.session, self.texts, self.teller = session, texts, teller
        self.send_at_once = send_at_once
        self.leaving = False
        self.choices = Choices(session)
        self._asked = ""

    @property
    def t(self) -> Text:
        """The program's own messages."""
        return self.texts("bastide")

    def words(self) -> list[Line]:
        """Return the commands that every game has."""
        t = self.t
        return [
            Line("done", t("send the turn"), self._done),
            Line("undo", t("take the last step back"), self._undo),
            Line("redo", t("redo what was taken back"), self._redo),
            Line("look", t("what can be done now"), lambda _: self._look()),
            Line("board", t("the board in letters"), lambda _: self.teller.board()),
            Line("near", t("what lies around a place; alone, what stands where"), self._near),
            Line("scores", t("all scores"), lambda _: self.teller.scores()),
            Line("log", t("the last lines, as in log 5"), self._log),
            Line("players", t("who sits here, and their keys"), lambda _: self.teller.players()),
            Line("say", t("something to the table"), self._say),
            Line("export", t("the journal to a file"), self._export),
            Line("rules", t("how the game is played"), lambda _: self.rules()),
            Line("help", t("this list"), lambda _: self.help()),
            Line("quit", t("leave; your seat is kept"), self._quit),
        ]

    def obey(self, line: str) -> list[str]:
        """Carry out a command line and return the answer, one sentence or some lines."""
        word, rest = split(line)
        if not known(self.t, word, ("undo",)):
            self._asked = ""
        if not word:
            return [self._nothing()]
        if command := find(self.words(), word, self.t):
            return command.run(rest)
        for overlay in self.session.screen.overlays():
            if word.casefold() in overlay.words:
                return self.teller.overlay(overlay, self.choices.cursor)
        return self._play(line.strip().removeprefix(":").split())

    def quits(self, line: str) -> bool:
        """Tell whether a line leaves the table."""
        return bool(known(self.t, split(line)[0], ("quit",)))

    # deciding

    def decision(self) -> list[str]:
        """Return what is to be decided; from now on the numbers are those of this list."""
        if self.session.needs_confirm:
            return [self._complete()]
        return [*self.teller.decision(self.choices.cursor), *self.choices.lines()]

    def _complete(self) -> str:
        """Say what sending does; the turn goes on if it is not over."""
        return self.t.say(SENDING[self.session.draft_end].typed)

    def _nothing(self) -> str:
        """Answer an empty line: what was sent by mistake might never be taken back."""
        if self.session.needs_confirm:
            return self.t("An empty line sends nothing: done sends the turn.")
        return self.t("An empty line does nothing: help lists what can be typed.")

    def _play(self, words: list[str]) -> list[str]:
        """Let the game read a line; a number alone is a line of the list that was printed."""
        session = self.session
        too_soon = _told(unlisted(session, self.t, words[0]))
        if session.acting not in session.mine:
            return [*too_soon, self.t("It is not your turn.")]
        if session.needs_confirm:
            return [*too_soon, self._complete()]
        if len(words) == 1 and self.choices.is_label(words[0]):
            return self._numbered(words[0])
        s, seat, screen, cursor = session.state, session.eyes, session.screen, self.choices.cursor
        found = screen.parse(s, seat, cursor, words)
        if isinstance(found, Cursor):
            if found.hand != cursor.hand or _is_bare(words):  # nothing is played yet
                self.choices.turn_to(found)
                return self.decision()
            found = screen.chosen(s, seat, found)
        if isinstance(found, str):
            return [found]
        return self._choose(found, screen.preview(s, seat, found))

    def _numbered(self, label: str) -> list[str]:
        """Choose a line of the printed list, and no other."""
        if not self.choices.are_printed:
            return self.decision()
        place = self.choices.labelled(label)
        if place:
            return self._choose(place.action, place.sentence)
        if not self.choices.most:
            return [self.t("There is no number to choose now.")]
        return [self.t("Type a number from 1 to {n}.", n=self.choices.most)]

    def _choose(self, action: Action, sentence: str) -> list[str]:
        """Take a step, and say what it is before it is sent."""
        session = self.session
        at_once = self.send_at_once or sends(session)
        refusal = session.choose(action)
        if refusal or not at_once or not session.needs_confirm:
            said = self.t("Chosen: {what}", what=sentence) if sentence else ""
            return _told(refusal or said)
        return _told(session.confirm())

    def _done(self, _: str) -> list[str]:
        session = self.session
        if session.acting not in session.mine:
            return [self.t("It is not your turn.")]
        if session.draft and not session.needs_confirm:
            return [incomplete(session, self.t)]
        return _told(session.confirm())

    def _undo(self, _: str) -> list[str]:
        question = asks_first(self.session, self.t, shown_word(self.t, "undo"))
        if question and question != self._asked:
            self._asked = question
            return [question]
        self._asked = ""
        undone = undo(self.session, self.t)
        return _told(undone.refusal or undone.told)

    def _redo(self, _: str) -> list[str]:
        return _told(self.session.redo())

    # looking and talking

    def _look(self) -> list[str]:
        session = self.session
        if session.acting is None or session.acting in session.mine:
            return self.decision()
        return [self.t("Waiting for {name}.", name=session.seats[session.acting].name)]

    def _near(self, rest: str) -> list[str]:
        return [self.session.screen.near(self.session.state, rest.split())]

    def _log(self, rest: str) -> list[str]:
        number = typed_number(rest or str(LOG_LINES))
        if number is None:
            return [self.t("Type log and a number, such as log 5.")]
        return self.teller.log(number)

    def _say(self, rest: str) -> list[str]:
        return _told(self.session.say(rest)) if rest else [self.t("Say what?")]

    def _export(self, rest: str) -> list[str]:
        said, is_written = export(self.session, self.t, rest)
        is_short = is_written or len(said) <= LONGEST_REFUSAL
        return [said if is_short else shortened(said, "…")]

    def help(self) -> list[str]:
        """Return all commands with their meanings, those of the game first."""
        session, t = self.session, self.t
        own = [(shown_word(t, each.word), each.meaning) for each in self.words()]
        rows = [*session.screen.usage(), *own]
        rows += [(each.words[0], each.title) for each in session.screen.overlays()]
        wide = max(len(word) for word, _ in rows)
        return [
            *(f"  {word.ljust(wide)}  {meaning}" for word, meaning in rows),
            t("A number alone takes the choice of that number."),
        ]

    def rules(self) -> list[str]:
        """Return how it is played, game and extensions each under its title."""
        lines: list[str] = []
        for about in self.session.about:
            lines += [about.title, *(f"  {sentence}" for sentence in about.sentences)]
        return lines or [self.t("This game brings no words about its rules.")]

    def _quit(self, _: str) -> list[str]:
        self.leaving = True
        return []


def _told(refusal: str) -> list[str]:
    return [refusal] if refusal else []


def _is_bare(words: list[str]) -> bool:
    """Tell whether a word was typed alone: it asks for a list, as `move` does."""
    return len(words) == 1 and words[0].isalpha()
