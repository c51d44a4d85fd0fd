from __future__ import annotations

import ast
import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bastide.core.encoding import EncodingError, dec, enc, pack, tagged_hash, u8, u16, u32

VECTORS: dict[str, Any] = json.loads(
    (Path(__file__).parent.parent / "net" / "vectors.json").read_text("utf-8")
)
PLAIN = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**53) + 1, 2**53 - 1)
    | st.text(max_size=40)
    | st.binary(max_size=300),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=9), inner),
    max_leaves=12,
)


@pytest.mark.parametrize(("text", "encoded"), VECTORS["canonical_ok"])
def test_vectors_of_the_canonical_form(text: str, encoded: str) -> None:
    value = ast.literal_eval(text)
    assert enc(value).hex() == encoded
    assert dec(bytes.fromhex(encoded)) == value


@pytest.mark.parametrize("encoded", VECTORS["canonical_reject"].values())
def test_other_forms_are_refused(encoded: str) -> None:
    with pytest.raises(EncodingError):
        dec(bytes.fromhex(encoded))


def test_sixteen_containers_deep_is_accepted() -> None:
    value: object = None
    for _ in range(16):
        value = [value]
    assert enc(dec(enc(value))) == b"\x91" * 16 + b"\xc0"
    with pytest.raises(EncodingError, match="nested"):
        enc([value])


@pytest.mark.parametrize(("text", "digest"), VECTORS["H"].items())
def test_vectors_of_the_tagged_hash(text: str, digest: str) -> None:
    tag, *parts = ast.literal_eval(text[1:].replace(")", ",)"))
    assert tagged_hash(tag, *parts).hex() == digest


@given(PLAIN)
def test_decoding_undoes_encoding(value: object) -> None:
    assert dec(enc(value)) == value


@given(PLAIN)
def test_canonical_values_pack_to_their_encoding(value: object) -> None:
    assert enc(value) == pack(dec(enc(value)))


@given(st.binary(max_size=200))
def test_any_bytes_decode_or_are_refused(data: bytes) -> None:
    try:
        value = dec(data)
    except EncodingError:
        return
    assert enc(value) == data


@pytest.mark.parametrize(
    ("value", "reason"),
    [
        (1.5, "float"),
        ({1: 2}, "key"),
        ({"a": {2}}, "set"),
        (2**53, "range"),
        (-(2**53), "range"),
        ("\ud800", "UTF-8"),
        ({"\ud800": 1}, "UTF-8"),
        (bytearray(b"a"), "bytearray"),
    ],
)
def test_values_without_a_canonical_form_are_refused(value: object, reason: str) -> None:
    with pytest.raises(EncodingError, match=reason):
        enc(value)


def test_longer_than_the_limit_is_refused_unread() -> None:
    with pytest.raises(EncodingError, match="at most 9"):
        dec(enc(b"0123456789"), limit=9)


def test_numbers_of_fixed_width_are_big_endian() -> None:
    assert (u8(255), u16(258), u32(258)) == (b"\xff", b"\x01\x02", b"\x00\x00\x01\x02")
