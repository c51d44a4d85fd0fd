"""Screens of the smallest size: whose hand it is, which bot, all scores."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from bastide.cli.catalogs import Catalogs, own_catalogs
from bastide.cli.depth import Display
from bastide.cli.screens.table_page import TablePage
from bastide.cli.sessions.local_session import begin
from bastide.cli.sessions.ports import LocalWish
from bastide.core.plugins import Plugins, Setup, built_in
from bastide.net.storage.store import Store
from tests.cli.fakes import FakeLobby, make_shell
from tests.cli.sessions import take_turn

pytestmark = pytest.mark.plays("strategic", "inns_and_cathedrals")

SMALL = (60, 18)
ASCII = Display("none", "ascii")

Open = Callable[..., TablePage]


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Open]:
    plugins = Plugins(built_in())
    with Store(tmp_path / "data") as store:

        def make(seats: int, *extensions: str, bots: int = 0, language: str = "en") -> TablePage:
            texts = Catalogs([*own_catalogs(), *plugins.catalogs()]).texts(language)
            setup = Setup("carcassonne", seats, extensions, (("seating", "listed"),))
            wish = LocalWish(setup, ("greedy",) * bots)
            session = begin(store, plugins, texts, store.identity(), "Ada", wish, seed=bytes(32))
            return TablePage(make_shell(FakeLobby(plugins), tmp_path, ASCII, language), session)

        yield make


def rows(page: TablePage, size: tuple[int, int] = SMALL) -> list[str]:
    page.changed()
    return page.paint(size, "").grid.lines()


@pytest.mark.parametrize(("language", "title"), [("en", "Your hand"), ("fr", "Votre main")])
def test_my_hand_is_titled_as_mine_whoever_is_to_act(
    table: Open, language: str, title: str
) -> None:
    page = table(2, "strategic", bots=1, language=language)
    session = page.session
    assert rows(page)[1].endswith(title) or rows(page)[1].rstrip().endswith(title)
    while session.acting == 0:  # no loop runs: the bot does not move
        take_turn(session)
    shown = rows(page)
    assert "greedy" in shown[0]
    assert shown[1].rstrip().endswith(title)


def test_without_a_hand_who_acts_is_named_there(table: Open) -> None:
    assert rows(table(2))[1].rstrip().endswith("Ada")


def test_bots_of_one_kind_are_told_apart_at_80_columns(table: Open) -> None:
    shown = rows(table(6, "inns_and_cathedrals", bots=5), (80, 24))
    for n in range(2, 6):
        assert any(f"greedy{n} " in row for row in shown)


def test_six_great_scores_stand_beside_a_hand(table: Open) -> None:
    page = table(6, "strategic", "inns_and_cathedrals", bots=5)
    scores = [101, 102, 103, 104, 105, 106]
    page.session.state.scores[:] = scores
    row = rows(page)[1]
    assert all(str(points) in row for points in scores)
    assert row.rstrip().endswith("Your hand")
