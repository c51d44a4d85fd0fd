"""Worked examples 40 to 56: action cards (chapters 4 and 7)."""

from __future__ import annotations

import pytest

from tests.plugins.settlers.tables import BEFORE, Table, side, table

OPEN_ROAD = (-1, 2)
"""A row with a place for a settlement at 3."""


def test_example_40_gate() -> None:
    rich = side("2 2 2 2 2 2", row=OPEN_ROAD, hand="caravan scout")
    for t in (table(rich, turns=0), table(rb=rich, turn_of="RB", turns=0)):
        assert "turn" in t.why_not("play caravan")
        assert "turn" in t.why_not("settle 3 scout")
        assert t.may("settle 3")

    t = table(rich, turns=2)
    assert t.may("play caravan")
    assert t.may("settle 3 scout")


# attacks

TARGETS = "abbey 1U1, garrison 1L1, fleet_ore -1U1"


def attack(
    card: str, dice: str, answer: str = "pass", *, mine: str = "", theirs: str = TARGETS
) -> Table:
    """Return the position after RW played a card, RB answered, and the die was rolled."""
    t = table(side(sites=mine, hand=card), side(sites=theirs, hand="bishop witch"))
    t.do(f"play {card}")
    assert (t.phase, t.seat) == ("react", "RB")
    return t.do(answer, dice=dice)


def test_example_41_arsonist_without_counter() -> None:
    t = attack("arsonist", "5")
    assert t.seat == "RW"
    assert sorted(t.choices("target")) == [(1, "L", 1), (1, "U", 1)]
    t.do("target 1U1")
    assert t.sites("RB") == {"1L1": "garrison", "-1U1": "fleet_ore"}
    assert t.hand("RB") == ["abbey", "bishop", "witch"]

    t = attack("arsonist", "6", mine="smithy 1U1, foundry 1L1, fleet_wool -1U1")
    assert t.seat == "RB"
    assert len(t.choices("target")) == 2
    t.do("target 1L1")
    assert t.hand("RW") == ["foundry"]
    assert t.seat == "RW"


@pytest.mark.parametrize(("number", "loser"), [("1", "RB"), ("2", "RB"), ("3", "RW"), ("6", "RW")])
def test_example_42_arsonist_against_a_bishop(number: str, loser: str) -> None:
    """R17 and R19."""
    mine, theirs = "smithy 1U1, foundry 1L1", "abbey 1U1, garrison 1L1"
    t = attack("arsonist", number, "react bishop", mine=mine, theirs=theirs)

    t.do("target 1U1")

    assert t.hand(loser)[0] in ("abbey", "smithy")
    assert sorted(t.realm.gone) == ["arsonist", "bishop"]


def test_example_43_turned_back_on_nobody() -> None:
    t = attack("arsonist", "6", mine="fleet_wool 1U1")

    assert (t.phase, t.seat) == ("main", "RW")
    assert t.sites("RW") == {"1U1": "fleet_wool"}
    assert t.realm.gone == ["arsonist"]
    assert t.hand("RW") == []


def test_example_44_wrong_counter() -> None:
    """R18: who has no card is asked, too."""
    for attacker, wrong in (("arsonist", "witch"), ("black_knight", "bishop")):
        rb = side(sites="karl 1U1, abbey 1L1", hand=wrong)
        t = table(side(hand=attacker), rb).do(f"play {attacker}")
        assert (t.phase, t.seat) == ("react", "RB")
        assert t.choices("react") == []
        assert len(t.choices("pass")) == 1
        assert t.why_not(f"react {wrong}")


def test_example_45_units_do_not_burn() -> None:
    """R16."""
    rb = side(sites="fleet_ore 1U1, fleet_wool 1L1, karl -1U1")
    t = table(side(hand="arsonist"), rb)

    assert "building" in t.why_not("play arsonist")
    assert t.choices("play") == []


def test_example_46_lost_abbey() -> None:
    """R20 and R34."""
    rb = side(sites="abbey 1U1", hand="spy caravan witch scout")
    t = table(side(hand="arsonist"), rb).do("play arsonist").do("pass", dice="5")
    t.play_on("put")
    assert (t.seat, len(t.hand("RB"))) == ("RB", 5)

    t.do("put abbey 1", "put spy 3")

    assert t.hand("RB") == ["caravan", "scout", "witch"]
    assert (t.pile(1)[-1], t.pile(3)[-1]) == ("abbey", "spy")
    assert (t.phase, t.seat) == ("main", "RW")
    assert t.seen("RW", "RB") == []


def test_example_47_black_knight() -> None:
    t = table(side(sites="siegfried 1U1", hand="black_knight"), side(sites="karl 1U1"))
    assert (t.knight, t.points("RW"), t.points("RB")) == ("RB", 2, 3)

    t.do("play black_knight").do("pass", dice="5").play_on("main")

    assert t.hand("RB") == ["knight_karl"]
    assert (t.knight, t.points("RW"), t.points("RB")) == ("RW", 3, 2)


