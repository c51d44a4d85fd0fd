from __future__ import annotations

from collections.abc import Callable
from typing import cast

import pluggy
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bastide.core.builder import Phase, RulesBuilder
from bastide.core.dealer import LocalDealer
from bastide.core.events import Action
from bastide.core.plugins import Setup
from bastide.core.rules import Rules
from bastide.core.state import ALL, SEALED, State
from tests.core.cards import cards
from tests.core.games import composed, loaded
from tests.core.nim import ART, KINDS, MOST, TAKE_2, TOOK, begun, nim

LISTED = (("seating", "listed"),)


# slots


def test_a_fold_is_passed_along_in_plugin_order(compose: Callable[..., Rules]) -> None:
    alone, with_plus = compose("nim"), compose("nim", "nim_plus")

    assert alone.value(MOST)(3, alone.new()) == 3
    assert with_plus.value(MOST)(3, with_plus.new()) == 4
    assert not alone.has(MOST)
    assert with_plus.has(MOST)


def test_a_table_holds_what_was_put_and_replaced(compose: Callable[..., Rules]) -> None:
    assert compose("nim").table(KINDS) == {"stone": 1}
    assert compose("nim", "nim_plus").table(KINDS) == {"stone": 2, "gold": 3}


def test_steps_are_those_that_were_contributed(compose: Callable[..., Rules]) -> None:
    assert compose("nim").steps(TOOK) == ()
    assert len(compose("nim", "nim_plus").steps(TOOK)) == 1


def test_explain_names_contributors_by_slot(compose: Callable[..., Rules]) -> None:
    explained = compose("nim", "nim_plus").explain()

    assert explained == {
        "nim.art": ["nim"],
        "nim.kinds": ["nim_plus"],
        "tests.core.nim.most": ["nim_plus"],
        "tests.core.nim.took": ["nim_plus"],
    }


def test_counted_kinds_are_known(nim_rules: Rules) -> None:
    assert nim_rules.counted == ("nim.said",)


# digest and fingerprint


def test_positions_that_differ_in_public_have_different_digests(nim_rules: Rules) -> None:
    s = begun(nim_rules)
    t = nim_rules.step(s, TAKE_2)

    assert nim_rules.digest(s) == nim_rules.digest(s.clone())
    assert nim_rules.digest(s) != nim_rules.digest(t)


def test_cards_that_nobody_has_are_no_part_of_the_position(nim_rules: Rules) -> None:
    s = nim_rules.new()
    before = nim_rules.digest(s)

    s.cards()

    assert nim_rules.digest(s) == before


def test_the_fingerprint_covers_seats_options_seating_and_plugins(
    compose: Callable[..., Rules],
) -> None:
    prints = [
        compose("nim"),
        compose("nim", seats=3),
        compose("nim", seating="drawn"),
        compose("nim", options={"nim.heap": 13}),
        compose("nim", options={"nim.last_wins": False}),
        compose("nim", "nim_plus"),
        compose("cards"),
    ]

    assert len({rules.fingerprint for rules in prints}) == len(prints)


def test_the_same_table_has_the_same_fingerprint(compose: Callable[..., Rules]) -> None:
    assert compose("nim", "nim_plus").fingerprint == compose("nim", "nim_plus").fingerprint


def two_phases(rules: RulesBuilder) -> None:
    rules.phase(Phase("one", lambda s: [Action("tiny.go")]))
    rules.phase(Phase("two"))
    rules.action("tiny.go", lambda s, a: None)


def swapped(rules: RulesBuilder) -> None:
    two_phases(rules)
    rules.drop_phase("two")
    rules.phase(Phase("two"), before="one")


def more_kinds(rules: RulesBuilder) -> None:
    two_phases(rules)
    rules.action("tiny.other", lambda s, a: None)


def component(rules: RulesBuilder) -> None:
    two_phases(rules)
    rules.put(KINDS)("stone", 1)


def other_component(rules: RulesBuilder) -> None:
    two_phases(rules)
    rules.put(KINDS)("stone", 2)


def contributor(rules: RulesBuilder) -> None:
    two_phases(rules)
    rules.fold(MOST)(lambda value, s, /: value)


def step_contributor(rules: RulesBuilder) -> None:
    two_phases(rules)
    rules.step(TOOK)(lambda s, number, /: None)


def test_the_fingerprint_covers_phases_kinds_components_and_contributors() -> None:
    turns = [
        two_phases,
        swapped,
        more_kinds,
        component,
        other_component,
        contributor,
        step_contributor,
    ]

    assert len({composed(turn).fingerprint for turn in turns}) == len(turns)


def test_what_is_only_for_show_is_not_in_the_fingerprint() -> None:
    def shown(rules: RulesBuilder) -> None:
        two_phases(rules)
        rules.put(ART)("stone", "o")

    assert composed(shown).fingerprint == composed(two_phases).fingerprint


