"""How much of what is dealt at once goes into one entry.

A strip brings a proof for each layer key, and hands whose cards were masked apart have a key a
card: many of these are more than one entry holds. Every other operation has one proof, and of 256
items, the most that rules may ask for at once, it fits with all the rounds that a genesis may want.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bastide.core.entries import MAX_BODY
from bastide.net.veil.group import POINT_BYTES, SCALAR_BYTES
from bastide.net.veil.proofs import CHALLENGE_BYTES

STRIP_BYTES = MAX_BODY - 256
"""For the items and proofs of a strip; the rest is for what every entry has."""
_ITEM_BYTES = POINT_BYTES + 5
"""A point, and the number of its item at its longest."""


def strip_parts(
    items: Sequence[int], keys: Sequence[bytes], rounds: int
) -> Iterator[tuple[int, ...]]:
    """Yield items in runs that an entry holds, each as long as can be.

    Args:
        items: their numbers, in the order in which they are stripped.
        keys: the layer key that comes off each.
        rounds: of a proof.
    """
    proof = 3 + CHALLENGE_BYTES + rounds * SCALAR_BYTES  # with its length before it
    part: list[int] = []
    proven: set[bytes] = set()
    for item, key in zip(items, keys, strict=True):
        size = (len(part) + 1) * _ITEM_BYTES + len(proven | {key}) * proof
        if part and size > STRIP_BYTES:
            yield tuple(part)
            part, proven = [], set()
        part.append(item)
        proven.add(key)
    if part:
        yield tuple(part)
