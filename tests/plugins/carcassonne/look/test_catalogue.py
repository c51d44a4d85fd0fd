"""The French catalogue is complete, and says what the English texts say."""

from __future__ import annotations

import re

import polib
import pytest

from bastide.core.messages import English, Text
from bastide.core.rules import Rules
from bastide.core.screen import Cursor, Grid, text_width
from bastide.plugins.carcassonne.look.about import ABOUT
from bastide.plugins.carcassonne.look.view import parse_place, place_name
from bastide.plugins.carcassonne.pieces import KINDS
from bastide.plugins.carcassonne.ui import CarcassonneScreen
from tests.plugins import catalogues
from tests.plugins.carcassonne.look.conftest import play_to
from tests.plugins.catalogues import PLACEHOLDER
from tests.plugins.looks import NAMES, look_of
from tests.plugins.messages import Found, in_folder

OWN = catalogues.Catalogues("carcassonne")
WORDS = {*KINDS, "Carcassonne", "none", "meeple", "place", "set aside"}
"""Ids that are looked up by what a rule or an event is called, or by what is typed."""


@pytest.fixture(scope="module")
def found() -> Found:
    code = in_folder(OWN.folder)
    return Found(code.plain | WORDS | {*ABOUT}, code.plurals)


@pytest.fixture(scope="module")
def french() -> polib.POFile:
    return OWN.read("fr")


@pytest.fixture
def text() -> Text:
    return OWN.text("fr")


def test_every_message_of_the_code_is_translated_and_no_other(
    found: Found, french: polib.POFile
) -> None:
    assert catalogues.held(french) == found


def test_the_code_has_the_messages_that_tests_of_other_parts_know(found: Found) -> None:
    assert "north edge must be a city" in found.plain
    assert "you have no meeple left" in found.plain
    assert found.plurals["{n} tile"] == "{n} tiles"
    assert len(found.plain) > 150
    assert len(found.plurals) > 20


def test_nothing_is_empty_doubtful_or_left_over(french: polib.POFile) -> None:
    catalogues.check_complete(french)


def test_placeholders_are_those_of_the_english_text(french: polib.POFile) -> None:
    for entry in french:
        wanted = sorted(PLACEHOLDER.findall(entry.msgid))
        if not entry.msgid_plural:
            assert sorted(PLACEHOLDER.findall(entry.msgstr)) == wanted, entry.msgid
            continue
        many = sorted(PLACEHOLDER.findall(entry.msgid_plural))
        assert {*wanted} <= {*many}
        assert sorted(PLACEHOLDER.findall(entry.msgstr_plural[0])) == wanted, entry.msgid
        assert sorted(PLACEHOLDER.findall(entry.msgstr_plural[1])) == many, entry.msgid


def test_both_forms_of_a_plural_hold_the_number(french: polib.POFile) -> None:
    for entry in french:
        if entry.msgid_plural:
            texts = (entry.msgid, entry.msgid_plural, *entry.msgstr_plural.values())
            assert len(texts) == 4
            assert all("{n}" in text for text in texts), entry.msgid


def test_french_typography(french: polib.POFile) -> None:
    catalogues.check_typography(french)


def test_the_words_of_the_rule_sheet_are_used(text: Text) -> None:
    assert [text(kind) for kind in KINDS] == ["ville", "route", "abbaye", "pré"]
    assert text("meeple") == "partisan"
    keys = "Put a meeple here? Arrows, number, Enter; s: none."
    assert text(keys).startswith("Un partisan\u202f? Flèches")
    assert text("city north-west") == "quartier nord-ouest"
    assert text("{city}, pennant", city="x") == "x, blason"
    assert [text(word) for word in ("Knight", "Thief", "Monk", "Farmer")] == [
        "Chevalier",
        "Brigand",
        "Moine",
        "Paysan",
    ]


def test_zero_is_singular_in_french(text: Text) -> None:
    assert text.count("{n} tile", "{n} tiles", 0) == "0 tuile"
    assert text.count("{n} tile", "{n} tiles", 2) == "2 tuiles"


def test_west_is_w_in_french_too_which_no_zero_looks_like_and_o_is_read(text: Text) -> None:
    assert place_name(text, -3, -2) == "3W 2N"
    assert parse_place(text, "3o 2n") == parse_place(text, "3w2n") == (-3, -2)


def test_french_commands_work_and_english_ones_still_do(four: Rules, text: Text) -> None:
    screen = CarcassonneScreen(four, text)
    for phase, english in (("place", "place 1"), ("meeple", "meeple none")):
        s = play_to(four, 9, 20, phase)
        for line, _ in screen.commands(s, s.seat):
            assert screen.parse(s, s.seat, Cursor(), line.split()) in four.legal(s)
            assert line.split()[0] in ("poser", "partisan")
        assert screen.parse(s, s.seat, Cursor(), english.split()) in four.legal(s)


@pytest.mark.parametrize("phase", ["place", "meeple"])
def test_commands_of_the_help_are_understood(four: Rules, text: Text, phase: str) -> None:
    s = play_to(four, 9, 20, phase)
    for language in (text, English()):
        screen = CarcassonneScreen(four, language)
        misread = screen.parse(s, s.seat, Cursor(), ["nonsense"])
        lines = [line for line, meaning in screen.usage() if meaning]
        assert len(lines) == 4
        for line in lines:
            assert screen.parse(s, s.seat, Cursor(), line.split()) != misread, line


@pytest.mark.parametrize(("wide", "most"), [(52, 52), (56, 52), (70, 98), (84, 118)])
def test_the_first_hint_fits_the_screen(four: Rules, text: Text, wide: int, most: int) -> None:
    for language in (text, English()):
        screen = CarcassonneScreen(four, language)
        for phase in ("place", "meeple"):
            s = play_to(four, 9, 20, phase)
            cursor = screen.start(s, s.seat, Cursor())
            screen.paint(Grid(wide, 19), s, s.seat, cursor, look_of())
            assert text_width(screen.hint(s, s.seat, cursor)[0]) <= most


def test_meeple_choices_fit_80_columns_but_for_the_rare_field_by_a_city(
    four: Rules, text: Text
) -> None:
    rare = {text("{where}, by the city", where="").strip(), ", by the city"}
    for language in (text, English()):
        screen = CarcassonneScreen(four, language)
        for seed in range(30):
            s = play_to(four, seed, 2 * seed, "meeple")
            for place in screen.places(s, s.seat, Cursor()):
                said = place.sentence
                assert text_width(said) <= 78 or any(words in said for words in rare)


def test_no_english_is_left_on_a_french_screen(four: Rules, text: Text) -> None:
    screen = CarcassonneScreen(four, text)
    said = []
    for seed in range(10):
        for phase in ("place", "meeple"):
            s = play_to(four, seed, seed * 3, phase)
            said += [place.sentence for place in screen.places(s, s.seat, Cursor())]
            said += screen.hint(s, s.seat, screen.start(s, s.seat, Cursor()))
        end = play_to(four, seed, 999, "place")
        said += [screen.say(end, event, NAMES) for event in end.events]
    english = re.compile(r"\b(tile|city|road|field|your|the|points? if|joins|of)\b")
    assert [line for line in said if english.search(line)] == []
