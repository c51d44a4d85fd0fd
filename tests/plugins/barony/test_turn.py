"""A turn: one action, entered step by step, drafted and sent together."""

from __future__ import annotations

import pytest

from bastide.core.draft import Draft
from bastide.core.errors import IllegalAction
from bastide.core.events import Action
from bastide.core.journal import read_file, write_file
from bastide.core.plugins import Plugins, Setup, built_in
from bastide.core.table import Table
from bastide.core.testing import check_refusal
from bastide.plugins.barony.state import realm
from bastide.plugins.barony.turn import DONE
from tests.core.tables import Tables, local_table, move, send
from tests.plugins.barony.tables import Position, act, compose, give, position


def test_a_turn_is_one_action() -> None:
    """TRN-1, SET-3: then it is the next seat's."""
    p = position("0,0 plain  2,0 plain", "A 0,0 c k1", "B 2,0 c")

    p = p.after("recruit 0,0 2")

    assert (p.seat, p.s.phase) == ("B", "act")


def test_nobody_passes_while_there_is_something_to_do() -> None:
    """TRN-2."""
    p = position("0,0 plain  2,0 plain", "A 0,0 c k1", "B 2,0 c")

    assert act("pass") not in p.legal()
    assert p.why_not("pass") == "a turn is passed only when no action is possible"


def test_one_knight_may_move_alone() -> None:
    """MOV-1, MOV-10."""
    p = position("0,0 plain  1,0 plain  0,1 plain", "A 0,0 k2", "B 0,1 k1")

    first = p.after("move 0,0 > 1,0")

    assert p.why_not("done") == "a movement or a construction has at least one step"
    assert (first.seat, first.s.phase, first.legal()[0]) == ("A", "more", DONE)
    assert first.after("done").seat == "B"


def test_the_second_step_begins_where_an_unmoved_knight_stands() -> None:
    """MOV-9."""
    p = position("0,0 plain  1,0 plain  2,0 plain", "A 0,0 k2", "B 2,0 v")

    p = p.after("move 0,0 > 1,0")

    assert p.why_not("move 1,0 > 2,0") == "no knight moves twice in a turn"
    assert p.legal("move") == [act("move 0,0 > 1,0")]


def test_nothing_else_is_done_in_the_middle_of_a_movement() -> None:
    """TRN-1."""
    board = "0,0 plain  1,0 plain  -1,0 plain"
    p = give(position(board, "A 0,0 c k2"), "A", field=3).after("move 0,0 > 1,0")

    for text in ("recruit 0,0 1", "build 1,0 village", "expedition -1,0", "title field 3"):
        assert p.why_not(text) == "this turn is a movement: move a second knight, or stop here"


def test_nothing_else_is_done_in_the_middle_of_a_construction() -> None:
    """TRN-1, BLD-6."""
    p = position("0,0 plain  1,0 plain  2,0 plain", "A 0,0 k2", "A 1,0 k1")

    p = p.after("build 0,0 village")

    assert p.why_not("move 0,0 > 2,0").startswith("this turn is a construction")
    assert {a.kind for a in p.legal()} == {"barony.done", "barony.build"}
    assert p.after("done").seat == "B"


# the draft of a table


def table_at(p: Position) -> Table:
    """Return a local table whose first turn begins in a position."""
    table = local_table(p.rules)
    while table.state.phase == "settle":
        move(table, p.rules.legal(table.state)[0])
    return table


@pytest.fixture
def table() -> Table:
    return table_at(Position(compose(2), compose(2).new()))


def first_step(table: Table) -> Action:
    return next(a for a in table.rules.legal(table.state) if a.kind == "barony.move")


def test_two_steps_are_drafted_undone_and_sent_together(table: Table) -> None:
    """TRN-4: nothing counts before all of it does."""
    before, entries = table.state_digest, table.journal.step
    draft = Draft(table, 0)
    draft.choose(first_step(table))
    assert draft.open

    with pytest.raises(IllegalAction):
        draft.choose(Action("barony.move", (99, 99, 98, 99, "")))
    assert table.state_digest == before
    draft.undo()
    assert draft.state is table.state
    draft.again()
    second = next(a for a in draft.legal() if a.kind == "barony.move")
    draft.choose(second)
    assert not draft.open

    send(table, draft)
    assert table.journal.step == entries + 2
    assert table.state.seat == 1


def test_a_journal_tells_the_game_again(table: Table) -> None:
    """Section 10, invariant 7."""
    for n in range(60):
        choices = table.rules.legal(table.state)
        move(table, choices[n * 7 % len(choices)])
    data = write_file(table.journal)

    again = local_table(table.rules)
    for entry in read_file(data).entries:
        again.add(entry)

    assert again.state_digest == table.state_digest
    assert realm(again.state) == realm(table.state)


def test_the_tables_of_all_places_agree() -> None:
    """TRN-4 between computers: an entry a step; board and turn order by the dealer."""
    rules = Plugins(built_in()).compose(Setup("barony", 3))
    tables = Tables(rules)
    tables.deal()

    for n in range(60):
        choices = rules.legal(tables.one.state)
        tables.move(choices[n * 11 % len(choices)])

    boards = {realm(table.state).board for table in tables.tables.values()}
    assert len(boards) == 1
    assert boards != {""}


def test_what_cannot_be_undone_is_not_done_by_a_refusal() -> None:
    p = position("0,0 plain  1,0 lake", "A 0,0 k1")

    for data in (
        (),
        (0, 0),
        (0, 0, 1, 0),
        (True, 0, 1, 0, ""),
        (0, 0, 1, 0, 3),
        ("", "", 1, 0, ""),
    ):
        assert check_refusal(p.rules, p.s, Action("barony.move", data)).startswith("a move names")
