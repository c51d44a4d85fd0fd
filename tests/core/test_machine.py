"""The order of everything, and what goes wrong when rules never stop."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from bastide.core.builder import GAME_END, TURN_END, TURN_START, Phase, RulesBuilder, RulesError
from bastide.core.chance import Answer, Pick, Roll, Shuffle
from bastide.core.dealer import LocalDealer
from bastide.core.events import Action, Event
from bastide.core.plugins import Setup
from bastide.core.rules import Rules
from bastide.core.state import State
from tests.core.games import composed, game, loaded, no_effect

GO = Action("tiny.go")


def one_go(rules: RulesBuilder) -> None:
    rules.phase(Phase("go", lambda s: [GO]))
    rules.action("tiny.go", no_effect)


def play(rules: Rules, moves: int) -> State:
    """Play so many decisions, the first legal one each time; chance comes from a fixed seed."""
    s, dealer = rules.new(), LocalDealer(bytes(32))
    for _ in range(moves):
        rules.settle(s, dealer)
        rules.apply(s, rules.legal(s)[0])
    return s


class Diary:
    """Notes who is called, in order."""

    def __init__(self) -> None:
        self.lines: list[str] = []

    def note(self, line: str) -> Callable[[State], None]:
        return lambda s: self.lines.append(line)

    def noted(self, line: str, value: object) -> Callable[..., Any]:
        def call(*_: object) -> object:
            self.lines.append(line)
            return value

        return call


# the order of everything


def diary_game(diary: Diary) -> Rules:
    def turn(rules: RulesBuilder) -> None:
        rules.on_setup(diary.note("setup"))
        rules.stage("first", first_seats)
        rules.phase(Phase("early", enter=(diary.note("early"),)), stage="first")
        roll = Phase(
            "roll",
            enter=(diary.note("enter"),),
            ask=diary.noted("ask", (Roll(6),)),
            answer=diary.noted("answer", None),
            legal=diary.noted("legal", [GO]),
        )
        rules.phase(roll)
        rules.action("tiny.go", diary.noted("effect", None))
        rules.after("tiny.go", diary.noted("reaction", None))
        rules.route("roll", lambda following, s: (diary.lines.append("route"), following)[1])
        rules.end_turn(diary.note("end of turn"))

    def first_seats(s: State, n: int) -> int | None:
        diary.lines.append(f"first {n}")
        return 0 if n == 0 else None

    def scoring(rules: RulesBuilder) -> None:
        rules.turn_score(diary.note("turn score"))
        rules.final_score(diary.note("final score"))
        rules.finished(diary.noted("finished?", True))
        rules.ends_now(diary.noted("now?", False))

    return composed(turn, scoring=scoring)


def test_everything_happens_in_the_order_of_the_contract() -> None:
    diary = Diary()
    rules = diary_game(diary)
    diary.lines.clear()

    s = rules.new()
    rules.settle(s, LocalDealer(bytes(32)))
    rules.apply(s, GO)

    opening = ["setup", "first 0", "early", "now?", "turn score", "now?", "end of turn", "first 1"]
    asked = ["enter", "now?", "ask", "answer", "now?", "legal"]
    played = ["effect", "reaction", "now?", "route", "turn score", "now?"]
    ended = ["end of turn", "finished?", "final score"]
    assert diary.lines == opening + asked + played + ended
    assert s.over


def test_the_turn_order_is_drawn_before_the_first_stage_opens() -> None:
    diary = Diary()
    rules = composed(
        lambda rules: rules.phase(Phase("go", enter=(diary.note("enter"),), legal=lambda s: [GO])),
        seats=3,
        seating="drawn",
    )

    s = rules.new()
    assert not rules.seated(s)
    assert diary.lines == []
    rules.answer(s, (Answer((2, 0, 1)),))

    assert rules.seated(s)
    assert s.seating == (2, 0, 1)
    assert diary.lines == ["enter"]


def test_seats_play_in_turn() -> None:
    rules = composed(one_go, seats=3)

    assert [play(rules, n).turn_seat for n in range(4)] == [0, 1, 2, 0]


def test_a_stage_says_who_is_next_and_when_it_is_over() -> None:
    def turn(rules: RulesBuilder) -> None:
        rules.stage("snake", lambda s, n: (0, 1, 1, 0, None)[n])
        rules.phase(Phase("pick", lambda s: [GO]), stage="snake")
        one_go(rules)

    rules = composed(turn)
    states = [play(rules, n) for n in range(5)]

    assert [s.turn_seat for s in states] == [0, 1, 1, 0, 0]
    assert [rules.stage(s) for s in states] == ["snake"] * 4 + ["main"]
    assert [s.stage_turn for s in states] == [0, 1, 2, 3, 0]
    assert [s.turn for s in states] == [0, 1, 2, 3, 4]


def test_a_stage_without_a_turn_is_passed_over() -> None:
    def turn(rules: RulesBuilder) -> None:
        rules.stage("never", lambda s, n: None)
        one_go(rules)

    rules = composed(turn)

    assert rules.stage(rules.new()) == "main"


def test_finished_ends_the_main_stage_and_the_next_opens() -> None:
    def turn(rules: RulesBuilder) -> None:
        rules.stage("main")
        rules.stage("closing", lambda s, n: n if n < 2 else None)
        one_go(rules)
        rules.phase(Phase("last", lambda s: [GO]), stage="closing")

    rules = composed(turn, scoring=lambda rules: rules.finished(lambda s: s.turn == 3))

    assert [rules.stage(play(rules, n)) for n in range(5)] == ["main"] * 3 + ["closing"] * 2
    assert play(rules, 5).over


def test_finished_is_not_asked_in_other_stages() -> None:
    def turn(rules: RulesBuilder) -> None:
        rules.stage("opening", lambda s, n: 0 if n < 3 else None)
        rules.phase(Phase("early", lambda s: [GO]), stage="opening")
        one_go(rules)

    rules = composed(turn, scoring=lambda rules: rules.finished(lambda s: True))

    assert [play(rules, n).over for n in range(5)] == [False] * 4 + [True]


# phases


def test_a_phase_without_decision_or_request_runs_by_itself() -> None:
    diary = Diary()

    def turn(rules: RulesBuilder) -> None:
        rules.phase(Phase("auto", enter=(diary.note("auto"),)))
        one_go(rules)

    s = composed(turn).new()

    assert (s.phase, diary.lines) == ("go", ["auto"])


def test_on_arrival_the_seat_is_the_one_whose_turn_it_is() -> None:
    seen: list[int] = []

    def turn(rules: RulesBuilder) -> None:
        rules.phase(Phase("react", lambda s: [GO], actor=lambda s: 1 - s.turn_seat))
        rules.phase(Phase("auto", enter=(lambda s: seen.append(s.seat),)))
        rules.action("tiny.go", no_effect)

    rules = composed(turn)

    assert [play(rules, n).seat for n in range(3)] == [1, 0, 1]
    assert set(seen) == {0, 1}
    assert seen[:2] == [0, 0]


def test_a_public_phase_with_nothing_to_choose_is_skipped_and_told() -> None:
    def turn(rules: RulesBuilder) -> None:
        rules.phase(Phase("none", lambda s: []))
        one_go(rules)

    s = composed(turn).new()

    assert s.phase == "go"
    assert s.events == [Event("core", "skip", (0, "none"))]


def test_a_phase_with_a_judge_is_not_skipped() -> None:
    rules = composed(lambda rules: rules.phase(Phase("say", lambda s: [], lambda s, a: True)))

    s = rules.new()

    assert s.phase == "say"
    assert rules.open_ended(s)


def test_a_hidden_phase_must_offer_something() -> None:
    rules = composed(lambda rules: rules.phase(Phase("play", lambda s: [], hidden=True)))

    with pytest.raises(RulesError, match="'play' is hidden: its list must never be empty"):
        rules.legal(rules.new())


def test_a_phase_says_whether_its_choices_are_hidden() -> None:
    def turn(rules: RulesBuilder) -> None:
        rules.phase(Phase("play", lambda s: [GO], hidden=True))
        rules.phase(Phase("go", lambda s: [GO]))
        rules.action("tiny.go", no_effect)

    rules = composed(turn)

    assert [rules.hidden(play(rules, n)) for n in range(2)] == [True, False]


def test_nothing_to_ask_goes_straight_on() -> None:
    def turn(rules: RulesBuilder) -> None:
        rules.phase(Phase("ask", ask=lambda s: (), answer=lambda s, answers: s.emit("t", "t.x")))
        one_go(rules)

    s = composed(turn).new()

    assert (s.phase, s.events, s.waiting) == ("go", [], ())


def test_while_the_dealer_is_asked_nothing_is_legal() -> None:
    rules = composed(
        lambda rules: rules.phase(Phase("both", lambda s: [GO], ask=lambda s: (Roll(6),)))
    )

    s = rules.new()
    assert s.waiting == (Roll(6),)
    assert rules.legal(s) == []
    rules.answer(s, (Answer(4),))

    assert rules.legal(s) == [GO]


def test_an_answer_to_nothing_is_a_fault() -> None:
    rules = composed(one_go)

    with pytest.raises(RulesError, match="nothing was asked"):
        rules.answer(rules.new(), (Answer(1),))


def test_a_table_that_hides_no_cards_deals_none() -> None:
    def turn(rules: RulesBuilder) -> None:
        rules.phase(Phase("deal", ask=lambda s: (Shuffle("deck", (1, 2)),)))

    open_game = loaded(game(turn, hidden=False))

    with pytest.raises(RulesError, match="deal: Shuffle deals hidden cards"):
        open_game.compose(Setup("tiny", 2, (), (("seating", "listed"),))).new()


def test_requests_asked_together_need_different_labels() -> None:
    rules = composed(lambda rules: rules.phase(Phase("ask", ask=lambda s: (Roll(6), Roll(6)))))

    with pytest.raises(RulesError, match="different labels"):
        rules.new()


# routes


def routed(target: str, times: int = 1) -> Rules:
    left = [times]

    def leap(following: str, s: State) -> str:
        left[0] -= 1
        return target if left[0] >= 0 else following

    def turn(rules: RulesBuilder) -> None:
        rules.phase(Phase("one", lambda s: [GO]))
        rules.phase(Phase("two", lambda s: [GO]))
        rules.action("tiny.go", no_effect)
        rules.route("one", leap)

    return composed(turn)


@pytest.mark.parametrize(
    ("target", "phase", "turn"),
    [(TURN_START, "one", 0), (TURN_END, "one", 1), ("score", "one", 1), ("two", "two", 0)],
)
def test_a_route_chooses_what_follows(target: str, phase: str, turn: int) -> None:
    s = play(routed(target), 1)

    assert (s.phase, s.turn) == (phase, turn)


def test_a_route_may_end_the_game() -> None:
    assert play(routed(GAME_END), 1).over


def test_a_route_to_nowhere_names_both_ends() -> None:
    with pytest.raises(RulesError, match="leads from 'one' to 'elsewhere'"):
        play(routed("elsewhere"), 1)


def test_routes_pass_their_choice_along() -> None:
    seen: list[str] = []

    def turn(rules: RulesBuilder) -> None:
        one_go(rules)
        rules.phase(Phase("later", lambda s: [GO]))
        rules.route("go", lambda following, s: TURN_END)
        rules.route("go", lambda following, s: (seen.append(following), "later")[1])

    assert play(composed(turn), 1).phase == "later"
    assert seen == [TURN_END]


# what never stops


def test_phases_that_never_stop_are_a_fault() -> None:
    def turn(rules: RulesBuilder) -> None:
        rules.phase(Phase("spin"))
        rules.route("spin", lambda following, s: "spin")

    with pytest.raises(RulesError, match="'spin' goes on for ever"):
        composed(turn).new()


def test_turns_without_a_decision_are_a_fault() -> None:
    rules = composed(
        lambda rules: rules.phase(Phase("idle")),
        scoring=lambda rules: rules.finished(lambda s: False),
    )

    with pytest.raises(RulesError, match="goes on for ever: nobody can act, nothing ends"):
        rules.new()


def test_requests_that_never_stop_are_a_fault() -> None:
    rules = composed(
        lambda rules: rules.phase(Phase("draw", ask=lambda s: (Pick((1, 2)),))),
        scoring=lambda rules: rules.finished(lambda s: False),
    )
    s = rules.new()

    with pytest.raises(RulesError, match="'draw' asks for ever"):
        rules.settle(s, LocalDealer(bytes(32)))


# the end


def ended(test: Callable[[State], bool]) -> Rules:
    def scoring(rules: RulesBuilder) -> None:
        rules.ends_now(test)
        rules.final_score(lambda s: s.emit("tiny", "tiny.final"))

    def turn(rules: RulesBuilder) -> None:
        rules.phase(Phase("roll", ask=lambda s: (Roll(6),), answer=lambda s, a: s.emit("t", "r")))
        rules.phase(Phase("go", lambda s: [GO]))
        rules.action("tiny.go", lambda s, a: s.emit("tiny", "tiny.went"))
        rules.phase(Phase("auto", enter=(lambda s: s.emit("t", "auto"),)))
        rules.phase(Phase("late", lambda s: [GO]))

    return composed(turn, scoring=scoring)


@pytest.mark.parametrize(("kind", "phase"), [("r", "roll"), ("tiny.went", "go"), ("auto", "auto")])
def test_the_game_can_end_at_once(kind: str, phase: str) -> None:
    rules = ended(lambda s: any(event.kind == kind for event in s.events))

    s, dealer = rules.new(), LocalDealer(bytes(32))
    rules.settle(s, dealer)
    if not s.over:
        rules.apply(s, GO)

    assert s.over
    assert s.phase == phase
    assert s.events[-1].kind == "tiny.final"
    assert (rules.legal(s), s.waiting) == ([], ())


def test_the_final_score_is_counted_once() -> None:
    s = play(routed(GAME_END), 1)
    finals = [event for event in s.events if event.kind == "tiny.final"]
    s = ended(lambda s: s.phase == "go").new()

    assert finals == []
    assert s.waiting
    assert [e.kind for e in s.events] == []


# together


def guesses() -> Rules:
    """Return a game in which both choose unseen, then the effects run in turn order."""

    def turn(rules: RulesBuilder) -> None:
        actions = [Action("tiny.say", (n,)) for n in range(3)]
        rules.phase(Phase("say", lambda s: actions[s.seat :], together=True))
        rules.action("tiny.say", lambda s, a: s.emit("tiny", "tiny.said", s.seat, *a.data))

    return composed(turn, seats=3)


def test_choices_made_together_take_effect_in_turn_order() -> None:
    rules = guesses()
    s = rules.new()

    assert rules.together(s)
    rules.apply(s, Action("tiny.say", (2,)), 2)
    rules.apply(s, Action("tiny.say", (0,)), 0)
    assert (s.events, s.seat, sorted(s.sealed)) == ([], 1, [0, 2])
    rules.apply(s, Action("tiny.say", (1,)), 1)

    assert [event.data for event in s.events] == [(0, 0), (1, 1), (2, 2)]
    assert s.sealed == {}
    assert s.turn == 1


def test_each_seat_has_a_list_of_its_own_in_a_phase_played_together() -> None:
    rules = guesses()
    s = rules.new()

    assert [len(rules.legal_for(s, seat)) for seat in range(3)] == [3, 2, 1]
    rules.apply(s, Action("tiny.say", (1,)), 1)

    assert [len(rules.legal_for(s, seat)) for seat in range(3)] == [3, 0, 1]
