from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path

import pytest

from bastide.cli.depth import Display
from bastide.cli.screens.chart import chart
from bastide.cli.screens.end_view import bare
from bastide.cli.screens.model import TableModel
from bastide.cli.screens.pen import Pen
from bastide.cli.screens.rects import Rect
from bastide.cli.screens.results import Results, scored
from bastide.cli.screens.room_page import RoomPage
from bastide.cli.screens.shell import Shell
from bastide.cli.screens.table_page import TablePage
from bastide.cli.sessions.ports import Fact
from bastide.core.messages import English
from bastide.core.plugins import Plugins, Setup, built_in
from bastide.core.screen import Ending, Grid
from tests.cli.effects import NotedEffects, in_loop
from tests.cli.fakes import FakeSession
from tests.cli.pages import at_the_list, text
from tests.cli.pebbles import pebble_plugins

OUTLINE = 0xFFFFFF
"""The colour of an outline on a board."""

LISTED = (("seating", "listed"),)
PEN = Pen(Display(), English())


def finished(seed: int = 1, game: str = "pebbles", seats: int = 3) -> FakeSession:
    plugins = pebble_plugins() if game == "pebbles" else Plugins(built_in())
    return FakeSession(plugins, Setup(game, seats), mine=(), seed=seed)


@pytest.fixture
def shell(tmp_path: Path) -> Shell:
    return at_the_list(tmp_path, NotedEffects())


@pytest.fixture
def session() -> FakeSession:
    return finished()


@pytest.fixture
def page(shell: Shell, session: FakeSession) -> TablePage:
    page = TablePage(shell, session)
    shell.open(page)
    page.paint((120, 36), "")
    return page


@pytest.mark.parametrize("game", ["pebbles", "carcassonne"])
def test_f09_the_columns_add_up_to_the_scores(game: str) -> None:
    for seed in range(20 if game == "pebbles" else 4):
        model = TableModel(finished(seed, game))
        shares = model.results.shares()
        for seat, points in enumerate(model.session.state.scores):
            assert sum(share.points[seat] for share in shares) == points
            assert model.results.growth()[seat][-1] == points


def test_the_games_own_categories_come_first() -> None:
    titles = [share.title for share in TableModel(finished(3)).results.shares()]
    assert titles[:2] == ["Heap", "Fours"]
    assert set(titles) <= {"Heap", "Fours", "Honour"}


def test_a_category_that_an_extension_brought_has_its_word_of_the_log() -> None:
    session = finished(3)
    session.words = French()
    shares = {share.title: share for share in TableModel(session).results.shares()}
    assert "D'honneur" in shares
    assert len({share.colour for share in shares.values()}) == len(shares)


class French(English):
    """A catalogue of one word."""

    def __call__(self, id: str, /, **fields: object) -> str:
        return "d'honneur" if id == "honour" else super().__call__(id, **fields)


def test_growth_has_a_point_for_each_turn() -> None:
    model = TableModel(finished())
    curves = model.results.growth()
    assert len({len(curve) for curve in curves}) == 1
    assert [curve[0] for curve in curves] == [0, 0, 0]
    assert all(a <= b for curve in curves for a, b in pairwise(curve))


@pytest.mark.plays("settlers")
def test_growth_counts_turns_as_the_title_does_without_those_of_setting_up() -> None:
    model = TableModel(finished(game="settlers", seats=2))
    title = model.session.screen.counter(model.session.state).title
    curve = model.results.growth()[0]
    assert title.startswith(f"turn {len(curve) - 1},")
    assert curve[0] == 2  # its two settlements lie there before the first turn


TERM = re.compile(r"(\d+)[^\d×+)]*(?:× ?(\d+))?")
"""A summand of a printed sum: a number of things, and what each of them brings."""


@pytest.mark.plays("carcassonne", "inns_and_cathedrals")
def test_f09_each_printed_sum_is_that_of_the_points_beside_it() -> None:
    setup = Setup("carcassonne", 3, ("inns_and_cathedrals",))
    checked = 0
    for seed in range(4):
        session = FakeSession(Plugins(built_in()), setup, mine=(), seed=seed)
        for item, score in scored(session.log):
            found = re.search(r"([+-]\d+) [^\d]*(.*)", item.sentence)
            assert found
            terms = TERM.findall(found[2])
            assert sum(int(n) * int(times or 1) for n, times in terms) == score.points
            assert int(found[1]) == score.points
            checked += 1
    assert checked > 60


def with_scores(scores: list[int]) -> TableModel:
    session = finished()
    session.settled = session.settled.clone()
    session.settled.scores = scores
    return TableModel(session)


def test_f23_all_winners_of_a_tie_are_named() -> None:
    assert with_scores([7, 9, 9]).results.headline(PEN.t) == "Shared win: Blaise, Chloé"
    assert with_scores([7, 9, 8]).results.headline(PEN.t) == "Blaise wins by 1 point"
    assert with_scores([1, 2, 9]).results.headline(PEN.t) == "Chloé wins by 7 points"


