"""Where things lie in panes of every size, and back from a cell to what lies on it."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from bastide.core.state import State
from bastide.plugins.settlers.look.rows import ZOOMS
from bastide.plugins.settlers.look.tabletop import Tabletop
from bastide.plugins.settlers.look.targets import CENTRE, PILE, REGION, SITE, Target
from bastide.plugins.settlers.state import LOWER, UPPER
from tests.plugins.settlers.look.stand import look_of, middle, widest

SIZES = (
    *((1, 1), (3, 1), (1, 60), (200, 1), (20, 7), (40, 11), (50, 12), (52, 14), (56, 19)),
    *((70, 25), (84, 31), (116, 40), (150, 55), (200, 60)),
)
PANES = {"60x18": (50, 12), "80x24": (56, 19), "120x36": (84, 31), "200x60": (150, 55)}
"""Board panes by size of the terminal."""


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("position", [middle, widest])
def test_a_cell_shows_what_lies_on_it(position: Callable[[], State], size: tuple[int, int]) -> None:
    """`target_at` is the inverse of `cells_of`, and no two things lie on one cell."""
    table = Tabletop(size, look_of(), position(), 1)
    at = {cell: target for target in table.boxes for cell in table.cells_of(target)}

    assert sum(len(table.cells_of(target)) for target in table.boxes) == len(at)
    for y in range(-1, size[1] + 1):
        for x in range(-1, size[0] + 1):
            assert table.target_at(x, y) == at.get((x, y))


@pytest.mark.parametrize("pane", ["120x36", "200x60"])
def test_the_whole_table_of_a_usual_game_is_seen(pane: str) -> None:
    table = Tabletop(PANES[pane], look_of(), middle(), 1)

    for target, box in table.boxes.items():
        assert len(table.cells_of(target)) == box.width * box.height > 0
    kinds = [target.kind for target in table.boxes]
    assert kinds.count(PILE) == 5
    assert kinds.count(REGION) == 16
    assert kinds.count(SITE) == (3 * 2 + 4) + 2 * 4
    assert not any(any(table.goes_on(seat)) for seat in range(2))


@pytest.mark.parametrize("pane", ["60x18", "80x24"])
def test_small_panes_shrink_cards_first_then_show_a_part_of_the_longer_row(pane: str) -> None:
    table = Tabletop(PANES[pane], look_of(), middle(), 1)

    assert table.widths[0].region == ZOOMS[0][0] < table.widths[1].region
    assert [table.goes_on(seat) for seat in range(2)] == [(False, True), (False, False)]


@pytest.mark.parametrize("zoom", range(len(ZOOMS)))
@pytest.mark.parametrize("pane", PANES)
def test_what_is_pointed_at_is_seen_whole_however_wide_the_row(pane: str, zoom: int) -> None:
    s, size = widest(), PANES[pane]
    for target in Tabletop(size, look_of(zoom=zoom), s, 0).boxes:
        table = Tabletop(size, look_of(zoom=zoom), s, 0, 0, target)
        box = table.boxes[target]
        assert len(table.cells_of(target)) == box.width * box.height > 0


def test_seven_settlements_are_seen_at_once_where_the_pane_is_broad() -> None:
    assert Tabletop((84, 31), look_of(), widest(), 0).goes_on(0) == (True, True)
    assert Tabletop((116, 40), look_of(zoom=2), widest(), 0).goes_on(0) == (False, False)
    assert Tabletop((150, 55), look_of(zoom=3), widest(), 0).goes_on(0) == (False, False)


def test_a_row_that_goes_on_shows_what_was_in_the_middle() -> None:
    for x in (-4, 0, 4):
        table = Tabletop((56, 19), look_of(), widest(), 0, middle=x)
        assert table.centre == x


def test_the_own_side_is_below_and_stays_there() -> None:
    """Spectators have seat 0 below; a seat that waits for others keeps its own."""
    s = middle()

    def below(eyes: int) -> int:
        tops = Tabletop((56, 19), look_of(), s, eyes).rows
        return max(tops, key=lambda seat: tops[seat].top)

    assert [below(0), below(1), below(-1)] == [0, 1, 1]
    assert below(-1) == s.eyes
    public = s.view(-1)
    assert Tabletop((56, 19), look_of(), public, -1).near == 0


def test_sites_lie_from_the_row_outwards() -> None:
    table = Tabletop((84, 31), look_of(), middle(), 1)
    for side in (UPPER, LOWER):
        inner, outer = (table.boxes[Target(SITE, 1, 1, side, n)] for n in (1, 2))
        row = table.boxes[Target(CENTRE, 1, 1)]
        assert abs(inner.top - row.top) < abs(outer.top - row.top)
        assert inner.height + outer.height == table.plan.side
        one = table.boxes[Target(SITE, 0, 1, side, 1)]
        assert one.height == table.plan.side


def test_a_low_pane_shows_the_side_that_is_pointed_at() -> None:
    s, size = middle(), (56, 6)
    mine, theirs = Target(REGION, 1, 0, LOWER), Target(REGION, 0, 0, UPPER)

    assert Tabletop(size, look_of(), s, 1).cells_of(mine)
    assert not Tabletop(size, look_of(), s, 1).cells_of(theirs)
    assert Tabletop(size, look_of(), s, 1, 0, theirs).cells_of(theirs)
