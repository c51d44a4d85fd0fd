"""The words of the list of tables: key bar, typed commands, completion, help."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from bastide.cli.screens.bars import Label
from bastide.cli.screens.commands import Command, Option
from bastide.cli.screens.help_view import Section
from bastide.cli.screens.setup_form import SetupForm

if TYPE_CHECKING:
    from bastide.cli.screens.lobby_page import LobbyPage

DELETABLE = ("yours", "damaged")
"""States of the tables that are in the data folder and can be deleted from the list."""


class LobbyWords:
    """What the list of tables answers to, and how it says so."""

    def __init__(self, page: LobbyPage) -> None:
        self.page, self.model, self.t = page, page.model, page.t

    def labels(self) -> list[Label]:
        """Return the key bar."""
        t = self.t
        return [
            *self._enter_label(),
            Label("b", "b", t("Play a bot"), t("Bot"), 1),
            Label("h", "h", t("Host a table"), t("Open"), 1),
            Label("j", "j", t("Join by address"), t("Address"), 2),
            self._own_label(),
            Label("n", "n", t("Name"), rank=5),
            Label("i", "i", t("About it"), t("About"), 6),
            Label("f1", "F1", t("Help"), rank=1),
            Label("q", "q", t("Quit"), rank=1),
        ]

    def _enter_label(self) -> list[Label]:
        """Return what Enter does to the chosen table, if anything."""
        row = self.model.row
        if row is None or not row.fits or row.state not in ("open", "yours"):
            return []
        t = self.t
        joins = row.state == "open"
        title, short = (t("Join"), "") if joins else (t("Resume"), t("Go on"))
        return [Label("enter", t("Enter"), title, short, 1)]

    def _own_label(self) -> Label:
        """Return what else can be done with tables of mine: Enter resumes the chosen one."""
        if self.page.lobby_acts.own_row(""):
            return Label("d", "d", self.t("Delete"), rank=3)
        return Label("r", "r", self.t("Resume"), self.t("Go on"), rank=3)

    # typed

    def commands(self) -> list[Command]:
        """Return the commands of the list."""
        page, acts, t = self.page, self.page.lobby_acts, self.t
        return [
            Command("join", t("a table, an address or a ticket"), acts.join, self._names),
            Command("play", t("a game at this computer"), page.play, self._games),
            Command("host", t("open a table to the network"), page.host, self._games),
            Command("resume", t("an unfinished table of yours"), acts.resume, self._mine),
            Command("delete", t("an unfinished table of yours"), acts.delete, self._deletable),
            Command("name", t("change your name"), page.rename),
            Command("copy", t("the address of the chosen table"), lambda _: page.copy()),
            Command("quit", t("end bastide"), lambda _: page.shell.close()),
        ]

    def sections(self) -> list[Section]:
        """Return the keys of the list."""
        t = self.t
        rows = (
            (t("Choose a table"), "↑ ↓"),
            (t("Join it, or go on with yours"), t("Enter")),
            (t("Play against a bot"), t("b, then Enter")),
            (t("Host a table"), "h"),
            (t("Join by address or ticket"), "j"),
            (t("Resume an unfinished table"), "r"),
            (t("Delete an unfinished table"), "d"),
            (t("Change your name"), "n"),
            (t("About the chosen table"), "i"),
            (t("Copy its address"), "y"),
            (t("Leave bastide"), "q"),
        )
        return [Section(t("Keys"), rows)]

    def _names(self) -> Sequence[Option]:
        others = [row for row in self.model.lobby.tables if row.state not in DELETABLE]
        return [(row.name, f"{row.game} · {row.host}") for row in others]

    def _mine(self) -> Sequence[Option]:
        return [(row.name, row.game) for row in self.model.lobby.tables if row.state == "yours"]

    def _deletable(self) -> Sequence[Option]:
        tables = self.model.lobby.tables
        return [(row.name, row.game) for row in tables if row.state in DELETABLE]

    def _games(self) -> Sequence[Option]:
        setup = SetupForm(self.model.lobby.plugins, self.page.shell.texts, local=True)
        return [(m.id, setup.title(m)) for m in self.model.lobby.plugins.games()]
