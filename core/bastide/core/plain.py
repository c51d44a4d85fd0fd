"""State as plain data: what is hashed, saved and compared.

`plain(value)` turns NamedTuples and dataclasses into arrays of their fields, tuples and lists into
arrays, dicts into arrays of [key, value] sorted by the key's encoding. What to do is compiled once
a type from its annotations; a type that has no plain form is refused then, by name, and not in
the middle of a game. A dataclass field with `metadata={"cache": True}` is left out: it must follow
from the others.
"""

from __future__ import annotations

import types
import typing
from collections.abc import Callable
from dataclasses import fields, is_dataclass
from functools import cache
from operator import attrgetter
from typing import Any, Union, get_args, get_origin, get_type_hints

from bastide.core.encoding import enc, pack
from bastide.core.events import Plain
from bastide.core.messages import English, Message, message

To = Callable[[Any], Any]
_ATOMS = (int, bool, str, bytes, type(None))


_NO_FORM = message("{kind} has no plain form: keep numbers, texts, lists and dicts in the state")
_UNION = message("{kind} cannot be told apart: annotate the field with one of them, or with None")


class PlainError(TypeError):
    """A type has no plain form.

    `kind` names it, after the slice and the fields in which it stands; `message` says the fault.
    """

    def __init__(self, said: Message, kind: str) -> None:
        self.message, self.kind = Message(said.id, (("kind", kind),)), kind
        super().__init__(English().say(self.message))

    def within(self, where: str) -> PlainError:
        """Return the same fault, seen from what is around it."""
        return PlainError(self.message, f"{where}: {self.kind}")


def plain(value: object) -> Any:
    """Return the plain form of a value whose type tells all (dataclass, NamedTuple, atoms)."""
    return _dynamic(value)


def unplain(kind: Any, value: Any) -> Any:
    """Return the value of a type that has this plain form; cached fields keep their defaults."""
    return _compile(kind).back(value)


def check_plain(kind: type, where: str) -> None:
    """Raise `PlainError`, naming `where`, if a type has no plain form."""
    try:
        _compile(kind)
    except PlainError as error:
        raise error.within(where) from None


def plain_of(kind: type) -> To:
    """Return the compiled function from values of a type to their plain form."""
    return _compile(kind).to


class _Codec(typing.NamedTuple):
    to: To
    back: To
    same: bool
    """True if `to` changes nothing (then whole lists are passed on as they are)."""


def _identity(value: Any) -> Any:
    return value


_ATOM = _Codec(_identity, _identity, True)


@cache
def _compile(kind: Any) -> _Codec:
    if kind in _ATOMS or kind is None:
        return _ATOM
    if isinstance(kind, typing.NewType):
        return _compile(kind.__supertype__)
    origin = get_origin(kind)
    if origin in (Union, types.UnionType):
        return _union(get_args(kind))
    if origin is typing.Literal:
        return _ATOM
    if origin in (tuple, list, dict):
        return _container(origin, get_args(kind))
    if isinstance(kind, type) and issubclass(kind, tuple) and hasattr(kind, "_fields"):
        hints = get_type_hints(kind)
        return _record(kind, [(n, hints[n]) for n in getattr(kind, "_fields", ())])
    if isinstance(kind, type) and is_dataclass(kind):
        hints = get_type_hints(kind)
        kept = [f.name for f in fields(kind) if not f.metadata.get("cache")]
        return _record(kind, [(n, hints[n]) for n in kept])
    if _is_plain_alias(kind):
        return _Codec(_dynamic, as_tuples, False)
    raise PlainError(_NO_FORM, str(getattr(kind, "__name__", kind)))


def _is_plain_alias(kind: Any) -> bool:
    """Whether this is the forward reference inside the recursive alias `Plain`."""
    return isinstance(kind, typing.ForwardRef) and kind.__forward_arg__ == "Plain"


