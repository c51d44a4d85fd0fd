"""Whole random games: what must hold in each, and the same again from the journal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from bastide.core.dealer import LocalDealer
from bastide.core.events import Action
from bastide.core.rules import Rules
from bastide.core.state import State
from bastide.core.testing import check_game, count_positions, playthrough, replay
from bastide.plugins.barony.pieces import (
    AMOUNTS,
    CITY,
    DUKE,
    FOREST,
    KINDS,
    KNIGHT,
    LAKE,
    MOUNTAIN,
    TOKENS,
)
from bastide.plugins.barony.presence import (
    field_of,
    has_city,
    knights_of,
    pawns_of,
    structure_of,
)
from bastide.plugins.barony.state import Realm, realm
from tests.plugins.barony.tables import compose
from tests.repeats import REPEATED, repeated
from tests.sizes import SIZES

SHARES = 3
"""Parts into which long tests are cut, so that they run beside each other."""

RulesFor = Callable[[int], Rules]


# what must hold after every step


def check(s: State) -> None:
    """Check everything that must always hold. Rules: section 10, invariants 1 to 5."""
    r = realm(s)
    check_pieces(r, s.seats)
    check_tokens(r)
    for n, code in enumerate(r.pawns):
        if code:
            check_hex(r, n, code, s.seats)
    check_score(s, r)


def check_pieces(r: Realm, seats: int) -> None:
    """Pieces on the board, in the reserve and in the box are all that there were."""
    for seat in range(seats):
        on = Counter(structure_of(code, seat) for code in r.pawns)
        on[KNIGHT] = sum(knights_of(code, seat) for code in r.pawns)
        for kind, amount in enumerate(AMOUNTS):
            box = r.box[seat] if kind == KNIGHT else 0
            assert on[kind] + r.reserve[kind][seat] + box == amount
        assert min(row[seat] for row in r.reserve) >= 0
        assert r.box[seat] <= 6, "EXP-4"


def check_tokens(r: Realm) -> None:
    for kind in KINDS:
        held = [tokens[kind] for tokens in r.tokens]
        assert sum(held) + r.bank[kind] == TOKENS[kind]
        assert min(*held, r.bank[kind]) >= 0


def check_hex(r: Realm, n: int, code: int, seats: int) -> None:
    """OCC-2 to OCC-7, and cities apart (CTY-4, DRF-5) and out of forests (CTY-3, DRF-4)."""
    there = [seat for seat in range(seats) if field_of(code, seat)]
    structures = [kind for seat in there if (kind := structure_of(code, seat))]
    assert r.land.terrain[n] != LAKE
    assert len(structures) <= 1
    if len(there) > 1:
        assert r.land.terrain[n] != MOUNTAIN
        assert all(pawns_of(code, seat) == 1 for seat in there)
        assert structures in ([], [1])
    if CITY in structures:
        assert r.land.terrain[n] != FOREST
        assert not any(has_city(r.pawns[each]) for each in r.land.near[n])


def check_score(s: State, r: Realm) -> None:
    """Section 8: the track follows from rank and new cities; silver comes on top at the end."""
    placed = [5 - left - cities_drafted(s, seat) for seat, left in enumerate(r.reserve[CITY])]
    for seat in range(s.seats):
        silver = sum(kind * n for kind, n in enumerate(r.tokens[seat])) if s.over else 0
        assert s.scores[seat] == 15 * r.ranks[seat] + 10 * placed[seat] + silver
        assert placed[seat] <= 2


def cities_drafted(s: State, seat: int) -> int:
    r = realm(s)
    return min(3, AMOUNTS[CITY] - r.reserve[CITY][seat])


# each game


def played_game(rules: Rules, game: int) -> tuple[list[Action], State]:
    """Play a random game; check every position, and how it ends."""
    random, dealer, s = Random(game), LocalDealer(game.to_bytes(4, "big")), rules.new()
    actions: list[Action] = []
    boxes, ranks = [0] * s.seats, [0] * s.seats
    rules.settle(s, dealer)
    while not s.over:
        action = random.choice(rules.legal(s))
        actions.append(action)
        rules.apply(s, action)
        check(s)
        r = realm(s)
        assert all(new >= old for new, old in zip(r.box + r.ranks, boxes + ranks, strict=True))
        boxes, ranks = r.box[:], r.ranks[:]
    check_end(s)
    return actions, s


def check_end(s: State) -> None:
    """END-1, END-6, END-7, END-8: on the border of a round, and for a reason."""
    r = realm(s)
    assert s.stage_turn % s.seats == 0
    assert (DUKE in r.ranks) == (r.ending == "a duke was made")
    assert r.ending


def again(rules: Rules, game: int, actions: list[Action]) -> State:
    """Play a recorded game again, every action checked."""
    s = rules.new()
    rules.settle(s, LocalDealer(game.to_bytes(4, "big")))
    for action in actions:
        s = rules.step(s, action)
    return s


@pytest.mark.parametrize("share", repeated(range(SHARES)))
def test_random_games_hold_every_invariant_and_replay(share: int, rules_for: RulesFor) -> None:
    for game in range(share, SIZES.replayed_games, SHARES):
        rules = rules_for(2 + game // SHARES % 3)
        actions, s = played_game(rules, game)
        assert rules.digest(again(rules, game, actions)) == rules.digest(s)


@REPEATED
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_conformance_kit_finds_no_fault(seats: int, rules_for: RulesFor) -> None:
    """Section 10, invariants 6 and 7."""
    rules = rules_for(seats)
    for game in range(-(-SIZES.kit_games // 3)):
        played = check_game(rules, game, invariant=check)
        assert rules.digest(replay(rules, game, played)) == rules.digest(played.state)


@pytest.mark.parametrize(
    "option", [("bank", "unlimited"), ("joined_land", True), ("stalemate_rounds", 1)]
)
def test_the_kit_finds_no_fault_with_options(option: tuple[str, str | bool | int]) -> None:
    check_game(compose(2, **dict([option])), 5)


def test_what_is_not_listed_is_refused(rules: Rules) -> None:
    """Section 10, invariant 6: of all moves, recruitments and constructions that can be written."""
    random, dealer, s = Random(4), LocalDealer(b"refused"), rules.new()
    rules.settle(s, dealer)
    for _ in range(150):
        s = rules.step(s, random.choice(rules.legal(s)))
    land = realm(s).land
    listed = set(rules.legal(s))
    for n, at in enumerate(land.cells):
        tried = [*land.recruit[n], *land.build[n], land.found[n], land.explore[n], land.settle[n]]
        tried += [Action("barony.move", (*at, *land.cells[to], "")) for to in land.near[n]]
        for action in tried:
            if action not in listed:
                assert not rules.accepts(s, action)
                assert rules.why(s, action), action


def test_the_number_of_positions_near_the_start(rules: Rules) -> None:
    s = rules.new()
    rules.settle(s, LocalDealer(b"count"))

    assert [count_positions(rules, s, depth, b"count") for depth in (1, 2)] == COUNTS


COUNTS = [31, 844]
"""To be compared after a change."""


@pytest.mark.determinism
def test_a_game_plays_out_as_it_did(rules: Rules, golden: Callable[..., None]) -> None:
    golden(Path(__file__).parent / "playthrough.txt", playthrough(rules, 1))
