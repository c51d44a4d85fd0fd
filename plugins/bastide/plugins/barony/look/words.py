"""Names and words that every sentence of Barony's screen uses."""

from __future__ import annotations

from collections.abc import Sequence

from bastide.core.look.words import Words as BaseWords
from bastide.core.look.words import chained
from bastide.plugins.barony.board import Cell
from bastide.plugins.barony.pieces import KINDS, TERRAINS


class Words(BaseWords):
    """The words of a table of Barony in one language."""

    def place(self, cell: Cell) -> str:
        """Return a hex as it is typed: `2,1`."""
        return f"{cell[0]},{cell[1]}"

    def series(self, parts: Sequence[str]) -> str:
        """Return several things, one after the other."""
        return chained(parts, lambda a, b: self.text("{first}, {rest}", first=a, rest=b))

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
