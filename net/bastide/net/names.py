"""Display names: which are fit to be shown, and how any text is made to be.

A name proves nothing and is always shown with the last four characters of the key.
"""

from __future__ import annotations

import unicodedata

from bastide.net.errors import PeerError
from bastide.net.limits import NAME_BYTES

_UNFIT_CATEGORIES = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp"})
_SHOWN = 20
"""Characters that are shown of a name that is too long."""


def check_name(name: str) -> str:
    """Return a display name that is fit to be shown.

    Raises:
        PeerError: over 40 bytes of UTF-8, not in NFC, or with control or format characters.
    """
    size, shown = len(name.encode(errors="surrogatepass")), plain_text(name, NAME_BYTES)
    if size > NAME_BYTES:
        raise PeerError(
            "The name {name} has {size} bytes; at most {most} are allowed: shorten it.",
            name=shown[:_SHOWN] + "…",
            size=size,
            most=NAME_BYTES,
        )
    if any(unicodedata.category(each) in _UNFIT_CATEGORIES for each in name):
        raise PeerError("The name {name} holds control characters: leave them out.", name=shown)
    if not unicodedata.is_normalized("NFC", name):
        raise PeerError("A name is text in the normal form NFC.")
    return name


def player_name(text: str) -> str:
    """Return the name that a player has typed: without blanks around it, and composed (NFC).

    Raises:
        PeerError: it is empty, too long, or cannot be shown.
    """
    return _typed_name(text, "A player needs a name.")


def table_name(text: str) -> str:
    """Return the name that somebody has typed for a table; see `player_name`."""
    return _typed_name(text, "The table needs a name: type one.")


def _typed_name(text: str, needed: str) -> str:
    name = unicodedata.normalize("NFC", text).strip()
    if not name:
        raise PeerError(needed)
    return check_name(name)


def plain_text(text: str, most: int) -> str:
    """Return somebody else's text fit to be shown: one line, no control characters, cut.

    Args:
        text: anything.
        most: characters that are kept.
    """
    line = text.replace("\n", " ").replace("\t", " ")
    return "".join(each for each in line if unicodedata.category(each) not in _UNFIT_CATEGORIES)[
        :most
    ]


def fit_name(text: str, otherwise: str = "player") -> str:
    """Return the nearest display name to any text, such as a login name."""
    kept = (each for each in text if unicodedata.category(each) not in _UNFIT_CATEGORIES)
    name = unicodedata.normalize("NFC", "".join(kept)).strip()
    while len(name.encode()) > NAME_BYTES:
        name = name[:-1].rstrip()
    return name or otherwise
