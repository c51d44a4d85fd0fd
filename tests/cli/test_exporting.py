"""A file is written alike from the full screen and in line mode: its ending says what it is."""

from __future__ import annotations

from pathlib import Path

import pytest

from bastide.cli.exporting import export
from bastide.cli.lines.line_words import LineWords
from bastide.cli.lines.telling import Teller
from bastide.cli.screens.table_page import TablePage
from bastide.core.messages import English
from bastide.core.plugins import Setup
from tests.cli.effects import NotedEffects
from tests.cli.fakes import FakeSession, english
from tests.cli.pages import at_the_list
from tests.cli.pebbles import pebble_plugins

WRONG = "Name a file that ends in one of .bastide, .txt."


@pytest.fixture
def session() -> FakeSession:
    return FakeSession(pebble_plugins(), Setup("pebbles", 2))


@pytest.mark.parametrize(("path", "kind"), [("board.TXT", "txt"), ("a b/x.bastide", "bastide")])
def test_an_ending_in_either_case_is_a_kind(session: FakeSession, path: str, kind: str) -> None:
    assert export(session, English(), path) == (f"Written: {path}", True)
    assert session.exported == [(kind, path)]


@pytest.mark.parametrize("path", ["", "txt", ".txt", "board.", "board.svg", "x.txt/y"])
def test_a_file_without_such_an_ending_is_not_written(session: FakeSession, path: str) -> None:
    assert export(session, English(), path) == (WRONG, False)
    assert session.exported == []


def test_a_file_that_cannot_be_written_is_said(session: FakeSession) -> None:
    said = export(session, English(), "/nowhere/x.txt")
    assert said == ("/nowhere/x.txt: the folder does not exist.", False)


@pytest.mark.parametrize("path", ["txt", "board.TXT"])
def test_both_front_ends_answer_alike(session: FakeSession, tmp_path: Path, path: str) -> None:
    words = LineWords(session, english, Teller(session, english, "unicode"), send_at_once=False)
    page = TablePage(at_the_list(tmp_path, NotedEffects()), session)
    page.submit(f":export {path}")
    assert words.obey(f"export {path}") == [page.model.message]
