"""A new language: the catalogues to be filled in, with all messages and the right plural header."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby

import polib

from bastide.cli.catalogs import DOMAIN, SOURCE
from bastide.cli.languages import Tongue, tongue_of
from bastide.core.hookspecs import Catalog

NOTES = {
    True: "nothing to do, they are those of the language.",
    False: "those of this language are not known here. See the manual of gettext, and correct them "
    "in every file.",
}
"""What a README says of the plural forms, by whether they are known."""


TO_SEE = "tables on this network"
"""The message that a new language begins with: it stands at the top of the lobby."""


def po_files(catalogs: Iterable[Catalog], language: str) -> Iterator[tuple[str, str]]:
    """Yield the catalogues of a new language: domain and text; all that any language has of it."""
    by_domain = sorted(catalogs, key=lambda each: (each.domain, each.language))
    for domain, group in groupby(by_domain, lambda each: each.domain):
        yield domain, str(_new_file(domain, list(group), language))


def _new_file(domain: str, catalogs: list[Catalog], language: str) -> polib.POFile:
    tongue, new = tongue_of(language), polib.POFile(wrapwidth=100)
    new.metadata = {
        "Language": language,
        "MIME-Version": "1.0",
        "Content-Type": "text/plain; charset=utf-8",
        "Content-Transfer-Encoding": "8bit",
        "Plural-Forms": tongue.plural_forms,
    }
    seen: dict[str, polib.POEntry] = {}
    for catalog in catalogs:
        for entry in polib.pofile(catalog.po.read_text("utf-8")):
            known = seen.setdefault(entry.msgid, _empty(entry, tongue))
            if catalog.language == SOURCE and entry.msgstr:
                known.comment = f"English: {entry.msgstr}"
    if domain == DOMAIN:
        seen[TO_SEE].msgstr = f"{TO_SEE} · {tongue.name or language}"
        seen[TO_SEE].comment = "Filled in so that there is something to see: translate it."
    new.extend(seen.values())
    return new


def _empty(entry: polib.POEntry, tongue: Tongue) -> polib.POEntry:
    """Return a message without its translation."""
    if not entry.msgid_plural:
        return polib.POEntry(msgid=entry.msgid)
    forms = int(tongue.plural_forms.partition("=")[2].partition(";")[0])
    return polib.POEntry(
        msgid=entry.msgid,
        msgid_plural=entry.msgid_plural,
        msgstr_plural=dict.fromkeys(range(forms), ""),
    )
