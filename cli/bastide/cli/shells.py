"""What shells complete: games and what goes with them, tables, journals; the scripts for shells.

A shell asks by starting the program with a variable set. Whatever goes wrong then, nothing is said:
it would stand in the middle of the line that somebody types.
"""

from __future__ import annotations

import os
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

from bastide.cli.grammar import COMPLETE
from bastide.cli.program import Program
from bastide.cli.sessions.stored_games import moment, scores_of
from bastide.cli.sessions.stored_titles import StoredTitles
from bastide.cli.surroundings import program_of
from bastide.core.messages import Text
from bastide.core.options import SEATING, Option
from bastide.net.errors import Refusal
from bastide.net.storage.store import GameRow, GameStatus, Store

ID_DIGITS = 8
Item: TypeAlias = "CompletionItem[str]"  # generic from click 8.3 on only
Items: TypeAlias = "list[Item]"


class Bash(BashComplete):
    """Bash takes `=` for the end of a word; values are completed behind it all the same.

    It knows no descriptions: where it only lists what there is, they are part of the word.
    """

    source_template = BashComplete.source_template.replace(
        "COMPREPLY+=($value)",
        "COMPREPLY+=($value)\n            [[ $value == *= ]] && compopt -o nospace",
    ).replace("env COMP_WORDS", "env COMP_TYPE=$COMP_TYPE COMP_WORDS")

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
        if os.environ.get("COMP_TYPE") == _LISTS and len(found) > 1:
            found = list(map(_described, found))
        if incomplete.startswith("-") or "=" not in incomplete:
            return found
        return [CompletionItem(each.value.partition("=")[2], each.type) for each in found]


_LISTS = str(ord("?"))
"""What Bash says in COMP_TYPE where nothing is put into the line."""

_PATTERNS = dict.fromkeys(map(ord, "*?[]"), " ")
"""Signs by which Bash would look for files."""


def _described(item: Item) -> Item:
    """Return a table with what tells it from others in place of its word; all else as it is."""
    if not item.title:
        return item
    return CompletionItem(f"{item.value}  {item.help}".translate(_PATTERNS))


class Fish(FishComplete):
    """Values and their meanings may hold commas, which only the first one parts.

    Fish drops what does not begin with the word, and writes blanks in a name as they have to be.
    """

    source_template = FishComplete.source_template.replace(
        'string split ","', 'string split -m 1 ","'
    )

    def get_completions(self, args: list[str], incomplete: str) -> Items:
        """Return what may stand in place of the word; a table by its name, if that is begun."""
        return [
            CompletionItem(each.title, help=each.help)
            if incomplete and _begins(each.title or "", incomplete)
            else each
            for each in super().get_completions(args, incomplete)
        ]


class Zsh(ZshComplete):
    """Of several tables none of which begins with the word zsh would leave nothing of it."""

    source_template = ZshComplete.source_template.replace(
        "completions_with_descriptions -U\n",
        """completions_with_descriptions -U
        if (( compstate[nmatches] > 1 )) &&
            [[ -z ${(M)completions_with_descriptions:#"${words[CURRENT]}"*} ]]; then
            compstate[insert]='' compstate[list]='list force'
        fi
""",
    )


SHELLS: dict[str, type[ShellComplete]] = {"bash": Bash, "zsh": Zsh, "fish": Fish}


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
    """Offer tables whose name or id begins so, or that of somebody who plays there."""
    program = program_of(ctx)
    try:
        with Store(program.home, read_only=True) as store:
            return [
                _offered(program.text, store, row, incomplete)
                for row in StoredTitles(store, program.plugins, program.texts).games()
                if row.status in wanted
                and any(
                    _begins(each, incomplete)
                    for each in (row.title, row.game_id.hex(), *row.genesis.names)
                )
            ]
    except (Refusal, OSError):
        return []


def _begins(name: str, word: str) -> bool:
    return name.casefold().startswith(word.casefold())


def _offered(t: Text, store: Store, row: GameRow, incomplete: str) -> Item:
    """Offer a table by its name where no shell minds it, else by its id, with what is known."""
    id, began = row.game_id.hex()[:ID_DIGITS], moment(t, row.created)
    is_word = re.fullmatch(r"[\w.-]+", row.title) and shlex.quote(row.title) == row.title
    by_name = is_word and _begins(row.title, incomplete)
    known = [row.title, *([] if began in row.title else [row.genesis.game, began])]
    players = scores_of(store, row) or ", ".join(row.genesis.names)
    return CompletionItem(
        row.title if by_name else id, help=", ".join([*known, players]), title=row.title
    )
