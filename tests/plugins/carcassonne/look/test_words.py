"""Tiles, features and events in words."""

from __future__ import annotations

import re

import pytest

from bastide.core.events import Action, Event, Score, Term
from bastide.core.messages import English
from bastide.core.rules import Rules
from bastide.core.screen import Cursor
from bastide.core.state import State
from bastide.plugins.carcassonne.look.joined import Joined, Worth
from bastide.plugins.carcassonne.look.position import Position
from bastide.plugins.carcassonne.look.sayings import Sayings
from bastide.plugins.carcassonne.look.words import Words
from bastide.plugins.carcassonne.pieces import Kind, Placed, kind_of
from bastide.plugins.carcassonne.state import board
from bastide.plugins.carcassonne.tables import NO_MEEPLE
from bastide.plugins.carcassonne.ui import CarcassonneScreen
from tests.plugins.carcassonne.look.conftest import EVERY_TILE, play_to, started
from tests.plugins.looks import NAMES

TILES = {tile.id: tile for tile in EVERY_TILE}


@pytest.fixture
def words() -> Words:
    words = Words(English())
    words.names = NAMES
    return words


@pytest.fixture
def sayings(words: Words) -> Sayings:
    return Sayings(words, TILES)


@pytest.mark.parametrize(
    ("tile", "turn", "said"),
    [
        ("base-O", 0, "city north and west joined, pennant; road east to south"),
        ("base-O", 1, "city north and east joined, pennant; road south to west"),
        ("base-A", 0, "monastery; road south to the monastery"),
        ("base-B", 2, "monastery"),
        ("base-C", 3, "city on all four sides, pennant"),
        ("base-H", 0, "city north; city south"),
        ("base-U", 1, "road north to south"),
        ("base-S", 2, "city east, south and west joined, pennant; road north to the city gate"),
        (
            "base-W",
            0,
            "road east to the crossing; road south to the crossing; road west to the crossing",
        ),
        ("ic-A", 0, "road south to west, inn"),
        ("ic-K", 0, "city on all four sides, cathedral"),
    ],
)
def test_a_tile_is_described_as_it_lies(words: Words, tile: str, turn: int, said: str) -> None:
    assert words.tile(TILES[tile], turn) == said


def test_every_tile_can_be_described_in_every_turn(words: Words) -> None:
    for tile in EVERY_TILE:
        said = {words.tile(tile, turn) for turn in range(4)}
        assert all(said)


@pytest.mark.parametrize(
    ("kind", "seats", "said"),
    [
        ("road", (1,), "your road (4 tiles)"),
        ("city", (0,), "city of Ada (4 tiles)"),
        ("city", (0, 1), "your city (4 tiles, with Ada)"),
        ("road", (0, 1, 3), "your road (4 tiles, with Ada and Dmitri)"),
        ("road", (0, 2, 3), "road of Ada, Chloé and Dmitri (4 tiles)"),
        ("field", (1,), "your field"),
        ("field", (0, 1), "your field (with Ada)"),
        ("field", (2,), "field of Chloé"),
        ("field", (), "a free field"),
        ("monastery", (1,), "your monastery (4 tiles of 9)"),
        ("monastery", (2,), "monastery of Chloé (4 tiles of 9)"),
        ("monastery", (), "a free monastery (4 tiles of 9)"),
        ("city", (), "a free city (4 tiles)"),
        ("road", (), "a free road (4 tiles)"),
    ],
)
def test_a_feature_is_told_as_a_seat_sees_it(
    words: Words, kind: Kind, seats: tuple[int, ...], said: str
) -> None:
    assert words.feature(Joined(kind, seats, 4, False), seat=1) == said


def test_one_tile_is_not_several(words: Words) -> None:
    assert words.feature(Joined("road", (1,), 1, False), 1) == "your road (1 tile)"


def test_without_names_seats_have_letters() -> None:
    assert Words(English()).feature(Joined("city", (3,), 2, False), 1) == "city of D (2 tiles)"


def test_what_a_place_joins_and_finishes(words: Words) -> None:
    road, city = Joined("road", (1,), 4, False), Joined("city", (0,), 3, True)
    assert words.joins(-3, -2, [road], 1) == "3W 2N joins your road (4 tiles)"
    assert words.joins(-3, -2, [city], 1) == "3W 2N finishes city of Ada (3 tiles)"
    assert words.joins(0, 1, [road, city], 1) == (
        "0 1S finishes city of Ada (3 tiles) and joins your road (4 tiles)"
    )
    assert words.joins(0, 1, [], 1) == "0 1S joins free fields only"


