"""From an English sentence back to the message that it is.

A peer's program gives its reasons in English, and the kernel cites what it has refused: both come
put together. The forms of a catalogue tell which message a sentence is: the one that it fits, and
of several the one with the most letters of its own.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple

LEAST = 10
"""Letters that a form has of its own at least: `{game}, {host}` would fit anything."""

LONGEST = 400
"""Characters of a sentence that is looked for; others may send any."""

_PLACEHOLDER = re.compile(r"\{(\w+)\}")


class Form(NamedTuple):
    """What matches the sentences of a message: (id, plural id or "")."""

    pattern: re.Pattern[str]
    id: str
    plural: str


class Recalled(NamedTuple):
    """The message that a sentence is, with its fields as texts."""

    id: str
    plural: str
    fields: dict[str, str]


def forms_of(messages: Iterable[tuple[str, str]]) -> list[Form]:
    """Return the forms of messages (id, plural id or ""), the most telling first."""
    both = [(each, id, plural) for id, plural in messages for each in (id, plural) if "{" in each]
    telling = [each for each in both if _own(each[0]) >= LEAST]
    telling.sort(key=lambda each: -_own(each[0]))
    return [Form(_pattern(said), id, plural) for said, id, plural in telling]


def _own(said: str) -> int:
    """Return how many letters of a message are not in placeholders."""
    return sum(map(str.isalpha, _PLACEHOLDER.sub("", said)))


def _pattern(said: str) -> re.Pattern[str]:
    """Return what matches a message; a field that stands in it twice says the same twice."""
    parts, seen = list[str](), set[str]()
    for n, part in enumerate(_PLACEHOLDER.split(said)):
        named = f"(?P={part})" if part in seen else f"(?P<{part}>.+?)"
        parts.append(named if n % 2 else re.escape(part))
        seen |= {part} if n % 2 else set()
    return re.compile("".join(parts))


def recall(forms: Iterable[Form], said: str) -> Recalled | None:
    """Return the message that a sentence is, or None."""
    if len(said) > LONGEST:
        return None
    for form in forms:
        found = form.pattern.fullmatch(said)
        if found and (not form.plural or found["n"].isdecimal()):
            return Recalled(form.id, form.plural, found.groupdict())
    return None