# results


def test_the_ranking_breaks_ties_by_the_keys() -> None:
    def scoring(rules: RulesBuilder) -> None:
        rules.finished(lambda s: True)
        rules.rank(lambda s, seat: seat % 2)

    rules = composed(two_phases, seats=4, scoring=scoring)
    s = rules.new()
    s.scores = [5, 5, 7, 5]

    assert rules.ranking(s) == [(1, 2), (2, 1), (2, 3), (4, 0)]


def test_a_verdict_goes_before_the_points() -> None:
    def scoring(rules: RulesBuilder) -> None:
        rules.finished(lambda s: True)
        rules.verdict(lambda s, seat: int(seat != 2))

    rules = composed(two_phases, seats=3, scoring=scoring)
    s = rules.new()
    s.scores = [5, 6, 7]

    assert rules.ranking(s) == [(1, 1), (2, 0), (3, 2)]


def test_projections_are_the_points_if_the_game_ended_now(nim_rules: Rules) -> None:
    s = nim_rules.step(begun(nim_rules), Action("nim.take", (3,)))
    before = nim_rules.digest(s)

    assert s.scores == [3, 0]
    assert nim_rules.projections(s) == [3, 5.5]
    assert nim_rules.projected(s, 0) == 3
    assert nim_rules.digest(s) == before


def test_at_the_end_projections_are_the_scores(nim_rules: Rules) -> None:
    s = begun(nim_rules)
    while not s.over:
        s = nim_rules.step(s, nim_rules.legal(s)[-1])

    assert [int(value) for value in nim_rules.projections(s)] == s.scores


# guessing


def dealt(rules: Rules, seed: bytes = bytes(32)) -> State:
    s = rules.new()
    rules.settle(s, LocalDealer(seed))
    return s


def test_a_guess_agrees_with_what_is_known(card_rules: Rules) -> None:
    s = dealt(card_rules)
    view = s.view(1)

    guess = card_rules.guess(view, b"seed")

    assert guess.eyes == ALL
    assert view.cards().faces.items() <= guess.cards().faces.items()
    assert sorted(map(str, guess.cards().faces.values())) == sorted(
        map(str, s.cards().faces.values())
    )


@given(st.binary(min_size=1, max_size=8))
def test_a_guess_can_be_played_on(seed: bytes) -> None:
    rules = loaded(cards()).compose(Setup("cards", 2, (), LISTED))
    guess = rules.guess(dealt(rules).view(0), seed)

    for seat in range(2):
        rules.apply(guess, rules.legal_for(guess, seat)[-1], seat)
    rules.settle(guess, LocalDealer(seed))

    assert rules.legal(guess)


def test_equal_seeds_give_equal_guesses(card_rules: Rules) -> None:
    view = dealt(card_rules).view(0)
    faces = [
        cast("object", card_rules.guess(view, seed).cards().faces) for seed in (b"a", b"a", b"b")
    ]

    assert faces[0] == faces[1] != faces[2]


def test_a_plugin_refines_guesses() -> None:
    seen: list[tuple[int, int]] = []

    def turn(rules: RulesBuilder) -> None:
        two_phases(rules)
        rules.guess(lambda s, seat: seen.append((s.eyes, seat)))

    rules = composed(turn)
    s = rules.new(1)
    rules.guess(s, b"")

    assert seen == [(ALL, 1)]


def test_who_knows_all_guesses_nothing(nim_rules: Rules) -> None:
    s = begun(nim_rules)
    guess = nim_rules.guess(s.view(0), b"")

    assert guess is not s
    assert nim_rules.digest(guess) == nim_rules.digest(s)


def test_sealed_choices_of_others_are_guessed(card_rules: Rules) -> None:
    s = dealt(card_rules)
    card_rules.apply(s, card_rules.legal_for(s, 2)[1], 2)
    view = s.view(0)
    assert view.sealed == {2: SEALED}

    guess = card_rules.guess(view, b"x")

    assert guess.sealed[2] in card_rules.legal_for(_unsealed(guess), 2)


def _unsealed(s: State) -> State:
    t = s.clone()
    t.sealed = {}
    return t


# nothing of pluggy in play


def test_no_hook_is_called_in_play(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = loaded(nim()).compose(Setup("nim", 2, (), LISTED))

    def called(*_: object, **__: object) -> None:
        raise AssertionError("a hook was called during play")

    with monkeypatch.context() as patch:  # left before pytest calls hooks of its own
        patch.setattr(pluggy.HookCaller, "__call__", called)
        patch.setattr(pluggy.PluginManager, "_hookexec", called)
        s = begun(rules)
        while not s.over:
            s = rules.step(s, rules.legal(s)[-1])
        rules.ranking(s)

    assert s.over
