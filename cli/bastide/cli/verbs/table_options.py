"""What several commands ask of a table: its game, the expansions, the options, a bot."""

from __future__ import annotations

import click

from bastide.cli import shells
from bastide.cli.grammar import N_

GAME = click.argument("game", shell_complete=shells.games)

EXTENSIONS = click.option(
    "--with",
    "extensions",
    default="",
    metavar="A,B",
    shell_complete=shells.extensions,
    help=N_("Expansions to play with."),
)

OPTIONS = click.option(
    "--option",
    "options",
    multiple=True,
    metavar="K=V",
    shell_complete=shells.options,
    help=N_("An option of the game."),
)

BOT = click.option(
    "--bot",
    default="",
    metavar="LEVEL",
    shell_complete=shells.bot,
    help=N_("Let a bot play my seat."),
)
