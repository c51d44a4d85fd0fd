"""How inns, cathedrals and the large meeple are drawn and named."""

from __future__ import annotations

from collections import Counter
from itertools import product

import polib
import pytest

from bastide.cli.catalogs import Catalogs, own_catalogs, together
from bastide.core.events import Action, Event, Term
from bastide.core.look.words import LETTERS
from bastide.core.messages import English, Text
from bastide.core.rules import Rules
from bastide.core.screen import Cursor, Depth, column_width
from bastide.core.state import State
from bastide.plugins.carcassonne.look.art import pictures
from bastide.plugins.carcassonne.look.geometry import Sketch
from bastide.plugins.carcassonne.look.glyph_tiles import ASCII, UNICODE, GlyphSet, draw_tile
from bastide.plugins.carcassonne.look.palette import colour
from bastide.plugins.carcassonne.look.raster import paint
from bastide.plugins.carcassonne.look.spots import road_spot
from bastide.plugins.carcassonne.look.view import ZOOMS
from bastide.plugins.carcassonne.slots import MARK_ART
from bastide.plugins.carcassonne.ui import CarcassonneScreen
from bastide.plugins.inns_and_cathedrals.pieces import CATHEDRAL, INN, LARGE, new_tiles
from bastide.plugins.inns_and_cathedrals.ui import ART
from tests.plugins.carcassonne.script import draw
from tests.plugins.inns_and_cathedrals.conftest import ID, compose, plugins

SIZES = tuple(wide for wide, _ in ZOOMS)
SKETCHES = {tile.id: Sketch(tile) for tile in new_tiles()}
GROUND = {INN: ("field", "field dark", "field light", "road"), CATHEDRAL: ("city", "city dark")}
"""What lies around each picture."""

NAMES = ("Ada", "Blaise")


def marks_on(id: str) -> Counter[str]:
    return Counter(mark for seg in SKETCHES[id].tile.segments() for mark in seg.marks)


def hexed(mark: str) -> set[str]:
    return {f"#{rgb:06x}" for _, rgb in ART[mark].colours}


def painted(id: str, size: int, turn: int) -> Counter[str]:
    rows = paint(SKETCHES[id], pictures(SKETCHES[id], ART), turn, size)
    return Counter(name for row in rows for name in row)


@pytest.fixture
def french() -> Text:
    texts = Catalogs([*own_catalogs(), *plugins().catalogs()]).texts("fr")
    return together(texts, ("carcassonne", ID))


# pictures


def test_the_table_has_the_pictures(rules: Rules) -> None:
    assert rules.table(MARK_ART) == ART


@pytest.mark.parametrize("mark", ART)
def test_there_is_a_picture_for_each_size_of_tile(mark: str) -> None:
    art = ART[mark]
    drawn = {14: art.rows, **dict(art.smaller)}

    assert {*drawn} == {*SIZES}
    for size, rows in drawn.items():
        assert len({len(row) for row in rows}) == 1
        assert {*"".join(rows)} <= {"."} | {key for key, _ in art.colours}
        assert max(len(rows), len(rows[0])) <= size * 0.7


@pytest.mark.parametrize(("size", "turn"), [*product(SIZES, range(4))])
def test_every_inn_and_cathedral_is_painted_and_nothing_else(size: int, turn: int) -> None:
    for id in SKETCHES:
        found = painted(id, size, turn)
        for mark in ART:
            pixels = sum(found[name] for name in hexed(mark))
            rows = dict(ART[mark].smaller).get(size, ART[mark].rows)
            one = sum(char != "." for row in rows for char in row)
            assert pixels == one * marks_on(id)[mark], (id, mark)


@pytest.mark.parametrize(("mark", "depth"), [*product(ART, ("16", "256", "true"))])
def test_pictures_stand_out_from_the_ground_at_each_depth(mark: str, depth: Depth) -> None:
    ground = {colour(name, depth) for name in GROUND[mark]}
    shown = [colour(name, depth) for name in sorted(hexed(mark))]

    assert sum(each not in ground for each in shown) >= 2
    assert len({*shown}) >= 2


def test_an_inn_stands_nearest_to_its_own_road() -> None:
    """On ic-C neither inn may look like one of the third leg."""
    for sketch in SKETCHES.values():
        for road in sketch.tile.roads:
            if road.marks:
                u, v = sketch.beside(road)
                away = {
                    each.id: (road_spot(each)[0] - u) ** 2 + (road_spot(each)[1] - v) ** 2
                    for each in sketch.tile.roads
                }
                assert min(away, key=lambda id: away[id]) == road.id, sketch.tile.id


# signs


def signs(id: str, turn: int, glyphs: GlyphSet) -> Counter[str]:
    drawn = draw_tile(SKETCHES[id], turn, glyphs, ART)
    return Counter(char for row in drawn.chars for char in row)


