"""What is in the box, as typed values read from `data/cards.toml`. Rules: chapters 1 and 3."""

from __future__ import annotations

import tomllib
from importlib.resources import files
from typing import Any, NamedTuple

RESOURCES = ("brick", "grain", "lumber", "ore", "wool", "gold")
"""Names of the resources; everywhere else a resource is its number in this list."""

BRICK, GRAIN, LUMBER, ORE, WOOL, GOLD = range(len(RESOURCES))

Cost = tuple[int, ...]
"""A number for each resource."""

ACTION, GREEN, RED = "action", "green", "red"
"""Kinds of cards of the draw piles."""

BUILDING, KNIGHT, FLEET = "building", "knight", "fleet"
"""Types of green and red cards; all but buildings are units."""


class Card(NamedTuple):
    """A card of the draw piles.

    name, text: message ids. kind: ACTION, GREEN (settlement or city) or RED (city only).
    type: BUILDING, KNIGHT or FLEET; ACTION for action cards. copies: how many there are.
    commerce: windmills. strength: black number. tournament: red number.
    """

    id: str
    name: str
    text: str
    kind: str
    type: str
    copies: int
    cost: Cost
    points: int
    commerce: int
    strength: int
    tournament: int


class Region(NamedTuple):
    """A region card: what it produces, and on which number of the production die."""

    resource: int
    number: int


class EventCard(NamedTuple):
    """An event card; name and text are message ids."""

    id: str
    name: str
    text: str
    copies: int


_FILE = tomllib.loads(
    (files("bastide.plugins.settlers") / "data" / "cards.toml").read_text(encoding="utf-8")
)
_BOX = _FILE["box"]


def _cost(amounts: dict[str, int]) -> Cost:
    return tuple(amounts.get(name, 0) for name in RESOURCES)


def _card(row: dict[str, Any]) -> Card:
    figures = (row.get(name, 0) for name in ("points", "commerce", "strength", "tournament"))
    kind, cost = row["kind"], _cost(row.get("cost", {}))
    return Card(
        row["id"], row["name"], row["text"], kind, row.get("type", kind), row["count"], cost,
        *figures,
    )  # fmt: skip


def _regions(of: str) -> tuple[Region, ...]:
    rows = (row for row in _FILE["region"] if row["of"] == of)
    return tuple(Region(RESOURCES.index(row["resource"]), row["number"]) for row in rows)


CARDS: dict[str, Card] = {row["id"]: _card(row) for row in _FILE["card"] if row["kind"] != "event"}
"""The cards of the draw piles by id."""

EVENT_CARDS: dict[str, EventCard] = {
    row["id"]: EventCard(row["id"], row["name"], row["text"], row["count"])
    for row in _FILE["card"]
    if row["kind"] == "event"
}


class Figures(NamedTuple):
    """What a card on a building site counts for, or what several add up to."""

    strength: int = 0
    knights: int = 0
    tournament: int = 0
    commerce: int = 0
    fleets: int = 0
    points: int = 0


FIGURES = {
    id: Figures(
        card.strength,
        int(card.type == KNIGHT),
        card.tournament,
        card.commerce,
        int(card.type == FLEET),
        card.points,
    )
    for id, card in CARDS.items()
}

DECK = tuple(card.id for card in CARDS.values() for _ in range(card.copies))
"""The faces of the draw piles, before they are shuffled."""

EVENT_DECK = tuple(card.id for card in EVENT_CARDS.values() for _ in range(card.copies))

SHIELDS = ("white", "black")
"""The two sets of start cards, red/white and red/black."""

START_REGIONS = {shield: _regions(shield) for shield in SHIELDS}
REGION_PILE = _regions("pile")

EVENT_DIE: tuple[str, ...] = tuple(_FILE["event_die"]["faces"])
"""The faces of the event die, from 1."""

ROAD, SETTLEMENT, CITY = "road", "settlement", "city"
COSTS: dict[str, Cost] = {name: _cost(_FILE["cost"][name]) for name in (ROAD, SETTLEMENT, CITY)}

ROADS: int = _BOX["roads"]
SETTLEMENTS: int = _BOX["settlements"]
CITIES: int = _BOX["cities"]
PILE_SIZES: tuple[int, ...] = tuple(_BOX["piles"])
CAPACITY: int = _BOX["capacity"]
HAND: int = _BOX["hand"]
THRESHOLD: int = _BOX["threshold"]

DOUBLES = {
    "brick_factory": BRICK,
    "grain_mill": GRAIN,
    "sawmill": LUMBER,
    "foundry": ORE,
    "woolen_mill": WOOL,
}
"""The resource whose production a building doubles (chapter 6)."""

RATES = {
    "fleet_brick": (BRICK, 2),
    "fleet_grain": (GRAIN, 2),
    "fleet_lumber": (LUMBER, 2),
    "fleet_ore": (ORE, 2),
    "fleet_wool": (WOOL, 2),
    "fleet_gold": (GOLD, 2),
    "mint": (GOLD, 1),
}
"""What a card lets its owner pay for one resource of the supply (chapter 8)."""
