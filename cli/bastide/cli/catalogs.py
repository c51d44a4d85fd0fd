"""The messages of the program and of its plugins, read from .po files when a language is chosen.

Nothing is compiled beforehand: `polib` reads the text, the standard library's `gettext` looks
messages up and counts. A message that has no translation, or one whose placeholders do not fit,
is shown in English.
"""

from __future__ import annotations

import io
import logging
import re
from collections.abc import Callable, Iterable, Mapping
from functools import cache, cached_property
from gettext import GNUTranslations, NullTranslations
from importlib.resources import files

import polib

from bastide.cli.recalling import Form, Recalled, forms_of, recall
from bastide.core.hookspecs import Catalog
from bastide.core.messages import English, Message, Text
from bastide.core.packages import third_party
from bastide.core.plugins import Plugins

log = logging.getLogger(__name__)

DOMAIN = "bastide"
"""The program's own messages."""

SOURCE = "en"
_REASONS = frozenset({"eyes", "fault", "reason", "rule", "why"})
"""Fields of messages that are themselves messages of the kernel or of a plugin."""

_PLACED = re.compile(r"(?P<said>.+) (?P<place>\([^()]+:\d+\))")
"""Why a plugin failed, and the file and line where it did."""

_VARIABLES = ("LC_ALL", "LC_MESSAGES", "LANG")
_NO_LANGUAGE = ("", "C", "C.UTF-8", "POSIX")
"""Values of these variables that name none."""


_UNFIT = (ArithmeticError, AttributeError, LookupError, TypeError, ValueError)
"""What a message stumbles over whose placeholders, or whose type, do not fit."""


class Source(English):
    """The texts as they stand in the code; one whose placeholders do not fit is shown with them."""

    def __call__(self, id: str, /, **fields: object) -> str:
        """Return the sentence for a message id."""
        try:
            return super().__call__(id, **fields)
        except _UNFIT:
            return str(id)

    def count(self, one: str, many: str, n: int, /, **fields: object) -> str:
        """Return the sentence for a number of things; `{n}` is the number."""
        try:
            return super().count(one, many, n, **fields)
        except _UNFIT:
            return str(many)


Messages = Callable[[], Iterable[tuple[str, str]]]
"""Returns the ids of a catalogue, each with its plural or ""; read when one is looked for."""


class Translated:
    """A `Text` that looks messages up in one catalogue, and the reasons that they cite."""

    def __init__(self, catalogue: NullTranslations, messages: Messages = tuple) -> None:
        self._catalogue = catalogue
        self._english = Source()
        self._messages = messages

    @cached_property
    def _forms(self) -> list[Form]:
        return forms_of(self._messages())

    def recalled(self, said: str) -> Recalled | None:
        """Return the message of this catalogue that an English sentence is, or None."""
        return recall(self._forms, said)

    def __call__(self, id: str, /, **fields: object) -> str:
        """Return the sentence for a message id."""
        try:
            return self._catalogue.gettext(id).format(**fields)
        except _UNFIT:
            return self._english(id, **fields)

    def count(self, one: str, many: str, n: int, /, **fields: object) -> str:
        """Return the sentence for a number of things; `{n}` is the number."""
        try:
            return self._catalogue.ngettext(one, many, n).format(n=n, **fields)
        except _UNFIT:
            return self._english.count(one, many, n, **fields)

    def say(self, message: Message, /) -> str:
        """Return the sentence for a message."""
        fields = dict(reasoned(self, message).fields)
        if message.plural:
            n = int(fields.pop("n"))
            return self.count(message.id, message.plural, n, **fields)
        return self(message.id, **fields)


class Either:
    """A `Text` that says what its first one has no translation for in the words of its second."""

    def __init__(self, first: Text, second: Text) -> None:
        self._first, self._second = first, second
        self._english = Source()

    def __call__(self, id: str, /, **fields: object) -> str:
        """Return the sentence for a message id."""
        said = self._first(id, **fields)
        return self._second(id, **fields) if said == self._english(id, **fields) else said

    def count(self, one: str, many: str, n: int, /, **fields: object) -> str:
        """Return the sentence for a number of things; `{n}` is the number."""
        said = self._first.count(one, many, n, **fields)
        if said == self._english.count(one, many, n, **fields):
            return self._second.count(one, many, n, **fields)
        return said

    def say(self, message: Message, /) -> str:
        """Return the sentence for a message."""
        message = reasoned(self, message)
        said = self._first.say(message)
        return self._second.say(message) if said == self._english.say(message) else said

    def recalled(self, said: str) -> Recalled | None:
        """Return the message of either that an English sentence is, or None."""
        for text in (self._first, self._second):
            if isinstance(text, Translated | Either) and (found := text.recalled(said)):
                return found
        return None


def together(texts: Callable[[str], Text], domains: Iterable[str]) -> Text:
    """Return the messages of several domains as one: the first that translates a message says it.

    A game's screen speaks so for all plugins of its table: an expansion's words are in its own
    catalogue. Domains that have nothing but the English of the code are passed over.
    """
    found = [text for text in map(texts, domains) if not isinstance(text, English)]
    if not found:
        return Source()
    said = found[-1]
    for text in reversed(found[:-1]):
        said = Either(text, said)
    return said


