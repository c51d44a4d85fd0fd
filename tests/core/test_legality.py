from __future__ import annotations

import pytest

from bastide.core.builder import Phase, RulesBuilder
from bastide.core.chance import Roll
from bastide.core.events import Action
from bastide.core.messages import Message
from bastide.core.rules import IllegalAction, Rules
from tests.core.games import composed
from tests.core.nim import TAKE_2, begun, heap


def test_a_listed_action_is_legal(nim_rules: Rules) -> None:
    s = begun(nim_rules)

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
        nim_rules.step(begun(nim_rules), Action("nim.take", (13,)))

    assert caught.value.why == Message("only {n} are left", (("n", 12),))
    assert caught.value.action == Action("nim.take", (13,))


@pytest.mark.parametrize("data", [(), (1, 2), ("x",), (None,), (b"", ()), ((1,),)])
@pytest.mark.parametrize("kind", ["nim.take", "nim.say", "nim.nothing", ""])
def test_whatever_is_sent_is_refused_and_never_raises(
    nim_rules: Rules, kind: str, data: tuple[int, ...]
) -> None:
    if (kind, data) == ("nim.say", ("x",)):
        return
    for s in (nim_rules.new(), begun(nim_rules)):
        with pytest.raises(IllegalAction):
            nim_rules.check(s, Action(kind, data))


def test_true_is_not_one(nim_rules: Rules) -> None:
    with pytest.raises(IllegalAction):
        nim_rules.check(begun(nim_rules), Action("nim.take", (True,)))


def test_a_check_leaves_the_position_alone(nim_rules: Rules) -> None:
    s = begun(nim_rules)
    before = nim_rules.digest(s)

    checked = nim_rules.check(s, TAKE_2)

    assert checked is not s
    assert nim_rules.digest(s) == nim_rules.digest(checked) == before


def test_it_must_be_that_seats_decision(nim_rules: Rules) -> None:
    s = begun(nim_rules)

    assert nim_rules.legal_for(s, 1) == []
    with pytest.raises(IllegalAction, match="another seat's decision"):
        nim_rules.check(s, TAKE_2, 1)


def test_nothing_is_legal_when_the_game_is_over(nim_rules: Rules) -> None:
    s = begun(nim_rules)
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
