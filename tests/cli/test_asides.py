"""What a game may show beside its board: a list, a hand of cards, supplies in several lengths."""

from __future__ import annotations

from pathlib import Path

import pytest

from bastide.cli.lines.line_words import LineWords
from bastide.cli.lines.telling import Teller
from bastide.cli.screens.score_pane import supplies
from bastide.cli.screens.table_page import TablePage
from bastide.core.events import Action
from bastide.core.plugins import Setup
from bastide.core.screen import Aside, Counter, Cursor, Entry, Grid, InHand, Look, Overlay
from bastide.core.state import State
from tests.cli.effects import NotedEffects
from tests.cli.fakes import FakeLobby, FakeSession, english, make_shell
from tests.cli.pages import at_the_list, text
from tests.cli.pebbles import PebbleScreen, pebble_plugins

SIZES = [(60, 18), (80, 24), (100, 30), (120, 36), (160, 45), (200, 60)]
LONG = Aside("Heaps", tuple(Entry((n % 2,), f"heap {n}") for n in range(60)), "all of them")


class CardScreen(PebbleScreen):
    """A screen with three cards in hand, and a view of heaps on F3."""

    listed = Aside("Heaps", (Entry((0, 1), "both"), Entry((1,), "one"), Entry((), "free")), "foot")

    def in_hand(self, s: State, seat: int) -> InHand:
        return InHand(3, "others: 2")

    def paint_hand(self, grid: Grid, s: State, seat: int, cursor: Cursor, look: Look) -> None:
        grid.text(0, 0, f"card {cursor.hand}")

    def point_hand(
        self,
        s: State,
        seat: int,
        cursor: Cursor,
        x: int,
        y: int,
        size: tuple[int, int],
        look: Look,
    ) -> Cursor:
        return cursor._replace(hand=x, choice=y)

    def aside(self, s: State, seat: int, cursor: Cursor) -> Aside | None:
        return self.listed if "heaps" in cursor.flags else None

    def move(self, s: State, seat: int, cursor: Cursor, key: str) -> Cursor:
        if key != "f3":
            return super().move(s, seat, cursor, key)
        return cursor._replace(flags=() if cursor.flags else ("heaps",))

    def parse(self, s: State, seat: int, cursor: Cursor, words: list[str]) -> Action | Cursor | str:
        if words[0] == "card":
            return cursor._replace(hand=int(words[1]))
        return super().parse(s, seat, cursor, words)

    def overlays(self) -> list[Overlay]:
        return [*super().overlays(), Overlay("f3", "Heaps", None)]


@pytest.fixture
def session() -> FakeSession:
    session = FakeSession(pebble_plugins(), Setup("pebbles", 2, (), (("seating", "listed"),)))
    session.screen = CardScreen(session.rules, english("pebbles"))
    return session


@pytest.fixture
def page(tmp_path: Path, session: FakeSession) -> TablePage:
    shell = at_the_list(tmp_path, NotedEffects())
    page = TablePage(shell, session)
    shell.open(page)
    page.paint((120, 36), "")
    return page


def test_the_key_and_the_word_of_a_view_show_and_hide_it(page: TablePage) -> None:
    assert "F3 Heaps" in text(page)
    assert "both" not in text(page)
    for wish in (lambda: page.key("f3"), lambda: page.submit("heaps"), lambda: page.submit("F3")):
        wish()
        assert "AB both" in text(page)
        page.key("f3")
        assert "both" not in text(page)


@pytest.mark.parametrize("size", SIZES)
def test_the_list_is_seen_at_every_size_and_the_game_goes_on(
    page: TablePage, size: tuple[int, int]
) -> None:
    page.key("f3")
    for each in ("Heaps", "AB both", "B  one", "   free", "foot"):
        assert each in text(page, size)
    page.key("enter")
    assert "AB both" in text(page, size)


