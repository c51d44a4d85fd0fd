"""Games as text: what a player and a scripted dealer do, and what must come of it.

The lines are explained at the top of `examples.txt`.
"""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import pytest

from bastide.core.chance import Answer
from bastide.core.events import Action
from bastide.core.rules import IllegalAction, Rules
from bastide.core.state import State
from bastide.plugins.carcassonne.pieces import MEEPLE
from bastide.plugins.carcassonne.state import board

HERE = Path(__file__).parent


class Move(NamedTuple):
    """A seat (from 0) lays a tile and puts a piece on a segment, or none ("")."""

    seat: int
    tile: str
    rotation: int
    x: int
    y: int
    segment: str
    piece: str = MEEPLE


def examples(file: Path = HERE / "examples.txt") -> dict[str, list[str]]:
    """Return the lines of each worked example of a file by its id."""
    found: dict[str, list[str]] = {}
    lines: list[str] = []
    for line in file.read_text(encoding="utf-8").splitlines():
        if line.startswith("example "):
            lines = found[line.removeprefix("example ")] = []
        elif line and not line.startswith("#"):
            lines.append(line)
    return found


def parse_move(words: list[str]) -> Move:
    """Return the move of a line such as `1 base-W r0 1 0 r3`; `other:r3` names the piece."""
    seat, tile, turn, x, y, on = words
    rotation = int(turn.removeprefix("r"))
    piece, _, segment = on.rpartition(":")
    where = int(seat) - 1, tile, rotation, int(x), int(y)
    return Move(*where, segment.strip("-"), piece or MEEPLE)


def draw(rules: Rules, s: State, tile: str) -> None:
    """Answer the request for a tile, in place."""
    (request,) = s.waiting
    assert tile in request.pool  # type: ignore[union-attr]  # the only request of the game is Pick
    rules.answer(s, (Answer((tile,)),))


def place_action(s: State, move: Move) -> Action:
    """Return the action that lays the tile, in the smallest rotation that looks the same."""
    rotation = board(s).tables.turned[move.tile][move.rotation].rotation
    return Action("carcassonne.place", (move.tile, move.x, move.y, rotation))


def meeple_action(move: Move) -> Action:
    """Return the action of the meeple step."""
    if not move.segment:
        return Action("carcassonne.none")
    return Action("carcassonne.meeple", (move.segment, move.piece))


def play(rules: Rules, s: State, move: Move) -> State:
    """Return the position after a move whose tile was drawn already.

    Raises:
        IllegalAction: the tile or the meeple is refused.
    """
    assert s.seat == move.seat
    s = rules.step(s, place_action(s, move))
    if s.phase == "meeple" or move.segment:
        s = rules.step(s, meeple_action(move))
    return s


def after(rules: Rules, *lines: str) -> State:
    """Return the position after some moves, each a line such as `1 base-U r0 1 0 -`."""
    s = rules.new()
    for line in lines:
        move = parse_move(line.split())
        draw(rules, s, move.tile)
        s = play(rules, s, move)
    return s


class Script:
    """Plays the lines of an example."""

    def __init__(self, rules: Rules, lines: list[str]) -> None:
        self.rules, self.lines = rules, lines
        self.s = rules.new()
        self.before = list(self.s.scores)
        self.moves_left = sum(line[0].isdigit() for line in lines)

    def run(self) -> State:
        """Play every line, check every statement, and return the end."""
        for n, line in enumerate(self.lines):
            head, *words = line.split()
            match head:
                case "players":
                    assert self.rules.seats == int(words[0])
                case "start":
                    self.check_start(words)
                case "!":
                    self.refuse(parse_move(words))
                case "aside":
                    self.set_aside(int(words[0]) - 1, words[1])
                case "=>":
                    self.check_points(words)
                case "end":
                    assert self.s.over
                    assert self.s.scores == [int(word) for word in words]
                case _:
                    self.move(parse_move([head, *words]))
                    if not self.lines[n + 1].startswith("=>"):
                        self.check_points([])
        return self.s

    def check_start(self, words: list[str]) -> None:
        (placed,) = board(self.s).placed
        assert words == [placed.tile, f"r{placed.rotation}", str(placed.x), str(placed.y)]

    def drawn(self, tile: str) -> State:
        """Return the position with this tile drawn, if it is not yet."""
        s = self.s.clone()
        if s.waiting:
            draw(self.rules, s, tile)
        assert board(s).current == tile
        return s

    def refuse(self, move: Move) -> None:
        s = self.drawn(move.tile)
        before = self.rules.digest(s)
        with pytest.raises(IllegalAction) as refusal:
            play(self.rules, s, move)
        assert refusal.value.why.id != "this is not possible now", "no reason in words of the rules"
        assert self.rules.digest(s) == before

    def set_aside(self, seat: int, tile: str) -> None:
        assert self.s.seat == seat
        draw(self.rules, self.s, tile)
        assert board(self.s).aside[-1] == tile
        assert (self.s.seat, bool(self.s.waiting)) == (seat, True)

    def move(self, move: Move) -> None:
        self.before = list(self.s.scores)
        self.s = self.drawn(move.tile)
        self.moves_left -= 1
        if not self.moves_left:
            board(self.s).bag = ()  # An example ends as if nothing were left to draw.
        self.s = play(self.rules, self.s, move)

    def check_points(self, words: list[str]) -> None:
        """Check what the turn just above gave, without the final count."""
        wanted = [0] * self.rules.seats
        for word in words:
            seat, points = word.split("+")
            wanted[int(seat) - 1] = int(points)
        final = [0] * self.rules.seats
        for event in self.s.events:
            if event.kind == "score":
                seat, points, *_, is_final = event.data
                final[seat] += points if is_final else 0  # type: ignore[index,operator]  # a score
        given = zip(self.s.scores, final, self.before, strict=True)
        assert [after - end - before for after, end, before in given] == wanted
