"""Event cards, beyond the worked examples 66 to 73 (chapter 13)."""

from __future__ import annotations

from tests.plugins.settlers.tables import BEFORE, NEW, Side, Table, compose, side, table

UNITS = "karl 1U1, fleet_ore -1U1"


def drawn(
    card: str,
    rw: Side = NEW,
    rb: Side = NEW,
    *,
    turn_of: str = "RW",
    piles: dict[int, str] | None = None,
    **options: str,
) -> Table:
    """Return the position after an event card was drawn; the die shows 6 for production."""
    rules = compose(**options)
    t = table(rw, rb, turn_of=turn_of, phase=BEFORE, piles=piles, rules=rules)
    return t.roll("card 6", draws=[card])


# civil war


def test_in_a_civil_war_each_chooses_of_the_other_the_active_player_first() -> None:
    """R39."""
    t = drawn("civil_war", side(sites=UNITS), side(sites="otto 1U1, fleet_wool -1U1"))
    assert (t.seat, t.choices("target")) == ("RW", [(-1, "U", 1), (1, "U", 1)])

    t.do("target 1U1")
    assert t.seat == "RB"
    t.do("target -1U1")

    assert (t.sites("RW"), t.hand("RW")) == ({"1U1": "knight_karl"}, ["fleet_ore"])
    assert (t.sites("RB"), t.hand("RB")) == ({"-1U1": "fleet_wool"}, ["knight_otto"])
    assert (t.knight, t.phase) == ("RW", "main")


def test_who_has_no_unit_in_a_civil_war_still_chooses() -> None:
    """R39."""
    t = drawn("civil_war", side(sites="abbey 1U1"), side(sites=UNITS))
    assert t.seat == "RW"

    t.do("target 1U1")

    assert (t.sites("RW"), t.phase) == ({"1U1": "abbey"}, "main")


def test_a_civil_war_spares_buildings_and_every_unit_at_a_city_with_a_church() -> None:
    rb = side(cities=(1,), sites="church 1U1, karl 1U2, otto 1L1, smithy -1L1, fleet_ore -1U1")
    t = drawn("civil_war", rb=side(cities=(1,), sites=f"{rb.sites}, fleet_wool 1L2"))

    assert t.sites("RB").keys() == {"1U1", "1U2", "1L1", "1L2", "-1L1"}
    assert t.hand("RB") == ["fleet_ore"]


def test_what_a_civil_war_cannot_take_is_refused() -> None:
    t = drawn("civil_war", rb=side(sites=f"{UNITS}, smithy -1L1"))

    assert t.why_not("target -1L1").startswith("a civil war takes knights and fleets only")
    assert "stands there" in t.why_not("target 1L1")


def test_after_a_civil_war_hands_are_checked_at_once_by_all_rules() -> None:
    rb = side(sites=UNITS, hand="spy mint witch")
    for check in ("immediate_both", "own_turn_end"):
        t = drawn("civil_war", rb=rb, hand_limit_check=check).do("target 1U1")
        assert (t.phase, t.seat) == ("put", "RB")
        t.do("put spy 1")
        assert t.phase == "main"


# conflict


def test_in_a_conflict_two_cards_or_fewer_all_go() -> None:
    rw = side(sites="siegfried 1U1")
    for hand in ("spy mint", "spy"):
        t = drawn("conflict", rw, side(hand=hand))
        assert t.phase == "pile"
        t.do("pile 5")
        assert t.hand("RB") == []
        assert sorted(t.pile(5)[-len(hand.split()) :]) == sorted(hand.split())
    assert drawn("conflict", rw).phase == "main", "an empty hand"


