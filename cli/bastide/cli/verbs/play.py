"""`bastide play`: a game at this computer, alone, in turns at one keyboard, or against bots."""

from __future__ import annotations

import asyncio

import click

from bastide.cli.grammar import N_, Command, Number, program_of
from bastide.cli.ports import LocalWish
from bastide.cli.program import Program
from bastide.cli.simulation import game_seed
from bastide.cli.wishes import Wish, fill_seats


@click.command(
    cls=Command,
    help=N_(
        "Play at this computer: alone against bots, or several people in turn. Bots take the last "
        "seats."
    ),
    example="bastide play carcassonne --bots greedy",
)
@click.argument("game")
@click.option("--seats", type=Number(1, 6), metavar="N", help=N_("How many seats."))
@click.option(
    "--with", "extensions", default="", metavar="A,B", help=N_("Expansions to play with.")
)
@click.option("--bots", default="", metavar="A,B", help=N_("Bots for the last seats."))
@click.option("--seed", metavar="S", help=N_("Any text: where chance begins; else fresh."))
@click.option(
    "--option", "options", multiple=True, metavar="K=V", help=N_("An option of the game.")
)
@click.pass_context
def play(
    ctx: click.Context,
    game: str,
    seats: int | None,
    extensions: str,
    bots: str,
    seed: str | None,
    options: tuple[str, ...],
) -> None:
    program = program_of(ctx)
    wish = Wish(program, game, extensions)
    players = wish.bots(bots)
    setup = wish.setup(fill_seats(wish, seats, players), options)
    chance = None if seed is None else game_seed(seed, 0)
    asyncio.run(_play(program, LocalWish(setup, players), chance))


async def _play(program: Program, wish: LocalWish, seed: bytes | None) -> None:
    from bastide.cli.line_run import PACE, play_session
    from bastide.cli.lines import Lines
    from bastide.cli.local_session import begin

    with program.store() as store:
        session = begin(
            store,
            program.plugins,
            program.texts,
            store.identity(),
            program.player,
            wish,
            seed=seed,
            pace=PACE,
        )
        lines = Lines()
        if session.mine:
            lines.start(lambda: None)
        await play_session(program, session, lines)
