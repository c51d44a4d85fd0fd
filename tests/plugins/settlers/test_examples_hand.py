"""Worked examples 57 to 65: completing the hand, exchange, hand limits (chapters 10 and 11)."""

from __future__ import annotations

from bastide.plugins.settlers.tokens import hand_limit
from tests.plugins.settlers.tables import side, table

COMPLETE = "complete"


def test_example_57_two_ways_mixed() -> None:
    """R4: the others keep their order. R5: who looked knows them, and nobody else."""
    piles = {2: "abbey church mint", 4: "spy witch bishop scout"}
    t = table(side(hand="harbor"), piles=piles).do("done")
    assert t.phase == COMPLETE

    t.do("draw 2", "search 4", "pay 2L", "pay 2U", "take bishop")

    assert t.hand("RW") == ["abbey", "bishop", "harbor"]
    assert (t.pile(2), t.pile(4)) == (["church", "mint"], ["spy", "witch", "scout"])
    assert t.seen_pile("RW", 4) == ["spy", "witch", "scout"]
    assert t.seen_pile("RB", 4) == []
    assert t.stock("RW") == "1 1 0 1 1 0"


def test_example_58_a_search_must_take() -> None:
    """R29."""
    t = table(piles={4: "spy witch"}).do("done", "search 4", "pay 2L", "pay 2U")

    assert len(t.choices("take")) == 2
    assert {each.kind for each in t.listed()} == {"settlers.take"}


def test_example_59_town_hall() -> None:
    for sites in ("town_hall 1U1", "town_hall 1U1, town_hall 1U2"):
        t = table(side("0 1 0 0 0 0", cities=(1,), sites=sites), piles={4: "spy witch"})
        t.do("done", "search 4", "take witch")
        assert t.stock("RW") == "0 0 0 0 0 0"


def test_example_60_exchange_allowed() -> None:
    t = table(side("2 3 0 1 2 3", hand="spy witch mint"), piles={1: "abbey", 5: "church harbor"})
    t.do("trade gold wool", "road 2", "city 1", "done")
    assert t.phase == COMPLETE

    t.do("exchange", "put spy 1", "draw 5")

    assert t.hand("RW") == ["church", "mint", "witch"]
    assert t.pile(1) == ["abbey", "spy"]
    assert t.choices("exchange") == []


def test_example_61_exchange_barred() -> None:
    """R31."""
    t = table(side(hand="siegfried witch mint")).do("place siegfried 1U", "done")

    assert t.choices("exchange") == []
    assert t.why_not("exchange")
    assert len(t.choices("draw")) == 5


def test_example_62_a_reaction_does_not_bar() -> None:
    """R31 and R32: the exchange comes first."""
    rw = side(hand="bishop mint church", sites="garrison 1U1")
    t = table(rw, side(hand="arsonist"), turn_of="RB")
    t.do("play arsonist", "react bishop", dice="6")
    assert t.phase == "main", "RB has no building"
    t.do("done", "finish").roll("advantage 6").do("done")
    assert t.hand("RW") == ["church", "mint"]

    t.do("exchange", "put church 1", "draw 2")
    assert t.choices("exchange") == []
    t.do("draw 3")
    assert len(t.hand("RW")) == 3


def test_example_63_limit() -> None:
    sites = "library 1U1, abbey -1U1, abbey -1L1"
    t = table(side(cities=(1,), sites=sites))
    lands = t.lands("RW")
    assert hand_limit(lands) == 6

    t.do("demolish 1U1")
    assert hand_limit(t.lands("RW")) == 5
    t.do("demolish -1U1")
    assert hand_limit(t.lands("RW")) == 4


def test_example_64_empty_pile() -> None:
    """R30 and R33."""
    t = table(side(hand="spy witch mint"), piles={3: ""}).do("done")
    assert (3,) not in t.choices("draw")
    assert t.why_not("draw 3")

    t.do("exchange", "put spy 3")

    assert t.pile(3) == ["spy"]
    assert (3,) in t.choices("draw")
    t.do("draw 3")
    assert t.hand("RW") == ["mint", "spy", "witch"]


def test_example_65_no_use_this_turn() -> None:
    t = table(side("1 1 1 1 1 1"), piles={2: "abbey"}).do("done", "draw 2")

    assert not t.may("place abbey 1U")
    t.do("finish")
    assert (t.seat, t.phase) == ("RB", "before")
