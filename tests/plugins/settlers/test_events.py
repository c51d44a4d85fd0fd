"""The event die and the event pile, beyond the worked examples 8 to 19 (chapters 5 and 13)."""

from __future__ import annotations

import pytest

from bastide.core.events import Event
from bastide.plugins.settlers.cards import EVENT_DECK
from bastide.plugins.settlers.events import unguarded
from tests.plugins.settlers.tables import BEFORE, NEW, Side, Table, compose, side, table


def before(rw: Side = NEW, rb: Side = NEW, *, turns: int = 4, grace: int = 0) -> Table:
    """Return a position before RW rolls."""
    return table(rw, rb, phase=BEFORE, turns=turns, rules=compose(brigand_grace_turns=grace))


def said(t: Table, kind: str) -> list[tuple[object, ...]]:
    return [event.data for event in t.events if event.kind == f"settlers.{kind}"]


RICH = side("2 3 2 1 1 1")
"""Ten resources."""


@pytest.mark.parametrize(
    ("grace", "turns", "left"),
    [
        (0, 0, "2 0 0 1 1 2"),
        (1, 0, "2 3 2 1 1 2"),
        (1, 2, "2 0 0 1 1 2"),
        (2, 2, "2 3 2 1 1 2"),
        (2, 4, "2 0 0 1 1 2"),
    ],
)
def test_brigands_stay_away_for_as_many_turns_of_each_as_agreed(
    grace: int, turns: int, left: str
) -> None:
    t = before(RICH, turns=turns, grace=grace).roll("brigands 6")

    assert t.stock("RW") == left


def test_brigands_tell_what_they_counted() -> None:
    t = before(RICH, side(sites="garrison 1U1")).roll("brigands 6")

    assert said(t, "counted") == [(0, 10, True), (1, 4, False)]


def test_a_garrison_below_guards_the_two_regions_below() -> None:
    t = table(side("3 3 3 2 2 2", sites="garrison -1L1"))

    assert unguarded(t.lands("RW")) == 9 + 2


def test_nobody_holds_the_windmill_so_nothing_is_taken() -> None:
    t = before().roll("advantage 6")

    assert said(t, "advantage") == [(-1,)]
    assert t.phase == "main"


def test_the_holder_of_the_windmill_chooses_also_in_the_other_turn() -> None:
    t = before(rb=side(cities=(1,), sites="marketplace 1U1")).roll("advantage 6")
    assert t.seat == "RB"

    t.do("rob 0U 0U")

    assert (t.at("RW", "0U"), t.at("RB", "0U")) == (0, 2)
    assert t.why_not("rob 0U 0U")


def test_a_tournament_tells_both_totals() -> None:
    t = before(side(sites="pippin 1U1"), side(sites="otto 1U1")).roll("tournament 6")

    assert said(t, "tournament") == [(0, 3, 2)]
    assert t.seat == "RW"


def test_no_event_card_is_ever_used_up() -> None:
    """R43: drawn from those whose order nobody knows, then from the front of the queue."""
    t = before(rb=side(cities=(1,)))
    order = [card for card in EVENT_DECK if card != "year_end"]
    for card in order:
        t.do("roll", dice="card 6", draws=[card])
        until_the_next_roll(t)
    assert (t.realm.events, t.realm.seen_events) == (["year_end"], order)

    t.do("roll", dice="card 6", draws=["year_end"])

    assert (sorted(t.realm.events), t.realm.seen_events) == (sorted(EVENT_DECK), [])
    assert Event("settlers", "settlers.shuffled", (-1,)) in t.events


def test_a_queue_comes_back_in_the_order_in_which_it_was_put_there() -> None:
    t = before()
    t.realm.events, t.realm.seen_events = [], ["plague", "progress", "conflict"]
    for view in t.views.values():
        view.parts["settlers"] = t.realm.clone()

    t.roll("card 6")

    assert said(t, "happened") == [(0, "plague")]
    assert t.realm.seen_events == ["progress", "conflict", "plague"]


def until_the_next_roll(t: Table) -> None:
    """Do no more than must be done."""
    stops = ("settlers.pass", "settlers.done", "settlers.finish")
    while t.phase != BEFORE:
        t.play(next((a for a in t.listed() if a.kind in stops), t.listed()[0]))
