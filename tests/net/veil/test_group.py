from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bastide.net.veil import group
from bastide.net.veil.group import (
    GENERATOR,
    ORDER,
    PointError,
    card_points,
    deck_id,
    inverse,
    is_point,
    mul,
    mul_all,
)
from tests.sizes import SIZES

PRIME = 2**256 - 2**224 + 2**192 + 2**96 - 1
B = 0x5AC635D8AA3A93E7B3EBBD55769886BC651D06B0CC53B0F63BCE3C3E27D2604B
FACTORS = st.integers(1, ORDER - 1)
POINTS = FACTORS.map(lambda k: mul(k, GENERATOR))
XS = st.one_of(
    st.binary(min_size=32, max_size=32), st.integers(0, 40).map(lambda n: n.to_bytes(32))
)
PROPERTY = settings(max_examples=SIZES.examples)


def is_square(x: int) -> bool:
    """Tell whether a point has this x, by Euler's criterion."""
    value = (x**3 - 3 * x + B) % PRIME
    return value == 0 or pow(value, (PRIME - 1) // 2, PRIME) == 1


def test_vectors_of_the_group(vectors: dict[str, Any]) -> None:
    veil = vectors["veil"]
    assert GENERATOR.hex() == veil["G"]
    assert mul(2, GENERATOR).hex() == veil["2G"]
    assert mul(ORDER - 1, GENERATOR).hex() == veil["(n-1)G"]


def test_vectors_of_a_deck(vectors: dict[str, Any]) -> None:
    veil = vectors["veil"]
    deck = deck_id(bytes.fromhex(vectors["log"]["game_id"]), "demo", 0)
    cards = card_points(deck, 4)
    assert deck.hex() == veil["deck_id"]
    assert [card.hex() for card in cards] == veil["cards"]
    assert mul(5, cards[0]).hex() == veil["5*card0"]
    assert mul(inverse(5), bytes.fromhex(veil["5*card0"])) == cards[0]


@PROPERTY
@given(FACTORS, FACTORS, POINTS)
def test_the_order_of_multiplying_does_not_matter(a: int, b: int, x: bytes) -> None:
    assert mul(a, mul(b, x)) == mul(b, mul(a, x)) == mul(a * b % ORDER, x)


@PROPERTY
@given(FACTORS, POINTS)
def test_a_factor_can_be_undone(k: int, x: bytes) -> None:
    assert mul(inverse(k), mul(k, x)) == x


@PROPERTY
@given(FACTORS, POINTS)
def test_a_factor_and_its_negative_give_the_same(k: int, x: bytes) -> None:
    assert mul(ORDER - k, x) == mul(k, x)
    assert mul(1, x) == x


@PROPERTY
@given(FACTORS, st.lists(POINTS, max_size=5))
def test_many_points_are_multiplied_as_one(k: int, xs: list[bytes]) -> None:
    assert mul_all(k, [GENERATOR, *xs]) == tuple(mul(k, x) for x in [GENERATOR, *xs])


@PROPERTY
@given(FACTORS)
def test_the_short_way_for_the_generator_gives_what_the_long_way_gives(k: int) -> None:
    half = mul(inverse(2), GENERATOR)
    assert mul(k, GENERATOR) == mul(2 * k % ORDER, half)


@PROPERTY
@given(XS)
def test_a_point_is_an_x_on_the_curve(data: bytes) -> None:
    x = int.from_bytes(data)
    assert is_point(data) == (x < PRIME and is_square(x))


@pytest.mark.parametrize(
    "data",
    [
        b"",
        GENERATOR[:31],
        GENERATOR + b"\0",
        b"\2" + GENERATOR,
        GENERATOR * 2,
        PRIME.to_bytes(32),
        (PRIME + 5).to_bytes(32),  # 5 is the x of a point
        b"\xff" * 32,
        (1).to_bytes(32),
    ],
    ids=len,
)
def test_what_is_no_point_cannot_be_multiplied(data: bytes) -> None:
    assert not is_point(data)
    with pytest.raises(PointError):
        mul(2, data)
    with pytest.raises(PointError):
        mul_all(2, [GENERATOR, data])


@pytest.mark.parametrize("k", [0, -1, ORDER, ORDER + 1, 2**256, 2**300])
def test_a_factor_out_of_range_is_refused(k: int) -> None:
    with pytest.raises(PointError):
        mul(k, GENERATOR)


def test_cards_differ_between_cards_decks_and_games() -> None:
    ids = [deck_id(game, label, n) for game in (bytes(32), b"g" * 32) for label in ("a", "b")
           for n in (0, 1)]  # fmt: skip
    points = [x for deck in ids for x in card_points(deck, 20)]
    assert len(set(points)) == len(ids) * 20
    assert all(map(is_point, points))


def test_a_longer_deck_begins_with_the_cards_of_a_shorter_one() -> None:
    assert card_points(bytes(32), 256)[:3] == card_points(bytes(32), 3)
    assert card_points(bytes(32), 0) == ()


@pytest.mark.parametrize("n", [-1, 257])
def test_a_deck_has_at_most_256_cards(n: int) -> None:
    with pytest.raises(PointError, match="256"):
        card_points(bytes(32), n)


def test_a_point_is_below_the_prime_of_the_curve() -> None:
    """The greatest x of a point is accepted, the least one beyond the prime is not."""
    greatest = next(x for x in range(PRIME - 1, 0, -1) if is_square(x))
    assert group.is_point(greatest.to_bytes(32))
    assert is_square(5)
    assert group.is_point((5).to_bytes(32))
    assert not group.is_point((PRIME + 5).to_bytes(32))
