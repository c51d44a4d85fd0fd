"""What somebody stumbles over who has nothing but the help in the game: each is said or shown."""

from __future__ import annotations

import pytest

from bastide.core.events import Event
from bastide.core.messages import English
from bastide.core.screen import Cursor, Grid
from bastide.core.state import State
from bastide.plugins.settlers import attacks, espionage, stock
from bastide.plugins.settlers.look.standing import counter
from bastide.plugins.settlers.look.targets import SITE, Target
from tests.plugins.settlers.look.seat import pressed, sampled, screen_in, started, view_of
from tests.plugins.settlers.look.stand import NAMES, Stand, lines_of, look_of, middle
from tests.plugins.settlers.tables import Table, compose, side, table

SMALL, WIDE = (56, 19), (84, 31)


def in_phase(phase: str) -> State:
    """Return a position of a random game in a phase."""
    return next(s for seed in (1, 2) for s, _ in sampled(seed, 4) if s.phase == phase)


def hint(t: Table, *keys: str, language: str = "en") -> tuple[str, str]:
    """Return both hint lines after keys."""
    s, screen = view_of(t), screen_in(language)
    return screen.hint(s, s.seat, pressed(screen, s, *keys))


def menu_of(s: State, size: tuple[int, int], *keys: str, language: str = "en") -> list[str]:
    """Return the lines of the menu after keys."""
    screen, grid = screen_in(language), Grid(*size)
    cursor = pressed(screen, s, *keys) if keys else Cursor()
    screen.paint_hand(grid, s, s.seat, cursor, look_of("none", "unicode"))
    return [line.rstrip() for line in grid.lines()]


def heads(s: State, seat: int, size: tuple[int, int]) -> list[str]:
    """Return the lines of both seats."""
    told = lines_of(Stand(s, seat, {}), size, look_of()).splitlines()
    return [line for line in told if line.lstrip()[:2] in ("A ", "B ")]


# the goal


def test_the_points_that_win_stand_in_title_line_and_help() -> None:
    t = table(rules=compose(victory_points_to_win=7))
    s, screen = view_of(t), screen_in()
    assert counter(s, English()).title == "turn 5, 7 points win"
    assert all("2 of 7 points" in line for line in heads(s, 0, WIDE))
    sentences = screen.step_help(s, s.seat, Cursor()).sentences
    assert "Whoever first has 7 points wins this game at once." in sentences


# piles and keys


def test_what_is_typed_for_a_pile_is_its_number() -> None:
    screen, s = screen_in(), in_phase("opening")
    places = screen.places(s, s.seat, Cursor())
    assert [place.number for place in places] == [place.action.data[0] for place in places]
    for place in places:
        assert screen.chosen(s, s.seat, screen.at_place(s, s.seat, Cursor(), place.number)) == (
            place.action
        )
        cursor = screen.at_place(s, s.seat, Cursor(), place.number)
        assert screen.hint(s, s.seat, cursor)[1].startswith(f"{place.number}: Looks through pile")


def test_a_pile_that_is_taken_from_has_no_key_and_no_number() -> None:
    screen = screen_in()
    s = next(s for s, _ in sampled(1, 4) if s.phase == "opening" and len(s.cards().hands[0]) == 3)
    taken = {1, 2, 3, 4, 5} - {place.number for place in screen.places(s, s.seat, Cursor())}
    assert len(taken) == 1
    assert screen.at_place(s, s.seat, Cursor(), taken.pop()) == Cursor()


@pytest.mark.parametrize("size", [SMALL, WIDE])
def test_keys_stand_in_brackets_and_dice_do_not(size: tuple[int, int]) -> None:
    shown = lines_of(Stand(middle(), 1, {Target(SITE, 1, 1, "L", 2): 7}), size, look_of())
    assert "(7)" in shown
    assert shown.count("(") == 1


# sending


def test_a_step_without_a_choice_is_sent_by_the_same_enter() -> None:
    roll = table(phase="before")
    screen = screen_in()
    assert screen.in_hand(view_of(roll), 0).sends
    choice = table(side(hand="alchemist"), phase="before")
    assert not screen.in_hand(view_of(choice), 0).sends
    assert not screen.in_hand(view_of(table()), 0).sends


def test_taken_cards_are_seen_until_they_are_in_the_hand() -> None:
    screen, s = screen_in(), in_phase("choose").clone()
    seat = s.seat
    while not s.waiting and s.phase == "choose":
        screen.rules.apply(s, screen.rules.legal_for(s, seat)[0])
    grid = Grid(24, 6)
    screen.paint_hand(grid, s, seat, Cursor(), look_of("none", "unicode"))
    taken = [line for line in grid.lines() if line.startswith("+")]
    assert s.waiting
    assert len(taken) == 3


