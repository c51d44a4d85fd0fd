"""What the screen asks of a position: what may be laid where, what joins what. Changes nothing."""

from __future__ import annotations

from functools import cached_property

from bastide.core.events import Action, total
from bastide.core.look.position import Cell
from bastide.core.look.position import Position as BasePosition
from bastide.core.rules import Rules
from bastide.core.screen import Cursor
from bastide.core.state import State
from bastide.plugins.carcassonne.board import extent, tile_at
from bastide.plugins.carcassonne.features import number_of, root_of
from bastide.plugins.carcassonne.look.held import Held, hand_of, open_hand, own_hand
from bastide.plugins.carcassonne.look.joined import Joined, Worth, feature_at
from bastide.plugins.carcassonne.look.view import Bounds, around
from bastide.plugins.carcassonne.pieces import MONASTERY, SIDES, STEPS, Placed, kind_of
from bastide.plugins.carcassonne.scoring import worth
from bastide.plugins.carcassonne.state import Board, board
from bastide.plugins.carcassonne.tables import (
    AROUND,
    MEEPLE_ACTION,
    PLACE_ACTION,
    Shape,
    cell_of,
    place_of,
)
from bastide.plugins.carcassonne.turn import MEEPLE, PLACE, place_tile, put_meeple

LIST = "list"
"""What `Position.phase` is while a seat chooses something that is neither a place nor a meeple."""

PIECE = "piece="
"""Flag of a cursor: the kind of piece that was chosen before no meeple was."""


