"""What each seat has left: pieces of every kind, and tiles that others cannot see."""

from __future__ import annotations

from bastide.core.look.words import LETTERS
from bastide.core.messages import Text
from bastide.core.state import State
from bastide.plugins.carcassonne.look.held import hidden_tiles
from bastide.plugins.carcassonne.pieces import MEEPLE
from bastide.plugins.carcassonne.state import board

_MOST_NAMED = 3
"""Others whose hands are told in words at the edge of the smallest pane."""


class Supplies:
    """Says in one language what seats have left, in several lengths."""

    def __init__(self, text: Text) -> None:
        self._text = text

    def usual(self, s: State, seat: int) -> str:
        """Return `●●●○○○○ giant`: meeples left and gone, then the names of other pieces left."""
        b = board(s)
        left = b.supply[MEEPLE][seat]
        shown = "●" * left + "○" * (b.tables.pieces[MEEPLE].amount - left)
        return " ".join([shown, *(self._named(id, n) for id, n in self._others(s, seat) if n)])

    def _others(self, s: State, seat: int) -> list[tuple[str, int]]:
        supply = board(s).supply
        return [(id, left[seat]) for id, left in supply.items() if id != MEEPLE]

    def _named(self, piece: str, n: int) -> str:
        name = self._text(piece)
        return name if n == 1 else self._text("{n} {piece}", n=n, piece=name)

    def short(self, s: State, seat: int) -> str:
        """Return `●3 G`: the number of meeples, then other pieces left, by their first letters."""
        shown = f"●{board(s).supply[MEEPLE][seat]}"
        others = self._others(s, seat)
        letters = _told_apart([self._text(id) for id, _ in others])
        for start, (_, n) in zip(letters, others, strict=True):
            shown += f" {start if n == 1 else f'{start}{n}' if n else ' ' * len(start)}"
        return shown

    def long(self, s: State, seat: int) -> str:
        """Return the usual with the number of hidden tiles."""
        return self._with_tiles(s, seat, self.usual(s, seat))

    def words(self, s: State, seat: int) -> str:
        """Return `3 meeples, 1 giant, 2 tiles`: what is left, to be read out."""
        n = board(s).supply[MEEPLE][seat]
        shown = self._text.count("{n} meeple", "{n} meeples", n)
        for piece, left in self._others(s, seat):
            other = self._text("{n} {piece}", n=left, piece=self._text(piece))
            shown = self._text("{first}, {next}", first=shown, next=other)
        return self._with_tiles(s, seat, shown)

    def _with_tiles(self, s: State, seat: int, supply: str) -> str:
        n = hidden_tiles(s)[seat]
        if not n:
            return supply
        one, many = "{supply}, {n} tile", "{supply}, {n} tiles"
        return self._text.count(one, many, n, supply=supply)

    def hidden(self, s: State, seat: int) -> str:
        """Return how many tiles the others hold that this seat cannot see; "" for none."""
        counts = {n: held for n, held in enumerate(hidden_tiles(s)) if n != seat}
        if not any(counts.values()):
            return ""
        different = {*counts.values()}
        if len(different) == 1:
            return self._text("others: {n} each", n=different.pop())
        shown = " ".join(f"{LETTERS[n]}{held}" for n, held in counts.items())
        if len(counts) > _MOST_NAMED:
            return shown
        return self._text("others: {hands}", hands=shown)


def _told_apart(names: list[str]) -> list[str]:
    """Return of each name as many of its first letters as no other one begins with."""
    return [_start(name, [*names[:n], *names[n + 1 :]]) for n, name in enumerate(names)]


def _start(name: str, others: list[str]) -> str:
    for end in range(1, len(name)):
        start = name[:end].casefold()
        if not any(other.casefold().startswith(start) for other in others):
            return name[:1].upper() + name[1:end]
    return name[:1].upper() + name[1:]
