"""In which order the list has the tables of the network and those of the data folder."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from bastide.cli.sessions.own_tables import OwnTables
from bastide.cli.sessions.ports import TableRow
from bastide.cli.sessions.table_rows import TableRows
from bastide.net.lobby.tables import SeenTable, each_once
from bastide.net.storage.store import GameRow


def in_order(seen: Iterable[SeenTable]) -> list[SeenTable]:
    """Return the tables that others show, each once."""
    return each_once(sorted(seen, key=_rank))


def _rank(table: SeenTable) -> tuple[bool, str, bool]:
    """Return what tables are sorted by; of those who show a game, its host goes first."""
    is_others = table.notice.names[:1] != (table.host.name,)
    return table.silent, table.notice.name.casefold(), is_others


def listed(own: OwnTables, rows: TableRows, seen: Iterable[SeenTable]) -> list[TableRow]:
    """Return those where others wait for me, those I can join, mine, and all the rest.

    A table of others where I have a seat is mine. Mine come by when they were played last.
    """
    seen, waiting = list(seen), own.waiting()
    there = _there(own, waiting, seen)
    waiting.sort(key=lambda row: (-len(there.get(row.game_id, ())), -own.played(row)))
    awaited = [row for row in waiting if row.game_id in there]
    others = [table for table in in_order(seen) if own.that_is(table, waiting) is None]
    can_join = [table for table in others if _can_join(table)]
    return [
        *(rows.stored(row, there[row.game_id]) for row in awaited),
        *map(rows.seen, can_join),
        *(rows.stored(row) for row in waiting if row not in awaited),
        *(rows.seen(table) for table in others if table not in can_join),
        *map(rows.damaged, own.damaged()),
    ]


def _there(
    own: OwnTables, waiting: Sequence[GameRow], seen: Iterable[SeenTable]
) -> dict[bytes, tuple[str, ...]]:
    """Return the names of the others who have a table of mine open, by the id of its game."""
    found: dict[bytes, tuple[str, ...]] = {}
    for table in seen:
        row = None if table.silent else own.that_is(table, waiting)
        if row is not None:
            name = row.genesis.names[row.genesis.keyed.index(table.host.key)]
            found[row.game_id] = (*found.get(row.game_id, ()), name)
    return found


def _can_join(table: SeenTable) -> bool:
    return table.notice.state == "open" and not table.silent and table.mismatch is None