@pytest.mark.parametrize(
    ("segment", "tiles", "finished", "points", "said"),
    [
        ("r1", 3, False, 3, "Thief on this road (3 tiles): 3 points if the game ended now"),
        ("r1", 3, True, 3, "Thief on this road (3 tiles): finished, 3 points now"),
        ("c1", 1, False, 1, "Knight in this city (1 tile): 1 point if the game ended now"),
        ("c2", 2, True, 4, "Knight in the city to the south (2 tiles): finished, 4 points now"),
        ("m", 4, False, 4, "Monk in this monastery (4 tiles of 9): 4 points if the game ended now"),
        ("m", 9, True, 9, "Monk in this monastery (9 tiles of 9): finished, 9 points now"),
        (
            "f1",
            4,
            False,
            3,
            "Farmer in this field: 3 points at the end so far (1 finished city)",
        ),
    ],
)
def test_a_meeple_choice_says_what_it_brings(
    sayings: Sayings, segment: str, tiles: int, finished: bool, points: int, said: str
) -> None:
    feature = Joined(kind_of(segment), (), tiles, finished)
    action = Action("carcassonne.meeple", (segment, "meeple"))
    on = Placed({"c1": "base-E", "c2": "base-H"}.get(segment, "base-A"), 0, 0, 0)
    assert sayings.choice(action, Worth(feature, points, cities=1), on) == said


def test_another_piece_is_named(sayings: Sayings) -> None:
    action = Action("carcassonne.meeple", ("r1", "large"))
    said = sayings.choice(
        action, Worth(Joined("road", (), 2, True), 2, 0), Placed("base-U", 0, 0, 1)
    )
    assert said == "Thief (large) on this road (2 tiles): finished, 2 points now"


def score(seat: int, points: int, category: str, *terms: Term, final: bool = False) -> Event:
    return Event("carcassonne", "score", Score(seat, points, category, (0, 0, "c1"), terms, final))


@pytest.mark.parametrize(
    ("event", "said"),
    [
        (score(0, 6, "city", Term(3, "tile", 2)), "Ada +6 city (3 tiles × 2)"),
        (
            score(1, 8, "city", Term(3, "tile", 2), Term(1, "pennant", 2)),
            "Blaise +8 city (3 tiles × 2 + 1 pennant × 2)",
        ),
        (score(2, 4, "road", Term(4, "tile")), "Chloé +4 road (4 tiles)"),
        (score(3, 9, "monastery", Term(9, "tile")), "Dmitri +9 monastery (9 tiles)"),
        (
            score(0, 2, "city", Term(1, "tile"), Term(1, "pennant"), final=True),
            "Ada +2 unfinished city (1 tile + 1 pennant)",
        ),
        (score(0, 6, "field", Term(2, "city", 3), final=True), "Ada +6 field (2 cities × 3)"),
        (
            score(1, 4, "road", Term(2, "tile", 2, "inn")),
            "Blaise +4 road: 2 tiles × 2 (inn)",
        ),
        (score(1, 4, "road", Term(2, "ship", 2)), "Blaise +4 road (2 ship × 2)"),
        (
            Event("carcassonne", "carcassonne.place", (1, "base-B", -3, 1, 0)),
            "Blaise placed at 3W 1S: monastery.",
        ),
        (
            Event("carcassonne", "carcassonne.meeple", (2, "meeple", 0, 0, "f1")),
            "Chloé puts a farmer in the field at 0 0.",
        ),
        (
            Event("carcassonne", "carcassonne.meeple", (2, "large", 1, 0, "c1")),
            "Chloé puts a knight (large) in the city at 1E 0.",
        ),
        (
            Event("carcassonne", "carcassonne.set_aside", (3, "base-C")),
            "Dmitri sets aside a tile that fits nowhere (city on all sides, pennant).",
        ),
        (Event("carcassonne", "carcassonne.return", (2, "meeple", 0, 0, "f1")), ""),
        (Event("core", "skip", (0, "meeple")), ""),
        (Action("carcassonne.place", Placed("base-B", 1, 0, 0)), "places at 1E 0: monastery."),
        (Action("carcassonne.meeple", ("m", "meeple")), "puts a monk in the monastery."),
        (Action("carcassonne.meeple", ("r1", "large")), "puts a thief (large) on the road."),
        (NO_MEEPLE, "puts no meeple."),
        (Action("other.kind"), "kind"),
        (Action("other.turn_over", ("base-B", 7)), "turn over: monastery"),
        (Action("other.lay_by", (7,), ((7, "base-B"),)), "lay by: monastery"),
        (Event("other", "other.kind", (1, "base-B")), ""),
    ],
)
def test_what_happened_is_one_sentence(
    screen: CarcassonneScreen, event: Action | Event, said: str
) -> None:
    assert screen.say(screen.rules.new(), event, NAMES) == said


def test_every_event_of_whole_games_can_be_said(screen: CarcassonneScreen, four: Rules) -> None:
    for seed in range(6):
        s = play_to(four, seed, 999, "place")
        for event in s.events:
            said = screen.say(s, event, NAMES)
            assert said or event.kind in ("carcassonne.return", "skip")
            assert not said or said.startswith(NAMES)
            assert "{" not in said


