"""What is wrong with a journal, in the reader's language.

The kernel says it in English, behind the place where it was found; place and fault are looked up
one by one. What only a decoder or a plugin could say stays in English.
"""

from __future__ import annotations

import re

from bastide.cli.catalogs import in_words
from bastide.cli.grammar import N_
from bastide.core.messages import Text
from bastide.net.games import Verdict

_FORMS = (
    N_("entry {n} (step {step}, seat {seat}): {fault}"),
    N_("entry {n}: {fault}"),
    N_("evidence {n}: {fault}"),
    N_("the evidence: {fault}"),
    N_("the genesis: {fault}"),
    N_("the end says {n} entries, the file has {found}"),
    N_("the signature of seat {n} does not hold"),
)
FAULTS = (
    N_("a field of a wrong type"),
    N_("not a frame of a journal"),
    N_("the file is cut short or the frame is damaged"),
)
"""What is said of a frame behind its place only."""


def _pattern(form: str) -> re.Pattern[str]:
    """Return what matches the sentences of a form: a fault is any text, all else a number."""
    pattern = re.escape(form).replace(r"\{fault\}", "(?P<fault>.+)")
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
