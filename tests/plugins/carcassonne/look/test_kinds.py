"""Several kinds of piece: chosen where they are put down, and told apart in supplies."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from bastide.core.builder import RulesBuilder
from bastide.core.messages import English
from bastide.core.rules import Rules
from bastide.core.screen import Cursor, Depth, Glyphs, Grid
from bastide.core.state import State
from bastide.plugins.carcassonne.pieces import Piece
from bastide.plugins.carcassonne.slots import PIECE_ART, PIECES, Sign
from bastide.plugins.carcassonne.state import board
from bastide.plugins.carcassonne.tables import NO_MEEPLE
from bastide.plugins.carcassonne.ui import CarcassonneScreen
from tests.plugins.carcassonne.look.conftest import play_to, started
from tests.plugins.looks import look_of


@pytest.fixture
def rules(extended: Callable[..., Rules]) -> Rules:
    """Return the rules of a table of six with a large and two small pieces more."""

    def setup(rules: RulesBuilder) -> None:
        rules.put(PIECES)("large", Piece(1, 2))
        rules.put(PIECES)("imp", Piece(2, 1))
        rules.put(PIECE_ART)("imp", Sign("♣", "+"))

    return extended(setup=setup, seats=6)


@pytest.fixture
def ui(rules: Rules) -> CarcassonneScreen:
    return CarcassonneScreen(rules, English())


@pytest.fixture
def s(rules: Rules) -> State:
    """Return a position in which a piece can be put on one of several segments."""
    states = (play_to(rules, seed, 3, "meeple") for seed in range(99))
    return next(s for s in states if len({a.data[:1] for a in rules.legal(s)}) > 3)


def press(ui: CarcassonneScreen, s: State, cursor: Cursor, *keys: str) -> Cursor:
    for key in keys:
        cursor = ui.move(s, s.seat, cursor, key)
    return cursor


def chosen(ui: CarcassonneScreen, s: State, cursor: Cursor) -> tuple[object, ...]:
    found = ui.chosen(s, s.seat, cursor)
    assert not isinstance(found, str)
    return found.data


def test_b_goes_through_the_kinds_on_the_same_segment_and_round(
    ui: CarcassonneScreen, s: State
) -> None:
    cursor = press(ui, s, started(ui, s), "n")
    segment = chosen(ui, s, cursor)[0]
    seen = []
    for key in ("b", "r", "tab", "s-tab", "R", "b"):
        seen.append(chosen(ui, s, cursor))
        cursor = press(ui, s, cursor, key)
    kinds = ("meeple", "large", "imp", "meeple", "imp", "large")
    assert seen == [(segment, kind) for kind in kinds]


def test_going_on_keeps_the_kind_also_past_no_meeple(ui: CarcassonneScreen, s: State) -> None:
    cursor = press(ui, s, started(ui, s), "b")
    passed = []
    for _ in range(9):
        passed.append(chosen(ui, s, cursor)[1:])
        cursor = press(ui, s, cursor, "n")
    assert {*passed} == {("large",), ()}
    assert chosen(ui, s, press(ui, s, cursor, "s")) == ()
    assert chosen(ui, s, press(ui, s, cursor, "s", "n"))[1:] == ("large",)


def test_each_kind_has_numbers_of_its_own_and_the_board_shows_those_of_the_kind_at_hand(
    ui: CarcassonneScreen, s: State
) -> None:
    places = ui.places(s, s.seat, started(ui, s))
    kinds = [place.action.data[1] for place in places[:-1]]
    n = kinds.count("meeple")
    assert kinds == ["meeple"] * n + ["large"] * n + ["imp"] * n
    assert places[-1].action == NO_MEEPLE
    assert {place.action for place in places} == {*ui.rules.legal(s)}
    for number, place in enumerate(places, start=1):
        cursor = ui.at_place(s, s.seat, started(ui, s), number)
        assert ui.chosen(s, s.seat, cursor) == place.action
    cursor = ui.at_place(s, s.seat, started(ui, s), n + 1)
    grid = Grid(84, 31)
    ui.paint(grid, s, s.seat, cursor, look_of("none", "ascii"))
    placed = board(s).placed[-1]
    shown = "".join(grid.lines())
    assert all(str(number) in shown for number in range(n + 1, 2 * n + 1)), placed


def test_a_click_on_a_segment_keeps_the_kind_and_one_in_the_pane_changes_it(
    ui: CarcassonneScreen, s: State
) -> None:
    for size, look in (
        ((22, 4), look_of()),
        ((34, 6), look_of("16", zoom=2)),
        ((22, 4), look_of("none", "ascii")),
    ):
        cursor = press(ui, s, started(ui, s), "n")
        segment = chosen(ui, s, cursor)[0]
        grid = Grid(*size)
        ui.paint_hand(grid, s, s.seat, cursor, look)
        for kind in ("large", "imp", "meeple"):
            y = next(n for n, line in enumerate(grid.lines()) if f" {kind}" in line)
            x = grid.lines()[y].index(kind)
            cursor = ui.point_hand(s, s.seat, cursor, x, y, size, look)
            assert chosen(ui, s, cursor) == (segment, kind)
        assert ui.point_hand(s, s.seat, cursor, 0, 0, size, look) == cursor


def test_the_pane_lists_the_kinds_with_what_is_left_and_marks_the_one_at_hand(
    ui: CarcassonneScreen, s: State
) -> None:
    grid = Grid(34, 6)
    cursor = press(ui, s, started(ui, s), "b")
    ui.paint_hand(grid, s, s.seat, cursor, look_of())
    supply = board(s).supply
    shown = "\n".join(grid.lines())
    assert "► 1 large" in shown
    assert f"  {supply['meeple'][s.seat]} meeple" in shown
    assert "  2 imp" in shown


def test_the_hint_says_weight_and_number_of_the_kind_at_hand_and_names_the_next(
    ui: CarcassonneScreen, s: State
) -> None:
    cursor = press(ui, s, started(ui, s), "b")
    first, second = ui.hint(s, s.seat, cursor)
    assert first == "Large (counts 2, 1 left)? Arrows, number, Enter; b: imp, s: none."
    assert "(large) " in second


def test_the_hint_fits_a_narrow_board(ui: CarcassonneScreen, s: State) -> None:
    cursor = started(ui, s)
    ui.paint(Grid(54, 15), s, s.seat, cursor, look_of())
    first, _ = ui.hint(s, s.seat, cursor)
    assert first == "Meeple? Arrows, number, Enter; b: large, s: none."


def test_the_pieces_are_read_with_what_is_left_and_their_weight(
    ui: CarcassonneScreen, s: State
) -> None:
    left = board(s).supply["meeple"][s.seat]
    assert ui.situation(s, s.seat, started(ui, s)) == (
        f"Your pieces: meeple: {left} left, counts 1; large: 1 left, counts 2; "
        "imp: 2 left, counts 1."
    )


def test_a_kind_that_is_used_up_is_offered_no_longer(ui: CarcassonneScreen, s: State) -> None:
    board(s).supply["large"][s.seat] = board(s).supply["imp"][s.seat] = 0
    s.legal = None
    cursor = press(ui, s, started(ui, s), "b")
    assert chosen(ui, s, cursor)[1] == "meeple"
    assert ui.hint(s, s.seat, cursor)[0] == "Put a meeple here? Arrows, number, Enter; s: none."
    found = ui.parse(s, s.seat, cursor, ["meeple", "field", "large"])
    assert isinstance(found, str)
    assert "left" in found


def test_a_piece_that_is_there_must_be_typed_as_it_is_called(
    ui: CarcassonneScreen, s: State
) -> None:
    found = ui.parse(s, s.seat, started(ui, s), ["meeple", "field", "huge"])
    assert found == "huge is no piece: type meeple, large, imp."
    for line, _ in ui.commands(s, s.seat):
        assert ui.parse(s, s.seat, started(ui, s), line.split()) in ui.rules.legal(s)


def test_keys_are_explained_only_where_they_do_something(
    ui: CarcassonneScreen, screen: CarcassonneScreen
) -> None:
    assert "b" in _keys(ui)
    assert "b" not in _keys(screen)


def _keys(ui: CarcassonneScreen) -> list[str]:
    listed = ui.keys()
    return [key.key for key in listed]


# supplies


def test_supplies_of_six_seats_in_three_lengths(ui: CarcassonneScreen, rules: Rules) -> None:
    s = play_to(rules, 1, 0, "place")
    board(s).supply["large"][1] = 0
    board(s).supply["imp"][2] = 1
    board(s).supply["meeple"][5] = 3
    counter = ui.counter(s)
    assert counter.seats == (
        "●●●●●●● large 2 imp",
        "●●●●●●● 2 imp",
        "●●●●●●● large imp",
        "●●●●●●● large 2 imp",
        "●●●●●●● large 2 imp",
        "●●●○○○○ large 2 imp",
    )
    assert counter.short == ("●7 L I2", "●7   I2", "●7 L I", "●7 L I2", "●7 L I2", "●3 L I2")
    assert counter.long == counter.seats


# marks and meeples at a glance

CASES: list[tuple[Depth, Glyphs, int]] = [
    *(("true", "blocks", zoom) for zoom in range(4)),
    *(("16", "blocks", zoom) for zoom in range(4)),
    ("none", "unicode", 0),
    ("none", "ascii", 0),
]


@pytest.mark.parametrize(("depth", "glyphs", "zoom"), CASES)
def test_a_large_meeple_and_a_sixth_seat_are_told_by_letters(
    ui: CarcassonneScreen, rules: Rules, depth: Depth, glyphs: Glyphs, zoom: int
) -> None:
    s = play_to(rules, 4, 40, "place", crowded=True)
    large = [m for m in board(s).meeples if m.piece == "large"]
    assert large
    meeple = next((m for m in large if m.seat == 5), large[0])
    grid = Grid(84, 31)
    cursor = Cursor(origin=(meeple.x, meeple.y), flags=("pan",))
    ui.paint(grid, s, -1, cursor, look_of(depth, glyphs, zoom))
    text = "\n".join(grid.lines())
    assert "ABCDEF"[meeple.seat] + ("2" if glyphs == "ascii" else "²") in text
    sixth = look_of(depth, glyphs).theme.seats
    assert len(sixth) == 6
    assert depth == "none" or len({*sixth}) == 6


@pytest.mark.parametrize(
    ("names", "shown"),
    [
        (("giant", "imp"), "●7 G I2"),
        (("giant", "guard"), "●7 Gi Gu2"),
        (("imp", "imperial"), "●7 Imp Impe2"),
    ],
)
def test_kinds_that_begin_alike_are_told_apart_in_one_line(
    extended: Callable[..., Rules], names: tuple[str, str], shown: str
) -> None:
    def setup(rules: RulesBuilder) -> None:
        for amount, name in enumerate(names, 1):
            rules.put(PIECES)(name, Piece(amount, 1))

    rules = extended(setup=setup, seats=2)
    s = play_to(rules, 1, 0, "place")
    assert CarcassonneScreen(rules, English()).counter(s).short[0] == shown


@pytest.mark.parametrize(
    ("kind", "glyphs", "sign"),
    [
        ("imp", "blocks", "A♣"),
        ("imp", "unicode", "A♣"),
        ("imp", "ascii", "A+"),
        ("large", "ascii", "A2"),
        ("large", "blocks", "A²"),
    ],
)
def test_a_kind_of_piece_stands_on_the_board_with_its_sign(
    rules: Rules, ui: CarcassonneScreen, s: State, kind: str, glyphs: Glyphs, sign: str
) -> None:
    put = next(a for a in rules.legal(s) if a.data[1:] == (kind,))
    letter = "ABCDEF"[s.seat]
    after = rules.step(s, put)
    grid = Grid(80, 30)

    ui.paint(grid, after, after.seat, started(ui, after), look_of("true", glyphs, 2))

    assert sign.replace("A", letter) in "\n".join("".join(row) for row in grid.chars)


def test_the_picture_of_the_board_has_the_sign_too(
    rules: Rules, ui: CarcassonneScreen, s: State
) -> None:
    put = next(a for a in rules.legal(s) if a.data[1:] == ("imp",))

    assert "♣</text>" in ui.svg(rules.step(s, put))
    assert "♣" not in ui.svg(s)
