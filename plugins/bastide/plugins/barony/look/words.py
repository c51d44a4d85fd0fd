"""Names and words that every sentence of Barony's screen uses."""

from __future__ import annotations

from collections.abc import Sequence

from bastide.core.messages import Text
from bastide.plugins.barony.board import Cell
from bastide.plugins.barony.pieces import KINDS, TERRAINS

LETTERS = "ABCD"
"""Seats in turn order; who is who must not be told by colour alone."""


class Words:
    """The words of a table in one language; `names` are those of the last `Look`."""

    def __init__(self, text: Text) -> None:
        self.text = text
        self.names: tuple[str, ...] = ()

    def name(self, seat: int) -> str:
        """Return a seat's name, its letter before names are known."""
        return self.names[seat] if 0 <= seat < len(self.names) else LETTERS[seat]

    def place(self, cell: Cell) -> str:
        """Return a hex as it is typed: `2,1`."""
        return f"{cell[0]},{cell[1]}"

    def series(self, parts: Sequence[str]) -> str:
        """Return several things, one after the other."""
        said = parts[0] if parts else ""
        for part in parts[1:]:
            said = self.text("{first}, {rest}", first=said, rest=part)
        return said

    def tokens(self, amounts: Sequence[int]) -> str:
        """Return numbers of tokens by kind: `2 field, 1 plain`; the dearest first."""
        held = [kind for kind in reversed(KINDS) if amounts[kind]]
        parts = [
            self.text("{n} {terrain}", n=amounts[k], terrain=self.text(TERRAINS[k])) for k in held
        ]
        return self.series(parts) or self.text("no token")


def parse_cell(word: str) -> Cell | None:
    """Return the hex that `2,1` or `-1,3` means; None for anything else."""
    q, comma, r = word.partition(",")
    if not comma or not all(_is_number(each) for each in (q, r)):
        return None
    return int(q), int(r)


def _is_number(word: str) -> bool:
    digits = word.removeprefix("-")
    return digits.isascii() and digits.isdigit() and len(digits) < 4
