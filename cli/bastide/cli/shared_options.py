"""The options of the whole program, which every command takes, before or after its name."""

from __future__ import annotations

from typing import Any

import click

from bastide.cli.marking import N_
from bastide.cli.surroundings import program_of
from bastide.cli.typed_values import Tongue, Word

DEPTHS = ("auto", "never", "16", "256", "true")


def _keep(ctx: click.Context, param: click.Parameter, value: Any) -> None:  # noqa: ANN401  # click's own types
    """Note an option of the whole program, unless it was not given here."""
    if value not in (None, False):
        setattr(program_of(ctx).flags, str(param.name), value)


class SharedOption(click.Option):
    """An option of the whole program; it counts wherever it stands."""

    def __init__(self, *names: str, help: str, **more: Any) -> None:  # noqa: ANN401  # handed on
        super().__init__(
            names, help=help, expose_value=False, is_eager=True, callback=_keep, **more
        )


def shared_options() -> list[SharedOption]:
    """Return fresh options of the whole program."""
    return [
        SharedOption(
            "--home",
            metavar="DIR",
            type=click.UNPROCESSED,
            help=N_("Keep all data in this folder."),
        ),
        SharedOption("--player", metavar="NAME", help=N_("My name at the table, for this run.")),
        SharedOption(
            "--lang",
            "language",
            type=Tongue(),
            metavar="LANG",
            help=N_("The language: {languages}, or another one that a plugin brings."),
        ),
        SharedOption(
            "--color",
            type=Word(DEPTHS),
            metavar="DEPTH",
            help=N_("Colours: auto, never, 16, 256 or true."),
        ),
        SharedOption("--ascii", is_flag=True, help=N_("Draw with plain letters only.")),
        SharedOption("--plain", is_flag=True, help=N_("Talk in lines instead of a screen.")),
        SharedOption("--brief", is_flag=True, help=N_("In lines, tell only scores and result.")),
        SharedOption("--until-eof", is_flag=True, hidden=True, help=""),
    ]
