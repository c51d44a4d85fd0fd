"""The greedy player: how far it looks, what it compares, and how it does against `random`."""

from __future__ import annotations

from bastide.core.dealer import LocalDealer
from bastide.core.plugins import Plugins, Setup, built_in
from bastide.core.rules import Rules
from bastide.plugins.bots.greed import MAX_DEPTH, greedy_bot
from tests.plugins.bots.cards import card_game, open_card_game
from tests.plugins.bots.steps import step_game
from tests.plugins.duels import play
from tests.repeats import REPEATED
from tests.sizes import SIZES


def walked(rules: Rules, seed: int = 0) -> str:
    """Return the way that a greedy first seat walks."""
    s, choose, way = rules.new(), greedy_bot(rules, 0, seed), ""
    while s.seat == 0 and not s.over:
        action = choose(s)
        way += str(action.data[0])
        rules.apply(s, action)
    return way


def test_two_decisions_are_tried_in_all_combinations() -> None:
    rules = step_game({"a": 3, "b": -1, "bc": 9}, steps=2)

    assert walked(rules) == "bc"


def test_a_third_decision_follows_the_best_of_the_first_two() -> None:
    rules = step_game({"ab": 5, "aba": 2, "abb": 1}, steps=3)

    assert walked(rules) == "aba"


def test_decisions_after_the_second_are_taken_one_at_a_time() -> None:
    """The way ccca would pay, but after cc the next step alone looks best as b."""
    rules = step_game({"aa": 1, "aab": 1, "ccca": 50, "ccb": 1}, steps=4)

    assert walked(rules)[0] == "a"


def test_a_long_turn_is_looked_at_no_further_than_a_bound() -> None:
    rules = step_game({"a": 1}, steps=MAX_DEPTH + 6)

    assert walked(rules)[0] == "a"


def test_hidden_cards_are_guessed_and_the_own_ones_played() -> None:
    rules = card_game()
    s, dealer = rules.new(), LocalDealer(b"cards")
    while s.waiting:
        rules.answer(s, dealer.answer(s))
    view = s.view(0)

    action = greedy_bot(rules, 0, 1)(view)

    ((item, face),) = action.claims
    assert item in s.cards().hands[0]
    held = [int(str(rank)) for each in rules.legal(view) for _, rank in each.claims]
    assert len(held) == 2
    assert face == max(held)


def test_what_can_be_done_once_the_own_card_is_open_is_looked_at() -> None:
    rules = open_card_game()
    s, dealer = rules.new(), LocalDealer(b"cards")
    while s.waiting:
        rules.answer(s, dealer.answer(s))
    held = [int(str(s.face(item))) for item in s.cards().hands[0]]

    chosen = {greedy_bot(rules, 0, seed)(s.view(0)).claims[0][1] for seed in range(20)}

    assert chosen == {max(held)}


def test_the_only_action_is_played() -> None:
    rules = step_game(steps=4, names=("a",))

    assert walked(rules) == "aaaa"


def test_points_of_the_best_other_seat_count_against_an_action() -> None:
    rules = step_game({"a": -4, "b": 2}, steps=1, seats=3)
    s = rules.new()
    s.scores[:] = [0, 3, 5]

    assert greedy_bot(rules, 0, 1)(s).data == ("b",)


def test_its_seed_decides_between_equals() -> None:
    rules = step_game({"a": 1, "b": 1}, steps=1)

    assert {walked(rules, seed) for seed in range(20)} == {"a", "b"}


def test_the_same_seed_plays_the_same() -> None:
    assert [walked(step_game(), 4) for _ in range(3)] == [walked(step_game(), 4)] * 3


def test_a_position_is_not_changed_by_looking_ahead() -> None:
    rules = step_game({"ab": 1})
    s = rules.new()
    before = rules.digest(s)

    greedy_bot(rules, 0, 1)(s)

    assert rules.digest(s) == before


def test_a_choice_made_unseen_comes_from_the_own_list() -> None:
    rules = step_game(together=True)
    s = rules.new()

    assert greedy_bot(rules, 1, 3)(s) in rules.legal_for(s, 1)


def test_a_choice_that_another_seat_has_made_unseen_is_guessed() -> None:
    """Also where no card is hidden; whatever it is, to go on with c pays."""
    rules = step_game({"ac": 9, "bc": 9, "cc": 9}, steps=1, together=True)
    s = rules.new()
    rules.apply(s, rules.legal_for(s, 0)[0], 0)

    assert greedy_bot(rules, 1, 3)(s.view(1)).data == ("c",)


@REPEATED
def test_greedy_beats_random_in_every_game_of_tiles() -> None:
    plugins = Plugins(built_in())
    rules = plugins.compose(Setup("carcassonne", 2, options=(("seating", "listed"),)))
    bots = plugins.bots("carcassonne")

    for game in range(SIZES.greedy_games):
        seat = game % 2
        choosers = [bots["greedy" if n == seat else "random"].make(rules, n, game) for n in (0, 1)]
        assert rules.ranking(play(rules, choosers, game)) == [(1, seat), (2, 1 - seat)]
