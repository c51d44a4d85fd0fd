"""Whole games of 2 to 6 seats, and what a second scorer says of each of them."""

from __future__ import annotations

from collections import Counter
from typing import Any, ClassVar

import pytest

from bastide.core.dealer import LocalDealer
from bastide.core.hookspecs import Bot
from bastide.core.plugins import Plugins, Setup, built_in
from bastide.core.rules import Rules
from bastide.core.state import State
from bastide.core.testing import check_game, replay
from bastide.plugins.carcassonne.state import board
from tests.plugins.carcassonne.slow_scorer import Segment, SlowScorer, types
from tests.plugins.carcassonne.test_games import check_points, turns
from tests.plugins.inns_and_cathedrals.conftest import ID, compose
from tests.repeats import repeated
from tests.sizes import SIZES

SHARES = 4
"""Parts into which long tests are cut, so that they run beside each other."""


class InnScorer(SlowScorer):
    """The second opinion with inns, cathedrals and large meeples."""

    amounts: ClassVar[dict[str, int]] = {"meeple": 7, "large": 1}
    weights: ClassVar[dict[str, int]] = {"meeple": 1, "large": 2}

    def points(self, feature: set[Segment], done: bool) -> int:
        """Rule: section 3."""
        plain = super().points(feature, done)
        special = any(self.is_special(*place) for place in feature)
        if not special or min(feature)[2][0] not in "cr":
            return plain
        if not done:
            return 0
        return plain * 2 if min(feature)[2][0] == "r" else plain // 2 * 3

    def is_special(self, x: int, y: int, id: str) -> bool:
        """Tell whether an inn or a cathedral stands on a segment, by the tile's data."""
        tile: dict[str, Any] = types()[self.tiles[x, y][0]]
        return any(
            segment["id"] == id and segment.get("marks")
            for segment in (*tile["roads"], *tile["cities"])
        )


# each game


@pytest.mark.parametrize("share", repeated(range(SHARES)))
def test_random_games_hold_every_invariant(share: int) -> None:
    marks, large = 0, 0
    for game in range(share, SIZES.random_games // 2, SHARES):
        rules = compose(2 + game % 5)
        scorer = InnScorer(rules.seats)
        for s in turns(rules, game):
            check_points(s, scorer)
            check_tiles(s)
            check_pieces(s)
            marks += bool(board(s).marks)
            large += min(board(s).supply["large"]) == 0
    assert marks
    assert large


def check_tiles(s: State) -> None:
    """Every tile of both boxes is on the table, set aside, drawn or in the bag."""
    b = board(s)
    seen = Counter(placed.tile for placed in b.placed) + Counter(b.aside) + Counter(b.bag)
    box = Counter({id: tile["count"] for id, tile in types().items() if id[:2] in ("ba", "ic")})
    assert seen + Counter([b.current] if b.current else []) == box
    assert box.total() == 90


def check_pieces(s: State) -> None:
    """Seven normal meeples and a large one for each seat, on the board or in the supply."""
    b = board(s)
    standing = Counter((meeple.piece, meeple.seat) for meeple in b.meeples)
    for piece, amount in InnScorer.amounts.items():
        held = [standing[piece, n] + b.supply[piece][n] for n in range(s.seats)]
        assert held == [amount] * s.seats


@pytest.mark.parametrize("seats", repeated(range(2, 7)))
def test_the_conformance_kit_finds_no_fault(seats: int) -> None:
    rules = compose(seats)
    for game in range(-(-SIZES.kit_games // 5)):
        played = check_game(rules, game, invariant=check_pieces)
        check_tiles(played.state)
        assert rules.digest(replay(rules, game, played)) == rules.digest(played.state)


def test_what_is_kept_follows_from_tiles_and_pieces() -> None:
    rules = compose(6)
    for s in turns(rules, 7):
        kept, again = board(s), board(s).clone()

        again.recompute(rules)

        assert again == kept
        assert (again.totals, again.marks) == (kept.totals, kept.marks)


def test_it_plays_with_every_other_extension_of_the_game() -> None:
    plugins = Plugins(built_in())
    for other in plugins.extensions("carcassonne"):
        if other.id != ID:
            setup = Setup("carcassonne", 3, (ID, other.id), (("seating", "listed"),))
            check_game(plugins.compose(setup), 1, invariant=check_pieces)


# bots


def bots() -> dict[str, Bot]:
    return Plugins(built_in()).bots("carcassonne")


def pieces_put(rules: Rules, names: tuple[str, ...], game: int) -> Counter[tuple[int, str]]:
    """Play a game of bots; return how often each seat put each piece."""
    s, dealer = rules.new(), LocalDealer(game.to_bytes(4, "big"))
    choose = [bots()[name].make(rules, seat, game + seat) for seat, name in enumerate(names)]
    put: Counter[tuple[int, str]] = Counter()
    while not s.over:
        if s.waiting:
            rules.answer(s, dealer.answer(s))
            continue
        action = choose[s.seat](s)
        if action.kind == "carcassonne.meeple":
            put[s.seat, str(action.data[1])] += 1
        rules.apply(s, action)
    return put


def test_the_bots_of_the_game_put_both_sizes() -> None:
    put = pieces_put(compose(2), ("random", "greedy"), 1)

    assert {*put} == {(seat, piece) for seat in (0, 1) for piece in ("meeple", "large")}


def test_six_greedy_or_random_seats_play_to_the_end() -> None:
    put = pieces_put(compose(6), ("random",) * 5 + ("greedy",), 2)

    assert {seat for seat, _ in put} == {*range(6)}


def test_the_expansion_is_part_of_the_fingerprint() -> None:
    assert ID in compose(2).active
    assert compose(2).fingerprint != compose(3).fingerprint
