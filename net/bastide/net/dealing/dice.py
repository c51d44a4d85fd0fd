"""The arithmetic of fair chance: dice chains, rolls, and secrets derived from one master secret.

Every place of a game owns a chain of 4,096 hashes, fixed before the game begins: its end, the
anchor, is published first, and each roll shows the value before. So nobody can adapt a value to
what others show. All of it comes from the place's master secret (32 bytes), so there is nothing
to lose between computing and sending. *Place* is a seat in the genesis.
"""

from __future__ import annotations

import hmac
from collections.abc import Iterable
from hashlib import sha256

from bastide.core.encoding import prefixed, tagged_hash, u8, u32
from bastide.net.errors import UsageError
from bastide.net.limits import ROLLS

_STRIDE = 64


class DiceChain:
    """The dice values of one of our own places, from its master secret.

    Every 64th value is kept, and the stretch that is being used: showing the values in order
    costs one hash each. Making a chain takes 4,096 hashes, one or two milliseconds.
    """

    def __init__(self, master: bytes, game_id: bytes, place: int) -> None:
        """Compute the chain down to its anchor."""
        self._game_id, self._place = game_id, place
        self._marks = [chain_root(master, game_id, place)]
        for _ in range(ROLLS // _STRIDE):
            self._marks.append(self._below(self._marks[-1], _STRIDE)[-1])
        self._marks.reverse()
        self._stretch_start = -1
        self._stretch: list[bytes] = []

    @property
    def anchor(self) -> bytes:
        """The value of roll 0, for the `join` entry."""
        return self._marks[0]

    def value(self, roll: int) -> bytes:
        """Return what this place shows in a roll, 1 to 4,096; 0 is the anchor.

        Raises:
            UsageError: the chain has no such value.
        """
        if not 0 <= roll <= ROLLS:
            raise UsageError(f"a dice chain has no value for roll {roll}")
        start, offset = divmod(roll, _STRIDE)
        if not offset:
            return self._marks[start]
        if self._stretch_start != start:
            self._stretch = self._below(self._marks[start + 1], _STRIDE - 1)[::-1]
            self._stretch_start = start
        return self._stretch[offset - 1]

    def _below(self, value: bytes, steps: int) -> list[bytes]:
        """Return the next values towards the anchor."""
        start = prefixed("dice", self._game_id, u8(self._place)) + u32(len(value))
        values = []
        for _ in range(steps):
            value = sha256(start + value).digest()  # previous_value, its constant part made once
            values.append(value)
        return values


def chain_root(master: bytes, game_id: bytes, place: int) -> bytes:
    """Return the last value of a place's chain, the one that is never shown in play."""
    return _derived(master, tagged_hash("dice-root", game_id, u8(place)))


def previous_value(game_id: bytes, place: int, value: bytes) -> bytes:
    """Return the value that a place showed one roll before, or its anchor."""
    return tagged_hash("dice", game_id, u8(place), value)


def is_next_value(game_id: bytes, place: int, shown: bytes, value: bytes) -> bool:
    """Tell whether a place may show a value after the one that it showed last.

    Args:
        game_id: 32 bytes.
        place: whose chain.
        shown: its value of the roll before; its anchor before the first roll.
        value: what it shows now.
    """
    return previous_value(game_id, place, value) == shown


def roll_value(game_id: bytes, roll: int, previous: bytes, values: Iterable[bytes]) -> bytes:
    """Return the 32 bytes from which the answers of a roll are drawn.

    Args:
        game_id: 32 bytes.
        roll: 1 for the first roll of the game.
        previous: digest of the step before the roll.
        values: what the keyed places show, in the order of the places.
    """
    return tagged_hash("roll", game_id, u32(roll), previous, *values)


def commit_nonce(master: bytes, game_id: bytes, step: int, place: int) -> bytes:
    """Return the randomness (32 bytes) of a place's commitment at a step."""
    return _derived(master, tagged_hash("nonce", game_id, u32(step), u8(place)))


def _derived(master: bytes, label: bytes) -> bytes:
    return hmac.digest(master, label, "sha256")
