"""Opening a table from its genesis, folding a stored journal into it, and judging a whole file."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from bastide.core.builder import RulesError
from bastide.core.dealer import LocalDealer
from bastide.core.journal import (
    Body,
    Entry,
    Genesis,
    Journal,
    JournalError,
    JournalFile,
    Proof,
    check_accepts,
    entry_id,
    parse_body,
    read_file,
)
from bastide.core.messages import Message
from bastide.core.plugins import Plugins
from bastide.core.table import EntryError, Table
from bastide.net.dealing.fair import FairDealer, Verify
from bastide.net.errors import PeerError
from bastide.net.identity import verify
from bastide.net.lobby.other_rules import rules_since
from bastide.net.lobby.terms import read_genesis, setup_of
from bastide.net.rules_guard import GameError as GameError  # what opening may raise
from bastide.net.rules_guard import RulesFailed, rules_at_work
from bastide.net.sync.evidence import Finding, Waiting, accusation, examine
from bastide.net.veil.proofs import verify as verify_proof

NOT_OURS = "No seat of this game belongs to this data folder."

Told = Callable[[int, int], None]
"""Is told how many entries of how many are checked."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a look at a whole journal found.

    fault: what is wrong and where, in English, or "". entries: how many were found good.
    digest: the journal digest so far. table: folded as far as it went; None if it never began.
    findings: what the evidence with it, and the journal itself, prove of seats.
    is_judged: False where a plugin raised: then `fault` says nothing against the journal.
    said: the fault for any language, where a plugin raised or the table cannot be opened.
    """

    fault: str
    entries: int
    digest: bytes
    table: Table | None
    findings: tuple[Finding, ...] = ()
    is_judged: bool = True
    said: Message | None = None

    @property
    def good(self) -> bool:
        """Whether every entry is signed, in its place and legal."""
        return not self.fault


def open_table(
    plugins: Plugins,
    genesis: Genesis,
    accepts: tuple[bytes, ...],
    place: int | None = None,
    masters: Mapping[int, bytes] | None = None,
) -> Table:
    """Return a fresh table for a genesis, with the rules that are installed: the very same ones.

    Args:
        plugins: those that are installed.
        genesis: what all signed.
        accepts: the signatures under it.
        place: whose eyes the table has; None for a spectator.
        masters: the master secrets of our own places, which read their cards. With any, the
            proofs of what is folded are trusted: they were checked when the entries came.

    Raises:
        GameError: a plugin is missing or has other rules than the game began with, or the table
            cannot be composed.
    """
    try:
        if other := rules_since(plugins, genesis):
            raise GameError.of(other)
        rules = plugins.compose(setup_of(genesis))
    except RulesError as error:
        raise GameError(
            "The table cannot be opened: {reason}.", reason=str(error).rstrip(".")
        ) from error
    dealer = LocalDealer(genesis.seed) if genesis.local else FairDealer(genesis, masters)
    if masters and isinstance(dealer, FairDealer):
        dealer.verify = lambda statement, proof: True
    with rules_at_work(rules):
        return Table(rules, Journal(genesis, accepts), dealer, place)


def fold(table: Table, entries: Iterable[Entry]) -> None:
    """Add entries to a table, each fully checked; for those of our own disk and of files.

    Raises:
        JournalError: one cannot be taken; the sentence names it by its number, from 1 on.
        RulesFailed: a plugin raised at one.
    """
    for number, entry in enumerate(entries, table_entries(table) + 1):
        try:
            body = parse_body(entry.body)
        except JournalError as error:
            raise JournalError(f"entry {number}: {error}") from error
        where = f"entry {number} (step {body.step}, seat {body.place + 1})"
        try:
            with rules_at_work(table.rules):
                _fold_one(table, body, entry)
        except EntryError as error:
            raise JournalError(f"{where}: {error.reason}") from error
        except JournalError as error:
            raise JournalError(f"{where}: {str(error).rstrip('.')}") from error
        except RulesFailed as error:
            table.journal.truncate(body.step)  # what it has taken is not played
            raise error.at(number, body.step, body.place + 1) from error


def _fold_one(table: Table, body: Body, entry: Entry) -> None:
    table.check_slot(body)
    key = table.genesis.seats[body.place].identity
    if not verify(key, "sign-entry", entry_id(entry.body), entry.signature):
        raise JournalError("the signature does not hold")
    table.check_content(entry.body, body)
    table.add(entry)


def table_entries(table: Table) -> int:
    """Return how many entries a table has taken."""
    return sum(map(len, table.journal.steps)) + len(table.journal.pending)


def check_proofs_by(table: Table, check: Verify) -> None:
    """Let somebody else check the proofs of what a table is given from now on."""
    if isinstance(table.dealer, FairDealer):
        table.dealer.verify = check


def counted(entries: Sequence[Entry], told: Told) -> Iterator[Entry]:
    """Yield entries to be folded; tell how many were."""
    for number, entry in enumerate(entries):
        told(number, len(entries))
        yield entry


def tell_nobody(checked: int, total: int) -> None:
    """Hear how many entries are checked, and do nothing."""


def judge(
    plugins: Plugins, data: bytes, check: Verify = verify_proof, told: Told = tell_nobody
) -> Verdict:
    """Check a whole journal file: form, signatures, chain, rules; see `judge_content`."""
    try:
        content = read_file(data)
    except JournalError as error:
        return Verdict(str(error), 0, b"", None)
    return judge_content(plugins, content, check, told)


def judge_content(
    plugins: Plugins, content: JournalFile, check: Verify = verify_proof, told: Told = tell_nobody
) -> Verdict:
    """Check the content of a well-formed journal file.

    Args:
        plugins: those that are installed.
        content: the file's.
        check: checks the proofs; a workshop does it faster.
        told: told before each entry how many are checked.
    """
    table = None
    try:
        genesis = read_genesis(content.genesis)
        check_accepts(genesis, content.accepts, verify)
        table = open_table(plugins, genesis, content.accepts)
        check_proofs_by(table, check)
        fold(table, counted(content.entries, told))
        if table.journal.pending:
            raise JournalError("the last step is not complete")
        if table.journal.prev != content.digest:
            raise JournalError("the digest at the end is not that of the journal")
        found = findings(table, content.proofs)
    except (JournalError, GameError) as error:
        return verdict_at(error, table)
    return Verdict("", table_entries(table), table.journal.prev, table, found)


def verdict_at(error: JournalError | GameError, table: Table | None) -> Verdict:
    """Return what was found up to an entry that cannot be folded, or judged."""
    return Verdict(
        str(error),
        table_entries(table) if table else 0,
        table.journal.prev if table else b"",
        table,
        proven_so_far(table),
        is_judged=not isinstance(error, RulesFailed),
        said=error.message if isinstance(error, GameError) else None,
    )


def proven_so_far(table: Table | None) -> tuple[Finding, ...]:
    """Return what a journal proves that does not hold to its end."""
    lie = accusation(table) if table else None
    return (lie,) if lie else ()


def findings(table: Table, proofs: Iterable[Proof]) -> tuple[Finding, ...]:
    """Examine evidence about a journal again; return what it and the journal prove.

    Raises:
        JournalError: a piece does not hold, or is not in its one form; it is named by its number.
        GameError: a plugin raised.
    """
    found = [_finding(number, table, proof) for number, proof in enumerate(proofs, 1)]
    lie = accusation(table)
    return (*found, lie) if lie else tuple(found)


def _finding(number: int, table: Table, proof: Proof) -> Finding:
    try:
        case = examine(proof, table)
    except PeerError as error:
        raise JournalError(f"evidence {number}: {str(error).rstrip('.')}") from error
    except Waiting as error:
        raise JournalError(f"evidence {number}: it is not about this journal") from error
    if case.proof != proof:
        raise JournalError(f"evidence {number}: it proves something else than it says")
    return case.finding