def _union(kinds: tuple[Any, ...]) -> _Codec:
    """Atoms and at most one shape, which then is the only array in plain form."""
    shapes = [kind for kind in kinds if not _is_atom(kind)]
    if not shapes:
        return _ATOM
    if len(shapes) > 1:
        names = " | ".join(getattr(kind, "__name__", str(kind)) for kind in shapes)
        raise PlainError(_UNION, names)
    inner = _compile(shapes[0])
    return _Codec(
        lambda value: value if type(value) in _ATOMS else inner.to(value),
        lambda value: inner.back(value) if isinstance(value, list | tuple) else value,
        inner.same,
    )


def _is_atom(kind: Any) -> bool:
    return kind in _ATOMS


def _container(origin: Any, args: tuple[Any, ...]) -> _Codec:
    if origin is dict:
        return _mapping(_compile(args[0]), _compile(args[1]))
    if origin is tuple and not (len(args) == 2 and args[1] is Ellipsis):
        return _fixed(tuple(_compile(arg) for arg in args))
    one = _compile(args[0])
    to = list if one.same else _each(one.to)
    if origin is tuple:
        return _Codec(to, lambda value: tuple(map(one.back, value)), False)
    return _Codec(to, lambda value: list(map(one.back, value)), False)


def _each(to: To) -> To:
    return lambda value: [to(each) for each in value]


def _fixed(parts: tuple[_Codec, ...]) -> _Codec:
    return _Codec(
        lambda value: [p.to(v) for p, v in zip(parts, value, strict=True)],
        lambda value: tuple(p.back(v) for p, v in zip(parts, value, strict=True)),
        False,
    )


def _mapping(key: _Codec, item: _Codec) -> _Codec:
    def to(value: dict[Any, Any]) -> list[Any]:
        pairs = [[key.to(k), item.to(v)] for k, v in value.items()]
        return sorted(pairs, key=lambda pair: pack(pair[0]))

    return _Codec(to, lambda value: {key.back(k): item.back(v) for k, v in value}, False)


def _record(kind: Any, hints: list[tuple[str, Any]]) -> _Codec:
    names = [name for name, _ in hints]
    codecs = []
    for name, hint in hints:
        try:
            codecs.append(_compile(hint))
        except PlainError as error:
            raise error.within(f"{kind.__name__}.{name}") from None
    if not names:
        return _Codec(lambda value: [], lambda value: kind(), False)
    get = (
        attrgetter(*names) if len(names) > 1 else lambda value, g=attrgetter(names[0]): (g(value),)
    )

    def back(value: list[Any]) -> Any:
        pairs = zip(names, codecs, value, strict=True)
        return kind(**{name: codec.back(each) for name, codec, each in pairs})

    return _Codec(_fields(kind, get, codecs), back, False)


def _fields(kind: Any, get: To, codecs: list[_Codec]) -> To:
    """Return the function to the fields' plain forms; most fields are their own."""
    fields_of = list if issubclass(kind, tuple) else lambda value: list(get(value))
    changing = [(n, codec.to) for n, codec in enumerate(codecs) if not codec.same]
    if not changing:
        return fields_of

    def to(value: Any) -> list[Any]:
        row = fields_of(value)
        for n, change in changing:
            row[n] = change(row[n])
        return row

    return to


def _dynamic(value: Any) -> Any:
    kind = type(value)
    if kind in _ATOMS:
        return value
    if kind is tuple or kind is list:
        return [_dynamic(each) for each in value]
    if kind is dict:
        pairs = [[_dynamic(k), _dynamic(v)] for k, v in value.items()]
        return sorted(pairs, key=lambda pair: enc(pair[0]))
    compiled: To = _compile(kind).to  # type: ignore[arg-type]  # a type is hashable
    return compiled(value)


def as_tuples(value: Any) -> Plain:
    """Return plain data with tuples for its arrays."""
    return tuple(map(as_tuples, value)) if isinstance(value, list | tuple) else value
