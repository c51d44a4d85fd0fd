from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bastide.core.encoding import enc
from bastide.net.errors import PeerError
from bastide.net.finding.beacon import Answers, Beacon, BeaconStation, read_beacon, write_beacon
from bastide.net.identity import Identity

ANN = Beacon(Identity(b"\x01" * 32).key, 47100, "Ann")
BOB = Beacon(Identity(b"\x02" * 32).key, 47101, "Bob")
SEEKER = Beacon(Identity(b"\x03" * 32).key, 0, "seeker")


def test_a_beacon_comes_back() -> None:
    assert write_beacon(ANN) == enc(["bastide", 1, ANN.key, 47100, "Ann"])
    assert read_beacon(write_beacon(ANN)) == ANN


def test_the_longest_beacon_is_short() -> None:
    assert len(write_beacon(ANN._replace(name="é" * 20))) < 100


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\xc1",
        enc(7),
        enc(["bastide", 2, ANN.key, 1, ""]),
        enc(["bastide", 1, ANN.key, 1]),
        enc(["bastide", 1, ANN.key, 65536, ""]),
        enc(["bastide", 1, ANN.key, -1, ""]),
        enc(["bastide", 1, bytes(32), 1, ""]),
        enc(["bastide", 1, ANN.key[1:], 1, ""]),
        enc(["bastide", 1, ANN.key, 1, "a\nb"]),
        enc(["bastide", 1, ANN.key, 1, ANN.key]),
        enc(["bastide", 1, ANN.key, 1, "a" * 200]),
    ],
)
def test_datagrams_that_are_no_beacon(data: bytes) -> None:
    with pytest.raises(PeerError):
        read_beacon(data)


@given(st.binary(max_size=100))
def test_any_datagram_is_a_beacon_or_refused(data: bytes) -> None:
    try:
        beacon = read_beacon(data)
    except PeerError:
        return
    assert write_beacon(beacon) == data


class Ears:
    """A station of Ann's, and what it heard."""

    def __init__(self, me: Beacon = ANN) -> None:
        self.heard: list[tuple[Beacon, str]] = []
        self.station = BeaconStation(me, lambda beacon, host: self.heard.append((beacon, host)))

    def take(self, data: bytes, now: float = 0.0, *, answers: bool = True) -> bytes:
        return self.station.take(data, "10.0.0.7", now, answers=answers)


def test_a_beacon_is_heard_and_answered() -> None:
    ann = Ears()
    answer = ann.take(write_beacon(BOB))
    assert ann.heard == [(BOB, "10.0.0.7")]
    assert read_beacon(answer) == ANN


def test_one_that_does_not_listen_is_answered_but_not_reported() -> None:
    ann = Ears()
    assert read_beacon(ann.take(write_beacon(SEEKER))) == ANN
    assert ann.heard == []


def test_an_answer_is_never_longer_than_the_question() -> None:
    ann = Ears(ANN._replace(name="a very long name indeed"))
    question = write_beacon(SEEKER._replace(name="12345"))
    answer = ann.take(question)
    assert len(answer) == len(question)
    assert read_beacon(answer).name == "a v"
    assert ann.take(write_beacon(SEEKER._replace(name=""))) == b""


def test_who_does_not_listen_answers_nothing() -> None:
    seeker = Ears(SEEKER)
    assert seeker.take(write_beacon(ANN)) == b""
    assert seeker.heard == [(ANN, "10.0.0.7")]


def test_answers_and_beacons_with_our_own_key_are_heard_but_not_answered() -> None:
    ann = Ears()
    assert ann.take(write_beacon(BOB), answers=False) == b""
    assert ann.take(write_beacon(ANN)) == b""
    assert ann.take(b"noise") == b""
    assert ann.heard == [(BOB, "10.0.0.7"), (ANN, "10.0.0.7")]


def test_answers_are_limited_by_address_and_altogether() -> None:
    answers = Answers()
    assert [answers.may_answer("10.0.0.7", 0.0) for _ in range(6)] == [True] * 5 + [False]
    others = [answers.may_answer(f"10.0.1.{i}", 0.0) for i in range(20)]
    assert others.count(True) == 15
    assert answers.may_answer("10.0.0.7", 1.0)


def test_many_addresses_take_no_more_room() -> None:
    answers = Answers()
    for i in range(1000):
        answers.may_answer(f"10.0.{i // 250}.{i % 250}", float(i))
    assert len(answers._hosts) <= 256
