"""Short words for cards, places and resources, see `tables`."""

from __future__ import annotations

from bastide.plugins.settlers.cards import CARDS, RESOURCES, Region
from bastide.plugins.settlers.state import Site


def card_id(word: str) -> str:
    """Return the id of a card that is called by a short name."""
    return next(id for id in (word, f"knight_{word}", f"fleet_{word}") if id in CARDS)


def cards_of(words: str) -> list[str]:
    return [card_id(word) for word in words.split()]


def place(word: str) -> tuple[int, str]:
    """Return the place of a region, `2U`."""
    return int(word[:-1]), word[-1]


def site(word: str) -> Site:
    """Return a building site, `1U2`."""
    return Site(int(word[:-2]), word[-2], int(word[-1]))


def amounts(words: list[str]) -> list[int]:
    """Return a number for each resource, of words such as `2 wool 1 gold`."""
    said = dict(zip(words[1::2], map(int, words[::2]), strict=True))
    assert not said.keys() - set(RESOURCES)
    return [said.get(resource, 0) for resource in RESOURCES]


def region(words: str) -> Region:
    """Return a region, `brick 1`."""
    resource, number = words.split()
    return Region(RESOURCES.index(resource), int(number))
