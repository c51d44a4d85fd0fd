"""Turns with a hand: V2 to V10, each by its number, and what liars meet."""

from __future__ import annotations

from collections import Counter

import pytest

from bastide.core.chance import Deal, Open
from bastide.core.errors import FalseClaim, IllegalAction
from bastide.core.events import Action
from bastide.core.state import PUBLIC
from bastide.plugins.carcassonne.board import tiles_left
from bastide.plugins.carcassonne.state import board
from bastide.plugins.carcassonne.turn import places_of
from bastide.plugins.strategic.state import held
from bastide.plugins.strategic.turn import STUCK, next_seat
from tests.plugins.strategic.tables import Table, table

CLOSED = "E U V"
"""The hand of a first seat that may close the city of the start tile: then no `C` fits."""


def counts(*letters: str) -> Counter[str]:
    return Counter(f"base-{letter}" for letter in letters)


def closed(deck: str) -> Table:
    """Return a table on which the first seat has closed all cities with its E."""
    t = table(deck)
    t.lay("base-E", 2, 0, -1)
    return t


# V2: who sees a hand


def test_v2_a_hand_is_seen_by_its_owner_only() -> None:
    t = table("E U B V W X A D", seats=2)

    for eyes in (0, 1, PUBLIC):
        for seat in (0, 1):
            assert len(t.seen(eyes, seat)) == (3 if eyes == seat else 0)


def test_v2_the_numbers_of_tiles_in_hands_and_pile_are_public() -> None:
    t = table("E U B V W X A D", seats=2)

    for view in t.views.values():
        assert [len(hand) for hand in view.cards().hands] == [3, 3]
        assert len(view.cards().piles["tiles"]) == 2


def test_v2_a_tile_becomes_public_when_it_is_laid() -> None:
    t = table("E U B V W X A D", seats=2)
    before = {eyes: tiles_left(view) for eyes, view in t.views.items()}

    t.lay("base-U", 0, 1, 0)

    for eyes, view in t.views.items():
        assert board(view).placed[-1].tile == "base-U"
        assert tiles_left(view)["base-U"] == before[eyes]["base-U"] - 1
        opened = [face for item, face in view.cards().faces.items() if t.is_shown(item)]
        assert opened == ["base-U"]


def test_v2_a_tile_is_opened_before_a_meeple_stands_on_it() -> None:
    t = table("E U B V W X A D", seats=2)
    action = t.find("carcassonne.place", "base-U", 1, 0, 0)

    s = t.rules.step(t.views[1], action)

    ((item, _),) = action.claims
    assert (s.phase, s.waiting) == ("laid", (Open((item,)),))


def test_v2_the_order_of_a_hand_does_not_tell_which_tile_is_new() -> None:
    t = table("E U B V W X A D", seats=2)
    before = {*t.all.cards().hands[0]}

    t.lay("base-U", 0, 1, 0)

    assert not before & {*t.all.cards().hands[0]}


# V3: when the new tile is drawn


def test_v3_the_new_tile_is_drawn_after_meeple_and_scoring() -> None:
    t = table("E U B V W X A D", seats=2)
    t.do(t.find("carcassonne.place", "base-E", 0, -1, 2))
    assert (t.all.phase, len(t.hand(0)), t.pile) == ("meeple", 2, 2)

    s = t.rules.step(t.all, t.find("carcassonne.meeple", "c1", "meeple"))

    assert s.scores == [4, 0]
    assert (s.phase, s.turn_seat, s.waiting) == ("refill", 0, (Deal("tiles", ((0, 1),)),))


def test_v3_the_new_tile_cannot_be_played_in_the_same_turn() -> None:
    t = table("E U B V W X A D", seats=2)

    t.lay("base-U", 0, 1, 0)

    assert Counter(t.hand(0)) == counts("E", "B", "A")
    assert t.all.seat == 1


# V4: free choice


def test_v4_every_tile_of_the_hand_that_fits_may_be_laid() -> None:
    t = table("E U B V W X A D", seats=2)

    legal = t.rules.legal(t.all)

    wanted = {action.data for tile in t.hand(0) for action in places_of(t.all, tile)}
    assert {action.data for action in legal} == wanted
    assert {action.data[0] for action in legal} == set(t.hand(0))
    for action in legal:
        ((item, tile),) = action.claims
        assert (t.all.face(item), tile) == (tile, action.data[0])


def test_v4_of_equal_tiles_the_list_holds_one() -> None:
    t = table("U U U V W X", seats=2)

    found = Counter(action.data for action in t.rules.legal(t.all))
    assert found == Counter([("base-U", 1, 0, 0), ("base-U", -1, 0, 0), ("base-U", 0, 1, 0)])


def test_v4_one_that_fits_has_to_be_laid() -> None:
    t = table("E C C V W X", seats=2)

    assert t.refusal(STUCK) == "a tile of the hand fits, so one has to be laid"
    aside = Action("strategic.aside", ("base-C",))
    assert t.refusal(aside) == "a tile is set aside when none of the hand fits"


