"""What several commands ask: the game of a table, expansions, options, a bot, the interfaces."""

from __future__ import annotations

import click

from bastide.cli import shells
from bastide.cli.marking import N_
from bastide.cli.surroundings import program_of, text_of
from bastide.cli.typed_values import Words
from bastide.core.messages import English

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


class Place(Words):
    """An interface, by its name, an address or a network."""

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Return the word that was typed."""
        from bastide.cli.interface_words import unfit

        word = super().convert(value, param, ctx).strip()
        t = text_of(ctx) if ctx else English()
        if not word:
            self.fail(t("it is empty"), param, ctx)
        if fault := unfit(t, word, word):
            self.fail(fault, param, ctx)
        return word


def _keep(ctx: click.Context, _: click.Parameter, value: tuple[str, ...]) -> None:
    if value:
        program_of(ctx).flags.interfaces = value


INTERFACES = click.option(
    "--interface",
    "interfaces",
    multiple=True,
    metavar="NAME|ADDRESS|NETWORK",
    type=Place(),
    expose_value=False,
    callback=_keep,
    shell_complete=shells.interfaces,
    help=N_("Use this network interface alone; may be given several times."),
)

BOT = click.option(
    "--bot",
    default="",
    metavar="LEVEL",
    shell_complete=shells.bot,
    help=N_("Let a bot play my seat."),
)
