"""Worked examples 66 to 73: event cards (chapter 13). What is rolled besides is in each stock."""

from __future__ import annotations

from tests.plugins.settlers.tables import BEFORE, Side, Table, side, table


def drawn(
    card: str,
    number: int = 6,
    rw: Side | None = None,
    rb: Side | None = None,
    piles: dict[int, str] | None = None,
) -> Table:
    """Return the position after RW rolled and drew an event card."""
    t = table(rw or side(), rb or side(), phase=BEFORE, piles=piles)
    return t.roll(f"card {number}", draws=[card])


def test_example_66_plague() -> None:
    rw = side("2 2 2 2 2 2", cities=(1,))
    t = drawn("plague", 1, rw, side("0 0 0 0 0 0", cities=(1,)))

    assert t.stock("RW") == "3 1 1 2 1 1", "fields 1 produced"
    assert t.stock("RB") == "0 0 0 0 0 1", "gold 1 produced"


def test_example_67_plague_between_two_cities() -> None:
    """R42."""
    rw = side("2 2 2 2 2 2", cities=(-1, 1), sites="bath_house 1U1")
    assert drawn("plague", 6, rw).stock("RW") == "1 2 2 1 2 3"

    rw = side("2 2 2 2 2 2", cities=(-1, 1), sites="aqueduct 1U1")
    assert drawn("plague", 6, rw).stock("RW") == "2 2 2 2 2 3"

    rw = side("2 2 2 2 2 2", cities=(-1, 1))
    assert drawn("plague", 6, rw).stock("RW") == "1 1 1 1 1 2", "once only"


def test_example_68_productive_year() -> None:
    t = drawn("productive_year", 6, side(sites="garrison -1U1, garrison 1U1"))

    assert t.stock("RW") == "2 3 2 1 1 2"


def test_example_69_progress() -> None:
    rw = side("0 0 0 0 0 0", cities=(1,), sites="abbey -1U1, library 1U1, library 1U2")
    t = drawn("progress", 6, rw)

    for n in range(3):
        assert (t.phase, t.seat) == ("gain", "RW"), n
        t.do("gain 2U" if n else "gain 0U")

    assert t.phase == "main"
    assert (t.stock("RW"), t.stock("RB")) == ("0 1 2 0 0 1", "1 1 1 1 2 1")


def test_example_70_civil_war() -> None:
    """R39."""
    rw = side(cities=(1,), sites="church 1U1, karl 1U2, fleet_wool -1U1", hand="spy mint witch")
    t = drawn("civil_war", 6, rw, side(sites="otto 1U1", hand="scout bishop merchant"))

    t.play_on("put")

    assert t.seat == "RW", "the active player first"
    assert t.hand("RW") == ["fleet_wool", "mint", "spy", "witch"]
    assert t.hand("RB") == ["bishop", "knight_otto", "merchant", "scout"]
    assert t.sites("RW") == {"1U1": "church", "1U2": "knight_karl"}
    t.do("put mint 1")
    assert (t.phase, t.seat) == ("put", "RB")
    t.do("put otto 1")
    assert t.phase == "main"


def test_example_71_conflict() -> None:
    """R40: RB does not draw until the end of the own next turn."""
    rw, rb = side(sites="siegfried 1U1"), side(hand="spy mint witch")
    t = drawn("conflict", 6, rw, rb)
    assert (t.seat, t.seen("RW", "RB")) == ("RW", ["mint", "spy", "witch"])

    t.do("pick spy", "pick witch", "pile 2")

    assert t.hand("RB") == ["mint"]
    assert sorted(t.pile(2)[-2:]) == ["spy", "witch"]
    assert (t.phase, t.seat) == ("main", "RW")

    tie = drawn("conflict", 6, rw, side(sites="hagen 1U1", hand="spy mint witch"))
    assert (tie.phase, len(tie.hand("RB"))) == ("main", 3)


def test_example_72_master_builder() -> None:
    """R41: the second looks through another pile, and may take nothing."""
    piles = {1: "mint abbey", 3: "harbor spy", 4: "church"}
    t = drawn("master_builder", 6, side(hand="scout bishop"), side(hand="merchant"), piles)
    assert t.seat == "RW"

    t.do("look 1", "take mint", "put bishop 4")

    assert t.hand("RW") == ["mint", "scout"]
    assert (t.pile(1), t.pile(4)) == (["abbey"], ["church", "bishop"])
    assert t.seat == "RB"
    assert (1,) not in t.choices("look")
    t.do("look 3", "pass")
    assert (t.pile(3), t.hand("RB")) == (["harbor", "spy"], ["merchant"])
    assert (t.phase, t.seat) == ("main", "RW")


def test_example_73_year_end() -> None:
    """R43."""
    t = drawn("plague")
    for card in ("productive_year", "year_end"):
        t.do("done", "finish").roll("card 6", draws=[card])
    assert len(t.realm.events) == 10
    assert t.realm.seen_events == []

    t = drawn("plague")
    order = ["plague", "civil_war", "conflict", "productive_year", "productive_year"]
    order += ["progress", "progress", "master_builder"]
    for card in order[1:]:
        t.do("done", "finish").roll("card 6", draws=[card]).play_on("main")
    assert t.realm.seen_events == order
    assert sorted(t.realm.events) == ["plague", "year_end"]
