"""What must hold for copies: tables copy a position now and then, searches at every step.

A table of the network copies where one on this computer does not, and the other way round. So a
copy that has lost something, or rules that read how a position was come by, play another game
there. Here each position is copied; actions and answers are played on a copy and without one.
"""

from __future__ import annotations

from dataclasses import fields, is_dataclass

from bastide.core.chance import Answer
from bastide.core.conformance import (
    ConformanceError,
    agrees,
    check_values,
    name_of,
    need,
    plain_action,
)
from bastide.core.encoding import EncodingError, dec, enc, pack
from bastide.core.events import Action, Event
from bastide.core.kit.eyes import Eyes
from bastide.core.messages import message
from bastide.core.payloads import PayloadError, action_payload, read_action
from bastide.core.places import place_of
from bastide.core.plain import plain
from bastide.core.state import ALL, Part, State

_PAST = 20
"""Events that a copy remembers from before, and the position does not: tables differ there."""


def check_clones(eyes: Eyes) -> None:
    """Check that the copy of each slice holds all that the slice does."""
    for who, part in eyes.all.parts.items():
        with eyes.at.guarded(name_of(ALL)):
            again = _cloned(who, part)
        if again != part:
            _check_clone(who, part, again)


def _cloned(who: str, part: Part) -> Part:
    """Return a copy; where none can be made, what has no plain form is to blame first."""
    try:
        return part.clone()
    except Exception:  # a plugin may raise anything
        check_values(part, who, type(part))
        raise


def _check_clone(who: str, part: object, again: object) -> None:
    """Compare a slice and its copy by their plain forms: it may be equal to none but itself."""
    need(
        type(again) is type(part),
        "clone() returns no copy of {who}: return another {kind}",
        type(part),
        who=who,
        kind=type(part).__name__,
    )
    lost = _differing(part, again)
    need(
        not lost,
        "clone() loses {fields}: give the copy every field of the slice",
        type(part),
        fields=", ".join(lost),
    )


def _differing(part: object, again: object) -> list[str]:
    """Return the fields, cached ones left out, that differ in plain form."""
    if not is_dataclass(part):
        return []
    names = [each.name for each in fields(part) if not each.metadata.get("cache")]
    return [name for name in names if _packed(part, name) != _packed(again, name)]


def _packed(part: object, name: str) -> bytes:
    return pack(plain(getattr(part, name)))


# an answer


def answer_twice(eyes: Eyes, answers: tuple[Answer, ...]) -> None:
    """Let the position go on from an answer, and before that a copy, with which it must agree."""
    s, answered, kept = eyes.all, eyes.all.clone(), _slices(eyes)
    past, phase, at = eyes.events[-_PAST:], s.phase, eyes.at.latest
    answered.events = past[:]
    eyes.go_on(answered, answers)
    _check_unshared(eyes, kept, phase)
    eyes.go_on(s, answers)
    _check_agreed(eyes, answered, phase, at)
    _check_told(answered, [*past, *s.events], phase, at)


# an action


def play_twice(eyes: Eyes, seat: int, action: Action, sent: Action) -> None:
    """Play an action, and before that as it is sent on a clone, with which all must agree."""
    before = len(eyes.all.events)
    past, at = eyes.events[-_PAST:], eyes.at.effect(action.kind)
    stepped = _on_a_clone(eyes, seat, sent, past)
    eyes.apply(eyes.all, action, seat)
    _check_agreed(eyes, stepped, action.kind, at)
    _check_told(stepped, [*past, *eyes.all.events[before:]], action.kind, at)


def as_sent(eyes: Eyes, action: Action) -> Action:
    """Return an action as another peer gets it."""
    try:
        wire = read_action(dec(enc(action_payload(action))))
    except (EncodingError, PayloadError) as error:
        said = message(
            "{action} cannot be sent: {reason}; make actions of numbers, texts and tuples",
            action=str(action),
            reason=str(error),
        )
        raise ConformanceError(said, place_of(eyes.at.step.legal)) from error
    need(
        wire == plain_action(action),
        "{action} does not survive encoding: make actions of numbers, texts and tuples",
        eyes.at.step.legal,
        action=action,
    )
    return wire


def _on_a_clone(eyes: Eyes, seat: int, action: Action, past: list[Event]) -> State:
    """Play an action on a clone, of which the position itself must not hear."""
    looks = eyes.is_due("shared", action.kind)
    kept = _slices(eyes) if looks else {}
    stepped = eyes.rules.check(eyes.all, action, seat)
    stepped.events = past[:]
    eyes.apply(stepped, action, seat)
    if looks:
        _check_unshared(eyes, kept, action.kind)
    return stepped


# what both share


def _slices(eyes: Eyes) -> dict[str, bytes]:
    return {who: pack(plain(part)) for who, part in eyes.all.parts.items()}


def _check_unshared(eyes: Eyes, kept: dict[str, bytes], kind: str) -> None:
    """Check that the slices of the position are as they were before its copy was changed."""
    who = next((who for who, now in _slices(eyes).items() if now != kept[who]), "")
    need(
        not who,
        "{kind}: clone() shares data with {who}: copy every list and dict of the slice",
        type(eyes.all.parts.get(who)),
        kind=kind,
        who=who,
    )


def _check_agreed(eyes: Eyes, copy: State, kind: str, at: object) -> None:
    need(
        agrees(copy, eyes.all) or eyes.rules.digest(copy) == eyes.rules.digest(eyes.all),
        "{kind}: played twice, it leads to different positions: keep all that rules remember in "
        "the state",
        at,
        kind=kind,
    )
    need(
        copy.legal == eyes.all.legal,
        "{kind}: played on a copy, it leaves other choices: let clone() copy cached fields, too",
        at,
        kind=kind,
    )


def _check_told(copy: State, told: list[Event], kind: str, at: object) -> None:
    need(
        copy.events == told,
        "{kind}: played twice, the events differ: let them depend on the state alone",
        at,
        kind=kind,
    )
