"""`bastide host` and `bastide join`: a table with the people on this network."""

from __future__ import annotations

import ipaddress
import re
from typing import TYPE_CHECKING

import click

from bastide.cli.grammar import Command
from bastide.cli.lan_run import Peer, answering, peer, settled, sit_down
from bastide.cli.lines.line_run import screen_of
from bastide.cli.looping import run
from bastide.cli.marking import N_
from bastide.cli.meant_tables import named, refuse_many, refuse_none, row_id
from bastide.cli.program import Misused, Program
from bastide.cli.progress_line import ProgressLine
from bastide.cli.sessions.ports import HostWish, Room
from bastide.cli.surroundings import program_of
from bastide.cli.typed_values import Number, Word
from bastide.cli.verbs.table_options import BOT, EXTENSIONS, GAME, INTERFACES, OPTIONS
from bastide.cli.wishes import Wish
from bastide.net.errors import PeerError
from bastide.net.identity import fit_name, is_ticket, parse_address, parse_ticket, table_name
from bastide.net.lobby.terms import DEALERS
from bastide.net.node import SeenTable

if TYPE_CHECKING:
    from bastide.cli.screens.screen_run import Screen

_ADDRESS = re.compile(r"[^\s@/]*:\d+")
"""What can be nothing but host:port, right or wrong."""

FIND_SECONDS = 6.0
"""How long `join` looks for a table by its name."""

SETTLE_SECONDS = 0.6
"""How long it waits for a second one of that name."""


@click.command(
    cls=Command,
    help=N_(
        "Open a table to the network. The game starts when all seats are taken, or with fewer when "
        "you press Enter."
    ),
    example="bastide host carcassonne --seats 3 --name kitchen",
)
@GAME
@click.option(
    "--seats",
    type=Number(1),
    metavar="N",
    help=N_("How many seats to fill; else the most, with --bot the fewest."),
)
@EXTENSIONS
@OPTIONS
@click.option("--name", metavar="TABLE", help=N_("The table's name."))
@click.option("--port", type=Number(1, 65535), metavar="P", help=N_("The TCP port to listen on."))
@INTERFACES
@click.option(
    "--dealer",
    type=Word(DEALERS),
    metavar="WHO",
    help=N_(
        "Who deals hidden cards: veil, all together, so that hands are sealed; open, faster, but "
        "readable by a modified program. Else veil."
    ),
)
@click.option("--ask", is_flag=True, help=N_("Ask me before anybody gets a seat."))
@BOT
@click.pass_context
def host(
    ctx: click.Context,
    game: str,
    seats: int | None,
    extensions: str,
    options: tuple[str, ...],
    name: str | None,
    port: int | None,
    dealer: str | None,
    ask: bool,
    bot: str,
) -> int:
    program = program_of(ctx)
    wish = Wish(program, game, extensions)
    low, high = wish.seat_range
    level = wish.bot(bot) if bot else ""
    setup = wish.setup(seats or (low if level else high), options)
    title = _own_title(program) if name is None else _title(program, name)
    wanted = HostWish(setup, title, ask, wish.dealer(dealer))
    return run(program, _host(program, wanted, port, level, screen_of(program, level)))


def _title(program: Program, name: str) -> str:
    try:
        return table_name(name)
    except PeerError as error:
        raise Misused(_about(program, "--name", error)) from error


def _own_title(program: Program) -> str:
    return fit_name(program.text("{name}'s table", name=program.player))


async def _host(
    program: Program, wish: HostWish, port: int | None, bot: str, screen: Screen | None
) -> int:
    async with peer(program, port) as here:
        room = await here.lobby.host(wish)
        if screen:
            return await screen.room(room)
        return 0 if await sit_down(program, here, room, bot) else 1


@click.command(
    cls=Command,
    help=N_(
        "Take a seat at a table of the network: by its name as the list shows it, by HOST:PORT, or "
        "by a ticket."
    ),
    example="bastide join kitchen",
)
@click.argument("where", metavar="TABLE|HOST:PORT|TICKET")
@INTERFACES
@BOT
@click.pass_context
def join(ctx: click.Context, where: str, bot: str) -> int:
    program, where = program_of(ctx), where.strip()
    if bot:
        _check_bot(program, bot)
    if is_ticket(where):
        _check_ticket(program, where)
    elif _ADDRESS.fullmatch(where) or _is_ip(where):
        _check_address(program, where)
    return run(program, _join(program, where, bot, screen_of(program, bot)))


async def _join(program: Program, where: str, bot: str, screen: Screen | None) -> int:
    async with peer(program, is_watched=not bot) as here:
        room = await _room(program, here, where)
        if screen:
            return await screen.room(room)
        level = await _level(program, here, room, bot)
        return 0 if await sit_down(program, here, room, level) else 1


async def _room(program: Program, here: Peer, where: str) -> Room:
    """Return the room of a table that was named in one of three ways."""
    if is_ticket(where) or _is_address(where):
        return await here.lobby.join_address(where)
    found = await _found(program, here, where)
    if not found:
        if ":" in where:  # nor is it an address
            _check_address(program, where)
        seen = {row_id(table) for table in answering(here.node)}
        rows = [row for row in here.lobby.shown if row.id in seen]
        raise refuse_none(program, where, rows, here.node.copies)
    if len(found) > 1:
        raise refuse_many(program, where, found)
    return await here.lobby.join(row_id(found[0]))


async def _found(program: Program, here: Peer, name: str) -> list[SeenTable]:
    """Look for a table, and say so on a terminal; return those that its name may mean."""
    looking = program.text("Looking for the table {name} on the network…", name=name)
    with ProgressLine(program.text) as line:

        def look() -> list[SeenTable]:
            line.say(looking)
            return named(answering(here.node), here.lobby.shown, name)

        return await settled(here.node, look, FIND_SECONDS, SETTLE_SECONDS)


def _is_ip(text: str) -> bool:
    """Tell whether a text is the address of a computer, its port forgotten."""
    try:
        ipaddress.ip_address(text)
    except ValueError:
        return False
    return True


def _check_bot(program: Program, bot: str) -> None:
    """Check that there is such a bot for any game, before a table is looked for.

    Raises:
        Misused: there is none.
    """
    games = [manifest.id for manifest in program.plugins.games()]
    if games and not any(bot in program.plugins.bots(game) for game in games):
        Wish(program, games[0]).bot(bot)


def _check_address(program: Program, text: str) -> None:
    """Check what can be meant as an address only.

    Raises:
        Misused: it is none; the sentence says what is wrong with it.
    """
    try:
        parse_address(text)
    except PeerError as error:
        raise Misused(_about(program, text, error)) from error


def _check_ticket(program: Program, text: str) -> None:
    """Check what means to be a ticket.

    Raises:
        Misused: it is none; the sentence says what is wrong with it.
    """
    try:
        parse_ticket(text)
    except PeerError as error:
        raise Misused(program.text.say(error.message)) from error


def _about(program: Program, what: str, error: PeerError) -> str:
    """Return a refusal with what it is about before it."""
    return program.text("{name}: {reason}", name=what, reason=program.text.say(error.message))


def _is_address(text: str) -> bool:
    try:
        parse_address(text)
    except PeerError:
        return False
    return True


async def _level(program: Program, here: Peer, room: Room, bot: str) -> str:
    """Return the id of the bot that is to play at a table; the seat is given back if there is none.

    Raises:
        Misused: this game has no such bot.
    """
    if not bot:
        return ""
    games = [table.notice.game for table in here.node.joined.values()]
    try:
        return Wish(program, games[-1]).bot(bot)
    except Misused:
        await room.leave()
        raise
