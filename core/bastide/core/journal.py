"""The journal: everything that happened at a table, signed and chained (docs/protocol.md).

Play is cut into numbered *steps*. For each step the rules say which places must write and what
kind of entry; each of them writes exactly one. When all entries of a step are there its digest
covers them, and the next step begins. *Place* is a seat in the genesis, the one that keys use;
rules number seats in turn order.

This module knows bytes, hashes and order. Whether an entry is expected and legal is the table's
business; signatures are checked by a function that the caller brings.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from bastide.core.encoding import EncodingError, dec, enc, u32
from bastide.core.entries import (
    MAX_BODY,
    MAX_STEPS,
    Body,
    Entry,
    commitment,
    entry_id,
    make_body,
    parse_body,
    step_digest,
)
from bastide.core.genesis import (
    PROTOCOL,
    Extension,
    Genesis,
    JournalError,
    Seat,
    VerifySignature,
    check_accepts,
    make_genesis,
    parse_genesis,
)

__all__ = [
    "MAX_BODY",
    "MAX_STEPS",
    "PROTOCOL",
    "Body",
    "Entry",
    "Extension",
    "Genesis",
    "Journal",
    "JournalError",
    "JournalFile",
    "Proof",
    "Seat",
    "VerifySignature",
    "check_accepts",
    "commitment",
    "entry_id",
    "make_body",
    "make_genesis",
    "parse_body",
    "parse_genesis",
    "read_file",
    "step_digest",
    "write_file",
]

FILE_HEADER = b"bastide journal 1\n"
_OTHER_HEADER = re.compile(rb"bastide journal [0-9]+\n")
MAX_FRAME = 2 * MAX_BODY + 512
"""Bytes of a frame of a journal file: two signed entries fit in."""


class Journal:
    """The chain of one game, in memory.

    `steps`: the complete ones. `digests[s]` is D(s). `pending`: the entries of the current step
    that are there already, by place.
    """

    __slots__ = ("accepts", "digests", "genesis", "pending", "steps")

    def __init__(self, genesis: Genesis, accepts: tuple[bytes, ...] = ()) -> None:
        self.genesis, self.accepts = genesis, accepts
        self.steps: list[tuple[Entry, ...]] = []
        self.digests: list[bytes] = []
        self.pending: dict[int, Entry] = {}

    @property
    def step(self) -> int:
        """The number of the step that is being written."""
        return len(self.steps)

    @property
    def prev(self) -> bytes:
        """The journal digest: that of the last complete step; before any, the game id."""
        return self.digests[-1] if self.digests else self.genesis.game_id

    def digest_before(self, step: int) -> bytes:
        """Return D(step - 1), which the entries of a step name as `prev`."""
        return self.digests[step - 1] if step else self.genesis.game_id

    def add(self, place: int, entry: Entry) -> None:
        """Put an entry into its slot of the current step."""
        self.pending[place] = entry

    def close_step(self) -> None:
        """Finish the current step with the entries that are there."""
        entries = tuple(self.pending[place] for place in sorted(self.pending))
        ids = [entry_id(entry.body) for entry in entries]
        self.digests.append(step_digest(self.genesis.game_id, self.step, self.prev, ids))
        self.steps.append(entries)
        self.pending = {}

    def truncate(self, step: int) -> list[Entry]:
        """Drop the steps from `step` on, at a local table, and return their entries."""
        dropped = [entry for entries in self.steps[step:] for entry in entries]
        del self.steps[step:], self.digests[step:]
        self.pending = {}
        return dropped

    def entries(self, first: int = 0) -> list[Entry]:
        """Return all entries from a step on, in (step, place) order, the pending ones included."""
        whole = [entry for entries in self.steps[first:] for entry in entries]
        return whole + [self.pending[place] for place in sorted(self.pending)]


# the journal file: every byte is covered by a signature, a hash, the canonical form, or the count


class Proof(NamedTuple):
    """Evidence that a seat misbehaved: its kind, and what is signed with the signatures.

    What it proves is for `bastide.net.sync.evidence` to say.
    """

    kind: str
    items: tuple[Entry, ...]


class JournalFile(NamedTuple):
    """The content of a journal file, well-formed and nothing more."""

    genesis: bytes
    accepts: tuple[bytes, ...]
    entries: tuple[Entry, ...]
    digest: bytes
    proofs: tuple[Proof, ...] = ()


def write_file(journal: Journal, proofs: Iterable[Proof] = ()) -> bytes:
    """Return a journal as one file; entries of an unfinished step are left out."""
    entries = [entry for step in journal.steps for entry in step]
    frames: list[list[object]] = [["genesis", journal.genesis.data, list(journal.accepts)]]
    frames += [["entry", entry.body, entry.signature] for entry in entries]
    frames += [["evidence", kind, [list(item) for item in items]] for kind, items in proofs]
    frames.append(["end", len(entries), journal.prev])
    return FILE_HEADER + b"".join(_frame(enc(frame)) for frame in frames)


def _frame(data: bytes) -> bytes:
    return u32(len(data)) + data


def read_file(data: bytes) -> JournalFile:
    """Return what a journal file holds.

    Raises:
        JournalError: it is no journal file, cut short, or a frame is malformed; the sentence
            names the first bad one.
    """
    if not data.startswith(FILE_HEADER):
        if _OTHER_HEADER.match(data):
            raise JournalError(
                "this journal has the file header of another version of bastide: open it with that "
                "version"
            )
        raise JournalError("this is not a bastide journal: it does not begin with the file header")
    frames = list(_frames(data))
    _, genesis, accepts = frames[0]
    entries = tuple(Entry(*frame[1:]) for frame in frames if frame[0] == "entry")
    proofs = tuple(_proof(*frame[1:]) for frame in frames if frame[0] == "evidence")
    count, digest = frames[-1][1:]
    if count != len(entries):
        raise JournalError(f"the end says {count} entries, the file has {len(entries)}")
    return JournalFile(genesis, tuple(accepts), entries, digest, proofs)


def _proof(kind: str, items: list[object]) -> Proof:
    """Return the evidence of a frame; its fields have the right types."""
    found: list[Entry] = []
    for item in items:
        match item:
            case [bytes(signed), bytes(signature)]:
                found.append(Entry(signed, signature))
            case _:
                raise JournalError("the evidence: not a frame of a journal")
    return Proof(kind, tuple(found))


_FRAME_TYPES: dict[str, tuple[type, type]] = {
    "genesis": (bytes, list),
    "entry": (bytes, bytes),
    "evidence": (str, list),
    "end": (int, bytes),
}
_FOLLOWERS = {
    "": ("genesis",),
    "genesis": ("entry", "evidence", "end"),
    "entry": ("entry", "evidence", "end"),
    "evidence": ("evidence", "end"),
}
"""What may stand after each kind of frame; "" is the header."""


def _frames(data: bytes) -> Iterator[list[Any]]:
    """Yield the frames of a file: one genesis, entries, evidence, one end, nothing after it."""
    at, number, last = len(FILE_HEADER), 0, ""
    while last != "end":
        where = "the evidence" if last == "evidence" else f"entry {number}"
        where = where if number else "the genesis"
        length = int.from_bytes(data[at : at + 4], "big")
        chunk = data[at + 4 : at + 4 + length]
        if len(data) < at + 4 or len(chunk) != length or length > MAX_FRAME:
            raise JournalError(f"{where}: the file is cut short or the frame is damaged")
        frame = _frame_content(chunk, where, last)
        yield frame
        last = frame[0]
        at += 4 + length
        number += 1
    if at != len(data):
        raise JournalError("something follows the end of the journal")


def _frame_content(chunk: bytes, where: str, last: str) -> list[Any]:
    try:
        frame = dec(chunk, MAX_FRAME)
    except EncodingError as error:
        raise JournalError(f"{where}: {error}") from error
    if not isinstance(frame, list) or len(frame) != 3 or frame[0] not in _FOLLOWERS[last]:
        raise JournalError(f"{where}: not a frame of a journal")
    if not all(type(v) is t for v, t in zip(frame[1:], _FRAME_TYPES[frame[0]], strict=True)):
        raise JournalError(f"{where}: a field of a wrong type")
    return frame
