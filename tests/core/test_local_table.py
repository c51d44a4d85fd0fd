"""Tables at one computer: the dealer answers at once, and steps are taken back."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bastide.core.events import Action
from bastide.core.plugins import Setup
from bastide.core.rules import Rules
from bastide.core.state import SEALED
from bastide.core.table import Expected
from tests.core.cards import cards
from tests.core.dice import GO
from tests.core.games import loaded
from tests.core.tables import Tables, local_table, move


def test_the_local_dealer_answers_at_once(dice_rules: Rules) -> None:
    table = local_table(dice_rules)

    assert table.expected() == Expected(0, "move", (table.place_of(0),))
    assert not table.state.waiting
    assert [event.kind for each in table.done for event in each.events] == ["tiny.rolled"]


def test_choices_made_together_are_not_told_before_the_last(dice_rules: Rules) -> None:
    table = local_table(dice_rules)
    move(table, GO)
    says = [Action("tiny.say", (n,)) for n in range(3)]

    assert table.expected() == Expected(1, "move", (table.place_of(0),))
    assert [each.action for each in move(table, says[0])] == [SEALED]
    assert [each.action for each in move(table, says[1])] == [SEALED]
    last = move(table, says[2])

    assert [(each.seat, each.action) for each in last] == list(enumerate(says))
    kinds = [event.kind for event in last[-1].events]
    assert kinds == ["tiny.said"] * 3 + ["tiny.rolled"]


def test_going_back_brings_position_log_and_chance_back(compose: Callable[..., Rules]) -> None:
    rules = compose("cards", seats=3, seating="drawn")
    table = local_table(rules)
    marks = []
    for _ in range(25):
        marks.append((table.state_digest, table.journal.prev, len(table.done), table.state))
        move(table, rules.legal(table.state)[-1])
    entries, end, done = table.journal.entries(), table.state_digest, table.done[:]

    for step in (20, 20, 7, 0):
        dropped = table.rewind(step)
        digest, journal, count, state = marks[step]
        assert (table.state_digest, table.journal.prev, len(table.done)) == (
            digest,
            journal,
            count,
        )
        assert table.state is state
        assert table.journal.entries() + dropped == entries[: step + len(dropped)]

    for entry in entries:
        table.check(entry.body)
        table.add(entry)
    assert (table.state_digest, table.done) == (end, done)


@given(st.data())
def test_whatever_is_taken_back_is_drawn_again(data: st.DataObject) -> None:
    rules = loaded(cards()).compose(Setup("cards", 2))
    table = local_table(rules, data.draw(st.binary(min_size=32, max_size=32)))
    for _ in range(data.draw(st.integers(1, 30))):
        if not table.over:
            move(table, data.draw(st.sampled_from(rules.legal(table.state))))
    entries, end, scores = table.journal.entries(), table.state_digest, table.state.scores

    for _ in range(data.draw(st.integers(1, 3))):
        step = data.draw(st.integers(0, len(entries)))
        dropped = table.rewind(step)
        assert dropped == entries[step:]
        for entry in dropped:
            table.check(entry.body)
            table.add(entry)

    assert (table.state_digest, table.state.scores) == (end, scores)
    assert table.journal.entries() == entries


def test_another_move_after_going_back_draws_the_same(dice_rules: Rules) -> None:
    table = local_table(dice_rules)
    move(table, GO)
    for n in range(3):
        move(table, Action("tiny.say", (n,)))
    first = table.dealer.rng.mark()  # type: ignore[union-attr]  # a local dealer

    table.rewind(0)
    move(table, Action("tiny.stay"))
    for _ in range(3):
        move(table, Action("tiny.say", (0,)))

    assert table.dealer.rng.mark() == first  # type: ignore[union-attr]


def test_going_back_to_the_step_that_is_due_drops_nothing(dice_rules: Rules) -> None:
    table = local_table(dice_rules)
    move(table, GO)

    assert table.rewind(1) == []
    assert table.journal.step == 1


def test_what_was_sent_to_others_cannot_be_taken_back(net: Tables) -> None:
    with pytest.raises(ValueError, match="what was sent cannot be taken back"):
        net.one.rewind(0)
