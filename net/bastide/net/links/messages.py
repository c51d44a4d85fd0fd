"""Every message between peers, as typed values and as one table of their wire forms.

The names here are for reading; the short keys on the wire are in the table below. Sizes, bounds
and meaning follow docs/protocol.md, messages. `g` on the wire is `game` here: 32 bytes.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from bastide.core.entries import MAX_BODY, MAX_STEPS
from bastide.core.journal import Entry, Extension
from bastide.net import limits
from bastide.net.links.schema import (
    Fields,
    Host,
    Many,
    Maybe,
    Name,
    Octets,
    OneOf,
    Row,
    Settings,
    Shape,
    Whole,
    Word,
    Words,
    YesNo,
)


class DiallerHello(NamedTuple):
    """First words of the side that dialled: the protocol versions it speaks."""

    versions: tuple[int, ...]
    key: bytes
    nonce: bytes
    name: str
    app: str


class ListenerHello(NamedTuple):
    """First words of the side that listens: the version it chose."""

    version: int
    key: bytes
    nonce: bytes
    name: str
    app: str


class Auth(NamedTuple):
    """Proof of the identity in the hello."""

    signature: bytes


class Ping(NamedTuple):
    """Are you there?"""

    number: int


class Pong(NamedTuple):
    """I am; with the number of the ping."""

    number: int


class PeerPlace(NamedTuple):
    """Where a peer of a common game was last reached."""

    key: bytes
    host: str
    port: int


class Peers(NamedTuple):
    """Places of peers in a common game."""

    places: tuple[PeerPlace, ...]


class TableNotice(NamedTuple):
    """A table as it is shown in a list: enough to join it, or to say why not.

    `seats` is the least and the most; `names` are those who sit; `state` is open, playing or over.
    """

    table: bytes
    name: str
    game: str
    version: str
    rules: bytes
    extensions: tuple[Extension, ...]
    options: dict[str, Any]
    deal: str
    seats: tuple[int, int]
    names: tuple[str, ...]
    ask: bool
    spectators: str
    state: str


class Tables(NamedTuple):
    """All tables that the sender holds or plays at, also when there are none."""

    tables: tuple[TableNotice, ...]


class Knock(NamedTuple):
    """Ask for a seat, or to watch."""

    table: bytes
    seat: bool


class Unknock(NamedTuple):
    """I get up again."""

    table: bytes


class RoomSeat(NamedTuple):
    """A seat of a table that has not started; the key is None while it is free."""

    key: bytes | None
    name: str


class Room(NamedTuple):
    """The host to all who knocked, on every change.

    `you` is your seat, -1 while the host has not said yes, -2 refused or closed, and then `why`.
    """

    table: bytes
    seats: tuple[RoomSeat, ...]
    you: int
    options: dict[str, Any]
    why: str


class Offer(NamedTuple):
    """The genesis that the host proposes."""

    genesis: bytes
    table: bytes


class Accept(NamedTuple):
    """A seat's signature under a genesis; any link may carry it."""

    game: bytes
    seat: int
    signature: bytes


class Decline(NamedTuple):
    """No to an offer, and why."""

    game: bytes
    why: str


class Genesis(NamedTuple):
    """A started game, for late comers."""

    game: bytes
    genesis: bytes
    signatures: tuple[bytes, ...]


class Have(NamedTuple):
    """I am at this step, with this digest before it, and hold these seats' entries for it."""

    game: bytes
    step: int
    digest: bytes
    seats: tuple[int, ...]


class Head(NamedTuple):
    """A signed head, perhaps relayed."""

    body: bytes
    signature: bytes


class Want(NamedTuple):
    """Send the entries of this many steps from this one on."""

    game: bytes
    step: int
    steps: int


class Entries(NamedTuple):
    """Entries, pushed or asked for."""

    game: bytes
    entries: tuple[Entry, ...]


class Digests(NamedTuple):
    """Digests of consecutive steps from this one on, 32 bytes each."""

    game: bytes
    step: int
    digests: bytes


