"""What is put into the slots of others takes what they give, and returns what they expect."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import pytest

from bastide.core.builder import RulesBuilder
from bastide.core.contributions import called, watched
from bastide.core.errors import RulesError
from bastide.core.slots import Fold, Steps


class Sum(NamedTuple):
    number: int
    unit: str


def points(terms: tuple[Sum, ...], done: bool, /) -> tuple[Sum, ...]:
    return terms


def allowed(may: bool, /) -> bool:
    return may


def pair(said: tuple[int, str | None], /) -> tuple[int, str | None]:
    return said


def rings(n: int, /) -> None:
    """Ring so many times."""


UNSAID: Callable[[object], object] = lambda value: value  # noqa: E731  # nothing says what it returns
POINTS, ALLOWED, PAIR, RINGS = Fold(points), Fold(allowed), Fold(pair), Steps(rings)
Function = Callable[..., object]


def builder() -> RulesBuilder:
    made = RulesBuilder(2, ("bells",), {})
    made.speak("bells")
    return made


@pytest.mark.parametrize(
    "fn",
    [
        lambda terms, done: terms,
        lambda terms, done, extra=1: terms,
        lambda *terms: terms[0],
        lambda terms, done, /, **more: terms,
        max,
    ],
)
def test_a_function_that_takes_what_a_fold_gives_is_taken(fn: Function) -> None:
    builder().fold(POINTS)(fn)  # type: ignore[arg-type]  # what checkers would say, too


@pytest.mark.parametrize(
    "fn", [lambda terms: terms, lambda: (), lambda terms, done, more: terms, lambda *, terms: ()]
)
def test_one_that_does_not_is_refused_with_its_name_and_its_arguments(fn: Function) -> None:
    with pytest.raises(RulesError) as refused:
        builder().fold(POINTS)(fn)  # type: ignore[arg-type]  # that is the fault

    assert str(refused.value) == (
        f"bells: {called(fn)} does not take what POINTS gives: begin it with (terms, done, /)"
    )
    assert refused.value.at is fn


def test_a_step_that_takes_nothing_is_refused() -> None:
    nothing: Function = lambda: None  # noqa: E731  # a function
    with pytest.raises(RulesError, match=r"does not take what RINGS gives: begin it with \(n, /\)"):
        builder().step(RINGS)(nothing)  # type: ignore[arg-type]  # that is the fault


def test_a_function_is_called_by_its_name_its_file_and_its_line() -> None:
    assert called(rings) == f"rings (test_contributions.py:{rings.__code__.co_firstlineno})"


@pytest.mark.parametrize(
    ("fold", "value"),
    [
        (POINTS, ()),
        (POINTS, (Sum(1, "tile"), Sum(2, "bell"))),
        (ALLOWED, False),
        (PAIR, (1, None)),
        (PAIR, (1, "x")),
        (Fold(UNSAID), None),
    ],
)
def test_what_is_right_is_passed_on(fold: Fold[object, ...], value: object) -> None:
    assert watched(fold, lambda so_far: value)(None) is value


@pytest.mark.parametrize(
    ("fold", "value", "fault"),
    [
        (
            POINTS,
            None,
            "POINTS is no tuple of Sum: None; return the tuple of Sum that it was given",
        ),
        (POINTS, [Sum(1, "tile")], "no tuple of Sum: [Sum("),
        (POINTS, (Sum(1, "tile"), 7), "no tuple of Sum: 7; "),
        (POINTS, (Sum("tile", 1),), "no tuple of Sum: Sum(number='tile', unit=1); "),  # type: ignore[arg-type]  # that is the fault
        (ALLOWED, None, "ALLOWED is no bool: None; "),
        (PAIR, (1,), "PAIR is no tuple: (1,); "),
        (PAIR, (None, "x"), "PAIR is no tuple: (None, 'x'); "),
    ],
)
def test_what_is_wrong_is_told_with_who_returned_it(
    fold: Fold[object, ...], value: object, fault: str
) -> None:
    def mine(so_far: object, /) -> object:
        return value

    with pytest.raises(RulesError) as refused:
        watched(fold, mine)(None)

    assert str(refused.value).startswith(f"what {called(mine)} returned for ")
    assert fault in str(refused.value)
    assert refused.value.at is mine
