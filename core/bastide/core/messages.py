"""Texts for people as plain data: which sentence, with which fields.

Rules never build sentences. They name a message (its English text is its id) and its fields; a
`Text` turns it into a sentence of the reader's language. Catalogues are read by the front end.
"""

from __future__ import annotations

from typing import NamedTuple, Protocol


class Message(NamedTuple):
    """One sentence for people.

    `id` is the English text with named placeholders. With `plural` set, the field `n` decides
    between the two, and both hold the placeholder `{n}`.
    """

    id: str
    fields: tuple[tuple[str, int | str], ...] = ()
    plural: str = ""


def message(id: str, /, *, plural: str = "", **fields: int | str) -> Message:
    """Return a message with its fields in alphabetical order."""
    return Message(id, tuple(sorted(fields.items())), plural)


class Text(Protocol):
    """The messages of one domain (a plugin id, or `bastide`) in one language."""

    def __call__(self, id: str, /, **fields: object) -> str:
        """Return the sentence for a message id."""
        ...

    def count(self, one: str, many: str, n: int, /, **fields: object) -> str:
        """Return the sentence for a number of things; `{n}` is the number."""
        ...

    def say(self, message: Message, /) -> str:
        """Return the sentence for a message."""
        ...


class English:
    """The texts as they stand in the code."""

    def __call__(self, id: str, /, **fields: object) -> str:
        """Return the sentence for a message id."""
        return id.format(**fields)

    def count(self, one: str, many: str, n: int, /, **fields: object) -> str:
        """Return the sentence for a number of things; `{n}` is the number."""
        return (one if n == 1 else many).format(n=n, **fields)

    def say(self, message: Message, /) -> str:
        """Return the sentence for a message."""
        fields = dict(message.fields)
        if message.plural:
            n = int(fields.pop("n"))
            return self.count(message.id, message.plural, n, **fields)
        return self(message.id, **fields)