class Evidence(NamedTuple):
    """Proof that a seat misbehaved."""

    game: bytes
    kind: str
    items: tuple[Entry, ...]


class HeldUp(NamedTuple):
    """What holds up a peer, signed, perhaps relayed (`sync.held_up`)."""

    body: bytes
    signature: bytes


class Leave(NamedTuple):
    """This seat will not act in this game again, signed."""

    game: bytes
    seat: int
    signature: bytes


class Line(NamedTuple):
    """A line of talk: the key of who said it, what that key signed, and the signature."""

    key: bytes
    body: bytes
    signature: bytes


class Chat(NamedTuple):
    """Talk, perhaps passed on; `place` is a game (32 bytes) or a table (16 bytes)."""

    place: bytes
    lines: tuple[Line, ...]


class CodeCommit(NamedTuple):
    """Comparing a code, first message: a promise of the sender's number."""

    commitment: bytes


class CodeAnswer(NamedTuple):
    """Comparing a code, second message: the other side's number."""

    nonce: bytes


class CodeOpen(NamedTuple):
    """Comparing a code, third message: the number that was promised."""

    nonce: bytes


class Fault(NamedTuple):
    """Last words before closing because of the other side."""

    code: str
    text: str


class Bye(NamedTuple):
    """Orderly close."""

    code: str


WireMessage = (
    Ping
    | Pong
    | Peers
    | Tables
    | Knock
    | Unknock
    | Room
    | Offer
    | Accept
    | Decline
    | Genesis
    | Have
    | Head
    | Want
    | Entries
    | Digests
    | Evidence
    | HeldUp
    | Leave
    | Chat
    | CodeCommit
    | CodeAnswer
    | CodeOpen
    | Fault
    | Bye
)
"""What may be sent once both sides are known."""

HandshakeMessage = DiallerHello | ListenerHello | Auth

_DIGEST = Octets(32, 32)
_SIGNATURE = Octets(64, 64)
_TABLE = Octets(16, 16)
_BLOB = Octets(0, MAX_BODY)
_WORD = Word(limits.WORD_BYTES)
_WHY = Words(limits.WHY_BYTES)
_NAME = Name()
_SEAT = Whole(0, limits.SEATS - 1)
_STEP = Whole(0, MAX_STEPS)
_COUNTER = Whole(0, 2**53 - 1)
_PORT = Whole(1, 65535)
_OPTIONS = Settings(limits.OPTIONS, Word(limits.OPTION_BYTES), Word(limits.OPTION_BYTES))
_SIGNED = Row(Entry, (_BLOB, _SIGNATURE))
_LINE = Row(Line, (_DIGEST, Octets(0, limits.CHAT_BYTES + 64), _SIGNATURE))


def _pair(least: int, most: int) -> tuple[int, int]:
    return least, most


class Place(NamedTuple):
    """The 32 bytes of a game, or the 16 bytes of a table."""

    def read(self, value: object, where: str) -> bytes:
        """Return the bytes."""
        is_table = isinstance(value, bytes) and len(value) == 16
        return (_TABLE if is_table else _DIGEST).read(value, where)


_NOTICE = Fields(
    TableNotice,
    {
        "id": _TABLE,
        "name": _NAME,
        "game": _WORD,
        "gv": _WORD,
        "rules": _DIGEST,
        "ext": Many(Row(Extension, (_WORD, _WORD, _DIGEST)), limits.EXTENSIONS),
        "opt": _OPTIONS,
        "deal": OneOf(("veil", "open")),
        "seats": Row(_pair, (Whole(1, limits.SEATS), Whole(1, limits.SEATS))),
        "names": Many(_NAME, limits.SEATS),
        "ask": YesNo(),
        "spec": OneOf(("no", "ask", "yes")),
        "state": OneOf(("open", "playing", "over")),
    },
)

