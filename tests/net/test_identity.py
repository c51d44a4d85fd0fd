from __future__ import annotations

from typing import Any

import pytest

from bastide.core.encoding import tagged_hash
from bastide.net.errors import PeerError, UsageError
from bastide.net.identity import (
    Address,
    Identity,
    Ticket,
    check_key,
    check_name,
    fit_name,
    is_address_like,
    is_weak,
    key_text,
    last_four,
    parse_address,
    parse_key,
    parse_ticket,
    player_name,
    table_name,
    verify,
)

BOB_TEXT = "qe4xodvipulv6vvdkrtmgtd6ztfy3curwtxdpis56yhvxd6jwoka"


def test_vectors_of_identities(vectors: dict[str, Any]) -> None:
    for vector in vectors["identity"]:
        identity = Identity(bytes.fromhex(vector["seed"]))
        assert identity.key.hex() == vector["public"]
        assert identity.text == vector["text"]
        assert parse_key(vector["text"]) == identity.key
        assert last_four(identity.key) == vector["text"][48:]


def test_weak_keys_are_refused(vectors: dict[str, Any]) -> None:
    for text in vectors["identity_reject"]:
        assert is_weak(bytes.fromhex(text))
        with pytest.raises(PeerError, match="weak key"):
            check_key(bytes.fromhex(text))
        with pytest.raises(PeerError, match="weak key"):
            parse_key(key_text(bytes.fromhex(text)))


def test_a_key_has_32_bytes() -> None:
    with pytest.raises(PeerError, match="not 31"):
        check_key(b"\x07" * 31)


def test_vectors_of_signatures(vectors: dict[str, Any], ann: Identity, bob: Identity) -> None:
    log = vectors["log"]
    game = bytes.fromhex(log["game_id"])
    assert ann.sign("accept", game).hex() == log["accept_sig_seat0"]
    assert bob.sign("leave", game).hex() == log["leave_sig_seat1"]
    assert ann.sign("head", bytes.fromhex(log["head_body"])).hex() == log["head_sig_seat0"]
    for identity, body, entry, signature in zip(
        (ann, bob), log["join_bodies"], log["join_ids"], log["join_sigs"], strict=True
    ):
        assert tagged_hash("entry", bytes.fromhex(body)).hex() == entry
        assert identity.sign("sign-entry", bytes.fromhex(entry)).hex() == signature


def test_a_signature_counts_for_its_key_purpose_and_data_only(ann: Identity, bob: Identity) -> None:
    signature = ann.sign("accept", b"game")
    assert verify(ann.key, "accept", b"game", signature)
    assert not verify(bob.key, "accept", b"game", signature)
    assert not verify(ann.key, "leave", b"game", signature)
    assert not verify(ann.key, "accept", b"gams", signature)
    assert not verify(ann.key, "accept", b"game", signature[:-1])
    assert not verify(ann.key[1:], "accept", b"game", signature)
    assert not verify(ann.key, "accept", b"game", bytes([signature[0] ^ 1]) + signature[1:])


def test_an_unknown_purpose_is_our_fault(ann: Identity) -> None:
    with pytest.raises(UsageError, match="purpose"):
        ann.sign("anything", b"")


def test_a_seed_has_32_bytes_and_is_never_printed(ann: Identity) -> None:
    with pytest.raises(UsageError, match="32 bytes"):
        Identity(b"short")
    assert repr(ann) == "<Identity …n5oa>"


def test_fresh_identities_differ() -> None:
    assert Identity.create().key != Identity.create().key


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "has 52 characters, not 0: copy all"),
        (BOB_TEXT[:-1], "has 52 characters, not 51"),
        (BOB_TEXT + "a", "has 52 characters, not 53"),
        (BOB_TEXT.upper(), "nothing but small letters"),
        (BOB_TEXT[:-1] + "1", "nothing but small letters"),
        (BOB_TEXT[:-1] + "é", "nothing but small letters"),
        (BOB_TEXT[:-1] + "b", "mistyped: copy it again"),
    ],
)
def test_a_key_has_one_text_form(text: str, reason: str) -> None:
    with pytest.raises(PeerError, match=reason):
        parse_key(text)


def test_b15_every_damage_to_a_ticket_is_told_for_what_it_is() -> None:
    for last in "bcdefghijklmnoprstuvwxyz234567":  # with a or q it is a key, if another one
        with pytest.raises(PeerError, match="mistyped"):
            parse_ticket(f"bastide://{BOB_TEXT[:-1]}{last}@10.0.0.7:47100")