def in_words(text: Text, said: str) -> str:
    """Return an English sentence of the kernel or of a peer in the reader's language.

    It may be put together, and it may have lost its capital and the sign at its end, where it is
    cited. What no catalogue knows stays in English.
    """
    if not said or "{" in said or not isinstance(text, Translated | Either):
        return said
    for known in (said, f"{said}.", said[:1].lower() + said[1:]):
        told = _known(text, known)
        if told != known:
            told = told if said.endswith(".") else told.rstrip(".")
            return told[:1].upper() + told[1:] if said[:1].isupper() else told
    if found := _PLACED.fullmatch(said):
        return f"{in_words(text, found['said'])} {found['place']}"
    return said


def _known(text: Translated | Either, said: str) -> str:
    """Return a sentence by its id, or by the form that it fits."""
    if (told := text(said)) != said:
        return told
    found = text.recalled(said)
    if not found:
        return said
    fields = {name: _reason(text, name, value) for name, value in found.fields.items()}
    if not found.plural:
        return text(found.id, **fields)
    return text.count(found.id, found.plural, int(fields.pop("n")), **fields)


def _reason(text: Text, name: str, value: str) -> str:
    return in_words(text, value) if name in _REASONS else value


def reasoned(text: Text, message: Message) -> Message:
    """Return a message with the reasons that it cites in the reader's language."""
    if _REASONS.isdisjoint(name for name, _ in message.fields):
        return message
    fields = [
        (name, _reason(text, name, value) if isinstance(value, str) else value)
        for name, value in message.fields
    ]
    return message._replace(fields=tuple(fields))


class Catalogs:
    """All catalogues that are there; `texts(language)` gives the messages by domain."""

    def __init__(self, found: Iterable[Catalog]) -> None:
        self._by_name = {(c.domain, c.language): c for c in found}

    def all(self) -> list[Catalog]:
        """Return the catalogues."""
        return list(self._by_name.values())

    def languages(self) -> list[str]:
        """Return the languages of the program's own messages, English included."""
        return sorted({SOURCE} | {name for domain, name in self._by_name if domain == DOMAIN})

    def knows(self, language: str) -> str:
        """Return the language of ours that a name like `fr_FR.UTF-8` means, or "" for none."""
        name = language.partition(".")[0].partition("@")[0].replace("-", "_")
        for candidate in (name, name.partition("_")[0].lower()):
            if candidate in self.languages():
                return candidate
        return ""

    def texts(self, language: str) -> Language:
        """Return the messages in a language; in English where a domain does not have it."""
        return Language(self._by_name, self.knows(language) or SOURCE)


class Language:
    """The messages of all domains in one language; called with a domain it returns its `Text`."""

    def __init__(self, catalogs: Mapping[tuple[str, str], Catalog], language: str) -> None:
        self.language = language
        self._catalogs = catalogs
        self._texts: dict[str, Text] = {}

    def __call__(self, domain: str) -> Text:
        """Return the messages of a domain."""
        if domain not in self._texts:
            self._texts[domain] = self._read(domain)
        return self._texts[domain]

    def _read(self, domain: str) -> Text:
        catalog = self._catalogs.get((domain, self.language))
        if catalog is None:
            return Source()
        try:
            content = catalog.po.read_text("utf-8")
            return Translated(read_po(content), lambda: ids_of(content))
        except Exception as error:  # a plugin may name anything as its catalogue
            log.warning("the messages of %s in %s cannot be read: %r", *catalog[:2], error)
            return Source()


def read_po(text: str) -> NullTranslations:
    """Return the messages of a .po file's text; none where it cannot be read."""
    try:
        return GNUTranslations(io.BytesIO(polib.pofile(text).to_binary()))
    except (OSError, ValueError, UnicodeError):
        return NullTranslations()


def ids_of(text: str) -> list[tuple[str, str]]:
    """Return the ids of a .po file's text, each with its plural or ""."""
    return [(entry.msgid, entry.msgid_plural or "") for entry in polib.pofile(text)]


def catalogs_for(language: str) -> Catalogs:
    """Return the program's own messages, those of plugins too if it does not know a language."""
    own = Catalogs(own_catalogs())
    return own if own.knows(language) or language in _NO_LANGUAGE else Catalogs(offered_catalogs())


def offered_catalogs() -> list[Catalog]:
    """Return the catalogues of the program's own messages, also those that plugins bring.

    Only plugins that are installed besides the program are loaded for it.
    """
    brought = Plugins(third_party()).catalogs()
    return [*own_catalogs(), *(each for each in brought if each.domain == DOMAIN)]


def own_catalogs() -> list[Catalog]:
    """Return the catalogues of the program itself."""
    locale = files("bastide.cli") / "locale"
    found = []
    for folder in sorted(locale.iterdir(), key=lambda entry: entry.name):
        po = folder / "LC_MESSAGES" / f"{DOMAIN}.po"
        if po.is_file():
            found.append(Catalog(DOMAIN, folder.name, po))
    return found


@cache
def own_languages() -> list[str]:
    """Return the languages that need no plugin."""
    return Catalogs(own_catalogs()).languages()


def wanted_language(environ: Mapping[str, str], flag: str = "", configured: str = "") -> str:
    """Return the language asked for: `--lang`, the configuration, LC_ALL, LC_MESSAGES, LANG."""
    asked = (flag, configured, *(environ.get(name, "") for name in _VARIABLES))
    return next((language for language in asked if language), SOURCE)
