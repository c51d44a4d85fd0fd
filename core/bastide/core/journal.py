"""The journal: everything that happened at a table, signed and chained (docs/protocol.md).

Play is cut into numbered *steps*. For each step the rules say which places must write and what
kind of entry; each of them writes exactly one. When all entries of a step are there its digest
covers them, and the next step begins. *Place* is a seat in the genesis, the one that keys use;
rules number seats in turn order.

This module knows bytes, hashes and order. Whether an entry is expected and legal is the table's
business; signatures are checked by a function that the caller brings.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from bastide.core.encoding import EncodingError, dec, enc, tagged_hash, u8, u32

PROTOCOL = 1
MAX_GENESIS = 16 * 1024
MAX_BODY = 64 * 1024
MAX_STEPS = 100_000
DEALS = ("veil", "open", "local")
SPECTATORS = ("no", "ask", "yes")
KINDS = ("join", "move", "commit", "reveal", "roll")
"""The kinds of entries that this version can write and read."""

FILE_HEADER = b"bastide journal 1\n"

VerifySignature = Callable[[bytes, str, bytes, bytes], bool]
"""(public key, purpose, data, signature) -> whether the signature holds."""


class JournalError(ValueError):
    """Something in a genesis, an entry or a file is not as it must be."""


class Seat(NamedTuple):
    """A place at the table: the public key that signs for it, and a display name."""

    identity: bytes
    name: str


class Extension(NamedTuple):
    """An active expansion or variant."""

    name: str
    version: str
    rules_id: bytes


_GENESIS_KEYS = frozenset(
    ("p", "game", "gv", "rules", "ext", "opt", "seats", "deal", "rounds", "spec", "nonce", "cont")
)


@dataclass(frozen=True, slots=True)
class Genesis:
    """What all players of a game signed before it began.

    `data` are the signed bytes; everything else is read from them. `seed` only at a local table.
    """

    data: bytes
    game_id: bytes
    game: str
    version: str
    rules_id: bytes
    extensions: tuple[Extension, ...]
    options: tuple[tuple[str, bool | int | str], ...]
    seats: tuple[Seat, ...]
    deal: str
    rounds: int
    spectators: str
    nonce: bytes
    seed: bytes = b""

    @property
    def local(self) -> bool:
        """Whether one device plays all seats."""
        return self.deal == "local"

    @property
    def keyed(self) -> tuple[bytes, ...]:
        """The identities that must accept, in the order of their signatures."""
        return (self.seats[0].identity,) if self.local else tuple(s.identity for s in self.seats)


def make_genesis(
    *,
    game: str,
    version: str,
    rules_id: bytes,
    extensions: Iterable[Extension],
    options: Mapping[str, bool | int | str],
    seats: Iterable[Seat],
    deal: str,
    nonce: bytes,
    spectators: str = "no",
    rounds: int = 64,
    seed: bytes = b"",
) -> Genesis:
    """Return a new genesis; every argument is as in `Genesis`."""
    content: dict[str, object] = {
        "p": PROTOCOL,
        "game": game,
        "gv": version,
        "rules": rules_id,
        "ext": [list(extension) for extension in extensions],
        "opt": dict(options),
        "seats": [list(seat) for seat in seats],
        "deal": deal,
        "rounds": rounds,
        "spec": spectators,
        "nonce": nonce,
        "cont": None,
    }
    if deal == "local":
        content["seed"] = seed
    return parse_genesis(enc(content))


def parse_genesis(data: bytes) -> Genesis:
    """Return the genesis that the bytes hold.

    Raises:
        JournalError: malformed, another protocol version, or a rule of the genesis is broken.
    """
    try:
        content = dec(data, MAX_GENESIS)
        return _genesis(data, content)
    except EncodingError as error:
        raise JournalError(f"the genesis: {error}") from error
    except (TypeError, ValueError, KeyError) as error:
        if isinstance(error, JournalError):
            raise
        raise JournalError("the genesis does not have the form of protocol version 1") from error


def _genesis(data: bytes, content: dict[str, Any]) -> Genesis:
    local = content["deal"] == "local"
    _need(content["p"] == PROTOCOL, "it is of another protocol version than 1")
    _need(set(content) == _GENESIS_KEYS | ({"seed"} if local else set()), "wrong set of keys")
    _need(content["deal"] in DEALS, "unknown way of dealing")
    _need(content["spec"] in SPECTATORS, "unknown rule for spectators")
    _need(64 <= content["rounds"] <= 128, "proof rounds must be 64 to 128")
    _need(content["cont"] is None, "it continues another game, which this version cannot do")
    options = content["opt"]
    _need(all(type(v) in (bool, int, str) for v in options.values()), "an option of a wrong type")
    seats = tuple(Seat(_bytes(key, 32), _text(name, 40)) for key, name in content["seats"])
    _need(2 <= len(seats) <= 6, "a table has 2 to 6 seats")
    distinct = len({seat.identity for seat in seats})
    _need(distinct == (1 if local else len(seats)), "each seat needs a key of its own")
    return Genesis(
        data=data,
        game_id=tagged_hash("game", data),
        game=_text(content["game"], 64),
        version=_text(content["gv"], 64),
        rules_id=_bytes(content["rules"], 32),
        extensions=tuple(
            Extension(_text(n, 64), _text(v, 64), _bytes(r, 32)) for n, v, r in content["ext"]
        ),
        options=tuple(sorted(options.items())),
        seats=seats,
        deal=content["deal"],
        rounds=content["rounds"],
        spectators=content["spec"],
        nonce=_bytes(content["nonce"], 32),
        seed=_bytes(content["seed"], 32) if local else b"",
    )


def _need(holds: bool, fault: str) -> None:
    if not holds:
        raise JournalError(f"the genesis: {fault}")


def _bytes(value: object, length: int) -> bytes:
    if not isinstance(value, bytes) or len(value) != length:
        raise JournalError(f"a field that must be {length} bytes is not")
    return value


def _text(value: object, most: int) -> str:
    if not isinstance(value, str) or not 0 < len(value.encode()) <= most:
        raise JournalError(f"a field that must be text of 1 to {most} bytes is not")
    return value


class Body(NamedTuple):
    """What one entry says."""

    game_id: bytes
    step: int
    place: int
    prev: bytes
    state: bytes
    kind: str
    payload: dict[str, Any]


class Entry(NamedTuple):
    """An entry as it is signed, stored and sent: the bytes of its body, and the signature."""

    body: bytes
    signature: bytes


def make_body(body: Body) -> bytes:
    """Return the bytes of an entry's body."""
    game_id, step, place, prev, state, kind, payload = body
    return enc([PROTOCOL, game_id, step, place, prev, state, kind, payload])


