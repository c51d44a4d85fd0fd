"""What those at a table are called."""

from __future__ import annotations

import pytest

from bastide.net import limits
from bastide.net.lobby.naming import Labels, is_called
from tests.net.room import ANN, BOB, CAT, DAN


def test_who_comes_first_has_the_plain_name_and_keeps_it() -> None:
    labels = Labels({})
    comers = [(ANN.key, "Max"), (BOB.key, "Max"), (CAT.key, "Max 2"), (DAN.key, "Max")]
    shown = ["Max", "Max 2", "Max 2 2", "Max 3"]
    assert [labels.give(*each) for each in comers] == shown
    assert [labels.give(*each) for each in comers] == shown


def test_nobody_gets_the_name_of_who_was_there_before() -> None:
    labels = Labels({ANN.key: "Max", BOB.key: "Max 2"})
    assert labels.give(CAT.key, "Max") == "Max 3"
    assert labels.give(BOB.key, "Max") == "Max 2"


def test_who_has_another_name_now_is_called_by_that() -> None:
    labels = Labels({ANN.key: "Max", BOB.key: "Max 2"})
    assert labels.give(BOB.key, "Moritz") == "Moritz"
    assert labels.give(CAT.key, "Max") == "Max 2"


def test_a_name_with_a_number_fits_a_seat() -> None:
    labels, name = Labels({ANN.key: "é" * 20}), "é" * 20
    shown = labels.give(BOB.key, name)
    assert shown == "é" * 19 + " 2"
    assert len(shown.encode()) == limits.NAME_BYTES
    assert is_called(shown, name)


@pytest.mark.parametrize("shown", ["Loser", "", "Vic 1", "Vic 02", "Vic two", "Vic2", "Vi 2"])
def test_other_names_than_ones_own_are_told(shown: str) -> None:
    assert not is_called(shown, "Vic")
    assert is_called("Vic 2", "Vic")


def test_names_that_were_not_asked_for_of_late_are_forgotten() -> None:
    labels = Labels({})
    labels.give(ANN.key, "Max")
    for n in range(limits.CONTACTS_KEPT):
        labels.give(n.to_bytes(32, "big"), "Moritz")
    assert labels.give(BOB.key, "Max") == "Max"
