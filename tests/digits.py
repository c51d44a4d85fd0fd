"""All characters that any test of Python takes for a digit or a number."""

from __future__ import annotations

import sys

DIGIT_LIKE = tuple(
    char for char in map(chr, range(128, sys.maxunicode + 1)) if char.isdigit() or char.isnumeric()
)
"""Those beyond ASCII: `²`, `①`, `½`, `٣`, `五`, ..."""

DIGIT_KINDS = tuple({(char.isdigit(), char.isdecimal()): char for char in DIGIT_LIKE}.values())
"""One of each kind: a digit that counts places, one that does not, and a mere number."""