def test_v4_a_tile_that_is_not_in_the_hand_cannot_be_laid() -> None:
    t = table("E U B V W X", seats=2)

    assert t.refusal(Action("carcassonne.place", ("base-V", 1, 0, 0))) == (
        "base-V is not the tile to be laid"
    )


def test_after_the_tile_nobody_is_stuck() -> None:
    t = table("E U B V W X", seats=2)
    t.do(t.find("carcassonne.place", "base-U", 1, 0, 0))

    assert t.refusal(STUCK) == "that nothing fits is said instead of laying a tile"


# V5: nothing fits, and there is a pile


def test_v5_the_hand_is_shown_to_all_and_a_tile_of_it_set_aside() -> None:
    t = closed(f"{CLOSED} C C C B U W")
    assert t.rules.legal(t.all) == [STUCK]

    t.do(STUCK)

    for eyes in (0, 1, PUBLIC):
        assert t.seen(eyes, 1) == ["base-C"] * 3
    assert t.rules.legal(t.all) == [Action("strategic.aside", ("base-C",))]
    (shown,) = [event for event in t.events if event.kind == "strategic.shown"]
    assert shown.data == (1, "base-C", "base-C", "base-C")


def test_v5_a_replacement_is_drawn_and_the_turn_goes_on() -> None:
    t = closed(f"{CLOSED} C C C B U W")

    t.set_aside("base-C")

    assert Counter(t.hand(1)) == counts("C", "C", "U")
    assert (t.all.seat, t.all.phase, t.pile) == (1, "place", 1)
    t.lay("base-U", 0, 1, 0, "r1")
    assert Counter(t.hand(1)) == counts("C", "C", "W")
    assert (t.all.seat, t.turns) == (0, 2)


def test_v5_again_if_still_nothing_fits() -> None:
    t = closed(f"{CLOSED} C C C B C U W")

    t.set_aside("base-C")
    assert t.rules.legal(t.all) == [STUCK]
    s = t.rules.step(t.all, STUCK)
    hidden = tuple(t.all.cards().hidden(1))
    assert (len(hidden), s.waiting) == (1, (Open(hidden),))
    t.set_aside("base-C")

    assert board(t.all).aside == ("base-C", "base-C")
    assert Counter(t.hand(1)) == counts("C", "C", "U")
    assert t.all.seat == 1


def test_v5_tiles_that_were_shown_stay_in_the_hand_known_to_all() -> None:
    t = closed(f"{CLOSED} C C C B U W X")

    t.set_aside("base-C")

    for eyes in (0, PUBLIC):
        assert t.seen(eyes, 1) == ["base-C", "base-C"]
    assert len(t.seen(1, 1)) == 3
    assert t.rules.legal(t.views[0]) == [STUCK], "what fits is not for others to know"


def test_v5_only_a_tile_of_the_hand_can_be_set_aside() -> None:
    t = closed(f"{CLOSED} C C C B U W")
    t.do(STUCK)

    assert t.refusal(Action("strategic.aside", ("base-U",))) == "base-U is not in the hand"
    assert t.refusal(Action("strategic.aside", (1,))) == "a tile is set aside with its name"


# V6: nothing fits, and the pile is empty


def test_v6_the_turn_ends_without_tile_meeple_or_scoring() -> None:
    t = closed(f"{CLOSED} C C C")
    laid = list(board(t.all).placed)

    t.set_aside("base-C")

    assert board(t.all).placed == laid
    assert [event.kind for event in t.events] == ["strategic.shown", "carcassonne.set_aside"]
    assert (t.all.seat, t.turns) == (0, 2)
    assert [len(t.hand(seat)) for seat in (0, 1)] == [2, 2]


def test_v6_the_other_tiles_are_kept_and_may_fit_later() -> None:
    t = closed("E E V C C C")
    t.set_aside("base-C")
    t.lay("base-V", 0, 1, 0)
    assert t.rules.legal(t.all) == [STUCK]
    t.set_aside("base-C")
    t.lay("base-E", 2, 0, 1)

    assert t.seen(0, 1) == ["base-C"]
    action = t.find("carcassonne.place", "base-C", 0, 2, 0)
    assert not t.rules.step(t.views[0], action).waiting, "all know it already"
    t.lay("base-C", 0, 0, 2)
    assert t.all.over
    assert t.turns == 6


# V7, V8: the end


def test_v7_without_a_pile_hands_shrink_from_three_to_none() -> None:
    t = table("U U U U U U U", seats=2)
    sizes = []
    for x in range(1, 8):
        t.lay("base-U", 0, x, 0)
        sizes.append([len(t.hand(seat)) for seat in (0, 1)])

    assert sizes == [[3, 3], [3, 2], [2, 2], [2, 1], [1, 1], [1, 0], [0, 0]]


