"""The noble title: tokens for a rank. Rules: barony.md, section 7.8."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import product
from typing import cast

from bastide.core.events import Action, Term
from bastide.core.state import State
from bastide.plugins.barony.pieces import DUKE, GOLD, SILVER, TITLE_GOLD, TITLE_POINTS, TITLES
from bastide.plugins.barony.state import ID, Realm, realm

TITLE = "barony.title"
"""Action: tokens paid, by kind."""

TITLED = "barony.titled"
"""Event: (seat, title, gold paid). Counted in statistics."""

LAST_ROUND = "barony.last_round"
"""Event: (seat): the first duke; the round is played to its end (END-1)."""

Tokens = tuple[int, int, int, int]
"""Numbers of tokens by kind."""


def gold(tokens: Sequence[int]) -> int:
    """Return what tokens are worth when a title is bought."""
    return sum(n * value for n, value in zip(tokens, GOLD, strict=True))


def silver(tokens: Sequence[int]) -> int:
    """Return what tokens are worth at the end, in points."""
    return sum(n * value for n, value in zip(tokens, SILVER, strict=True))


@lru_cache(4096)
def payments(held: Tokens) -> tuple[Action, ...]:
    """Return every payment from some tokens that has none to spare, the best first.

    The best is the one that overpays least, then the one that keeps most silver. Rule: TTL-4.
    """
    if gold(held) < TITLE_GOLD:
        return ()
    ways = [paid for paid in product(*(range(n + 1) for n in most_of(held))) if is_tight(paid)]
    return tuple(Action(TITLE, paid) for paid in sorted(ways, key=lambda p: (gold(p), silver(p))))


def most_of(held: Tokens) -> Tokens:
    """Return the most of each kind that a payment without a token to spare can hold."""
    return cast(
        "Tokens", tuple(min(n, -(-TITLE_GOLD // each)) for n, each in zip(held, GOLD, strict=True))
    )


def is_tight(paid: tuple[int, ...]) -> bool:
    """Tell whether a payment is enough, and would not be without any one of its tokens."""
    total = gold(paid)
    if total < TITLE_GOLD:
        return False
    return total - min(value for n, value in zip(paid, GOLD, strict=True) if n) < TITLE_GOLD


def titles(r: Realm, seat: int) -> tuple[Action, ...]:
    """Return the payments for the next rank. Rules: TTL-2, TTL-7."""
    if r.ranks[seat] == DUKE:
        return ()
    return payments(cast("Tokens", tuple(r.tokens[seat])))


def accepts_payment(s: State, paid: Tokens) -> bool:
    """Tell whether tokens buy a rank, even with some to spare. Rules: TTL-3, TTL-4."""
    r, seat = realm(s), s.seat
    held = all(0 <= n <= most for n, most in zip(paid, r.tokens[seat], strict=True))
    return held and r.ranks[seat] < DUKE and gold(paid) >= TITLE_GOLD


def buy_title(s: State, a: Action) -> None:
    """Discard tokens to the bank and go up one rank. Rules: TTL-2, TTL-3, TTL-5."""
    paid = cast("Tokens", a.data)
    r, seat = realm(s), s.seat
    for kind, n in enumerate(paid):
        r.tokens[seat][kind] -= n
        if r.bank:
            r.bank[kind] += n
    first_duke = DUKE not in r.ranks
    r.ranks[seat] += 1
    r.progress = True
    s.emit(ID, TITLED, seat, TITLES[r.ranks[seat]], gold(paid))
    s.score(seat, ID, "title", (Term(1, "rank", TITLE_POINTS),))
    if first_duke and r.ranks[seat] == DUKE:
        s.emit(ID, LAST_ROUND, seat)
