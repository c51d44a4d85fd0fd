"""The cards to leaf through, the sums of points and tokens, the table in words and as a picture."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from bastide.core.messages import English
from bastide.core.screen import Cursor, Grid
from bastide.core.state import State
from bastide.plugins.settlers.cards import CARDS, EVENT_CARDS
from bastide.plugins.settlers.look import catalogue
from bastide.plugins.settlers.look.catalogue import ENTRIES
from bastide.plugins.settlers.look.naming import EFFECTS, TERRAINS, card_name, effect
from bastide.plugins.settlers.look.position import Position
from bastide.plugins.settlers.look.reader import Reader
from bastide.plugins.settlers.look.sums import holders, paint_sums, sums
from bastide.plugins.settlers.look.svg import draw_table
from bastide.plugins.settlers.look.words import Words
from tests.plugins.settlers.look.seat import screen_in
from tests.plugins.settlers.look.stand import (
    NAMES,
    Stand,
    lines_of,
    look_of,
    middle,
    played,
    widest,
)
from tests.plugins.settlers.tables import compose, side, table

SIZES = ((56, 19), (84, 31))


def shown(s: State, seat: int, card: str, size: tuple[int, int] = (84, 31)) -> str:
    """Return what is to be read of a card, in one line."""
    cursor = catalogue.open_at(Cursor(), card)
    lines = lines_of(Stand(s, seat, {}, cursor=cursor), size, look_of()).splitlines()
    left = 33 if size[0] > 80 else 0
    return " ".join(" ".join(line[left:] for line in lines).split())


# cards


def test_every_card_can_be_read_whole_at_every_size() -> None:
    for size in SIZES:
        for card in ENTRIES:
            known = CARDS.get(card) or EVENT_CARDS[card]
            told = shown(middle(), 1, card, size)
            assert known.name in told
            assert known.text in told
            assert "in the box" in told


@pytest.mark.parametrize("language", ["en", "fr"])
def test_line_mode_lists_every_card_in_words(language: str) -> None:
    screen, s = screen_in(language), middle()
    cards, points = screen.overlays()
    assert "cards" in cards.words
    assert "points" in points.words
    assert cards.lines
    lines = cards.lines(s, 1, look_of())
    for card in ENTRIES:
        at = lines.index(f"  {card_name(card, screen.text)}")
        known = CARDS.get(card) or EVENT_CARDS[card]
        assert f"    {screen.text(known.text)}" in lines[at : at + 4]


def test_a_card_says_its_kind_cost_and_figures() -> None:
    told = shown(middle(), 1, "knight_otto")
    assert "green card: knight, for a settlement or city" in told
    assert "Cost: 1 grain, 2 ore, 1 wool" in told
    assert "strength 3, tournament 2" in told
    assert "action card: free, leaves the game" in shown(middle(), 1, "spy")
    assert "red card: building, for a city Cost: 2 brick, 1 grain, 3 wool" in shown(
        middle(), 1, "merchant_guild"
    )


def test_a_card_is_told_where_it_lies_open() -> None:
    assert "3 in the box, 2 placed by Blaise" in shown(middle(), 1, "garrison")
    assert "2 in the box, 1 out of the game" in shown(middle(), 1, "witch")


def test_hidden_cards_are_told_to_who_has_seen_them_alone() -> None:
    t = table(side(hand="spy"), side(hand="abbey witch"), piles={2: "mint church"})
    assert "1 in your hand" in shown(t.all, 1, "abbey")
    assert shown(t.all, 0, "abbey").endswith("2 in the box")
    assert shown(t.all, -1, "abbey").endswith("2 in the box")
    t.do("play spy")
    assert t.phase == "steal"
    assert "1 in the hand of Blaise" in shown(t.all, 0, "abbey")
    assert shown(t.all, 0, "mint").endswith("1 in the box")


def test_a_pile_that_was_looked_through_is_remembered() -> None:
    t = table(side("3 3 3 3 3 3"), piles={2: "mint church"}).do(
        "done", "search 2", "pay 0U", "pay 0U"
    )
    assert t.phase == "choose"
    assert "1 seen in pile 2" in shown(t.all, 0, "mint")
    assert "pile" not in shown(t.all, 1, "mint").removeprefix("The supply")


def test_keys_leaf_through_cards_and_kinds() -> None:
    cursor = catalogue.open_at(Cursor(), None)
    assert catalogue.shown(cursor) == 0
    seen = set()
    for _ in ENTRIES:
        cursor = catalogue.leaf(cursor, "down") or cursor
        seen.add(catalogue.shown(cursor))
    assert seen == set(range(len(ENTRIES)))
    starts = []
    for _ in range(4):
        cursor = catalogue.leaf(cursor, "right") or cursor
        starts.append(ENTRIES[catalogue.shown(cursor) or 0])
    assert starts == ["abbey", "aqueduct", "civil_war", "alchemist"]
    assert catalogue.leaf(cursor, "w") is None
    assert catalogue.leaf(Cursor(), "down") is None
    assert catalogue.shown(catalogue.open_at(cursor, None)) is None


def test_a_click_on_the_list_finds_its_card() -> None:
    for size in SIZES:
        cursor = catalogue.open_at(Cursor(), "abbey")
        lines = lines_of(Stand(middle(), 1, {}, cursor=cursor), size, look_of()).splitlines()
        for y, line in enumerate(lines):
            n = catalogue.entry_at(cursor, (5, y), size)
            if n is not None:
                known = CARDS.get(ENTRIES[n]) or EVENT_CARDS[ENTRIES[n]]
                assert known.name in line
        assert catalogue.entry_at(cursor, (size[0] - 1, 0), size) is None


def test_every_card_has_a_few_words_or_figures() -> None:
    for card in CARDS.values():
        figures = card.points + card.commerce + card.strength
        assert effect(card.id, English(), "x") or figures
    assert EFFECTS.keys() <= CARDS.keys()


# sums


def test_points_strength_and_windmills_are_sums() -> None:
    s = middle()
    assert sums(s, 0, English(), NAMES) == [
        "Ada: 6 of 12 points",
        "points: 4 settlements and cities + 1 more for a city + 1 for the knight",
        "strength 2: Siegfried Lackland 1 + Pippin the Short 1",
        "tournament 4: Siegfried Lackland 1 + Pippin the Short 3",
        "windmills 1: Brick Fleet 1",
        "cards in hand: 0 of 3",
    ]
    assert sums(s, 1, English(), NAMES)[1:3] == [
        "points: 2 settlements and cities + 2 more for cities + 1 for buildings (Church 1) "
        "+ 1 for the windmill",
        "windmills 7: Gold Fleet 1 + Harbor 1 + Lumber Fleet 1 + Garrison 1 + Garrison 1 "
        "+ 2 for fleets with the harbor",
    ]
    for each in (middle(), played(3, 60), played(5, 90)):
        for seat in range(2):
            told = sums(each, seat, English(), NAMES)[1]
            parts = told.removeprefix("points: ").split(" + ")
            assert sum(int(part.split()[0]) for part in parts) == each.scores[seat]


def test_tokens_say_who_holds_them_and_why() -> None:
    assert holders(middle(), English(), NAMES) == [
        "The knight is Ada's: strength 2 to 0.",
        "The windmill is Blaise's: 7 to 1; without a city none counts.",
    ]
    assert holders(table().all, English(), NAMES) == [
        "The knight is nobody's: both have strength 0.",
        "The windmill is nobody's: both have 0.",
    ]
    cityless = table(side(sites="garrison 1U1")).all
    assert holders(cityless, English(), NAMES)[1] == (
        "The windmill is nobody's: without a city none counts."
    )


def test_the_overlay_has_sums_and_a_legend() -> None:
    grid = Grid(110, 28)
    paint_sums(grid, middle(), look_of(), English())
    told = "\n".join(grid.lines())
    assert all(f"{word} (" in told for word in TERRAINS.values())
    assert "Ada: 6 of 12 points" in told
    assert "choose it: type 1, Enter" in told


def test_a_low_overlay_has_them_too() -> None:
    grid = Grid(76, 18)
    paint_sums(grid, middle(), look_of(), English())
    told = " ".join(" ".join(grid.lines()).split())
    assert "strength 2: Siegfried Lackland 1 + Pippin the Short 1; tournament 4" in told
    assert "The windmill is Blaise's" in told
    assert "choose it: type 1, Enter" in told


# words


def position(s: State, seat: int) -> Position:
    return Position(compose(), s, seat, Cursor())


def reader() -> Reader:
    words = Words(English())
    words.names = NAMES
    return Reader(words)


def test_the_table_in_words_names_all_that_lies_there() -> None:
    lines = reader().board(position(middle(), 1), look_of("none", "ascii"))
    assert lines[0] == "A Ada: 6 of 12 points"
    column = next(
        line for line in lines[lines.index("B Blaise: 6 of 12 points") :] if "n 1:" in line
    )
    assert column == "  column 1: city, up Church, up Gold Fleet, down Harbor, down free site"
    assert "  column 0: road, up Mountains 3 with 2 of 3 ore, down Hills 6 with 2 of 3 brick" in (
        lines
    )
    assert "Rolled: 4; Plague." in lines
    assert "pile 1: 10, pile 2: 10, pile 3: 10, pile 4: 10, pile 5: 9" in lines
    "".join(lines).encode("ascii")


def test_near_tells_a_column_of_both_sides() -> None:
    s = position(middle(), -1)
    assert reader().near(s, ["5"]) == "Ada: city, up free site, down free site."
    assert reader().near(s, ["0"]).count(":") == 2
    assert reader().near(s, ["99"]) == "Nothing lies in column 99."
    for typed in (["here"], ["1", "2"]):
        assert reader().near(s, typed) == "Type near and a column, such as near 1."
    whole = reader().near(s, []).splitlines()
    assert "  column 5: city, up free site, down free site" in whole


def test_the_situation_tells_stores_and_hand() -> None:
    told = reader().situation(position(middle(), 1)).splitlines()
    assert told[0] == "You store 2 brick, 1 grain, 3 lumber, 2 ore, 1 gold."
    assert told[1] == "Your cards: Spy, Abbey."


def test_the_picture_has_every_card_and_name() -> None:
    for s in (middle(), widest()):
        root = ElementTree.fromstring(draw_table(s, ("<Ada>", "Bo"), English()))
        texts = [each.text or "" for each in root.iter()]
        assert any("<Ada>" in text for text in texts)
        assert sum(text.startswith(tuple(TERRAINS.values())) for text in texts) == sum(
            len(lands.lands) for lands in s.parts["settlers"].lands
        )
    texts = [each.text or "" for each in ElementTree.fromstring(
        draw_table(middle(), NAMES, English())
    ).iter()]  # fmt: skip
    assert "♜ Church" in texts
    assert texts.count("⌂ Garrison") == 2