def test_v8_the_last_tile_gets_its_full_turn_and_then_all_hands_are_empty() -> None:
    t = table("U U U U U E", seats=2)
    for x in range(1, 6):
        t.lay("base-U", 0, x, 0)
        assert not t.all.over

    t.lay("base-E", 2, 0, -1, "c1")

    assert t.all.over
    assert t.all.scores == [0, 4]
    assert t.turns == 6


# V9: empty hands


def test_v9_who_holds_nothing_is_passed_over() -> None:
    t = table("U U U U U U U U U", seats=3)
    t.all.turn_seat = 0
    t.all.cards().hands[1].clear()
    assert next_seat(t.all, 1) == 2

    t.all.cards().hands[2].clear()
    assert next_seat(t.all, 1) == 0
    assert next_seat(t.all, 0) == 0


def test_v9_turns_go_round_as_long_as_all_hold_tiles() -> None:
    t = table("U U U U U U U U U", seats=3)
    seats = []
    while not t.all.over:
        seats.append(t.all.seat)
        t.lay("base-U", 0, len(seats), 0)

    assert seats == [0, 1, 2] * 3


# V10: tiles set aside


def test_v10_tiles_set_aside_are_public_and_worth_nothing() -> None:
    t = closed(f"{CLOSED} C C C")
    before = list(t.all.scores)

    t.set_aside("base-C")

    for view in t.views.values():
        assert board(view).aside == ("base-C",)
        assert view.scores == before
        assert tiles_left(view)["base-C"] == 2
    items = {item for hand in t.all.cards().hands for item in hand}
    gone = [i for i, f in t.all.cards().faces.items() if f == "base-C" and i not in items]
    assert len(gone) == 1


# liars


def test_who_says_falsely_that_nothing_fits_is_found_out_by_everybody() -> None:
    t = table("E U B V W X", seats=2)
    hand = tuple(t.all.cards().hands[0])
    with pytest.raises(IllegalAction):
        t.rules.step(t.views[0], STUCK)

    for eyes in (1, PUBLIC):
        s = t.rules.step(t.views[eyes], STUCK)
        assert s.waiting == (Open(hand),)
        full = t.all.clone()
        full.waiting = s.waiting
        (answer,) = t.dealer.answer(full)
        with pytest.raises(FalseClaim, match="a tile of the hand fits somewhere") as liar:
            t.rules.answer(s, (answer.cut(eyes),))
        assert liar.value.seat == 0


def test_a_false_tile_is_laid_everywhere_else_until_it_is_opened() -> None:
    """Also where somebody privately holds all tiles of that type: else the game would fork."""
    t = table("E U B V V X", seats=2)
    assert t.hand(1).count("base-V") == 2
    item = t.all.cards().hands[0][0]
    lie = Action("carcassonne.place", ("base-V", 1, 0, 1), ((item, "base-V"),))

    for eyes in (1, PUBLIC):
        s = t.rules.step(t.views[eyes], lie)
        assert board(s).placed[-1].tile == "base-V"
        assert s.waiting == (Open((item,)),)
        t.rules.guess(s, b"guess")
    for s in (t.all, t.views[0]):
        with pytest.raises(IllegalAction, match="known to be another one"):
            t.rules.step(s, lie)


def test_a_tile_that_all_have_seen_elsewhere_cannot_be_claimed() -> None:
    t = table("X E U B V W A", seats=2)
    t.lay("base-X", 0, 1, 0)
    item = t.all.cards().hands[1][0]
    lie = Action("carcassonne.place", ("base-X", 2, 0, 0), ((item, "base-X"),))

    for s in (t.all, *t.views.values()):
        with pytest.raises(IllegalAction, match="a claimed card is known to be"):
            t.rules.step(s, lie)


def test_a_tile_laid_without_its_claim_is_refused_by_everybody() -> None:
    t = table("X E U B V W A", seats=2)
    action = Action("carcassonne.place", ("base-X", 1, 0, 0))

    for s in (t.all, *t.views.values()):
        with pytest.raises(IllegalAction):
            t.rules.step(s, action)


def test_bots_guess_hands_that_they_do_not_know() -> None:
    t = table("E U B V W X A D", seats=2)
    view = t.views[0]

    full = t.rules.guess(view, b"guess")

    assert held(full, 0).keys() == set(t.hand(0))
    assert len([full.face(item) for item in full.cards().hands[1]]) == 3
    assert Counter(full.cards().faces.values()) == Counter(t.all.cards().faces.values())


# tiles from elsewhere


def test_a_tile_that_no_card_is_claimed_for_leaves_the_hand_as_it_is() -> None:
    """An expansion has its own tiles laid, without a card: the hand is not refilled for them."""
    t = table("E U B V W X A D", seats=2)
    s, rules = t.all, t.rules
    (place,) = [a for a in rules.legal(s) if a.data == ("base-U", 1, 0, 0)]

    rules.apply(s, Action(place.kind, place.data))
    rules.apply(s, Action("carcassonne.none"))

    assert not s.waiting
    assert [len(hand) for hand in s.cards().hands] == [3, 3]
    assert len(s.cards().piles["tiles"]) == 2