@pytest.mark.parametrize("turn", range(4))
def test_every_inn_and_cathedral_has_its_sign_in_characters(turn: int) -> None:
    for id in SKETCHES:
        for mark, art in ART.items():
            assert signs(id, turn, UNICODE)[art.letter] == marks_on(id)[mark], id
            assert signs(id, turn, ASCII)[art.ascii] == marks_on(id)[mark], id


def characters(glyphs: GlyphSet) -> str:
    """Return all characters that boards are drawn with."""
    bends = "".join((*glyphs.bends.values(), *glyphs.village.values()))
    return bends + "".join(each for each in glyphs if isinstance(each, str))


def test_signs_are_one_column_wide_and_mean_nothing_else() -> None:
    for art in ART.values():
        assert column_width(art.letter) == column_width(art.ascii) == 1
        assert art.ascii.isascii()
        assert art.ascii not in LETTERS
        assert art.ascii not in characters(ASCII)
        assert art.letter not in characters(UNICODE)
    assert len({art.ascii for art in ART.values()}) == 2


# words


def on_the_road(rules: Rules) -> State:
    s = rules.new()
    draw(rules, s, "ic-B")
    return rules.step(s, Action("carcassonne.place", ("ic-B", 1, 0, 0)))


def scored(*terms: Term) -> Event:
    points = sum(term.number * term.times for term in terms)
    return Event("core", "score", (0, points, "road", (1, 0, "r1"), terms, False))


def test_a_score_says_why(rules: Rules, french: Text) -> None:
    s, event = rules.new(), scored(Term(6, "tile", 2, "inn"))

    english = CarcassonneScreen(rules, English()).say(s, event, NAMES)
    assert all(part in english for part in ("+12", "6 tiles × 2", "inn"))
    said = CarcassonneScreen(rules, french).say(s, event, NAMES)
    assert all(part in said for part in ("+12", "6 tuiles × 2", "auberge"))


def test_the_log_says_that_a_large_meeple_was_put(rules: Rules, french: Text) -> None:
    s = rules.new()
    event = Event("carcassonne", "carcassonne.meeple", (1, "large", 1, 0, "r1"))

    assert "thief (large)" in CarcassonneScreen(rules, English()).say(s, event, NAMES)
    assert "brigand (grand)" in CarcassonneScreen(rules, french).say(s, event, NAMES)


def test_tiles_are_named_with_their_marks(rules: Rules, french: Text) -> None:
    screen, s = CarcassonneScreen(rules, french), rules.new()
    placed = Event("carcassonne", "carcassonne.place", (0, "ic-K", 0, -1, 0))

    assert "cathédrale" in screen.say(s, placed, NAMES)
    assert "cathedral" in CarcassonneScreen(rules).say(s, placed, NAMES)


def test_the_large_meeple_is_typed(rules: Rules, french: Text) -> None:
    s = on_the_road(rules)
    wanted = Action("carcassonne.meeple", ("r1", "large"))

    english = CarcassonneScreen(rules, English())
    assert english.parse(s, 0, Cursor(), ["meeple", "road", "large"]) == wanted
    typed = CarcassonneScreen(rules, french).parse(s, 0, Cursor(), ["partisan", "route", "grand"])
    assert typed == wanted
    assert english.parse(s, 0, Cursor(), ["meeple", "road"]) == wanted._replace(
        data=("r1", "meeple")
    )


def test_the_supply_shows_whether_the_large_meeple_is_at_hand(rules: Rules) -> None:
    screen = CarcassonneScreen(rules, English())
    s = on_the_road(rules)
    assert "large" in screen.counter(s).seats[0]

    s = rules.step(s, Action("carcassonne.meeple", ("r1", "large")))

    assert "large" not in screen.counter(s).seats[0]
    assert "large" in screen.counter(s).seats[1]


def test_every_message_of_the_expansion_is_translated_and_no_other() -> None:
    (catalog,) = [each for each in plugins().catalogs() if each.domain == ID]
    manifest = plugins().manifests[ID]

    found = {entry.msgid: entry.msgstr for entry in polib.pofile(catalog.po.read_text("utf-8"))}
    assert {*found} == {manifest.title, *manifest.about, *ART, LARGE}
    assert {id: said for id, said in found.items() if id not in manifest.about} == {
        "Inns & Cathedrals": "Auberges et Cathédrales",
        "inn": "auberge",
        "cathedral": "cathédrale",
        "large": "grand",
    }


def test_six_seats_have_letters_and_a_screen() -> None:
    rules = compose(6)

    assert len(CarcassonneScreen(rules, English()).counter(rules.new()).seats) == len(LETTERS)
