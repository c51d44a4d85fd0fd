from __future__ import annotations

from collections.abc import Callable
from types import ModuleType

import pytest

from bastide.core.builder import Phase, RulesBuilder
from bastide.core.chance import Open, Request, Roll
from bastide.core.dealer import LocalDealer
from bastide.core.events import Action
from bastide.core.plugins import Setup
from bastide.core.rules import Rules
from bastide.core.state import State
from bastide.core.testing import (
    ConformanceError,
    Played,
    check_game,
    check_refusal,
    count_positions,
    replay,
    restore,
)
from tests.core import cheaters
from tests.core.games import composed, game, loaded, no_effect
from tests.core.nim import heap
from tests.core.stealing import stealing_rules
from tests.sizes import SIZES

TABLES = [
    ("nim", (), 2),
    ("nim", ("nim_plus",), 4),
    ("cards", (), 2),
    ("cards", (), 4),
]


# games that hold


@pytest.mark.parametrize(("game", "extensions", "seats"), TABLES)
def test_a_game_that_keeps_the_contract_passes(
    compose: Callable[..., Rules], game: str, extensions: tuple[str, ...], seats: int
) -> None:
    rules = compose(game, *extensions, seats=seats, seating="drawn")

    for seed in range(SIZES.kit_games):
        played = check_game(rules, seed)
        assert played.state.over
        assert len(played.actions) == len(played.digests)


def test_equal_seeds_play_equal_games(card_rules: Rules) -> None:
    one, two, other = (
        check_game(card_rules, 1),
        check_game(card_rules, 1),
        check_game(card_rules, 2),
    )

    assert one.actions == two.actions != other.actions
    assert one.events == two.events


@pytest.mark.parametrize(("game", "extensions", "seats"), TABLES)
def test_a_recorded_game_is_the_same_when_played_again(
    compose: Callable[..., Rules], game: str, extensions: tuple[str, ...], seats: int
) -> None:
    rules = compose(game, *extensions, seats=seats)
    played = check_game(rules, 7)

    end = replay(rules, 7, played)

    assert rules.digest(end) == rules.digest(played.state)


def test_a_game_that_was_changed_is_another_one_when_played_again(nim_rules: Rules) -> None:
    played = check_game(nim_rules, 7)
    played.digests[5] = bytes(32)

    with pytest.raises(ConformanceError, match="decision 5: another position when played again"):
        replay(nim_rules, 7, played)


def test_the_games_own_invariant_is_asked_after_each_step(nim_rules: Rules) -> None:
    asked: list[int] = []

    def invariant(s: State) -> None:
        asked.append(heap(s).left)
        assert heap(s).left + sum(heap(s).taken) == 12

    check_game(nim_rules, 1, invariant=invariant)

    assert asked[0] == 12
    assert asked[-1] == 0


def test_an_invariant_that_does_not_hold_stops_the_game(nim_rules: Rules) -> None:
    def invariant(s: State) -> None:
        raise ConformanceError("things are lost")

    with pytest.raises(ConformanceError, match="things are lost"):
        check_game(nim_rules, 1, invariant=invariant)


def test_a_claim_that_everybody_has_seen_needs_no_opening() -> None:
    def opens(s: State) -> tuple[Request, ...]:
        hidden = s.cards().hidden(s.seat)
        return (Open((hidden[0],)),) if hidden else ()

    def legal(s: State) -> list[Action]:
        shown = sorted({*s.cards().hands[s.seat]} - {*s.cards().hidden(s.seat)})
        return [Action("tiny.go", (i,), ((i, s.face(i)),)) for i in shown]

    def turn(rules: RulesBuilder) -> None:
        rules.phase(Phase("opens", ask=opens))
        cheaters.acts(legal=legal)(rules)

    rules = loaded(cheaters.hands(turn)).compose(Setup("tiny", 2))

    assert any(action.claims for _, action in check_game(rules, 1).actions)