def test_the_holder_of_the_knight_token_looks_also_in_the_other_turn() -> None:
    t = drawn("conflict", side(hand="spy mint witch scout"), side(sites="siegfried 1U1"))
    assert (t.seat, t.phase) == ("RB", "pick")
    assert t.seen("RB", "RW") == ["mint", "scout", "spy", "witch"]
    assert t.why_not("pile 1").startswith("you see the other hand")

    t.do("pick mint")
    assert len(t.choices("pick")) == 3
    t.do("pick spy", "pile 1")

    assert t.pile(1)[-2:] == ["mint", "spy"]
    assert t.seen_pile("RB", 1) == t.seen_pile("RW", 1) == ["mint", "spy"]
    assert t.seen("RB", "RW") == [], "the rest was mixed"


def test_no_card_is_chosen_twice_in_a_conflict() -> None:
    t = drawn("conflict", side(sites="siegfried 1U1"), side(hand="spy mint witch"))
    t.do("pick mint")

    assert "chosen already" in t.why_not("pick mint")
    t.do("pick spy")
    assert "1 to 5" in t.why_not("pile 6")


# master builder


def test_looking_is_voluntary_and_leaves_the_other_pile_free() -> None:
    """R41."""
    t = drawn("master_builder", piles={1: "mint", 2: "abbey"})

    t.do("pass")

    assert (t.seat, (1,) in t.choices("look")) == ("RB", True)
    t.do("look 1", "pass")
    assert (t.phase, t.seat) == ("main", "RW")


def test_the_card_just_taken_may_be_put_away() -> None:
    """R41."""
    t = drawn("master_builder", side(hand="spy witch scout"), piles={1: "mint abbey"})

    t.do("look 1", "take mint")
    assert (t.phase, t.hand("RW")) == ("put", ["mint", "scout", "spy", "witch"])
    assert t.seen("RB", "RW") == []
    t.do("put mint 1")

    assert (t.pile(1), t.hand("RW")) == (["abbey", "mint"], ["scout", "spy", "witch"])
    assert t.seen_pile("RB", 1) == []


def test_with_one_pile_left_the_second_player_is_skipped() -> None:
    """R41."""
    t = drawn("master_builder", piles=dict.fromkeys(range(2, 6), ""))
    assert t.choices("look") == [(1,)]

    t.do("look 1", "pass")

    assert (t.seat, t.phase) == ("RW", "main")


def test_a_pile_that_the_other_looks_through_is_refused() -> None:
    t = drawn("master_builder", side(hand="spy"), piles={1: "mint"})
    assert t.why_not("pile 1").startswith("the Master Builder is here")

    t.do("look 1", "pass")

    assert "opponent" in t.why_not("look 1")


# plague, productive year, progress


def test_the_plague_strikes_both_and_never_below_nothing() -> None:
    t = drawn("plague", side("0 0 2 2 2 2", cities=(1,)), side(cities=(-1,)))

    assert t.stock("RW") == "0 0 1 2 1 2", "gold lost 1 and produced 1"
    assert t.stock("RB") == "0 0 1 0 1 1", "hills lost 1 and produced 1"


def test_a_bath_house_spares_the_region_that_two_cities_share() -> None:
    """R42."""
    t = drawn("plague", side("2 2 2 2 2 2", cities=(-1, 1), sites="bath_house -1L2"))

    assert t.stock("RW") == "2 2 1 2 2 2", "gold lost 1 and produced 1"


def test_progress_counts_abbeys_and_libraries_of_both() -> None:
    t = drawn("progress", side(sites="abbey 1U1"), side(cities=(1,), sites="library 1U1"))

    assert t.seat == "RW"
    t.do("gain 0U")
    assert t.seat == "RB"
    t.do("gain 0U")
    assert t.phase == "main"
    assert (t.at("RW", "0U"), t.at("RB", "0U")) == (2, 2)


def test_a_productive_year_counts_each_garrison_on_its_own_side() -> None:
    t = drawn("productive_year", side("2 2 2 0 0 0", sites="garrison 1U1, garrison -1U1"))

    assert t.stock("RW") == "3 3 3 0 0 1", "gold 6 produced"
