"""`bastide play`: a game at this computer, alone, in turns at one keyboard, or against bots."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from bastide.cli import shells
from bastide.cli.grammar import Command
from bastide.cli.lines.line_run import PACE, play_session, screen_of
from bastide.cli.lines.typed_lines import Lines
from bastide.cli.looping import run
from bastide.cli.marking import N_
from bastide.cli.program import Program
from bastide.cli.sessions.bot_play import BOT_PACE
from bastide.cli.sessions.local_session import LocalSession, begin
from bastide.cli.sessions.ports import LocalWish
from bastide.cli.simulation import game_seed
from bastide.cli.surroundings import program_of
from bastide.cli.typed_values import Number
from bastide.cli.verbs.table_options import EXTENSIONS, GAME, OPTIONS
from bastide.cli.wishes import Wish, fill_seats, words_of
from bastide.net.storage.store import Store

if TYPE_CHECKING:
    from bastide.cli.screens.screen_run import Screen


@click.command(
    cls=Command,
    help=N_(
        "Play at this computer: alone against bots, or several people in turn. Bots take the last "
        "seats."
    ),
    example="bastide play carcassonne --bots greedy",
)
@GAME
@click.option("--seats", type=Number(1), metavar="N", help=N_("How many seats."))
@EXTENSIONS
@click.option(
    "--bots",
    default="",
    metavar="A,B",
    shell_complete=shells.bots,
    help=N_("Bots for the last seats."),
)
@click.option("--names", default="", metavar="A,B", help=N_("Names of the persons here."))
@click.option("--seed", metavar="S", help=N_("Any text: where chance begins; else fresh."))
@OPTIONS
@click.pass_context
def play(
    ctx: click.Context,
    game: str,
    seats: int | None,
    extensions: str,
    bots: str,
    names: str,
    seed: str | None,
    options: tuple[str, ...],
) -> int:
    program = program_of(ctx)
    wish = Wish(program, game, extensions)
    players = wish.bots(bots)
    setup = wish.setup(fill_seats(wish, seats, players), options)
    chance = None if seed is None else game_seed(seed, 0)
    wanted = LocalWish(setup, players, words_of(names))
    screen = screen_of(program)
    if screen:
        return run(program, _on_screen(program, screen, wanted, chance))
    return run(program, _in_lines(program, wanted, chance))


def _begin(
    program: Program, store: Store, wish: LocalWish, seed: bytes | None, pace: float
) -> LocalSession:
    return begin(
        store,
        program.plugins,
        program.texts,
        store.identity(),
        program.player,
        wish,
        seed=seed,
        pace=pace,
    )


async def _in_lines(program: Program, wish: LocalWish, seed: bytes | None) -> int:
    with program.store() as store:
        session = _begin(program, store, wish, seed, PACE)
        lines = Lines()
        if session.mine:
            lines.start(lambda: None)
        return int(await play_session(program, session, lines) == "stopped")


async def _on_screen(program: Program, screen: Screen, wish: LocalWish, seed: bytes | None) -> int:
    with program.store() as store:
        session = _begin(program, store, wish, seed, BOT_PACE)
        try:
            return await screen.session(session)
        finally:
            await session.leave()
