"""What the game offers to expansions and variants, used by ones made up here."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from bastide.core.builder import RulesBuilder
from bastide.core.chance import Pick
from bastide.core.errors import RulesError
from bastide.core.events import Action, Term, score_of
from bastide.core.phases import Phase
from bastide.core.rules import Rules
from bastide.core.state import State
from bastide.core.testing import check_game, check_refusal
from bastide.plugins.carcassonne.board import all_tiles, extent, tiles_left
from bastide.plugins.carcassonne.bots import random_bot
from bastide.plugins.carcassonne.pieces import (
    Field,
    Piece,
    Placed,
    Road,
    Segment,
    Tile,
    base_tiles,
)
from bastide.plugins.carcassonne.setup import take_bag
from bastide.plugins.carcassonne.slots import (
    CHOICES,
    CLAIMS,
    DRAWN_FIRST,
    MARK_ART,
    MAY_PLACE,
    MAY_STAND,
    PIECE_ART,
    PIECES,
    PILE_EMPTY,
    POINTS,
    TILES,
    Art,
    Claims,
    Feature,
    Layers,
    Sign,
)
from bastide.plugins.carcassonne.state import board
from bastide.plugins.carcassonne.turn import (
    DRAW,
    MEEPLE,
    PLACE,
    first_left,
    legal_places,
    places_of,
    put_back,
)
from tests.plugins.carcassonne.script import after, draw

Extended = Callable[..., Rules]


def straight(id: str, *marks: str, copies: int = 2) -> Tile:
    """Return a straight road, west to east, with marks."""
    fields = (Field("f1", ("NL", "NR", "EL", "WR")), Field("f2", ("ER", "SL", "SR", "WL")))
    return Tile(
        id, id, copies, False, "FRFR", (), (Road("r1", ("E", "W"), "", marks),), False, fields
    )


def put_gold(rules: RulesBuilder) -> None:
    rules.put(TILES)("new-A", straight("new-A", "gold"))
    rules.put(TILES)("new-B", straight("new-B", "blue", "gold"))


def double_gold(rules: RulesBuilder) -> None:
    @rules.fold(POINTS)
    def gold(
        terms: tuple[Term, ...], s: State, feature: Feature, done: bool, /
    ) -> tuple[Term, ...]:
        if "gold" not in feature.marks:
            return terms
        return tuple(term._replace(times=term.times * 2 * done, note="gold") for term in terms)


# tiles, marks, points


def test_an_expansion_adds_tiles_to_the_box(extended: Extended) -> None:
    rules = extended(setup=put_gold)

    assert len(board(rules.new()).bag) == 75
    assert "new-A" in board(rules.new()).bag


def test_marks_of_joined_segments_are_put_together(extended: Extended) -> None:
    rules = extended(setup=put_gold)

    s = after(rules, "1 new-A r0 1 0 r1", "2 base-U r0 2 0 -", "1 new-B r0 -1 0 -")

    assert extent(s, 2, 0, "r1").marks == ("blue", "gold")
    assert extent(s, 2, 0, "f1").marks == ()


def test_points_are_changed_summand_by_summand(extended: Extended) -> None:
    rules = extended(setup=put_gold, scoring=double_gold)

    s = after(rules, "1 new-A r0 1 0 r1", "2 base-W r0 2 0 -", "1 base-W r0 -1 0 -")

    (score,) = [score_of(event) for event in s.events if event.kind == "score"]
    assert (score.points, score.terms) == (8, (Term(4, "tile", 2, "gold"),))


def test_points_may_be_changed_to_none(extended: Extended) -> None:
    rules = extended(setup=put_gold, scoring=double_gold)

    s = after(rules, "1 new-A r0 1 0 r1")

    assert rules.projections(s) == [0, 0]


def test_a_mark_can_be_put_on_a_tile_of_the_base_game(extended: Extended) -> None:
    def setup(rules: RulesBuilder) -> None:
        (tile,) = (tile for tile in base_tiles() if tile.id == "base-U")
        road = tile.roads[0]._replace(marks=("gold",))
        rules.replace(TILES)("base-U", tile._replace(roads=(road,)))

    s = after(extended(setup=setup, scoring=double_gold), "1 base-U r0 1 0 r1")

    assert extent(s, 0, 0, "r1").marks == ("gold",)


def test_the_look_of_a_mark_is_no_rule(extended: Extended) -> None:
    def setup(rules: RulesBuilder) -> None:
        put_gold(rules)
        rules.put(MARK_ART)("gold", Art("g", "g"))

    drawn, plain = extended(setup=setup), extended(setup=put_gold)

    assert drawn.table(MARK_ART)["gold"].letter == "g"
    assert drawn.fingerprint == plain.fingerprint


def test_a_second_start_tile_is_refused(extended: Extended) -> None:
    def setup(rules: RulesBuilder) -> None:
        rules.put(TILES)("new-A", straight("new-A")._replace(start=True))

    said = r"^there must be one start tile, not 2: base-D, new-A; give one start=True, .*=False$"
    with pytest.raises(RulesError, match=said):
        extended(setup=setup)


@pytest.mark.parametrize(
    ("edges", "fault"),
    [
        ("FWFW", "edges is 'FWFW': write four letters N E S W, each C, R or F"),
        ("FRF", "edges is 'FRF': write four letters"),
        ("FFFF", "the road r1 has side E, where edges says field"),
    ],
)
def test_a_tile_made_in_python_is_looked_at_like_one_of_a_file(
    extended: Extended, edges: str, fault: str
) -> None:
    def setup(rules: RulesBuilder) -> None:
        rules.put(TILES)("new-A", straight("new-A")._replace(edges=edges))

    with pytest.raises(RulesError, match=f"^tile new-A: {re.escape(fault)}"):
        extended(setup=setup)


# pieces


def put_heavy(rules: RulesBuilder) -> None:
    rules.put(PIECES)("heavy", Piece(amount=1, weight=2))


def test_every_piece_of_the_table_is_offered_on_every_free_segment(extended: Extended) -> None:
    s = extended(setup=put_heavy).new()
    rules = extended(setup=put_heavy)
    draw(rules, s, "base-E")

    rules.apply(s, Action("carcassonne.place", ("base-E", 0, -1, 2)))

    assert [action.data for action in rules.legal(s)] == [
        (),
        *[("c1", "meeple"), ("c1", "heavy")],
        *[("f1", "meeple"), ("f1", "heavy")],
    ]


def test_a_heavier_piece_decides_the_majority(extended: Extended) -> None:
    rules = extended(setup=put_heavy)
    s = rules.new()
    draw(rules, s, "base-N")
    s = rules.step(s, Action("carcassonne.place", ("base-N", 0, -1, 2)))
    s = rules.step(s, Action("carcassonne.meeple", ("c1", "heavy")))
    draw(rules, s, "base-K")
    s = rules.step(s, Action("carcassonne.place", ("base-K", 1, 0, 0)))
    s = rules.step(s, Action("carcassonne.meeple", ("c1", "meeple")))
    draw(rules, s, "base-N")

    s = rules.step(s, Action("carcassonne.place", ("base-N", 1, -1, 3)))
    s = rules.step(s, Action("carcassonne.none"))

    assert s.scores == [8, 0]
    assert board(s).supply == {"meeple": [7, 7], "heavy": [1, 1]}


def test_a_piece_that_is_used_up_is_refused(extended: Extended) -> None:
    rules = extended(setup=put_heavy)
    s = rules.new()
    draw(rules, s, "base-E")
    board(s).supply["heavy"][0] = 0

    s = rules.step(s, Action("carcassonne.place", ("base-E", 0, -1, 2)))

    action = Action("carcassonne.meeple", ("c1", "heavy"))
    assert check_refusal(rules, s, action) == "you have no piece of this kind left"


def test_pieces_that_weigh_too_much_together_are_refused(extended: Extended) -> None:
    def setup(rules: RulesBuilder) -> None:
        rules.put(PIECES)("mountain", Piece(amount=1, weight=300))

    with pytest.raises(RulesError, match=r"^a seat's pieces weigh 307 together, at most 255 can$"):
        extended(setup=setup)


def test_six_seats_play_when_an_expansion_allows_it(extended: Extended) -> None:
    rules = extended(setup=put_heavy, seats=6)

    played = check_game(rules, 1)

    assert len(played.state.scores) == 6


# places


def test_a_rule_may_forbid_places(extended: Extended) -> None:
    def setup(rules: RulesBuilder) -> None:
        @rules.fold(MAY_PLACE)
        def eastwards(allowed: bool, s: State, placed: Placed, /) -> bool:
            return allowed and placed.x > 0

    rules = extended(setup=setup)
    s = rules.new()
    draw(rules, s, "base-U")

    assert [action.data for action in rules.legal(s)] == [("base-U", 1, 0, 0)]
    action = Action("carcassonne.place", ("base-U", -1, 0, 0))
    assert check_refusal(rules, s, action) == "another rule of this table forbids this place"


def test_a_tile_without_an_allowed_place_is_set_aside(extended: Extended) -> None:
    def setup(rules: RulesBuilder) -> None:
        @rules.fold(MAY_PLACE)
        def not_this(allowed: bool, s: State, placed: Placed, /) -> bool:
            return allowed and placed.tile != "base-X"

    rules = extended(setup=setup)
    s = rules.new()

    draw(rules, s, "base-X")

    assert board(s).aside == ("base-X",)


# where a piece may stand, and what stands in a feature


def put_scout(rules: RulesBuilder) -> None:
    """Give everybody a piece for roads with gold only."""
    put_gold(rules)
    rules.put(PIECES)("scout", Piece(1))

    @rules.fold(MAY_STAND)
    def on_gold(allowed: bool, segment: Segment, piece: str, /) -> bool:
        return allowed and (piece != "scout" or "gold" in segment.marks)


def laid(rules: Rules, tile: str) -> State:
    """Return the position after the first tile, a straight road, was laid on the east."""
    s = rules.new()
    draw(rules, s, tile)
    rules.apply(s, Action("carcassonne.place", (tile, 1, 0, 0)))
    return s


def test_a_piece_stands_only_where_every_contribution_lets_it(extended: Extended) -> None:
    rules = extended(setup=put_scout)

    plain, gold = laid(rules, "base-U"), laid(rules, "new-A")

    assert ("r1", "scout") not in [a.data for a in rules.legal(plain)]
    assert ("r1", "meeple") in [a.data for a in rules.legal(plain)]
    assert ("r1", "scout") in [a.data for a in rules.legal(gold)]
    reason = check_refusal(rules, plain, Action("carcassonne.meeple", ("r1", "scout")))
    assert reason == "such a piece may not stand there"


def test_pieces_that_may_stand_nowhere_are_not_asked_about(extended: Extended) -> None:
    def setup(rules: RulesBuilder) -> None:
        @rules.fold(MAY_STAND)
        def nowhere(allowed: bool, segment: Segment, piece: str, /) -> bool:
            return False

    s = after(extended(setup=setup), "1 base-U r0 1 0 -")

    assert (s.turn, s.phase) == (1, DRAW)


def test_a_feature_names_the_kinds_of_piece_that_stand_in_it(extended: Extended) -> None:
    seen: list[tuple[str, ...]] = []

    def scoring(rules: RulesBuilder) -> None:
        @rules.fold(POINTS)
        def watch(
            terms: tuple[Term, ...], s: State, feature: Feature, done: bool, /
        ) -> tuple[Term, ...]:
            seen.append(feature.pieces)
            return terms

    rules = extended(setup=put_scout, scoring=scoring)
    after(rules, "1 new-A r0 1 0 scout:r1", "2 base-W r0 2 0 -", "1 base-W r0 -1 0 -")

    assert set(seen) == {("scout",)}


def test_the_sign_of_a_piece_is_no_rule(extended: Extended) -> None:
    def setup(rules: RulesBuilder) -> None:
        put_scout(rules)
        rules.put(PIECE_ART)("scout", Sign("*", "*"))

    assert extended(setup=setup).fingerprint == extended(setup=put_scout).fingerprint


def test_a_variant_may_put_the_drawn_tile_back(extended: Extended) -> None:
    rules = extended()
    s = rules.new()
    before = board(s).bag
    draw(rules, s, "base-X")

    put_back(s)

    assert (board(s).bag, board(s).current) == (before, "")


# what is drawn first


def layered(*layers: tuple[str, ...]) -> Callable[[RulesBuilder], None]:
    """Return a hook that has tiles drawn first, two straight roads `new-A` in the box."""

    def setup(rules: RulesBuilder) -> None:
        rules.put(TILES)("new-A", straight("new-A", "gold"))

        @rules.fold(DRAWN_FIRST)
        def before_all(above: Layers, /) -> Layers:
            return (*above, *layers)

    return setup


def pool(s: State) -> tuple[object, ...]:
    """Return of what the next tile is drawn."""
    (request,) = s.waiting
    assert isinstance(request, Pick)
    return request.pool


def test_layers_are_drawn_one_after_the_other_before_the_bag(extended: Extended) -> None:
    rules = extended(setup=layered(("new-A", "base-U", "new-A"), ("base-U",)))

    s = rules.new()
    assert pool(s) == ("base-U", "new-A", "new-A")
    s = after(rules, "1 new-A r0 1 0 -")
    assert pool(s) == ("base-U", "new-A")
    s = after(rules, "1 new-A r0 1 0 -", "2 base-U r0 2 0 -", "1 new-A r0 3 0 -")
    assert pool(s) == ("base-U",)
    s = after(rules, *(f"{1 + n % 2} {t} r0 {n + 1} 0 -" for n, t in enumerate(_IN_A_ROW)))
    assert pool(s) == board(s).bag
    assert len(board(s).bag) == 69
    assert board(s).bag.count("base-U") == 6


_IN_A_ROW = ("new-A", "base-U", "new-A", "base-U")


def test_tiles_drawn_first_are_counted_with_those_of_the_box(extended: Extended) -> None:
    rules = extended(setup=layered(("new-A",)))

    s = after(rules, "1 new-A r0 1 0 -")

    assert all_tiles(s) == 74
    assert tiles_left(s)["new-A"] == 1


def test_a_tile_that_is_put_back_is_drawn_from_its_layer_again(extended: Extended) -> None:
    rules = extended(setup=layered(("new-A",), ("base-U",)))
    s = rules.new()
    draw(rules, s, "new-A")

    put_back(s)

    assert first_left(s) == ("new-A",)


@pytest.mark.parametrize(
    ("layer", "said"),
    [
        (("new-B",), "1 of new-B are to be drawn first, and 0 are under the start tile"),
        (("base-D",) * 4, "4 of base-D are to be drawn first, and 3 are under the start tile"),
    ],
)
def test_what_is_drawn_first_has_to_be_in_the_box(
    extended: Extended, layer: tuple[str, ...], said: str
) -> None:
    with pytest.raises(RulesError, match=said):
        extended(setup=layered(layer))


def test_tiles_from_elsewhere_are_counted_once_they_lie(extended: Extended) -> None:
    """An expansion may lay what the box does not hold: nothing falls below zero."""

    def setup(rules: RulesBuilder) -> None:
        rules.put(TILES)("new-A", straight("new-A", copies=0))

    rules = extended(setup=setup)
    s = rules.new()
    assert all_tiles(s) == 72

    board(s).placed.append(Placed("new-A", 1, 0, 0))

    assert all_tiles(s) == 73
    assert tiles_left(s)["new-A"] == 0


# hidden cards


def number_straights(rules: RulesBuilder) -> None:
    @rules.fold(CLAIMS)
    def numbered(used: Claims, s: State, tile: str, /) -> Claims:
        return (*used, (7, tile)) if tile == "base-U" else used


def test_the_action_that_lays_a_hidden_card_claims_it(extended: Extended) -> None:
    rules = extended(setup=number_straights)
    s = rules.new()
    draw(rules, s, "base-U")

    assert {action.claims for action in rules.legal(s)} == {((7, "base-U"),)}
    assert {action.claims for action in places_of(s, "base-V")} == {()}
    assert {random_bot(rules, 0, seed)(s).claims for seed in range(9)} == {((7, "base-U"),)}


def test_a_tile_that_was_drawn_is_no_hidden_card(rules: Rules) -> None:
    s = rules.new()
    draw(rules, s, "base-U")

    assert {action.claims for action in rules.legal(s)} == {()}


# choices and the end: a variant without drawing


def open_rows(rules: RulesBuilder) -> None:
    """Let each seat lay any of the next three tiles of an open row, instead of drawing."""
    rules.drop_phase(DRAW)
    rules.on_setup(lambda s: setattr(board(s), "aside", take_bag(s)[:6]))

    @rules.fold(CHOICES)
    def row(tiles: tuple[str, ...], s: State, /) -> tuple[str, ...]:
        return (*tiles, *dict.fromkeys(board(s).aside[:3]))

    @rules.fold(PILE_EMPTY)
    def none_left(empty: bool, s: State, /) -> bool:
        return empty and not board(s).aside

    def taken(s: State, a: Action) -> None:
        rest = list(board(s).aside)
        rest.remove(str(a.data[0]))
        board(s).aside = tuple(rest)

    rules.after("carcassonne.place", taken)


def test_a_variant_may_offer_several_tiles_and_prolong_the_game(extended: Extended) -> None:
    rules = extended(turn=open_rows)
    s = rules.new()
    assert {action.data[0] for action in rules.legal(s)} == {"base-A", "base-B"}

    turns = 0
    while not s.over:
        turns += s.phase == PLACE
        rules.apply(s, rules.legal(s)[0])

    assert turns == 6


def test_a_tile_outside_of_the_choices_is_refused(extended: Extended) -> None:
    rules = extended(turn=open_rows)

    action = Action("carcassonne.place", ("base-X", 1, 0, 0))
    reason = check_refusal(rules, rules.new(), action)
    assert reason == "base-X is not the tile to be laid"


def test_a_variant_may_replace_the_phase_of_laying(extended: Extended) -> None:
    def turn(rules: RulesBuilder) -> None:
        rules.phase(Phase(PLACE, lambda s: [next(legal_places(s))]), replace=PLACE)

    rules = extended(turn=turn)
    s = rules.new()
    draw(rules, s, "base-X")

    assert len(rules.legal(s)) == 1


def test_without_a_tile_of_this_turn_no_meeple_is_offered(extended: Extended) -> None:
    """A variant may end a turn in which nothing fitted; the tile before is not this seat's."""

    def turn(rules: RulesBuilder) -> None:
        rules.phase(Phase("pass", lambda s: [Action("extra.pass")]), replace=PLACE)
        rules.action("extra.pass", lambda s, a: None)

    rules = extended(turn=turn)
    s = rules.new()
    draw(rules, s, "base-X")

    rules.apply(s, Action("extra.pass"))

    assert (s.phase, s.turn) == (DRAW, 1)
    assert ("core", "skip", (0, MEEPLE)) in s.events


def test_half_edges_of_a_field_without_sides_touch_nothing(extended: Extended) -> None:
    """A field in the middle of four caps is a feature of its own."""

    def setup(rules: RulesBuilder) -> None:
        (cap,) = (tile for tile in base_tiles() if tile.id == "base-E")
        city = cap.cities[0]
        cities = tuple(
            city._replace(id=f"c{n + 1}", sides=(side,)) for n, side in enumerate("NESW")
        )
        field = Field("f1", (), tuple(city.id for city in cities))
        tile = Tile("new-H", "four caps", 1, False, "CCCC", cities, (), False, (field,))
        rules.put(TILES)("new-H", tile)

    rules = extended(setup=setup)
    s = after(rules, "1 new-H r0 0 -1 f1", "2 base-E r2 0 -2 -")

    assert len(extent(s, 0, -1, "f1").cities) == 2
    assert rules.projections(s) == [6, 0]
