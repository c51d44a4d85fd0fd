"""Giving up (R46): who does has lost at once, and nobody does it by chance or by mistake."""

from __future__ import annotations

from itertools import islice

import pytest

from bastide.core.dealer import LocalDealer
from bastide.core.errors import IllegalAction
from bastide.core.events import Action, Plain
from bastide.core.screen import Cursor
from bastide.plugins.settlers.bots import bots
from bastide.plugins.settlers.giving_up import GAVE_UP, GIVE_UP_ACTION, giving_up
from tests.plugins.settlers.look.seat import (
    command_of,
    decisions,
    pressed,
    screen_in,
    told,
    view_of,
)
from tests.plugins.settlers.look.stand import NAMES, look_of
from tests.plugins.settlers.tables import BEFORE, Table, compose, side, table
from tests.plugins.settlers.test_games import SOME, again

RW, RB = 0, 1
LEADER = side(cities=(1, -1), sites="colossus 1U1, church 1L1")


def asked(t: Table, line: str = "give up", language: str = "en") -> Cursor | Action | str:
    """Return what a typed line means to the seat to act."""
    s = view_of(t)
    return screen_in(language).parse(s, s.seat, pressed(screen_in(language), s), line.split())


def given_up(t: Table, language: str = "en") -> Cursor:
    """Return the cursor of who has typed that it gives up."""
    found = asked(t, "give up", language)
    assert isinstance(found, Cursor)
    return found


# the rules


@pytest.mark.parametrize(("turn_of", "loser"), [("RW", RW), ("RB", RB)])
def test_who_gives_up_has_lost_at_once_whatever_the_points(turn_of: str, loser: int) -> None:
    sides = (LEADER, side()) if loser == RW else (side(), LEADER)
    t = table(*sides, turn_of=turn_of)
    assert t.all.scores[loser] > t.all.scores[1 - loser]

    t.play(giving_up(loser))

    assert t.over
    assert t.rules.ranking(t.all) == [(1, 1 - loser), (2, loser)]
    assert t.rules.is_judged(t.all)
    assert [(each.kind, each.data) for each in t.events] == [(GAVE_UP, (loser, 1 - loser))]


def test_it_is_accepted_and_never_listed() -> None:
    t = table()
    assert t.rules.accepts(t.all, giving_up(RW))
    assert giving_up(RW) not in t.listed()


def test_nobody_gives_up_for_the_other_seat() -> None:
    t = table()
    for seat, said in ((RB, "another seat's decision"), (RW, "the seat that decides")):
        with pytest.raises(IllegalAction, match=said):
            t.rules.check(t.all, giving_up(RB), seat)


def test_nobody_gives_up_before_the_dice_or_after_the_main_phase() -> None:
    said = "you can give up in your main phase only, once the dice are rolled"
    for t in (table(phase=BEFORE), table(phase="complete")):
        assert t.why_not("give_up 0 1").endswith(said)


def test_nobody_gives_up_while_a_played_card_still_has_effect() -> None:
    t = table(side("1 1 1 1 1 1", hand="caravan")).do("play caravan")
    assert t.phase == "swap"
    assert not t.may("give_up 0 1")


@pytest.mark.parametrize("data", [(), (0,), (0, 0), (1, 0), (False, True), ("0", "1"), (0, 1, 0)])
def test_other_data_end_no_game(data: tuple[Plain, ...]) -> None:
    t = table()
    with pytest.raises(IllegalAction):
        t.rules.check(t.all, Action(GIVE_UP_ACTION, data))


def test_a_game_that_was_given_up_plays_out_the_same_again() -> None:
    rules, s, dealer = compose(), compose().new(), LocalDealer((5).to_bytes(4, "big"))
    actions: list[Action] = []
    rules.settle(s, dealer)
    while not s.over:
        is_time = s.phase == "main" and s.turn == 3
        actions.append(giving_up(s.seat) if is_time else rules.legal(s)[0])
        s = rules.step(s, actions[-1])
        rules.settle(s, dealer)

    after = again(rules, 5, actions)
    assert rules.digest(after) == rules.digest(s)
    assert rules.ranking(after) == rules.ranking(s) == [(1, 1 - s.seat), (2, s.seat)]


def test_the_games_own_bot_does_not_give_up_when_it_is_far_behind() -> None:
    t = table(side("0 0 0 0 0 0"), LEADER)
    for bot in bots():
        action = bot.make(t.rules, RW, 1)(view_of(t))
        assert action.kind != GIVE_UP_ACTION


def test_a_random_game_never_lists_it() -> None:
    for _, legal in islice(decisions(1), SOME):
        assert all(action.kind != GIVE_UP_ACTION for action in legal)


# the screen


@pytest.mark.parametrize(
    ("language", "line", "said"),
    [
        ("en", "give up", "You give up: Blaise wins. Enter confirms."),
        ("fr", "abandonner la partie", "Vous abandonnez\u202f: Blaise gagne. Entrée valide."),
    ],
)
def test_it_is_typed_and_enter_confirms_it(language: str, line: str, said: str) -> None:
    t = table()
    screen, s, cursor = screen_in(language), view_of(t), asked(t, line, language)
    assert isinstance(cursor, Cursor)
    assert screen.hint(s, RW, cursor)[1] == said
    assert screen.chosen(s, RW, cursor) == giving_up(RW)
    assert line in [each for each, _ in screen.usage()]
    assert command_of(screen.at(s, RW), giving_up(RW), language) == line


@pytest.mark.parametrize("key", ["escape", "up", "tab", "w"])
def test_any_other_key_plays_on(key: str) -> None:
    t = table()
    screen, s = screen_in(), view_of(t)
    cursor = screen.move(s, RW, given_up(t), key)
    assert screen.chosen(s, RW, cursor) != giving_up(RW)
    assert "give up" not in screen.hint(s, RW, cursor)[1]


@pytest.mark.parametrize("at", [(0, 0), (20, 5), (40, 15), (40, 16)])
def test_no_click_confirms_it(at: tuple[int, int]) -> None:
    """A click that leaves the cursor as it was would mean Enter."""
    t, size = table(), (84, 31)
    screen, s, cursor = screen_in(), view_of(t), given_up(t)
    assert screen.point(s, RW, cursor, *at, size, look_of()) != cursor


def test_the_line_says_when_it_is_possible() -> None:
    t = table(phase=BEFORE)
    assert asked(t) == "You can give up in your main phase only, once the dice are rolled."
    s = t.views[RB]
    assert screen_in().parse(s, RB, Cursor(), ["give", "up"]) == "It is not your turn."


@pytest.mark.parametrize(("language", "said"), [("en", "Ada gives up."), ("fr", "Ada abandonne.")])
def test_the_log_and_the_end_say_who_gave_up(language: str, said: str) -> None:
    t = table(LEADER)
    t.play(giving_up(RW))
    screen = screen_in(language)
    screen.board_text(t.all, RW, look_of())
    assert told(screen, t.all, t.events) == [said]
    assert screen.say(t.all, giving_up(RW), NAMES) == ""
    assert screen.ending(t.all).why == said
