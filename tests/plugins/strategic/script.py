"""Games with hands as text; the lines are explained at the top of `examples.txt`."""

from __future__ import annotations

from collections import Counter

from bastide.core.events import Action, score_of
from bastide.plugins.carcassonne.state import board
from tests.plugins.carcassonne.script import parse_move
from tests.plugins.strategic.tables import Stacked, Table, compose_deck


def words_of(lines: list[str], head: str) -> list[str]:
    """Return what follows the first word of the first line that begins with it."""
    found = [line.split()[1:] for line in lines if line.split()[0] == head]
    return found[0] if found else []


class HandScript:
    """Plays the lines of an example on all pairs of eyes."""

    def __init__(self, lines: list[str]) -> None:
        self.lines = lines
        deck, (seats,) = words_of(lines, "deck"), words_of(lines, "players")
        rules = compose_deck(deck, int(seats), *words_of(lines, "with"))
        self.table = Table(rules, Stacked(deck))

    def run(self) -> None:
        """Play every line and check every statement."""
        for n, line in enumerate(self.lines):
            head, *words = line.split()
            if head == "start":
                (placed,) = board(self.table.all).placed
                assert words == [placed.tile, f"r{placed.rotation}", "0", "0"]
            elif head.isdigit() or head == "aside":
                self.turn(head, words)
                if not self.lines[n + 1].startswith("=>"):
                    self.check_points([])
            else:
                self.check(head, words)

    def turn(self, head: str, words: list[str]) -> None:
        table = self.table
        if head == "aside":
            assert table.all.seat == int(words[0]) - 1
            table.set_aside(words[1])
            return
        move = parse_move([head, *words])
        assert table.all.seat == move.seat
        table.lay(move.tile, move.rotation, move.x, move.y, move.segment, move.piece)

    def check(self, head: str, words: list[str]) -> None:
        table = self.table
        match head:
            case "hand":
                assert Counter(table.hand(int(words[0]) - 1)) == Counter(words[1:])
            case "pile":
                assert table.pile == int(words[0])
            case "!":
                assert "fits" in table.refusal(Action("strategic.stuck"))
                assert "none of the hand fits" in table.refusal(
                    Action("strategic.aside", (words[2],))
                )
            case "=>":
                self.check_points(words)
            case "over":
                assert table.all.over
            case "end":
                self.check_end([int(word) for word in words])
            case _:
                assert head in ("players", "deck", "with")

    def check_points(self, words: list[str]) -> None:
        """Check what the turn just above gave, without the final count."""
        given = [score_of(event) for event in self.table.events if event.kind == "score"]
        found = [f"{score.seat + 1}+{score.points}" for score in given if not score.final]
        assert sorted(found) == sorted(words)

    def check_end(self, totals: list[int]) -> None:
        """Check the totals of a game that is over, or is taken to be."""
        assert self.table.rules.projections(self.table.all) == totals
        if self.table.all.over:
            assert self.table.all.scores == totals
