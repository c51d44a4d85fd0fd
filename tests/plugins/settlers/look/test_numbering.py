"""Numbers mean the same as long as a step goes on, and where they can also afterwards."""

from __future__ import annotations

from bastide.core.events import Action
from bastide.core.screen import Cursor
from bastide.core.state import State
from tests.plugins.settlers.look.seat import pressed, sampled, screen_in, started, view_of
from tests.plugins.settlers.tables import side, table

RICH = "3 3 3 3 3 3"


def numbers(s: State, *keys: str) -> dict[int, Action]:
    """Return what each number stands for after keys."""
    screen = screen_in()
    places = screen.places(s, s.seat, pressed(screen, s, *keys))
    return {place.number: place.action for place in places}


def test_a_card_that_is_taken_leaves_the_others_their_numbers() -> None:
    s = next(s for s, _ in sampled(1, 4) if s.phase == "choose" and s.stage_turn == 0).clone()
    before = numbers(s)
    screen_in().rules.apply(s, before[2])
    after = numbers(s)
    assert set(before) - set(after) == {2}
    assert all(before[n] == action for n, action in after.items())


def test_sites_are_numbered_by_where_they_lie() -> None:
    t = table(side(RICH, hand="abbey lumber"))
    assert [*numbers(view_of(t), "tab")] == [1, 2, 3, 4]
    t.do("place abbey 1U")
    s = view_of(t)
    assert {n: a.data[2:] for n, a in numbers(s, "tab").items()} == {
        1: (-1, "U"), 3: (-1, "L"), 4: (1, "L"),
    }  # fmt: skip


def test_both_sites_of_a_city_on_a_side_have_one_number_for_a_card() -> None:
    t = table(side(RICH, hand="abbey", sites="otto 1U1", cities=(1,)))
    assert numbers(view_of(t), "tab")[2].data[2:] == (1, "U")


def test_a_full_region_leaves_a_gap() -> None:
    t = table(side("1 3 1 1 1 1"), phase="before").do("roll", dice="plenty 1")
    assert t.phase == "gain"
    assert [*numbers(view_of(t))] == [1, 3, 4, 5, 6]


def test_the_digits_of_a_trade_are_what_is_given_and_what_is_got() -> None:
    t = table(side("3 1 3 1 1 1"))
    before = numbers(view_of(t), "t")
    assert before[21].data == ("grain", "brick")
    assert before[54].data == ("wool", "ore")
    t.do("trade grain ore")
    after = numbers(view_of(t), "t")
    assert 21 not in after
    assert all(before[n] == after[n] for n in before.keys() & after.keys())


def test_ways_to_one_region_have_one_number() -> None:
    mine = side(row=(-1, 3), lands="4U lumber 1 0, 4L lumber 6 0", hand="merchant")
    t = table(mine, side()).do("play merchant")
    s, screen = view_of(t), screen_in()
    assert t.phase == "rob"
    cursor, position = started(screen, s)
    lumber = next(a for a in position.numbered if len(position.ways_like(a)) > 1)
    n = position.numbers[position.numbered.index(lumber)]
    there = screen.at_place(s, s.seat, cursor, n)
    chosen = []
    for _ in position.ways_like(lumber):
        chosen.append(screen.chosen(s, s.seat, there))
        there = screen.move(s, s.seat, there, "r")
    assert chosen == position.ways_like(lumber)
    assert screen.hint(s, s.seat, there)[1].startswith(f"{n}: ")


def test_without_a_tool_the_line_of_the_menu_stands_before_the_place() -> None:
    s = view_of(table(side(RICH, hand="abbey lumber")))
    places = numbers(s)
    assert [*places] == sorted(places)
    assert places[11] == numbers(s, "tab")[1]
    assert places[24] == numbers(s, "tab", "tab")[4]


def test_to_put_a_card_away_its_place_in_the_hand_stands_before_the_pile() -> None:
    t = table(side(RICH, hand="spy abbey")).do("done", "exchange")
    s, screen = view_of(t), screen_in()
    assert [n for n in numbers(s) if n < 20] == [11, 12, 13, 14, 15]
    assert screen.hint(s, 0, pressed(screen, s))[0].endswith("or 23: card 2, pile 3.")
    second = screen.at(s, 0).menu[1]
    assert numbers(s)[23].data == (second.item, 3)


def test_no_two_choices_have_one_number() -> None:
    screen = screen_in()
    for s, _ in sampled(1, 4):
        cursor, position = started(screen, s)
        for line in range(len(position.menu) + 1):
            places = screen.places(s, s.seat, cursor._replace(hand=line))
            assert len({place.number for place in places}) == len(places)
            assert all(place.number for place in places)


def test_a_choice_that_is_alone_has_no_number_before_it() -> None:
    s, screen = view_of(table(side(RICH))), screen_in()
    assert screen.hint(s, s.seat, pressed(screen, s, "e"))[1].startswith("Ends building")
    assert screen.hint(s, s.seat, Cursor())[1].startswith("Possible now")
