from __future__ import annotations

import hashlib
from typing import Any

import pytest

from bastide.core.encoding import dec, enc
from bastide.net import limits
from bastide.net.errors import IDENTITY, MALFORMED, SIGNATURE, PeerError
from bastide.net.identity import Identity
from bastide.net.links.handshake import (
    Dialler,
    Listener,
    Myself,
    Peer,
    app_of_this_run,
    told,
    transcript,
)
from bastide.net.links.messages import Fault

HASH = hashlib.sha256(b"certificate").digest()
APP = "bastide/0.1"


def meet(dialler: Dialler, listener: Listener) -> None:
    (hello,) = dialler.start()
    answer, auth = listener.receive(hello)
    assert dialler.receive(answer) == []
    (own_auth,) = dialler.receive(auth)
    assert listener.receive(own_auth) == []


@pytest.fixture
def me(ann: Identity) -> Myself:
    return Myself(ann, "Ann", APP)


@pytest.fixture
def other(bob: Identity) -> Myself:
    return Myself(bob, "Bob", APP)


def test_vectors_of_the_handshake(vectors: dict[str, Any], me: Myself, other: Myself) -> None:
    vector = vectors["handshake"]
    certificate_hash = bytes.fromhex(vector["cert_hash"])
    dialler = Dialler(me, certificate_hash, nonce=b"\xaa" * 32)
    listener = Listener(other, certificate_hash, nonce=b"\xbb" * 32)
    (hello,) = dialler.start()
    answer, auth = listener.receive(hello)
    dialler.receive(answer)
    (own_auth,) = dialler.receive(auth)
    assert hello.hex() == vector["hello_client"]
    assert answer.hex() == vector["hello_server"]
    assert dialler.transcript.hex() == listener.transcript.hex() == vector["T"]
    assert dec(auth) == {"t": "auth", "s": bytes.fromhex(vector["sig_server"])}
    assert dec(own_auth) == {"t": "auth", "s": bytes.fromhex(vector["sig_client"])}


def test_both_know_each_other_afterwards(me: Myself, other: Myself) -> None:
    dialler, listener = Dialler(me, HASH), Listener(other, HASH)
    meet(dialler, listener)
    assert dialler.peer == Peer(other.identity.key, "Bob", APP)
    assert listener.peer == Peer(me.identity.key, "Ann", APP)
    assert dialler.transcript == listener.transcript != b""


def test_nobody_is_known_before_the_signature(me: Myself, other: Myself) -> None:
    dialler, listener = Dialler(me, HASH), Listener(other, HASH)
    answer, _ = listener.receive(dialler.start()[0])
    dialler.receive(answer)
    assert dialler.peer is None
    assert listener.peer is None


def test_a_pinned_identity_must_answer(me: Myself, other: Myself) -> None:
    meet(Dialler(me, HASH, expected=other.identity.key), Listener(other, HASH))
    dialler = Dialler(me, HASH, expected=b"\x07" * 32)
    answer, _ = Listener(other, HASH).receive(dialler.start()[0])
    with pytest.raises(PeerError, match="ends in woka") as caught:
        dialler.receive(answer)
    assert caught.value.code == IDENTITY


def test_someone_in_the_middle_is_noticed_by_the_dialler_first(me: Myself, other: Myself) -> None:
    dialler = Dialler(me, hashlib.sha256(b"certificate in the middle").digest())
    answer, auth = Listener(other, HASH).receive(dialler.start()[0])
    dialler.receive(answer)
    with pytest.raises(PeerError, match="cannot prove") as caught:
        dialler.receive(auth)
    assert caught.value.code == SIGNATURE
    assert dialler.peer is None


def test_the_listener_checks_the_dialler_too(me: Myself, other: Myself) -> None:
    listener = Listener(other, HASH)
    listener.receive(Dialler(me, HASH).start()[0])
    with pytest.raises(PeerError, match="cannot prove"):
        listener.receive(enc({"t": "auth", "s": bytes(64)}))
    assert listener.peer is None


def test_a_signature_of_the_other_role_does_not_count(me: Myself, other: Myself) -> None:
    listener = Listener(other, HASH)
    listener.receive(Dialler(me, HASH).start()[0])
    mirrored = me.identity.sign("hs-server", listener.transcript)
    with pytest.raises(PeerError, match="cannot prove"):
        listener.receive(enc({"t": "auth", "s": mirrored}))


