"""The tables of the database, and how those of each older version become the next.

`user_version` of the file is the number of `MIGRATIONS` that have been made. A new version adds a
group of statements; those that are there are never changed, since data have been through them.
Nothing reads `game.verified` and the table `head` any more; a row of `head` goes with its game.
"""

from __future__ import annotations

import sqlite3

MIGRATIONS: tuple[tuple[str, ...], ...] = (
    (
        "CREATE TABLE identity (label TEXT PRIMARY KEY, seed BLOB NOT NULL)",
        "CREATE TABLE note (name TEXT PRIMARY KEY, value BLOB NOT NULL)",
        """CREATE TABLE game (
            id BLOB PRIMARY KEY, genesis BLOB NOT NULL, accepts BLOB NOT NULL,
            title TEXT NOT NULL, status TEXT NOT NULL, verified INTEGER NOT NULL,
            bots BLOB NOT NULL, created INTEGER NOT NULL)""",
        """CREATE TABLE secret (
            game BLOB NOT NULL REFERENCES game, place INTEGER NOT NULL, master BLOB NOT NULL,
            PRIMARY KEY (game, place)) WITHOUT ROWID""",
        """CREATE TABLE entry (
            game BLOB NOT NULL REFERENCES game, step INTEGER NOT NULL, place INTEGER NOT NULL,
            id BLOB NOT NULL, body BLOB NOT NULL, signature BLOB NOT NULL,
            PRIMARY KEY (game, step, place)) WITHOUT ROWID""",
        """CREATE TABLE branch (
            game BLOB NOT NULL REFERENCES game, number INTEGER NOT NULL, step INTEGER NOT NULL,
            place INTEGER NOT NULL, id BLOB NOT NULL, body BLOB NOT NULL, signature BLOB NOT NULL,
            PRIMARY KEY (game, number, step, place)) WITHOUT ROWID""",
        """CREATE TABLE choice (
            game BLOB NOT NULL REFERENCES game, step INTEGER NOT NULL, place INTEGER NOT NULL,
            value BLOB NOT NULL, PRIMARY KEY (game, step, place)) WITHOUT ROWID""",
        """CREATE TABLE head (
            game BLOB NOT NULL REFERENCES game, place INTEGER NOT NULL, step INTEGER NOT NULL,
            body BLOB NOT NULL, signature BLOB NOT NULL,
            PRIMARY KEY (game, place)) WITHOUT ROWID""",
        """CREATE TABLE evidence (
            game BLOB NOT NULL REFERENCES game, kind TEXT NOT NULL, items BLOB NOT NULL,
            PRIMARY KEY (game, kind, items))""",
        """CREATE TABLE peer (
            key BLOB PRIMARY KEY, names BLOB NOT NULL, trust INTEGER NOT NULL,
            addresses BLOB NOT NULL, seen INTEGER NOT NULL)""",
    ),
    (
        """CREATE TABLE talk (
            game BLOB NOT NULL REFERENCES game, number INTEGER NOT NULL,
            key BLOB NOT NULL, body BLOB NOT NULL, signature BLOB NOT NULL,
            PRIMARY KEY (game, number)) WITHOUT ROWID""",
    ),
)
"""Statements that lead from each version of the tables to the next."""

OLDEST_READ = 1
"""The oldest version that is read as it is where nothing may be written."""


def version_of(connection: sqlite3.Connection) -> int:
    """Return the version of the tables: 0 where there are none yet, 1 for the first."""
    return int(connection.execute("PRAGMA user_version").fetchone()[0])


def is_newest(version: int) -> bool:
    """Tell whether tables of a version are as this bastide writes them."""
    return version == len(MIGRATIONS)


def is_newer(version: int) -> bool:
    """Tell whether tables of a version are those of a newer bastide."""
    return version > len(MIGRATIONS)


def migrate(connection: sqlite3.Connection) -> None:
    """Bring the tables up to date, inside a transaction."""
    for statements in MIGRATIONS[version_of(connection) :]:
        for statement in statements:
            connection.execute(statement)
    connection.execute(f"PRAGMA user_version = {len(MIGRATIONS)}")
