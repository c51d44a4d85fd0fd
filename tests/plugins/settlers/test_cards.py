"""What is in the box, counted anew from the card file (chapters 1, 9 and 18)."""

from __future__ import annotations

import tomllib
from collections import Counter
from importlib.resources import files
from typing import Any

from bastide.plugins.settlers.cards import (
    CARDS,
    CITIES,
    COSTS,
    DECK,
    DOUBLES,
    EVENT_CARDS,
    EVENT_DECK,
    EVENT_DIE,
    FLEET,
    GOLD,
    GREEN,
    KNIGHT,
    PILE_SIZES,
    RATES,
    RED,
    REGION_PILE,
    RESOURCES,
    ROADS,
    SETTLEMENTS,
    START_REGIONS,
)

FILE = (files("bastide.plugins.settlers") / "data" / "cards.toml").read_text(encoding="utf-8")
DATA: dict[str, Any] = tomllib.loads(FILE)
CONFIDENCE = {"seed", "two_sources", "one_source", "disputed"}
START_ROADS, START_SETTLEMENTS = 2, 4
LONGEST_TEXT = 140
"""Characters of what a card does, to be read on a screen of 80 columns."""


def total(of: str) -> int:
    """Return the sum of a figure over all cards of the draw piles."""
    return sum(card.copies * getattr(card, of) for card in CARDS.values())


def test_there_are_120_cards() -> None:
    start = START_ROADS + START_SETTLEMENTS + sum(map(len, START_REGIONS.values()))
    supply = ROADS + SETTLEMENTS + CITIES + len(REGION_PILE)

    assert (start, supply, len(EVENT_DECK), len(DECK)) == (18, 30, 10, 62)
    assert start + supply + len(EVENT_DECK) + len(DECK) == DATA["box"]["cards"] == 120


def test_the_draw_piles_by_kind() -> None:
    """R2."""
    kinds = Counter(CARDS[card].kind for card in DECK)
    types = Counter(CARDS[card].type for card in DECK if CARDS[card].kind == GREEN)

    assert kinds == {"action": 20, "green": 26, "red": 16}
    assert types == {KNIGHT: 9, FLEET: 6, "building": 11}
    assert {CARDS[card].type for card in DECK if CARDS[card].kind == RED} == {"building"}
    assert sum(PILE_SIZES) == len(DECK)
    assert max(PILE_SIZES) - min(PILE_SIZES) <= 1


def test_sums_of_the_figures() -> None:
    """Points: 4 start settlements, 5 more, 7 cities, 12 on red cards, 2 tokens."""
    found = [total(of) for of in ("points", "commerce", "strength", "tournament")]

    assert found == [12, 20, 24, 18]
    assert START_SETTLEMENTS + SETTLEMENTS + CITIES + total("points") + 2 == 30
    assert CARDS["knight_karl"].strength == 7
    assert CARDS["knight_falk"].tournament == 5
    assert {card.id for card in CARDS.values() if card.points} == {
        "aqueduct", "bath_house", "church", "colossus", "library", "town_hall",
    }  # fmt: skip
    assert all(card.points or card.commerce for card in CARDS.values() if card.kind == RED)


def test_regions() -> None:
    """Each start set produces on every number; one region of the pile is never used."""
    assert len(REGION_PILE) == 2 * SETTLEMENTS + 1
    for regions in START_REGIONS.values():
        assert sorted(each.number for each in regions) == [1, 2, 3, 4, 5, 6]
        assert sorted(each.resource for each in regions) == list(range(len(RESOURCES)))
    assert Counter(RESOURCES[each.resource] for each in REGION_PILE) == {
        "grain": 2, "ore": 2, "wool": 2, "lumber": 2, "brick": 2, "gold": 1,
    }  # fmt: skip


def test_event_die_and_event_cards() -> None:
    assert Counter(EVENT_DIE) == {
        "tournament": 1, "advantage": 1, "brigands": 1, "plenty": 1, "card": 2,
    }  # fmt: skip
    assert {id for id, card in EVENT_CARDS.items() if card.copies == 2} == {
        "plague", "productive_year", "progress",
    }  # fmt: skip


def test_costs() -> None:
    """Of the parts, and of all the cards; gold is in none, and action cards cost nothing."""
    named = {what: _named(cost) for what, cost in COSTS.items()}
    assert named == {
        "road": {"brick": 2, "lumber": 1},
        "settlement": {"brick": 1, "grain": 1, "lumber": 1, "wool": 1},
        "city": {"ore": 3, "grain": 2},
    }
    for card in CARDS.values():
        assert (sum(card.cost) == 0) == (card.kind == "action")
        assert card.cost[GOLD] == 0
    spent = [sum(card.copies * card.cost[n] for card in CARDS.values()) for n in range(6)]
    assert dict(zip(RESOURCES, spent, strict=True)) == {
        "brick": 32, "grain": 22, "lumber": 24, "ore": 43, "wool": 29, "gold": 0,
    }  # fmt: skip


def _named(cost: tuple[int, ...]) -> dict[str, int]:
    return {name: n for name, n in zip(RESOURCES, cost, strict=True) if n}


def test_all_fleets_and_the_mint_trade_and_five_buildings_double() -> None:
    fleets = {card.id for card in CARDS.values() if card.type == FLEET}

    assert RATES.keys() == fleets | {"mint"}
    assert sorted(DOUBLES.values()) == [n for n in range(len(RESOURCES)) if n != GOLD]
    assert all(CARDS[card].copies == 1 for card in DOUBLES)


def test_every_figure_keeps_its_sources_and_how_far_they_are_trusted() -> None:
    known = {row["id"] for row in DATA["source"]}
    rows = [*DATA["card"], *DATA["region"], DATA["event_die"], DATA["box"], DATA["cost"]]

    used = {source for row in rows for source in row["sources"]}
    assert used <= known
    assert all(row["about"] for row in DATA["source"])
    for row in rows:
        assert row["confidence"] in CONFIDENCE
        if row["confidence"] in ("one_source", "disputed"):
            assert row["doubt"]
    disputed = [row["id"] for row in DATA["card"] if row["confidence"] == "disputed"]
    assert disputed == ["garrison"]


def test_every_card_says_in_a_line_or_two_what_it_does() -> None:
    texts = [card.text for card in CARDS.values()]
    texts += [card.text for card in EVENT_CARDS.values()]

    assert all(10 < len(text) <= LONGEST_TEXT and text.endswith(".") for text in texts)
    for card in CARDS.values():
        if card.type == KNIGHT:
            assert f"strength {card.strength}, tournament {card.tournament}" in card.text