def test_a_card_of_another_hand_that_was_shown_may_be_claimed() -> None:
    assert any(action.claims for _, action in check_game(stealing_rules(), 1).actions)


# games that do not


CHEATERS = [
    (cheaters.sees_other_hands, "seat 0 sees other choices than there are: they depend on faces"),
    (
        cheaters.scores_by_a_face,
        "go: in the eyes of seat 1 the rules fail with TypeError: .*is None",
    ),
    (cheaters.notes_a_face, "to seat 1 the public state is another one: it depends on a face"),
    (cheaters.skips_on_a_face, "who acts and what comes next may depend on public facts only"),
    (cheaters.hides_nothing_public, "'go' is hidden: its list must never be empty"),
    (
        cheaters.forgets_the_claim,
        "refuses what seat . chose .*depends on a face that is not claimed",
    ),
    (cheaters.never_opens, "a claimed card was not opened before the next decision"),
    (cheaters.routes_by_a_face, "what comes next may depend on public facts only"),
    (cheaters.asks_by_a_face, "dice: what is asked for depends on a face"),
    (cheaters.ranks_by_a_face, "seat 0 sees another ranking: a tie-break depends on a face"),
    (cheaters.projects_a_face, "go: in the eyes of seat . the rules fail with TypeError"),
    (cheaters.keeps_a_set, "tiny.names: set has no plain form"),
    (
        cheaters.shares_data,
        r"AT \(clone\): tiny.go: clone\(\) shares data with tiny: copy",
    ),
    (
        cheaters.shares_what_an_answer_changes,
        r"AT \(clone\): roll: clone\(\) shares data with tiny: copy",
    ),
    (
        cheaters.loses_what_was_chosen_while_it_waits,
        r"AT \(clone\): clone\(\) loses lines: give the copy every field",
    ),
    (
        cheaters.loses_what_is_cached,
        r"AT \(note\): roll: played on a copy, it leaves other choices: let clone\(\) copy",
    ),
    (
        cheaters.answers_by_the_log,
        r"AT \(note\): roll: played twice, it leads to different positions",
    ),
    (cheaters.forgets_the_cache, "a cached field does not follow from the others"),
    (
        cheaters.adds_points_in_secret,
        r"AT \(effect\): go: the scores are \[5, 0\], those reported add up to \[0, 0\]",
    ),
    (cheaters.sums_up_wrongly, "luck: 5 points, but the terms add up to 4"),
    (cheaters.reports_objects, "the event tiny.x is no plain data"),
    (
        cheaters.lists_twice,
        r"AT \(<lambda>\): go: an action is listed twice \(.*\): list each",
    ),
    (cheaters.offers_objects, "cannot be sent: a value of type float"),
    (cheaters.accepts_less_than_it_lists, "go: .*is not accepted"),
    (cheaters.accepts_anything, "tiny.other.*is accepted, no such kind is listed"),
    (
        cheaters.accepts_by_a_face,
        "go: seat 1 judges .* in another way: judge by what all know",
    ),
    (
        cheaters.reads_a_claimed_face_by_name,
        r"AT \(effect\): go: in the eyes of seat 1 the rules fail with AttributeError",
    ),
    (cheaters.changes_what_it_judges, "go: judging an action changes the position"),
    (
        cheaters.stumbles,
        r"AT \(<lambda>\): go: the rules fail with IndexError",
    ),
    (cheaters.offers_nothing_together, "go: nothing is legal for seat 1"),
    (
        cheaters.hides_what_it_does_not_mark,
        r"AT \(legal\): go: what can be chosen depends on faces that not all know: say so",
    ),
    (cheaters.sees_what_others_chose_together, "go: seat 1 has other choices once another seat"),
    (cheaters.remembers_outside, "tiny.go: played twice, it leads to different positions"),
    (
        cheaters.reads_a_file,
        r"AT \(effect\): the rules open a file \(.*\): read data once",
    ),
    (
        cheaters.calls_home,
        r"AT \(effect\): the rules make a socket: rules know only the state",
    ),
    (cheaters.opens_what_is_not_there, "what cannot be dealt: there is no item"),
    (
        cheaters.never_ends,
        r"after 500 decisions the game is not over, it is at 'go': see that rules.finished",
    ),
    (cheaters.asks_for_ever, "roll: the rules ask for ever"),
]


