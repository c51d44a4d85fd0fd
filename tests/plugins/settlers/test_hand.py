"""Looking through piles, completing, exchange, and what must be put away (chapters 10 and 11)."""

from __future__ import annotations

from bastide.core.chance import ALL_SEATS
from bastide.plugins.settlers.state import PILES
from tests.plugins.settlers.tables import compose, side, table

POOR = "0 0 0 0 0 0"


def test_a_full_hand_without_an_exchange_ends_the_turn_by_itself() -> None:
    """R31: an exchange is barred since a card was used."""
    hand = "siegfried spy witch bishop"
    t = table(side(hand=hand, sites="abbey 1U1")).do("place siegfried 1L", "done")
    assert t.phase == "complete", "the abbey leaves room for one"

    t = table(side(hand=hand, sites="")).do("place siegfried 1L", "done")
    assert (t.seat, t.phase) == ("RB", "before")


def test_a_hand_is_filled_up_to_its_limit() -> None:
    t = table(side(POOR, sites="abbey 1U1, abbey 1L1")).do("done")

    t.do("draw 1", "draw 1", "draw 2", "draw 3", "draw 4")

    assert (len(t.hand("RW")), t.seat) == (5, "RB")


def test_drawn_cards_are_known_to_their_seat_alone() -> None:
    t = table(side(POOR), piles={1: "spy witch"}).do("done", "draw 1")

    assert (t.seen("RW", "RW"), t.seen("RB", "RW")) == (["spy"], [])


def test_a_search_needs_the_resources() -> None:
    t = table(side("0 0 0 0 0 1")).do("done")

    assert t.choices("search") == []
    assert len(t.choices("draw")) == 5


def test_a_search_shows_the_pile_to_its_seat_and_leaves_the_order() -> None:
    """R4, R5 and R29."""
    t = table(side("0 0 0 1 0 1"), piles={2: "spy witch abbey"}).do("done", "search 2")
    assert t.stock("RW") == POOR, "where only two are stored nobody asks which (R14)"
    assert (t.phase, len(t.choices("take"))) == ("choose", 3)

    t.do("take witch")

    assert (t.pile(2), t.hand("RW")) == (["spy", "abbey"], ["witch"])
    assert t.seen_pile("RW", 2) == ["spy", "abbey"]
    assert t.seen_pile("RB", 2) == []


def test_a_search_is_paid_before_the_pile_is_looked_through() -> None:
    """R29; so it is told in this order."""
    t = table(side("0 0 0 1 0 1"), piles={2: "spy witch abbey"}).do("done", "search 2")
    assert [event.kind for event in t.events] == ["settlers.lost", "settlers.looked"]


def test_without_any_card_in_the_piles_nobody_draws() -> None:
    """R30."""
    rules = compose(refill_mandatory=True)
    empty = dict.fromkeys(range(2, 6), "")
    t = table(side(POOR), rules=rules, piles=empty)
    t.all.cards().piles["draw1"].clear()
    for view in t.views.values():
        view.cards().piles["draw1"].clear()

    t.do("done")

    assert t.seat == "RB"


def test_an_exchange_takes_exactly_one_card() -> None:
    """R32 and R33: from any pile, also after it; nothing but the two ways to get it is offered."""
    t = table(side(hand="spy witch"), piles={3: "mint abbey"}).do("done", "exchange", "put spy 1")
    assert {each.kind for each in t.listed()} == {"settlers.draw", "settlers.search"}
    assert "put a card away" in t.why_not("finish")

    t.do("draw 3")

    assert (t.phase, t.hand("RW")) == ("complete", ["mint", "witch"])
    assert "before any is drawn" in t.why_not("exchange")


def test_after_drawing_there_is_no_exchange() -> None:
    """R32."""
    t = table(side(POOR, hand="spy")).do("done", "draw 1")

    assert t.choices("exchange") == []


def test_what_is_put_away_stays_hidden() -> None:
    """R34: the opponent sees which pile, not which card."""
    t = table(side(hand="spy witch mint")).do("done", "exchange")
    assert len(t.choices("put")) == 3 * len(PILES), "every card with every pile"

    t.do("put witch 4")

    assert t.pile(4)[-1] == "witch"
    assert t.seen_pile("RB", 4) == []
    assert t.seen_pile("RW", 4) == ["witch"]


def test_a_hand_that_was_seen_is_mixed_before_a_card_of_it_is_put_away() -> None:
    """R34: the opponent has seen the hand, and cannot tell which of its cards goes."""
    t = table(side(hand="spy witch mint"))
    cards = t.all.cards()
    before = cards.hands[0][:]
    for s in (t.all, *t.views.values()):
        s.cards().seen.update(dict.fromkeys(before, 3))

    t.do("done", "exchange")

    assert not set(before) & set(t.all.cards().hands[0])
    assert {t.all.cards().seen[item] for item in t.all.cards().hands[0]} == {1}


def test_a_hand_that_nobody_else_has_seen_keeps_its_numbers() -> None:
    t = table(side(hand="spy witch mint"))
    before = t.all.cards().hands[0][:]

    t.do("done", "exchange")

    assert t.all.cards().hands[0] == before
    assert ALL_SEATS not in {t.all.cards().seen[item] for item in before}


def test_too_many_cards_go_one_after_the_other_each_under_any_pile() -> None:
    """R34."""
    t = table(side("3 3 3 3 3 3", hand="spy witch mint abbey church")).do("road 2")
    t.do("put spy 1")
    assert t.phase == "put"

    t.do("put mint 5")

    assert (t.phase, t.hand("RW")) == ("main", ["abbey", "church", "witch"])
    assert (t.pile(1)[-1], t.pile(5)[-1]) == ("spy", "mint")
    assert not t.realm.used, "R31: putting away is no use"
