"""Any text in the letters of ASCII, one for one; drawing characters by what looks like them."""

from __future__ import annotations

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


def to_ascii(text: str) -> str:
    """Return a text in ASCII of the same number of characters; accents are dropped."""
    return "".join(map(_ascii, text))


@cache
def _ascii(char: str) -> str:
    if char < "\x7f":
        return char
    plain = unicodedata.normalize("NFKD", char.translate(_REPLACED))[:1]
    if "\u2800" <= char <= "\u28ff":
        return " " if char == "\u2800" else "*"
    return plain if plain < "\x7f" else "?"
