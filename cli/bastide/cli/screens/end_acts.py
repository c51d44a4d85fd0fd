"""What can be done with a finished game: step through the sums, again, replay, export, leave."""

from __future__ import annotations

from textwrap import shorten
from typing import TYPE_CHECKING

from bastide.cli.command_words import shown_word
from bastide.cli.exporting import export
from bastide.cli.screens.bars import Label
from bastide.cli.screens.commands import DONE, Act, Command, Option, Reply
from bastide.cli.screens.help_view import Section

if TYPE_CHECKING:
    from bastide.cli.screens.table_page import TablePage

_STEM = 30
"""Letters of a file's name that is offered: beside it there has to be room for what is in it."""


ALSO_AT_THE_BOARD = ("a", "n", "down", "up", "p", "r", "e", "q")
"""Keys of the final screen that do the same at the board behind it."""


class EndActs:
    """The final screen's part of a table page."""

    def __init__(self, page: TablePage) -> None:
        self.page, self.session, self.t = page, page.session, page.t

    @property
    def _plays_on(self) -> bool:
        """Whether another game can follow from here."""
        return not self.session.offers.isdisjoint({"again", "rematch"})

    def labels(self) -> list[Label]:
        """Return the key bar; what the table does not offer is not there."""
        t, offers = self.t, self.session.offers
        labels = []
        if self._plays_on:
            labels.append(Label("p", "p", t("Play again"), t("Again"), 2))
        if "replay" in offers:
            labels.append(Label("r", "r", t("Replay"), rank=3))
        if "export" in offers:
            labels.append(Label("e", "e", t("Export"), rank=4))
        if self.page.model.finals:
            labels.append(Label("n", "n", t("Next sum"), t("Next"), 5))
        labels += [Label("f4", "F4", t("Talk"), rank=10)] * self.page.model.company
        labels += [
            Label("b", "b", t("Board"), rank=6),
            Label("f6", "F6", t("Last moves"), t("Last"), 9),
            Label("f7", "F7", t("Log"), rank=8),
            Label("f1", "F1", t("Help"), rank=7),
            Label("q", "q", t("Leave")),
        ]
        return labels

    def acts(self) -> dict[str, Act]:
        """Return what each key does."""
        page, offers = self.page, self.session.offers
        acts: dict[str, Act] = {
            "b": page.table_acts.scores,
            "f6": page.table_acts.news,
            "f7": page.table_acts.log,
            "/": lambda: page.prefill("/"),
            "q": page.left,
            "f10": page.left,
            "c-c": page.left,
        }
        if page.model.company:
            acts["f4"] = lambda: page.show("talk")
        if page.model.finals:
            acts |= {
                "n": lambda: self.count(1),
                "down": lambda: self.count(1),
                "up": lambda: self.count(-1),
                "a": lambda: page.show("sums"),
            }
        if self._plays_on:
            acts["p"] = self.again
        if "replay" in offers:
            acts["r"] = self.replay
        if "export" in offers:
            acts["e"] = self.ask_name
        return acts

    def help_rows(self) -> tuple[tuple[str, str], ...]:
        """Return the keys with what they do."""
        t, offers = self.t, self.session.offers
        sums = [(t("Next, previous sum of the final count"), "n ↓ / ↑"), (t("All sums"), "a")]
        rows = [
            *(sums if self.page.model.finals else []),
            (t("The board, and back"), "b"),
            (t("What happened since your last turn"), "F6"),
            (t("The whole log"), "F7"),
            *([(t("What was said"), "F4")] if self.page.model.company else []),
        ]
        if "again" in offers:
            rows.append((t("Play again with the same table"), "p"))
        if "rematch" in offers:
            rows.append((t("Play again: opens a table like this one, or joins it"), "p"))
        if "replay" in offers:
            rows.append((t("Replay the game"), "r"))
        if "export" in offers:
            rows.append((t("Write a file"), "e"))
        return (*rows, (t("Leave"), "q"))

    def board_rows(self) -> tuple[tuple[str, str], ...]:
        """Return the keys of the board behind the final screen with what they do."""
        t, offers = self.t, self.session.offers
        sums = [
            (t("Next, previous sum of the final count"), "n ↓ / p ↑"),
            (t("All sums"), "a"),
        ]
        views = [(each.title, each.key.upper()) for each in self.page.game.overlays()]
        return (
            *(sums if self.page.model.finals else []),
            (t("The final scores, and back"), "b"),
            (t("Scroll the board, centre it"), t("Shift+arrows, c")),
            *([(t("Zoom"), "+ - F5")] if len(self.page.game.zooms()) > 1 else []),
            *views,
            (t("The last move, the log"), "F6 F7"),
            *([(t("Replay the game"), "r")] if "replay" in offers else []),
            *([(t("Write a file"), "e")] if "export" in offers else []),
            *([(t("Say something"), t("/ then the text"))] if self.page.model.company else []),
            (t("Type a command"), t(": then the command")),
            (t("Leave"), "q F10"),
        )

    def commands(self) -> list[Command]:
        """Return the commands that the table offers now."""
        t, offers = self.t, self.session.offers
        found = []
        if "export" in offers:
            found.append(Command("export", t("write a file"), self.export, self._files))
        if not self.session.finished:
            return found
        if self.page.model.finals:
            meaning = t("the next sum of the final count")
            found.append(Command("next", meaning, lambda _: self.count(1)))
        if self._plays_on:
            found.append(Command("again", t("the same table anew"), lambda _: self.again()))
        if "replay" in offers:
            found.append(Command("replay", t("the game from its start"), lambda _: self.replay()))
        return found

    def sums(self) -> Section:
        """Return all sums of the final count, in full."""
        model = self.page.model
        sentences = tuple(item.named(model.names) for item, _ in model.finals)
        return Section(self.t("Final count, step by step"), (), sentences)

    def count(self, step: int) -> Reply:
        """Step through the sums of the final count."""
        model = self.page.model
        before = model.counted
        model.counted = max(0, min(before + step, len(model.finals)))
        if model.counted == before:
            last = self.t("That was the last sum of the final count.")
            return Reply(last if step > 0 else self.t("No sum is chosen: n goes on."), "dim")
        return self.page.table_acts.move("c")  # the view is free to go where the sum comes from

    def at_board(self) -> dict[str, Act]:
        """Return the keys at the board behind the final screen: as there, but p goes back."""
        acts = {key: act for key, act in self.acts().items() if key in ALSO_AT_THE_BOARD}
        return acts | ({"p": acts["up"]} if "up" in acts else {})

    def again(self) -> Reply:
        """Start the same table anew; on the network, open one like it to all."""
        is_ours = "again" in self.session.offers
        self.page.shell.run(self._again() if is_ours else self._rematch())
        return DONE

    async def _again(self) -> None:
        from bastide.cli.screens.table_page import TablePage

        session = await self.session.again()
        self.page.shell.replace(TablePage(self.page.shell, session))

    async def _rematch(self) -> None:
        from bastide.cli.screens.room_page import RoomPage

        room = await self.session.rematch()
        await self.session.leave()
        self.page.shell.replace(RoomPage(self.page.shell, room))

    def replay(self) -> Reply:
        """Show the game from its start."""
        self.page.shell.run(self._replay())
        return DONE

    async def _replay(self) -> None:
        from bastide.cli.screens.table_page import TablePage

        session = await self.session.replayed()
        self.page.shell.open(TablePage(self.page.shell, session))

    def ask_name(self) -> Reply:
        """Begin the line that writes a file."""
        self.page.prefill(f":{shown_word(self.t, 'export')} ")
        return Reply(self.t("Type the file's name, then Enter; Esc drops the line."), "dim")

    def export(self, path: str) -> Reply:
        """Write a file; its ending says of what kind."""
        exported = export(self.session, self.t, path)
        return Reply(exported.said, "good" if exported.is_written else "bad")

    def _stem(self) -> str:
        """Return a short name for files: whole words of the table's name, if any fits."""
        letters = "".join(c if c.isalnum() else " " for c in self.session.title.lower())
        words = shorten(letters, _STEM, placeholder="") or letters.strip()[:_STEM]
        return "-".join(words.split()) or "bastide"

    def _files(self) -> list[Option]:
        meanings = {
            "txt": self.t("the board as text"),
            "svg": self.t("the board as a drawing"),
            "png": self.t("the board as a picture"),
        }
        journal = self.t("the journal, to be verified and replayed")
        return [
            (f"{self._stem()}.{kind}", meanings.get(kind, journal)) for kind in self.session.exports
        ]