# the Caravan


@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_caravan_lists_the_regions_that_pay_and_nothing_else(language: str) -> None:
    t = table(side("1 2 3 1 1 2", hand="caravan spy abbey")).do("play caravan")
    s, screen = view_of(t), screen_in(language)
    assert screen.in_hand(s, 0).cards == 6
    lines = menu_of(s, (22, 6), language=language)
    assert [line[-1] for line in lines] == list("123456")
    assert not [line for line in lines if "…" in line]
    assert menu_of(s, (22, 4), language=language)[-1].endswith("↓")
    assert menu_of(s, (22, 4), "s-tab", language=language)[0].endswith("↑")


# against me


@pytest.mark.parametrize(
    ("card", "lost"),
    [("brigands", "2 resources"), ("arsonist", "a building"), ("black_knight", "a knight")],
)
def test_a_card_against_me_says_what_it_may_take(card: str, lost: str) -> None:
    mine = side("1 1 1 1 1 1", sites="garrison 1U1, karl -1L1")
    t = table(side(hand=card), mine).do(f"play {card}")
    assert t.phase == "react"
    now, choice = hint(t)
    assert "card against you, no answer in your hand: Enter." in now
    assert lost in choice
    assert "1 to 5" in choice


def test_what_was_taken_from_me_is_said_before_my_roll() -> None:
    t = table(phase="before")
    s, screen = view_of(t), screen_in()
    robbed = [Event("settlers", stock.ROBBED, (1, kind, "merchant")) for kind in ("ore", "wool")]
    screen.paint(Grid(*SMALL), s, 0, Cursor(), look_of()._replace(fresh=tuple(robbed)))
    said = screen.hint(s, 0, pressed(screen, s))[1]
    screen.paint(Grid(*SMALL), s, 0, Cursor(), look_of())
    assert said.startswith("Blaise took 1 ore, 1 wool from you.")
    assert "took" not in screen.hint(s, 0, pressed(screen, s))[1]


def said_before_my_roll(hand: str, *events: Event) -> str:
    """Return the second hint line before the roll, after what the opponent did."""
    s, screen = view_of(table(side(hand=hand), phase="before")), screen_in()
    screen.paint(Grid(*SMALL), s, 0, Cursor(), look_of()._replace(fresh=events))
    said = screen.hint(s, 0, pressed(screen, s))[1]
    screen.paint(Grid(*SMALL), s, 0, Cursor(), look_of())
    return said


def test_a_card_that_a_spy_took_is_named_before_my_roll_whatever_i_hold() -> None:
    stolen = Event("settlers", espionage.STOLEN, (1, "bishop"))
    for hand in ("", "alchemist"):
        said = said_before_my_roll(hand, stolen)
        assert said.startswith("Blaise took Bishop out of your hand.")


def test_a_building_that_came_back_is_named_before_my_roll() -> None:
    back = Event("settlers", attacks.RETURNED, (0, "abbey", 1, "U", 1, "arsonist"))
    theirs = Event("settlers", attacks.RETURNED, (1, "mint", 1, "U", 1, "arsonist"))
    assert said_before_my_roll("", back, theirs).startswith("Abbey went back into your hand. Rolls")


def test_a_hand_keeps_its_order_when_it_is_mixed() -> None:
    s = view_of(table(side(hand="spy abbey karl"))).clone()
    before = screen_in().at(s, 0).hand
    s.cards().hands[0].reverse()
    assert screen_in().at(s, 0).hand == before


def test_brigands_of_the_die_and_the_card_have_two_names() -> None:
    screen, s = screen_in(), view_of(table())
    lost = Event("settlers", stock.LOST, (0, "brigands", 0, 0, 0, 1, 0, 0, 0, "U", 1))
    robbed = Event("settlers", stock.ROBBED, (0, "ore", "brigands"))
    assert screen.say(s, lost, NAMES) == "Ada -1 ore (Brigands)."
    assert "(Brigands card)" in screen.say(s, robbed, NAMES)


def test_who_gains_by_choice_is_told_what_the_number_brings_next() -> None:
    mine = side("1 1 1 1 1 1", sites="foundry 1U1")
    t = table(mine, phase="before").do("roll", dice="plenty 2")
    now, next_ = hint(t)
    assert now == "Choose where you gain 1 resource (year of plenty): arrows or a number, Enter."
    assert next_ == "Number 2: you gain 2 ore; Blaise gains 1 grain."
    full = table(side("1 3 1 1 1 1"), phase="before").do("roll", dice="plenty 2")
    assert hint(full)[1].startswith("Number 2: you gain nothing;")
    s, screen = view_of(t), screen_in()
    assert str(screen.chosen(s, 0, pressed(screen, s))).startswith("Nothing is chosen yet: first")


