"""What can be done at an open table; keys, mouse and typed words all end here."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bastide.cli.command_words import shown_word
from bastide.cli.completing import ends_as_asked, incomplete, sends
from bastide.cli.screens.commands import DONE, Act, Reply, unchanged
from bastide.cli.screens.hints import tone_of, waiting
from bastide.cli.screens.layout import tier_of
from bastide.cli.screens.model import Pane
from bastide.cli.undoing import asks_first, undo
from bastide.core.events import Action
from bastide.core.screen import Overlay

if TYPE_CHECKING:
    from bastide.cli.screens.table_page import TablePage

ARROWS = {"h": "left", "j": "down", "k": "up", "l": "right"}
LOOKING = (
    *("up", "down", "left", "right", "s-up", "s-down", "s-left", "s-right"),
    *("r", "R", "n", "p", "c", "tab", "s-tab", "f6"),
)
"""Keys that every game's screen may be asked about; `f6`: to the last move."""


class TableActs:
    """The methods behind keys and commands, and which key leads to which."""

    def __init__(self, page: TablePage) -> None:
        self.page, self.model, self.session = page, page.model, page.session
        self.game, self.t = page.game, page.t

    # keys

    def keys(self) -> dict[str, Act]:
        """Return what each key does at a table that is played."""
        page, acts = self.page, self.looks()
        for digit in "" if self.session.finished else "123456789":
            acts[digit] = lambda digit=digit: page.prefill(digit)  # type: ignore[misc]  # bound now
        acts |= {
            "enter": self.enter,
            "c-z": self.undo,
            "c-y": self.redo,
            "/": self.talk,
            "f4": self.talk,
        }
        if self.session.invite:
            acts.setdefault("y", self.copy)
        if self.session.finished:
            acts["b"] = self.scores
        return acts

    def looks(self) -> dict[str, Act]:
        """Return the keys that only look around, and those of the game."""
        page, acts = self.page, dict[str, "Act"]()
        listed = self.game.keys()
        own = [key.key for key in listed]
        for key in (*LOOKING, *own):
            acts[key] = lambda key=key: self.move(key)  # type: ignore[misc]  # bound now
        for key, arrow in ARROWS.items():
            if key not in own:
                acts[key] = acts[arrow]
        for overlay in self.game.overlays():
            acts[overlay.key] = lambda each=overlay: self.overlay(each)  # type: ignore[misc]  # bound now
        if self.tier == 0 and self._entries:  # in place of the board
            acts |= {"up": lambda: self.scroll_log(1), "down": lambda: self.scroll_log(-1)}
        return acts | {
            "f5": lambda: self.zoom_by(1, wrap=True),
            "+": lambda: self.zoom_by(1),
            "-": lambda: self.zoom_by(-1),
            "f6": self.news,
            "f7": self.log,
            "f10": page.leave,
            "c-c": page.leave,
            "escape": lambda: self.move("escape"),
            "pageup": lambda: self.leaf("pageup", 5),
            "pagedown": lambda: self.leaf("pagedown", -5),
        }

    @property
    def _own(self) -> set[str]:
        """The keys that only this game has; all others look around, too."""
        listed, views = self.game.keys(), {each.key for each in self.game.overlays()}
        return {key.key for key in listed} - {*LOOKING, *ARROWS} - views

    # choosing

    def enter(self) -> Reply:
        """Choose what the cursor is on, or send the turn when it is complete."""
        session = self.session
        if session.finished:
            return self.scores()
        if session.handover:
            self.model.take_over()
            return DONE
        if not self.model.my_turn:
            return self.not_mine()
        if session.needs_confirm:
            return self._send()
        found = self.game.chosen(session.state, session.eyes, self.model.cursor)
        return Reply(found, tone_of(found)) if isinstance(found, str) else self.choose(found)

    def not_mine(self, typed: str = "") -> Reply:
        """Say whose turn it is; of what was typed, that it has to wait for mine."""
        if typed and self.session.handover:
            said = self.t("{line} has to wait: Enter shows the hand first.", line=typed)
            return Reply(said, "dim")
        if typed:
            return Reply(self.t("It is not your turn yet: {line} has to wait.", line=typed), "dim")
        return Reply(waiting(self.model, self.page.shell.pen), "dim", "decided")

    def complete(self, typed: str) -> Reply:
        """Say that nothing more is to be chosen; how the turn is sent stands in the first line."""
        return Reply(self.t("{line} has to wait: nothing more is to be chosen.", line=typed))

    def choose(self, action: Action) -> Reply:
        """Add a decision to the draft; a complete turn goes out if nothing of it can be regretted.

        Also if the game has asked already whether it is to end, and with `send_at_once`.
        """
        session = self.session
        at_once = self.page.shell.config.on("play.send_at_once") or sends(session)
        said = self.game.preview(session.state, session.eyes, action)
        refusal = session.choose(action)
        if not refusal:
            self.model.decided = said
        reply = Reply(refusal)
        if not refusal and session.needs_confirm and (at_once or ends_as_asked(session)):
            reply = self._send()
        self.model.refresh()
        return reply

    def _send(self) -> Reply:
        """Send the complete turn, or say why it is kept."""
        held = self.session.hold
        return Reply(self.session.confirm(), until="linked" if held else "")

    def done(self) -> Reply:
        """Send the turn, if it is complete."""
        if not self.model.my_turn:
            return self.not_mine("done")
        if not self.session.needs_confirm:
            return Reply(incomplete(self.session, self.t))
        return self._send()

    def undo(self) -> Reply:
        """Take the last decision back, or say why not; of moves of others, ask first."""
        question = asks_first(self.session, self.t)
        if question and question != self.model.asked:
            self.model.asked = question
            return Reply(question, "dim")
        self.model.asked = ""
        undone = undo(self.session, self.t)
        self.model.refresh()
        return Reply(undone.refusal) if undone.refusal else Reply(undone.told, "dim")

    def redo(self) -> Reply:
        """Do again what was taken back."""
        reply = Reply(self.session.redo())
        self.model.refresh()
        return reply

    def move(self, key: str) -> Reply:
        """Let the game move the cursor.

        A complete turn, and one of others, has nothing that its own keys could do.
        """
        session = self.session
        if session.needs_confirm and self.model.my_turn and key in self._own:
            if session.draft_end != "turn":
                return self.complete(key)
            return Reply(self.t("The turn is complete: Ctrl-Z takes it back, to choose anew."))
        before = self.model.cursor
        self.model.cursor = self.game.move(session.state, session.eyes, before, key)
        waits = not (session.finished or session.replay is not None or self.model.my_turn)
        if waits and key in self._own and self.model.cursor == before:
            return self.not_mine(key)
        return DONE

    def overlay(self, overlay: Overlay) -> Reply:
        """Show an overlay of the game, or hide it; a view of the board is never below a box."""
        if overlay.paint is None:
            self.page.close_box()
            return self.move(overlay.key)
        self.move(overlay.key)
        return self.page.show(f"game {overlay.key}")

    def leaf(self, key: str, lines: int) -> Reply:
        """Leaf through what the game shows over its board, else scroll the log."""
        before = self.model.cursor
        self.move(key)
        return DONE if self.model.cursor != before else self.scroll_log(lines)

    def number(self, number: int) -> Reply:
        """Put the cursor on a numbered place."""
        session, cursor = self.session, self.model.cursor
        if not self.model.my_turn:
            return self.not_mine(str(number))
        if session.needs_confirm:
            return self.complete(str(number))
        places = self.game.places(session.state, session.eyes, cursor)
        numbers = [place.number or n for n, place in enumerate(places, 1)]
        if not numbers:
            why = self.game.chosen(session.state, session.eyes, cursor)
            return Reply(why if isinstance(why, str) else self.t("There is nothing to choose now."))
        if number not in numbers:
            return Reply(self._no_place(number, numbers))
        self.model.cursor = self.game.at_place(session.state, session.eyes, cursor, number)
        return DONE

    def _no_place(self, number: int, numbers: list[int]) -> str:
        """Return which places there are instead of a number."""
        least, most = min(numbers), max(numbers)
        if least == most:
            return self.t("There is no place {n}, only {least}.", n=number, least=least)
        return self.t(
            "There is no place {n}: they go from {least} to {most}.",
            n=number,
            least=least,
            most=most,
        )

    # looking

    @property
    def tier(self) -> int:
        """The size class of the terminal; that of the smallest screens while it is smaller."""
        return max(0, tier_of(*self.page.size))

    def zoom_by(self, step: int, wrap: bool = False) -> Reply:
        """Zoom in or out; the choice is kept for this size class of terminal."""
        before = self.model.zoom(self.tier)
        count, at = len(self.game.zooms()), before + step
        self.model.zooms[self.tier] = at % count if wrap else max(0, min(at, count - 1))
        if self.model.zooms[self.tier] == before:
            return Reply(self.t("The board is not drawn in any other size that way."), "dim")
        return DONE

    def zoom(self, word: str) -> Reply:
        """Choose a zoom by its name."""
        names = self.game.zooms()
        if word not in names:
            return Reply(self.t("Choose one of {words}.", words=", ".join(names)))
        before = self.model.zoom(self.tier)
        self.model.zooms[self.tier] = names.index(word)
        is_new = self.model.zoom(self.tier) != before
        return DONE if is_new else unchanged(self.t, shown_word(self.t, "zoom"))

    def last_move(self) -> Reply:
        """Show the board where the last move was."""
        before = self.model.pane, self.model.cursor
        self.model.pane = "board"
        reply = self.move("f6")
        if reply.text or (self.model.pane, self.model.cursor) != before:
            return reply
        return unchanged(self.t, shown_word(self.t, "last"))

    def news(self) -> Reply:
        """Tell all that happened since my last turn, over the board where the last move was."""
        if self.page.open == "news":
            return self.page.close_box()
        before = self.model.cursor
        self.last_move()
        if self.session.replay is not None:
            return DONE
        if not self.session.news:
            return Reply(self.t("Nothing has happened since your last turn."), "dim")
        self.model.looked_from = before, self.model.cursor
        self.page.show("news")
        self.page.scroll = len(self.session.log) * self.page.size[1]  # from its first line on
        return DONE

    def look_back(self) -> None:
        """Look where one was before the last move was shown, unless one has gone on from there."""
        before, there = self.model.looked_from
        if self.model.cursor == there:
            self.model.cursor = before

    def log(self) -> Reply:
        """Show the whole log; small screens show it in place of the board."""
        if self.tier == 0 and not self.page.ending:
            return self.pane("log")
        return self.page.show("log")

    def pane(self, name: Pane) -> Reply:
        """Choose what a small screen shows; a second time: the board."""
        model = self.model
        before = model.pane, model.talk_over
        model.pane = "board" if model.pane == name else name
        model.talk_over = model.pane == "talk" or (name == "talk" and not model.talk_over)
        is_seen = self.tier < 2 and (model.pane, model.talk_over) != before
        return DONE if is_seen else unchanged(self.t, shown_word(self.t, name))

    def scores(self) -> Reply:
        """Show the final screen or the board behind it; before the end, the scores."""
        if self.session.finished:
            self.model.board = not self.model.board
            return DONE
        return self.pane("scores") if self.tier == 0 else self.page.show("players")

    def scroll_log(self, lines: int) -> Reply:
        """Scroll log and talk back, whichever are to be seen, or the list in their place."""
        if self.model.aside:
            return self.scroll_aside(-lines)
        for pane in self._entries:
            self.model.back[pane] = max(0, self.model.back.get(pane, 0) + lines)
        return DONE

    @property
    def _entries(self) -> tuple[Pane, ...]:
        """The panes that are to be seen of log and talk."""
        model = self.model
        if self.tier == 0:
            return (model.pane,) if model.pane in ("log", "talk") else ()
        if self.tier > 1 and model.company:
            return "log", "talk"
        return ("talk",) if model.talk_over else ("log",)

    def scroll_aside(self, lines: int) -> Reply:
        """Scroll the list beside the board down."""
        back = self.model.back
        back["aside"] = max(0, back.get("aside", 0) + lines)
        return DONE

    # talking

    def talk(self) -> Reply:
        """Open the talk line, and the talk where it is hidden."""
        if not self.model.company:
            return Reply(self.t("There is nobody to talk to here."))
        self.model.talk_over = True
        if self.tier == 0:
            self.model.pane = "talk"
        return self.page.prefill("/")

    def say(self, text: str) -> Reply:
        """Say something to the table; nothing at all closes the talk."""
        if not self.model.company:
            return self.talk()
        if not text:
            was_seen = self.model.talk_over and self.tier < 2
            self.model.talk_over, self.model.pane = False, "board"
            return DONE if was_seen else unchanged(self.t, "/")
        return Reply(self.session.say(text))

    def copy(self) -> Reply:
        """Copy the ticket of this table."""
        return self.page.shell.copy(self.session.invite)
