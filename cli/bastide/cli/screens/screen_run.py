"""Opening the full-screen program from the command line, and what is printed after it."""

from __future__ import annotations

from bastide.cli.answers import show
from bastide.cli.depth import Display
from bastide.cli.journal_faults import fault_of
from bastide.cli.journals import Judged
from bastide.cli.networks import node_of
from bastide.cli.program import Failed, Program
from bastide.cli.screens.fullscreen import Ended
from bastide.cli.screens.opening import settle_display, show_lobby, show_room, show_session
from bastide.cli.screens.shell import Shell
from bastide.cli.sessions.lan_lobby import LanLobby
from bastide.cli.sessions.ports import Lobby, Room, Session
from bastide.cli.sessions.replay_session import ReplaySession
from bastide.cli.sessions.spoken import talk_items
from bastide.cli.wording import whole_sentence
from bastide.net.node import Node
from bastide.net.storage.store import FolderInUse


class Screen:
    """The full-screen program of one run; made before the event loop reads keys."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.display: Display = settle_display(program.display, program.config, program.environ)

    def shell(self, lobby: Lobby | None = None) -> Shell:
        """Return the settings and pages of a screen."""
        program = self.program
        return Shell(
            lobby,
            program.catalogs,
            program.config,
            program.config_folder,
            self.display,
            program.language,
        )

    def ended(self, ended: Ended) -> int:
        """Print what is to be read after the screen, and return the exit code."""
        show(ended.lines)
        return ended.code

    async def lobby(self) -> int:
        """Show the list of tables, with this computer as a peer."""
        program = self.program
        with program.store() as store:
            node = node_of(program, store)
            try:
                is_apart = await self._begin(node)
                lobby = LanLobby(node, program.texts, is_apart=is_apart)
                return self.ended(await show_lobby(self.shell(lobby)))
            finally:
                await node.stop()

    async def _begin(self, node: Node) -> bool:
        """Take part in the network; tell whether another program does, with this data folder."""
        try:
            await node.start()
        except FolderInUse:
            return True
        return False

    async def room(self, room: Room) -> int:
        """Show a waiting room, and its table once it has started.

        Raises:
            Failed: the room was closed before that; the sentence says why, as in line mode.
        """
        code = self.ended(await show_room(self.shell(), room))
        if room.closed:
            raise Failed(room.closed)
        return code

    async def session(self, session: Session) -> int:
        """Show one table."""
        return self.ended(await show_session(self.shell(), session))

    async def replay(self, found: Judged) -> int:
        """Show a game again, step by step."""
        table = found.verdict.table
        if table is None:
            raise Failed(whole_sentence(fault_of(self.program.text, found.verdict)))
        program = self.program
        session = ReplaySession(
            program.plugins,
            program.texts,
            table.journal,
            found.title,
            found.own,
            talk_items(table, found.talk),
        )
        return await self.session(session)