def parse_body(data: bytes) -> Body:
    """Return what an entry says.

    Raises:
        JournalError: too long, not canonical, or not the form of an entry.
    """
    try:
        content = dec(data, MAX_BODY)
    except EncodingError as error:
        raise JournalError(f"an entry: {error}") from error
    if not isinstance(content, list) or len(content) != 8 or content[0] != PROTOCOL:
        raise JournalError("an entry does not have the form of protocol version 1")
    _, game_id, step, place, prev, state, kind, payload = content
    if type(step) is not int or not 0 <= step < MAX_STEPS:
        raise JournalError("an entry's step is out of range")
    if type(place) is not int or not 0 <= place < 6:
        raise JournalError("an entry's seat is out of range")
    if not isinstance(kind, str) or not isinstance(payload, dict):
        raise JournalError("an entry without kind or payload")
    return Body(
        _bytes(game_id, 32), step, place, _bytes(prev, 32), _bytes(state, 32), kind, payload
    )


def entry_id(body: bytes) -> bytes:
    """Return the id of an entry, which its signature covers."""
    return tagged_hash("entry", body)


def step_digest(game_id: bytes, step: int, prev: bytes, ids: Iterable[bytes]) -> bytes:
    """Return D(step): the hash over a step's entries in ascending order of places."""
    return tagged_hash("step", game_id, u32(step), prev, *ids)


