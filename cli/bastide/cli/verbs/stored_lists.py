"""Stored tables in columns: those to go on with, and those to be seen again."""

from __future__ import annotations

from collections.abc import Sequence

from bastide.cli.answers import columns
from bastide.cli.lacking import lacking
from bastide.cli.lines.telling import ID_DIGITS
from bastide.cli.program import Program
from bastide.cli.sessions.stored_games import moment, scores_of
from bastide.cli.sessions.stored_titles import StoredTitles
from bastide.core.messages import English
from bastide.net.storage.store import GameRow, GameStatus, Store


def titles(program: Program, store: Store) -> StoredTitles:
    """Return what gives the tables of a data folder their titles in this run's language."""
    return StoredTitles(store, program.plugins, program.texts)


def stored_as(program: Program, store: Store, status: GameStatus) -> list[GameRow]:
    """Return the tables of a data folder that stand so, the newest first."""
    return [row for row in titles(program, store).games() if row.status is status]


def listed(program: Program, store: Store, rows: Sequence[GameRow]) -> list[str]:
    """Return tables in columns, below them what keeps one from being opened."""
    if not rows:
        return []
    t = program.text
    heads = (t("id"), t("table"), t("game"), t("began"), t("players"))
    faults = ((row, lacking(program.plugins, t, row.genesis)) for row in rows)
    return [
        *columns([heads, *(_cells(program, store, row) for row in rows)]),
        *(
            f"{_id(row)}  " + t("{name}: {reason}", name=row.title, reason=fault)
            for row, fault in faults
            if fault
        ),
    ]


def _cells(program: Program, store: Store, row: GameRow) -> tuple[str, ...]:
    began, genesis, title = moment(program.text, row.created), row.genesis, row.title
    for written in (began, moment(English(), row.created)):  # it has a column of its own
        title = title.replace(f", {written}", "")
    players = scores_of(store, row) or ", ".join(genesis.names)
    return _id(row), title, genesis.game, began, players


def _id(row: GameRow) -> str:
    return row.game_id.hex()[:ID_DIGITS]
