"""What is done with the tables of the list: joining one, going on with mine, deleting mine."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bastide.cli.command_words import shown_word
from bastide.cli.screens.commands import DONE, Reply
from bastide.cli.screens.lobby_words import DELETABLE
from bastide.cli.sessions.ports import TableRow

if TYPE_CHECKING:
    from bastide.cli.screens.lobby_page import LobbyPage


class LobbyActs:
    """The deeds of the list, for keys, clicks and typed commands alike."""

    def __init__(self, page: LobbyPage) -> None:
        self.page, self.model, self.t = page, page.model, page.t

    def join_chosen(self) -> Reply:
        """Join the chosen table, or go on with it if it is mine."""
        row = self.model.row
        if row is None:
            return Reply(self.t("There is no table to join yet: h hosts one, b plays a bot."))
        if row.state == "yours":
            return self._resume(row)
        if not row.fits:
            return Reply(row.note or self.t("Your plugins do not fit this table."))
        closed = {
            "silent": self.t("{name} does not answer.", name=row.name),
            "playing": self.t(
                "{name} is being played: nobody can join it, and watching is not possible.",
                name=row.name,
            ),
            "over": self.t("The game at {name} is over.", name=row.name),
        }
        if row.state in closed:
            return Reply(closed[row.state])
        self.page.shell.run(self._join(row.id))
        return DONE

    def join(self, rest: str) -> Reply:
        """Join by name, address or ticket."""
        if not rest:
            return self.join_chosen()
        named = [row for row in self.model.lobby.tables if row.name.casefold() == rest.casefold()]
        if len(named) > 1:
            keys = ", ".join(f"{row.game} · {row.host} …{row.key}" for row in named)
            return Reply(
                self.t(
                    "Several tables are called {name} ({keys}): choose one with the arrows.",
                    name=rest,
                    keys=keys,
                )
            )
        if named:
            self.model.chosen = named[0].id
            return self.join_chosen()
        self.page.shell.run(self._join_address(rest))
        return Reply(self.t("Looking for {address}…", address=rest), "dim")

    def type_address(self) -> Reply:
        """Put the command into the prompt, and say what belongs behind it."""
        self.page.prefill(f":{shown_word(self.t, 'join')} ")
        return Reply(
            self.t("Type an address (192.168.1.7:47000) or a ticket (bastide://…), then Enter."),
            "dim",
        )

    def type_name(self) -> Reply:
        """Put the command into the prompt, and say what I am called now."""
        self.page.prefill(f":{shown_word(self.t, 'name')} ")
        name = self.model.lobby.name
        return Reply(
            self.t("You are called {name}: type another name, then Enter.", name=name), "dim"
        )

    async def _join(self, id: str) -> None:
        self.page.enter(await self.model.lobby.join(id))

    async def _join_address(self, text: str) -> None:
        self.page.enter(await self.model.lobby.join_address(text))

    def resume(self, rest: str) -> Reply:
        """Go on with an unfinished table of mine."""
        mine = [row for row in self.model.lobby.tables if row.state == "yours"]
        if rest:
            mine = [row for row in mine if row.name.casefold() == rest.casefold()]
        if not mine:
            return Reply(self.t("No unfinished table of yours is known here."))
        row = self.model.row
        if row is not None and row in mine:
            return self._resume(row)
        if len(mine) == 1:
            return self._resume(mine[0])
        self.model.chosen = mine[0].id
        return Reply(self.t("Choose one of yours with the arrows, then r."), "dim")

    def _resume(self, row: TableRow) -> Reply:
        self.page.shell.run(self._resumed(row.id))
        return DONE

    async def _resumed(self, id: str) -> None:
        self.page.sit(await self.model.lobby.resume(id))

    # deleting

    def delete(self, rest: str) -> Reply:
        """Delete an unfinished table of mine, after a question."""
        row = self.own_row(rest)
        if row is None:
            return Reply(self.t("Only unfinished tables of yours can be deleted: choose one."))
        self.model.chosen = row.id
        text = self.model.lobby.deletion(row.id)
        return self.page.ask(self.t("Delete this table?"), text, lambda: self._delete(row.id))

    def own_row(self, name: str) -> TableRow | None:
        """Return the chosen table, or the one of a name, if it is mine and unfinished."""
        row = self.model.row
        if name:
            named = [r for r in self.model.lobby.tables if r.name.casefold() == name.casefold()]
            row = named[0] if len(named) == 1 else None
        return row if row and row.state in DELETABLE else None

    def _delete(self, id: str) -> Reply:
        self.page.shell.run(self.model.lobby.delete(id))
        return DONE
