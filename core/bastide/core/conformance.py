"""The small checks of the conformance kit."""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from typing import cast

from bastide.core.chance import ALL_SEATS
from bastide.core.encoding import EncodingError, enc, pack, unpack
from bastide.core.errors import as_message
from bastide.core.events import Action, Event, Plain, Score, score_of, total
from bastide.core.messages import English, Message, message
from bastide.core.places import Place, place_of
from bastide.core.plain import PlainError, as_tuples, plain, unplain
from bastide.core.rules import Rules
from bastide.core.secrets import Secrets
from bastide.core.state import ALL, PUBLIC, State


class ConformanceError(AssertionError):
    """A plugin breaks the contract.

    `message` says how, and what to do; `place` is the code that does, where that is known.
    """

    def __init__(self, said: str | Message, place: Place | None = None) -> None:
        self.message, self.place = as_message(said), place
        text = English().say(self.message)
        super().__init__(f"{place}: {text}" if place else text)


def restore(rules: Rules, part: object) -> object:
    """Return a slice made again from its plain form, its cached fields recomputed."""
    return _restored(rules, type(part), pack(plain(part)))


def _restored(rules: Rules, kind: type, encoded: bytes) -> object:
    again: object = unplain(kind, unpack(encoded))
    recompute = getattr(again, "recompute", None)
    if recompute:
        recompute(rules)
    return again


def check_event(event: Event, place: Place | None = None) -> None:
    """Refuse an event that is no plain data, or a score that is not what its terms add up to."""
    try:
        enc([event.source, event.kind, plain(event.data)])
    except (EncodingError, PlainError) as error:
        said = message(
            "the event {kind} is no plain data: emit numbers, texts and tuples of them",
            kind=event.kind,
        )
        raise ConformanceError(said, place) from error
    if event.kind == "score":
        _check_score(score_of(event), place)


def _check_score(score: Score, place: Place | None) -> None:
    said, points = total(score.terms), score.points
    need(
        points == said,
        "{category}: {points} points, but the terms add up to {sum}: give points with s.score(), "
        "and all of their terms",
        place,
        category=score.category,
        points=points,
        sum=said,
    )
    need(
        bool(score.category),
        "a score of {points} points has no category: say what it is for, in a word",
        place,
        points=points,
    )


def check_slice(rules: Rules, who: str, part: object) -> None:
    """Refuse a slice that holds other than plain data, or is not made again from its form."""
    check_values(part, who, type(part))
    encoded = enc(plain(part))
    again = _restored(rules, type(part), encoded)
    need(
        pack(plain(again)) == encoded,
        "{who}: the slice does not survive its plain form: annotate each field with what it holds",
        type(part),
        who=who,
    )


def check_values(value: object, where: str, at: object = None) -> None:
    """Refuse values that have no plain form, whatever their fields are annotated with."""
    if value is None or type(value) in (bool, int, str, bytes):
        return
    if is_dataclass(value) and not isinstance(value, type):
        for each in fields(value):
            if not each.metadata.get("cache"):
                check_values(getattr(value, each.name), f"{where}.{each.name}", at)
    elif isinstance(value, dict):
        for key, each in value.items():
            check_values(key, f"{where}, a key", at)
            check_values(each, f"{where}[{key!r}]", at)
    elif isinstance(value, list | tuple):
        for each in value:
            check_values(each, where, at)
    else:
        need(
            False,
            "{where}: {kind} has no plain form: keep numbers, texts, lists and dicts in the state",
            at,
            where=where,
            kind=type(value).__name__,
        )


def agrees(view: State, s: State) -> bool:
    """Tell whether two tables hold the same public position, as far as Python's `==` can tell.

    False may mean only that a slice is never equal to another one: then digests have to tell.
    """
    same = (
        (view.stage, view.phase, view.seat, view.over) == (s.stage, s.phase, s.seat, s.over)
        and (view.turn_seat, view.turn, view.stage_turn) == (s.turn_seat, s.turn, s.stage_turn)
        and (view.seating, view.scores) == (s.seating, s.scores)
        and view.sealed.keys() == s.sealed.keys()
        and view.parts == s.parts
    )
    if not same or view.secrets is None or s.secrets is None:
        return same and view.secrets is s.secrets
    return _agree(view.secrets, s.secrets)


def _agree(view: Secrets, cards: Secrets) -> bool:
    """Tell whether two tables agree on what is public of hidden cards."""
    shown = {item for item, mask in cards.seen.items() if mask == ALL_SEATS}
    return (
        (view.piles, view.hands, view.seen) == (cards.piles, cards.hands, cards.seen)
        and (view.decks, view.serial) == (cards.decks, cards.serial)
        and all(view.faces.get(item) == cards.faces.get(item) for item in shown)
    )


def plain_action(action: Action) -> Action:
    """Return an action as it comes from the wire, its data in plain tuples."""
    data, claims = as_tuples(plain(action.data)), as_tuples(plain(action.claims))
    return Action(
        action.kind,
        cast("tuple[Plain, ...]", data),  # of tuples come tuples
        cast("tuple[tuple[int, Plain], ...]", claims),
    )


_NAMES = {
    ALL: message("the one who knows all"),
    PUBLIC: message("a spectator"),
    0: message("seat 0"),
    1: message("seat 1"),
    2: message("seat 2"),
    3: message("seat 3"),
    4: message("seat 4"),
    5: message("seat 5"),
}
"""By eyes; whole, so that a language may say them in its own way."""


def name_of(eyes: int) -> str:
    """Return whose eyes these are, in English: the id of a message."""
    return _NAMES[eyes].id


def need(holds: bool, fault: str, at: object = None, /, **fields: object) -> None:
    """Raise `ConformanceError` with a sentence unless something holds.

    Args:
        holds: what must be so.
        fault: the message id, with named placeholders.
        at: the function or class at fault, or its place.
        fields: fill the placeholders.
    """
    if not holds:
        place = at if isinstance(at, Place) else place_of(at) if at is not None else None
        said = {name: str(value) for name, value in fields.items()}
        raise ConformanceError(message(fault, **said), place)