_HELLO: dict[str, Shape] = {"id": _DIGEST, "n": _DIGEST, "name": _NAME, "app": _WORD}
DIALLER_HELLO = Fields(
    DiallerHello, {"v": Many(Whole(1, 65535), limits.VERSIONS_OFFERED), **_HELLO}
)
LISTENER_HELLO = Fields(ListenerHello, {"v": Whole(1, 65535), **_HELLO})
AUTH = Fields(Auth, {"s": _SIGNATURE})

SHAPES: dict[str, Fields] = {
    "ping": Fields(Ping, {"n": _COUNTER}),
    "pong": Fields(Pong, {"n": _COUNTER}),
    "peers": Fields(
        Peers, {"p": Many(Row(PeerPlace, (_DIGEST, Host(), _PORT)), limits.PEERS_TOLD)}
    ),
    "tables": Fields(Tables, {"l": Many(_NOTICE, limits.TABLES_SHOWN)}),
    "knock": Fields(Knock, {"table": _TABLE, "seat": YesNo()}),
    "unknock": Fields(Unknock, {"table": _TABLE}),
    "room": Fields(
        Room,
        {
            "table": _TABLE,
            "seats": Many(Row(RoomSeat, (Maybe(_DIGEST), _NAME)), limits.SEATS),
            "you": Whole(-2, limits.SEATS - 1),
            "opt": _OPTIONS,
            "why": _WHY,
        },
    ),
    "offer": Fields(Offer, {"b": _BLOB, "table": _TABLE}),
    "accept": Fields(Accept, {"g": _DIGEST, "seat": _SEAT, "s": _SIGNATURE}),
    "decline": Fields(Decline, {"g": _DIGEST, "why": _WHY}),
    "genesis": Fields(Genesis, {"g": _DIGEST, "b": _BLOB, "s": Many(_SIGNATURE, limits.SEATS)}),
    "have": Fields(Have, {"g": _DIGEST, "s": _STEP, "d": _DIGEST, "k": Many(_SEAT, limits.SEATS)}),
    "head": Fields(Head, {"b": _BLOB, "sig": _SIGNATURE}),
    "want": Fields(Want, {"g": _DIGEST, "s": _STEP, "n": Whole(1, limits.STEPS_WANTED)}),
    "entries": Fields(Entries, {"g": _DIGEST, "e": Many(_SIGNED, limits.ENTRIES)}),
    "digs": Fields(
        Digests, {"g": _DIGEST, "s": _STEP, "d": Octets(0, 32 * limits.STEPS_WANTED, 32)}
    ),
    "evid": Fields(Evidence, {"g": _DIGEST, "k": _WORD, "e": Many(_SIGNED, limits.EVIDENCE_ITEMS)}),
    "held": Fields(HeldUp, {"b": _BLOB, "sig": _SIGNATURE}),
    "leave": Fields(Leave, {"g": _DIGEST, "seat": _SEAT, "s": _SIGNATURE}),
    "chat": Fields(Chat, {"g": Place(), "l": Many(_LINE, limits.TALK_TOLD)}),
    "sas1": Fields(CodeCommit, {"c": _DIGEST}),
    "sas2": Fields(CodeAnswer, {"n": _DIGEST}),
    "sas3": Fields(CodeOpen, {"n": _DIGEST}),
    "err": Fields(Fault, {"c": _WORD, "x": _WHY}),
    "bye": Fields(Bye, {"c": _WORD}),
}

KINDS: dict[object, str] = {fields.make: kind for kind, fields in SHAPES.items()}
"""The wire word of each class of message."""


def plain_fields(shape: Fields, message: tuple[object, ...]) -> dict[str, object]:
    """Return the map that goes onto the wire for a message."""
    return {key: _plain(value) for key, value in zip(shape.shapes, message, strict=True)}


def _plain(value: object) -> object:
    if isinstance(value, TableNotice):
        return plain_fields(_NOTICE, value)
    if isinstance(value, tuple):
        return [_plain(each) for each in value]
    return value
