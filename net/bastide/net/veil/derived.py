"""The secrets of hidden cards, each derived from the master secret of one place in one game.

So there is nothing to lose between computing and sending: after a crash the same step gives the
same bytes. A master secret (32 bytes) serves one place of one game and never leaves the device.
"""

from __future__ import annotations

import hmac

from bastide.core.chance import Rng
from bastide.core.encoding import tagged_hash, u16, u32
from bastide.net.veil.group import ORDER


def scalar(master: bytes, *labels: bytes) -> int:
    """Return a secret factor, 1 to the order - 1, evenly spread but for one part in 2**256."""
    label = tagged_hash("scalar", *labels)
    wide = b"".join(hmac.digest(master, label + half, "sha256") for half in (b"\x01", b"\x02"))
    return int.from_bytes(wide, "big") % (ORDER - 1) + 1


def perm(master: bytes, m: int, *labels: bytes) -> tuple[int, ...]:
    """Return a secret permutation of 0 .. m-1."""
    seed = hmac.digest(master, tagged_hash("perm", *labels), "sha256")
    return Rng(seed, "perm").shuffle(m)


def layer_key(master: bytes, deck: bytes) -> int:
    """Return the factor of a place's layer on a deck, given by the deck's id."""
    return scalar(master, b"layer", deck)


def shuffle_perm(master: bytes, deck: bytes, m: int) -> tuple[int, ...]:
    """Return how a place shuffles a deck of `m` cards: result `j` is input `perm[j]`."""
    return perm(master, m, b"shuffle", deck)


def kappa(master: bytes, game_id: bytes, step: int) -> int:
    """Return the factor of a place's mask at a step."""
    return scalar(master, b"kappa", game_id, u32(step))


def rehand_factor(master: bytes, game_id: bytes, step: int) -> int:
    """Return the factor of a place's re-hand at a step."""
    return scalar(master, b"rehand", game_id, u32(step))


def rehand_perm(master: bytes, game_id: bytes, step: int, m: int) -> tuple[int, ...]:
    """Return how a place's re-hand at a step orders its `m` cards: new `j` is old `perm[j]`."""
    return perm(master, m, b"rehand", game_id, u32(step))


def proof_nonce(master: bytes, statement: bytes, round_number: int) -> int:
    """Return the secret factor of one round of a proof.

    Args:
        master: of the place that proves.
        statement: digest of the complete statement, number of rounds included: one factor under
            two challenges would disclose the proven one.
        round_number: 0 for the first.
    """
    return scalar(master, b"vnonce", statement, u16(round_number))


def proof_perm(master: bytes, statement: bytes, round_number: int, m: int) -> tuple[int, ...]:
    """Return the secret permutation of one round of a proof about hidden rows."""
    return perm(master, m, b"vnonce", statement, u16(round_number))
