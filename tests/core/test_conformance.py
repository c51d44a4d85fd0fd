from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import NamedTuple

import pytest

from bastide.core.chance import ALL_SEATS
from bastide.core.conformance import (
    ConformanceError,
    agrees,
    check_values,
    name_of,
    need,
    plain_action,
)
from bastide.core.dealer import LocalDealer
from bastide.core.events import Action
from bastide.core.manifests import MOST_SEATS
from bastide.core.rules import Rules
from bastide.core.state import ALL, PUBLIC, State


class Cell(NamedTuple):
    """A place on a board."""

    x: int
    y: int


@dataclass(slots=True)
class Slice:
    """A slice that may hold anything."""

    thing: object
    cached: object = field(default=None, metadata={"cache": True})


@pytest.mark.parametrize(
    "value", [None, True, 3, "a", b"a", (1, [2]), {"a": Cell(1, 2)}, Slice(Slice(1)), Slice(1, {2})]
)
def test_plain_values_are_accepted(value: object) -> None:
    check_values(Slice(value), "x")


@pytest.mark.parametrize(
    ("value", "said"),
    [
        ({1}, "x.thing: set has no plain form"),
        ([1.5], "x.thing: float has no plain form"),
        ({"a": Slice(frozenset())}, r"x.thing\['a'\].thing: frozenset has no plain form"),
        ({(1.5,): 1}, "x.thing, a key: float has no plain form"),
        (object(), "x.thing: object has no plain form"),
        (Slice, "x.thing: type has no plain form"),
    ],
)
def test_other_values_are_named(value: object, said: str) -> None:
    with pytest.raises(ConformanceError, match=said):
        check_values(Slice(value), "x")


def test_an_action_is_compared_as_it_is_sent() -> None:
    assert plain_action(Action("a.b", Cell(1, 2), ((3, Cell(4, 5)),))) == Action(
        "a.b", (1, 2), ((3, (4, 5)),)
    )
    assert type(plain_action(Action("a.b", Cell(1, 2))).data) is tuple


def test_eyes_have_names() -> None:
    names = [name_of(eyes) for eyes in (0, MOST_SEATS - 1, PUBLIC, ALL)]

    assert names == ["seat 0", "seat 5", "a spectator", "the one who knows all"]


def test_what_is_needed_must_hold() -> None:
    need(True, "never said")
    with pytest.raises(ConformanceError, match="said"):
        need(False, "said")


def test_tables_agree_that_differ_only_in_faces_not_shown(card_rules: Rules) -> None:
    s = card_rules.new()
    card_rules.settle(s, LocalDealer(bytes(32)))
    view = s.view(0).clone()

    assert agrees(view, s)


def test_tables_do_not_agree_with_other_piles_faces_scores_or_slices(card_rules: Rules) -> None:
    s = card_rules.new()
    card_rules.settle(s, LocalDealer(bytes(32)))

    def changed(change: Callable[[State], None]) -> bool:
        t = s.clone()
        change(t)
        return agrees(t, s)

    def shows(t: State) -> None:
        t.cards().seen[0] = ALL_SEATS

    def turns_over(t: State) -> None:
        t.scores[0] += 1

    def goes_on(t: State) -> None:
        t.turn += 1

    assert not any(map(changed, (shows, turns_over, goes_on)))
