from __future__ import annotations

from bastide.core.sampling import FIRST, SHARE, Sample


def test_the_first_of_each_place_are_due() -> None:
    sample = Sample(1)

    assert all(sample.is_due("slices", n) for n in range(50) for _ in range(FIRST))


def test_of_the_others_a_share_is_due() -> None:
    sample = Sample(1)
    due = sum(sample.is_due("slices", "main") for _ in range(2_000))

    assert abs(due / 2_000 - SHARE) < 0.03


def test_equal_seeds_choose_alike() -> None:
    one, two = Sample(3), Sample(3)

    assert [one.is_due("a") for _ in range(200)] == [two.is_due("a") for _ in range(200)]
