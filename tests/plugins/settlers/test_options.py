"""What each option of the host changes, and that it does so only then (chapter 17)."""

from __future__ import annotations

import pytest

from bastide.core.options import OptionValue
from bastide.core.rules import Rules
from bastide.plugins.settlers.agreed import Agreed
from bastide.plugins.settlers.plugin import bastide_manifest
from bastide.plugins.settlers.tokens import commerce
from tests.plugins.settlers.tables import BEFORE, Table, compose, side, table


def with_option(**option: OptionValue) -> list[Rules]:
    """Return the rules as they are offered, and with an option changed."""
    return [compose(), compose(**option)]


def test_the_options_are_those_of_the_table() -> None:
    offered = {option.name: option.default for option in bastide_manifest().options}

    assert list(offered) == list(Agreed._fields)
    assert Agreed(**offered) == Agreed()  # type: ignore[arg-type]  # the same names and types


@pytest.mark.parametrize(("target", "over"), [(7, True), (8, False)])
def test_victory_points_to_win(target: int, over: bool) -> None:
    sites = "colossus 1U1, church 1L1"
    rw = side("1 2 1 2 1 1", cities=(1,), sites=sites, hand="library")
    t = table(rw, rules=compose(victory_points_to_win=target))
    assert t.points("RW") == 6

    t.do("place library 1U")

    assert (t.points("RW"), t.over) == (7, over)


def test_win_check() -> None:
    """By the later rules somebody wins in the own turn only."""
    seed, later = (
        compose(victory_points_to_win=7),
        compose(victory_points_to_win=7, win_check="own_turn"),
    )
    rw = side(cities=(1,), sites="colossus 1U1, church 1L1, walter -1U1")
    rb = side(sites="karl 1U1", hand="black_knight")
    for rules in (seed, later):
        t = table(rw, rb, turn_of="RB", rules=rules)
        assert t.points("RW") == 6
        t.do("play black_knight").do("pass", dice="6")
        assert t.points("RW") == 7
        assert t.over == (rules is seed)
    t.do("done", "finish")
    assert t.over


def test_action_gate() -> None:
    """By the later rules action cards need seven points of both, but for the Scout."""
    seed, later = with_option(action_gate="seven_points_together")
    rich = side("2 2 2 2 2 2", row=(-1, 2), hand="caravan scout")
    early, late = (
        {rules: table(rich, turns=turns, rules=rules) for rules in (seed, later)}
        for turns in (0, 10)
    )
    assert not early[seed].may("settle 3 scout")
    assert early[later].may("settle 3 scout")
    assert late[seed].may("play caravan")
    assert not late[later].may("play caravan")
    assert late[later].why_not("play caravan")

    rich = rich._replace(cities=(1,), sites="colossus 1U1")
    assert table(rich, turns=0, rules=later).may("play caravan"), "5 points and 2"


def test_brigand_grace_turns() -> None:
    seed, later = with_option(brigand_grace_turns=2)
    rw = side("2 3 1 1 1 0")
    for rules, turns, stock in (
        (seed, 2, "2 0 0 1 1 1"),
        (later, 2, "2 3 1 1 1 1"),
        (later, 4, "2 0 0 1 1 1"),
    ):
        t = table(rw, phase=BEFORE, turns=turns, rules=rules).roll("brigands 6")
        assert t.stock("RW") == stock


def test_hand_limit_check() -> None:
    """By the later rules too many cards are put away at the end of the own turn."""
    seed, later = with_option(hand_limit_check="own_turn_end")
    rb = side(sites="abbey 1U1", hand="spy caravan witch scout")

    def burnt(rules: Rules) -> Table:
        t = table(side(hand="arsonist"), rb, rules=rules).do("play arsonist")
        return t.do("pass", dice="5").play_on("put" if rules is seed else "main")

    assert burnt(seed).seat == "RB"
    t = burnt(later)
    assert (t.seat, len(t.hand("RB"))) == ("RW", 5)
    t.do("done", "finish").roll("advantage 6")
    assert (t.seat, t.phase, len(t.hand("RB"))) == ("RB", "main", 5)
    t.do("done")
    assert (t.seat, t.phase) == ("RB", "put")
    t.do("put abbey 1", "put spy 1")
    assert t.phase == "complete"


def test_exchange_same_pile() -> None:
    seed, later = with_option(exchange_same_pile=True)
    for rules, piles in ((seed, 5), (later, 1)):
        t = table(side("0 0 0 0 0 0", hand="spy witch mint"), rules=rules)
        t.do("done", "exchange", "put spy 2")
        assert len(t.choices("draw")) == piles
        assert (2,) in t.choices("draw")


def test_cityless_commerce() -> None:
    """By the later rules raw points are compared, and only a city can hold the token."""
    fleets = "brick 1U1, grain 1L1, ore -1U1, wool -1L1"
    rw, rb = side(sites=fleets), side(cities=(1,), sites="marketplace 1U1")

    holders = [
        table(rw, rb, rules=rules).windmill for rules in with_option(cityless_commerce="raw")
    ]

    assert holders == ["RB", ""]


def test_counter_card() -> None:
    """R19: instead of changing the odds, a counter card ends the attack."""
    seed, cancel = with_option(counter_card="cancel")
    rb = side(sites="abbey 1U1", hand="bishop")
    for rules in (seed, cancel):
        t = table(side(hand="arsonist"), rb, rules=rules).do("play arsonist")
        t.do("react bishop", dice="1" if rules is seed else "").play_on("main")
        assert t.sites("RB") == ({} if rules is seed else {"1U1": "abbey"})
        assert sorted(t.realm.gone) == ["arsonist", "bishop"]


def test_garrison_commerce() -> None:
    rw = side(cities=(1,), sites="garrison 1U1, garrison 1L1")
    rb = side(cities=(1,), sites="fleet_wool 1U1")

    holders = [table(rw, rb, rules=rules).windmill for rules in with_option(garrison_commerce=0)]

    assert holders == ["RW", "RB"]


def test_harbor_own_point() -> None:
    rw = side(cities=(1,), sites="harbor 1U1, brick 1U2, grain 1L1, ore -1U1")
    tables = [table(rw, rules=rules) for rules in with_option(harbor_own_point=False)]

    assert [commerce(t.lands("RW"), t.realm.agreed) for t in tables] == [7, 6]


def test_demolition() -> None:
    """R8."""
    tables = [
        table(side(sites="abbey 1U1"), rules=rules) for rules in with_option(demolition=False)
    ]

    assert [t.may("demolish 1U1") for t in tables] == [True, False]
    assert tables[1].why_not("demolish 1U1")


def test_refill_mandatory() -> None:
    """R28."""
    seed, filled = with_option(refill_mandatory=True)
    assert table(rules=seed).do("done").may("finish")

    t = table(side(hand="spy"), rules=filled).do("done")
    assert not t.may("finish")
    t.do("draw 1", "draw 1")
    assert t.seat == "RB", "a full hand needs no word"
