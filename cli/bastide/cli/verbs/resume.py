"""`bastide resume`: go on with a table that was left, at the same seat."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

from bastide.cli import shells
from bastide.cli.answers import show, show_prompt
from bastide.cli.grammar import Command
from bastide.cli.journals import opened
from bastide.cli.lacking import lacking, way_on
from bastide.cli.lan_run import peer, play_networked
from bastide.cli.lines.line_run import PACE, play_session, screen_of
from bastide.cli.lines.telling import spoken
from bastide.cli.lines.typed_lines import Lines
from bastide.cli.looping import run
from bastide.cli.marking import N_
from bastide.cli.program import Failed, Program
from bastide.cli.sessions.bot_play import BOT_PACE
from bastide.cli.sessions.lan_lobby import LanLobby
from bastide.cli.sessions.stored_games import (
    YES,
    Stored,
    delete,
    deleted,
    question,
    title_of,
)
from bastide.cli.sessions.table_session import TableSession
from bastide.cli.streams import is_terminal
from bastide.cli.surroundings import program_of
from bastide.cli.typed_values import Number
from bastide.cli.verbs.stored_lists import listed, stored_as, titles
from bastide.cli.verbs.table_options import BOT, INTERFACES
from bastide.cli.wishes import Wish
from bastide.net.new_rules import renew
from bastide.net.node import Node
from bastide.net.storage.store import BadGame, GameRow, GameStatus, Store

if TYPE_CHECKING:
    from bastide.cli.screens.screen_run import Screen


@click.command(
    cls=Command,
    help=N_(
        "Go on with an unfinished table, at the same seat. TABLE is its name or the start of its "
        "id; without it, the only one there is, or the list of tables."
    ),
    example="bastide resume kitchen",
)
@click.argument("table", required=False, shell_complete=shells.unfinished)
@click.option("--port", type=Number(1, 65535), metavar="P", help=N_("The TCP port to listen on."))
@INTERFACES
@BOT
@click.option(
    "--new-rules",
    is_flag=True,
    help=N_(
        "Go on at this computer with rules files that have changed, if all that was played comes "
        "out the same with them."
    ),
)
@click.option("--delete", "deleting", is_flag=True, help=N_("Delete the table; asks before."))
@click.pass_context
def resume(
    ctx: click.Context,
    table: str | None,
    port: int | None,
    bot: str,
    new_rules: bool,
    deleting: bool,
) -> int:
    program = program_of(ctx)
    if not (table or port or bot or new_rules or deleting) and (screen := _choosing(program)):
        return run(program, screen.lobby())
    with opened(program) as store:
        if deleting:
            return _delete(program, store, unwanted(program, store, table))
        row = wanted(program, store, table)
        if new_rules:
            renewed = renew(store, program.plugins, store.identity(), row)
            row = titles(program, store).of(renewed)
        _check_plugins(program, row)
        level = Wish(program, row.genesis.game).bot(bot) if bot else ""
        if row.genesis.local:
            return run(program, _local(program, store, row, level, screen_of(program, level)))
    return run(program, _networked(program, row, port, level, screen_of(program, level)))


def _choosing(program: Program) -> Screen | None:
    """Return a screen for the list of tables, if there are several to go on with."""
    with opened(program) as store:
        n = len(stored_as(program, store, GameStatus.PLAYING))
        are_several = n > 1 or bool(n and store.bad_games())
    return screen_of(program) if are_several else None


def _delete(program: Program, store: Store, stored: Stored) -> int:
    """Delete a table if the user says yes to it."""
    t = program.text
    show_prompt(t("{question} (yes or no)", question=question(t, stored)) + " ")
    answer = sys.stdin.readline().strip().casefold() if sys.stdin else ""
    if not is_terminal():
        show([answer])
    if answer not in (*YES, t("yes")):
        raise Failed(t("Nothing was deleted."))
    delete(store, stored)
    show([deleted(t, stored)])
    return 0


def _check_plugins(program: Program, row: GameRow) -> None:
    reason = lacking(program.plugins, program.text, row.genesis)
    if reason:
        way = way_on(program.plugins, program.text, row)
        reason = " ".join(filter(None, (reason, way)))
        raise Failed(
            program.text("{table} cannot be opened. {reason}", table=row.title, reason=reason)
        )


def wanted(program: Program, store: Store, table: str | None) -> GameRow:
    """Return the table to go on with.

    Raises:
        Failed: there is none, or more than one and none is named.
    """
    if table:
        return titles(program, store).find(table)
    rows, damaged = stored_as(program, store, GameStatus.PLAYING), store.bad_games()
    if len(rows) == 1 and not damaged:
        return rows[0]
    raise _undecided(program, store, rows, damaged, len(rows))


def unwanted(program: Program, store: Store, table: str | None) -> Stored:
    """Return the table to delete, be it damaged or not.

    Raises:
        Failed: there is none, or more than one and none is named.
    """
    if table:
        return titles(program, store).find_any(table)
    rows, damaged = stored_as(program, store, GameStatus.PLAYING), store.bad_games()
    found: list[Stored] = [*rows, *damaged]
    if len(found) == 1:
        return found[0]
    raise _undecided(program, store, rows, damaged, len(found))


def _undecided(
    program: Program, store: Store, rows: list[GameRow], damaged: list[BadGame], n: int
) -> Failed:
    """Show all tables; return that one of `n` has to be named."""
    show(listed(program, store, rows))
    t = program.text
    show(
        f"{bad.id}  " + t("{name}: {reason}", name=title_of(bad), reason=t.say(bad.reason))
        for bad in damaged
    )
    if not n and damaged:
        return Failed(
            program.text(
                "No table can be opened; `bastide resume --delete ID` deletes a damaged one."
            )
        )
    if not n:
        return Failed(program.text("There is no unfinished table."))
    return Failed(
        program.text.count(
            "There is {n} unfinished table: name it.",
            "There are {n} unfinished tables: name one of them.",
            n,
        )
    )


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
    return int(await play_session(program, session, lines) == "stopped")


async def _networked(
    program: Program, row: GameRow, port: int | None, bot: str, screen: Screen | None
) -> int:
    async with peer(program, port) as here:
        if row.status is GameStatus.LEFT:  # it was taken off the list, and is wanted again
            here.node.store.set_status(row.game_id, GameStatus.PLAYING)
        if screen:
            return await screen.session(here.lobby.open(row))
        lines = Lines()
        if not bot:
            lines.start(lambda: None)
        session = here.lobby.open(row)
        show(spoken(program.text, session.talk))
        return 0 if await play_networked(program, here, session, lines, bot) else 1
