"""What can be typed at an open table in line mode; each command answers with lines of text."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from bastide.cli.lines.telling import Teller
from bastide.cli.screens.commands import split
from bastide.cli.screens.table_words import first_word
from bastide.cli.sessions.ports import Refused, Session, Texts
from bastide.core.events import Action
from bastide.core.messages import Text
from bastide.core.screen import Cursor

LOG_LINES = 10


class Word(NamedTuple):
    """A command: its word, its meaning in one line, and what it does with what follows it."""

    word: str
    meaning: str
    run: Callable[[str], list[str]]


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
        self.cursor = Cursor()
        self._decided: tuple[object, ...] = ()

    @property
    def t(self) -> Text:
        """The program's own messages."""
        return self.texts("bastide")

    def words(self) -> list[Word]:
        """Return the commands that every game has."""
        t = self.t
        return [
            Word("done", t("send the turn"), self._done),
            Word("undo", t("take the last step back"), self._undo),
            Word("redo", t("play it again"), self._redo),
            Word("look", t("what can be done now"), lambda _: self._look()),
            Word("board", t("the board in letters"), lambda _: self.teller.board()),
            Word("near", t("what lies around a place"), self._near),
            Word("scores", t("all scores"), lambda _: self.teller.scores()),
            Word("log", t("the last lines, as in log 5"), self._log),
            Word("players", t("who sits here, and their keys"), lambda _: self.teller.players()),
            Word("say", t("something to the table"), self._say),
            Word("export", t("the journal to a file"), self._export),
            Word("rules", t("how the game is played"), lambda _: self.rules()),
            Word("help", t("this list"), lambda _: self.help()),
            Word("quit", t("leave; your seat is kept"), self._quit),
        ]

    def obey(self, line: str) -> list[str]:
        """Carry out a command line and return the answer, one sentence or some lines."""
        word, rest = split(line)
        if not word:
            return self._done("") if self.session.needs_confirm else []
        for each in self.words():
            if each.word == word.casefold():
                return each.run(rest)
        for overlay in self.session.screen.overlays():
            if word.casefold() in (first_word(overlay).casefold(), overlay.key):
                return self.teller.overlay(overlay, self._cursor())
        return self._play(line.strip().removeprefix(":").split())

    def quits(self, line: str) -> bool:
        """Tell whether a line leaves the table."""
        return split(line)[0].casefold() == "quit"

    # deciding

    def _play(self, words: list[str]) -> list[str]:
        """Let the game read a line; a number alone is the choice of that number."""
        session = self.session
        if session.acting not in session.mine:
            return [self.t("It is not your turn.")]
        s, seat, screen = session.state, session.eyes, session.screen
        cursor = self._cursor()
        found = screen.parse(s, seat, cursor, words)
        if isinstance(found, Cursor):
            if found.hand != cursor.hand:  # another card, which is not played yet
                self.cursor = found
                return self._look()
            found = screen.chosen(s, seat, found)
        if isinstance(found, str):
            return [found]
        return self._choose(found)

    def _cursor(self) -> Cursor:
        """Return where the player is looking; a new decision begins at its start."""
        session, s = self.session, self.session.state
        now = (session.eyes, s.turn, s.phase, session.draft)
        if now != self._decided:
            self._decided = now
            self.cursor = session.screen.start(s, session.eyes, self.cursor)
        return self.cursor

    def _look(self) -> list[str]:
        return self.teller.decision(self._cursor())

    def _choose(self, action: Action) -> list[str]:
        session = self.session
        refusal = session.choose(action)
        if not refusal and session.needs_confirm and self.send_at_once:
            refusal = session.confirm()
        return _told(refusal)

    def _done(self, _: str) -> list[str]:
        if self.session.acting not in self.session.mine:
            return [self.t("It is not your turn.")]
        return _told(self.session.confirm())

    def _undo(self, _: str) -> list[str]:
        return _told(self.session.no_undo or self.session.undo())

    def _redo(self, _: str) -> list[str]:
        return _told(self.session.redo())

    # looking and talking

    def _near(self, rest: str) -> list[str]:
        return [self.session.screen.near(self.session.state, rest.split())]

    def _log(self, rest: str) -> list[str]:
        return self.teller.log(int(rest) if rest.isdecimal() else LOG_LINES)

    def _say(self, rest: str) -> list[str]:
        return _told(self.session.say(rest)) if rest else [self.t("Say what?")]

    def _export(self, rest: str) -> list[str]:
        kind = rest.rpartition(".")[2]
        if kind not in self.session.exports:
            kinds = ", ".join(f".{kind}" for kind in self.session.exports)
            return [self.t("Name a file that ends in one of {kinds}.", kinds=kinds)]
        try:
            return [self.t("Written: {path}", path=self.session.export(kind, rest))]
        except Refused as error:
            return [str(error)]

    def help(self) -> list[str]:
        """Return all commands with their meanings, those of the game first."""
        session, t = self.session, self.t
        rows = [*session.screen.usage(), *((word.word, word.meaning) for word in self.words())]
        rows += [(first_word(each).casefold(), each.title) for each in session.screen.overlays()]
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
