"""What may be done, compared with a slow count that shares no code; and numbers to hold on to."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from bastide.core.dealer import LocalDealer
from bastide.core.rules import Rules
from bastide.core.state import State
from bastide.core.testing import count_positions
from bastide.plugins.carcassonne.bots import random_bot
from bastide.plugins.carcassonne.state import board
from tests.plugins.carcassonne.slow_scorer import SlowScorer, types

GAMES = 12

Places = set[tuple[int, int, int]]


def legal_places(rules: Rules, s: State) -> Places:
    """Return (x, y, rotation) of all legal places, rotations that look alike included."""
    found: Places = set()
    for action in rules.legal(s):
        tile, x, y, rotation = action.data
        assert isinstance(tile, str)
        assert isinstance(x, int)
        assert isinstance(y, int)
        assert isinstance(rotation, int)
        likes = board(s).tables.turned[tile][rotation].likes
        assert likes[0] == rotation
        found |= {(x, y, like) for like in likes}
    return found


def free_segments(scorer: SlowScorer) -> set[str]:
    """Return the segments of the tile laid last that hold no meeple anywhere in their feature."""
    x, y = scorer.last
    tile = types()[scorer.tiles[x, y][0]]
    ids = [each["id"] for kind in ("cities", "roads", "fields") for each in tile[kind]]
    ids += ["m"] if tile["monastery"] else []
    return {id for id in ids if not scorer.flood((x, y, id)) & scorer.meeples.keys()}


def test_choices_are_those_that_a_search_of_the_whole_board_finds(
    rules_for: Callable[[int], Rules],
) -> None:
    for game in range(GAMES):
        rules = rules_for(2 + game % 4)
        s, dealer = rules.new(), LocalDealer(game.to_bytes(4, "big"))
        choose = [random_bot(rules, seat, 10 * game + seat) for seat in range(rules.seats)]
        scorer = SlowScorer(rules.seats)
        while not s.over:
            if s.waiting:
                rules.answer(s, dealer.answer(s))
                continue
            if s.phase == "place":
                assert legal_places(rules, s) == set(scorer.places(board(s).current))
            else:
                offered = {action.data[0] for action in rules.legal(s)[1:]}
                scorer.watch([event for event in s.events if event.kind == "carcassonne.place"])
                assert offered == free_segments(scorer)
                assert board(s).supply["meeple"][s.seat] > 0
            turn = s.turn
            rules.apply(s, choose[s.seat](s))
            if s.turn > turn or s.over:
                laid = scorer.last == (board(s).placed[-1].x, board(s).placed[-1].y)
                events = [e for e in s.events if not (laid and e.kind == "carcassonne.place")]
                scorer.watch(events)
                scorer.turn()
                s.events.clear()


@pytest.mark.determinism
@pytest.mark.parametrize(
    ("depth", "positions"),
    [(1, 6), (2, 24), (3, 248), (4, 1602)],
)
def test_counts_of_positions_stay_as_they_are(rules: Rules, depth: int, positions: int) -> None:
    """Decisions from the start, with one dealer's tiles; a change of rules shows here first."""
    s = rules.new()
    rules.answer(s, LocalDealer(b"positions").answer(s))

    assert count_positions(rules, s, depth, b"positions") == positions
