from __future__ import annotations

import pytest

from bastide.core.encoding import dec, enc
from bastide.core.events import Action
from bastide.core.payloads import (
    PayloadError,
    action_payload,
    binary_fields,
    read_action,
    read_commit,
    read_move,
    read_reveal,
)

ACTION = Action("cards.play", (3, ("a", None), True), ((7, "fox"), (9, (1, b"x"))))


def test_an_action_comes_back_from_the_wire() -> None:
    wire = dec(enc({"m": action_payload(ACTION)}))

    assert read_move(wire) == ACTION


@pytest.mark.parametrize(
    ("value", "fault"),
    [
        (None, "no action"),
        ("cards.play", "no action"),
        ([], "no action"),
        (["a", []], "no action"),
        (["a", [], [], []], "no action"),
        ([b"a", [], []], "no action"),
        (["a", "b", []], "no action"),
        (["a", [], "b"], "no action"),
        (["a", [], [3]], "a claim that names no card"),
        (["a", [], [[3]]], "a claim that names no card"),
        (["a", [], [["3", 1]]], "a claim that names no card"),
        (["a", [], [[True, 1]]], "a claim that names no card"),
        (["a", [{}], []], "a map inside an action"),
        (["a", [], [[1, [{}]]]], "a map inside an action"),
        (["a", [1.5], []], "a value of type float"),
        (["a", ["x" * 4000] * 5, []], "too long"),
    ],
)
def test_what_is_no_action_is_refused(value: object, fault: str) -> None:
    with pytest.raises(PayloadError, match=fault):
        read_action(value)


def test_a_move_has_one_field() -> None:
    for payload in ({}, {"n": []}, {"m": ["a", [], []], "x": 1}):
        with pytest.raises(PayloadError, match="one field"):
            read_move(payload)  # type: ignore[arg-type]  # narrower than object


def test_a_reveal_has_a_value_and_a_nonce() -> None:
    assert read_reveal({"v": 3, "r": bytes(32)}) == (3, bytes(32))
    for payload in ({"v": 3}, {"v": 3, "r": b"short"}, {"v": 3, "r": "r" * 32}, {"r": bytes(32)}):
        with pytest.raises(PayloadError, match="a value and a nonce"):
            read_reveal(payload)  # type: ignore[arg-type]  # narrower than object


def test_a_commit_is_32_bytes() -> None:
    assert read_commit({"c": bytes(32)}) == bytes(32)
    with pytest.raises(PayloadError, match="another length"):
        read_commit({"c": bytes(31)})
    with pytest.raises(PayloadError, match="wrong fields"):
        read_commit({"d": bytes(32)})


def test_binary_fields_are_those_that_are_wanted() -> None:
    assert binary_fields({"a": b"12", "b": b""}, {"a": 2, "b": 0}) == {"a": b"12", "b": b""}
    with pytest.raises(PayloadError, match="wrong fields"):
        binary_fields({"a": b"12", "b": b""}, {"a": 2})
    with pytest.raises(PayloadError, match="another length"):
        binary_fields({"a": "12"}, {"a": 2})