@pytest.mark.parametrize(
    ("cheater", "sentence"), CHEATERS, ids=[make.__name__ for make, _ in CHEATERS]
)
def test_a_game_that_breaks_the_contract_is_told_how(
    cheater: Callable[[], ModuleType], sentence: str
) -> None:
    rules = loaded(cheater()).compose(Setup("tiny", 2, (), (("seating", "listed"),)))

    with pytest.raises(ConformanceError, match=sentence.replace("AT ", r"cheaters.py:\d+ ")):
        check_games(rules)


def check_games(rules: Rules) -> None:
    for seed in range(5):
        check_game(rules, seed, max_steps=500)


def test_a_game_that_may_go_on_for_ever_is_checked_for_a_while() -> None:
    rules = loaded(cheaters.never_ends()).compose(Setup("tiny", 2, (), (("seating", "listed"),)))

    played = check_game(rules, 1, max_steps=50, must_end=False)

    assert len(played.actions) == 50
    assert not played.state.over
    assert rules.digest(replay(rules, 1, played)) == rules.digest(played.state)


def test_every_cheater_is_tried() -> None:
    makers = {
        name
        for name, value in vars(cheaters).items()
        if getattr(value, "__module__", "") == cheaters.__name__
        and getattr(value, "__annotations__", {}).get("return") == "ModuleType"
    } - {"hands", "public"}

    assert {make.__name__ for make, _ in CHEATERS} == makers


# the rest of the kit


def test_a_refusal_has_a_reason_and_changes_nothing(nim_rules: Rules) -> None:
    s = nim_rules.new()

    assert check_refusal(nim_rules, s, Action("nim.take", (99,))) == "only 12 are left"
    with pytest.raises(ConformanceError, match="was accepted"):
        check_refusal(nim_rules, s, Action("nim.say", ("ann",)))


def test_positions_are_counted_by_depth(nim_rules: Rules) -> None:
    counts = [count_positions(nim_rules, nim_rules.new(), depth, b"") for depth in range(6)]

    assert counts == [1, 2, 4, 12, 36, 108]


def test_counting_asks_the_dealer_on_the_way(card_rules: Rules) -> None:
    s = card_rules.new()
    card_rules.settle(s, LocalDealer(bytes(32)))

    assert count_positions(card_rules, s, 1, bytes(32)) == len(card_rules.legal(s)) == 4


def test_a_slice_is_made_again_with_its_cached_fields(nim_rules: Rules) -> None:
    part = heap(nim_rules.new())

    again = restore(nim_rules, part)

    assert again == part
    assert again is not part


def test_a_game_that_was_not_played_has_no_end() -> None:
    with pytest.raises(ConformanceError, match="the game was not played"):
        _ = Played().state


def test_a_solitaire_passes() -> None:
    def turn(rules: RulesBuilder) -> None:
        rules.phase(Phase("go", lambda s: [Action("tiny.go")]))
        rules.action("tiny.go", no_effect)

    assert check_game(composed(turn), 1).state.turn == 4


def test_a_game_that_asks_chance_more_often_than_peers_can_answer_is_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def turn(rules: RulesBuilder) -> None:
        rules.phase(Phase("go", lambda s: [Action("tiny.go")], ask=lambda s: (Roll(6),)))
        rules.action("tiny.go", no_effect)

    rules = loaded(game(turn)).compose(Setup("tiny", 2))
    monkeypatch.setattr("bastide.core.testing.MAX_ROLLS", 3)

    with pytest.raises(
        ConformanceError, match=r"chance answers \d times .* it can 3 times: ask tog"
    ):
        check_game(rules, 1)
    check_game(rules, 1, must_end=False)
