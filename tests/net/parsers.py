"""Everything that reads bytes of other people, as checks for the fuzzer, with inputs to begin with.

    python -m tests.net.parsers RUNS [NAMES]

fuzzes all of it, or what is named in `TARGETS`, and writes anew the inputs in corpus/ that reach
every line found so far.
"""

from __future__ import annotations

import sys
from contextlib import suppress
from pathlib import Path

from bastide.core import encoding, entries, genesis, payloads
from bastide.core.encoding import EncodingError, dec, enc
from bastide.core.entries import Body, make_body, parse_body
from bastide.core.genesis import JournalError, Seat, make_genesis
from bastide.core.payloads import PayloadError, read_commit, read_move, read_reveal
from bastide.net import limits, talk
from bastide.net.errors import PeerError
from bastide.net.identity import Identity
from bastide.net.links import messages, schema, wire
from bastide.net.links.messages import Head, HeldUp, Line
from bastide.net.links.wire import FrameSplitter, decode, encode, frame
from bastide.net.lobby import terms
from bastide.net.lobby.terms import read_genesis
from bastide.net.sync import heads, held_up
from bastide.net.sync.heads import read_head
from bastide.net.sync.held_up import read_word, signed_word
from bastide.net.talk import read_line, sign_line
from tests.fuzzing import Fuzzer, Target
from tests.net.links.test_wire import EXAMPLES
from tests.net.veil.parsers import VEIL_TARGETS

CORPUS = Path(__file__).parent / "corpus"
ID = bytes(range(32))
SPEAKER = Identity(bytes(32))
MOVE = ["demo.place", [1, b"x", "word", None, [True, -3]], [[4, "face"]]]
PAYLOADS: list[tuple[str, payloads.Payload]] = [
    ("join", {"a": ID}),
    ("move", {"m": MOVE}),
    ("commit", {"c": ID}),
    ("reveal", {"v": MOVE, "r": ID}),
    ("roll", {"s": ID}),
    ("v.shuffle", {"d": 0, "h": ID, "x": ID * 3, "pf": ID * 5}),
    ("v.strip", {"i": [4, 5], "x": ID * 2, "pf": [ID * 9, ID * 9]}),
]


def check_decoder(data: bytes) -> None:
    """Decoding raises `EncodingError`, or the value encodes to the same bytes."""
    with suppress(EncodingError):
        assert enc(dec(data)) == data


def check_entry(data: bytes) -> None:
    """An entry is refused with `JournalError`, its payload with `PayloadError`, or it is sound."""
    with suppress(JournalError):
        body = parse_body(data)
        assert make_body(body) == data
        for read in (read_move, read_commit, read_reveal):
            with suppress(PayloadError):
                read(body.payload)


def check_genesis(data: bytes) -> None:
    """A genesis is refused with `JournalError`, or it holds these bytes."""
    with suppress(JournalError):
        assert read_genesis(data).data == data


def check_head(data: bytes) -> None:
    """A head is refused with `PeerError`, or read."""
    with suppress(PeerError):
        read_head(Head(data, bytes(64)))


def check_line(data: bytes) -> None:
    """A line of talk is refused with `PeerError`, or signs to the same bytes."""
    with suppress(PeerError):
        assert sign_line(SPEAKER, read_line(Line(SPEAKER.key, data, bytes(64)))).line.body == data


def check_word(data: bytes) -> None:
    """A word on what holds a peer up is refused with `PeerError`, or signs to the same bytes."""
    with suppress(PeerError):
        assert signed_word(read_word(HeldUp(data, bytes(64))), SPEAKER).body == data


def check_message(data: bytes) -> None:
    """A message is refused with `PeerError`, or encodes to the same bytes."""
    with suppress(PeerError):
        assert encode(decode(data)) == data


