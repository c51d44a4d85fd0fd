"""`bastide plugins new`: a package to build on, and the commands to go on with."""

from __future__ import annotations

from pathlib import Path

import click

from bastide.cli.answers import show
from bastide.cli.authors.kinds import Kind, Wish
from bastide.cli.authors.scaffold import write_plugin
from bastide.cli.grammar import Command
from bastide.cli.marking import N_
from bastide.cli.program import Misused, Program
from bastide.cli.surroundings import program_of


@click.command(
    "new",
    cls=Command,
    help=N_(
        "Write a small working plugin as a package of its own, to build on: a game, or what one of "
        "the options names."
    ),
    example="bastide plugins new my_tiles --extends carcassonne",
)
@click.argument("name")
@click.option("--game", is_flag=True, help=N_("A whole game; so it is without an option."))
@click.option("--extends", metavar="ID", help=N_("An expansion of a game or an expansion."))
@click.option("--variant", metavar="ID", help=N_("A variant of a game or an expansion."))
@click.option("--bot", metavar="GAME", help=N_("A bot for a game, or for any."))
@click.option("--language", "tongue", metavar="LL", help=N_("Another language, as de or pt_BR."))
@click.pass_context
def new(
    ctx: click.Context,
    name: str,
    game: bool,
    extends: str | None,
    variant: str | None,
    bot: str | None,
    tongue: str | None,
) -> None:
    program = program_of(ctx)
    given = {
        "--game": "" if game else None,
        "--extends": extends,
        "--variant": variant,
        "--bot": bot,
        "--language": tongue,
    }
    folder, written = write_plugin(program, _wish(program, name, given), Path.cwd())
    t = program.text
    show(
        [
            t("Written: {folder}", folder=folder),
            t("Check it: bastide plugins check {folder}", folder=folder),
            t("Install it: python -m pip install -e {folder} pytest", folder=folder),
            t("Test it: python -m pytest {folder}", folder=folder),
            t("See it: {command}", command=written.play),
        ]
    )


_KINDS: dict[str, Kind] = {
    "--game": "game",
    "--extends": "expansion",
    "--variant": "variant",
    "--bot": "bot",
    "--language": "language",
}


def _wish(program: Program, name: str, given: dict[str, str | None]) -> Wish:
    """Return what is wanted; a game if no option says what.

    Raises:
        Misused: two options say what.
    """
    chosen = [(option, of) for option, of in given.items() if of is not None]
    if len(chosen) > 1:
        raise Misused(
            program.text(
                "{one} and {other} do not go together: a plugin is of one kind.",
                one=chosen[0][0],
                other=chosen[1][0],
            )
        )
    option, of = (chosen or [("--game", "")])[0]
    return Wish(name, _KINDS[option], of)