def test_what_a_choice_says_it_brings_is_what_the_score_says(
    screen: CarcassonneScreen, four: Rules
) -> None:
    checked = 0
    for seed in range(25):
        s = play_to(four, seed, 20, "meeple")
        position = Position(four, s, s.seat, Cursor())
        for action in position.choices[:-1]:
            worth = position.worth(action)
            if not worth.feature.finished:
                continue
            t = four.step(s, action)
            gained = [e.data[1] for e in t.events if e.kind == "score" and e.data[0] == s.seat]
            assert worth.points in gained
            checked += 1
    assert checked > 5


def test_what_a_choice_says_of_the_end_is_what_the_projection_says(
    screen: CarcassonneScreen, four: Rules
) -> None:
    for seed in range(25):
        s = play_to(four, seed, 20, "meeple")
        position = Position(four, s, s.seat, Cursor())
        none = four.step(s, NO_MEEPLE)
        for action in position.choices[:-1]:
            t = four.step(s, action)
            if s.scores == t.scores:
                more = four.projected(t, s.seat) - four.projected(none, s.seat)
                assert position.worth(action).points == more


def test_what_a_place_says_it_joins_is_so(screen: CarcassonneScreen, four: Rules) -> None:
    for seed in range(20):
        s = play_to(four, seed, 25, "place")
        position = Position(four, s, s.seat, Cursor())
        for action in four.legal(s):
            finished = [f for f in position.joined(action) if f.finished and f.seats]
            t = four.step(s, action)
            if t.phase == "meeple":
                t = four.step(t, NO_MEEPLE)
            scored = {event.data[2:4] for event in t.events if event.kind == "score"}
            assert len(scored) == len(finished)


# reading the board


@pytest.fixture
def first(four: Rules) -> State:
    s = play_to(four, 3, 0, "place")
    assert board(s).placed == [Placed("base-D", 0, 0, 0)]
    return s


def test_near_reads_a_tile_and_what_is_around(screen: CarcassonneScreen, first: State) -> None:
    assert screen.near(first, ["0", "0"]) == "0 0: city north; road east to west."
    assert screen.near(first, ["1E", "0"]) == (
        "1E 0 is empty: road to the west. To the west: city north; road east to west."
    )
    assert screen.near(first, ["0", "1N"]).startswith("0 1N is empty: city to the south.")
    assert screen.near(first, ["5E", "5S"]) == "5E 5S is empty and touches no tile."
    how = "Type near, a column and a row, such as near 0 0."
    assert screen.near(first, ["castle"]) == how
    assert screen.near(first, []) == how, "no meeple stands anywhere yet"


def test_near_no_cell_all_meeples_are_read(screen: CarcassonneScreen, four: Rules) -> None:
    s = play_to(four, 3, 30, "place")
    said = screen.near(s, []).splitlines()
    assert len(said) == len(board(s).meeples) > 2
    whole = r"\S+ has an? (knight|thief|monk|farmer) (in|on) the \w+ at \S+ \S+: .+ of \S+.*\."
    assert [line for line in said if not re.fullmatch(whole, line)] == []


def test_the_tile_in_hand_is_read_to_whom_it_belongs(
    screen: CarcassonneScreen, four: Rules
) -> None:
    s = play_to(four, 5, 24, "place")
    tile = board(s).tables.tiles[board(s).current]
    said = screen.situation(s, s.seat, Cursor())
    assert said == f"Your tile: {Words(English()).tile(tile)}."
    assert screen.situation(s, (s.seat + 1) % 4, Cursor()) == ""


def test_near_tells_who_stands_there(screen: CarcassonneScreen, four: Rules) -> None:
    s = play_to(four, 5, 30, "place")
    for meeple in board(s).meeples:
        said = screen.near(s, [f"{meeple.x},{meeple.y}"])
        assert f"{'ABCD'[meeple.seat]} has a " in said


def test_the_hint_says_what_can_be_done_and_what_it_does(
    screen: CarcassonneScreen, four: Rules
) -> None:
    s = play_to(four, 5, 24, "place")
    cursor = started(screen, s)
    first, second = screen.hint(s, s.seat, cursor)
    assert first.startswith("Place your tile: arrows move")
    place = screen.places(s, s.seat, cursor)[cursor.choice]
    assert second == f"{cursor.choice + 1}: {place.sentence}."

    refused = screen.hint(s, s.seat, cursor._replace(x=0, y=0))[1]
    assert refused == "0 0: a tile lies there already."

    m = play_to(four, 9, 24, "meeple")
    first, second = screen.hint(m, m.seat, started(screen, m))
    assert first == "Put a meeple here? Arrows, number, Enter; s: none."
    assert second == screen.places(m, m.seat, Cursor())[0].sentence


def test_near_says_what_kind_of_piece_stands_there(large: Rules) -> None:
    screen = CarcassonneScreen(large)
    s = play_to(large, 3, 30, "place", crowded=True)
    (meeple, *_) = [meeple for meeple in board(s).meeples if meeple.piece == "large"]

    assert " (large) " in screen.near(s, [f"{meeple.x},{meeple.y}"])