# places


@pytest.mark.parametrize("size", [(50, 12), SMALL, WIDE])
def test_the_row_shows_its_columns(size: tuple[int, int]) -> None:
    lines = lines_of(Stand(middle(), 1, {}), size, look_of("none", "unicode")).splitlines()
    assert any(" -1 " in line and " 0 " in line and " 1 " in line for line in lines)


def test_every_empty_site_of_a_city_is_seen() -> None:
    lands = side("1 1 1 1 1 1", cities=(1,))
    shown = lines_of(Stand(table(lands).all, 0, {}), WIDE, look_of())
    assert shown.count("second site") == 2


@pytest.mark.parametrize("size", [SMALL, WIDE])
def test_a_region_that_yields_two_and_has_a_key_keeps_its_name(size: tuple[int, int]) -> None:
    lands = side("1 1 1 1 1 1", sites="foundry 1U1")
    s = table(lands).all
    shown = lines_of(Stand(s, 0, {Target("region", 0, 0, "U"): 3}), size, look_of())
    row = next(line for line in shown.splitlines() if "×2" in line and "(3)" in line)
    below = shown.splitlines()[shown.splitlines().index(row) + 1]
    assert "ore" in below


# what I have


def test_my_line_tells_the_sum_of_each_resource() -> None:
    s = table(side("2 0 3 1 0 0")).all.view(0)
    for size, said in ((SMALL, "2 grain, 1 lumber, 3 wool"), (WIDE, "2 grain, 1 lumber, 3 wool")):
        theirs, mine = heads(s, 0, size)
        assert said in mine
        assert "grain" not in theirs


def test_hints_name_only_keys_that_work() -> None:
    t = table(side("0 0 0 0 0 0", hand="spy")).do("done")
    assert hint(t)[0] == "You hold 1 of 3 cards. Enter draws; m: exchange, e: end your turn."
    s, screen = view_of(t), screen_in()
    keys = [key.key for key in screen.step_help(s, s.seat, Cursor()).keys]
    assert "f" not in keys
    assert "m" in keys


# why, and what for


def test_two_new_regions_are_named_and_why_it_matters() -> None:
    t = table(side("1 1 1 1 1 1", row=(-1, 2))).do("settle 3", draws=["brick 1", "wool 5"])
    assert t.phase == "lay"
    now, why = hint(t)
    assert now == "Which goes above, Hills 1 or Pasture 5? arrows, Enter."
    assert why.startswith("Why? A building serves")


def test_a_building_card_says_that_a_token_comes_with_it() -> None:
    t = table(side("3 3 3 3 3 3", hand="karl wool"))
    s, screen = view_of(t), screen_in()
    assert "gives you the knight: +1 point" in screen.preview(s, 0, t.act("place karl 1U"))
    assert "windmill: +1" not in screen.preview(s, 0, t.act("place wool 1U"))
    city = table(side("3 3 3 3 3 3", hand="wool", cities=(1,)))
    said = screen.preview(view_of(city), 0, city.act("place wool 1U"))
    assert "gives you the windmill: +1 point" in said


def test_the_cursor_of_a_doubling_card_begins_where_it_doubles() -> None:
    t = table(side("3 3 3 3 3 3", hand="brick_factory"))
    said = hint(t, "tab")[1]
    assert "Hills 5 x2" in said


def test_enter_with_nothing_chosen_answers() -> None:
    t = table(side("1 1 1 1 1 1", hand="spy abbey")).do("done", "exchange")
    s, screen = view_of(t), screen_in()
    assert s.phase == "put"
    cursor = pressed(screen, s)
    assert screen.hint(s, 0, cursor)[1].startswith("You hold ")
    assert (
        str(screen.chosen(s, 0, cursor)) == "First a card: Tab; then arrows to a pile, and Enter."
    )


@pytest.mark.parametrize("width", [56, 84, 150])
def test_a_list_over_the_table_has_edges_on_all_sides(width: int) -> None:
    s = next(s for s, _ in sampled(1, 2) if s.phase == "choose" and s.stage_turn == 0)
    screen, grid = screen_in(), Grid(width, 31)
    cursor, _ = started(screen, s)
    screen.paint(grid, s, s.seat, cursor, look_of())
    said = [line.strip() for line in grid.lines()]
    assert any("╭─" in line and "take a card" in line for line in said)
    assert any("╰─" in line for line in said)
    assert screen.counter(s).title == "setting up"
