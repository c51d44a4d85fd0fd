"""`bastide` alone: the list of tables on a terminal, a demonstration elsewhere."""

from __future__ import annotations

from bastide.cli.line_run import screen_of
from bastide.cli.looping import run
from bastide.cli.program import Program


def open_lobby(program: Program) -> int:
    """Show the list of tables; where there is no terminal, play the demonstration."""
    screen = screen_of(program)
    if screen:
        return run(program, screen.lobby())
    from bastide.cli.demonstration import demonstrate

    return demonstrate(program)
