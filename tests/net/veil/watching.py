"""Sealed games in memory in which everybody tries after each step to find out more than it may.

Every place, every group of places but one, and a spectator try all that they ever had on all that
was ever written. What must hold of a game is a list of checks.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations
from random import Random

from bastide.core.chance import ALL_SEATS
from bastide.core.journal import MAX_STEPS, parse_body
from bastide.core.rules import Rules
from bastide.core.secrets import Secrets
from bastide.net.dealing.fair import FairDealer
from tests.net.veil.holdings import holdings
from tests.net.veil.searching import Record, Search, hidden_from, points_of, true_faces
from tests.net.veil.veiled import Veiled

WALK_EVERY = 61
"""Steps from one walk through all objects to the next."""


class Watched(Veiled):
    """A game in which everybody searches."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        self.record = Record(self.masters)
        parties = [each for n in self.places for each in combinations(self.places, n)]
        self.searches = {frozenset(party): Search(self.record, party) for party in parties}
        self.shown: dict[frozenset[int], set[bytes]] = {party: set() for party in self.searches}

    @property
    def dealer_of_all(self) -> FairDealer:
        assert isinstance(self.all.dealer, FairDealer)
        return self.all.dealer

    @property
    def cards(self) -> Secrets:
        """All cards, with all faces."""
        return self.all.state.cards()

    @property
    def is_settled(self) -> bool:
        """Whether there are cards, and each lies where the state has it."""
        return self.all.state.secrets is not None and self.dealer_of_all.due is None

    def faces(self) -> dict[int, str]:
        """Return the faces of all items, also of those that nobody has seen."""
        return {item: str(face) for item, face in true_faces(self.record, self.all).items()}

    def add(self, place: int, body: bytes) -> None:
        read = parse_body(body)
        if read.kind.startswith("v."):
            self.record.note(self.dealer_of_all, read.step, place, read.payload)
        super().add(place, body)

    def shown_to(self, party: frozenset[int]) -> set[int]:
        """Return the items that one of a party was shown, or all were."""
        seats = sum(1 << self.all.seat_of(place) for place in party)
        return {i for i, mask in self.cards.seen.items() if mask & seats or mask == ALL_SEATS}

    def note_shown(self) -> None:
        """Remember which cards were shown to whom; some lie open between two requests only."""
        points = points_of(self.all)
        for party, cards in self.shown.items():
            shown = self.shown_to(party) & points.keys()
            cards |= {self.record.card_of(points[item]) for item in shown}

    def leaks(self) -> list[str]:
        """Let everybody search on; return all that was found so far."""
        for search in self.searches.values():
            search.go_on()
        found = [leak for search in self.searches.values() for leak in search.leaks]
        return found + self.record.told_apart


Check = Callable[[Watched], None]


def play(game: Watched, seed: int, *checks: Check, steps: int = MAX_STEPS) -> None:
    """Play to the end, or some steps, with everybody searching after each step."""
    random = Random(seed)
    while game.one.journal.step < steps and game.step(random):
        leaks = game.leaks()
        assert not leaks, leaks
        if game.all.state.secrets:
            game.note_shown()
        if game.is_settled:
            for check in checks:
                check(game)
    assert not game.one.accused


def check_known(game: Watched) -> None:
    """Hold that a party can name those cards that one of it was shown, and no others ever."""
    points = points_of(game.all)
    for party, search in game.searches.items():
        known = search.knows(points.values())
        opened = {item for item, point in points.items() if point in known}
        assert opened == game.shown_to(party), "a party knows other cards than it was shown"
        assert game.record.readable(party) <= game.shown[party], (
            "a card lay open that was not shown"
        )


def check_origin(game: Watched) -> None:
    """Hold that nobody knows whence a card of another hand comes, if there are two or more.

    But for cards that it was shown there: those may have been seen in a pile before.
    """
    points = points_of(game.all)
    for seat in range(game.rules.seats):
        hand = game.cards.hidden(seat)
        for party, search in game.searches.items():
            unseen = [points[item] for item in hand if item not in game.shown_to(party)]
            if len(hand) > 1 and game.all.place_of(seat) not in party:
                assert not search.follows(unseen), "a hand was followed"


def check_memory(game: Watched) -> None:
    """Hold that nothing that a place holds says more of the cards than it was shown."""
    if game.one.journal.step % WALK_EVERY < 3:
        for place, table in game.tables.items():
            faults = hidden_from(game.record, game.all, place).found_in(holdings(table))
            assert not faults, faults
