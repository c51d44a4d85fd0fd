"""One random game written out, for a file that is compared and reviewed as a diff."""

from __future__ import annotations

from collections.abc import Iterator

from bastide.core.chance import Answer, Request, Rng
from bastide.core.dealer import LocalDealer
from bastide.core.encoding import enc, tagged_hash
from bastide.core.events import Plain
from bastide.core.rules import Rules
from bastide.core.state import State

SHORT = 8
"""Hex digits of a digest that are written."""


def playthrough(rules: Rules, seed: int) -> str:
    """Return a random game as text: every answer, decision, event and state digest.

    Choices come from a stream of the seed, too, so the text depends on the rules alone.
    """
    return "\n".join(_lines(rules, tagged_hash("playthrough", enc(seed)))) + "\n"


def _lines(rules: Rules, seed: bytes) -> Iterator[str]:
    dealer, rng, s = LocalDealer(seed), Rng(seed, "choices"), rules.new()
    yield f"{' '.join(rules.active)}: {rules.seats} seats"
    yield f"fingerprint {rules.fingerprint.hex()}"
    while not s.over:
        while s.waiting:
            waiting, answers = s.waiting, dealer.answer(s)
            rules.answer(s, answers)
            yield from map(_answered, waiting, answers)
            yield from _happened(rules, s)
        if not s.over:
            yield from _decided(rules, s, rng)
            yield from _happened(rules, s)
    yield f"ranking {' '.join(f'{place}:{seat}' for place, seat in rules.ranking(s))}"
    yield f"scores {_words(tuple(s.scores))}"
    yield f"digest {rules.digest(s).hex()}"


def _answered(request: Request, answer: Answer) -> str:
    shown = "".join(f" {each.item}={_word(each.face)}" for each in answer.shown)
    return f"  ? {type(request).__name__} -> {_word(answer.value)}{shown}"


def _decided(rules: Rules, s: State, rng: Rng) -> Iterator[str]:
    choices, seat, phase = rules.legal(s), s.seat, s.phase
    action = choices[rng.below(len(choices))]
    rules.apply(s, action)
    claims = "".join(f" {item}={_word(face)}" for item, face in action.claims)
    chosen = f"{action.kind} {_words(action.data)}{claims}".rstrip()
    yield f"turn {s.turn} {phase} seat {seat}: {chosen} (of {len(choices)})"


def _happened(rules: Rules, s: State) -> Iterator[str]:
    for event in s.events:
        yield f"  ! {event.source} {event.kind} {_words(event.data)}".rstrip()
    s.events = []
    yield f"  = {rules.digest(s).hex()[:SHORT]}"


def _words(values: tuple[Plain, ...]) -> str:
    return " ".join(map(_word, values))


def _word(value: Plain) -> str:
    """Return plain data in a short form that is the same everywhere."""
    if isinstance(value, tuple):
        return f"({_words(value)})"
    if isinstance(value, bytes):
        return value.hex()
    return str(value) if value != "" else '""'
