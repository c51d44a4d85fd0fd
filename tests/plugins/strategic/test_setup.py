"""Before the first turn: V1, V11 and V12."""

from __future__ import annotations

from collections import Counter

import pytest

from bastide.core.chance import Answer, Deal, Shuffle
from bastide.core.dealer import LocalDealer
from bastide.core.errors import RulesError
from bastide.core.events import Action
from bastide.core.state import PUBLIC
from bastide.plugins.carcassonne.pieces import base_tiles
from bastide.plugins.carcassonne.state import board
from tests.plugins.strategic.tables import Table, compose, compose_deck, compose_first, table

UNDER_THE_START_TILE = Counter({tile.id: tile.copies - tile.start for tile in base_tiles()})


@pytest.mark.parametrize(("seats", "left"), [(2, 65), (3, 62), (4, 59), (5, 56)])
def test_v1_every_seat_begins_with_three_tiles(seats: int, left: int) -> None:
    t = Table(compose(seats), LocalDealer(b"v1"))

    assert [len(t.hand(seat)) for seat in range(seats)] == [3] * seats
    assert t.pile == left
    known = Counter(str(face) for face in t.all.cards().faces.values())
    assert known == +UNDER_THE_START_TILE


def test_v1_tiles_are_dealt_in_turn_order_three_at_a_time() -> None:
    t = table("E U B V W X A D", seats=2)

    assert Counter(t.hand(0)) == Counter(["base-E", "base-U", "base-B"])
    assert Counter(t.hand(1)) == Counter(["base-V", "base-W", "base-X"])
    assert t.pile == 2


def test_v1_the_pile_and_the_hands_are_asked_for_once_before_the_first_turn() -> None:
    s = compose(3).new(PUBLIC)

    (shuffle, deal) = s.waiting
    assert isinstance(shuffle, Shuffle)
    assert Counter(shuffle.faces) == +UNDER_THE_START_TILE
    assert deal == Deal("tiles", ((0, 3), (1, 3), (2, 3)))
    assert board(s).bag == ()


def test_v1_the_order_of_the_pile_is_known_to_nobody() -> None:
    t = Table(compose(2), LocalDealer(b"v1"))

    for view in t.views.values():
        assert not view.cards().faces.keys() & {*view.cards().piles["tiles"]}


def test_v11_a_deck_too_small_for_the_hands_is_refused() -> None:
    deck = ["base-U"] * 8

    with pytest.raises(RulesError) as refusal:
        compose_deck(deck, 3)
    assert str(refusal.value) == (
        "hands of 3 tiles for 3 seats need 9 tiles under the start tile, and there are 8: "
        "play with fewer seats, or add tiles"
    )
    compose_deck([*deck, "base-U"], 3)


def test_v11_a_deck_that_is_just_large_enough_is_played_without_a_pile() -> None:
    t = table("U U U U U U", seats=2)
    assert t.pile == 0

    for x in (1, 2, 3, 4, 5, 6):
        t.lay("base-U", 0, x, 0)

    assert t.all.over
    assert t.turns == 6


# V12: tiles that are drawn before all others


FIRST = ("base-U", "base-V", "base-U")


def test_v12_tiles_drawn_first_are_drawn_openly_and_hands_are_dealt_after_them() -> None:
    t = Table(compose_first(FIRST), LocalDealer(b"v12"))

    for n in range(3):
        assert t.all.cards().hands == [[], []]
        assert t.all.turn_seat == n % 2
        tile = board(t.all).current
        assert {board(view).current for view in t.views.values()} == {tile}
        t.do(t.rules.legal(t.all)[0])
        if t.all.phase == "meeple":
            t.do(Action("carcassonne.none"))

    assert sorted(each.tile for each in board(t.all).placed[1:]) == sorted(FIRST)
    assert [len(hand) for hand in t.all.cards().hands] == [3, 3]
    assert t.pile == 71 - 3 - 6
    assert t.all.turn_seat == 1
    assert board(t.all).bag == ()


def test_v12_a_tile_drawn_first_that_fits_nowhere_gives_way_to_the_hands() -> None:
    rules = compose_first(("base-C",))
    s = rules.new()
    board(s).frontier.clear()  # as if nothing could be laid anywhere

    rules.answer(s, (Answer(("base-C",)),))

    assert board(s).aside == ("base-C",)
    assert [type(request) for request in s.waiting] == [Shuffle, Deal]


def test_v11_tiles_drawn_first_are_in_nobodys_hand() -> None:
    early = [tile.id for tile in base_tiles() for _ in range(tile.copies - tile.start)]

    with pytest.raises(RulesError) as refusal:
        compose_first(early[:66])
    assert str(refusal.value) == (
        "hands of 3 tiles for 2 seats need 6 tiles under the start tile and those drawn first, and "
        "there are 5: play with fewer seats, or add tiles"
    )
