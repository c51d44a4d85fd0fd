"""The list of tables: what is painted, and what can be done; its words are in `lobby_words`."""

from __future__ import annotations

import time

from bastide.cli.screens.commands import DONE, Act, Command, Reply
from bastide.cli.screens.form import Values
from bastide.cli.screens.help_view import Section
from bastide.cli.screens.lobby_view import PATIENCE, LobbyModel, paint_about, paint_lobby
from bastide.cli.screens.lobby_words import DELETABLE, LobbyWords
from bastide.cli.screens.presenter import BasePage
from bastide.cli.screens.rects import Frame, Rect
from bastide.cli.screens.room_page import RoomPage
from bastide.cli.screens.scroll_box import DEEPEST, paint_box
from bastide.cli.screens.setup_form import SetupForm
from bastide.cli.screens.shell import Shell, Size
from bastide.cli.screens.table_page import TablePage
from bastide.cli.sessions.ports import Room, Session, TableRow
from bastide.core.screen import Grid
from bastide.net.identity import fit_name


class LobbyPage(BasePage):
    """The list of tables."""

    def __init__(self, shell: Shell) -> None:
        super().__init__(shell)
        if shell.lobby is None:
            raise ValueError("the list of tables needs a lobby")
        self.model = LobbyModel(shell.lobby)
        self._since = time.monotonic()

    @property
    def words(self) -> LobbyWords:
        """What is answered to here."""
        return LobbyWords(self)

    @property
    def ticks(self) -> bool:  # type: ignore[override]  # a constant in the base class
        """Whether the sentence for an empty list is still to come."""
        return not self.model.lobby.tables and self.model.waited < PATIENCE + 1

    def painted(self, size: Size, typed: str) -> Frame:
        """Paint the list."""
        self.model.waited = time.monotonic() - self._since
        self.model.overlay = self.open or ("form" if self.form else "")
        return paint_lobby(self.model, self.shell.pen, size, typed, self.bar(self.words.labels()))

    def overlay(self, size: Size) -> tuple[Rect, Grid] | None:
        """Return the box over the list."""
        row = self.model.row
        if self.open == "about" and row is not None and not self.form:
            pen, at = self.shell.pen, Rect((size[0] - 56) // 2, 2, 56, size[1] - 5)
            shown = paint_box(
                pen,
                at,
                row.name,
                lambda grid: paint_about(grid, pen, Rect(0, 0, grid.width, DEEPEST), row),
                self.scroll,
            )
            self.scroll = shown.back
            return shown.at, shown.grid
        return super().overlay(size)

    def tell(self, reply: Reply) -> None:
        """Show a sentence below the list."""
        self.model.message, self.model.tone = reply.text, reply.tone

    @property
    def told(self) -> Reply:
        """The sentence that is shown."""
        return Reply(self.model.message, self.model.tone)

    def acts(self) -> dict[str, Act]:
        """Return what each key does."""
        return {
            "up": lambda: self._move(-1),
            "down": lambda: self._move(1),
            "pageup": lambda: self._move(-10),
            "pagedown": lambda: self._move(10),
            "enter": self.join_chosen,
            "b": lambda: self.play(""),
            "h": lambda: self.host(""),
            "j": self._type_address,
            "r": lambda: self.resume(""),
            "n": lambda: self.prefill(":name "),
            "i": self.about,
            "y": self.copy,
            "d": lambda: self.delete(""),
            "q": self.leave,
            "f10": self.leave,
            "c-c": self.leave,
        }

    def commands(self) -> list[Command]:
        """Return the commands of the list."""
        return self.words.commands()

    def sections(self) -> list[Section]:
        """Return the keys of the list."""
        return self.words.sections()

    def clicked(self, name: str, at: tuple[int, int], right: bool, place: Rect) -> None:
        """Choose a row; a click on the chosen one joins it."""
        id = name.removeprefix("<row ").removesuffix(">")
        if self.model.row and self.model.row.id == id:
            self.answer(self.join_chosen())
        self.model.chosen = id

    def wheel(self, x: int, y: int, step: int, size: Size) -> None:
        """Move through the rows."""
        if self.open:
            self.scroll_by(step * 3)
        else:
            self._move(step)

    def _move(self, step: int) -> Reply:
        if self.model.row is None:
            return Reply(self.t("There is no table to choose yet."), "dim")
        self.model.move(step)
        return DONE

    def about(self) -> Reply:
        """Tell all of the chosen table."""
        if self.model.row is None:
            return Reply(self.t("There is no table to tell about yet."), "dim")
        return self.show("about")

    def leave(self) -> Reply:
        """End the program."""
        return self.shell.close()

    # joining

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
            "playing": self.t("{name} is in play already; nobody can join it.", name=row.name),
            "over": self.t("The game at {name} is over.", name=row.name),
        }
        if row.state in closed:
            return Reply(closed[row.state])
        self.shell.run(self._join(row.id))
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
        self.shell.run(self._join_address(rest))
        return Reply(self.t("Looking for {address}…", address=rest), "dim")

    def _type_address(self) -> Reply:
        """Put the command into the prompt, and say what belongs behind it."""
        self.prefill(":join ")
        return Reply(
            self.t("Type an address (192.168.1.7:47000) or a ticket (bastide://…), then Enter."),
            "dim",
        )

    async def _join(self, id: str) -> None:
        self._enter(await self.model.lobby.join(id))

    async def _join_address(self, text: str) -> None:
        self._enter(await self.model.lobby.join_address(text))

    def _enter(self, room: Room) -> None:
        self.tell(DONE)
        if room.session is not None:
            self._sit(room.session)
        else:
            self.shell.open(RoomPage(self.shell, room))

    def _sit(self, session: Session) -> None:
        self.tell(DONE)
        self.shell.open(TablePage(self.shell, session))

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
        self.shell.run(self._resumed(row.id))
        return DONE

    async def _resumed(self, id: str) -> None:
        self._sit(await self.model.lobby.resume(id))

    # deleting

    def delete(self, rest: str) -> Reply:
        """Delete an unfinished table of mine, after a question."""
        row = self.own_row(rest)
        if row is None:
            return Reply(self.t("Only unfinished tables of yours can be deleted: choose one."))
        self.model.chosen = row.id
        text = self.model.lobby.deletion(row.id)
        return self.ask(self.t("Delete this table?"), text, lambda: self._delete(row.id))

    def own_row(self, name: str) -> TableRow | None:
        """Return the chosen table, or the one of a name, if it is mine and unfinished."""
        row = self.model.row
        if name:
            named = [r for r in self.model.lobby.tables if r.name.casefold() == name.casefold()]
            row = named[0] if len(named) == 1 else None
        return row if row and row.state in DELETABLE else None

    def _delete(self, id: str) -> Reply:
        self.shell.run(self.model.lobby.delete(id))
        return DONE

    # opening

    def host(self, rest: str) -> Reply:
        """Open the form for a table on the network."""
        name = fit_name(self.t("{name}'s table", name=self.model.lobby.name))
        return self._open_form(rest, {"name": name}, local=False)

    def play(self, rest: str) -> Reply:
        """Open the form for a game at this computer; Enter starts it."""
        return self._open_form(rest, {}, local=True)

    def _open_form(self, game: str, values: Values, local: bool) -> Reply:
        plugins = self.model.lobby.plugins
        known = [m.id for m in plugins.games()]
        if not known:
            return Reply(self.t("No game is installed."))
        if game and game not in known:
            words = ", ".join(known)
            return Reply(
                self.t("There is no game {word}: installed are {words}.", word=game, words=words)
            )
        game = game or self.model.lobby.last_game
        if game in known:
            values = {**values, "game": game}
        self._setup = SetupForm(plugins, self.shell.texts, local)
        self.form = self._setup.form(values)
        return DONE

    def submitted(self) -> Reply:
        """Open what the form describes."""
        form, setup = self.form, self._setup
        if form is None:
            return DONE
        if fault := setup.fault(form.values):
            return Reply(fault)
        if setup.local:
            self.shell.run(self._played(form.values))
            return DONE
        if not str(form.values["name"]).strip():
            return Reply(self.t("The table needs a name: type one."))
        self.shell.run(self._hosted(form.values))
        return DONE

    async def _played(self, values: Values) -> None:
        session = await self.model.lobby.play(self._setup.local_wish(values))
        self.form = None
        self._sit(session)

    async def _hosted(self, values: Values) -> None:
        room = await self.model.lobby.host(self._setup.host_wish(values))
        self.form = None
        self._enter(room)

    def rename(self, rest: str) -> Reply:
        """Change my name."""
        if not rest:
            return Reply(self.t("Type the name: :name Ada"))
        self.shell.run(self.model.lobby.rename(rest))
        return DONE

    def copy(self) -> Reply:
        """Copy the address of the chosen table."""
        return self.shell.copy(self.model.row.invite if self.model.row else "")
