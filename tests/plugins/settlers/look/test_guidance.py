"""What is open can be closed, what is due is said, and what is shown is named in full."""

from __future__ import annotations

import pytest

from bastide.core.events import Action, Event
from bastide.core.messages import English
from bastide.core.screen import Cursor, Grid
from bastide.core.state import State
from bastide.plugins.settlers import events
from bastide.plugins.settlers.look import catalogue, lists, menu
from bastide.plugins.settlers.look.about import ABOUT
from bastide.plugins.settlers.look.sums import paint_sums, sums
from bastide.plugins.settlers.look.words import Words
from bastide.plugins.settlers.state import NOBODY
from tests.plugins.settlers.look.seat import pressed, sampled, screen_in, text, view_of
from tests.plugins.settlers.look.stand import NAMES, Stand, lines_of, look_of
from tests.plugins.settlers.tables import Table, side, table
from tests.plugins.settlers.test_event_cards import drawn

RICH = "3 3 3 3 3 3"


def hint(t: Table, *keys: str, language: str = "en") -> tuple[str, str]:
    """Return both hint lines after keys."""
    s, screen = view_of(t), screen_in(language)
    return screen.hint(s, s.seat, pressed(screen, s, *keys))


def painted(s: State, cursor: Cursor, size: tuple[int, int]) -> str:
    """Return the board pane, with what lies over it."""
    grid = Grid(*size)
    screen_in().paint(grid, s, s.seat, cursor, look_of("none", "unicode"))
    return "\n".join(grid.lines())


def in_phase(*phases: str) -> State:
    """Return a position of a random game in a phase."""
    return next(s for seed in (1, 2) for s, _ in sampled(seed, 4) if s.phase in phases)


# lists


@pytest.mark.parametrize("size", [(56, 19), (84, 31)])
def test_a_pile_of_one_card_is_shown_and_arrows_reach_it(size: tuple[int, int]) -> None:
    t = table(side(RICH), piles={2: "mint"}).do("done", "search 2", "pay 0U", "pay 0U")
    s, screen = view_of(t), screen_in()
    assert s.phase == "choose"
    assert ("Mint (2br" if size[0] < 80 else "Mint (2 brick") in painted(
        s, pressed(screen, s), size
    )
    assert isinstance(screen.chosen(s, s.seat, pressed(screen, s, "down")), Action)


def test_with_the_master_builder_an_only_card_is_reached_by_arrows() -> None:
    t = drawn("master_builder", side(hand="spy"), piles={1: "mint"}).do("look 1")
    s, screen = view_of(t), screen_in()
    assert s.phase == "keep"
    assert lists.is_open(screen.at(s, s.seat, pressed(screen, s)))
    assert screen.chosen(s, s.seat, pressed(screen, s, "down")) == t.act("take mint")


def test_the_text_of_no_card_is_no_text_and_leaves_the_list_open() -> None:
    s, screen = in_phase("choose"), screen_in()
    cursor = pressed(screen, s, "i")
    assert lists.is_open(screen.at(s, s.seat, cursor))
    assert not screen.at(s, s.seat, cursor).reading
    first = "The text of which card? First go to one with the arrows."
    assert screen.hint(s, s.seat, cursor)[1] == first
    assert screen.chosen(s, s.seat, cursor) == first
    assert screen.at(s, s.seat, screen.move(s, s.seat, cursor, "down")).card
    assert screen.at(s, s.seat, pressed(screen, s, "down", "i")).reading


@pytest.mark.parametrize(("red", "said"), [("pippin", "Ada wins, 3 to 0"), ("", "nobody wins")])
@pytest.mark.parametrize("size", [(56, 19), (84, 31)])
def test_the_strip_says_who_won_the_tournament(size: tuple[int, int], red: str, said: str) -> None:
    mine = side("0 0 0 0 0 0", sites=f"{red} 1U1" if red else "", hand="abbey")
    t = table(mine, phase="before").do("roll", dice="tournament 6")
    s = view_of(t)
    assert said in painted(s, Cursor(), size)


@pytest.mark.parametrize("size", [(50, 12), (56, 19), (84, 31)])
def test_a_list_leaves_the_own_side_to_be_seen(size: tuple[int, int]) -> None:
    s = in_phase("choose")
    position = screen_in().at(s, s.seat, Cursor())
    box = lists.box_of(position, size)
    assert box.top + box.height <= size[1] // 2 + 1
    assert f"/ {len(position.lines)} " in painted(s, Cursor(), size) or size == (84, 31)