def test_a_listener_that_swaps_the_name_is_noticed(me: Myself, other: Myself) -> None:
    dialler, listener = Dialler(me, HASH), Listener(other, HASH)
    answer, auth = listener.receive(dialler.start()[0])
    dialler.receive(enc({**dec(answer), "name": "Eve"}))
    with pytest.raises(PeerError, match="cannot prove"):
        dialler.receive(auth)


def test_own_identity_is_refused_on_both_sides(me: Myself) -> None:
    dialler = Dialler(me, HASH)
    (hello,) = dialler.start()
    with pytest.raises(PeerError, match="own identity"):
        Listener(me, HASH).receive(hello)
    with pytest.raises(PeerError, match="own identity"):
        dialler.receive(enc({**dec(hello), "v": 1}))


def test_weak_identities_are_refused_on_both_sides(me: Myself, other: Myself) -> None:
    dialler, listener = Dialler(me, HASH), Listener(other, HASH)
    (hello,) = dialler.start()
    with pytest.raises(PeerError, match="weak key"):
        listener.receive(enc({**dec(hello), "id": bytes(32)}))
    with pytest.raises(PeerError, match="weak key"):
        dialler.receive(enc({**dec(hello), "v": 1, "id": bytes(32)}))


def test_the_highest_common_version_is_chosen(me: Myself, other: Myself) -> None:
    hello = dec(Dialler(me, HASH).start()[0])
    answer, _ = Listener(other, HASH).receive(enc({**hello, "v": [3, 1, 2]}))
    assert dec(answer)["v"] == 1


def test_no_common_version_is_said_with_both(me: Myself, other: Myself) -> None:
    hello = dec(Dialler(me, HASH).start()[0])
    with pytest.raises(PeerError, match="speaks version 2, 3 of the protocol, this program 1"):
        Listener(other, HASH).receive(enc({**hello, "v": [2, 3]}))
    with pytest.raises(PeerError, match="speaks version 2"):
        Dialler(me, HASH).receive(enc({**hello, "id": other.identity.key, "v": 2}))


@pytest.mark.parametrize(
    "change",
    [
        {"n": b"short"},
        {"v": 1},
        {"v": ["1"]},
        {"name": "a\nb"},
        {"more": 1},
        {"t": "tables"},
        {"app": "x" * 65},
    ],
)
def test_a_malformed_hello_is_refused(me: Myself, other: Myself, change: dict[str, Any]) -> None:
    hello = dec(Dialler(me, HASH).start()[0])
    with pytest.raises(PeerError) as caught:
        Listener(other, HASH).receive(enc({**hello, **change}))
    assert caught.value.code == MALFORMED


def test_a_refusal_by_the_other_side_is_passed_on(me: Myself) -> None:
    with pytest.raises(PeerError, match=r"refuses: Too many peers\?"):
        Dialler(me, HASH).receive(enc({"t": "err", "c": "busy", "x": "Too many peers\x1b"}))


def test_the_transcript_depends_on_each_part() -> None:
    parts = {transcript(*each) for each in ((b"a", b"b", b"c"), (b"x", b"b", b"c"))}
    parts |= {transcript(*each) for each in ((b"a", b"x", b"c"), (b"a", b"b", b"x"))}
    assert len(parts) == 4


def test_each_run_of_a_program_is_told_apart_and_an_older_program_names_none() -> None:
    one, other = (Peer(b"", "", app_of_this_run("bastide/1.0")) for _ in range(2))
    assert len({one.run, other.run, ""}) == 3
    assert Peer(b"", "", "bastide/1.0").run == ""
    assert len(app_of_this_run("bastide/" + "9" * 99)) == limits.WORD_BYTES


@pytest.mark.parametrize(
    ("text", "said"),
    [("10.0.0.7 is linked with this key", "10.0.0.7"), ("[/] is", "?"), ("", "?")],
)
def test_who_is_refused_as_a_copy_says_where_the_other_program_is(text: str, said: str) -> None:
    assert dict(told(Fault("twice", text)).message.fields) == {"address": said}
