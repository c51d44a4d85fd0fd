"""Whether what a game's screen answers is what its method promises: the front end relies on it."""

from __future__ import annotations

import types
import typing
from collections.abc import Callable
from functools import cache
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from bastide.core.events import Action
from bastide.core.screen import Aside, Counter, Ending, GameScreen, Grid, InHand, Overlay, Style
from bastide.core.state import State

Fits = Callable[[Any], bool]


class Nonsense(TypeError):
    """An answer of a type, or of a size, that its method does not promise."""


def check_answer(name: str, answer: object, arguments: tuple[object, ...]) -> None:
    """Check what a method of a screen has answered, and what it has painted.

    Raises:
        Nonsense: it is not what `GameScreen` says.
    """
    fits = _promised(name)
    if fits and not (fits(answer) and _is_in_range(answer, arguments)):
        raise Nonsense(f"{name} returned {_shown(answer)}")
    for grid in arguments:
        if isinstance(grid, Grid) and not _is_painted(grid):
            raise Nonsense(f"{name} painted what is no character, or no style")


def _shown(answer: object) -> str:
    try:
        return f"{answer!r:.40}"
    except Exception:  # third-party code may raise anything
        return type(answer).__name__


def _is_painted(grid: Grid) -> bool:
    """Tell whether all cells of a grid can be shown."""
    chars = all(set(map(type, row)) <= {str} for row in grid.chars)
    return chars and all(set(map(type, row)) <= {Style} for row in grid.styles)


def _is_in_range(answer: object, arguments: tuple[object, ...]) -> bool:
    """Tell whether an answer speaks of as many seats as there are."""
    seats = next((each.seats for each in arguments if isinstance(each, State)), 0)
    match answer:
        case Counter(_, each, short, long, words):
            return len(each) == seats and {len(short), len(long), len(words)} <= {0, seats}
        case Ending(_, words):
            return len(words) in (0, seats)
        case InHand():
            return -1 <= answer.owner < seats
        case Aside():
            return all(0 <= seat < seats for entry in answer.entries for seat in entry.seats)
        case [Overlay(), *_]:
            return all(each.title.strip() for each in answer if isinstance(each, Overlay))
    return True


@cache
def _promised(name: str) -> Fits | None:
    """Return what tells whether an answer fits; None where nothing is answered."""
    hints = get_type_hints(getattr(GameScreen, name), localns={"State": State})
    return None if hints["return"] is type(None) else _fits(hints["return"])


@cache
def _fits(kind: Any) -> Fits:  # noqa: ANN401  # a type, or a form of types
    origin, inner = get_origin(kind), get_args(kind)
    if origin in (Union, types.UnionType):
        some = tuple(map(_fits, inner))
        return lambda value: any(fits(value) for fits in some)
    if origin is Literal:
        return lambda value: value in inner
    if origin is list or (origin is tuple and inner[-1] is Ellipsis):
        each = _fits(inner[0])
        return lambda value: isinstance(value, origin) and all(map(each, value))
    if origin is tuple:
        return _row(tuple, inner)
    if origin is not None:
        return callable
    if kind is not Action and isinstance(kind, type) and hasattr(kind, "_fields"):
        hints = get_type_hints(kind, localns={"State": State, "Grid": Grid})
        return _row(kind, tuple(hints[name] for name in typing.cast(Any, kind)._fields))
    return lambda value: isinstance(value, kind)


def _row(kind: type, inner: tuple[Any, ...]) -> Fits:
    """Return what tells whether a value is a tuple of some kinds, in order."""
    parts = tuple(map(_fits, inner))

    def fits(value: Any) -> bool:  # noqa: ANN401  # of whatever a plugin has answered
        right = isinstance(value, kind) and len(value) == len(parts)  # type: ignore[arg-type]  # a tuple
        return right and all(part(each) for part, each in zip(parts, value, strict=True))

    return fits
