"""What is wrong with a journal, in the reader's language.

The kernel says it in English, behind the place where it was found; place and fault are looked up
one by one. What only a plugin says in its own English stays so.
"""

from __future__ import annotations

import re

from bastide.cli.catalogs import in_words
from bastide.cli.marking import N_
from bastide.core.messages import Text
from bastide.net.games import Verdict

_FORMS = (
    N_("entry {n} (step {step}, seat {seat}): {fault}"),
    N_("entry {n}: {fault}"),
    N_("evidence {n}: {fault}"),
    N_("the evidence: {fault}"),
    N_("the genesis: {fault}"),
    N_("an entry: {fault}"),
    N_("seat {n}: {fault}"),
    N_("seat {n} has nothing to do now"),
    N_("seat {n} has acted in this step already"),
    N_("step {n} is complete already"),
    N_("step {n} is not due yet"),
    N_("a field that must be {n} bytes is not"),
    N_("a field that must be text of 1 to {n} bytes is not"),
    N_("the option {name} is neither number nor text"),
    N_("proof rounds must be {least} to {most}, not {n}"),
    N_("{n} bytes, at most {most} are accepted"),
    N_("nested more than {n} deep"),
    N_("a value of type {name}"),
    N_("the end says {n} entries, the file has {found}"),
    N_("the signature of seat {n} does not hold"),
)
FAULTS = (
    N_("a field of a wrong type"),
    N_("not a frame of a journal"),
    N_("the file is cut short or the frame is damaged"),
    N_("it is not about this journal"),
    N_("it proves something else than it says"),
    N_("it is not of protocol version 1"),
    N_("it does not have the keys of protocol version 1"),
    N_("it continues another game, which this version cannot do"),
    N_("options that are no map"),
    N_("a table has 1 to 6 seats"),
    N_("a table of several computers has 2 to 6 seats"),
    N_("each seat needs a key of its own, those of a local table one"),
    N_("proof rounds must be 1 to 128"),
    N_("unknown rule for spectators"),
    N_("unknown way of dealing"),
    N_("the entry belongs to another game"),
    N_("the entry continues another history"),
    N_("the same history led to another position there"),
)
"""What is said behind a place, or by what checks an entry; it stands in the code as it is here."""


def _pattern(form: str) -> re.Pattern[str]:
    """Return what matches the sentences of a form: a fault or name is any text, all else digits."""
    pattern = re.sub(r"\\\{(fault|name)\\\}", r"(?P<\1>.+)", re.escape(form))
    return re.compile(re.sub(r"\\\{(\w+)\\\}", r"(?P<\1>\\d+)", pattern))


_PATTERNS = [(_pattern(form), form) for form in _FORMS]


def fault_of(t: Text, verdict: Verdict) -> str:
    """Return what is wrong with a journal that was looked at, in the language of the messages."""
    if verdict.said:
        return t.say(verdict.said)
    return journal_fault(t, verdict.fault)


def journal_fault(t: Text, said: str) -> str:
    """Return what the kernel says of a journal in the language of the messages."""
    for pattern, form in _PATTERNS:
        if found := pattern.fullmatch(said):
            fields = found.groupdict()
            if "fault" in fields:
                fields["fault"] = journal_fault(t, fields["fault"])
            return t(form, **fields)
    return in_words(t, said)
