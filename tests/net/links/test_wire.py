from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bastide.core.encoding import enc
from bastide.core.journal import Entry, Extension
from bastide.net.errors import MALFORMED, PeerError, UsageError
from bastide.net.links import messages as m
from bastide.net.links.wire import FrameSplitter, decode, encode, frame

GAME = b"g" * 32
TABLE = b"t" * 16
SIGNED = Entry(b"body", b"s" * 64)
LINE = m.Line(b"k" * 32, b"body", b"s" * 64)
NOTICE = m.TableNotice(
    TABLE,
    "Ann's table",
    "demo",
    "1.0",
    b"r" * 32,
    (Extension("more", "1.1", b"x" * 32),),
    {"demo.size": 3},
    "open",
    (2, 5),
    ("Ann", "Bob"),
    False,
    "yes",
    "open",
)
EXAMPLES: list[m.WireMessage] = [
    m.Ping(7),
    m.Pong(7),
    m.Peers((m.PeerPlace(GAME, "10.0.0.7", 47100),)),
    m.Tables(()),
    m.Tables((NOTICE,)),
    m.Knock(TABLE, True),
    m.Unknock(TABLE),
    m.Room(TABLE, (m.RoomSeat(GAME, "Ann"), m.RoomSeat(None, "")), -1, {}, ""),
    m.Offer(b"genesis", TABLE),
    m.Accept(GAME, 1, b"s" * 64),
    m.Decline(GAME, "other rules"),
    m.Genesis(GAME, b"genesis", (b"s" * 64, b"t" * 64)),
    m.Have(GAME, 12, b"d" * 32, (0, 2)),
    m.Head(b"head", b"s" * 64),
    m.Want(GAME, 3, 256),
    m.Entries(GAME, (SIGNED, SIGNED)),
    m.Digests(GAME, 3, b"d" * 64),
    m.Evidence(GAME, "twice", (SIGNED, SIGNED)),
    m.HeldUp(b"word", b"s" * 64),
    m.Leave(GAME, 1, b"s" * 64),
    m.Chat(GAME, (LINE, LINE)),
    m.Chat(TABLE, (LINE,)),
    m.CodeCommit(b"c" * 32),
    m.CodeAnswer(b"b" * 32),
    m.CodeOpen(b"a" * 32),
    m.Fault("busy", "Too many peers are connected."),
    m.Bye("done"),
]


@pytest.mark.parametrize("message", EXAMPLES, ids=lambda each: type(each).__name__)
def test_every_message_goes_and_comes_back(message: m.WireMessage) -> None:
    assert decode(encode(message)) == message


def test_every_kind_has_an_example() -> None:
    assert {m.KINDS[type(each)] for each in EXAMPLES} == set(m.SHAPES)


def test_wire_keys_are_those_of_the_specification() -> None:
    assert encode(m.Have(GAME, 5, GAME, (1,))) == enc(
        {"t": "have", "g": GAME, "s": 5, "d": GAME, "k": [1]}
    )
    assert encode(m.Room(TABLE, (m.RoomSeat(None, ""),), 0, {}, "")) == enc(
        {"t": "room", "table": TABLE, "seats": [[None, ""]], "you": 0, "opt": {}, "why": ""}
    )


