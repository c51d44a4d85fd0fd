"""What plugins contribute to the slots of others: functions that must fit what they are put into.

A contribution to a fold or to steps must take what the base function takes; that is looked at when
it is added. What one returns is looked at whenever it does, as far as the base says what that is:
else the plugin that the value comes to would stumble over it.
"""

from __future__ import annotations

import types
from collections.abc import Callable
from functools import cache, wraps
from inspect import Parameter, signature
from pathlib import PurePath
from typing import Any, Union, get_args, get_origin, get_type_hints

from bastide.core.errors import RulesError
from bastide.core.messages import message
from bastide.core.slots import Fold, Slot

Function = Callable[..., Any]
Fits = Callable[[Any], bool]

_BY_PLACE = (Parameter.POSITIONAL_ONLY, Parameter.POSITIONAL_OR_KEYWORD)
_ATOMS: dict[object, tuple[type, ...]] = {
    int: (int,),
    bool: (bool,),
    str: (str,),
    bytes: (bytes,),
    float: (int, float),
}


def check_taken(who: str, slot: Slot, base: Function, fn: Function) -> None:
    """Refuse a function that cannot be called with what a slot gives.

    Raises:
        RulesError: it names the function, where it is, and how it should begin.
    """
    given = [each.name for each in signature(base).parameters.values() if each.kind in _BY_PLACE]
    try:
        signature(fn).bind(*given)
    except ValueError:
        return  # Python cannot tell what it takes
    except TypeError:
        said = message(
            "{who}: {name} does not take what {slot} gives: begin it with ({names}, /)",
            who=who,
            name=called(fn),
            slot=_short(slot),
            names=", ".join(given),
        )
        raise RulesError(said, fn) from None


def watched(fold: Fold[Any, ...], fn: Function) -> Function:
    """Return a contribution to a fold that raises `RulesError` where it returns a wrong thing."""
    kind = _returned(fold.base)
    fits = _fits(kind)
    if fits is None:
        return fn

    @wraps(fn)
    def run(value: object, /, *args: object) -> object:
        following = fn(value, *args)
        if fits(following):
            return following
        said = message(
            "what {name} returned for {slot} is no {kind}: {value}; return the {kind} that it was "
            "given, or another one",
            name=called(fn),
            slot=_short(fold),
            kind=_name(kind),
            value=_wrong_part(kind, following),
        )
        raise RulesError(said, fn)

    return run


def called(fn: Function) -> str:
    """Return how a function is called and where it is: `ringer_points (plugin.py:40)`."""
    code = getattr(fn, "__code__", None)
    name = str(getattr(fn, "__name__", fn))
    if not isinstance(code, types.CodeType):
        return name
    return f"{name} ({PurePath(code.co_filename).name}:{code.co_firstlineno})"


def _short(slot: Slot) -> str:
    return slot.name.rpartition(".")[2].upper()


# what a value must be


def _returned(base: Function) -> object:
    """Return what a base function is annotated to return; None: nothing that can be checked."""
    try:
        return get_type_hints(base).get("return")
    except (NameError, TypeError):
        return None


@cache
def _fits(kind: object) -> Fits | None:
    """Return what tells whether a value is of a kind; None for a kind that is not looked at."""
    if kind in _ATOMS:
        of = _ATOMS[kind]
        return lambda value: isinstance(value, of)
    origin = get_origin(kind)
    if origin is tuple:
        return _fits_tuple(get_args(kind))
    if origin in (Union, types.UnionType):
        return _fits_any(get_args(kind))
    if isinstance(kind, type) and issubclass(kind, tuple) and hasattr(kind, "_fields"):
        return _fits_record(kind)
    if isinstance(kind, type) and kind is not object:
        return lambda value: isinstance(value, kind)
    return None


def _anything(value: object) -> bool:
    return True


def _fits_tuple(kinds: tuple[object, ...]) -> Fits:
    if len(kinds) == 2 and kinds[1] is Ellipsis:
        one = _fits(kinds[0]) or _anything
        return lambda value: isinstance(value, tuple) and all(map(one, value))
    each = [_fits(kind) or _anything for kind in kinds]
    return lambda value: (
        isinstance(value, tuple)
        and len(value) == len(each)
        and all(fits(part) for fits, part in zip(each, value, strict=True))
    )


def _fits_any(kinds: tuple[object, ...]) -> Fits:
    each = [_fits(kind) or _anything for kind in kinds if kind is not types.NoneType]
    none = types.NoneType in kinds
    return lambda value: none if value is None else any(fits(value) for fits in each)


def _fits_record(kind: type) -> Fits:
    """Return what tells whether a value is a NamedTuple with the right things in its fields."""
    each = [_fits(of) or _anything for of in get_type_hints(kind).values()]
    return lambda value: (
        isinstance(value, kind)
        and isinstance(value, tuple)
        and all(fits(part) for fits, part in zip(each, value, strict=False))
    )


def _wrong_part(kind: object, value: object) -> str:
    """Return what is wrong about a value: itself, or the first part of a tuple that is."""
    args = get_args(kind)
    fits = _fits(args[0]) if len(args) == 2 and args[1] is Ellipsis else None
    if fits is None or not isinstance(value, tuple):
        return f"{value!r:.60}"
    return f"{next(part for part in value if not fits(part))!r:.60}"


def _name(kind: object) -> str:
    """Return how a kind is called in a sentence: `tuple of Term`."""
    origin, args = get_origin(kind), get_args(kind)
    if origin is tuple and len(args) == 2 and args[1] is Ellipsis:
        return f"tuple of {_name(args[0])}"
    return getattr(kind, "__name__", str(kind))
