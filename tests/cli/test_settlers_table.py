"""Esc closes what the settlers open over their table, and a sent step says what follows."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from bastide.cli.catalogs import Catalogs, own_catalogs
from bastide.cli.screens.table_page import TablePage
from bastide.cli.screens.table_view import left_title
from bastide.cli.sessions.local_session import LocalSession, begin
from bastide.cli.sessions.ports import LocalWish
from bastide.core.events import Action
from bastide.core.plugins import Plugins, Setup, built_in
from bastide.net.storage.store import Store
from tests.cli.fakes import FakeLobby, FakeSession, make_shell

pytestmark = pytest.mark.plays("settlers")

TWO = Setup("settlers", 2, (), (("seating", "listed"),))


@pytest.fixture
def page(tmp_path: Path) -> Iterator[TablePage]:
    plugins = Plugins(built_in())
    texts = Catalogs([*own_catalogs(), *plugins.catalogs()]).texts("en")
    with Store(tmp_path / "data") as store:
        wish = LocalWish(TWO, ())
        session = begin(
            store, plugins, texts, store.identity(), "Ada", wish, seed=bytes(32), pace=0.0
        )
        session.take_over()
        shell = make_shell(FakeLobby(plugins), tmp_path)
        opened = TablePage(shell, session)
        shell.open(opened)
        yield opened


def help_of(page: TablePage) -> str:
    """Return what help shows first at 80 x 24."""
    page.key("f1")
    page.paint((80, 24), "")
    over = page.overlay((80, 24))
    assert over
    return "\n".join("".join(row) for row in over[1].chars)


def shown(page: TablePage) -> str:
    """Return the whole screen at 80 x 24."""
    return shown_at(page, 80)


def shown_at(page: TablePage, width: int) -> str:
    """Return the whole screen at a width and 24 rows."""
    return "\n".join(page.paint((width, 24), "").grid.lines())


def test_escape_closes_the_cards_and_pages_leaf_through_them(page: TablePage) -> None:
    before = page.model.cursor
    page.key("f2")
    assert "Esc: the table. Up, down: card. Left, right: kind." in shown(page)
    first = shown(page)
    page.key("pagedown")
    assert shown(page) != first
    page.key("escape")
    assert page.model.cursor == before


def test_the_sums_and_the_cards_never_lie_over_each_other(page: TablePage) -> None:
    before = page.model.cursor
    page.key("f2")
    page.key("f3")
    assert page.open == "game f3"
    page.key("escape")
    assert (page.open, page.model.cursor) == ("", before)
    page.key("f3")
    page.key("f2")
    assert page.open == ""
    assert "Esc: the table." in shown(page)


def test_a_step_after_which_others_choose_says_that_the_turn_goes_on(page: TablePage) -> None:
    session = page.session
    assert isinstance(session, LocalSession)
    page.key("e")
    page.key("enter")
    assert session.draft_end == "answer"
    goes_on = "Enter once more sends it, then the turn goes on; Ctrl-Z takes it back."
    assert goes_on in shown(page)
    page.key("o")
    assert page.model.message == "o has to wait: nothing more is to be chosen."
    assert goes_on in shown(page)
    assert page.model.message in shown(page)


def test_help_begins_with_the_keys_of_the_step(page: TablePage) -> None:
    said = help_of(page)
    assert said.index("Now") < said.index("Keys for this") < said.index("keep them so; then Enter")
    assert "accept an offer" not in said
    titles = [section.heading for section in page.words.sections()]
    assert titles == ["Now", "Keys for this", "Settlers card game", "Other keys"]


def test_a_narrow_title_bar_keeps_the_opponent(page: TablePage) -> None:
    assert left_title(page.model, 60).startswith("bastide")
    assert left_title(page.model, 40) == page.session.title


def test_a_preview_too_long_for_a_line_takes_both(page: TablePage) -> None:
    page.key("e")
    said = shown(page).splitlines()[-4:-2]
    assert "Above Fields" in " ".join(said)
    assert "…" not in "".join(said)
    lines = shown_at(page, 60).splitlines()[-4:-2]
    assert " ".join(" ".join(lines).split()).endswith("Gold field 6") or "6" in lines[1]
    assert "…" not in "".join(lines)


def test_piles_are_typed_by_number_and_the_dice_roll_at_the_first_enter(tmp_path: Path) -> None:
    plugins = Plugins(built_in())
    session = FakeSession(plugins, TWO, mine=(0,))
    page = TablePage(make_shell(FakeLobby(plugins), tmp_path), session)
    assert page.table_acts.number(6).text == "There is no place 6, only 1."
    page.key("e")
    page.key("enter")
    page.key("enter")
    assert session.state.phase == "opening"
    assert "(5):12" in shown(page)
    assert page.table_acts.number(6).text == "There is no place 6: they go from 1 to 5."
    page.table_acts.number(5)
    page.key("enter")
    assert session.needs_confirm
    assert "Looks through pile 5, 12 cards: you take 3." in shown(page)
    page.key("enter")
    page.changed()
    for _ in range(3):
        page.key("down")
        page.key("enter")
    assert (session.draft, session.needs_confirm) == (3, True)
    page.key("enter")
    assert session.state.phase == "before"
    page.model.refresh()
    page.key("enter")
    assert session.state.phase != "before"
    assert not session.needs_confirm


def at_main(tmp_path: Path) -> TablePage:
    """Return a table in the main phase of the seat that is played here."""
    plugins = Plugins(built_in())
    session = FakeSession(plugins, TWO, mine=(0, 1))
    while session.state.phase != "main":
        session.step_bot()
    page = TablePage(make_shell(FakeLobby(plugins), tmp_path), session)
    page.changed()
    return page


def test_one_enter_gives_up_and_another_key_plays_on(tmp_path: Path) -> None:
    page = at_main(tmp_path)
    page.submit(":give up")
    assert "Enter confirms." in shown(page)
    page.key("escape")
    page.key("enter")
    assert not page.session.finished
    page.submit(":give up")
    page.key("enter")
    assert page.session.finished


def test_tab_goes_to_a_pile_where_there_is_nothing_else(tmp_path: Path) -> None:
    plugins = Plugins(built_in())
    session = FakeSession(plugins, TWO, mine=(0,))
    page = TablePage(make_shell(FakeLobby(plugins), tmp_path), session)
    for key in ("e", "enter", "enter"):
        page.key(key)
    assert session.state.phase == "opening"
    page.key("enter")
    assert "first go to something with Tab or arrows" in page.model.message
    seen = []
    for _ in range(2):
        page.key("tab")
        seen.append(page.game.chosen(session.state, session.eyes, page.model.cursor))
    assert [type(each) for each in seen] == [Action, Action]
    assert seen[0] != seen[1]
    page.key("s-tab")
    assert page.game.chosen(session.state, session.eyes, page.model.cursor) == seen[0]


def test_a_key_of_the_game_is_answered_out_of_turn(tmp_path: Path) -> None:
    page = at_main(tmp_path)
    page.session.mine = (1 - page.session.eyes,)  # type: ignore[misc]  # the fake's attribute
    page.changed()
    page.key("e")
    assert "It is not your turn yet: e has to wait." in shown(page)
    page.key("i")
    assert page.model.message == ""


def test_laid_regions_stay_where_they_lie_until_they_are_sent(page: TablePage) -> None:
    for key in ("up", "up", "r", "right", "right", "r"):
        page.key(key)
    page.key("e")
    page.key("enter")
    assert page.session.needs_confirm
    said = " ".join(shown_at(page, 120).split())
    assert "Pasture 3 Mountains 2 Fields 1" in said
    assert "1 brick, 1 grain, 1 lumber, 1 ore, 1 wool, 1 gold" in said
