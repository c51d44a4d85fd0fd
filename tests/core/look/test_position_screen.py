"""The screen of the plugin guide can be played on, and so can any that is made of parts."""

from __future__ import annotations

from dataclasses import replace
from typing import cast

import pytest

from bastide.core.events import Action, Event
from bastide.core.look.position import Position
from bastide.core.look.position_screen import Painter, PositionScreen
from bastide.core.screen import Cursor, Edges, Grid, Look, Remark
from bastide.core.state import PUBLIC, State

Screen = PositionScreen[Position]
LOOK = Look(names=("Ada", "Blaise"))


def test_the_board_and_the_hand_are_the_painters(heap_screen: Screen, s: State) -> None:
    grid = Grid(9, 1)

    heap_screen.paint(grid, s, 0, Cursor(choice=1), LOOK)
    heap_screen.paint_hand(Grid(1, 1), s, 0, Cursor(), LOOK)

    assert grid.lines() == ["1  2  3  "]
    assert grid.styles[0][3].bg == 0xFFD650 != grid.styles[0][6].bg
    assert heap_screen.zooms() == ["3x1"]
    assert heap_screen.board_text(s, 0, LOOK) == ["ooo"]
    assert heap_screen.near(s, ["1"]) == heap_screen.situation(s, 0, Cursor()) == ""


def test_a_painter_that_says_no_more_cuts_nothing_off(
    heap_screen: Screen, s: State, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also one that was written before there was anything to say."""

    class OldPainter:
        middle, narrow = (0, 0), False

    assert heap_screen.beyond(s, 0, Cursor(), (80, 24), LOOK) == Edges()
    parts = replace(heap_screen.parts, painter=cast("Painter[Position]", OldPainter()))
    monkeypatch.setattr(heap_screen, "parts", parts)
    assert heap_screen.beyond(s, 0, Cursor(), (80, 24), LOOK) == Edges()


def test_keys_numbers_and_words_choose(heap_screen: Screen, s: State) -> None:
    start = heap_screen.start(s, 0, Cursor(choice=7))

    assert start.choice == 0
    assert [heap_screen.move(s, 0, start, key).choice for key in ("down", "p")] == [1, 2]
    assert heap_screen.at_place(s, 0, start, 3).choice == 2
    assert heap_screen.at_place(s, 0, start, 4) == start
    assert heap_screen.parse(s, 0, start, ["2"]) == Cursor(choice=1)
    assert heap_screen.parse(s, 0, start, ["two"]) == "Type a number from 1 to 3."
    assert heap_screen.chosen(s, 0, Cursor(choice=2)) == Action("nim.take", (3,))
    assert heap_screen.point(s, 0, start, 0, 0, (9, 1), LOOK) == start
    assert heap_screen.point_hand(s, 0, start, 0, 0, (9, 1), LOOK) == start


def test_choices_are_said_and_told_by_number(heap_screen: Screen, s: State) -> None:
    places = heap_screen.places(s, 0, Cursor())

    assert [place.sentence for place in places] == [f"Takes {n} of the heap." for n in (1, 2, 3)]
    assert places == heap_screen.places(s, 0, Cursor())
    assert heap_screen.hint(s, 0, Cursor(choice=1))[1] == "Takes 2 of the heap."


def test_others_have_nothing_to_choose(heap_screen: Screen, s: State) -> None:
    for seat in (1, PUBLIC):
        assert heap_screen.places(s, seat, Cursor()) == []
        assert heap_screen.hint(s, seat, Cursor()) == ("", "")
        assert heap_screen.chosen(s, seat, Cursor()) == Remark("It is not your turn.")
        assert heap_screen.parse(s, seat, Cursor(), []) == "It is not your turn."
        assert heap_screen.at_place(s, seat, Cursor(), 1) == Cursor()


def test_what_no_part_tells_the_default_screen_tells(heap_screen: Screen, s: State) -> None:
    event = Event("core", "skip", (1, "take"))

    assert heap_screen.say(s, event, LOOK.names) == "Blaise has nothing to choose."


def test_what_is_said_before_anything_is_tried_refuses_nothing(
    heap_screen: Screen, s: State
) -> None:
    assert isinstance(heap_screen.chosen(s, PUBLIC, Cursor()), Remark)


def test_the_hand_of_a_replay_has_nothing_to_choose(
    heap_screen: Screen, s: State, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[bool] = []
    painter = heap_screen.parts.painter
    monkeypatch.setattr(painter, "hand", lambda grid, position, look: seen.append(position.mine))
    for look in (LOOK, LOOK._replace(idle=True)):
        heap_screen.paint_hand(Grid(1, 1), s, 0, Cursor(), look)
    assert seen == [True, False]
