"""Whom a table waits for, in one sentence, wherever that is said.

Named are those who can do something about it: whoever is not there, with what became of them and
since when, and only if all are there those who have to act. While no network is up here, that is
what is said: then nobody else is to blame.
"""

from __future__ import annotations

from collections.abc import Sequence

from bastide.cli.sessions.ports import GONE, Awaited, Seat
from bastide.cli.wording import minutes, presence
from bastide.core.messages import Text


def waits_for(t: Text, who: Sequence[Seat], cut_off: float | None, awaited: Awaited) -> str:
    """Return what a table waits for now, with clocks.

    Args:
        t: the program's messages.
        who: all seats of the table.
        cut_off: for how many seconds no network has been up here; None if one is.
        awaited: whom of them the table waits for.
    """
    seats = _first(who, awaited)
    if cut_off is not None:
        names, time = _names(seats), minutes(cut_off)
        return t("No network is up here, {time}: waiting for {names}.", time=time, names=names)
    if len(seats) == 1:
        return _waits_for_one(t, seats[0])
    names = ", ".join(_with_state(t, seat) for seat in seats)
    if awaited.is_any_enough:
        return t("Waiting until one of them is linked: {names}.", names=names)
    return t("Waiting for {names}.", names=names)


def waits_for_names(t: Text, who: Sequence[Seat], is_cut_off: bool, awaited: Awaited) -> str:
    """Return the same without clocks and states, for a title and for lines."""
    seats = _first(who, awaited)
    names = _names(seats)
    if is_cut_off:
        return t("No network is up here: waiting for {names}.", names=names)
    if not awaited.is_any_enough:
        return t("Waiting for {names}.", names=names)
    if len(seats) == 1:
        return t("Waiting until {names} is linked.", names=names)
    return t("Waiting until one of them is linked: {names}.", names=names)


def _first(who: Sequence[Seat], awaited: Awaited) -> list[Seat]:
    """Return those to be named: of the awaited those who are not there, if any."""
    seats = [who[seat] for seat in awaited.seats]
    return [seat for seat in seats if seat.presence in GONE] or seats


def _names(seats: Sequence[Seat]) -> str:
    return ", ".join(seat.name for seat in seats)


def _with_state(t: Text, seat: Seat) -> str:
    if seat.presence not in GONE:
        return seat.name
    return t("{name} ({state})", name=seat.name, state=presence(t, seat))


def _waits_for_one(t: Text, seat: Seat) -> str:
    name, time = seat.name, minutes(seat.since)
    if seat.presence == "lost":
        return t("Waiting for {name}, link lost, {time}.", name=name, time=time)
    if seat.presence == "left":
        return t("Waiting for {name}, who has left, {time}.", name=name, time=time)
    if seat.presence == "away":
        return t("Waiting for {name}, who is not here yet, {time}.", name=name, time=time)
    return t("Waiting for {name}.", name=name)


def is_gone(t: Text, seat: Seat) -> str:
    """Return what became of somebody who is not there, as a sentence with a clock; else ""."""
    name, time = seat.name, minutes(seat.since)
    if seat.presence == "lost":
        return t("{name} has lost the link, {time}; the seat is kept.", name=name, time=time)
    if seat.presence == "left":
        return t("{name} has left, {time}; the seat is kept.", name=name, time=time)
    if seat.presence == "away":
        return t("{name} is not here yet, {time}; the seat is kept.", name=name, time=time)
    return ""
