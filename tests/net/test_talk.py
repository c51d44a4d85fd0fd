"""Talk: signed lines, each once, bounded, kept with the table that they belong to."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from bastide.core.encoding import enc
from bastide.net import limits
from bastide.net.errors import MALFORMED, SIGNATURE, PeerError, StoreError
from bastide.net.identity import Identity
from bastide.net.links.messages import Chat, Line, WireMessage
from bastide.net.storage.store import Store
from bastide.net.sync.mesh import Mesh
from bastide.net.table_talk import TableTalk, kept_talk, table_note
from bastide.net.talk import Conversation, Said, Talk, check_line, sign_line
from tests.net.storage.games import a_genesis

ANN, BOB, CAT, EVE = (Identity(bytes([n]) * 32) for n in range(1, 5))
GENESIS = a_genesis()
GAME = GENESIS.game_id
ROOM = b"r" * 16


class Links:
    """Links that note what is sent."""

    def __init__(self, *peers: Identity) -> None:
        self.peers = [peer.key for peer in peers]
        self.sent: list[tuple[bytes, WireMessage]] = []

    def linked(self) -> list[bytes]:
        return self.peers

    def send(self, peer: bytes, message: WireMessage) -> None:
        self.sent.append((peer, message))


class At:
    """Ann's side of the talk of Ann, Bob and Cat."""

    def __init__(self, folder: Path) -> None:
        self.store, self.links, self.mesh = Store(folder), Links(BOB, CAT), Mesh()
        self.store.add_game(GENESIS, (b"a" * 64, b"b" * 64), {0: b"m" * 32})
        self.store.put_note(table_note(GAME), ROOM)
        self.open()

    def open(self) -> None:
        keys = [ANN.key, BOB.key, CAT.key]
        self.talk = TableTalk(self.store, GAME, keys, self.links, self.mesh)

    @property
    def texts(self) -> list[str]:
        return [each.text for each in self.talk.lines]


@pytest.fixture
def at(tmp_path: Path) -> Iterator[At]:
    ann = At(tmp_path / "data")
    yield ann
    ann.store.close()


def line(by: Identity, number: int, text: str = "hi", place: bytes = GAME) -> Line:
    return sign_line(by, Said(place, number, text)).line


def chat(*lines: Line) -> Chat:
    return Chat(GAME, lines)


def seen(by: Identity, numbers: Sequence[int], place: bytes = GAME) -> list[Talk]:
    return [check_line(line(by, n, f"line {n}", place)) for n in numbers]


# a conversation


def test_of_a_long_conversation_the_last_lines_stay_and_what_is_gone_does_not_come_back() -> None:
    said = seen(BOB, range(limits.TALK_KEPT + 3))
    talk = Conversation(said)
    assert [each.text for each in talk.lines] == [each.text for each in said[3:]]
    assert all(talk.knows(each.line) for each in said)
    again = Conversation(talk.lines)
    assert all(again.knows(each.line) for each in said), "also when it was read from the disk"
    assert talk.next_number(BOB.key, GAME) == limits.TALK_KEPT + 3
    assert talk.next_number(ANN.key, GAME) == 1
    assert not talk.knows(line(BOB, limits.TALK_KEPT + 3))


def test_a_line_that_is_too_long_is_cut_before_it_is_signed() -> None:
    talk = sign_line(ANN, Said(GAME, 1, "é" * 400))
    assert check_line(talk.line).text == "é" * 250


@pytest.mark.parametrize(
    ("forged", "code"),
    [
        (line(BOB, 1)._replace(key=CAT.key), SIGNATURE),
        (line(BOB, 1)._replace(signature=bytes(64)), SIGNATURE),
        (line(BOB, 1)._replace(body=enc([GAME, 1, "ho"])), SIGNATURE),
        (line(BOB, 1)._replace(body=enc([GAME, 1, "x" * 501])), MALFORMED),
        (line(BOB, 1)._replace(body=enc([GAME, 1])), MALFORMED),
        (line(BOB, 1)._replace(body=b"\xc1"), MALFORMED),
        (line(EVE, 1), MALFORMED),
        (line(BOB, 1, place=bytes(32)), MALFORMED),
        (line(BOB, 1, place=bytes(16)), MALFORMED),
    ],
)
def test_what_its_speaker_has_not_said_there_blames_the_sender(
    at: At, forged: Line, code: str
) -> None:
    with pytest.raises(PeerError) as caught:
        at.talk.said(CAT.key, chat(forged), 0.0)
    assert caught.value.code == code
    assert not at.texts
    assert not at.links.sent


# a table


def test_talk_is_there_again_as_it_came_when_the_table_is_opened_again(at: At) -> None:
    at.talk.take_over([*seen(BOB, [4], ROOM), *seen(EVE, [1], ROOM)], [], 0.0)
    at.talk.say(ANN, "ho", 0.0)
    at.talk.said(BOB.key, chat(line(BOB, 1, "\x1b[2Jhi\u202e")), 0.0)
    assert at.texts == ["line 4", "ho", "[2Jhi"], "who does not sit here is not heard any more"
    before = [each.line for each in at.talk.lines]
    at.open()
    assert at.texts == ["line 4", "ho", "[2Jhi"]
    assert [each.line for each in at.talk.lines] == before
    at.talk.say(ANN, "and on", 0.0)
    assert at.links.sent[-1][1] == chat(line(ANN, 2, "and on"))


def test_a_line_on_the_disk_that_nobody_has_signed_is_left_out(at: At) -> None:
    at.talk.say(ANN, "one", 0.0)
    at.talk.said(BOB.key, chat(line(BOB, 1, "two")), 0.0)
    at.talk.say(ANN, "three", 0.0)
    forged = line(BOB, 1, "two")._replace(body=enc([GAME, 1, "I give up"]))
    elsewhere = line(BOB, 2, "of another table", bytes(32))
    at.store.put_talk(GAME, [forged, elsewhere, (b"short", b"", b"")])
    with at.store._database.writing() as connection:
        connection.execute("UPDATE talk SET key = 'text' WHERE number = 3")
    at.open()
    assert at.texts == ["one", "two"]


