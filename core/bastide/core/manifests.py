"""What hooks and a manifest must be like, and in which order the plugins of a table come."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from difflib import get_close_matches
from graphlib import CycleError, TopologicalSorter
from types import ModuleType

from bastide.core import hookspecs
from bastide.core.errors import RulesError
from bastide.core.genesis import MAX_WORD
from bastide.core.hookspecs import API, Manifest
from bastide.core.messages import Message, message
from bastide.core.options import MAX_OPTION, Option, check_option, is_word

HOOKS = tuple(
    name
    for name, _ in inspect.getmembers(hookspecs, inspect.isfunction)
    if name.startswith("bastide_")
)
_ASKED = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)

USUAL_SEATS = (2, 5)
MOST_SEATS = 6
"""Seats that a table can have (docs/protocol.md, lobby and genesis)."""

_TAKEN = ("bastide", "core")
_KINDS = ("game", "expansion", "variant", "extra")


def check_hooks(module: ModuleType) -> None:
    """Refuse a function that was meant to be a hook and would never be called.

    Raises:
        RulesError: the name or an argument is misspelled, or the decorator is missing.
    """
    for name, function in inspect.getmembers(module, inspect.isroutine):
        is_hook = hasattr(function, "bastide_impl")
        if not is_hook and not name.startswith("bastide_"):
            continue
        if name not in HOOKS:
            raise RulesError(_no_hook(name), function)
        if not is_hook:
            said = message("{name} is no hook yet: put @hookimpl before it", name=name)
            raise RulesError(said, function)
        _check_arguments(name, function)


def _no_hook(name: str) -> Message:
    near = get_close_matches(name, HOOKS, 1)
    if near:
        return message("there is no hook {name}: call it {near}", name=name, near=near[0])
    there = ", ".join(HOOKS)
    return message("there is no hook {name}: call it one of {names}", name=name, names=there)


def _check_arguments(name: str, function: Callable[..., object]) -> None:
    known = inspect.signature(getattr(hookspecs, name)).parameters
    for argument, parameter in inspect.signature(function).parameters.items():
        asked = parameter.kind in _ASKED and parameter.default is parameter.empty
        if asked and argument not in known:
            raise RulesError(_no_argument(name, argument, list(known)), function)


def _no_argument(name: str, argument: str, known: list[str]) -> Message:
    if not known:
        said = "{name} has no argument {argument}: it takes none, leave it out"
        return message(said, name=name, argument=argument)
    return message(
        "{name} has no argument {argument}: name it one of {names}, or leave it out",
        name=name,
        argument=argument,
        names=", ".join(known),
    )


def check_manifest(manifest: Manifest) -> Manifest:
    """Return a manifest that can be worked with, a game's seats filled in.

    Raises:
        RulesError: the sentence says what is wrong and what would be right.
    """
    _check_types(manifest)
    if manifest.api != API:
        raise RulesError(
            message(
                "made for plugin interface {api}, this program has {own}: install a version of the "
                "plugin that fits, or write api={own} in the manifest once it does",
                api=str(manifest.api),
                own=API,
            )
        )
    _check_id(manifest.id)
    if not manifest.version or not is_word(manifest.version, MAX_WORD):
        raise RulesError(
            message(
                "the version {version} is not 1 to {most} printable characters: write one as in "
                "1.0",
                version=f"{manifest.version!r:.40}",
                most=MAX_WORD,
            )
        )
    if manifest.kind not in _KINDS:
        raise RulesError(
            message(
                "the kind {kind} is none of {names}: choose one of them",
                kind=repr(manifest.kind),
                names=", ".join(_KINDS),
            )
        )
    if manifest.kind in ("expansion", "variant") and not manifest.extends:
        said = "expansions and variants name the game that they extend: extends is missing"
        raise RulesError(message(said))
    if isinstance(manifest.about, str):
        raise RulesError(
            message("about is a tuple of sentences, not one text: put a comma behind it")
        )
    _check_seats(manifest)
    _check_options(manifest)
    if manifest.kind == "game" and manifest.seats == (0, 0):
        return replace(manifest, seats=USUAL_SEATS)
    return manifest


def _check_types(manifest: Manifest) -> None:
    """Check that each field is what it has to be: the program shows and compares them."""
    for names, fits, said in _FIELDS:
        for name in names:
            value = getattr(manifest, name)
            if not fits(value):
                raise RulesError(message(said, field=name, value=f"{value!r:.40}"))


def _is_row(value: object, kind: type) -> bool:
    return isinstance(value, tuple) and all(isinstance(each, kind) for each in value)


_FIELDS: tuple[tuple[tuple[str, ...], Callable[[object], bool], str], ...] = (
    (
        ("id", "version", "kind", "title", "extends"),
        lambda value: isinstance(value, str),
        "{field} is {value}: write a text",
    ),
    (
        ("requires", "after", "conflicts"),
        lambda value: _is_row(value, str),
        "{field} is {value}: write a tuple of texts",
    ),
    (
        ("about",),
        lambda value: isinstance(value, str) or _is_row(value, str),
        "{field} is {value}: write a tuple of texts",
    ),
    (
        ("seats",),
        lambda value: _is_row(value, int) and len(value) == 2,  # type: ignore[arg-type]  # a tuple
        "{field} is {value}: write two numbers",
    ),
    (
        ("options",),
        lambda value: _is_row(value, Option),
        "{field} is {value}: write a tuple of options",
    ),
)
"""Fields of a manifest, what tells whether one fits, and what is said of one that does not."""


def _check_id(id: str) -> None:
    if not id.isidentifier():
        raise RulesError(
            message(
                "the id {id} is not a Python identifier: use letters, digits and _, as in nim_2",
                id=repr(id),
            )
        )
    if not is_word(id, MAX_WORD):
        raise RulesError(
            message(
                "the id {id} has more than {most} bytes: choose a shorter one",
                id=f"{id!r:.40}",
                most=MAX_WORD,
            )
        )
    if id in _TAKEN:
        raise RulesError(message("the id {id} is the program's own: choose another", id=repr(id)))


def _check_seats(manifest: Manifest) -> None:
    low, high = manifest.seats
    if (low, high) != (0, 0) and not 1 <= low <= high <= MOST_SEATS:
        raise RulesError(
            message(
                "seats {low} to {high} are not within 1 to {most}: name the least and the greatest",
                low=low,
                high=high,
                most=MOST_SEATS,
            )
        )


def _check_options(manifest: Manifest) -> None:
    names = [option.name for option in manifest.options]
    for option in manifest.options:
        if names.count(option.name) > 1:
            raise RulesError(
                message("two options are called {name}: rename one", name=repr(option.name))
            )
        key = f"{manifest.id}.{option.name}"
        if not is_word(key, MAX_OPTION):
            raise RulesError(
                message(
                    "the option {name} is not called by printable text of at most {most} bytes, "
                    "the id included: choose another name",
                    name=f"{option.name!r:.40}",
                    most=MAX_OPTION,
                )
            )
        for value in (option.default, *option.choices):
            check_option(key, option, value)


def manifest_of(manifests: Mapping[str, Manifest], id: str) -> Manifest:
    """Return a plugin's manifest.

    Raises:
        RulesError: it is not installed; the sentence names what is.
    """
    if id not in manifests:
        known = ", ".join(manifests) or "none"
        raise RulesError(
            message("there is no plugin {id}: installed are {names}", id=repr(id), names=known)
        )
    return manifests[id]


def ordered(manifests: Mapping[str, Manifest], wanted: Iterable[str]) -> tuple[str, ...]:
    """Return the ids of a table's plugins, bases first; the same on every machine.

    Raises:
        RulesError: one is missing, two exclude each other, or they wait for each other.
    """
    names = sorted(set(wanted))
    for company in [manifest_of(manifests, name) for name in names]:
        _check_company(company, names)
    graph = {name: _before(manifests[name], names) for name in names}
    sorter = TopologicalSorter(graph)
    try:
        sorter.prepare()
    except CycleError as error:
        raise RulesError(
            message(
                "plugins wait for each other: {names}; drop one of them",
                names=" -> ".join(error.args[1]),
            )
        ) from error
    out: list[str] = []
    while sorter.is_active():
        ready = sorted(sorter.get_ready())
        out += ready
        sorter.done(*ready)
    return tuple(out)


def _before(manifest: Manifest, names: list[str]) -> list[str]:
    """Return those of the table that come before a plugin."""
    return [n for n in (*manifest.requires, *manifest.after, manifest.extends) if n in names]


def _check_company(manifest: Manifest, names: list[str]) -> None:
    name = manifest.id
    for need in (*manifest.requires, manifest.extends):
        if need and need not in names:
            raise RulesError(
                message("{name} needs {need}: add it to the table", name=name, need=need)
            )
    for other in manifest.conflicts:
        if other in names:
            raise RulesError(
                message(
                    "{name} and {other} exclude each other: drop one of them",
                    name=name,
                    other=other,
                )
            )
