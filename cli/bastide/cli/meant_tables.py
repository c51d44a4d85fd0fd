"""Which tables of the network a typed name means, and what to type where it means several."""

from __future__ import annotations

from collections.abc import Sequence
from difflib import get_close_matches

from bastide.cli.lines.telling import ID_DIGITS
from bastide.cli.program import Failed, Program
from bastide.cli.sessions.copied import own_copy
from bastide.cli.sessions.ports import TableRow
from bastide.cli.sessions.table_facts import game_title
from bastide.net.identity import last_four
from bastide.net.lobby.tables import each_once
from bastide.net.node import SeenTable

MOST_NAMED = 6
"""Tables that a refusal names at most."""


def named(tables: Sequence[SeenTable], rows: Sequence[TableRow], name: str) -> list[SeenTable]:
    """Return the tables that a name may mean, those still open first of all.

    It is the table's own name, that with `@` and the end of the host's key or the start of the
    table's id, or the one in the list (`kitchen (2)`).
    """
    wanted = name.casefold()
    shown = {row.id: row.name.casefold() for row in rows}
    found = [table for table in tables if _is_called(table, wanted)]
    found = found or [table for table in tables if shown.get(row_id(table)) == wanted]
    return [table for table in found if table.notice.state == "open"] or each_once(found)


def _is_called(table: SeenTable, wanted: str) -> bool:
    name = table.notice.name.casefold()
    return wanted in (name, f"{name}@{last_four(table.host.key)}", f"{name}@{_start(table)}")


def _start(table: SeenTable) -> str:
    return table.notice.table.hex()[:ID_DIGITS]


def row_id(table: SeenTable) -> str:
    """Return what a table is called in the list of a lobby."""
    return f"{table.host.key.hex()}:{table.notice.table.hex()}"


def calls(tables: Sequence[SeenTable]) -> list[str]:
    """Return what to type for each of some tables: as much as tells it from the others."""
    keys = [last_four(table.host.key) for table in tables]
    ends = [
        end if keys.count(end) == 1 else _start(table)
        for end, table in zip(keys, tables, strict=True)
    ]
    return [f"{table.notice.name}@{end}" for table, end in zip(tables, ends, strict=True)]


def refuse_many(program: Program, name: str, tables: Sequence[SeenTable]) -> Failed:
    """Return the refusal to choose between tables of one name."""
    t, words = program.text, calls(tables)
    told = [
        t("{call} ({table})", call=call, table=_told(program, table))
        for call, table in zip(words, tables, strict=True)
    ]
    return Failed(
        t(
            "There are {n} tables called {name}: {tables}. Join one of them: `bastide join {call}`",
            n=len(tables),
            name=name,
            tables=", ".join(told[:MOST_NAMED]),
            call=shell_word(words[0]),
        )
    )


def shell_word(word: str) -> str:
    """Return a name as a shell takes it for one word."""
    return word if all(c.isalnum() or c in "@-_." for c in word) else f'"{word}"'


def _told(program: Program, table: SeenTable) -> str:
    """Return a table's game, its host and where that is."""
    game = game_title(program.plugins, program.texts, table.notice)
    if not table.host.shareable:
        return program.text("{game}, {host}", game=game, host=table.host.name)
    where = str(table.host.shareable[0])
    return program.text("{game}, {host}, {address}", game=game, host=table.host.name, address=where)


def refuse_none(
    program: Program, name: str, seen: Sequence[TableRow], copies: Sequence[str]
) -> Failed:
    """Return the refusal of a name that no table has: what was seen instead, and the nearest.

    Before that stands where our key is in use besides here: then others may not answer here.
    """
    t, rows = program.text, seen[:MOST_NAMED]
    if copied := own_copy(t, copies):
        return Failed(copied)
    if not rows:
        return Failed(
            t(
                "No table called {name} answers; `bastide tables` lists what is there. If the "
                "network keeps computers apart, join by the address that the host shows.",
                name=name,
            )
        )
    near = get_close_matches(name.casefold(), [row.name.casefold() for row in seen], 1)
    meant = next((row.name for row in seen if near and row.name.casefold() == near[0]), "")
    told = ", ".join(t("{call} ({table})", call=row.name, table=row.game) for row in rows)
    if meant:
        return Failed(
            t(
                "No table called {name} answers. Did you mean {meant}? There are: {tables}",
                name=name,
                meant=meant,
                tables=told,
            )
        )
    return Failed(t("No table called {name} answers. There are: {tables}", name=name, tables=told))
