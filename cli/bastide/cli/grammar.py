"""The grammar of the command line: commands and groups that speak the user's language.

Every command takes the options of the whole program, before or after its name. Help texts are
message ids; `N_` marks them for the catalogue. Help shows an example.
"""

from __future__ import annotations

import contextlib
import importlib
from collections.abc import Mapping
from typing import Any, NoReturn

import click

from bastide.cli import streams
from bastide.cli.catalogs import own_languages
from bastide.cli.shared_options import shared_options
from bastide.cli.surroundings import program_of, text_of
from bastide.cli.typed_values import Words
from bastide.core.messages import Text

COMPLETE = "_BASTIDE_COMPLETE"
"""The variable through which shells ask for completions."""


class Command(click.Command):
    """A command with a translated help, an example, and the options of the whole program."""

    def __init__(self, *args: Any, example: str = "", **more: Any) -> None:  # noqa: ANN401  # handed on
        super().__init__(*args, **more)
        self.example = example
        self.shared = shared_options()
        self.params += self.shared
        for param in self.params:
            if param.type is click.STRING:
                param.type = Words()

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Read the words of a command line; those too many are told in the reader's language."""
        if isinstance(self, click.Group):  # which has a command among them
            return super().parse_args(ctx, args)
        ctx.allow_extra_args = True
        extra = super().parse_args(ctx, args)
        if extra and not ctx.resilient_parsing:
            ctx.fail(
                text_of(ctx).count(
                    "There is {n} word too many: {words}.",
                    "There are {n} words too many: {words}.",
                    len(extra),
                    words=" ".join(extra),
                )
            )
        return extra

    def invoke(self, ctx: click.Context) -> Any:  # noqa: ANN401  # as click has it
        """Run the command; where it prints JSON nothing else may come between."""
        if not isinstance(self, click.Group) and self.name != "doctor":  # which shows them itself
            program_of(ctx).warn()
        with streams.reserving() if ctx.params.get("as_json") else contextlib.nullcontext():
            return super().invoke(ctx)

    def get_help(self, ctx: click.Context) -> str:
        """Return the help, in characters that the output can show."""
        return streams.shown(super().get_help(ctx))

    def format_usage(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the line that says how it is used."""
        t = text_of(ctx)
        pieces = [piece for piece in self.collect_usage_pieces(ctx) if piece != "[OPTIONS]"]
        words = " ".join([*pieces, t("[options]")])
        formatter.write_usage(ctx.command_path, words, prefix=t("Usage:") + " ")

    def format_help_text(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write what it does."""
        formatter.write_paragraph()
        with formatter.indentation():
            formatter.write_text(text_of(ctx)(self.help or ""))

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write its own options; a command that stands alone lists the shared ones, too."""
        t = text_of(ctx)
        shared = set(map(id, self.shared)) if ctx.parent else set()
        rows = [
            _translated(record, param, t)
            for param in self.get_params(ctx)
            if isinstance(param, click.Option)
            and id(param) not in shared
            and (record := param.get_help_record(ctx))
        ]
        with formatter.section(t("Options")):
            formatter.write_dl(rows)
        if shared:
            formatter.write_paragraph()
            with formatter.indentation():
                names = " ".join(each.opts[0] for each in self.shared if not each.hidden)
                formatter.write_text(t("Options of every command: {names}.", names=names))
                formatter.write_text(t("`bastide --help` explains them."))

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the example."""
        if self.example:
            with formatter.section(text_of(ctx)("Example")):
                formatter.write_text(self.example)

    def get_short_help_str(self, limit: int = 45) -> str:
        """Return the first sentence of the help."""
        ctx = click.get_current_context(silent=True)
        said = text_of(ctx)(self.help or "") if ctx else self.help or ""
        first, dot, _ = said.partition(". ")
        return first.rstrip(".") + ("." if dot or said else "")


def _translated(record: tuple[str, str], param: click.Parameter, t: Text) -> tuple[str, str]:
    help = getattr(param, "help", None)
    if param.name in ("help", "_click_default_help", "version"):
        return record[0], t("Show this message.") if param.name != "version" else t(
            "Show the version."
        )
    said = t(help, languages=", ".join(own_languages())) if help else record[1]
    return record[0], t("{help} Always needed.", help=said) if param.required else said


class Group(Command, click.Group):
    """A command with commands below it, each found in its module when it is used.

    `lazy`: by name, `module:attribute`.
    """

    def __init__(self, *args: Any, lazy: Mapping[str, str] | None = None, **more: Any) -> None:  # noqa: ANN401  # handed on
        super().__init__(*args, **more)
        self.lazy = dict(lazy or {})

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of the commands, in the order in which they are needed."""
        return [*self.lazy, *sorted(self.commands)]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return a command."""
        if cmd_name not in self.lazy:
            return super().get_command(ctx, cmd_name)
        module, _, name = self.lazy[cmd_name].partition(":")
        found = getattr(importlib.import_module(module), name)
        return found if isinstance(found, click.Command) else None

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Return the command that the words name."""
        if self.get_command(ctx, args[0]) is None:
            self._unknown(ctx, args[0])
        return super().resolve_command(ctx, args)

    def _unknown(self, ctx: click.Context, word: str) -> NoReturn:
        names = ", ".join(self.list_commands(ctx))
        raise click.UsageError(
            text_of(ctx)("There is no command {word}; there are {names}.", word=word, names=names),
            ctx,
        )

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the options and the commands."""
        Command.format_options(self, ctx, formatter)
        rows = []
        for name in self.list_commands(ctx):
            command = self.get_command(ctx, name)
            if command and not command.hidden:
                rows.append((name, command.get_short_help_str()))
        with formatter.section(text_of(ctx)("Commands")):
            formatter.write_dl(rows)