@pytest.mark.parametrize("name", ["", "Ann", "Zoé", "安", "a" * 40, "🦊 Fox"])
def test_names_fit_to_be_shown(name: str) -> None:
    assert check_name(name) == name


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("a" * 41, f"The name {'a' * 20}… has 41 bytes; at most 40 are allowed"),
        ("é" * 21, "has 42 bytes; at most 40"),
        ("a\nb", "control"),
        ("a\x1b[2J", "control"),
        ("a\u202eb", "control"),
        ("a\u200bb", "control"),
        ("a\u2028b", "control"),
        ("a\ud800", "control"),
        ("e\u0301", "NFC"),
    ],
)
def test_names_that_are_refused(name: str, reason: str) -> None:
    with pytest.raises(PeerError, match=reason):
        check_name(name)


def test_a_typed_name_is_trimmed_and_composed_and_never_cut() -> None:
    assert table_name("  e\u0301lan ") == player_name(" élan") == "élan"
    for blank in ("", "   ", "\u3000"):
        with pytest.raises(PeerError, match="The table needs a name: type one"):
            table_name(blank)
        with pytest.raises(PeerError, match="A player needs a name"):
            player_name(blank)
    with pytest.raises(PeerError, match="shorten it"):
        table_name("k" * 41)


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("ann", "ann"),
        (" e\u0301lan\u202e\n ", "élan"),
        ("é" * 30, "é" * 20),
        ("a" * 39 + " b", "a" * 39),
        ("\x00", "player"),
        ("\ud800", "player"),
    ],
)
def test_any_login_name_gives_a_name(text: str, name: str) -> None:
    assert check_name(fit_name(text)) == name


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("192.168.1.20:47100", Address("192.168.1.20", 47100)),
        (" ada.local:1 ", Address("ada.local", 1)),
        ("[fe80::1%eth0]:65535", Address("fe80::1%eth0", 65535)),
        ("[::1]:47100", Address("::1", 47100)),
    ],
)
def test_addresses_are_read_and_written_alike(text: str, address: Address) -> None:
    assert parse_address(text) == address
    assert str(address) == text.strip()


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "host:port"),
        ("host", "host:port"),
        (":47100", "host:port"),
        ("a b:47100", "host:port"),
        ("host:", "from 1 to 65535"),
        ("host:0", "from 1 to 65535"),
        ("host:65536", "from 1 to 65535"),
        ("host:٣", "from 1 to 65535"),
        ("host:" + "9" * 5000, "from 1 to 65535"),
        ("fe80::1:47100", "brackets"),
        ("[fe80::x]:47100", "not an IPv6 address"),
        ("[fe80::1]:47100", r"as in \[fe80::1%eth0\]:47100"),
    ],
)
def test_addresses_that_are_refused(text: str, reason: str) -> None:
    with pytest.raises(PeerError, match=reason):
        parse_address(text)


@pytest.mark.parametrize("host", ["10.0.0.7", "ada.local", "fe80::1%eth0"])
def test_a_ticket_is_read_and_written_alike(bob: Identity, host: str) -> None:
    ticket = Ticket(bob.key, Address(host, 47100))
    assert parse_ticket(str(ticket)) == ticket


def test_a_ticket_in_capitals_is_read(bob: Identity) -> None:
    ticket = parse_ticket(f"BASTIDE://{BOB_TEXT.upper()}@10.0.0.7:47100")
    assert ticket == Ticket(bob.key, Address("10.0.0.7", 47100))


@pytest.mark.parametrize(
    "text", ["", "bastide://", f"bastide://{BOB_TEXT}", "http://a@b:1", f"{BOB_TEXT}@10.0.0.7:1"]
)
def test_half_a_ticket_is_refused(text: str) -> None:
    with pytest.raises(PeerError, match="ticket looks like"):
        parse_ticket(text)


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("kitchen", False),
        ("Ann's table: late", False),
        ("kitchen@woka", False),
        ("192.168.1.20", True),
        ("fe80::1", True),
        ("[fe80::1]", True),
        ("host:99999", True),
        ("bastide://x", True),
    ],
)
def test_b15_a_name_is_told_from_a_wrong_address(text: str, meant: bool) -> None:
    assert is_address_like(text) is meant


def test_a_refusal_carries_its_sentence_for_the_catalogue() -> None:
    error = PeerError("An identity has 32 bytes, not {size}.", size=3)
    assert str(error) == "An identity has 32 bytes, not 3."
    assert error.message.id == "An identity has 32 bytes, not {size}."
    assert error.message.fields == (("size", 3),)
    assert error.code == "protocol"
