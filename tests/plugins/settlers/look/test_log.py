"""The log: whom each line is about, one line for all that comes or goes at once, what came of it.

The console puts the name of whom an event is about before a line that does not hold it: the seat
that leads the data, or nobody where -1 does.
"""

from __future__ import annotations

import pytest

from bastide.cli.sessions.session_log import told as lines_of
from bastide.core.exchange import Done
from bastide.plugins.settlers import events
from bastide.plugins.settlers.state import NOBODY, PILES
from tests.plugins.settlers.look.seat import played, screen_in, told, view_of
from tests.plugins.settlers.look.stand import NAMES
from tests.plugins.settlers.tables import Table, side, table
from tests.plugins.settlers.test_event_cards import drawn
from tests.plugins.settlers.test_events import before

LANGUAGES = ("en", "fr")
SAID_OF_ACTIONS = {"settlers.arrange", "settlers.pass", "settlers.region"}
"""Actions that no event tells."""


def in_log(t: Table) -> list[str]:
    """Return the lines of what the last decision brought."""
    return told(screen_in(), t.all, t.events)


# whom a line is about


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_line_names_the_seat_that_leads_its_event_or_nobody(language: str) -> None:
    screen, kinds = screen_in(language), set[str]()
    for view, _, _, happened in played(1):
        for event in happened:
            kinds.add(event.kind)
            assert event.data[0] in (0, 1, NOBODY), event
            seat = event.data[0]
            assert type(seat) is int
            said = screen.say(view, event, NAMES)
            if said and seat == NOBODY:
                assert not [name for name in NAMES if name in said], said
            elif said:
                assert NAMES[seat] in said
    assert len(kinds) > 25


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_action_is_a_line_only_if_no_event_tells_it(language: str) -> None:
    screen, said = screen_in(language), set[str]()
    for view, _, action, _ in played(1):
        line = screen.say(view, action, NAMES)
        if line:
            said.add(action.kind)
            assert line[0].islower()
            assert line.endswith(".")
    assert said <= SAID_OF_ACTIONS


@pytest.mark.parametrize("names", [("Ada", "Cy"), ("me", "1")])
@pytest.mark.parametrize("language", LANGUAGES)
def test_each_line_is_a_sentence_with_no_name_twice(language: str, names: tuple[str, str]) -> None:
    screen = screen_in(language)
    for view, _, action, happened in played(1):
        moved = Done(0, view.seat, action, tuple(happened))
        dealt = moved._replace(seat=-1, action=None)
        for item in (*lines_of(moved, view, screen, names), *lines_of(dealt, view, screen, names)):
            line = item.named(names)
            assert line.endswith("."), line
            assert line[0].isupper() or line.startswith(names), line
            assert not [name for name in names if line.startswith(f"{name} {name} ")], line
            assert item.seat is not None or not line.startswith(names), line


# one line for all that comes or goes at once


def test_production_is_one_line_for_each_who_gains() -> None:
    t = before(side("1 1 1 1 1 1", sites="foundry 1U1")).roll("tournament 2")
    assert [line for line in in_log(t) if "number" in line] == [
        "Ada +2 ore (number).",
        "Blaise +1 grain (number).",
    ]


def test_what_is_lost_to_brigands_and_plague_is_one_line() -> None:
    rich = side("2 3 2 2 2 1", cities=(1,))
    assert "Ada -3 ore, -2 wool (Brigands)." in in_log(before(rich).roll("brigands 6"))
    lost = next(line for line in in_log(drawn("plague", rich)) if line.startswith("Ada -"))
    assert lost == "Ada -1 brick, -1 ore, -1 wool, -1 gold (Plague)."


def test_a_building_and_its_cost_are_one_line_however_it_is_paid() -> None:
    t = table(side("3 3 3 3 3 3", hand="foundry")).do("place foundry 1U")
    assert in_log(t) == ["Ada builds Foundry at 1 up (1 brick, 1 ore)."]


