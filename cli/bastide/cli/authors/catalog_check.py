"""What a catalogue of messages must hold: it can be read, it has all, and its placeholders fit."""

from __future__ import annotations

import re
import string
from collections.abc import Iterable, Iterator

import polib

from bastide.cli.authors.message_scan import Asked
from bastide.core.hookspecs import Catalog
from bastide.core.messages import Text

_KIND = re.compile(r"[a-z][a-z0-9_]*(\.[a-z0-9_]+)+")
"""The kind of an action or event, as `nim.take`."""

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
        entries = polib.pofile(catalog.po.read_text("utf-8"))
    except (OSError, ValueError, UnicodeError) as error:
        said = "{name}: {reason}: write it as gettext reads it."
        return [t(said, name=where, reason=str(error))]
    faults = [
        t(
            "{name}: {message}: the placeholders differ; use those of the message, all of them.",
            name=where,
            message=repr(entry.msgid),
        )
        for entry in entries
        if not _fits(entry)
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
    if catalog.language != "en":
        known = [each for other in others for each in _read(other)]
        faults += _missing(where, t, asked, [*entries, *known])
    return faults


def _missing(
    where: str, t: Text, asked: Iterable[Asked], entries: list[polib.POEntry]
) -> Iterator[str]:
    """Yield a sentence for each message that is not there, or only in one form."""
    known = {entry.msgid: entry for entry in reversed(entries) if _is_said(entry)}
    for each in {each.id: each for each in asked}.values():
        entry = known.get(each.id)
        if entry is None:
            place = each.place or t("in play")
            yield t(
                "{place}: {message} is not in {name}: add it there with its translation.",
                place=place,
                message=repr(each.id),
                name=where,
            )
        elif each.plural and entry.msgid_plural != each.plural:
            yield t(
                "{place}: {message} has one form in {name}: add msgid_plural and a form a plural.",
                place=each.place,
                message=repr(each.id),
                name=where,
            )


def _is_said(entry: polib.POEntry) -> bool:
    return bool(entry.msgstr or any(entry.msgstr_plural.values()))


def _read(catalog: Catalog) -> list[polib.POEntry]:
    try:
        return list(polib.pofile(catalog.po.read_text("utf-8")))
    except (OSError, ValueError, UnicodeError):
        return []  # said where it is checked itself


def _forms(entries: polib.POFile) -> int:
    """Return how many plural forms the language has, by the head of its catalogue."""
    found = _FORMS.search(entries.metadata.get("Plural-Forms", ""))
    return int(found[1]) if found else 2


def _fits(entry: polib.POEntry) -> bool:
    """Tell whether every translation has the placeholders of its message."""
    if _KIND.fullmatch(entry.msgid):
        return True  # of an action or event: its fields are not in its name
    said = list(entry.msgstr_plural.values()) if entry.msgid_plural else [entry.msgstr]
    wanted = placeholders(entry.msgid) | placeholders(entry.msgid_plural)
    return all(placeholders(each) == wanted for each in said if each)


def placeholders(text: str) -> set[str]:
    """Return the names in braces; a text that cannot be filled in has the name "?"."""
    try:
        return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}
    except ValueError:
        return {"?"}
