"""What must hold for a decision: what is listed, what is refused, and what follows from it."""

from __future__ import annotations

from bastide.core.conformance import name_of, need, restore
from bastide.core.events import Action, Plain
from bastide.core.kit.eyes import Eyes
from bastide.core.state import ALL, PUBLIC, State

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


def check_unseen(eyes: Eyes, seat: int, before: list[Action]) -> None:
    """Check that a seat may still choose the same where others have chosen together with it.

    At a table of one computer the others' choices are there already, on the network they are not.
    """
    if eyes.is_due("unseen"):
        _, now = eyes.legal_for(seat)
        need(
            now == before,
            "{phase}: seat {seat} has other choices once another seat has chosen: what is chosen "
            "together may not depend on s.sealed",
            eyes.at.step.legal,
            phase=eyes.all.phase,
            seat=seat,
        )


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
    _check_marked(eyes, full)
    _check_accepted(eyes, full)


def _check_marked(eyes: Eyes, full: list[Action]) -> None:
    """Check that choices which a spectator cannot list belong to a phase that says so."""
    s, view = eyes.all, eyes.views[PUBLIC]
    if s.secrets is None or eyes.rules.hidden(s) or not eyes.is_due("marked"):
        return
    with eyes.at.guarded(name_of(PUBLIC)):
        listed = eyes.rules.legal_for(view, s.seat)
    need(
        listed == full,
        "{phase}: what can be chosen depends on faces that not all know: say so by hidden=True in "
        "the phase",
        eyes.at.step.legal,
        phase=s.phase,
    )


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
    accepted = eyes.rules.accepts(s, action)
    for seat, view in eyes.views.items():
        need(
            eyes.rules.accepts(view, action) == accepted,
            "{phase}: {eyes} judges {action} in another way: judge by what all know, and by what "
            "the action claims",
            eyes.at.step.accepts,
            phase=s.phase,
            eyes=name_of(seat),
            action=action,
        )
    if not accepted:
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
