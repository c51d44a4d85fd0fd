"""Words that an expansion brings are said in the words of its own catalogue."""

from __future__ import annotations

from collections.abc import Callable
from importlib.resources import files
from pathlib import Path

import pytest

from bastide.cli.catalogs import Catalogs, together
from bastide.core.builder import RulesBuilder
from bastide.core.events import Action, Event, Score, Term
from bastide.core.hookspecs import Catalog
from bastide.core.messages import English, Text
from bastide.core.phases import Phase
from bastide.core.rules import Rules
from bastide.core.screen import Cursor, Grid, text_width
from bastide.plugins.carcassonne.turn import PLACE, legal_places
from bastide.plugins.carcassonne.ui import CarcassonneScreen
from tests.plugins.carcassonne.look.conftest import all_kinds, play_to, started
from tests.plugins.looks import NAMES, look_of

WORDS = {
    "large": "grand",
    "inn": "auberge",
    "cathedral": "cathédrale",
    "extra.show": "montrer {a}",
    "extra.shown": "{name} montre {b}",
}


@pytest.fixture
def french(tmp_path: Path) -> Text:
    """Return the game's French and that of an expansion, as the program puts them together."""
    own = files("bastide.plugins.carcassonne") / "locale/fr/LC_MESSAGES/carcassonne.po"
    po = tmp_path / "extra.po"
    lines = ['msgid ""\nmsgstr "Content-Type: text/plain; charset=utf-8\\n"\n']
    lines += [f'msgid "{id}"\nmsgstr "{said}"\n' for id, said in WORDS.items()]
    po.write_text("\n".join(lines), "utf-8")
    found = [Catalog(*each) for each in (("carcassonne", "fr", own), ("extra", "fr", po))]
    program = Catalog("bastide", "fr", own)  # without it the program knows no French
    return together(Catalogs([*found, program]).texts("fr"), ("carcassonne", "extra"))


@pytest.fixture
def rules(extended: Callable[..., Rules]) -> Rules:
    """Return the rules of six seats with all tiles and marks, and a large piece."""
    return extended(setup=all_kinds, seats=6)


def test_pieces_marks_and_notes_are_translated(rules: Rules, french: Text) -> None:
    screen = CarcassonneScreen(rules, french)
    s = play_to(rules, 1, 3, "meeple")
    assert screen.counter(s).seats[s.seat].endswith(" grand")
    assert screen.counter(s).short[s.seat].endswith(" G")
    assert any("(grand)" in place.sentence for place in screen.places(s, s.seat, Cursor()))
    terms = (Term(6, "tile", 2, "inn"),)
    road = Event("carcassonne", "score", Score(1, 12, "road", (0, 0, "r1"), terms, False))
    assert screen.say(s, road, NAMES) == "Blaise +12 route\u202f: 6 tuiles × 2 (auberge)"
    found = screen.parse(s, s.seat, started(screen, s), ["partisan", "pré", "grand"])
    assert isinstance(found, Action | str)
    assert "grand" not in found if isinstance(found, str) else found.data[1] == "large"


def test_actions_and_events_are_told_with_names_of_tiles_and_seats(
    rules: Rules, french: Text
) -> None:
    screen, s = CarcassonneScreen(rules, french), rules.new()
    shown = Action("extra.show", ("base-B",))
    assert screen.say(s, shown, NAMES) == "montrer abbaye"
    assert screen.say(s, Event("extra", "extra.shown", (2, "base-B")), NAMES) == (
        "Chloé montre abbaye"
    )


def test_a_sum_says_its_reason_once_where_all_summands_have_it(rules: Rules) -> None:
    screen, s = CarcassonneScreen(rules, English()), rules.new()
    one, two = Term(7, "tile", 3, "cathedral"), Term(2, "pennant", 3, "cathedral")
    said = [
        screen.say(s, Event("x", "score", Score(0, 27, "city", (), terms, final)), NAMES)
        for terms, final in (((one, two), False), ((one, two._replace(note="")), True))
    ]
    assert said == [
        "Ada +27 city: 7 tiles × 3 + 2 pennants × 3 (cathedral)",
        "Ada +27 unfinished city (7 tiles × 3, cathedral + 2 pennants × 3)",
    ]


@pytest.mark.parametrize(("wide", "most"), [(50, 58), (56, 78), (84, 82)])
def test_the_first_hint_fits_with_several_kinds_of_pieces(
    rules: Rules, french: Text, wide: int, most: int
) -> None:
    s = play_to(rules, 1, 3, "meeple")
    for text in (french, English()):
        screen = CarcassonneScreen(rules, text)
        cursor = started(screen, s)
        screen.paint(Grid(wide, 12), s, s.seat, cursor, look_of())
        for _ in range(2):
            assert text_width(screen.hint(s, s.seat, cursor)[0]) <= most
            cursor = screen.move(s, s.seat, cursor, "b")


def test_points_of_another_kind_are_told_with_their_sum(rules: Rules) -> None:
    score = Event("extra", "score", Score(1, 6, "tolls", (), (Term(3, "toll", 2),), True))

    said = CarcassonneScreen(rules, English()).say(rules.new(), score, NAMES)

    assert said == "Blaise +6 tolls (3 toll × 2)"


@pytest.mark.parametrize("narrow", [True, False])
def test_what_a_variant_offers_instead_of_a_place_has_a_number_in_the_hint(
    extended: Callable[..., Rules], narrow: bool
) -> None:
    def turn(rules: RulesBuilder) -> None:
        rules.phase(Phase(PLACE, lambda s: [*legal_places(s), Action("extra.pass")]), replace=PLACE)
        rules.action("extra.pass", lambda s, a: None)

    rules = extended(turn=turn)
    s = play_to(rules, 1, 0, PLACE)
    screen = CarcassonneScreen(rules, English())
    screen.paint(Grid(40 if narrow else 84, 20), s, s.seat, started(screen, s), look_of())

    places = screen.places(s, s.seat, Cursor())

    assert places[-1].action.kind == "extra.pass"
    assert f"Or {len(places)}: other." in screen.hint(s, s.seat, started(screen, s))[0]
