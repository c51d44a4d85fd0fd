"""Journals to look at: from a file, or from a table of the data folder. Nothing is changed."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from bastide.cli.program import Failed, Misused, Program
from bastide.core.journal import FILE_HEADER, Entry, JournalError, Proof, check_accepts
from bastide.net.disk import writes_refused
from bastide.net.errors import StoreError
from bastide.net.games import (
    GameError,
    Verdict,
    findings,
    fold,
    judge,
    open_table,
    table_entries,
)
from bastide.net.identity import verify
from bastide.net.store import GameRow, Store


class Judged(NamedTuple):
    """A journal that was looked at, what it is called, and the evidence that belongs to it."""

    title: str
    verdict: Verdict
    proofs: tuple[Proof, ...] = ()


def judged(program: Program, text: str) -> Judged:
    """Check the journal that a user names: a file, else a table's name or the start of its id.

    Raises:
        Misused: nothing is named.
        Failed: there is neither such a file nor such a table.
        OSError: the file cannot be read.
    """
    if not text.strip():
        raise Misused(program.text("Name a journal file, or a table."))
    path = Path(text).expanduser()
    if path.is_file():
        return Judged(path.name, judge(program.plugins, path.read_bytes()))
    if path.is_dir() or path.suffix == ".bastide" or len(path.parts) > 1:
        raise Failed(program.text("There is no journal file {path}.", path=text))
    return judged_table(program, text)


def judged_table(program: Program, text: str) -> Judged:
    """Check the journal of a table of the data folder.

    Raises:
        Failed, StoreError: there is none of that name, or more than one.
    """
    with opened(program) as store:
        row = store.find_game(text)
        return Judged(row.title, judge_stored(program, store, row), store.proofs(row.game_id))


def opened(program: Program) -> Store:
    """Open the data folder to go on with what is there; it is not made when it is not there.

    A folder that can only be read is opened for reading.

    Raises:
        Failed: there is none yet.
        StoreError: it cannot be used.
    """
    if not program.home.is_dir():
        raise Failed(
            program.text("There are no tables yet: {folder} does not exist.", folder=program.home)
        )
    try:
        return program.store()
    except StoreError as error:
        if not writes_refused(error):
            raise
        return Store(program.home, read_only=True)


def judge_stored(program: Program, store: Store, row: GameRow) -> Verdict:
    """Check the journal of a stored table, and the evidence that was kept about it.

    Entries of an unfinished step are left out.
    """
    table = None
    try:
        check_accepts(row.genesis, row.accepts, verify)
        table = open_table(program.plugins, row.genesis, row.accepts)
        fold(table, [Entry(e.body, e.signature) for e in store.entries(row.game_id)])
        found = findings(table, store.proofs(row.game_id))
    except (JournalError, GameError) as error:
        return Verdict(
            str(error),
            table_entries(table) if table else 0,
            table.journal.digest if table else b"",
            table,
        )
    good = sum(map(len, table.journal.steps))
    return Verdict("", good, table.journal.digest, table, found)


def write_new(program: Program, path: Path, content: bytes) -> bool:
    """Write a journal file; anything but a journal is not overwritten.

    Returns:
        Whether an older journal was replaced.

    Raises:
        Failed: something else is there.
        OSError: it cannot be written.
    """
    replaced = path.exists()
    if replaced:
        with path.open("rb") as file:
            if file.read(len(FILE_HEADER)) != FILE_HEADER:
                raise Failed(
                    program.text(
                        "{path} is there and is no journal; nothing was written.", path=str(path)
                    )
                )
    path.write_bytes(content)
    return replaced
