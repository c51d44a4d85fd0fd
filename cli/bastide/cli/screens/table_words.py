"""The words of an open table: key bar, typed commands, completion, help."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from bastide.cli.command_words import known, shown_word, ways
from bastide.cli.completing import unlisted
from bastide.cli.screens.bars import Label
from bastide.cli.screens.commands import DONE, Command, Option, Reply, unchanged
from bastide.cli.screens.end_acts import EndActs
from bastide.cli.screens.help_view import Section
from bastide.cli.screens.hints import hints
from bastide.cli.screens.replay_acts import ReplayActs
from bastide.core.screen import Cursor, Key, Overlay, StepHelp
from bastide.net.identity import is_ticket

if TYPE_CHECKING:
    from bastide.cli.screens.table_page import TablePage


SHOWN_AT_THE_BOARD = ("hint", "talk", "board", "last", "zoom")
"""Commands whose effect is seen at the board alone, not on the final screen."""


class TableWords:
    """What an open table answers to, and how it says so."""

    def __init__(self, page: TablePage) -> None:
        self.page, self.acts = page, page.table_acts
        self.model, self.session = page.model, page.session
        self.game, self.t = page.game, page.t

    def labels(self) -> list[Label]:
        """Return the key bar."""
        if self.session.replay is not None:
            return ReplayActs(self.page).labels()
        if self.page.ending:
            return EndActs(self.page).labels()
        t = self.t
        labels = [Label("f1", "F1", t("Help"), rank=1)]
        labels += [
            Label(overlay.key, overlay.key.upper(), overlay.title, first_word(overlay), 4)
            for overlay in self.game.overlays()
        ]
        labels += [
            *([Label("f4", "F4", t("Talk"), rank=2)] if self.model.company else []),
            *([Label("f5", "F5", t("Zoom"), rank=6)] if self._zooms else []),
            Label("f6", "F6", t("Last move"), t("Last"), 7),
            Label("f7", "F7", t("Log"), rank=5),
        ]
        if self.session.finished:
            labels += [Label("n", "n", t("Next sum"), t("Next"), 1)] * bool(self.model.finals)
            labels.append(Label("b", "b", t("Final scores"), t("Scores"), 1))
        else:
            labels.append(Label("c-z", "^Z", t("Take back"), t("Undo"), 3))
            if self._copies == "y":
                labels.append(Label("y", "y", self._copied, t("Copy"), 8))
        return [*labels, Label("f10", "F10", t("Leave"))]

    @property
    def _zooms(self) -> list[Option]:
        """What the board's size can be chosen from; nothing where there is no choice."""
        names = self.game.zooms()
        meaning = self.t("cells a tile, width x height")
        return [(name, meaning) for name in names] if len(names) > 1 else []

    @property
    def _overlays(self) -> list[Overlay]:
        """What of the game can be shown now: views of the board not on the final screen."""
        return [each for each in self.game.overlays() if each.paint or not self.page.ending]

    # typed

    def commands(self) -> list[Command]:
        """Return the commands possible now."""
        found = [*self._turn(), *self._looks(), *EndActs(self.page).commands()]
        if self.session.invite:
            meaning = self.t("the ticket of this table")
            found.append(Command("copy", meaning, lambda _: self.acts.copy()))
        return found

    def _turn(self) -> list[Command]:
        if self.session.finished or self.session.replay is not None:
            return []
        t, acts = self.t, self.acts
        return [
            Command("done", t("send the turn"), lambda _: acts.done()),
            Command("undo", t("take the last step back"), lambda _: acts.undo()),
            Command("redo", t("redo what was taken back"), lambda _: acts.redo()),
        ]

    def _looks(self) -> list[Command]:
        t, acts, page = self.t, self.acts, self.page
        found = [
            Command("hint", t("what can be done now"), lambda _: page.show("hint")),
            Command("scores", t("all scores"), lambda _: acts.scores()),
            Command("players", t("who sits here, and their keys"), lambda _: page.show("players")),
            Command("log", t("everything that happened"), lambda _: acts.log()),
            Command("board", t("back to the board"), lambda _: acts.pane("board")),
            Command("last", t("the board where the last move was"), lambda _: acts.last_move()),
            Command("quit", t("leave; your seat is kept"), lambda _: page.leave()),
        ]
        if zooms := self._zooms:
            zoom = t("how large the board is drawn")
            found.insert(-1, Command("zoom", zoom, acts.zoom, lambda: zooms))
        if self.session.about:
            rules = Command("rules", t("how the game is played"), lambda _: page.show("rules"))
            found.insert(-1, rules)
        if self.model.company:
            talk = Command("talk", t("everything that was said"), lambda _: acts.pane("talk"))
            found.insert(-1, talk)
            if self.session.replay is None:
                found.insert(0, Command("say", t("something to the table"), acts.say))
        if page.ending:
            return [command for command in found if command.word not in SHOWN_AT_THE_BOARD]
        return found

    def extra(self) -> Sequence[Option]:
        """Return what the game could do now, and its overlays."""
        session = self.session
        shown = [(first_word(overlay).casefold(), overlay.title) for overlay in self._overlays]
        if not self.model.my_turn or session.needs_confirm:
            return shown
        return [*self.game.commands(session.state, session.eyes), *shown]

    def begin_with(self, letter: str) -> bool:
        """Tell whether anything that can be typed here begins with a letter."""
        lines = [way for each in self.page.all_commands() for way in ways(self.t, each.word)]
        lines += [line for line, _ in (*self.extra(), *self.game.usage())]
        lines += [word for overlay in self.game.overlays() for word in overlay.words]
        return any(line.casefold().startswith(letter.casefold()) for line in lines)

    def read(self, line: str) -> Reply | None:
        """Let the game read a line that is no command of the program; None: nobody can."""
        session, words = self.session, line.strip().removeprefix(":").split()
        for overlay in self.game.overlays():
            if words[0].casefold() in overlay.words:
                return self.acts.overlay(overlay)
        if not self.model.company and known(self.t, words[0], ("say", "talk")):
            return self.acts.talk()
        if session.finished or session.replay is not None:
            return None
        if not self.model.my_turn or session.needs_confirm:
            return self._too_soon(words)
        found = self.game.parse(session.state, session.eyes, self.model.cursor, words)
        if isinstance(found, Cursor):
            before, self.model.cursor = self.model.cursor, found
            return DONE if found != before else unchanged(self.t, words[0])
        return Reply(found) if isinstance(found, str) else self.acts.choose(found)

    def _too_soon(self, words: list[str]) -> Reply:
        """Answer what the game would read if it were to be decided now."""
        if said := unlisted(self.session, self.t, words[0]):
            return Reply(said)
        line = " ".join(words)
        return self.acts.complete(line) if self.model.my_turn else self.acts.not_mine(line)

    # help

    def rules(self) -> list[Section]:
        """Return how the game is played, and what its extensions change."""
        return [Section(each.title, (), each.sentences) for each in self.session.about]

    def usage(self) -> list[tuple[str, str]]:
        """Return the game's own commands, and its overlays."""
        live = not self.session.finished and self.session.replay is None
        own = self.game.usage() if live else []
        shown = [(first_word(each).casefold(), each.title) for each in self._overlays]
        return [*own, *shown]

    def sections(self) -> list[Section]:
        """Return what can be done now and its keys, then the rules; keys for other steps last."""
        t = self.t
        if self.session.replay is not None:
            return [Section(t("Keys"), ReplayActs(self.page).help_rows()), *self.rules()]
        if self.page.ending:
            return [Section(t("Keys"), EndActs(self.page).help_rows()), *self.rules()]
        if self.session.finished:
            acting = EndActs(self.page).board_rows()
            return [self._now(StepHelp()), Section(t("Keys"), acting), *self.rules()]
        step = self._step()
        now, listed = self._now(step), self._listed()
        if not step.keys:
            return [now, Section(t("Keys"), tuple(listed)), *self.rules()]
        due = [row_of(key) for key in step.keys]
        due.append((t("Choose, put down, confirm"), t("Enter")))
        labels = {label for _, label in due}
        others = tuple(row for row in listed if row[1] not in labels)
        keys, more = Section(t("Keys for this"), tuple(due)), Section(t("Other keys"), others)
        return [now, keys, *self.rules(), more]

    def _step(self) -> StepHelp:
        """Return what the game says of the decision at hand, if it is one of mine."""
        session = self.session
        if not self.model.my_turn or session.needs_confirm:
            return StepHelp()
        return self.game.step_help(session.state, session.eyes, self.model.cursor)

    def _now(self, step: StepHelp) -> Section:
        now, effect, _ = hints(self.model, self.page.shell.pen)
        more = self.t("How it is played stands below; :rules shows that alone.")
        said = now, effect, *step.sentences, more if self.session.about else ""
        return Section(self.t("Now"), (), tuple(line for line in said if line))

    def _listed(self) -> list[tuple[str, str]]:
        """Return all keys: of the game, of every table, and of what lies over the board."""
        shown = [(overlay.title, overlay.key.upper()) for overlay in self.game.overlays()]
        return [*map(row_of, self.game.keys()), *self._rows(), *shown]

    @property
    def _copies(self) -> str:
        """How the ticket is copied: by a key, unless the game has its own there; "": not at all."""
        if not self.session.invite:
            return ""
        listed = self.game.keys()
        taken = "y" in [each.key for each in listed]
        return f":{shown_word(self.t, 'copy')}" if taken else "y"

    @property
    def _copied(self) -> str:
        ticket = is_ticket(self.session.invite)
        return self.t("Copy the ticket") if ticket else self.t("Copy the address")

    def _rows(self) -> list[tuple[str, str]]:
        t = self.t
        return [
            (t("Choose, put down, confirm"), t("Enter")),
            (t("Go to a numbered place"), t("its number, Enter")),
            (t("Take back what is not sent"), "Ctrl-Z"),
            (t("Redo what was taken back"), "Ctrl-Y"),
            (t("Scroll the board, centre it"), t("Shift+arrows, c")),
            *([(t("Zoom"), "+ - F5")] if self._zooms else []),
            *([(t("Say something"), t("/ then the text"))] if self.model.company else []),
            *([(self._copied, self._copies)] if self._copies else []),
            (t("Type a command"), t(": then the command")),
            (t("The last move, the log"), "F6 F7"),
            (t("Leave; your seat is kept"), "F10"),
        ]


def row_of(key: Key) -> tuple[str, str]:
    """Return a key as help lists it."""
    return key.title, key.label


def first_word(overlay: Overlay) -> str:
    """Return the first word of an overlay's title: its short label and its command."""
    return overlay.title.split()[0]
