from __future__ import annotations

import pytest

from bastide.cli.screens.layout import NOWHERE, TIERS, arrange, prompt_row, tier_of, zoom_for
from bastide.cli.screens.panes import Rect

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
def test_panes_do_not_overlap_and_stay_inside(
    size: tuple[int, int], seats: int, hand: bool, talk: bool
) -> None:
    at = arrange(*size, seats, hand, talk)
    panes = [r for r in (at.board, at.scores, at.hand, at.log, at.talk, at.strip) if r != NOWHERE]
    cells: set[tuple[int, int]] = set()
    for rect in (*panes, at.hints, Rect(0, 0, size[0], 1), Rect(0, at.prompt_y, size[0], 2)):
        own = {(x, y) for x in range(rect.x, rect.x + rect.width) for y in _rows(rect)}
        assert not own & cells
        assert all(0 <= x < size[0] and 0 <= y < size[1] for x, y in own)
        cells |= own


def _rows(rect: Rect) -> range:
    return range(rect.y, rect.y + rect.height)


def test_six_players_are_visible_at_80x24() -> None:
    at = arrange(80, 24, 6, True, False)
    assert at.scores.height == 8
    assert at.hand.height == 6
    assert at.log.height == 5


def test_the_column_of_each_size() -> None:
    widths = [arrange(*size, 4, True, False).scores.width for size in SIZES]
    assert widths == [0, 0, 24, 30, 36, 44, 50, 50]


def test_talk_opens_over_the_log_where_both_do_not_fit() -> None:
    closed, opened = arrange(80, 24, 4, True, False), arrange(80, 24, 4, True, True)
    assert closed.talk == NOWHERE
    assert opened.talk == closed.log
    assert opened.log == NOWHERE


def test_a_game_without_a_hand_leaves_its_rows_to_the_log() -> None:
    assert (
        arrange(80, 24, 4, False, False).log.height
        == arrange(80, 24, 4, True, False).log.height + 6
    )


def test_each_size_starts_with_its_zoom() -> None:
    assert [zoom_for(tier, ZOOMS) for tier in range(len(TIERS))] == [0, 0, 1, 2, 2, 3]
    assert [zoom_for(tier, ["1"]) for tier in range(len(TIERS))] == [0] * 6
    assert zoom_for(-1, ZOOMS) == 0


def test_the_prompt_is_above_the_keys_or_in_the_last_row() -> None:
    assert prompt_row(80, 24) == 22
    assert prompt_row(40, 10) == 9
    assert prompt_row(1, 1) == 0
