"""One random game written out, every answer, action and event; see `make playthroughs`."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from bastide.core.dealer import LocalDealer
from bastide.core.events import Event, score_of
from bastide.core.rules import Rules
from bastide.core.state import State
from bastide.plugins.carcassonne.bots import random_bot

FILE = Path(__file__).parent / "playthrough.txt"
SEED = b"playthrough"


def words(values: tuple[object, ...]) -> str:
    return " ".join(map(str, values))


def line_of(event: Event) -> str:
    if event.kind != "score":
        return f"  {event.kind} {words(event.data)}"
    score = score_of(event)
    summands = " + ".join(f"{term.number} {term.unit} x {term.times}" for term in score.terms)
    when = "at the end " if score.final else ""
    what = f"{score.category} {words(score.where)}"
    return f"  {when}seat {score.seat} +{score.points} {what}: {summands}"


def playthrough(rules: Rules) -> str:
    s, dealer = rules.new(), LocalDealer(SEED)
    choose = [random_bot(rules, seat, seat) for seat in range(rules.seats)]
    lines: list[str] = []
    while not s.over:
        if s.waiting:
            answers = dealer.answer(s)
            lines.append(f"turn {s.turn} seat {s.turn_seat} draws {answers[0].value}")
            rules.answer(s, answers)
        else:
            action = choose[s.seat](s)
            choices = len(rules.legal(s))
            lines.append(f"{action.kind} {words(action.data)} (of {choices})".replace("  ", " "))
            rules.apply(s, action)
        lines += [line_of(event) for event in s.events]
        s.events.clear()
    return "\n".join([*lines, *end(rules, s)]) + "\n"


def end(rules: Rules, s: State) -> list[str]:
    places = [f"{place}. seat {seat} with {s.scores[seat]}" for place, seat in rules.ranking(s)]
    return [*places, f"state {rules.digest(s).hex()}"]


@pytest.mark.determinism
def test_a_game_plays_out_as_it_did(rules: Rules, golden: Callable[[Path, str], None]) -> None:
    golden(FILE, playthrough(rules))
