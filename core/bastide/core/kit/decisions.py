"""What must hold for a decision: what is listed, what is refused, and what an action leads to."""

from __future__ import annotations

from bastide.core.conformance import (
    ConformanceError,
    agrees,
    name_of,
    need,
    plain_action,
    restore,
)
from bastide.core.encoding import EncodingError, dec, enc, pack
from bastide.core.events import Action, Plain
from bastide.core.kit.eyes import Eyes
from bastide.core.messages import message
from bastide.core.payloads import PayloadError, action_payload, read_action
from bastide.core.places import place_of
from bastide.core.plain import plain
from bastide.core.state import ALL, State

_NONSENSE: tuple[tuple[Plain, ...], ...] = (
    (),
    (-1,),
    (1,),
    ("x",),
    (True, False),
    ("", b"", None, ((),)),
    (2**53 - 1, -(2**53) + 1, "x", ("y", 1)),
)


def check_opened(eyes: Eyes) -> None:
    """Check that cards which were played by a claim have been opened since."""
    need(
        not eyes.claimed,
        "{phase}: a claimed card was not opened before the next decision: a false claim would "
        "never show, ask for Open in the phase after it",
        eyes.at.step.legal,
        phase=eyes.all.phase,
    )


# before the choice


def check_listed(eyes: Eyes, seat: int, mine: list[Action], full: list[Action]) -> None:
    """Check what a seat may choose: each action once, at least one, and the same in all eyes."""
    phase, legal = eyes.all.phase, eyes.at.step.legal
    need(
        len(set(full)) == len(full),
        "{phase}: an action is listed twice ({action}): list each action once",
        legal,
        phase=phase,
        action=next((str(each) for each in full if full.count(each) > 1), ""),
    )
    need(
        bool(full),
        "{phase}: nothing is legal for seat {seat}: list at least one action for each seat",
        legal,
        phase=phase,
        seat=seat,
    )
    need(
        mine == full,
        "{phase}: seat {seat} sees other choices than there are: they depend on faces that it "
        "may not know, use only cards that the seat has seen",
        legal,
        phase=phase,
        seat=seat,
    )
    _check_accepted(eyes, full)


def _check_accepted(eyes: Eyes, full: list[Action]) -> None:
    """Check that a judge accepts what is listed."""
    if not eyes.rules.open_ended(eyes.all):
        return
    for action in full:
        if eyes.is_due("accepted", action.kind):
            need(
                eyes.rules.accepts(eyes.all, action),
                "{phase}: {action} is not accepted, and yet listed: accept all that is listed",
                eyes.at.step.accepts,
                phase=eyes.all.phase,
                action=action,
            )


def check_nonsense(eyes: Eyes) -> None:
    """Check that nonsense is refused like any other wrong move, and that judging only looks."""
    s, listed = eyes.all.clone(), eyes.rules.legal(eyes.all)
    kinds = {action.kind for action in listed}
    with eyes.at.guarded(name_of(ALL)):
        for kind in (*eyes.rules.kinds, "core.none"):
            for n, data in enumerate(_NONSENSE):
                action = Action(kind, data)
                if eyes.is_due("refused", kind, n) and action not in listed:
                    _check_refused(eyes, s, action, kind in kinds)
    need(
        eyes.rules.digest(s) == eyes.rules.digest(eyes.all) == eyes.digest,
        "{phase}: judging an action changes the position: only look at the state there",
        eyes.at.judge,
        phase=s.phase,
    )


def _check_refused(eyes: Eyes, s: State, action: Action, may_pass: bool) -> None:
    """Check a refusal; what is open-ended may accept more of a kind that it lists."""
    if not eyes.rules.accepts(s, action):
        eyes.rules.why(s, action)
        return
    need(
        may_pass,
        "{phase}: {action} is accepted, no such kind is listed: list one, or refuse it",
        eyes.at.step.accepts,
        phase=s.phase,
        action=action,
    )


def check_projections(eyes: Eyes) -> None:
    """Check that every pair of eyes can be shown where the game stands."""
    for seat, view in eyes.views.items():
        with eyes.at.guarded(name_of(seat)):
            eyes.rules.projections(view)
        need(
            eyes.rules.digest(view) == eyes.digest,
            "final scoring on a clone changes the original: copy every list and dict in clone()",
            eyes.at.count,
        )


# the choice


def play_twice(eyes: Eyes, seat: int, action: Action) -> None:
    """Play an action, and before that as it is sent on a clone, with which all must agree."""
    wire, before = _as_sent(eyes, action), len(eyes.all.events)
    stepped = _on_a_clone(eyes, seat, wire)
    eyes.apply(eyes.all, action, seat)
    need(
        agrees(stepped, eyes.all) or eyes.rules.digest(stepped) == eyes.rules.digest(eyes.all),
        "{kind}: played twice, it leads to different positions: keep all that rules remember in "
        "the state",
        eyes.at.effect(action.kind),
        kind=action.kind,
    )
    need(
        stepped.events == eyes.all.events[before:],
        "{kind}: played twice, the events differ: let them depend on the state alone",
        eyes.at.effect(action.kind),
        kind=action.kind,
    )


def _as_sent(eyes: Eyes, action: Action) -> Action:
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


def _on_a_clone(eyes: Eyes, seat: int, action: Action) -> State:
    """Play an action on a clone, of which the position itself must not hear."""
    looks = eyes.is_due("shared", action.kind)
    kept = _slices(eyes) if looks else {}
    stepped = eyes.rules.check(eyes.all, action, seat)
    eyes.apply(stepped, action, seat)
    if looks and eyes.rules.digest(eyes.all) != eyes.digest:
        who = next((who for who, now in _slices(eyes).items() if now != kept[who]), "")
        need(
            False,
            "{kind}: clone() shares data with {who}: copy every list and dict of the slice",
            type(eyes.all.parts.get(who)),
            kind=action.kind,
            who=who,
        )
    return stepped


def _slices(eyes: Eyes) -> dict[str, bytes]:
    return {who: pack(plain(part)) for who, part in eyes.all.parts.items()}


# after it


def check_restored(eyes: Eyes) -> None:
    """Check that cached fields follow from the others: same choices, same projections."""
    again = eyes.all.clone()
    again.parts = {who: restore(eyes.rules, part) for who, part in again.parts.items()}
    again.legal = None
    parts = sorted(again.parts.values(), key=lambda part: not hasattr(part, "recompute"))
    need(
        eyes.rules.projections(again) == eyes.rules.projections(eyes.all)
        and eyes.rules.legal(again) == eyes.rules.legal(eyes.all),
        "a cached field does not follow from the others: make it again in recompute()",
        next(map(type, parts), None),
    )
