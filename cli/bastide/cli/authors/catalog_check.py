"""What a catalogue of messages must hold: it can be read, and its placeholders fit."""

from __future__ import annotations

import re
import string

import polib

from bastide.core.hookspecs import Catalog
from bastide.core.messages import Text

_KIND = re.compile(r"[a-z][a-z0-9_]*(\.[a-z0-9_]+)+")
"""The kind of an action or event, as `nim.take`."""


def catalog_faults(catalog: Catalog, t: Text) -> list[str]:
    """Return what is wrong with a catalogue, a sentence each."""
    where = f"{catalog.domain}.po ({catalog.language})"
    try:
        entries = polib.pofile(catalog.po.read_text("utf-8"))
    except (OSError, ValueError, UnicodeError) as error:
        return [t("{name}: {reason}.", name=where, reason=str(error))]
    return [
        t("{name}: {message}: the placeholders differ.", name=where, message=repr(entry.msgid))
        for entry in entries
        if not _fits(entry)
    ]


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
