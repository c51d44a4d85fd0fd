"""`bastide` alone: the list of tables on a terminal, a demonstration elsewhere."""

from __future__ import annotations

from bastide.cli.answers import show
from bastide.cli.lines.line_run import screen_of
from bastide.cli.looping import run
from bastide.cli.program import Program
from bastide.cli.streams import is_terminal


def open_lobby(program: Program) -> int:
    """Show the list of tables, on a screen or in lines; without a terminal, a demonstration."""
    screen = screen_of(program)
    if screen:
        return run(program, screen.lobby())
    if is_terminal():
        return _in_lines(program)
    from bastide.cli.demonstration import demonstrate

    return demonstrate(program)


def _in_lines(program: Program) -> int:
    """Print the list of tables, and what to type: for those who want lines on a terminal."""
    from bastide.cli.verbs.tables import show_tables

    t = program.text
    show_tables(program)
    show(
        [
            "",
            t("bastide play GAME --bots greedy   a game against a bot"),
            t("bastide host GAME                 open a table to the network"),
            t("bastide join TABLE                take a seat at one of the list"),
            t("bastide resume                    go on with a table of yours"),
            t("bastide --help                    all commands"),
        ]
    )
    return 0
