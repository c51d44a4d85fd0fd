"""Why a networked game does not go on, as one sentence, and what of it outlives a restart.

A stop is *lasting* when it is a fact about the journal: somebody signed what cannot be. It is kept
in the data folder and shown again. One that lies with this computer (its disk, a plugin) ends when
the game is opened again. A seat is accused only of what is proven (`evidence`); what rules or
programs may be the reason of is a dispute and accuses nobody.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from bastide.core.messages import English, Message, message
from bastide.core.table import EntryError
from bastide.net.identity import plain_text
from bastide.net.rules_guard import GameError, RulesFailed
from bastide.net.sync.evidence import Finding, end_of_game

NOBODY = -1
_REASON = 200
"""Characters of a reason that somebody else had a share in."""


class Stop(NamedTuple):
    """Why a game does not go on.

    `place` is the seat in the genesis whose doing it is proven to be, or one of ours that cannot
    go on, or `NOBODY`; `step` where it stopped; `plugin` the one that failed here, or "".
    """

    reason: Message
    place: int
    step: int
    lasting: bool = True
    plugin: str = ""


def disputed(name: str, error: EntryError) -> Stop:
    """Return the stop at a signed entry that does not fit the rules here: nobody is accused."""
    reason = _SENTENCES[error.fault](name, error.body.step, plain_text(error.reason, _REASON))
    return Stop(reason, NOBODY, error.body.step)


def proven(finding: Finding) -> Stop:
    """Return the stop at what evidence proves."""
    return Stop(end_of_game(finding), finding.place, finding.step)


def other_turns(step: int) -> Stop:
    """Return the stop where two histories differ in who has to write, and nobody signed twice."""
    sentence = message(
        "At step {step} two programs expect entries of different seats: the rules differ, nobody "
        "is accused.",
        step=step,
    )
    return Stop(sentence, NOBODY, step)


def too_long(step: int) -> Stop:
    """Return the stop of a game that has reached the greatest length."""
    return Stop(message("The game is longer than this version can play."), NOBODY, step)


def no_chance(step: int, why: Message) -> Stop:
    """Return the stop of a game that asks for chance that cannot be had."""
    return Stop(why, NOBODY, step)


def rules_failed(step: int, failed: GameError) -> Stop:
    """Return the stop at a plugin that raised."""
    plugin = failed.plugin if isinstance(failed, RulesFailed) else ""
    return Stop(failed.message, NOBODY, step, lasting=False, plugin=plugin)


def disk_refused(step: int, why: Message) -> Stop:
    """Return the stop of a game whose entries could not be kept."""
    return Stop(why, NOBODY, step, lasting=False)


def own_fault(place: int, step: int, why: str) -> Stop:
    """Return the stop of a seat of ours whose secrets or choices are not there any more."""
    sentence = message(
        "This data folder cannot go on with seat {seat}: {reason}.", seat=place + 1, reason=why
    )
    return Stop(sentence, place, step, lasting=False)


def _illegal(name: str, step: int, why: str) -> Message:
    return message(
        "The rules here refuse the move that {name} signed at step {step}: {rule}. "
        "A program may be at fault, nobody is accused.",
        name=name,
        step=step,
        rule=why.rstrip("."),
    )


def _desync(name: str, step: int, why: str) -> Message:
    return message(
        "The program of {name} came to another position at step {step}: the rules differ, nobody "
        "is accused.",
        name=name,
        step=step,
    )


_SENTENCES: dict[str, Callable[[str, int, str], Message]] = {
    "illegal": _illegal,
    "desync": _desync,
}


def plain_stop(stop: Stop) -> list[object]:
    """Return a lasting stop as plain data, for the data folder."""
    fields = [[name, value] for name, value in stop.reason.fields]
    return [stop.reason.id, fields, stop.place, stop.step]


def read_stop(value: object) -> Stop | None:
    """Return the stop that plain data from the data folder stands for; None if it is none."""
    match value:
        case [str(id), list(fields), int(place), int(step)]:
            pairs = [pair for pair in map(_field, fields) if pair]
            reason = Message(id, tuple(pairs))
            if len(pairs) == len(fields) and _is_whole(reason):
                return Stop(reason, place, step)
    return None


def _field(value: object) -> tuple[str, int | str] | None:
    match value:
        case [str(name), int(content) | str(content)]:
            return name, content
    return None


def _is_whole(sentence: Message) -> bool:
    """Tell whether a sentence has all the fields that it names."""
    try:
        English().say(sentence)
    except (ValueError, LookupError, AttributeError):
        return False
    return True