def commitment(game_id: bytes, step: int, place: int, nonce: bytes, value: object) -> bytes:
    """Return what a seat commits to; `step` is that of the commit, `nonce` 32 random bytes."""
    return tagged_hash("commit", game_id, u32(step), u8(place), nonce, enc(value))


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
        """The digest of the last complete step; before any, the game id."""
        return self.digests[-1] if self.digests else self.genesis.game_id

    @property
    def digest(self) -> bytes:
        """The journal digest: that of the last complete step."""
        return self.prev

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


# the journal file


class JournalFile(NamedTuple):
    """The content of a journal file, well-formed and nothing more."""

    genesis: bytes
    accepts: tuple[bytes, ...]
    entries: tuple[Entry, ...]
    digest: bytes


def write_file(journal: Journal) -> bytes:
    """Return a journal as one file; entries of an unfinished step are left out."""
    entries = [entry for step in journal.steps for entry in step]
    frames: list[list[object]] = [["genesis", journal.genesis.data, list(journal.accepts)]]
    frames += [["entry", entry.body, entry.signature] for entry in entries]
    frames.append(["end", len(entries), journal.digest])
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
        raise JournalError("this is not a bastide journal: it does not begin with the file header")
    frames = list(_frames(data))
    _, genesis, accepts = frames[0]
    entries = tuple(Entry(body, signature) for _, body, signature in frames[1:-1])
    count, digest = frames[-1][1:]
    if count != len(entries):
        raise JournalError(f"the end says {count} entries, the file has {len(entries)}")
    return JournalFile(genesis, tuple(accepts), entries, digest)


_FRAME_TYPES: dict[str, tuple[type, type]] = {
    "genesis": (bytes, list),
    "entry": (bytes, bytes),
    "end": (int, bytes),
}


def _frames(data: bytes) -> Iterable[list[Any]]:
    """Yield the frames of a file: one genesis, entries, one end, nothing after it."""
    at, number = len(FILE_HEADER), 0
    while True:
        where = f"entry {number}" if number else "the genesis"
        length = int.from_bytes(data[at : at + 4], "big")
        chunk = data[at + 4 : at + 4 + length]
        if len(data) < at + 4 or len(chunk) != length or length > MAX_BODY + 256:
            raise JournalError(f"{where}: the file is cut short or the frame is damaged")
        frame = _frame_content(chunk, where, number)
        yield frame
        at += 4 + length
        if frame[0] == "end":
            break
        number += 1
    if at != len(data):
        raise JournalError("something follows the end of the journal")


def _frame_content(chunk: bytes, where: str, number: int) -> list[Any]:
    try:
        frame = dec(chunk, MAX_BODY + 256)
    except EncodingError as error:
        raise JournalError(f"{where}: {error}") from error
    kinds = ("entry", "end") if number else ("genesis",)
    if not isinstance(frame, list) or len(frame) != 3 or frame[0] not in kinds:
        raise JournalError(f"{where}: not a frame of a journal")
    if not all(type(v) is t for v, t in zip(frame[1:], _FRAME_TYPES[frame[0]], strict=True)):
        raise JournalError(f"{where}: a field of a wrong type")
    return frame


def check_accepts(genesis: Genesis, accepts: tuple[bytes, ...], verify: VerifySignature) -> None:
    """Check the signatures under a genesis.

    Raises:
        JournalError: one is missing or does not hold.
    """
    keys = genesis.keyed
    if len(accepts) != len(keys):
        raise JournalError(
            f"the genesis: {len(keys)} signatures are needed, {len(accepts)} are there"
        )
    for place, (key, signature) in enumerate(zip(keys, accepts, strict=True)):
        if type(signature) is not bytes or not verify(key, "accept", genesis.game_id, signature):
            raise JournalError(f"the genesis: the signature of seat {place + 1} does not hold")
