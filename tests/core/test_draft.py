from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bastide.core.builder import Phase, RulesBuilder
from bastide.core.draft import Draft
from bastide.core.events import Action
from bastide.core.journal import parse_body
from bastide.core.plugins import Setup
from bastide.core.rules import IllegalAction, Rules
from bastide.core.table import Table
from tests.core.cards import cards
from tests.core.games import composed, loaded
from tests.core.nim import heap, nim, nim_plus
from tests.core.tables import Tables, local_table, move, send

RULES = [
    loaded(nim(), nim_plus()).compose(Setup("nim", 3, ("nim_plus",))),
    loaded(cards()).compose(Setup("cards", 3)),
]


@pytest.fixture
def table(nim_rules: Rules) -> Table:
    """Return a local table of nim where seat 0 may take from a heap of twelve."""
    table = local_table(nim_rules)
    for word in ("bob", "ann"):
        move(table, Action("nim.say", (word,)))
    return table


def take(number: int) -> Action:
    return Action("nim.take", (number,))


def test_a_draft_plays_on_a_copy(table: Table) -> None:
    before = table.state_digest
    draft = Draft(table, 0)
    assert draft.open

    s = draft.choose(take(2))

    assert s is draft.state
    assert heap(s).left == 10
    assert table.rules.digest(table.state) == before
    assert table.journal.step == 2


def test_a_draft_grows_while_the_turn_is_its_seats(table: Table) -> None:
    draft = Draft(table, 0)
    draft.choose(take(2))
    assert draft.open
    assert draft.legal() == [take(1), take(2), take(3)]

    draft.choose(take(1))

    assert not draft.open
    assert draft.legal() == []
    with pytest.raises(IllegalAction, match="your decisions of this turn are complete"):
        draft.choose(take(1))


def test_a_draft_takes_only_what_is_legal_for_its_seat(table: Table) -> None:
    draft = Draft(table, 0)

    with pytest.raises(IllegalAction, match="only 12 are left"):
        draft.choose(take(40))
    assert draft.actions == []
    other = Draft(table, 1)
    assert not other.open
    assert other.legal() == []
    with pytest.raises(IllegalAction, match="another seat's decision"):
        other.choose(take(1))


def test_undo_drops_the_last_decision_and_again_brings_it_back(table: Table) -> None:
    draft = Draft(table, 0)
    draft.choose(take(2))
    draft.choose(take(1))
    states = [table.rules.digest(s) for s in draft.states]

    assert draft.undo()
    assert table.rules.digest(draft.state) == states[0]
    assert draft.undo()
    assert draft.state is table.state
    assert not draft.undo()
    assert draft.again()
    assert draft.again()
    assert not draft.again()

    assert [table.rules.digest(s) for s in draft.states] == states


def test_another_decision_forgets_what_was_undone(table: Table) -> None:
    draft = Draft(table, 0)
    draft.choose(take(2))
    draft.undo()

    draft.choose(take(3))

    assert draft.redo == []
    assert not draft.again()


def test_a_draft_is_sent_as_one_entry_a_decision(table: Table) -> None:
    draft = Draft(table, 0)
    draft.choose(take(2))
    draft.choose(take(1))
    after = table.rules.digest(draft.state)

    bodies = draft.bodies()
    done = send(table, draft)

    assert [parse_body(body).step for body in bodies] == [2, 3]
    assert [parse_body(body).kind for body in bodies] == ["move", "move"]
    assert [each.action for each in done] == [take(2), take(1)]
    assert table.state_digest == after


def test_an_empty_draft_sends_nothing(table: Table) -> None:
    assert Draft(table, 0).bodies() == []


def test_a_draft_ends_where_the_dealer_is_needed(compose: Callable[..., Rules]) -> None:
    rules = compose("cards", seats=4)
    table = local_table(rules, b"a seed that deals an even card..")
    for _ in range(4):
        move(table, rules.legal(table.state)[0])
    draft = Draft(table, 0)

    draft.choose(next(action for action in draft.legal() if action.claims))

    assert draft.state.waiting
    assert not draft.open


def test_one_decision_is_drafted_where_all_choose_together(compose: Callable[..., Rules]) -> None:
    rules = compose("cards", seats=3)
    table = local_table(rules)
    draft = Draft(table, 0)
    bid = draft.legal()[1]
    before = table.state_digest

    draft.choose(bid)

    assert not draft.open
    assert draft.legal() == []
    assert draft.state.view(0).sealed == {0: bid}
    assert rules.digest(table.state) == before
    with pytest.raises(IllegalAction, match="complete"):
        draft.choose(bid)
    send(table, draft)
    assert table.state.sealed == {0: bid}


def test_others_draft_at_the_same_time_between_computers() -> None:
    rules = loaded(cards()).compose(Setup("cards", 3))
    net = Tables(rules)
    net.deal()

    for place in net.places:
        table = net.tables[place]
        draft = Draft(table, table.seat_of(place))
        assert draft.open
        draft.choose(draft.legal()[-1])
        assert not draft.open


def test_a_turn_of_the_same_seat_again_is_a_draft_of_its_own() -> None:
    go = Action("tiny.go")

    def turn(rules: RulesBuilder) -> None:
        rules.stage("main", lambda s, n: 0)
        rules.phase(Phase("go", lambda s: [go]))
        rules.action("tiny.go", lambda s, a: None)

    table = local_table(composed(turn))
    draft = Draft(table, 0)
    draft.choose(go)

    assert draft.state.seat == 0
    assert not draft.open
    with pytest.raises(IllegalAction, match="complete"):
        draft.choose(go)


# undo of any decision in any position (F02, F03)


@given(st.data())
def test_undo_brings_position_scores_and_events_back(data: st.DataObject) -> None:
    rules = data.draw(st.sampled_from(RULES))
    table = local_table(rules, data.draw(st.binary(min_size=32, max_size=32)))
    for _ in range(data.draw(st.integers(0, 25))):
        if not table.over:
            move(table, data.draw(st.sampled_from(rules.legal(table.state))))
    if table.over:
        return
    draft = Draft(table, table.state.seat)
    digests = [rules.digest(draft.state)]
    scores = [draft.state.scores[:]]
    while draft.open:
        draft.choose(data.draw(st.sampled_from(draft.legal())))
        digests.append(rules.digest(draft.state))
        scores.append(draft.state.scores[:])

    while draft.undo():
        digests.pop()
        scores.pop()
        assert rules.digest(draft.state) == digests[-1]
        assert draft.state.scores == scores[-1]

    assert draft.state is table.state
    while draft.again():
        pass
    while draft.undo():
        pass
    assert rules.digest(table.state) == digests[0]
    assert table.state.events == []