def test_a_win_by_a_tie_break_is_called_so(monkeypatch: pytest.MonkeyPatch) -> None:
    model = with_scores([9, 9, 1])
    monkeypatch.setattr(Results, "ranking", lambda _: [(1, 1), (2, 0), (3, 2)])
    assert model.results.headline(PEN.t) == "Blaise wins the tie-break"


@pytest.mark.parametrize("scores", [[9, 7, 1], [9, 9, 1]])
def test_a_win_in_spite_of_the_points_is_called_a_win(
    scores: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    model = with_scores(scores)
    monkeypatch.setattr(Results, "ranking", lambda _: [(1, 1), (2, 0), (3, 2)])
    monkeypatch.setattr(type(model.session.rules), "is_judged", lambda _, s: True)
    assert model.results.headline(PEN.t) == "Blaise wins"


def test_the_screen_names_winner_sums_and_verdict(page: TablePage, session: FakeSession) -> None:
    shown = text(page)
    assert page.model.results.headline(PEN.t) in shown
    assert "How the score grew" in shown
    assert "fours (" in shown
    assert "All 181 moves signed and verified." in shown
    session.verdict = None
    assert "The signatures are being checked." in text(page)
    session.verdict = Fact("", "Move 7 does not bear Ada's signature.", False)
    assert "Move 7" in text(page)


def test_the_screen_names_whom_the_end_has_not_reached(
    page: TablePage, session: FakeSession
) -> None:
    session.unseen_by = ["Ada", "Bo"]
    assert "reach Ada, Bo: stay here." in text(page)


def test_why_the_game_ended_is_never_cut(
    page: TablePage, session: FakeSession, monkeypatch: pytest.MonkeyPatch
) -> None:
    why = "The heap is empty, and nobody can take a pebble back, " * 2 + "so that it is over."
    word = "knight, windmill"
    monkeypatch.setattr(session.screen, "ending", lambda s: Ending(why, (word,) * 3))
    shown = text(page, (80, 24))
    told = " ".join(shown.replace("│", " ").split())
    assert why in told
    assert shown.count(word) == 3


@pytest.mark.parametrize("size", [(60, 18), (80, 24), (120, 36)])
def test_the_screen_says_why_the_game_ended_and_the_games_word_on_each_seat(
    page: TablePage, session: FakeSession, monkeypatch: pytest.MonkeyPatch, size: tuple[int, int]
) -> None:
    ending = Ending("The heap is empty.", ("duke", "baron", "count"))
    monkeypatch.setattr(session.screen, "ending", lambda s: ending)
    shown = page.paint(size, "").grid.lines()
    assert sum("The heap is empty." in line for line in shown) == 1
    for place, (_, seat) in enumerate(page.model.results.ranking()):
        row = next(line for line in shown if f" {ending.seats[seat]} " in line)
        assert page.model.names[seat] in row
        assert shown.index(row) >= 2 + place


def test_no_points_are_no_loss(page: TablePage) -> None:
    grid = page.paint((120, 36), "").grid
    found = 0
    for line, styles in zip(grid.lines(), grid.styles, strict=True):
        for match in re.finditer(r" \+0(?=│)", line.rstrip()):
            found += 1
            assert styles[match.start() + 1].fg != PEN.theme.bad
    assert found or all(score.points for _, score in page.model.finals)


def test_narrow_screens_leave_out_the_chart(page: TablePage) -> None:
    assert "How the score grew" not in text(page, (60, 18))
    assert "Final count" in text(page, (60, 18))


def test_a_game_that_counts_nothing_at_its_end_offers_no_sums(
    page: TablePage, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert "Next" in text(page)
    monkeypatch.setattr(TableModel, "finals", [])
    shown = text(page)
    assert "The last steps" in shown
    last = [item.named(page.model.names) for item in page.session.log if item.sentence][-1]
    assert last[:30] in shown
    assert "All 181 moves signed and verified." in shown
    assert "Final count" not in shown
    assert "next" not in shown.lower()
    page.key("a")
    assert page.open == ""


def test_f6_shows_what_happened_since_my_last_turn(
    page: TablePage, session: FakeSession, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(FakeSession, "news", session.log[-3:])
    page.key("f6")
    box = page.overlay((120, 36))
    assert box
    assert "Since your last turn" in "\n".join(box[1].lines())


def test_sums_are_stepped_through_with_n(page: TablePage) -> None:
    assert "►" not in text(page)
    page.key("n")
    assert text(page).count("►") == 1
    page.key("n")
    page.key("up")
    assert page.model.counted == 1


@pytest.mark.plays("carcassonne")
@pytest.mark.parametrize("whole", [False, True], ids=["beside-the-count", "whole-board"])
def test_the_board_outlines_what_is_counted_now(shell: Shell, whole: bool) -> None:
    """And the view goes where it lies."""
    shell.show(Display("true"))
    page = TablePage(shell, finished(game="carcassonne", seats=2))
    shell.open(page)
    page.paint((200, 60), "")
    counted = set()
    if whole:
        page.key("b")
    for n, (item, _) in enumerate(page.model.finals, 1):
        page.key("n")
        assert page.model.counted == n
        frame = page.paint((200, 60), "").grid
        assert item.sentence.split(maxsplit=2)[2] in "\n".join(frame.lines())
        counted.add(outlined(frame))
    assert 0 not in counted
    assert len(counted) > 3
    page.key("p" if whole else "up")
    assert page.model.counted == len(page.model.finals) - 1


def outlined(grid: Grid) -> int:
    """Return how many cells have a piece of an outline; letters on badges are white, too."""
    found = 0
    for chars, styles in zip(grid.chars, grid.styles, strict=True):
        for char, style in zip(chars, styles, strict=True):
            found += char == "▀" and OUTLINE in style[:2]
    return found


@pytest.mark.parametrize("size", [(60, 18), (80, 24), (120, 36)])
def test_all_sums_can_be_read_in_full(shell: Shell, size: tuple[int, int]) -> None:
    page = TablePage(shell, finished(game="carcassonne"))
    shell.open(page)
    page.paint(size, "")
    page.key("a")
    read: list[str] = []
    for _ in range(60):
        over = page.overlay(size)
        assert over
        read += [line.strip("│╭╮╰╯ ") for line in over[1].lines()]
        page.key("down")
    shown = " ".join(read)
    assert page.model.finals
    for item, _ in page.model.finals:
        for word in item.sentence.split():
            assert word in shown


def test_the_board_is_one_key_away(page: TablePage) -> None:
    page.key("b")
    assert not page.ending
    assert "Final scores" in text(page)
    page.key("b")
    assert page.ending


def test_letters_do_the_same_at_the_board_as_on_the_final_screen(page: TablePage) -> None:
    page.key("b")
    page.key("a")
    assert page.open == "sums"
    page.key("escape")
    for char in "z1 ":
        assert page.key(char)
        assert page.model.message.startswith(f"No key here is {char}:")
    page.key("e")
    assert page.model.message == "Type the file's name, then Enter; Esc drops the line."
    assert {"r", "q", "e"} <= page.acts().keys()


def test_only_what_the_table_offers_is_there(page: TablePage, session: FakeSession) -> None:
    session.offers = frozenset()
    shown = text(page)
    assert "Play again" not in shown
    assert "Export" not in shown
    assert page.key("p")
    assert page.model.message == ("No key here is p: F1 lists them. A colon begins a command.")
    assert [text for text, _ in page.offered(":exp")] == []


def test_play_again_and_replay(page: TablePage, shell: Shell) -> None:
    in_loop(lambda: page.answer(page.acts()["r"]()))
    replay = shell.top
    assert isinstance(replay, TablePage)
    assert replay.covered
    assert "step 0 of" in text(replay)
    shell.back()
    in_loop(lambda: page.answer(page.acts()["p"]()))
    assert shell.top is not page


def test_after_a_game_on_the_network_the_same_key_opens_a_table_like_it(
    page: TablePage, shell: Shell, session: FakeSession
) -> None:
    session.offers = frozenset({"rematch"})
    assert "p Play again" in text(page)
    in_loop(lambda: page.answer(page.acts()["p"]()))
    assert session.left
    assert isinstance(shell.top, RoomPage)


def test_who_plays_again_is_told_at_once_beside_an_answer(
    page: TablePage, session: FakeSession
) -> None:
    session.offers = frozenset({"rematch", "export"})
    page.submit(":export game.doc")
    session.plays_again = "Ann"
    for size in ((60, 18), (80, 24), (120, 36)):
        shown = text(page, size)
        assert "Ann plays again: p joins." in shown
        assert "Name a file" in shown


def test_a_replay_is_steered_with_keys(page: TablePage, shell: Shell) -> None:
    in_loop(lambda: page.answer(page.acts()["r"]()))
    replay = shell.top
    assert isinstance(replay, TablePage)
    control = replay.session.replay
    assert control is not None
    for key, at in (
        ("right", 1),
        ("pagedown", 11),
        ("left", 10),
        ("end", control.length),
        ("home", 0),
    ):
        replay.key(key)
        assert control.at == at
    rail = next(at for at, name in replay.paint((80, 24), "").spots if name == "<slider>")
    replay.click(rail.x + rail.width - 1, rail.y, False, (80, 24))
    assert control.at == control.length
    replay.click(0, rail.y, False, (80, 24))
    assert control.at == 0
    assert replay.paint((80, 24), "").grid.lines()[rail.y].startswith(" Home  ●──")
    replay.key("+")
    assert replay.speed == 2
    in_loop(lambda: bool(replay.key(" ")))  # type: ignore[arg-type, return-value]  # its answer is not needed
    assert control.at >= 1
    for size in ((60, 18), (80, 24), (120, 36)):
        text(replay, size)
    replay.submit(":done")
    assert "no command done" in replay.model.message


def test_a_file_is_written_by_its_ending(page: TablePage, session: FakeSession) -> None:
    page.submit(":export game.bastide")
    assert session.exported == [("bastide", "game.bastide")]
    assert page.model.message == "Written: game.bastide"
    page.submit(":export game.doc")
    assert page.model.message == "Name a file that ends in one of .bastide, .txt."
    page.submit(":export")
    assert page.model.message == "Name a file that ends in one of .bastide, .txt."
    page.submit(":export /nowhere/a.txt")
    assert page.model.message == "/nowhere/a.txt: the folder does not exist."


@pytest.mark.parametrize(
    ("title", "stem"),
    [
        ("Carcassonne + Inns & Cathedrals against greedy, 30 Nov", "carcassonne-inns-cathedrals"),
        ("a" * 40, "a" * 30),
        ("!", "bastide"),
    ],
)
def test_the_name_that_is_offered_for_a_file_is_short(
    page: TablePage, session: FakeSession, title: str, stem: str
) -> None:
    session.title = title
    assert [name for name, _ in page.offered(":export ")][:1] == [f":export {stem}.bastide"]


def test_a_refusal_goes_when_the_game_ends_and_one_after_it_stays(shell: Shell) -> None:
    session = FakeSession(pebble_plugins(), Setup("pebbles", 2, (), LISTED))
    page = TablePage(shell, session)
    shell.open(page)
    page.paint((60, 18), "")
    page.submit(":export game.doc")
    assert "Name a file" in text(page)
    session.settled.over = True
    page.changed()
    assert page.ending
    assert "Name a file" not in text(page)
    page.submit(":export game.doc")
    page.changed()
    assert "Name a file" in text(page)


@pytest.mark.parametrize("behind", [False, True])
def test_where_a_file_was_written_is_never_cut(page: TablePage, behind: bool) -> None:
    page.key("b") if behind else None
    path = "~/games of last winter/" + "a-folder-with-a-long-name/" * 3 + "carcassonne.bastide"

    page.submit(f":export {path}")

    rows = page.paint((80, 24), "").grid.lines()[-5:-2]
    assert "".join(path.split()) in "".join("".join(rows).split())


def test_help_at_the_board_behind_the_end_lists_what_acts_there(page: TablePage) -> None:
    page.key("b")

    page.key("f1")

    shown = page.words.sections()
    keys = {key for section in shown for _, key in section.rows}
    assert {"n ↓ / p ↑", "b", "F2"} <= keys
    assert {"a", "r", "e", "q F10"} <= keys
    assert not keys & {"Ctrl-Z", "Ctrl-Y", "x", "its number, Enter", "Enter"}


def test_the_final_screen_offers_no_command_for_the_board_behind_it(page: TablePage) -> None:
    words = {command.word for command in page.commands()}
    page.key("b")
    more = {command.word for command in page.commands()} - words

    assert more == {"hint", "talk", "board", "last", "zoom"}


def test_leaving_asks_nothing_after_the_end(page: TablePage, session: FakeSession) -> None:
    in_loop(lambda: page.answer(page.leave()))
    assert session.left


def test_a_sum_without_what_stands_beside_it() -> None:
    assert bare("Ada +6 city (3 tiles × 2)", "Ada", "+6") == "city (3 tiles × 2)"
    assert bare("+6 city", "Ada", "+6") == "city"
    assert bare("Ada: +6 city", "Ada", "+6") == "city"
    assert bare("Ada", "Ada", "+6") == "Ada"


@pytest.mark.parametrize(
    "display", [Display(), Display("none"), Display("true", "ascii"), Display("16", theme="light")]
)
def test_a_chart_of_any_size(display: Display) -> None:
    pen = Pen(display, English())
    for width in (3, 20, 80):
        for height in (2, 5, 20):
            for curves in ([[0]], [[0, 5, 5], [0, 0, 130]], [[0, 0], [0, 0]]):
                grid = Grid(80, 20)
                chart(grid, pen, Rect(0, 0, width, height), curves)


def test_each_curve_ends_at_its_letter() -> None:
    grid = Grid(60, 12)
    chart(grid, PEN, Rect(0, 0, 60, 12), [[0, 10, 40], [0, 5, 20], [0, 5, 20]])
    letters = [line[57:60].strip() for line in grid.lines()]
    assert [each for each in letters if each] == ["A", "B", "C"]
