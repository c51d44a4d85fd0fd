"""Positions written as text, and what seats do in them, as short words.

    board   `0,0 plain  1,0 lake`: hexes that are not named are off the board
    pawns   `A 0,0 k2 v`: two knights and a village of seat 0; also s (stronghold), c (city)
    action  `move 0,0 > 1,0`, `move 0,0 > 1,0 field` (the token to take), `recruit 0,0 2`,
            `build 0,0 village`, `city 0,0`, `expedition 0,0`, `title field 3 plain 1`,
            `settle 0,0`, `done`, `pass`

What is not on the board is in the reserves; all are barons without tokens, and the bank is full.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from bastide.core.chance import Answer
from bastide.core.events import Action, Event, Plain
from bastide.core.options import OptionValue
from bastide.core.plugins import Plugins, Setup, built_in
from bastide.core.rules import Rules
from bastide.core.state import State
from bastide.core.testing import check_refusal
from bastide.plugins.barony.board import Cell, board_text
from bastide.plugins.barony.pieces import CITY, KNIGHT, PIECES, STRONGHOLD, TERRAINS, VILLAGE
from bastide.plugins.barony.presence import knights, knights_of, structure, structure_of
from bastide.plugins.barony.state import Realm, realm

SEATS = "ABCD"
LETTERS = {"v": VILLAGE, "s": STRONGHOLD, "c": CITY}
LISTED: tuple[tuple[str, OptionValue], ...] = (("seating", "listed"),)


@cache
def compose(seats: int, **options: OptionValue) -> Rules:
    """Return the rules for a number of seats; seats play in the order in which they are listed."""
    plugins = Plugins({"barony": built_in()["barony"]})
    own = tuple((f"barony.{name}", value) for name, value in options.items())
    return plugins.compose(Setup("barony", seats, options=(*LISTED, *own)))


def cell(word: str) -> Cell:
    q, r = word.split(",")
    return int(q), int(r)


def parse_board(text: str) -> str:
    """Return the board of a text such as `0,0 plain  1,0 lake`."""
    words = text.split()
    return board_text(
        (*cell(at), terrain) for at, terrain in zip(words[::2], words[1::2], strict=True)
    )


def act(text: str) -> Action:
    """Return the action of a short text."""
    verb, *words = text.replace(">", " ").split()
    data: list[Plain] = []
    if verb == "title":
        paid = dict(zip(words[::2], map(int, words[1::2]), strict=True))
        return Action("barony.title", tuple(paid.get(each, 0) for each in TERRAINS[:4]))
    for word in words:
        if "," in word:
            data += cell(word)
        else:
            data.append(int(word) if word.isdigit() else word)
    if verb == "move" and len(data) == 4:
        data.append("")
    return Action(f"barony.{verb}", tuple(data))


class Position(NamedTuple):
    """A position with the rules that it is played by; playing on returns another one."""

    rules: Rules
    s: State

    @property
    def realm(self) -> Realm:
        return realm(self.s)

    @property
    def seat(self) -> str:
        """Who is to act."""
        return SEATS[self.s.seat]

    # playing

    def after(self, *texts: str) -> Position:
        """Return the position after some actions."""
        s = self.s
        for text in texts:
            s = self.rules.step(s, act(text))
        return Position(self.rules, s)

    def why_not(self, text: str) -> str:
        """Return why an action is refused; refusing changes nothing."""
        return check_refusal(self.rules, self.s, act(text))

    def legal(self, verb: str = "") -> list[Action]:
        """Return the listed actions, or those of one kind."""
        kind = f"barony.{verb}"
        return [each for each in self.rules.legal(self.s) if not verb or each.kind == kind]

    def targets(self, verb: str) -> list[Cell]:
        """Return the hexes of the listed actions of a kind, each once."""
        hexes = {(int(str(a.data[0])), int(str(a.data[1]))) for a in self.legal(verb)}
        return sorted(hexes)

    def round_out(self) -> Position:
        """Return the position after the rest of this round, every seat taking its first choice."""
        s, rules = self.s, self.rules
        last = s.turn + s.seats - s.turn_seat
        while not s.over and s.turn < last:
            s = rules.step(s, rules.legal(s)[0])
        return Position(rules, s)

    # looking

    def at(self, where: str) -> str:
        """Return who stands on a hex, as it is written for a position: `A k2 v, B k1`."""
        code = self.realm.pawns[self.realm.land.number[cell(where)]]
        shown = []
        for seat in range(self.s.seats):
            n, kind = knights_of(code, seat), structure_of(code, seat)
            words = [f"k{n}"] if n else []
            words += [letter for letter, each in LETTERS.items() if each == kind]
            if words:
                shown.append(" ".join([SEATS[seat], *words]))
        return ", ".join(shown)

    def tokens(self, seat: str) -> dict[str, int]:
        """Return the tokens of a seat."""
        held = self.realm.tokens[SEATS.index(seat)]
        return {TERRAINS[kind]: n for kind, n in enumerate(held) if n}

    def left(self, seat: str, piece: str) -> int:
        """Return the pieces of a kind in a seat's reserve."""
        return self.realm.reserve[PIECES.index(piece)][SEATS.index(seat)]

    def events(self, kind: str) -> list[tuple[Plain, ...]]:
        """Return the data of the events of a kind since the last step."""
        found: list[Event] = self.s.events
        return [event.data for event in found if event.kind == f"barony.{kind}"]


def opened(rules: Rules) -> State:
    """Return the first position of the main stage, its cities anywhere."""
    s = rules.new()
    rules.answer(s, (Answer(bytes(32)),))
    while s.phase == "settle":
        rules.apply(s, rules.legal(s)[0])
    return s


def position(
    board: str, *pawns: str, seats: int = 2, turn: str = "A", rules: Rules | None = None
) -> Position:
    """Return a position of the main stage in which a seat begins its turn."""
    rules = rules or compose(seats)
    s = opened(rules).clone()
    r = realm(s)
    r.lay(parse_board(board))
    for kind, amount in zip((KNIGHT, VILLAGE, STRONGHOLD, CITY), (7, 14, 2, 5), strict=True):
        r.reserve[kind] = [amount] * s.seats
    for text in pawns:
        put(r, text)
    s.seat = s.turn_seat = SEATS.index(turn)
    s.turn = s.stage_turn = 20 * s.seats + s.seat
    s.legal = None
    return Position(rules, s)


def put(r: Realm, text: str) -> None:
    """Put pawns of a seat on a hex: `A 0,0 k2 v`."""
    who, where, *words = text.split()
    seat, n = SEATS.index(who), r.land.number[cell(where)]
    for word in words:
        if word[0] == "k":
            many = int(word[1:])
            r.pawns[n] += knights(seat, many)
            r.reserve[KNIGHT][seat] -= many
        else:
            r.pawns[n] += structure(seat, LETTERS[word])
            r.reserve[LETTERS[word]][seat] -= 1


def give(p: Position, seat: str, **tokens: int) -> Position:
    """Give a seat tokens from the bank, in place."""
    for terrain, n in tokens.items():
        kind = TERRAINS.index(terrain)
        p.realm.tokens[SEATS.index(seat)][kind] += n
        p.realm.bank[kind] -= n
    p.s.legal = None
    return p


def raise_to(p: Position, seat: str, rank: int, cities: int = 0) -> Position:
    """Give a seat a rank and new cities (which stand nowhere), and their points, in place."""
    n = SEATS.index(seat)
    p.realm.ranks[n] = rank
    p.realm.reserve[CITY][n] = 2 - cities
    p.s.scores[n] = 15 * rank + 10 * cities
    p.s.legal = None
    return p