class Position(BasePosition):
    """A state as a seat sees it, with its cursor."""

    def __init__(self, rules: Rules, s: State, seat: int, cursor: Cursor) -> None:
        super().__init__(rules, s, seat, cursor)
        self.board: Board = board(s)

    # whose decision, and which

    @cached_property
    def phase(self) -> str:
        """`place` or `meeple` while a seat decides that, `LIST` for what else I choose, or ""."""
        s = self.s
        if s.over or s.waiting:
            return ""
        if s.phase in (PLACE, MEEPLE):
            return s.phase
        return LIST if self.actions else ""

    @property
    def mine(self) -> bool:
        """Whether the seat that looks is the one to decide."""
        return bool(self.phase) and (self.phase == LIST or self.seat == self.s.seat)

    # the hand

    @cached_property
    def hand(self) -> tuple[Held, ...]:
        """The tiles to choose from, or those that the seat to act shows to all."""
        return self._shown or hand_of(self.s, self.seat)

    @cached_property
    def _shown(self) -> tuple[Held, ...]:
        """The hand of another seat, while that decides something else than what to lay."""
        s = self.s
        usual = s.phase in (PLACE, MEEPLE) or s.waiting or s.over
        return () if usual or self.seat == s.seat else open_hand(s)

    @property
    def shows(self) -> bool:
        """Whether `hand` is that of another seat, which lies open."""
        return bool(self._shown)

    @cached_property
    def held(self) -> Held | None:
        """The tile under the cursor that is to be laid, as far as these eyes know it."""
        if self.phase != PLACE or not self.hand:
            return None
        if not self.mine and own_hand(self.s, self.seat):
            return None
        return self.hand[self.cursor.hand % len(self.hand)]

    @property
    def tile(self) -> str:
        """Return the type of that tile, or ""."""
        return self.held.tile if self.held else ""

    def fits(self, held: Held) -> bool:
        """Tell whether a tile of the hand fits anywhere now, whoever is to act."""
        b = self.board
        fit, veto = b.tables.fit[held.tile], b.tables.veto
        return any(
            veto is None or veto(True, self.s, Placed(held.tile, *place_of(cell), moves.rotation))
            for cell, code in b.frontier.items()
            for moves in fit[code]
        )

    # laying

    @cached_property
    def fitting(self) -> dict[Cell, list[Action]]:
        """The actions that lay the tile, by cell: rows from the north, each from the west."""
        if self.phase != PLACE or not self.mine:
            return {}
        found: dict[Cell, list[Action]] = {}
        for action in self._laying():
            found.setdefault(placed_of(action)[1:3], []).append(action)
        return {cell: found[cell] for cell in sorted(found, key=lambda c: (c[1], c[0]))}

    def _laying(self) -> list[Action]:
        """Return the actions that lay the tile, with the very card of the hand if any name it."""
        of_tile = [
            action
            for action in self.rules.legal(self.s)
            if action.kind == PLACE_ACTION and action.data[0] == self.tile
        ]
        item = self.held.item if self.held else None
        return [a for a in of_tile if any(claim[0] == item for claim in a.claims)] or of_tile

    @cached_property
    def others(self) -> list[Action]:
        """What may be chosen instead of laying a tile; numbered after the places."""
        if self.phase != PLACE or not self.mine:
            return []
        return [action for action in self.rules.legal(self.s) if action.kind != PLACE_ACTION]

    @property
    def other(self) -> Action | None:
        """The one of them that is under the cursor; always one where no tile of the hand fits."""
        n = self.cursor.choice - len(self.fitting)
        if n < 0 and not any(map(self.fits, self.hand)):
            n = 0
        return self.others[n] if 0 <= n < len(self.others) else None

    @property
    def chosen(self) -> Action | None:
        """The action under the cursor."""
        if self.phase == MEEPLE:
            return self.choice
        if self.phase == LIST:
            return super().chosen
        return self.other or self.action_on(self.cell)

    @cached_property
    def numbered(self) -> list[Action]:
        """The legal places, then what may be done instead; the meeple choices; or a list."""
        if self.phase == MEEPLE:
            return self.choices
        if self.phase == LIST:
            return self.actions
        places = [self.action_on(cell) for cell in self.fitting]
        return [action for action in places if action] + self.others

    def cells_of(self, action: Action) -> tuple[Cell, ...]:
        """Return the cell that a tile or a meeple is put on."""
        if self.phase == MEEPLE:
            return ((self.last.x, self.last.y),)
        return (placed_of(action)[1:3],) if action.kind == PLACE_ACTION else ()

    def ways_like(self, action: Action) -> list[Action]:
        """Return all that lays the tile on the same cell, each turned in another way."""
        if action.kind != PLACE_ACTION:
            return [action]
        return self.fitting.get(placed_of(action)[1:3], [action])

    def turns(self, cell: Cell) -> list[int]:
        """Return the rotations in which the tile fits on a cell, smallest first."""
        return sorted(placed_of(action).rotation for action in self.fitting.get(cell, ()))

    def alike(self, rotation: int) -> int:
        """Return the smallest rotation in which the tile looks as in another."""
        return self.board.tables.turned[self.tile][rotation % 4].rotation if self.tile else 0

    def action_on(self, cell: Cell) -> Action | None:
        """Return the action that lays the tile on a cell, turned as the cursor says if it can."""
        actions = self.fitting.get(cell)
        if not actions:
            return None
        wanted = self.alike(self.cursor.turn)
        return next((a for a in actions if placed_of(a).rotation == wanted), actions[0])

    def joined(self, action: Action) -> list[Joined]:
        """Return the features that the tile would be part of where an action lays it.

        Only those that reach a neighbour, and fields only where somebody stands.
        """
        t = self.s.clone()
        place_tile(t, action)
        placed, b = placed_of(action), board(t)
        shape = b.tables.turned[placed.tile][placed.rotation]
        touching = self._neighbours(placed)
        roots: dict[int, str] = {}
        for segment in shape.segments:
            if touching & {*segment.sides, *(half[0] for half in segment.half_edges)}:
                root = root_of(b, number_of(b, placed.x, placed.y, segment.id))
                roots.setdefault(root, segment.id)
        found = [feature_at(t, placed.x, placed.y, id) for id in roots.values()]
        near = [
            feature_at(t, *place_of(monk), MONASTERY)
            for monk in b.monks
            if monk - cell_of(placed.x, placed.y) in AROUND
        ]
        return [feature for feature in found if feature.kind != "field" or feature.seats] + near

    def _neighbours(self, placed: Placed) -> set[str]:
        around = zip(SIDES, STEPS, strict=True)
        at = self.board.at
        return {side for side, (dx, dy) in around if cell_of(placed.x + dx, placed.y + dy) in at}

    # meeples

    @cached_property
    def choices(self) -> list[Action]:
        """What may be chosen once the tile lies: each place for each kind of piece, then none."""
        if self.phase != MEEPLE:
            return []
        actions = self.rules.legal(self.s)
        kinds = list(self.board.tables.pieces)
        meeples = [action for action in actions if action.kind == MEEPLE_ACTION]
        meeples.sort(key=lambda action: kinds.index(str(action.data[1])))
        return meeples + [action for action in actions if action.kind != MEEPLE_ACTION]

    @cached_property
    def kinds(self) -> list[str]:
        """The kinds of piece that may be put down, each once."""
        found = [str(a.data[1]) for a in self.choices if a.kind == MEEPLE_ACTION]
        return list(dict.fromkeys(found))

    @property
    def kind(self) -> str:
        """The kind of piece under the cursor; on no meeple the one that was chosen before."""
        choice = self.choice
        if choice and choice.kind == MEEPLE_ACTION:
            return str(choice.data[1])
        kept = self.cursor.flag(PIECE)
        return kept if kept in self.kinds else next(iter(self.kinds), "")

    @property
    def choice(self) -> Action | None:
        """The meeple action under the cursor."""
        return self.choices[self.cursor.choice % len(self.choices)] if self.choices else None

    @property
    def last(self) -> Placed:
        """The tile laid last."""
        return self.board.placed[-1]

    def worth(self, action: Action) -> Worth:
        """Return what a meeple would be worth where an action puts it."""
        segment = str(action.data[0])
        t = self.s.clone()
        put_meeple(t, action)
        _, x, y, _ = self.last
        cities = len(extent(t, x, y, segment).cities) if kind_of(segment) == "field" else 0
        return Worth(feature_at(self.s, x, y, segment), total(worth(t, x, y, segment)), cities)

    def outlined(self) -> dict[Cell, set[str]]:
        """Return the segments of the feature under the cursor, by cell."""
        action = self.choice if self.mine else None
        if action is None or action.kind != MEEPLE_ACTION:
            return {}
        return self.feature(self.last.x, self.last.y, str(action.data[0]))

    def feature(self, x: int, y: int, segment: str) -> dict[Cell, set[str]]:
        """Return all segments of a feature, by cell."""
        found: dict[Cell, set[str]] = {}
        for cell_x, cell_y, id in extent(self.s, x, y, segment).segments:
            found.setdefault((cell_x, cell_y), set()).add(id)
        return found

    # the board

    def bounds(self) -> Bounds:
        """Return the rectangle that holds all tiles, and until the end the cells beside them."""
        left, top, right, bottom = around((each.x, each.y) for each in self.board.placed)
        air = int(not self.s.over)
        return Bounds(left - air, top - air, right + air, bottom + air)

    def shape_at(self, x: int, y: int) -> Shape | None:
        """Return what lies on a cell, in its turn."""
        placed = tile_at(self.s, x, y)
        return placed and self.board.tables.turned[placed.tile][placed.rotation]


def placed_of(action: Action) -> Placed:
    """Return the tile that an action lays."""
    return Placed(*action.data)  # type: ignore[arg-type]  # the data of `carcassonne.place`