def test_cards_taken_at_first_stand_in_the_menu() -> None:
    s = in_phase("choose")
    screen = screen_in()
    before = len(screen.at(s, s.seat, Cursor()).menu)
    after = s.clone()
    rules = screen.rules
    action = rules.legal_for(after, s.seat)[0]
    name = screen.preview(s, s.seat, action).split(" (")[0].split(":")[0]
    rules.apply(after, action)
    position = screen.at(after, s.seat, Cursor())
    assert after.phase == "choose"
    assert len(position.menu) == before + 1
    grid = Grid(40, 9)
    screen.paint_hand(grid, after, s.seat, Cursor(), look_of("none", "unicode"))
    assert any(line.startswith("+") and name[:8] in line for line in grid.lines())


def test_a_drawn_card_is_named_to_its_owner() -> None:
    t = table(side(hand="spy"), piles={1: "abbey"}, phase="before")
    screen, s = screen_in(), view_of(t)
    cursor = screen.start(s, s.seat, Cursor())
    t.do("roll", dice="plenty 1").do("gain 0U", "gain 0U", "done", "draw 1")
    s = view_of(t)
    assert s.phase == "complete"
    cursor = screen.start(s, s.seat, cursor)
    assert screen.hint(s, s.seat, cursor)[1].startswith("New in your hand: Abbey. ")
    grid = Grid(30, 9)
    screen.paint_hand(grid, s, s.seat, cursor, look_of("none", "unicode"))
    assert [line.split()[0] for line in grid.lines()[:2]] == ["-", "+"]


# closing


@pytest.mark.parametrize("keys", [("f2",), ("i",), ("f2", "pagedown"), ("t",), ("o",)])
def test_escape_closes_what_was_opened(keys: tuple[str, ...]) -> None:
    t = table(side(RICH))
    s, screen = view_of(t), screen_in()
    assert pressed(screen, s, *keys) != pressed(screen, s)
    assert pressed(screen, s, *keys, "escape") == pressed(screen, s)


def test_what_was_opened_last_is_closed_first() -> None:
    t = table(side(RICH, hand="foundry"))
    s, screen = view_of(t), screen_in()
    assert pressed(screen, s, "tab", "f2", "escape") == pressed(screen, s, "tab")
    assert pressed(screen, s, "tab", "i", "escape") == pressed(screen, s, "tab")


def test_pages_leaf_through_the_cards_and_sums_close_them() -> None:
    t = table()
    s, screen = view_of(t), screen_in()
    assert catalogue.shown(pressed(screen, s, "f2", "pagedown")) == 10
    assert catalogue.shown(pressed(screen, s, "f2", "pagedown", "pageup", "pageup")) == 0
    assert pressed(screen, s, "f2", "f3") == pressed(screen, s)
    assert pressed(screen, s, "pagedown") == pressed(screen, s)


@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_way_out_of_the_cards_is_said_at_80_columns(language: str) -> None:
    assert len(catalogue.keys(text(language))) <= 54


# what is due


@pytest.mark.parametrize("key", "wsyt")
def test_a_key_whose_time_it_is_not_says_what_is_due(key: str) -> None:
    s, screen = in_phase("gain"), screen_in()
    _, second = screen.hint(s, s.seat, pressed(screen, s, key))
    assert second == "A resource is due to you: name the region that gains it."


@pytest.mark.parametrize("key", "dfm")
def test_drawing_while_building_says_which_phase_it_is(key: str) -> None:
    _, second = hint(table(side(RICH)), key)
    assert second.startswith("This is your main phase")


def test_a_settlement_lacks_its_road_first() -> None:
    _, second = hint(table(side("0 0 0 0 0 0")), "s")
    road, lack = second.index("build a road first"), second.index("You lack")
    assert road < lack
    assert len(second) <= 2 * 76


def test_tab_is_not_offered_where_there_is_nothing_else() -> None:
    s, screen = in_phase("opening"), screen_in()
    said = screen.hint(s, s.seat, pressed(screen, s, "down"))[0]
    assert "Tab" not in said


# names


def test_regions_are_named_and_not_placed() -> None:
    s, screen = in_phase("gain"), screen_in()
    for place in screen.places(s, s.seat, Cursor()):
        assert " up" not in place.sentence
        assert " down" not in place.sentence


def test_what_its_event_tells_later_is_no_line() -> None:
    s, screen = view_of(table()), screen_in()
    for action in (
        Action("settlers.place", (3, "bath_house", -3, "U")),
        Action("settlers.play", (3, "merchant")),
    ):
        assert screen.say(s, action, NAMES) == ""