@pytest.mark.parametrize(
    ("fields", "reason"),
    [
        ({"t": "ping"}, "ping.n is missing"),
        ({"t": "ping", "n": 1, "m": 2}, "ping.'m' is not known"),
        ({"t": "ping", "n": "1"}, "ping.n is not an integer"),
        ({"t": "ping", "n": True}, "ping.n is not an integer"),
        ({"t": "ping", "n": -1}, "ping.n is not an integer"),
        ({"t": "dance"}, "unknown kind dance"),
        ({"t": 1}, "does not name its kind"),
        ({"n": 1}, "does not name its kind"),
        ([1], "does not name its kind"),
        ({"t": "hello"}, "unknown kind hello"),
        ({"t": "knock", "table": b"short", "seat": True}, "knock.table is not 16 bytes"),
        ({"t": "knock", "table": TABLE, "seat": 1}, "knock.seat is not true or false"),
        ({"t": "want", "g": GAME, "s": 0, "n": 257}, "want.n is not an integer from 1 to 256"),
        ({"t": "chat", "g": GAME, "l": [[GAME, bytes(565), b"s" * 64]]}, "chat.l is not 0 to 564"),
        ({"t": "chat", "g": GAME, "l": [[*LINE]] * 33}, "chat.l is not a list of at most 32"),
        ({"t": "chat", "g": b"g" * 20, "l": []}, "chat.g is not 32 bytes"),
        ({"t": "accept", "g": GAME, "seat": 6, "s": b"s" * 64}, "accept.seat is not"),
        ({"t": "digs", "g": GAME, "s": 0, "d": b"d" * 33}, "digs.d is not 0 to 8192 bytes"),
        ({"t": "peers", "p": [[GAME, "host"]]}, "peers.p is not a list of 3"),
        ({"t": "peers", "p": [[GAME, "a b", 1]]}, "peers.p is not a host"),
        ({"t": "peers", "p": [[GAME, "host", 1]] * 17}, "peers.p is not a list of at most 16"),
        ({"t": "tables", "l": [7]}, "tables.l is not a map"),
        ({"t": "entries", "g": GAME, "e": [["text", b"s" * 64]]}, "entries.e is not 0 to 65536"),
        ({"t": "room", "table": TABLE, "seats": [[None, "\x1b"]], "you": 0, "opt": {}, "why": ""},
         "a name fit to be shown"),
        ({"t": "room", "table": TABLE, "seats": [[None, 5]], "you": 0, "opt": {}, "why": ""},
         "is not text"),
        ({"t": "room", "table": TABLE, "seats": [], "you": 0, "opt": [], "why": ""}, "not a map"),
        ({"t": "room", "table": TABLE, "seats": [], "you": 0, "opt": {"a": []}, "why": ""},
         r"room\.opt\.a is not printable text"),
        ({"t": "room", "table": TABLE, "seats": [], "you": 0, "opt": {"a\x1b": 1}, "why": ""},
         r"room\.opt is not printable text"),
        ({"t": "bye", "c": "\x1b[2J"}, r"bye\.c is not printable text"),
    ],
)  # fmt: skip
def test_messages_that_close_the_link(fields: object, reason: str) -> None:
    with pytest.raises(PeerError, match=reason) as caught:
        decode(enc(fields))
    assert caught.value.code == MALFORMED


def test_a_table_must_name_a_known_dealer() -> None:
    payload = encode(m.Tables((NOTICE,))).replace(b"\xa4open\xa3ext", b"\xa4oops\xa3ext")
    with pytest.raises(PeerError, match=r"tables\.l\.deal is not one of veil, open"):
        decode(payload)


def test_bytes_in_another_form_close_the_link() -> None:
    with pytest.raises(PeerError, match="not in canonical form"):
        decode(b"\x82\xa1t\xa4ping\xa1n\x07")


def test_what_no_peer_accepts_is_not_sent() -> None:
    with pytest.raises(UsageError, match="ping message"):
        encode(m.Ping(-1))
    with pytest.raises(UsageError, match="offer message"):
        encode(m.Offer(b"x" * 65537, TABLE))
    with pytest.raises(UsageError, match="float"):
        encode(m.Room(TABLE, (), 0, {"a": 1.5}, ""))


def payloads(splitter: FrameSplitter, data: bytes) -> list[bytes]:
    splitter.feed(data)
    found = []
    while (payload := splitter.next_payload()) is not None:
        found.append(payload)
    return found


@given(st.lists(st.binary(min_size=1, max_size=300), max_size=5), st.integers(1, 50))
def test_frames_come_out_whole_however_they_arrive(sent: list[bytes], size: int) -> None:
    stream = b"".join(frame(each) for each in sent)
    splitter = FrameSplitter()
    got = []
    for start in range(0, len(stream), size):
        got += payloads(splitter, stream[start : start + size])
    assert got == sent
    assert not splitter.is_inside_frame


def test_an_empty_frame_is_refused() -> None:
    with pytest.raises(PeerError, match="A frame of 0 bytes"):
        payloads(FrameSplitter(), b"\x00\x00\x00\x00")


def test_a_long_frame_is_refused_before_it_arrives() -> None:
    splitter = FrameSplitter()
    assert payloads(splitter, b"\x00\x00\x10") == []
    with pytest.raises(PeerError, match="A frame of 4097 bytes"):
        payloads(splitter, b"\x01")


def test_the_limit_is_raised_after_authentication() -> None:
    splitter = FrameSplitter()
    splitter.limit = 66560
    assert payloads(splitter, frame(b"x" * 66560)) == [b"x" * 66560]
    with pytest.raises(PeerError, match="66561"):
        payloads(splitter, frame(b"x" * 66561))


@given(st.binary(max_size=120))
def test_any_payload_is_a_message_or_refused(payload: bytes) -> None:
    try:
        message = decode(payload)
    except PeerError:
        return
    assert encode(message) == payload
