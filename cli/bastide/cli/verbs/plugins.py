"""`bastide plugins`: what is installed and what fails; writing, checking, explaining one's own."""

from __future__ import annotations

from pathlib import Path

import click

from bastide.cli.answers import complain, show, show_json
from bastide.cli.authors.checking import check_path, end_digests
from bastide.cli.authors.explained_lines import explained_lines
from bastide.cli.authors.explaining import explained
from bastide.cli.authors.listing import listed, record
from bastide.cli.grammar import Command, Group
from bastide.cli.marking import N_
from bastide.cli.program import Failed
from bastide.cli.progress_line import ProgressLine
from bastide.cli.surroundings import program_of
from bastide.cli.typed_values import Number
from bastide.cli.verbs.new_plugin import new
from bastide.cli.wishes import Wish


@click.group(
    cls=Group,
    invoke_without_command=True,
    help=N_("List all plugins, also those that cannot be loaded, with the reason."),
    example="bastide plugins --json",
)
@click.option("--json", "as_json", is_flag=True, help=N_("Print JSON for scripts."))
@click.pass_context
def plugins(ctx: click.Context, as_json: bool) -> None:
    if ctx.invoked_subcommand:
        return
    program = program_of(ctx)
    program.warn()
    program.plugins.ask_all()
    if as_json:
        show_json(record(program))
    else:
        show(listed(program))


plugins.add_command(new)


@plugins.command(
    "explain",
    cls=Command,
    help=N_("Tell what a table's rules are made of, and which plugin brings what."),
    example="bastide plugins explain carcassonne --with inns_and_cathedrals",
)
@click.argument("game")
@click.option(
    "--with", "extensions", multiple=True, metavar="A,B", help=N_("Expansions to play with.")
)
@click.option(
    "--seats", type=Number(0), default=0, help=N_("How many seats; the fewest if not said.")
)
@click.option("--json", "as_json", is_flag=True, help=N_("Print JSON for scripts."))
@click.pass_context
def explain(
    ctx: click.Context, game: str, extensions: tuple[str, ...], seats: int, as_json: bool
) -> None:
    program = program_of(ctx)
    wish = Wish(program, game, ",".join(extensions))
    setup = wish.setup(seats or max(2, wish.seat_range[0]))
    content = explained(program.plugins, setup)
    if as_json:
        show_json(content)
    else:
        show(explained_lines(program.text, content))


@plugins.command(
    "check",
    cls=Command,
    help=N_(
        "Play a plugin's games in every way that the contract asks for, and say what breaks it. "
        "PATH is its package or its project folder, or the id of an installed plugin."
    ),
    example="bastide plugins check ./bastide-nim",
)
@click.argument("path", type=click.Path(path_type=Path))
@click.option("--digests", is_flag=True, hidden=True)
@click.pass_context
def check(ctx: click.Context, path: Path, digests: bool) -> None:
    program = program_of(ctx)
    if digests:
        show(end_digests(program, path))
        return
    with ProgressLine(program.text) as line:
        report = check_path(program, path, line.say)
    show(report.good)
    if report.faults:
        for fault in report.faults:
            complain(fault)
        n = len(report.faults)
        raise Failed(program.text.count("{n} fault was found.", "{n} faults were found.", n))
    show([program.text("Everything holds.")])