def test_a_trade_is_one_line() -> None:
    t = table(side("1 1 3 1 1 1"), side("1 1 1 1 1 1"))
    assert in_log(t.do("offer 2 wool for 1 ore")) == ["Ada offers 2 wool for 1 ore."]
    assert in_log(t.do("accept")) == [
        "Blaise accepts the offer: Ada gives 2 wool for 1 ore.",
    ]
    t = table(side("1 1 3 1 1 1")).do("trade wool ore")
    assert in_log(t) == ["Ada trades 3 wool for 1 ore (supply)."]


# what came of it, also where that is nothing


def test_a_civil_war_says_who_has_no_unit() -> None:
    assert in_log(drawn("civil_war"))[2:4] == [
        "Blaise has no card to take back (Civil War).",
        "Ada has no card to take back (Civil War).",
    ]


@pytest.mark.parametrize(
    ("card", "said"),
    [
        ("plague", "Ada loses nothing (Plague)."),
        ("productive_year", "Ada gains nothing (Productive Year)."),
        ("progress", "Ada gains nothing (Progress)."),
        ("conflict", "Nobody has the knight: the conflict does nothing."),
        ("year_end", "Ada draws Year End. The event cards are shuffled."),
    ],
)
def test_an_event_card_without_any_outcome_says_so(card: str, said: str) -> None:
    assert said in in_log(drawn(card))


def test_a_conflict_over_an_empty_hand_says_so() -> None:
    said = in_log(drawn("conflict", side(sites="karl 1U1")))
    assert "Ada finds nothing to take." in said


def test_the_master_builder_says_who_has_no_pile() -> None:
    t = before()
    for s in (t.all, *t.views.values()):
        for pile in PILES:
            s.cards().piles[pile].clear()
    t.roll("card 6", draws=["master_builder"])
    assert "Ada looks through no pile." in in_log(t)


def test_what_the_die_gives_says_so_where_there_is_no_room_or_nothing_to_take() -> None:
    full = side("3 3 3 3 3 3")
    assert "Ada gains nothing (year of plenty)." in in_log(before(full).roll("plenty 6"))
    winner = side("3 3 3 3 3 3", sites="pippin 1U1")
    said = in_log(before(winner).roll("tournament 6"))
    assert said[1:3] == ["Ada wins the tournament, 3 to 0.", "Ada gains nothing (tournament)."]
    holder = side("1 1 1 1 1 1", cities=(1,), sites="marketplace 1U1")
    said = in_log(before(holder, side("0 0 0 0 0 0")).roll("advantage 6"))
    assert said[1:3] == [
        "Trade advantage: Ada has the windmill.",
        "Nothing is left that Ada can take from Blaise (trade advantage).",
    ]


def test_brigands_say_that_they_find_neither_ore_nor_wool() -> None:
    said = in_log(before(side("3 0 0 3 3 3")).roll("brigands 6"))
    assert said[1:3] == [
        "Ada is robbed by brigands: counts 12, more than 7.",
        "Ada loses nothing (Brigands).",
    ]


@pytest.mark.parametrize(("number", "outcome"), [(3, "success"), (6, "the attack turns round")])
def test_an_attack_is_a_line_of_the_attacker(number: int, outcome: str) -> None:
    t = table(side(hand="arsonist"), side(sites="abbey 1U1")).do("play arsonist")
    said = in_log(t.do("pass", dice=f"{number}"))
    assert said[0] == f"Ada attacks with Arsonist: the die shows {number}, {outcome}."
    back = "Blaise takes Abbey back from 1 up (Arsonist)."
    assert said[1] == (back if number == 3 else "Ada has no card to take back (Arsonist).")


def test_a_tie_is_told_of_nobody() -> None:
    t = before().roll("tournament 6")
    (held,) = (event for event in t.events if event.kind == events.HELD)
    (item,) = lines_of(Done(0, 0, None, (held,)), view_of(t), screen_in(), NAMES)
    assert item.named(NAMES) == "Nobody wins the tournament: 0 to 0."