def test_a_long_list_is_scrolled_and_says_how_much_is_below(page: TablePage) -> None:
    session = page.session
    assert isinstance(session.screen, CardScreen)
    session.screen.listed = LONG
    page.key("f3")
    assert "heap 0 " in text(page)
    assert "↓ 4" in text(page)
    assert "PgDn" in text(page)
    for _ in range(20):
        page.key("pagedown")
    assert "heap 59" in text(page)
    assert "all of them" in text(page)
    for _ in range(20):
        page.key("pageup")
    assert "heap 0 " in text(page)


def test_the_wheel_scrolls_the_list(page: TablePage) -> None:
    assert isinstance(page.session.screen, CardScreen)
    page.session.screen.listed = LONG
    page.key("f3")
    text(page)
    page.mouse.wheel("<aside>", 3)
    assert "heap 0 " not in text(page)


def test_what_is_chosen_in_a_list_is_in_view(page: TablePage) -> None:
    assert isinstance(page.session.screen, CardScreen)
    entries = (*LONG.entries, Entry((0,), "this one", chosen=True))
    page.session.screen.listed = LONG._replace(entries=entries)
    page.key("f3")
    assert "this one" in text(page)


@pytest.mark.parametrize("size", SIZES)
def test_the_hand_is_seen_at_every_size_and_its_note_where_there_is_a_border(
    page: TablePage, size: tuple[int, int]
) -> None:
    assert "card 0" in text(page, size)
    assert ("others: 2" in text(page, size)) == (size >= (80, 24))


@pytest.mark.parametrize("size", SIZES)
def test_a_click_on_the_hand_says_where_in_it(page: TablePage, size: tuple[int, int]) -> None:
    lines = page.paint(size, "").grid.lines()
    y = next(n for n, line in enumerate(lines) if "card 0" in line)
    x = lines[y].index("card 0")
    page.click(x + 2, y + 1, False, size)
    assert (page.model.cursor.hand, page.model.cursor.choice) == (2, 1)


def test_line_mode_lists_a_view_in_lines(session: FakeSession) -> None:
    teller = Teller(session, english, "unicode")
    words = LineWords(session, english, teller, send_at_once=False)
    assert words.obey("heaps") == [
        "Heaps",
        "Ada, Blaise  both",
        "Blaise       one",
        "-            free",
    ]


def test_the_english_word_of_a_view_is_known_in_every_language() -> None:
    shown = Overlay("f3", "Haufen", None, "heaps")
    assert shown.words == ("haufen", "heaps", "f3")
    assert Overlay("f3", "Heaps of all", None, "heaps").words == ("heaps", "f3")


def test_line_mode_keeps_another_card_and_plays_nothing(session: FakeSession) -> None:
    words = LineWords(session, english, Teller(session, english, "unicode"), send_at_once=False)
    assert any("your turn" in line for line in words.obey("card 2"))
    assert words.choices.cursor.hand == 2
    assert session.draft == 0
    words.obey("1")
    assert session.draft == 1


def test_six_scores_fit_the_smallest_screen(tmp_path: Path) -> None:
    session = FakeSession(pebble_plugins(), Setup("pebbles", 6, (), (("seating", "listed"),)))
    session.settled.scores[:] = [100, 101, 102, 103, 104, 105]
    page = TablePage(make_shell(FakeLobby(pebble_plugins()), tmp_path), session)
    strip = page.paint((60, 18), "").grid.lines()[1]
    assert [word for word in strip.split() if word.isdigit()] == [str(n) for n in range(100, 106)]


def test_a_supply_is_shown_as_long_as_there_is_room() -> None:
    counter = Counter("", ("●●○ large", "●○○"), ("●2 L", "●1"), ("●●○ large, 3 cards", "●○○"))
    assert supplies(counter, 0) == ("●●○ large, 3 cards", "●●○ large", "●2 L")
    assert supplies(Counter("", ("●●○",)), 0) == ("●●○", "●●○", "●2")
