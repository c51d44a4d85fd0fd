"""The numbers of the choices on a tile."""

from __future__ import annotations

import pytest

from bastide.plugins.carcassonne.look.numbering import apart, written
from bastide.plugins.carcassonne.look.scene import Spot


@pytest.mark.parametrize(
    ("middles", "starts"),
    [([1, 4, 5], [1, 3, 5]), ([4, 4], [3, 5]), ([0, 0, 1], [0, 2, 4]), ([2], [2])],
)
def test_numbers_of_one_row_never_touch(middles: list[int], starts: list[int]) -> None:
    assert apart(middles, [1] * len(middles), 6, gap=1) == starts


def test_numbers_lose_their_blanks_where_these_would_cover_another() -> None:
    spots = [(x, 1, Spot("road", n, chosen=False)) for n, x in ((6, 1), (2, 5), (5, 6))]
    assert [(x, text) for x, _, text, _ in written(spots, 8, padded=True)] == [
        (1, "6"),
        (5, "2"),
        (7, "5"),
    ]
    assert [(x, text) for x, _, text, _ in written(spots[:2], 8, padded=True)] == [
        (0, " 6 "),
        (4, " 2 "),
    ]
