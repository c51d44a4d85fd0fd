"""What must hold after each step: all eyes agree on what is public, and nobody knows too much."""

from __future__ import annotations

from itertools import zip_longest

from bastide.core.conformance import agrees, check_event, check_slice, name_of, need
from bastide.core.events import score_of
from bastide.core.kit.eyes import Eyes
from bastide.core.noting import Guarded, Noted
from bastide.core.state import State


def compare(eyes: Eyes) -> None:
    """Check a position in all eyes, its events and its scores."""
    s, closely = eyes.all, eyes.is_due("compared")
    for seat, view in eyes.views.items():
        _check_agreed(eyes, seat, view, closely)
        _check_faces(eyes, seat, view)
        if eyes.rules.hidden(s):
            with eyes.at.guarded(name_of(seat)):
                eyes.rules.legal(view)
    _check_events(eyes)
    if closely:
        for who, part in s.parts.items():
            check_slice(eyes.rules, who, part)


def _check_agreed(eyes: Eyes, seat: int, view: State, closely: bool) -> None:
    """Check that a view holds the same public position; by digests where that is needed."""
    s, who = eyes.all, name_of(seat)
    need(
        (view.seat, view.phase, view.over) == (s.seat, s.phase, s.over),
        "{eyes} is at {phase} with seat {seat}, the game at {other} with seat {n}: who acts and "
        "what comes next may depend on public facts only",
        eyes.at.way,
        eyes=who,
        phase=repr(view.phase),
        seat=view.seat,
        other=repr(s.phase),
        n=s.seat,
    )
    need(
        view.waiting == s.waiting,
        "{phase}: what is asked for depends on a face: ask by public facts only",
        eyes.at.step.ask,
        phase=s.phase,
    )
    need(
        (not closely and agrees(view, s)) or eyes.rules.digest(view) == eyes.rules.digest(s),
        "{phase}: to {eyes} the public state is another one: it depends on a face, keep only what "
        "all have seen in a slice",
        eyes.at.latest,
        phase=s.phase,
        eyes=who,
    )


def _check_faces(eyes: Eyes, seat: int, view: State) -> None:
    """Check that a view holds the faces that its eyes were shown, and true ones."""
    if view.secrets is None or eyes.all.secrets is None:
        return
    faces, known, true = view.secrets.faces, eyes.shown[seat], eyes.all.secrets.faces
    if faces.items() <= known.items() and faces.items() <= true.items():
        return
    for item, face in faces.items():
        need(
            item in known,
            "{eyes} knows item {item} without having been shown it: let the dealer show it",
            eyes.at.latest,
            eyes=name_of(seat),
            item=item,
        )
        need(
            known[item] == face == true[item],
            "{eyes} takes item {item} for {face}: leave faces to the dealer",
            eyes.at.latest,
            eyes=name_of(seat),
            item=item,
            face=repr(face),
        )


def _check_events(eyes: Eyes) -> None:
    """Check the events of this step, that they are plain, and scores that add up."""
    events, eyes.all.events = eyes.all.events, Noted()
    places = events.places if isinstance(events, Noted) else []
    for view in eyes.views.values():
        view.events = []
    for event, place in zip_longest(events, places):
        check_event(event, place)
        if event.kind == "score":
            score = score_of(event)
            eyes.totals[score.seat] += score.points
    eyes.events += events
    scores = eyes.all.scores
    need(
        eyes.totals == scores,
        "{phase}: the scores are {scores}, those reported add up to {sums}: give points with "
        "s.score() only",
        scores.place if isinstance(scores, Guarded) else eyes.at.latest,
        phase=eyes.all.phase,
        scores=scores,
        sums=eyes.totals,
    )
