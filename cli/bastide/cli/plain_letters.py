"""Any text in the letters of ASCII, one for one; drawing characters by what looks like them."""

from __future__ import annotations

import re
import unicodedata
from functools import cache

_REPLACED = str.maketrans(
    {
        **dict.fromkeys("●⚑★•", "*"),
        **dict.fromkeys("○◐", "o"),
        **dict.fromkeys("►›→", ">"),
        **dict.fromkeys("←", "<"),
        **dict.fromkeys("↑", "^"),
        **dict.fromkeys("↓↳", "v"),
        **dict.fromkeys("─—–·", "-"),
        **dict.fromkeys("│║", "|"),
        **dict.fromkeys("┌┐└┘╭╮╰╯╔╗╚╝╠╣╦╩╬├┤", "+"),
        **dict.fromkeys("═", "-"),
        **dict.fromkeys("▀▄█▒▟▙", "#"),
        **{"…": ".", "×": "x", "²": "2", "≈": "~", "⌂": "v", "♜": "C", "♞": "K", "▣": "F"},
        **{"’": "'", "‘": "'", "“": '"', "”": '"', "«": '"', "»": '"', "\u202f": " "},
        **{"\u00a0": " ", "œ": "o", "Œ": "O", "æ": "a", "Æ": "A", "ß": "s", "ø": "o", "Ø": "O"},
    }
)


_NAMED = re.compile(r"LATIN (CAPITAL|SMALL) LETTER (?:DOTLESS )?([A-Z])(?: WITH |$)")


def to_ascii(text: str) -> str:
    """Return a text in ASCII of the same number of characters; accents are dropped."""
    return "".join(map(_ascii, text))


@cache
def _ascii(char: str) -> str:
    if char < "\x7f":
        return char
    if "\u2800" <= char <= "\u28ff":
        return " " if char == "\u2800" else "*"
    plain = unicodedata.normalize("NFKD", char.translate(_REPLACED))[:1]
    return plain if plain < "\x7f" else _letter(char)


def _letter(char: str) -> str:
    """Return the letter that one with a stroke or a hook is named after: Ł is an L."""
    found = _NAMED.match(unicodedata.name(char, ""))
    if not found:
        return "?"
    return found[2] if found[1] == "CAPITAL" else found[2].lower()
