"""What goes wrong between peers, each as one sentence for people.

A `Refusal` is nobody's bug: the other side, the network, the disk or the user is at fault, and the
program goes on. It carries its sentence as a `Message`, so that the front end can show it in the
reader's language. A `UsageError` is a fault of the calling code.
"""

from __future__ import annotations

from typing import Self

from bastide.core.messages import Message

UNREACHABLE = "unreachable"
"""Code of a link or an address that does not answer."""
MALFORMED = "malformed"
"""Code of bytes that break the protocol; counts against the sender's address."""
SIGNATURE = "signature"
"""Code of a signature that does not verify; counts against the sender's address."""
IDENTITY = "identity"
"""Code of a key that is weak, our own, or another than the one asked for."""
BUSY = "busy"
"""Code of a limit that is reached."""
TWICE = "twice"
"""Code of a link whose key is in use by another program already."""
REFUSED = "refused"
"""Code of a link that the other side ended with last words."""
PROTOCOL = "protocol"
"""Code of everything else that the other side did wrong."""


class Refusal(Exception):
    """Something that cannot be done, and why, in one sentence.

    Attributes:
        message: the sentence, for the catalogue of `bastide`.
        code: a short word for programs; `err` frames carry it.
    """

    code = PROTOCOL

    def __init__(self, text: str, /, *, code: str = "", **fields: int | str) -> None:
        """Take the English sentence with named placeholders, and their values."""
        self.message = Message(text, tuple(sorted(fields.items())))
        self.code = code or type(self).code
        super().__init__(text.format(**fields))

    @classmethod
    def of(cls, sentence: Message, code: str = "") -> Self:
        """Return a refusal that says a sentence made elsewhere."""
        error = cls("", code=code)
        error.args = (sentence.id.format(**dict(sentence.fields)),)
        error.message = sentence
        return error


class PeerError(Refusal):
    """The other side, or what the user typed about it, is at fault."""


class StoreError(Refusal):
    """The data folder cannot be used as asked."""

    code = "store"


class UsageError(Exception):
    """The calling code is at fault."""
