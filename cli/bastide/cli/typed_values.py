"""What an argument or option may be: a number, one of a few words, a text, a language."""

from __future__ import annotations

import os
from collections.abc import Sequence

import click
from click.shell_completion import CompletionItem

from bastide.cli.catalogs import catalogs_for
from bastide.cli.surroundings import program_of, text_of
from bastide.core.messages import English


class Number(click.ParamType):  # type: ignore[type-arg]  # generic from click 8.3 on only
    """A whole number, `low` to `high`, both included; None: no bound."""

    name = "number"

    def __init__(self, low: int | None = None, high: int | None = None) -> None:
        self.low, self.high = low, high

    def convert(
        self, value: str | int, param: click.Parameter | None, ctx: click.Context | None
    ) -> int:
        """Return the number that was typed."""
        t = text_of(ctx) if ctx else English()
        try:
            number = int(value)
        except ValueError:
            self.fail(t("{value} is not a whole number", value=value), param, ctx)
        if self.low is not None and number < self.low:
            self.fail(t("{value} is less than {low}", value=number, low=self.low), param, ctx)
        if self.high is not None and number > self.high:
            self.fail(t("{value} is more than {high}", value=number, high=self.high), param, ctx)
        return number


class Word(click.ParamType):  # type: ignore[type-arg]  # generic from click 8.3 on only
    """One of a few words."""

    name = "word"

    def __init__(self, words: Sequence[str]) -> None:
        self.words = words

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Return the word that was typed."""
        if value not in self.words:
            t, names = text_of(ctx) if ctx else English(), ", ".join(self.words)
            self.fail(t("{value} is none of {names}", value=value, names=names), param, ctx)
        return value

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem[str]]:
        """Return the words that fit."""
        return [CompletionItem(word) for word in self.words if word.startswith(incomplete)]


class Words(click.ParamType):  # type: ignore[type-arg]  # generic from click 8.3 on only
    """A text: what a locale without letters has garbled is read as UTF-8; arguments say something.

    Every parameter without a type of its own has this one.
    """

    name = "text"

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Return the text that was typed."""
        t = text_of(ctx) if ctx else English()
        try:
            text = os.fsencode(value).decode("utf-8") if _is_garbled(value) else value
        except UnicodeError:
            self.fail(t("this is no text in UTF-8"), param, ctx)
        if isinstance(param, click.Argument) and not text.strip():
            self.fail(t("it is empty"), param, ctx)
        return text


def _is_garbled(text: str) -> bool:
    return any("\ud800" <= each <= "\udfff" for each in text)


class Tongue(Words):
    """A language that the program speaks, by any of its names: fr, fr_FR.UTF-8."""

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Return the name that was typed."""
        t, catalogs = text_of(ctx) if ctx else English(), catalogs_for(value)
        if not catalogs.knows(value):
            names = ", ".join(catalogs.languages())
            self.fail(t("{value} is none of {names}", value=value, names=names), param, ctx)
        return value

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem[str]]:
        """Return the languages that fit."""
        names = program_of(ctx).catalogs.languages()
        return [CompletionItem(name) for name in names if name.startswith(incomplete)]
