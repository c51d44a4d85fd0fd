"""The screen as a whole: what is left, hands, overlays, lines of text, SVG."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest

from bastide.core.look.lines import wrapped
from bastide.core.messages import English
from bastide.core.rules import Rules
from bastide.core.screen import PLAIN_STYLE, Cursor, Glyphs, Grid, Style, column_width
from bastide.plugins.carcassonne.board import gaps, rotations_that_fit, tiles_left
from bastide.plugins.carcassonne.state import board
from bastide.plugins.carcassonne.turn import set_aside
from bastide.plugins.carcassonne.ui import CarcassonneScreen, make
from tests.plugins.carcassonne.look.conftest import play_to, started
from tests.plugins.looks import NAMES, look_of


def text_of(grid: Grid) -> str:
    return "\n".join(grid.lines())


def test_the_counter_counts_what_is_laid_or_set_aside(
    screen: CarcassonneScreen, four: Rules
) -> None:
    s = play_to(four, 5, 30, "place")
    b = board(s)
    laid = len(b.placed) + len(b.aside)
    assert screen.counter(s).title == f"{laid}/72 tiles"
    assert laid + len(b.bag) + 1 == 72
    set_aside(s, b.current)
    b.current = ""
    assert screen.counter(s).title == f"{laid + 1}/72 tiles"


def test_each_seat_shows_its_meeples(screen: CarcassonneScreen, four: Rules) -> None:
    s = play_to(four, 5, 30, "place")
    for seat, shown in enumerate(screen.counter(s).seats):
        left = board(s).supply["meeple"][seat]
        assert shown == "●" * left + "○" * (7 - left)


def test_other_pieces_are_named_while_they_are_there(large: Rules) -> None:
    screen = CarcassonneScreen(large, English())
    s = play_to(large, 1, 0, "place")
    assert screen.counter(s).seats[0] == "●●●●●●● large"
    board(s).supply["large"][0] = 0
    assert screen.counter(s).seats[0] == "●●●●●●●"


def test_each_way_to_turn_the_tile_is_listed_and_no_two_are_called_the_same(
    screen: CarcassonneScreen, four: Rules
) -> None:
    s = play_to(four, 5, 24, "place")
    ways = screen.ways(s, s.seat, started(screen, s))
    listed = [place for each in ways for place in each]
    assert [each[0].action for each in ways] == [
        place.action for place in screen.places(s, s.seat, started(screen, s))
    ]
    assert {place.action for place in listed} == {*four.legal(s)}
    assert len({place.sentence for place in listed}) == len(listed) == len(four.legal(s))
    assert "; tile: " in ways[0][0].sentence


def test_the_hand_shows_the_tile_and_its_name(screen: CarcassonneScreen, four: Rules) -> None:
    s = play_to(four, 5, 24, "place")
    grid = Grid(34, 6)
    screen.paint_hand(grid, s, s.seat, started(screen, s), look_of())
    places = len(screen.places(s, s.seat, Cursor()))
    assert f"fits at {places} places" in text_of(grid)
    assert "▀" in text_of(grid)


def test_a_narrow_hand_says_in_few_words_what_is_counted(
    screen: CarcassonneScreen, four: Rules
) -> None:
    s = play_to(four, 5, 24, "place")
    places = len(screen.places(s, s.seat, Cursor()))
    seen = []
    for rows in range(2, 8):
        grid = Grid(22, rows)
        screen.paint_hand(grid, s, s.seat, started(screen, s), look_of())
        seen.append(text_of(grid))
    assert any(f"{places} places" in each and "fits at" not in each for each in seen)
    assert all("place" in each for each in seen if "fits at" in each)


def test_while_a_tile_is_drawn_there_is_no_hand(screen: CarcassonneScreen, four: Rules) -> None:
    s = four.new()
    assert s.waiting
    grid = Grid(34, 6)
    screen.paint_hand(grid, s, 0, Cursor(), look_of())
    assert text_of(grid).strip() == ""
    assert {style for row in grid.styles for style in row} == {Style()}
    assert screen.places(s, 0, Cursor()) == []
    assert screen.start(s, 0, Cursor(x=2)) == Cursor(x=2)


def test_the_hand_turns_with_the_ghost(screen: CarcassonneScreen, four: Rules) -> None:
    s = next(
        s
        for s in (play_to(four, seed, 10, "place") for seed in range(99))
        if board(s).current == "base-W"
    )
    cursor = started(screen, s)
    turned = screen.move(s, s.seat, cursor._replace(x=40, y=40), "r")
    one, two = Grid(34, 6), Grid(34, 6)
    screen.paint_hand(one, s, s.seat, cursor._replace(x=40, y=40), look_of())
    screen.paint_hand(two, s, s.seat, turned, look_of())
    assert one.styles != two.styles


def test_text_is_wrapped_by_columns() -> None:
    assert wrapped("monastery with a road", 11) == ["monastery", "with a road"]
    assert wrapped("monastery", 4) == ["mona"]
    assert wrapped("monastery", 0) == []
    assert all(sum(map(column_width, part)) <= 6 for part in wrapped("日本語 の 道", 6))


# overlays


def test_tiles_left_sums_to_the_pile(screen: CarcassonneScreen, four: Rules) -> None:
    for seed in range(8):
        s = play_to(four, seed, seed * 8, "place")
        left = tiles_left(s)
        assert sum(left.values()) == len(board(s).bag)
        grid = Grid(100, 34)
        paint = screen.overlays()[0].paint
        assert paint is not None
        paint(grid, s, s.seat, look_of())
        shown = text_of(grid)
        for id, tile in board(s).tables.tiles.items():
            assert f"{left[id]} of {tile.copies}" in shown
        assert f"{len(board(s).bag)} tile" in shown


def test_tiles_left_are_read_out_without_signs(screen: CarcassonneScreen, four: Rules) -> None:
    s = play_to(four, 3, 20, "place")
    lines = screen.overlays()[0].lines
    assert lines
    said = lines(s, s.seat, look_of())
    assert "2 of 2: monastery; road south to the monastery" in said
    assert sum(int(line.split()[0]) for line in said if " of " in line and ": " in line) == len(
        board(s).bag
    )
    assert all(character.isascii() for line in said for character in line)


def test_supplies_are_read_out_in_words(screen: CarcassonneScreen, four: Rules) -> None:
    s = play_to(four, 5, 30, "place")
    left = board(s).supply["meeple"]
    assert screen.counter(s).words == tuple(
        f"{n} meeple" if n == 1 else f"{n} meeples" for n in left
    )


class Below(Grid):
    """A grid that notes every line that is written, also below its last row."""

    def __init__(self, width: int, height: int) -> None:
        super().__init__(width, height)
        self.said = ""

    def text(self, x: int, y: int, text: str, style: Style = PLAIN_STYLE) -> int:
        self.said += f"{text}\n"
        return super().text(x, y, text, style)


@pytest.mark.parametrize("size", [(58, 12), (78, 18), (94, 24), (114, 30)])
@pytest.mark.parametrize("glyphs", ["blocks", "ascii"])
def test_tiles_left_of_many_types_shows_all_that_are_left_below_each_other(
    large: Rules, size: tuple[int, int], glyphs: Glyphs
) -> None:
    """What has no room in the window is written below it: the program scrolls there."""
    screen = CarcassonneScreen(large, English())
    paint = screen.overlays()[0].paint
    assert paint is not None
    look = look_of(glyphs=glyphs)
    for turn in (5, 60):
        s = play_to(large, 3, turn, "place")
        low, whole = Below(*size), Grid(size[0], 80)
        paint(low, s, s.seat, look)
        paint(whole, s, s.seat, look)
        shown = text_of(whole)
        some = sum(n > 0 for n in tiles_left(s).values())
        assert len(re.findall(r"[1-9]\d* of \d", shown)) == some
        assert "to come" in shown
        assert "to come\n" in low.said


def test_gaps_are_marked_where_nothing_fits_and_nowhere_else(
    screen: CarcassonneScreen, four: Rules
) -> None:
    seen = 0
    for seed in range(12):
        s = play_to(four, seed, 55, "place")
        b = board(s)
        left = [id for id, n in tiles_left(s).items() if n] + [b.current]
        closed = {*gaps(s)}
        for x, y in closed:
            assert not any(rotations_that_fit(s, id, x, y) for id in left)
        lines = screen.board_text(s, -1, look_of(glyphs="ascii"))
        assert sum(line.count("x") for line in lines) == len(closed)
        seen += len(closed)
    assert seen > 0


def test_the_overlay_names_what_was_set_aside_and_closed_gaps(
    screen: CarcassonneScreen, four: Rules
) -> None:
    s = play_to(four, 2, 55, "place")
    set_aside(s, board(s).current)
    grid = Grid(100, 34)
    paint = screen.overlays()[0].paint
    assert paint is not None
    paint(grid, s, s.seat, look_of())
    assert "Set aside: " in text_of(grid)
    assert ("No tile to come fits at " in text_of(grid)) == bool(gaps(s))


def test_overlays_have_a_key_and_a_title(screen: CarcassonneScreen) -> None:
    assert [(o.key, o.title) for o in screen.overlays()] == [
        ("f2", "Tiles left"),
        ("f3", "Fields"),
    ]


# lines of text


def test_the_board_as_text_names_places_and_meeples(screen: CarcassonneScreen, four: Rules) -> None:
    s = play_to(four, 5, 30, "place")
    lines = screen.board_text(s, s.seat, look_of(glyphs="ascii"))
    board_lines = "\n".join(lines)
    board_lines.encode("ascii")
    for n in range(1, len(screen.places(s, s.seat, Cursor())) + 1):
        assert f"<{n}>" in board_lines
    for seat in {meeple.seat for meeple in board(s).meeples}:
        assert f"({'ABCD'[seat]})" in board_lines
    assert all(line == line.rstrip() for line in lines)


def test_a_board_too_broad_for_its_lines_comes_in_parts(
    screen: CarcassonneScreen, four: Rules
) -> None:
    s = play_to(four, 5, 30, "place")
    whole = screen.board_text(s, s.seat, look_of(glyphs="ascii"))
    broadest = max(map(len, whole))
    lines = screen.board_text(s, s.seat, look_of(glyphs="ascii")._replace(columns=broadest - 9))
    assert max(map(len, lines)) <= broadest - 9
    assert len(lines) == 2 * len(whole) + 1
    for n in range(1, len(screen.places(s, s.seat, Cursor())) + 1):
        assert f"<{n}>" in "\n".join(lines)


def test_others_read_the_board_without_numbers(screen: CarcassonneScreen, four: Rules) -> None:
    s = play_to(four, 5, 30, "place")
    assert "<1>" not in "\n".join(screen.board_text(s, -1, look_of(glyphs="ascii")))


def test_categories_are_those_of_the_scores(screen: CarcassonneScreen) -> None:
    assert [id for id, _, _ in screen.categories()] == ["city", "road", "monastery", "field"]
    assert all(0 <= colour <= 0xFFFFFF for _, _, colour in screen.categories())


def test_zooms_are_named_smallest_first(screen: CarcassonneScreen) -> None:
    assert screen.zooms() == ["6x3", "8x4", "10x5", "14x7"]


def test_the_picture_holds_every_tile_and_meeple(large: Rules) -> None:
    screen = make(large, English())
    s = play_to(large, 7, 60, "place", crowded=True)

    root = ElementTree.fromstring(screen.svg(s, NAMES))

    tag = "{http://www.w3.org/2000/svg}"
    texts = [text.text or "" for text in root.iter(f"{tag}text")]
    assert len([text for text in texts if len(text) == 1]) == len(board(s).meeples)
    turns = [g.get("transform") or "" for g in root.iter(f"{tag}g")]
    assert sum(turn.startswith("rotate") for turn in turns) == len(board(s).placed)
    assert "Chloé" in texts[-1]


def test_the_picture_escapes_names(screen: CarcassonneScreen, four: Rules) -> None:
    s = play_to(four, 5, 3, "place")
    svg = screen.svg(s, ("<Ada>", "B & B", "C", "D"))
    assert "&lt;Ada&gt;" in svg
    ElementTree.fromstring(svg)
    ElementTree.fromstring(screen.svg(s))
