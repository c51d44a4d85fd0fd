"""The surroundings of a run, and its messages, from within a command."""

from __future__ import annotations

import click

from bastide.cli.program import Program
from bastide.core.messages import Text


def program_of(ctx: click.Context) -> Program:
    """Return the surroundings of this run."""
    found = ctx.find_object(Program)
    if found is None:
        found = ctx.find_root().obj = Program()
    return found


def text_of(ctx: click.Context) -> Text:
    """Return the messages of the program."""
    return program_of(ctx).text
