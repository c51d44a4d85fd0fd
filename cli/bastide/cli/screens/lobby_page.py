"""The list of tables: what is painted, and what can be done; its words are in `lobby_words`."""

from __future__ import annotations

import time

from bastide.cli.screens.commands import DONE, Act, Command, Reply
from bastide.cli.screens.form import Values
from bastide.cli.screens.help_view import Section
from bastide.cli.screens.lobby_about import paint_about
from bastide.cli.screens.lobby_acts import LobbyActs
from bastide.cli.screens.lobby_model import PATIENCE, LobbyModel
from bastide.cli.screens.lobby_view import paint_lobby
from bastide.cli.screens.lobby_words import LobbyWords
from bastide.cli.screens.presenter import BasePage
from bastide.cli.screens.rects import Frame, Rect
from bastide.cli.screens.room_page import RoomPage
from bastide.cli.screens.scroll_box import DEEPEST, paint_box
from bastide.cli.screens.settings import Settings
from bastide.cli.screens.setup_form import SetupForm
from bastide.cli.screens.shell import Shell, Size
from bastide.cli.screens.table_page import TablePage
from bastide.cli.sessions.ports import Room, Session
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
    def lobby_acts(self) -> LobbyActs:
        """What is done with the tables of the list."""
        return LobbyActs(self)

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
        tables = self.lobby_acts
        return {
            "up": lambda: self._move(-1),
            "down": lambda: self._move(1),
            "pageup": lambda: self._move(-10),
            "pagedown": lambda: self._move(10),
            "enter": tables.join_chosen,
            "b": lambda: self.play(""),
            "h": lambda: self.host(""),
            "j": tables.type_address,
            "r": lambda: tables.resume(""),
            "n": tables.type_name,
            "i": self.about,
            "y": self.copy,
            "d": lambda: tables.delete(""),
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
            self.answer(self.lobby_acts.join_chosen())
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

    def enter(self, room: Room) -> None:
        """Go to a room, or to its table if the game has begun."""
        self.tell(DONE)
        if room.session is not None:
            self.sit(room.session)
        else:
            self.shell.open(RoomPage(self.shell, room))

    def sit(self, session: Session) -> None:
        """Go to a table."""
        self.tell(DONE)
        self.shell.open(TablePage(self.shell, session))

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
        self.sit(session)

    async def _hosted(self, values: Values) -> None:
        room = await self.model.lobby.host(self._setup.host_wish(values))
        self.form = None
        self.enter(room)

    def rename(self, rest: str) -> Reply:
        """Change my name, for good."""
        if not rest:
            return Reply(self.t("Type the name: :name Ada"))
        self.shell.run(self._renamed(rest))
        return DONE

    async def _renamed(self, name: str) -> None:
        await self.model.lobby.rename(name)
        self.tell(Settings(self.shell).keep("player.name", self.model.lobby.name))

    def copy(self) -> Reply:
        """Copy the address of the chosen table."""
        return self.shell.copy(self.model.row.invite if self.model.row else "")
