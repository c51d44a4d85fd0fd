"""How long hidden cards take: shuffling a deck, drawing, opening, searching, with all proofs.

    python -m bench.veil

Each proof is made once and checked once, one after the other: that is what players wait for when
each has a machine, as all others check at the same time. Bytes are those of points and proofs,
without the entries around them (about 250 bytes each).
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Sequence
from typing import NamedTuple

from bastide.net.veil import proofs
from bastide.net.veil.derived import kappa, layer_key, rehand_factor, rehand_perm, shuffle_perm
from bastide.net.veil.group import GENERATOR, card_points, deck_id, inverse, mul, mul_all
from bastide.net.veil.proofs import Statement
from bastide.net.veil.workshop import WORKERS, Workshop

DECKS = (62, 72, 89)
SEATS = (2, 4, 6)
ROUNDS = 64
HAND = 4
SEARCHED = 12
REPEATS = 5
GAME = b"g" * 32
AIM = (72, 6)
SETUP_SECONDS, DRAW_SECONDS = 3.5, 0.15
"""What 72 cards and 6 seats may take with the workshop: the deck, and a private draw."""
SETTLERS, PILE = (62, 2), 13
"""The draw piles of the settlers card game, and the cards of the largest of them."""
SETTLERS_SETUP_SECONDS, SETTLERS_SEARCH_SECONDS = 1.5, 0.4
"""What they may take with the workshop: the deck, and taking a card out of a pile."""

Prove = Callable[[Statement, int, tuple[int, ...] | None, bytes], bytes]
Verify = Callable[[Statement, bytes], bool]
Fixed = Sequence[tuple[bytes, bytes]]


class Took(NamedTuple):
    """What something cost: seconds and bytes."""

    seconds: float
    size: int


class Game:
    """A game that only deals cards; every proof is made and checked at once.

    Args:
        prove: makes a proof.
        verify: checks one.
        cards: in the deck.
        seats: how many shuffle it.
    """

    def __init__(self, prove: Prove, verify: Verify, cards: int, seats: int) -> None:
        """Prepare the deck; nothing is shuffled yet."""
        self.prove, self.verify = prove, verify
        self.deck = deck_id(GAME, "bench", cards)
        self.points = card_points(self.deck, cards)
        self.masters = [bytes([seat]) * 32 for seat in range(seats)]
        self.keys = [layer_key(master, self.deck) for master in self.masters]
        self.heads = [mul(key, GENERATOR) for key in self.keys]
        self.step = self.size = 0

    def set_up(self) -> None:
        """Let every seat shuffle the deck."""
        for seat, (master, key) in enumerate(zip(self.masters, self.keys, strict=True)):
            order = shuffle_perm(master, self.deck, len(self.points))
            after = mul_all(key, [self.points[j] for j in order])
            fixed = [(GENERATOR, self.heads[seat])]
            self._state(seat, "shuffle", key, order, fixed, self.points, after)
            self.points = after

    def draw(self) -> None:
        """Let seat 0 draw a card that only it sees, and mix a hand of four."""
        self.take(1)

    def take(self, cards: int) -> None:
        """Let seat 0 see some cards of a pile, take one of them, and mix a hand of four."""
        self._shown_to_first(self.points[:cards])
        rows = [x for card in range(HAND) for x in (mul(card + 2, GENERATOR), self.points[card])]
        factor = rehand_factor(self.masters[0], GAME, self.step)
        order = rehand_perm(self.masters[0], GAME, self.step, HAND)
        after = mul_all(factor, [x for j in order for x in rows[2 * j : 2 * j + 2]])
        self._state(0, "rehand", factor, order, [], rows, after)

    def open(self) -> None:
        """Let everybody see a card."""
        self._strip(range(len(self.keys)), self.points[:1])

    def search(self) -> None:
        """Let seat 0 see twelve cards of a pile."""
        self._shown_to_first(self.points[:SEARCHED])

    def _shown_to_first(self, points: tuple[bytes, ...]) -> None:
        factor = kappa(self.masters[0], GAME, self.step)
        after = mul_all(factor, points)
        fixed = [(self.heads[0], mul(factor, self.heads[0]))]
        self._state(0, "mask", factor, None, fixed, points, after)
        seen = self._strip(range(1, len(self.keys)), after)
        mul_all(inverse(factor * self.keys[0]), seen)

    def _strip(self, seats: range, points: tuple[bytes, ...]) -> tuple[bytes, ...]:
        for seat in seats:
            key, fixed = self.keys[seat], [(GENERATOR, self.heads[seat])]
            after = mul_all(inverse(key), points)
            self._state(seat, "strip", key, None, fixed, after, points)
            points = after
        return points

    def _state(
        self,
        seat: int,
        op: str,
        k: int,
        pi: tuple[int, ...] | None,
        fixed: Fixed,
        inputs: Sequence[bytes],
        outputs: Sequence[bytes],
    ) -> None:
        """Prove, verify, and count the bytes that are sent."""
        cols = 2 if op == "rehand" else 1
        lists = tuple(fixed), tuple(inputs), tuple(outputs)
        statement = Statement(GAME, self.step, seat, op, ROUNDS, pi is not None, cols, *lists)
        proof = self.prove(statement, k, pi, self.masters[seat])
        if not self.verify(statement, proof):
            raise SystemExit(f"a true {op} is refused")
        self.step += 1
        self.size += len(proof) + 32 * len(inputs) + (0 if op == "strip" else 32 * len(fixed))


def measure(game: Game) -> list[Took]:
    """Return what setting up, a draw, an opening and a search take; of the last, the best times."""
    once = [_took(game, game.set_up)]
    return once + [
        min(_took(game, what) for _ in range(REPEATS))
        for what in (game.draw, game.open, game.search)
    ]


def _took(game: Game, what: Callable[[], None]) -> Took:
    game.size, start = 0, time.perf_counter()
    what()
    return Took(time.perf_counter() - start, game.size)


def table(name: str, prove: Prove, verify: Verify) -> list[Took]:
    """Print a table; return the row of 72 cards and 6 seats."""
    heads = "".join(f"  {head:>12}" for head in ("set up", "draw", "open", f"search {SEARCHED}"))
    print(f"{name}: seconds, and KiB sent\ncards seats{heads}")
    kept: list[Took] = []
    for cards in DECKS:
        for seats in SEATS:
            row = measure(Game(prove, verify, cards, seats))
            cells = "  ".join(f"{each.seconds:6.3f}{each.size / 1024:6.1f}" for each in row)
            print(f"{cards:5} {seats:5}  {cells}", flush=True)
            if (cards, seats) == AIM:
                kept = row
    return kept


def settlers(prove: Prove, verify: Verify) -> list[Took]:
    """Return what the settlers card game asks for: setting up its piles, and a search."""
    game = Game(prove, verify, *SETTLERS)
    once = _took(game, game.set_up)
    return [once, min(_took(game, lambda: game.take(PILE)) for _ in range(REPEATS))]


def judge(what: str, aims: Sequence[tuple[Took, str, float]]) -> bool:
    """Print what something takes beside what it may take, in seconds; tell whether it does."""
    is_met = all(took.seconds <= aim for took, _, aim in aims)
    said = ", ".join(f"{took.seconds:.3f} s {name} (aim {aim})" for took, name, aim in aims)
    print(f"{what}: {said}: {'met' if is_met else 'missed'}")
    return is_met


def main() -> int:
    """Measure; return 1 if an aim is missed."""
    table("One process", proofs.prove, proofs.verify)
    workshop = Workshop()
    prove, verify = workshop.prove_now, workshop.verify_now
    Game(prove, verify, DECKS[0], 1).set_up()  # its processes are there now
    row = table(f"Workshop of {WORKERS}", prove, verify)
    piles = settlers(prove, verify)
    workshop.close()
    aims = [(row[0], "to set up", SETUP_SECONDS), (row[1], "a draw", DRAW_SECONDS)]
    is_met = judge("{} cards, {} seats".format(*AIM), aims)
    aims = [
        (piles[0], "to set up", SETTLERS_SETUP_SECONDS),
        (piles[1], f"to search {PILE}", SETTLERS_SEARCH_SECONDS),
    ]
    is_fit = judge("Settlers, {} cards, {} seats".format(*SETTLERS), aims)
    return not (is_met and is_fit)


if __name__ == "__main__":
    sys.exit(main())
