from __future__ import annotations

import pytest

from bastide.cli.screens.layout import (
    LIST,
    NOWHERE,
    STRIP,
    TIERS,
    Wanted,
    arrange,
    prompt_row,
    tier_of,
    zoom_for,
)
from bastide.cli.screens.rects import Rect

SIZES = [(60, 18), (79, 40), (80, 24), (100, 30), (120, 36), (160, 45), (200, 60), (250, 80)]
ZOOMS = ["6x3", "8x4", "10x5", "14x7"]


@pytest.mark.parametrize(
    ("size", "tier"),
    [
        ((59, 40), -1),
        ((200, 17), -1),
        ((60, 18), 0),
        ((200, 23), 0),
        ((80, 24), 1),
        ((200, 29), 1),
        ((100, 30), 2),
        ((120, 36), 3),
        ((159, 60), 3),
        ((160, 45), 4),
        ((200, 60), 5),
    ],
)
def test_the_size_class_of_a_terminal(size: tuple[int, int], tier: int) -> None:
    assert tier_of(*size) == tier


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("seats", [2, 4, 6])
@pytest.mark.parametrize("hand", [False, True])
@pytest.mark.parametrize("talk", [False, True])
@pytest.mark.parametrize("aside", [False, True])
def test_panes_do_not_overlap_and_stay_inside(
    size: tuple[int, int], seats: int, hand: bool, talk: bool, aside: bool
) -> None:
    at = arrange(*size, Wanted(seats, hand, talk, cards=3 * hand, aside=9 * aside))
    shown = (at.board, at.scores, at.hand, at.log, at.talk, at.aside, at.strip)
    panes = [r for r in shown if r != NOWHERE]
    cells: set[tuple[int, int]] = set()
    for rect in (*panes, at.hints, Rect(0, 0, size[0], 1), Rect(0, at.prompt_y, size[0], 2)):
        own = {(x, y) for x in range(rect.x, rect.x + rect.width) for y in _rows(rect)}
        assert not own & cells
        assert all(0 <= x < size[0] and 0 <= y < size[1] for x, y in own)
        cells |= own


def _rows(rect: Rect) -> range:
    return range(rect.y, rect.y + rect.height)


def test_six_players_are_visible_at_80x24() -> None:
    at = arrange(80, 24, Wanted(6, True, False))
    assert at.scores.height == 8
    assert at.hand.height == 6
    assert at.log.height == 5


def test_the_column_of_each_size() -> None:
    widths = [arrange(*size, Wanted(4, True)).scores.width for size in SIZES]
    assert widths == [0, 0, 24, 30, 36, 44, 50, 50]


def test_talk_opens_over_the_log_where_both_do_not_fit() -> None:
    closed, opened = arrange(80, 24, Wanted(4, True, False)), arrange(80, 24, Wanted(4, True, True))
    assert closed.talk == NOWHERE
    assert opened.talk == closed.log
    assert opened.log == NOWHERE


def test_a_game_without_a_hand_leaves_its_rows_to_the_log() -> None:
    assert (
        arrange(80, 24, Wanted(4, False, False)).log.height
        == arrange(80, 24, Wanted(4, True, False)).log.height + 6
    )


def test_each_size_starts_with_its_zoom() -> None:
    assert [zoom_for(tier, ZOOMS) for tier in range(len(TIERS))] == [0, 0, 1, 2, 2, 3]
    assert [zoom_for(tier, ["1"]) for tier in range(len(TIERS))] == [0] * 6
    assert zoom_for(-1, ZOOMS) == 0


def test_the_prompt_is_above_the_keys_or_in_the_last_row() -> None:
    assert prompt_row(80, 24) == 22
    assert prompt_row(40, 10) == 9
    assert prompt_row(1, 1) == 0


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("seats", [2, 6])
def test_a_list_has_room_beside_the_board_at_every_size(size: tuple[int, int], seats: int) -> None:
    at = arrange(*size, Wanted(seats, hand=True, cards=3, aside=9))

    assert at.log == NOWHERE
    assert at.aside.width >= LIST
    assert at.aside.height >= 11
    assert at.board.width >= 36


def test_a_short_list_leaves_the_hand_in_view() -> None:
    short, long = (arrange(80, 24, Wanted(6, hand=True, cards=3, aside=n)) for n in (3, 4))

    assert (short.hand.height, short.aside.height) == (6, 5)
    assert (long.hand.height, long.aside.height) == (0, 11)


def test_the_talk_that_is_wanted_stays_beside_a_list() -> None:
    talking = arrange(120, 36, Wanted(4, talk_over=True, aside=9))

    assert talking.talk.height == TIERS[3].talk
    assert arrange(120, 36, Wanted(4, aside=9)).talk == NOWHERE


def test_small_screens_show_a_hand_of_several_cards_beside_the_board() -> None:
    one, three = (arrange(60, 18, Wanted(2, hand=True, cards=n)) for n in (1, 3))

    assert one.hand == NOWHERE
    assert one.board == one.pane
    assert three.hand == Rect(60 - STRIP, 2, STRIP, 12)
    assert three.board.width == 60 - STRIP


def test_a_hand_that_would_like_more_rows_leaves_the_log_its_own() -> None:
    few, more, many = (arrange(80, 24, Wanted(2, hand=True, cards=9, rows=n)) for n in (3, 6, 30))

    assert (few.hand.height, more.hand.height) == (6, 8)
    assert (many.hand.height, many.log.height) == (9, 6)
    assert arrange(80, 24, Wanted(6, hand=True, rows=30)).hand.height == 6
