"""Journals to look at: from a file, or from a table of the data folder. Nothing is changed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import NamedTuple

from bastide.cli.lacking import lacking
from bastide.cli.program import Failed, Misused, Program
from bastide.cli.progress_line import ProgressLine
from bastide.cli.sessions.stored_titles import StoredTitles
from bastide.cli.written_files import replace_file, unwritten
from bastide.core.genesis import Genesis
from bastide.core.journal import (
    FILE_HEADER,
    Entry,
    JournalError,
    Proof,
    check_accepts,
    read_file,
)
from bastide.net.dealing.fair import Verify
from bastide.net.errors import StoreError
from bastide.net.games import (
    GameError,
    Told,
    Verdict,
    check_proofs_by,
    counted,
    findings,
    fold,
    judge,
    open_table,
    verdict_at,
)
from bastide.net.identity import verify
from bastide.net.lobby.terms import read_genesis
from bastide.net.storage.disk import writes_refused
from bastide.net.storage.store import GameRow, Store
from bastide.net.table_talk import kept_talk
from bastide.net.talk import Talk
from bastide.net.veil.proofs import Statement
from bastide.net.veil.workshop import Workshop

_HEADER_BYTES = 64
"""Enough to tell a journal, also one of another version."""


class Judged(NamedTuple):
    """A journal that was looked at, what it is called, and the evidence that belongs to it.

    own: the master secrets of our own places at a table of the data folder, the first one that
    of the place whose hand we see. talk: what was said there.
    """

    title: str
    verdict: Verdict
    proofs: tuple[Proof, ...] = ()
    own: Mapping[int, bytes] = {}
    talk: tuple[Talk, ...] = ()


class Inspection(NamedTuple):
    """How a journal is checked: who checks proofs, and who is told how far it is."""

    check: Verify
    told: Told


@contextmanager
def inspecting(program: Program) -> Iterator[Inspection]:
    """Check with all cores; a person sees how far it is, and may interrupt."""
    with closing(Workshop()) as workshop, ProgressLine(program.text) as line:
        yield Inspection(workshop.verify_now, line.told)


def judged(program: Program, text: str, *, trusting: bool = False) -> Judged:
    """Check the journal that a user names: a file, else a table's name or the start of its id.

    Args:
        program: the surroundings.
        text: what the user typed.
        trusting: do not check the proofs of a table again, which were checked when they came.

    Raises:
        Misused: nothing is named.
        Failed: there is neither such a file nor such a table.
        OSError: the file cannot be read.
    """
    if not text.strip():
        raise Misused(program.text("Name a journal file, or a table."))
    path = Path(text).expanduser()
    if path.is_file():
        return _judged_file(program, path)
    if path.is_dir() or path.suffix == ".bastide" or len(path.parts) > 1:
        raise Failed(program.text("There is no journal file {path}.", path=text))
    return judged_table(program, text, trusting=trusting)


def _judged_file(program: Program, path: Path) -> Judged:
    with path.open("rb") as file:
        data = file.read(_HEADER_BYTES)
        if data.startswith(FILE_HEADER):  # what is no journal may be of any size
            data += file.read()
    with inspecting(program) as inspection:
        verdict = judge(program.plugins, data, *inspection)
    if verdict.table is None:
        with suppress(JournalError):
            content = read_file(data)
            genesis = read_genesis(content.genesis)
            check_accepts(genesis, content.accepts, verify)
            verdict = _not_opened(program, genesis) or verdict
    return Judged(path.name, verdict)


def _not_opened(program: Program, genesis: Genesis) -> Verdict | None:
    """Return which plugins have to be there first; None if all are."""
    fault = lacking(program.plugins, program.text, genesis)
    return Verdict(fault, 0, b"", None) if fault else None


def judged_table(program: Program, text: str, *, trusting: bool = False) -> Judged:
    """Check the journal of a table of the data folder; see `judged`.

    Raises:
        Failed, StoreError: there is none of that name, or more than one.
    """
    with opened(program) as store, inspecting(program) as inspection:
        row = StoredTitles(store, program.plugins, program.texts).find(text)
        if trusting:
            inspection = inspection._replace(check=_trust)
        verdict = _not_opened(program, row.genesis)
        verdict = verdict or judge_stored(program, store, row, inspection)
        talk = tuple(kept_talk(store, row.game_id, row.genesis.keyed))
        return Judged(row.title, verdict, store.proofs(row.game_id), _own(row), talk)


def _trust(statement: Statement, proof: bytes) -> bool:
    """Take a proof for good."""
    return True


def _own(row: GameRow) -> dict[int, bytes]:
    """Return the master secrets of our own places, those of persons first."""
    return {place: row.masters[place] for place in sorted(row.masters, key=row.bots.__contains__)}


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


def judge_stored(program: Program, store: Store, row: GameRow, inspection: Inspection) -> Verdict:
    """Check the journal of a stored table, and the evidence that was kept about it.

    Entries of an unfinished step are left out.
    """
    table = None
    try:
        check_accepts(row.genesis, row.accepts, verify)
        table = open_table(program.plugins, row.genesis, row.accepts)
        check_proofs_by(table, inspection.check)
        entries = [Entry(e.body, e.signature) for e in store.entries(row.game_id)]
        fold(table, counted(entries, inspection.told))
        found = findings(table, store.proofs(row.game_id))
    except (JournalError, GameError) as error:
        return verdict_at(error, table)
    good = sum(map(len, table.journal.steps))
    return Verdict("", good, table.journal.prev, table, found)


def write_new(program: Program, path: Path, content: bytes) -> bool:
    """Write a journal file; anything but a journal is not overwritten.

    Returns:
        Whether an older journal was replaced.

    Raises:
        Failed: something else is there, or it cannot be written; what was there is as it was.
    """
    try:
        replaced = path.exists()
        if replaced and not path.is_dir() and not _is_journal(path):
            raise Failed(
                program.text(
                    "{path} is there and is no journal; nothing was written.", path=str(path)
                )
            )
        replace_file(path, content)
    except OSError as error:
        raise Failed(unwritten(program.text, path, error)) from error
    return replaced


def _is_journal(path: Path) -> bool:
    if not path.is_file():
        return False
    with path.open("rb") as file:
        return file.read(len(FILE_HEADER)) == FILE_HEADER
