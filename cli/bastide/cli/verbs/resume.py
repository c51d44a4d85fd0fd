"""`bastide resume`: go on with a table that was left, at the same seat."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from bastide.cli.answers import columns, show
from bastide.cli.grammar import N_, Command, Number, program_of
from bastide.cli.journals import opened
from bastide.cli.lan_lobby import LanLobby
from bastide.cli.lan_run import peer, play_networked
from bastide.cli.line_run import PACE, play_session, screen_of
from bastide.cli.lines import Lines
from bastide.cli.looping import run
from bastide.cli.program import Failed, Program
from bastide.cli.sessions import BOT_PACE, TableSession
from bastide.cli.telling import ID_DIGITS
from bastide.cli.wishes import Wish
from bastide.net.node import Node
from bastide.net.store import GameRow, GameStatus, Store

if TYPE_CHECKING:
    from bastide.cli.screen_run import Screen


@click.command(
    cls=Command,
    help=N_(
        "Go on with an unfinished table, at the same seat. TABLE is its name or the start of its "
        "id; without it, the only one there is."
    ),
    example="bastide resume kitchen",
)
@click.argument("table", required=False)
@click.option("--port", type=Number(1, 65535), metavar="P", help=N_("The TCP port to listen on."))
@click.option("--bot", default="", metavar="LEVEL", help=N_("Let a bot play my seat."))
@click.pass_context
def resume(ctx: click.Context, table: str | None, port: int | None, bot: str) -> int:
    program = program_of(ctx)
    with opened(program) as store:
        row = wanted(program, store, table)
        level = Wish(program, row.genesis.game).bot(bot) if bot else ""
        if row.genesis.local:
            return run(program, _local(program, store, row, level, screen_of(program, level)))
    return run(program, _networked(program, row, port, level, screen_of(program, level)))


def wanted(program: Program, store: Store, table: str | None) -> GameRow:
    """Return the table to go on with.

    Raises:
        Failed: there is none, or more than one and none is named.
    """
    if table:
        return store.find_game(table)
    rows = [row for row in store.games() if row.status is GameStatus.PLAYING]
    if len(rows) == 1:
        return rows[0]
    if not rows:
        raise Failed(program.text("There is no unfinished table."))
    show(columns([_cells(row) for row in rows]))
    raise Failed(
        program.text.count(
            "There is {n} unfinished table: name it.",
            "There are {n} unfinished tables: name one of them.",
            len(rows),
        )
    )


def _cells(row: GameRow) -> tuple[str, ...]:
    names = ", ".join(seat.name for seat in row.genesis.seats)
    return row.game_id.hex()[:ID_DIGITS], row.title, row.genesis.game, names


async def _local(
    program: Program, store: Store, row: GameRow, bot: str, screen: Screen | None
) -> int:
    node = Node(store, program.plugins, program.player)
    session = LanLobby(node, program.texts, pace=BOT_PACE if screen else PACE).open(row)
    if screen:
        try:
            return await screen.session(session)
        finally:
            await session.leave()
    if bot and isinstance(session, TableSession):
        session.hand_over(bot)
    lines = Lines()
    if session.mine:
        lines.start(lambda: None)
    await play_session(program, session, lines)
    return 0


async def _networked(
    program: Program, row: GameRow, port: int | None, bot: str, screen: Screen | None
) -> int:
    async with peer(program, port) as here:
        if screen:
            return await screen.session(here.lobby.open(row))
        lines = Lines()
        if not bot:
            lines.start(lambda: None)
        session = here.lobby.open(row)
        return 0 if await play_networked(program, here, session, lines, bot) else 1