def test_example_48_a_church_is_no_help_here() -> None:
    """R21."""
    rb = side(cities=(1,), sites="church 1U1, karl 1U2, siegfried -1U1")
    t = table(side(hand="black_knight"), rb).do("play black_knight").do("pass", dice="1")
    assert (1, "U", 2) in t.choices("target")

    war = table(side(), rb, phase=BEFORE).roll("card 6", draws=["civil_war"]).play_on("main")
    assert war.hand("RB") == ["knight_siegfried"]


def test_example_49_brigands() -> None:
    theirs = side("0 1 0 0 0 2")
    t = table(side(hand="brigands"), theirs).do("play brigands").do("pass", dice="5")
    assert sorted(t.choices("rob")) == [(0, "U", 0, "U"), (2, "L", 2, "L")]
    t.do("rob 2L 2L")
    assert sorted(t.choices("rob")) == [(0, "U", 0, "U"), (2, "L", 2, "L")]
    t.do("rob 0U 0U")
    assert (t.stock("RW"), t.stock("RB")) == ("1 2 1 1 1 2", "0 0 0 0 0 1")

    t = table(side("1 3 1 1 1 2", hand="brigands"), theirs)
    t.do("play brigands").do("pass", dice="5").play_on("main")
    assert (t.stock("RW"), t.stock("RB")) == ("1 3 1 1 1 3", "0 1 0 0 0 1")


def test_example_50_merchant() -> None:
    """R24."""
    t = table(side(hand="merchant"), side("1 2 1 1 1 1"))
    t.do("play merchant", "rob 0U 0U", "rob 0U 0U")
    assert t.stock("RW") == "1 3 1 1 1 1"
    assert (0, "U", 0, "U") in t.choices("give"), "one of those just taken"

    t.do("give 2U 2U")

    assert (t.stock("RW"), t.stock("RB")) == ("1 3 0 1 1 1", "1 0 2 1 1 1")
    assert t.phase == "main"

    full = table(side(hand="merchant"), side("1 2 3 1 1 1"))
    full.do("play merchant", "rob 0U 0U", "rob 0U 0U")
    assert (2, "U", 2, "U") not in full.choices("give")


def test_example_51_caravan() -> None:
    """R23."""
    t = table(side("1 1 2 1 1 1", hand="caravan")).do("play caravan")
    assert not t.may("swap 2U 2U")

    t.do("swap 2U -2U", "swap 2U 0U")

    assert t.stock("RW") == "2 2 0 1 1 1"
    assert t.phase == "main"


def test_example_52_scout() -> None:
    t = table(side(row=OPEN_ROAD, hand="scout"))
    assert len(t.realm.regions) == 11

    t.do("settle 3 scout")
    assert len(t.choices("region")) == 11
    t.do("region gold 3", "region grain 4", "lay 1")

    lands = t.lands("RW").lands[6:]
    assert sorted((each.side, each.number) for each in lands) == [("L", 3), ("U", 4)]
    assert len(t.realm.regions) == 9
    assert t.realm.gone == ["scout"]


def test_example_53_spy_and_nothing_to_take() -> None:
    t = table(side(hand="spy"), side(hand="abbey church marketplace")).do("play spy")
    assert t.seen("RW", "RB") == ["abbey", "church", "marketplace"]
    assert [each.kind for each in t.listed()] == ["settlers.nothing"]

    t.do("nothing")

    assert (t.hand("RW"), t.realm.gone) == ([], ["spy"])


def test_example_54_spy_and_something_to_take() -> None:
    """R25: RW may not decline. R48: where the card went both know."""
    rw, rb = side(hand="spy church mint"), side(hand="abbey fleet_wool bishop")
    t = table(rw, rb).do("play spy")
    assert {data[1] for data in t.choices("steal")} == {"fleet_wool", "bishop"}
    assert t.choices("nothing") == []
    assert not t.may("steal abbey")

    t.do("steal fleet_wool")

    assert t.hand("RW") == ["church", "fleet_wool", "mint"]
    assert t.seen("RB", "RW") == [], "it went into a hidden hand"
    assert t.hand("RB") == ["abbey", "bishop"]
    t.do("place fleet_wool 1U")
    assert t.sites("RW") == {"1U1": "fleet_wool"}


def test_example_55_alchemist() -> None:
    """R22."""
    t = table(side("2 3 1 1 1 0", hand="alchemist"), phase=BEFORE)

    t.do("play alchemist 4", dice="brigands")
    t.play_on("main")

    assert t.stock("RW") == "2 0 0 2 1 0", "brigands first, then forest 4"
    assert t.stock("RB") == "1 1 2 1 1 1"
    assert t.realm.gone == ["alchemist"]


def test_example_56_rebuilding() -> None:
    """R20."""
    rw = side("1 2 1 2 1 1", cities=(1,), sites="library 1U1", hand="arsonist")
    t = table(rw, side(sites="abbey 1U1")).do("play arsonist").do("pass", dice="6")
    t.play_on("main")
    assert t.hand("RW") == ["library"]

    t.do("place library 1U")

    assert t.sites("RW") == {"1U1": "library"}
    assert t.stock("RW") == "1 0 1 0 0 1"
