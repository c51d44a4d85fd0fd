"""This computer as a peer, for the commands of the LAN in line mode."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import NamedTuple

from bastide.cli.answers import complain, show
from bastide.cli.lines.line_again import LineAgain
from bastide.cli.lines.line_room import LineRoom
from bastide.cli.lines.line_run import PACE, play_session
from bastide.cli.lines.typed_lines import Lines
from bastide.cli.networks import awaited, node_of
from bastide.cli.program import Program
from bastide.cli.sessions.lan_lobby import LanLobby
from bastide.cli.sessions.ports import Room, Session
from bastide.cli.sessions.table_session import TableSession
from bastide.net.identity import Identity
from bastide.net.live import LiveGame
from bastide.net.node import Node, SeenTable

LINGER_SECONDS = 10.0
"""How long a finished game stays open for those who have not got its last step."""

ALONE_SECONDS = 2.0
"""How long it stays open while nobody is linked."""

STEP = 0.05


class Peer(NamedTuple):
    """A running node and its list of tables."""

    node: Node
    lobby: LanLobby


@asynccontextmanager
async def peer(
    program: Program, port: int | None = None, *, is_watched: bool = True
) -> AsyncIterator[Peer]:
    """Listen, and look for others, while the block runs.

    Args:
        program: this run.
        port: to listen on; None: as the settings say.
        is_watched: a person sees the rooms that are joined, not only a bot.
    """
    with program.store() as store:
        node = node_of(program, store)
        try:
            await node.start(port)
            if fault := awaited(program.text, node.choice.last):
                complain(fault)
            yield Peer(node, LanLobby(node, program.texts, pace=PACE, is_watched=is_watched))
        finally:
            await node.stop()


@asynccontextmanager
async def onlooker(program: Program) -> AsyncIterator[Peer]:
    """Look for others with a throw-away identity, without listening."""
    with program.store() as store:
        node = node_of(program, store, Identity.create())
        try:
            await node.start(listen=False)
            yield Peer(node, LanLobby(node, program.texts, pace=PACE))
        finally:
            await node.stop()


# finding


Look = Callable[[], list[SeenTable]]
"""Which of the tables that are seen now are meant."""


async def settled(node: Node, look: Look, seconds: float, enough: float) -> list[SeenTable]:
    """Return the tables that are meant, as soon as no more seem to come.

    Args:
        node: that looks for others; who was sighted is waited for.
        look: returns those that are there now.
        seconds: longest time to look.
        enough: seconds without a change after the first was found.
    """
    loop = asyncio.get_running_loop()
    end, seen, since = loop.time() + seconds, list[SeenTable](), loop.time()
    while loop.time() < end:
        now = look()
        if len(now) != len(seen):
            seen, since = now, loop.time()
        if seen and loop.time() - since >= enough and not _is_dialling(node):
            return seen
        await asyncio.sleep(STEP / 2)
    return look()


def _is_dialling(node: Node) -> bool:
    """Tell whether somebody was sighted who has neither answered nor failed to."""
    return any(c.addresses and not c.link and not c.fault for c in node.contacts.known())


def answering(node: Node) -> list[SeenTable]:
    """Return the tables whose hosts answer, in the order of names and keys."""
    found = [table for _, table in sorted(node.seen.items()) if not table.silent]
    return sorted(found, key=lambda table: table.notice.name.casefold())


# playing


async def sit_down(program: Program, peer: Peer, room: Room, bot: str) -> bool:
    """Wait in a room until its game starts, then play it; tell whether all went well.

    Raises:
        Failed: the room is closed.
    """
    lines = Lines()
    if not bot or room.hosting:
        lines.start(lambda: None)
    return await _sit_down(program, peer, room, lines, bot)


async def _sit_down(program: Program, peer: Peer, room: Room, lines: Lines, bot: str) -> bool:
    session = await LineRoom(room, program, lines, is_bots=bool(bot)).wait()
    if session is None:
        return True
    return await play_networked(program, peer, session, lines, bot)


async def play_networked(
    program: Program, peer: Peer, session: Session, lines: Lines, bot: str
) -> bool:
    """Play an open networked game to its end, then again, or wait for the others to have all."""
    if not isinstance(session, TableSession):
        raise TypeError("a networked game is shown by a TableSession")
    if bot:
        session.hand_over(bot)
    game = peer.node.games[session.table.genesis.game_id]
    show([program.text("The game begins: {players}.", players=", ".join(session.names))])
    again = LineAgain(session, program.text, lines)

    async def after() -> None:
        if bot or not await again.is_wanted():
            await linger(game)

    ending = await play_session(
        program,
        session,
        lines,
        is_stopped=lambda: game.stop is not None and not lines.interactive,
        after=after,
    )
    if again.room:
        return await _sit_down(program, peer, again.room, lines, bot)
    return ending != "stopped"


async def linger(game: LiveGame) -> None:
    """Stay until every other seat has said that it has the last step, or is not to be reached."""
    loop = asyncio.get_running_loop()
    end, alone = loop.time() + LINGER_SECONDS, loop.time() + ALONE_SECONDS
    while loop.time() < end and game.sync.behind():
        if game.linked():
            alone = loop.time() + ALONE_SECONDS
        elif loop.time() > alone:
            return
        await asyncio.sleep(STEP)
