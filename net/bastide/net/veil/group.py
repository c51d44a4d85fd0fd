"""Points of NIST P-256 by their x-coordinate alone, and multiplying them.

A *point* is a big-endian x of 32 bytes, below the field's prime, that lies on the curve. Taking x
alone makes a point and its negative one: `mul(k, x)` is the same for either. The order is prime
and the cofactor 1, so every point but none generates the whole group.

Nothing here adds points. Whoever could write one card as a known multiple of another could sort a
masked deck; so cards are hashes, and `card_points` is the only maker of cards.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache, lru_cache

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from bastide.core.encoding import tagged_hash, u16, u32
from bastide.core.secret_requests import MAX_CARDS

ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
"""The number of points, a prime (FIPS 186-4, D.1.2.3)."""
GENERATOR = bytes.fromhex("6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296")
"""The x of the base point."""
POINT_BYTES = 32
SCALAR_BYTES = 32
Point = ec.EllipticCurvePublicKey
"""A decoded point. Decoding costs half a multiplication, so who uses one twice keeps it."""

_CURVE = ec.SECP256R1()
_EXCHANGE = ec.ECDH()
_EVEN = b"\x02"  # SEC 1, 2.3.4: a compressed point, with the even one of its two y


class PointError(ValueError):
    """Bytes that are no point, or a number that cannot multiply one."""


@cache
def _base() -> Point:
    return Point.from_encoded_point(_CURVE, _EVEN + GENERATOR)


def decode(x: bytes) -> Point:
    """Return a point, decoded.

    Raises:
        PointError: it is none.
    """
    if x == GENERATOR:
        return _base()
    if len(x) != POINT_BYTES:
        raise PointError(f"a point of {len(x)} bytes, not {POINT_BYTES}")
    try:
        return Point.from_encoded_point(_CURVE, _EVEN + x)
    except ValueError as error:
        raise PointError("32 bytes that are no point of the curve") from error


def is_point(x: bytes) -> bool:
    """Tell whether bytes are the x of a point."""
    try:
        decode(x)
    except PointError:
        return False
    return True


class Factor:
    """A number from 1 to the order - 1, ready to multiply many points."""

    __slots__ = ("_key",)

    def __init__(self, k: int) -> None:
        """Take the number.

        Raises:
            PointError: it is out of range.
        """
        if not 1 <= k < ORDER:
            raise PointError("a factor that is not from 1 to the order - 1")
        self._key = ec.derive_private_key(k, _CURVE)

    def times(self, point: Point) -> bytes:
        """Return the x of a multiple. That of the base point comes with the key: 3 us, not 33."""
        if point is _base():
            public = self._key.public_key()
            return public.public_bytes(Encoding.X962, PublicFormat.CompressedPoint)[1:]
        return self._key.exchange(_EXCHANGE, point)


def mul(k: int, x: bytes) -> bytes:
    """Return the x of `k` times a point.

    Raises:
        PointError: `x` is no point, or `k` not from 1 to the order - 1.
    """
    return Factor(k).times(decode(x))


def mul_all(k: int, xs: Iterable[bytes]) -> tuple[bytes, ...]:
    """Return `k` times each of several points, for less than as many calls of `mul`.

    Raises:
        PointError: as `mul`.
    """
    factor = Factor(k)
    return tuple(factor.times(decode(x)) for x in xs)


def inverse(k: int) -> int:
    """Return the factor that undoes `k`, which is from 1 to the order - 1."""
    return pow(k, -1, ORDER)


def deck_id(game_id: bytes, label: str, number: int) -> bytes:
    """Return the id (32 bytes) of a deck.

    Args:
        game_id: 32 bytes.
        label: the deck's name in the rules.
        number: 0 for the first deck of that name; each is shuffled once.
    """
    return tagged_hash("deck", game_id, label.encode(), u32(number))


@lru_cache(maxsize=64)
def card_points(deck: bytes, n: int) -> tuple[bytes, ...]:
    """Return the points of the cards 0 .. n-1 of a deck.

    Args:
        deck: the deck's id.
        n: at most 256.

    Raises:
        PointError: more cards than a deck may have.
    """
    if not 0 <= n <= MAX_CARDS:
        raise PointError(f"a deck of {n} cards; it may have {MAX_CARDS}")
    return tuple(_card_point(deck, card) for card in range(n))


def _card_point(deck: bytes, card: int) -> bytes:
    """Return the first point among a card's hashes; every second one is, on average."""
    attempt = 0
    while True:
        x = tagged_hash("card", deck, u16(card), u32(attempt))
        if is_point(x):
            return x
        attempt += 1
