"""What shells complete: games and what goes with them, tables, journals; the scripts for shells.

A shell asks by starting the program with a variable set. Whatever goes wrong then, nothing is said:
it would stand in the middle of the line that somebody types.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterable, Sequence
from typing import TypeAlias

import click
from click.shell_completion import (
    BashComplete,
    CompletionItem,
    FishComplete,
    ShellComplete,
    ZshComplete,
)

from bastide.cli.grammar import COMPLETE, program_of
from bastide.cli.program import Program
from bastide.core.options import SEATING, Option
from bastide.net.errors import Refusal
from bastide.net.storage.store import GameRow, GameStatus, Store

ID_DIGITS = 8
Items: TypeAlias = "list[CompletionItem[str]]"  # generic from click 8.3 on only


class Bash(BashComplete):
    """Bash takes `=` for the end of a word; values are completed behind it all the same."""

    source_template = BashComplete.source_template.replace(
        "COMPREPLY+=($value)",
        "COMPREPLY+=($value)\n            [[ $value == *= ]] && compopt -o nospace",
    )

    @staticmethod
    def _check_version() -> None:
        """Do not ask which Bash there is: the script may be for another machine."""

    def get_completion_args(self) -> tuple[list[str], str]:
        """Return the words before the one that is completed, and that one, cut off at no `=`."""
        words, incomplete = super().get_completion_args()
        joined: list[str] = []
        for word in [*words, incomplete]:
            if joined and (word.startswith("=") or joined[-1].endswith("=")):
                joined[-1] += word
            else:
                joined.append(word)
        return joined[:-1], joined[-1]

    def get_completions(self, args: list[str], incomplete: str) -> Items:
        """Return what may stand in place of the word; of `key=value` only what Bash replaces."""
        found = super().get_completions(args, incomplete)
        if incomplete.startswith("-") or "=" not in incomplete:
            return found
        return [CompletionItem(each.value.partition("=")[2], each.type) for each in found]


class Fish(FishComplete):
    """Values and their meanings may hold commas, which only the first one parts."""

    source_template = FishComplete.source_template.replace(
        'string split ","', 'string split -m 1 ","'
    )


SHELLS: dict[str, type[ShellComplete]] = {"bash": Bash, "zsh": ZshComplete, "fish": Fish}


def script(shell: str, program: click.Command) -> str:
    """Return the script that tells a shell to ask us."""
    return SHELLS[shell](program, {}, "bastide", COMPLETE).source()


def answer(program: click.Command, surroundings: Program, asked: str) -> str:
    """Return what a shell is to offer; `asked`: the value of the variable, `bash_complete`."""
    shell = SHELLS.get(asked.partition("_")[0])
    if shell is None:
        return ""
    asking = shell(program, {"obj": surroundings}, "bastide", COMPLETE)
    return asking.source() if asked.endswith("_source") else asking.complete()


# what stands where


def games(ctx: click.Context, _: click.Parameter, incomplete: str) -> Items:
    """Offer the games."""
    program = program_of(ctx)
    return _fitting(
        ((each.id, program.texts(each.id)(each.title)) for each in program.plugins.games()),
        incomplete,
    )


def extensions(ctx: click.Context, _: click.Parameter, incomplete: str) -> Items:
    """Offer what goes with the game, behind the last comma of a list."""
    program = program_of(ctx)
    found = program.plugins.extensions(_game(ctx))
    return _listed(((each.id, program.texts(each.id)(each.title)) for each in found), incomplete)


def bots(ctx: click.Context, _: click.Parameter, incomplete: str) -> Items:
    """Offer the bots of the game, behind the last comma of a list."""
    return _listed(((each, "") for each in _bots(ctx)), incomplete, again=True)


def bot(ctx: click.Context, _: click.Parameter, incomplete: str) -> Items:
    """Offer one bot."""
    return _fitting(((each, "") for each in _bots(ctx)), incomplete)


def options(ctx: click.Context, _: click.Parameter, incomplete: str) -> Items:
    """Offer the names of the game's options, then the values of one.

    Those of the game itself may be written without its name, which is offered once one is begun so.
    """
    known, own = _options(ctx), f"{_game(ctx)}."
    short = {name.removeprefix(own): each for name, each in known.items() if name.startswith(own)}
    key, equals, value = incomplete.partition("=")
    if not equals:
        named = known | short if key else known
        return _fitting(((f"{name}=", each.title) for name, each in named.items()), key)
    found = _fitting(((each, "") for each in _values((known | short).get(key))), value)
    return [CompletionItem(f"{key}={each.value}") for each in found]


def unfinished(ctx: click.Context, _: click.Parameter, incomplete: str) -> Items:
    """Offer the tables that can be gone on with."""
    return _tables(ctx, incomplete, (GameStatus.PLAYING,))


def tables(ctx: click.Context, _: click.Parameter, incomplete: str) -> Items:
    """Offer the tables of the data folder."""
    return _tables(ctx, incomplete, tuple(GameStatus))


def journals(ctx: click.Context, param: click.Parameter, incomplete: str) -> Items:
    """Offer the tables of the data folder; files where none fits."""
    return [CompletionItem(incomplete, "file"), *tables(ctx, param, incomplete)]


def interfaces(_: click.Context, __: click.Parameter, incomplete: str) -> Items:
    """Offer the network interfaces, with their addresses."""
    from bastide.net.finding.choosing import adapters

    found = [(each.title, each.interface) for each in sorted(adapters())]
    return _fitting(
        ((title, " ".join((*each.ipv4, *each.ipv6))) for title, each in found), incomplete
    )


def _fitting(found: Iterable[tuple[str, str]], incomplete: str) -> Items:
    return [CompletionItem(each, help=help) for each, help in found if each.startswith(incomplete)]


def _listed(found: Iterable[tuple[str, str]], incomplete: str, again: bool = False) -> Items:
    """Offer words for the last place of a list; `again`: one may be there twice."""
    before, comma, last = incomplete.rpartition(",")
    rest = [pair for pair in found if again or pair[0] not in before.split(",")]
    return [
        CompletionItem(f"{before}{comma}{each.value}", help=each.help)
        for each in _fitting(rest, last)
    ]


def _game(ctx: click.Context) -> str:
    """Return the game of the line; behind an option without its value click has not read it yet."""
    word = str(ctx.params.get("game") or next(iter(ctx.args), ""))
    return word if word in program_of(ctx).plugins.manifests else ""


def _bots(ctx: click.Context) -> Sequence[str]:
    plugins, game = program_of(ctx).plugins, _game(ctx)
    names = [game] if game else [manifest.id for manifest in plugins.games()]
    return list(dict.fromkeys(each for name in names for each in plugins.bots(name)))


def _options(ctx: click.Context) -> dict[str, Option]:
    plugins, game = program_of(ctx).plugins, _game(ctx)
    known = {"seating": SEATING}
    if not game:
        return known
    wanted = str(ctx.params.get("extensions") or "").split(",")
    for manifest in (plugins.manifest(game), *plugins.extensions(game)):
        if manifest.id in (game, *wanted):
            known |= {f"{manifest.id}.{option.name}": option for option in manifest.options}
    return known


_MOST = 20
"""How far apart numbers may be that are all offered."""


def _values(option: Option | None) -> list[str]:
    if option is None:
        return []
    if isinstance(option.default, bool):
        return ["yes", "no"]
    if option.low is not None and option.high is not None and option.high - option.low <= _MOST:
        return [str(each) for each in range(option.low, option.high + 1)]
    return [str(each) for each in option.choices or (option.default,)]


def _tables(ctx: click.Context, incomplete: str, wanted: Sequence[GameStatus]) -> Items:
    home = program_of(ctx).home
    try:
        with Store(home, read_only=True) as store:
            rows = [row for row in store.games() if row.status in wanted]
    except (Refusal, OSError):
        return []
    return _fitting(map(_named, rows), incomplete)


def _named(row: GameRow) -> tuple[str, str]:
    """Return what a table is typed as, and its title: that itself only where no shell minds it."""
    id = row.game_id.hex()[:ID_DIGITS]
    is_word = re.fullmatch(r"[\w.-]+", row.title) and shlex.quote(row.title) == row.title
    return (row.title if is_word else id), row.title
