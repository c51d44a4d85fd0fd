"""`bastide completion`: the script with which a shell completes commands."""

from __future__ import annotations

import click

from bastide.cli.answers import show
from bastide.cli.grammar import Command
from bastide.cli.marking import N_
from bastide.cli.shells import SHELLS, script
from bastide.cli.typed_values import Word


@click.command(
    cls=Command,
    help=N_(
        "Print the script with which a shell (bash, zsh or fish) completes commands, options, "
        "games and tables; the shell reads it once at its start."
    ),
    example='bastide completion bash   # in ~/.bashrc: eval "$(bastide completion bash)"',
)
@click.argument("shell", type=Word(tuple(SHELLS)))
@click.pass_context
def completion(ctx: click.Context, shell: str) -> None:
    show([script(shell, ctx.find_root().command)])
