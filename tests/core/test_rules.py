from __future__ import annotations

from collections.abc import Callable
from typing import cast

import pluggy
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bastide.core.builder import Phase, RulesBuilder
from bastide.core.chance import Roll
from bastide.core.dealer import LocalDealer
from bastide.core.events import Action
from bastide.core.messages import Message
from bastide.core.plugins import Setup
from bastide.core.rules import IllegalAction, Rules
from bastide.core.state import ALL, SEALED, State
from tests.core.cards import cards
from tests.core.games import composed, loaded
from tests.core.nim import ART, KINDS, MOST, TOOK, heap, nim

LISTED = (("seating", "listed"),)
TAKE_2 = Action("nim.take", (2,))


def in_main(rules: Rules) -> State:
    """Return the position of nim after everybody has said a word."""
    s = rules.new()
    for _ in range(rules.seats):
        s = rules.step(s, Action("nim.say", ("ann",)))
    return s


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


# legality


def test_a_listed_action_is_legal(nim_rules: Rules) -> None:
    s = in_main(nim_rules)

    after = nim_rules.step(s, TAKE_2)

    assert (heap(s).left, heap(after).left) == (12, 10)


def test_a_judge_accepts_what_is_not_listed(nim_rules: Rules) -> None:
    s = nim_rules.new()

    assert heap(nim_rules.step(s, Action("nim.say", ("zoe",)))).words == ["", "zoe"]
    with pytest.raises(IllegalAction, match="this is not possible now"):
        nim_rules.step(s, Action("nim.say", ("z.o.e",)))


def test_a_judge_is_not_asked_about_kinds_that_nobody_declared(nim_rules: Rules) -> None:
    assert not nim_rules.accepts(nim_rules.new(), Action("nim.shout", ("zoe",)))


def test_a_refusal_is_explained_in_words_of_the_rules(nim_rules: Rules) -> None:
    with pytest.raises(IllegalAction, match="only 12 are left") as caught:
        nim_rules.step(in_main(nim_rules), Action("nim.take", (13,)))

    assert caught.value.why == Message("only {n} are left", (("n", 12),))
    assert caught.value.action == Action("nim.take", (13,))


@pytest.mark.parametrize("data", [(), (1, 2), ("x",), (None,), (b"", ()), ((1,),)])
@pytest.mark.parametrize("kind", ["nim.take", "nim.say", "nim.nothing", ""])
def test_whatever_is_sent_is_refused_and_never_raises(
    nim_rules: Rules, kind: str, data: tuple[int, ...]
) -> None:
    if (kind, data) == ("nim.say", ("x",)):
        return
    for s in (nim_rules.new(), in_main(nim_rules)):
        with pytest.raises(IllegalAction):
            nim_rules.check(s, Action(kind, data))


def test_true_is_not_one(nim_rules: Rules) -> None:
    with pytest.raises(IllegalAction):
        nim_rules.check(in_main(nim_rules), Action("nim.take", (True,)))


def test_a_check_leaves_the_position_alone(nim_rules: Rules) -> None:
    s = in_main(nim_rules)
    before = nim_rules.digest(s)

    checked = nim_rules.check(s, TAKE_2)

    assert checked is not s
    assert nim_rules.digest(s) == nim_rules.digest(checked) == before


def test_it_must_be_that_seats_decision(nim_rules: Rules) -> None:
    s = in_main(nim_rules)

    assert nim_rules.legal_for(s, 1) == []
    with pytest.raises(IllegalAction, match="another seat's decision"):
        nim_rules.check(s, TAKE_2, 1)


def test_nothing_is_legal_when_the_game_is_over(nim_rules: Rules) -> None:
    s = in_main(nim_rules)
    while not s.over:
        s = nim_rules.step(s, nim_rules.legal(s)[-1])

    with pytest.raises(IllegalAction, match="the game is over"):
        nim_rules.step(s, TAKE_2)


def test_nothing_is_legal_while_the_dealer_is_asked() -> None:
    rules = composed(lambda rules: rules.phase(Phase("roll", ask=lambda s: (Roll(6),))))

    with pytest.raises(IllegalAction, match="the dealer has not answered yet"):
        rules.step(rules.new(), TAKE_2)


def test_a_seat_chooses_once_in_a_phase_played_together() -> None:
    say = Action("tiny.say")

    def turn(rules: RulesBuilder) -> None:
        rules.phase(Phase("say", lambda s: [say], together=True))
        rules.action("tiny.say", lambda s, a: None)

    rules = composed(turn)
    s = rules.step(rules.new(), say)

    with pytest.raises(IllegalAction, match="this seat has chosen already"):
        rules.check(s, say, 0)
    rules.check(s, say, 1)


# digest and fingerprint


def test_positions_that_differ_in_public_have_different_digests(nim_rules: Rules) -> None:
    s = in_main(nim_rules)
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
    s = nim_rules.step(in_main(nim_rules), Action("nim.take", (3,)))
    before = nim_rules.digest(s)

    assert s.scores == [3, 0]
    assert nim_rules.projections(s) == [3, 5.5]
    assert nim_rules.projected(s, 0) == 3
    assert nim_rules.digest(s) == before


def test_at_the_end_projections_are_the_scores(nim_rules: Rules) -> None:
    s = in_main(nim_rules)
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
    s = in_main(nim_rules)
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
        s = in_main(rules)
        while not s.over:
            s = rules.step(s, rules.legal(s)[-1])
        rules.ranking(s)

    assert s.over