@pytest.mark.parametrize("winner", [0, 1, NOBODY])
def test_the_tournament_names_no_seat_but_the_winner(winner: int) -> None:
    said = screen_in().say(view_of(table()), Event("settlers", events.HELD, (winner, 0, 1)), NAMES)
    assert [name for name in NAMES if name in said] == list(NAMES[winner : winner + 1])[
        : winner >= 0
    ]


def test_points_are_the_sum_below_them_at_first_too() -> None:
    s = in_phase("opening")
    assert sums(s, 0, English(), NAMES)[0] == "Ada: 2 of 12 points"


def test_an_offer_has_no_number_and_says_who_gives_what() -> None:
    t = table(side("1 1 2 1 1 1"), side("1 1 1 1 1 1"))
    keys = ("o", "down", "down", "down", "right", "down", "left", "left")
    assert hint(t, *keys)[1].startswith("You offer 2 wool for 1 ore")
    t.do("offer 2 wool for 1 ore")
    told = lines_of(Stand(t.all, 1, {}), (56, 19), look_of())
    assert "Ada gives 2 wool for 1 ore" in told
    t.realm.number, t.realm.event = 5, "productive_year"
    assert "Ada gives 2 wool for 1 ore" in lines_of(Stand(t.all, 1, {}), (50, 12), look_of())


@pytest.mark.parametrize("language", ["en", "fr"])
def test_verbs_of_the_menu_are_not_cut_at_80_columns(language: str) -> None:
    for s in (in_phase("main"), in_phase("answer"), in_phase("complete")):
        screen, grid = screen_in(language), Grid(22, 6)
        position = screen.at(s, s.seat, Cursor())
        menu.paint_menu(grid, position, look_of("none", "unicode"), Words(text(language)))
        verbs = [line for line in grid.lines() if line[:1] in {*menu.LETTERS, "-"}]
        assert not [line for line in verbs if "…" in line and line[2] not in "⌂♜♞≈►"]


# events


@pytest.mark.parametrize("size", [(56, 19), (84, 31)])
@pytest.mark.parametrize("event", ["progress", "conflict", "plague", "productive_year"])
def test_an_event_for_nobody_says_so(event: str, size: tuple[int, int]) -> None:
    t = table()
    t.realm.number, t.realm.event = 4, event
    assert "Nobody has" in lines_of(Stand(t.all, 0, {}), size, look_of())


def test_events_are_told_whole_in_small_windows() -> None:
    for event in ("civil_war", "master_builder", "year_end", "conflict"):
        t = table()
        t.realm.number, t.realm.event, t.realm.knight = 4, event, 0
        assert "…" not in lines_of(Stand(t.all, 0, {}), (56, 19), look_of("none", "unicode"))


# prices and plain mode


def test_prices_stand_in_help_legend_and_menu() -> None:
    assert any("A road costs 2 brick and 1 lumber" in each for each in ABOUT)
    for size in ((76, 18), (110, 28)):
        grid = Grid(*size)
        paint_sums(grid, view_of(table()), look_of(), English())
        assert "Road 2 brick, 1 lumber" in "\n".join(grid.lines())
    t, grid = table(side(RICH)), Grid(40, 12)
    screen_in().paint_hand(grid, view_of(t), 0, Cursor(), look_of())
    assert any("Road" in line and line.rstrip().endswith("1 lumber") for line in grid.lines())


def test_what_has_no_number_is_told_in_plain_mode() -> None:
    t = table(side("3 1 1 1 1 1"))
    s, screen = view_of(t), screen_in()
    told = screen.situation(s, s.seat, Cursor())
    assert "trade with the supply, such as trade wool ore: 1 for 3 brick" in told
    assert "offer any terms, such as offer 2 wool for 1 ore" in told
    assert "open 2" in [example for example, _ in screen.usage()]


@pytest.mark.parametrize("word", ["fin", "finir", "end", "passer", "assez"])
def test_the_turn_ends_by_any_word_for_it(word: str) -> None:
    t = table(side(RICH))
    s, screen = view_of(t), screen_in("fr")
    assert screen.parse(s, s.seat, Cursor(), [word]) == t.act("done")


def test_small_cards_keep_name_and_number_apart() -> None:
    told = lines_of(Stand(table().all, 0, {}), (50, 12), look_of("none", "ascii"))
    assert "Mtn." in told or "Mountains " in told
    assert "Mountai" not in told.replace("Mountains", "")
