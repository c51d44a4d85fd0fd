"""What somebody sees who plays for the first time: in the set-up and in first turns."""

from __future__ import annotations

import pytest

from bastide.core.chance import Answer
from bastide.core.messages import English
from bastide.core.screen import Cursor
from bastide.core.state import State
from bastide.plugins.settlers.look import guide
from bastide.plugins.settlers.look.sums import sums
from tests.plugins.settlers.look.seat import pressed, screen_in, told, view_of
from tests.plugins.settlers.look.stand import NAMES, Stand, lines_of, look_of
from tests.plugins.settlers.tables import compose, side, table
from tests.plugins.settlers.test_event_cards import drawn


def arranging() -> State:
    """Return the first decision, as the first seat sees it."""
    rules = compose()
    s = rules.new()
    rules.answer(s, (Answer((0, 1)),))
    return s.view(0)


def hints_after(*keys: str) -> tuple[str, str]:
    """Return both hint lines of the first decision after keys."""
    s = arranging()
    return screen_in().hint(s, 0, pressed(screen_in(), s, *keys))


def painted(s: State, size: tuple[int, int]) -> str:
    """Return the board pane of a position."""
    return lines_of(Stand(screen_in().at(s, 0).s, 0, {}), size, look_of("none", "unicode"))


def test_points_are_the_same_in_the_panel_and_as_a_sum_from_the_start() -> None:
    s = arranging()
    assert s.scores == [2, 2]
    assert sums(s, 0, English(), NAMES)[0] == "Ada: 2 of 12 points"


def test_piles_are_not_counted_before_they_are_dealt() -> None:
    s = arranging()
    assert "1:0" not in painted(s, (56, 19))
    assert "The draw piles are dealt next." in painted(s, (56, 19))
    assert "The draw piles are dealt next." in screen_in().board_text(s, 0, look_of())


def test_every_resource_is_written_in_full_at_80_columns() -> None:
    shown = painted(arranging(), (56, 19))
    assert all(word in shown for word in ("brick", "grain", "lumber", "ore", "wool", "gold"))


def test_the_first_hints_say_what_each_key_does_and_why() -> None:
    first, second = hints_after()
    assert first == "Arrows: to a region. r: pick it up; r on another swaps. e: keep them so."
    assert second.startswith("Why?")


def test_swapping_is_told_step_by_step() -> None:
    assert hints_after("r")[1] == "r picks up a region: first go to one with the arrows."
    assert hints_after("down")[1].endswith("r picks it up.")
    assert hints_after("down", "r")[1].endswith("It is picked up; r puts it down.")
    assert hints_after("down", "r", "right")[1].startswith("r swaps ")


@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_first_hints_fit_into_80_columns(language: str) -> None:
    s, screen = arranging(), screen_in(language)
    for keys in ((), ("r",), ("down",), ("down", "r"), ("down", "r", "right")):
        assert max(map(len, screen.hint(s, 0, pressed(screen, s, *keys)))) <= 78


def test_before_the_roll_no_word_is_left_of_the_last_event() -> None:
    t = drawn("progress")
    assert "Nobody has an abbey or a library." in painted(t.views[0], (56, 19))
    t.realm.number = 0
    assert "Nobody has an abbey or a library." not in painted(t.all.view(0), (56, 19))


# help


def test_help_of_a_step_has_its_own_keys_alone() -> None:
    step = screen_in().step_help(arranging(), 0, Cursor())
    assert [key.key for key in step.keys] == ["arrows", "r", "e"]
    assert step.sentences


def test_help_of_each_phase_names_keys_that_there_are() -> None:
    known = {key.key for key in guide.keys(English())} | {"arrows"}
    s, screen = view_of(table(side("3 3 3 3 3 3"))), screen_in()
    step = screen.step_help(s, s.seat, Cursor())
    assert {"w", "s", "y", "t", "o", "e"} <= {key.key for key in step.keys} <= known
    assert all(key.title for key in step.keys)


# the log


def test_a_drawn_card_is_named_in_the_log_of_its_owner_alone() -> None:
    t = table(side(), piles={1: "abbey"})
    t.do("done", "draw 1")
    screen = screen_in()
    drew = next(event for event in t.events if event.kind == "settlers.drew")
    assert screen.say(t.views[0], drew, NAMES) == "Ada draws Abbey (pile 1)."
    assert screen.say(t.views[1], drew, NAMES) == "Ada draws from pile 1."
    assert screen.say(t.all.view(-1), drew, NAMES) == "Ada draws from pile 1."


def test_the_log_claims_no_gain_of_progress_where_nobody_gains() -> None:
    t = drawn("progress")
    said = [line for line in told(screen_in(), t.all, t.events) if "Progress" in line]
    assert said == [
        "Ada draws Progress. +1 for each abbey and library.",
        "Ada gains nothing (Progress).",
        "Blaise gains nothing (Progress).",
    ]
