"""What a catalogue of messages must hold: it can be read, it has all, and its placeholders fit."""

from __future__ import annotations

import re
import string
from collections.abc import Iterable, Iterator, Mapping

import polib

from bastide.cli.authors.message_scan import ANY_PLURAL, Asked
from bastide.cli.system_words import system_reason
from bastide.core.hookspecs import Catalog
from bastide.core.messages import Text

_KIND = re.compile(r"[a-z][a-z0-9_]*(\.[a-z0-9_]+)+")
"""The kind of an action or event, as `nim.take`."""

_LINE = re.compile(r'((msgctxt|msgid|msgid_plural|msgstr(\[\d+\])?)\s+)?"(\\.|[^"\\])*"')
"""A line of a catalogue that is neither empty nor a comment: a text, perhaps after a keyword."""

_FIELDS = frozenset({*string.ascii_lowercase, "name"})
"""The placeholders of the sentence for an action or event: its data in order, and who."""

_FORMS = re.compile(r"nplurals\s*=\s*(\d+)")


def catalog_faults(
    catalog: Catalog, t: Text, asked: Iterable[Asked] = (), others: Iterable[Catalog] = ()
) -> list[str]:
    """Return what is wrong with a catalogue, a sentence each.

    Args:
        catalog: the one to look at.
        t: says the sentences.
        asked: messages that it must have; English needs none.
        others: catalogues that are looked into after it: of the game it extends, of the program.
    """
    where = f"{catalog.domain}.po ({catalog.language})"
    try:
        text = catalog.po.read_text("utf-8")
        entries = polib.pofile(text)
    except (OSError, ValueError, UnicodeError) as error:
        said = "{name}: {reason}: write it as gettext reads it."
        return [t(said, name=where, reason=_reason(t, error))]
    if line := _odd_line(text):
        said = "{name}, line {n}: a text stands between two quotes; write it as gettext reads it."
        return [t(said, name=where, n=line)]
    asked = list({each.id: each for each in asked}.values())
    given = {each.id: each.given for each in asked if each.given is not None}
    faults = [
        t(
            "{name}: {message}: the placeholders differ; use those of the message, all of them.",
            name=where,
            message=repr(entry.msgid),
        )
        for entry in entries
        if not _fits(entry, given)
    ]
    faults += [
        t(
            "{name}: {message} needs {n} forms, one for each plural of the language.",
            name=where,
            message=repr(entry.msgid),
            n=_forms(entries),
        )
        for entry in entries
        if 0 < sum(map(bool, entry.msgstr_plural.values())) < _forms(entries)
    ]
    known = [each for other in others for each in _read(other)]
    wanted = asked if catalog.language != "en" else filter(_needs_english, asked)
    return [*faults, *_missing(where, t, wanted, [*entries, *known])]


def _reason(t: Text, error: Exception) -> str:
    """Return why a catalogue cannot be read; what its reader says of it is in English only."""
    return system_reason(t, error) if isinstance(error, OSError | UnicodeError) else str(error)


def _odd_line(text: str) -> int:
    """Return the first line that gettext does not read, from 1; 0 if there is none."""
    for n, line in enumerate(text.removeprefix("\ufeff").splitlines(), start=1):
        said = line.strip()
        if said and not said.startswith("#") and not _LINE.fullmatch(said):
            return n
    return 0


def _needs_english(asked: Asked) -> bool:
    """Tell whether a message is not English as it stands: the id of a mark, a unit's plural."""
    return asked.plural == ANY_PLURAL or _KIND.fullmatch(asked.id) is not None


def _missing(
    where: str, t: Text, asked: Iterable[Asked], entries: list[polib.POEntry]
) -> Iterator[str]:
    """Yield a sentence for each message that is not there, or only in one form."""
    known = {entry.msgid: entry for entry in reversed(entries) if _is_said(entry)}
    for each in asked:
        entry = known.get(each.id)
        fields = {"place": each.place or t("in play"), "message": repr(each.id), "name": where}
        if entry is None and each.plural == ANY_PLURAL:
            said = "{place}: {message} is not in {name}: add it there, with a form a plural."
            yield t(said, **fields)
        elif entry is None:
            said = "{place}: {message} is not in {name}: add it there with its translation."
            yield t(said, **fields)
        elif each.plural and entry.msgid_plural not in _plurals(each, entry):
            said = (
                "{place}: {message} has one form in {name}: add msgid_plural and a form a plural."
            )
            yield t(said, **fields)


def _plurals(asked: Asked, entry: polib.POEntry) -> tuple[str, ...]:
    """Return what the plural of a message may be."""
    if asked.plural == ANY_PLURAL:
        return (entry.msgid_plural,) if entry.msgid_plural else ()
    return (asked.plural,)


def _is_said(entry: polib.POEntry) -> bool:
    return bool(entry.msgstr or any(entry.msgstr_plural.values()))


def _read(catalog: Catalog) -> list[polib.POEntry]:
    try:
        return list(polib.pofile(catalog.po.read_text("utf-8")))
    except (OSError, ValueError, UnicodeError):
        return []  # said where it is checked itself


def ids_in(catalog: Catalog) -> set[str]:
    """Return the messages that a catalogue has; none where it cannot be read."""
    return {entry.msgid for entry in _read(catalog)}


def _forms(entries: polib.POFile) -> int:
    """Return how many plural forms the language has, by the head of its catalogue."""
    found = _FORMS.search(entries.metadata.get("Plural-Forms", ""))
    return int(found[1]) if found else 2


def _fits(entry: polib.POEntry, given: Mapping[str, frozenset[str]]) -> bool:
    """Tell whether every translation has the placeholders of its message.

    An action or event is named by its kind, which has none: its sentence has some of those that it
    is given in play.
    """
    if _KIND.fullmatch(entry.msgid):
        return placeholders(entry.msgstr) <= given.get(entry.msgid, _FIELDS)
    said = list(entry.msgstr_plural.values()) if entry.msgid_plural else [entry.msgstr]
    wanted = placeholders(entry.msgid) | placeholders(entry.msgid_plural)
    return all(placeholders(each) == wanted for each in said if each)


def placeholders(text: str) -> set[str]:
    """Return the names in braces; a text that cannot be filled in has the name "?"."""
    try:
        return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}
    except ValueError:
        return {"?"}