def test_what_the_disk_refuses_is_shown_all_the_same(
    at: At, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise StoreError("The disk is full.")

    monkeypatch.setattr(at.store, "put_talk", refuse)
    at.talk.say(ANN, "hi", 0.0)
    assert at.texts == ["hi"]
    at.open()
    assert at.texts == []


def test_a_line_is_passed_on_once_and_only_to_whom_the_speaker_is_not_linked_with(at: At) -> None:
    at.mesh.told(CAT.key, [ANN.key])
    hi = chat(line(BOB, 1))
    assert at.talk.said(BOB.key, hi, 0.0)
    assert at.links.sent == [(CAT.key, hi)]
    assert not at.talk.said(CAT.key, hi, 0.0)
    at.mesh.told(CAT.key, [ANN.key, BOB.key])
    assert at.talk.said(BOB.key, chat(line(BOB, 2)), 0.0)
    assert at.links.sent == [(CAT.key, hi)]


def test_who_opens_the_table_is_told_the_last_lines_said_there_but_not_those_of_the_room(
    at: At,
) -> None:
    at.talk.take_over(seen(BOB, [1], ROOM), [], 0.0)
    at.talk.tell(BOB.key, 0.0)
    assert not at.links.sent
    for n in range(limits.TALK_TOLD + 1):
        at.talk.say(ANN, f"line {n}", 0.0)
    at.links.sent.clear()
    for _ in range(3):
        at.talk.tell(BOB.key, 0.0)
    assert len(at.links.sent) == limits.TALKS_BURST, "who asks all the time is not answered"
    told = at.links.sent[0][1]
    assert isinstance(told, Chat)
    assert [check_line(each).text for each in told.lines] == at.texts[2:]


def test_who_was_away_takes_what_was_said_meanwhile_from_anybody(at: At) -> None:
    at.talk.said(BOB.key, chat(line(BOB, 1, "first")), 0.0)
    meanwhile = chat(line(BOB, 1, "first"), line(CAT, 1, "second"), line(ANN, 1, "third"))
    assert at.talk.said(CAT.key, meanwhile, 0.0)
    assert at.texts == ["first", "second", "third"]
    at.talk.say(ANN, "fourth", 0.0)
    assert at.links.sent[-1][1] == chat(line(ANN, 2, "fourth")), "our own numbers go on"


def test_who_talks_all_the_time_is_not_heard(at: At) -> None:
    for n in range(50):
        at.talk.said(CAT.key, chat(line(CAT, n)), 0.0)
        at.talk.said(CAT.key, chat(line(BOB, n)), 0.0)
    assert len(at.texts) == 2 * limits.CHATS_BURST
    for n in range(50, 150, 2):
        at.talk.said(CAT.key, chat(line(CAT, n), line(CAT, n + 1)), 0.0)
    assert len(at.texts) == 2 * limits.CHATS_BURST + 2 * limits.TALKS_BURST
    assert at.talk.said(CAT.key, chat(line(CAT, 200)), 1.0)


def test_kept_talk_is_bounded(at: At) -> None:
    for n in range(3):
        numbers = range(n * 200, (n + 1) * 200)
        at.store.put_talk(GAME, [each.line for each in seen(BOB, numbers)])
    kept = kept_talk(at.store, GAME, [BOB.key])
    assert [each.text for each in kept] == [f"line {n}" for n in range(100, 600)]


# as fast as others listen


def test_whoever_talks_fast_is_heard_in_full_after_a_while(at: At) -> None:
    bob = At(at.store.folder.parent / "bob")
    bob.links.peers = []
    for n in range(15):
        at.talk.say(ANN, f"line {n}", 0.0)
    assert len(at.texts) == 15
    for second in range(20):
        at.talk.tick(float(second))
        hear(bob, at, second - 0.5)  # links are uneven: late first, then faster
    bob.store.close()
    assert bob.texts == at.texts


def hear(listener: At, speaker: At, now: float) -> None:
    """Let a listener take what was sent to Bob."""
    for peer, sent in speaker.links.sent:
        if peer == BOB.key and isinstance(sent, Chat):
            listener.talk.said(ANN.key, sent, now)
    speaker.links.sent.clear()


def test_whoever_never_stops_is_told_so_and_loses_nothing(at: At) -> None:
    for n in range(35):
        at.talk.say(ANN, f"line {n}", 0.0)
    with pytest.raises(PeerError, match="too fast: 32 lines of yours are still to be sent"):
        at.talk.say(ANN, "one too many", 0.0)
    shown = len(at.texts)
    at.links.sent.clear()
    at.talk.close()
    [left] = [sent for peer, sent in at.links.sent if peer == BOB.key]
    assert isinstance(left, Chat)
    assert [check_line(each).text for each in left.lines] == at.texts[shown - 32 :]
    assert shown == 35


def test_what_is_still_to_be_sent_of_the_room_follows_at_the_table(at: At) -> None:
    lines = seen(ANN, [1, 2], ROOM)
    at.talk.take_over(lines, lines[1:], 0.0)
    at.talk.say(ANN, "on we go", 0.0)
    assert not at.links.sent, "the room has heard as much as it can"
    for second in (1.0, 2.0):
        at.talk.tick(second)
    to_bob = [sent for peer, sent in at.links.sent if peer == BOB.key]
    assert to_bob == [Chat(ROOM, (lines[1].line,)), chat(line(ANN, 1, "on we go"))]
