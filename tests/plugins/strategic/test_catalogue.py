"""The catalogues hold every message of the variant, and no other."""

from __future__ import annotations

import re
from importlib.resources import files
from pathlib import Path

import polib
import pytest

from bastide.plugins.strategic.plugin import bastide_manifest
from bastide.plugins.strategic.turn import ASIDE_ACTION, SHOWS, STUCK
from tests.plugins.carcassonne.look.messages import in_folder

PLUGIN = Path(str(files("bastide.plugins.strategic")))
KINDS = {STUCK.kind, ASIDE_ACTION, SHOWS}
"""Actions and events are called by their kinds, so English needs words for these."""

PLACEHOLDER = re.compile(r"\{(\w+)\}")


def catalogue(language: str) -> polib.POFile:
    return polib.pofile(str(PLUGIN / "locale" / language / "LC_MESSAGES" / "strategic.po"))


def test_english_has_words_for_actions_and_events() -> None:
    assert {entry.msgid for entry in catalogue("en")} == KINDS


def test_french_has_every_message() -> None:
    found = in_folder(PLUGIN)
    wanted = found.plain | KINDS | {bastide_manifest().title}

    assert {entry.msgid for entry in catalogue("fr")} == wanted
    assert found.plurals == {}


@pytest.mark.parametrize("language", ["en", "fr"])
def test_translations_are_complete_and_keep_the_fields(language: str) -> None:
    po = catalogue(language)

    assert po.percent_translated() == 100
    for entry in po:
        if entry.msgid not in KINDS:
            assert PLACEHOLDER.findall(entry.msgstr) == PLACEHOLDER.findall(entry.msgid)


def test_french_typography() -> None:
    for entry in catalogue("fr"):
        assert "'" not in entry.msgstr
        assert not re.search(r"[^\u202f][:;?!]", entry.msgstr)