def check_frames(data: bytes) -> None:
    """A stream in pieces, of the length that its first byte gives, breaks off with `PeerError`."""
    splitter, length = FrameSplitter(limits.FRAME_AFTER_AUTH), 1 + (data[0] if data else 0)
    with suppress(PeerError):
        for start in range(1, len(data), length):
            splitter.feed(data[start : start + length])
            while (payload := splitter.next_payload()) is not None:
                decode(payload)


def entry_seeds() -> list[bytes]:
    """Return an entry of each kind."""
    bodies = [Body(ID, 7, 1, ID, ID, kind, payload) for kind, payload in PAYLOADS]
    return [make_body(body) for body in bodies]


def genesis_seeds() -> list[bytes]:
    """Return geneses of different deals."""
    seats = [Seat(Identity(bytes([n]) * 32).key, name) for n, name in ((1, "Ann"), (2, "Bob"))]
    made = [
        make_genesis(
            game="demo", version="1", rules_id=ID, extensions=[], options={"demo.size": 3},
            seats=seats[:1] * 2 if deal == "local" else seats, deal=deal, nonce=ID,
            seed=ID if deal == "local" else b"",
        )
        for deal in ("open", "veil", "local")
    ]  # fmt: skip
    return [each.data for each in made]


def message_seeds() -> list[bytes]:
    """Return a message of each kind."""
    return [encode(message) for message in EXAMPLES]


def head_seeds() -> list[bytes]:
    """Return what is signed in a head."""
    return [enc([ID, 1, 3, ID])]


def line_seeds() -> list[bytes]:
    """Return what is signed in lines of talk, of a room and of a table."""
    return [enc([ID, 3, "hello"]), enc([ID[:16], 2**40, "\u202eé\x1b"])]


def word_seeds() -> list[bytes]:
    """Return what is signed in words on what holds a peer up."""
    return [enc([ID, 1, 2**20, "race"]), enc([ID, 1, 2**21, ""])]


def frame_seeds() -> list[bytes]:
    """Return streams of one to three messages."""
    sent = message_seeds()
    return [bytes([n]) + b"".join(map(frame, sent[n : n + 3])) for n in range(len(sent))]


TARGETS: dict[str, Target] = {
    "decoder": Target(check_decoder, lambda: entry_seeds() + message_seeds(), (encoding,)),
    "entry": Target(check_entry, entry_seeds, (encoding, entries, payloads, genesis)),
    "genesis": Target(check_genesis, genesis_seeds, (encoding, genesis, terms)),
    "head": Target(check_head, head_seeds, (encoding, heads, schema)),
    "line": Target(check_line, line_seeds, (encoding, talk, schema)),
    "held": Target(check_word, word_seeds, (encoding, held_up, schema)),
    "message": Target(check_message, message_seeds, (encoding, wire, messages, schema)),
    "frames": Target(check_frames, frame_seeds, (encoding, wire, messages, schema)),
    **VEIL_TARGETS,
}


def corpus(name: str) -> list[bytes]:
    """Return the inputs that earlier runs kept for a target."""
    return [bytes.fromhex(line) for line in (CORPUS / f"{name}.hex").read_text().split()]


def fuzzer(name: str, kept: list[bytes], seed: int = 0) -> Fuzzer:
    """Return a fuzzer for a target that knows some inputs already."""
    target = TARGETS[name]
    return Fuzzer(target.check, [*target.seeds(), *kept], target.watched, seed, target.values)


def main() -> None:
    """Fuzz targets, and keep what it takes to reach all that was reached."""
    CORPUS.mkdir(exist_ok=True)
    for name in sys.argv[2:] or TARGETS:
        found = fuzzer(name, corpus(name) if (CORPUS / f"{name}.hex").exists() else [])
        found.run(int(sys.argv[1]))
        seeds = TARGETS[name].seeds()
        kept = [data.hex() for data in found.smallest() if data not in seeds]
        (CORPUS / f"{name}.hex").write_text("".join(f"{line}\n" for line in kept))


if __name__ == "__main__":
    main()
