"""The board as the rules use it: hexes by number, their neighbours, and every action on them.

All of it follows from the board's text and is made once. Hexes are numbered in the order of their
(q, r). Nothing here depends on pieces.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from bastide.core.events import Action
from bastide.plugins.barony.board import Cell
from bastide.plugins.barony.pieces import (
    FOREST,
    LAKE,
    MOST_LAKE_RECRUITS,
    MOST_RECRUITS,
    MOUNTAIN,
    PIECES,
    STRONGHOLD,
    TERRAINS,
    VILLAGE,
)

STEPS: tuple[Cell, ...] = ((1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1))
"""The neighbours of a hex, relative: E, NE, NW, W, SW, SE. Rule: section 3."""

SETTLE = "barony.settle"
RECRUIT = "barony.recruit"
MOVE = "barony.move"
BUILD = "barony.build"
FOUND = "barony.city"
EXPLORE = "barony.expedition"
"""Kinds of action on a hex; their data begin with its q and r."""

NO_TOKEN = ""
"""In a move: there is no token to choose."""

BOARDS_KEPT = 16
"""Boards whose tables are kept: those of the games that go on at the same time."""


@dataclass(slots=True, frozen=True)
class Land:
    """Tables by hex number.

    near: neighbours on the board. edge: no lakes, with a neighbour off the board (BRD-6).
    lakeside: beside a lake. mountain, forest: the terrain is.

    settle, found, explore: the action there. recruit: for one knight, two, ... as many as may be.
    moves: for each neighbour that is no lake, its number and the action without a token to choose.
    build: the actions of a village and of a stronghold.
    """

    cells: tuple[Cell, ...]
    terrain: tuple[int, ...]
    number: dict[Cell, int]
    near: tuple[tuple[int, ...], ...]
    edge: tuple[int, ...]
    lakeside: tuple[bool, ...]
    mountain: tuple[bool, ...]
    forest: tuple[bool, ...]
    settle: tuple[Action, ...]
    found: tuple[Action, ...]
    explore: tuple[Action, ...]
    recruit: tuple[tuple[Action, ...], ...]
    moves: tuple[tuple[tuple[int, Action], ...], ...]
    build: tuple[tuple[Action, Action], ...]


@lru_cache(BOARDS_KEPT)
def read_land(text: str) -> Land:
    """Return the tables of a board (see `board.board_text`)."""
    lines = [line.split(",") for line in text.splitlines()]
    cells = tuple((int(q), int(r)) for q, r, _ in lines)
    terrain = tuple(TERRAINS.index(word) for _, _, word in lines)
    number = {cell: n for n, cell in enumerate(cells)}
    near = tuple(
        tuple(number[q + dq, r + dr] for dq, dr in STEPS if (q + dq, r + dr) in number)
        for q, r in cells
    )
    land = [kind != LAKE for kind in terrain]
    lakeside = tuple(not all(land[each] for each in beside) for beside in near)
    return Land(
        cells=cells,
        terrain=terrain,
        number=number,
        near=near,
        edge=tuple(n for n, beside in enumerate(near) if land[n] and len(beside) < len(STEPS)),
        lakeside=lakeside,
        mountain=tuple(kind == MOUNTAIN for kind in terrain),
        forest=tuple(kind == FOREST for kind in terrain),
        settle=tuple(Action(SETTLE, cell) for cell in cells),
        found=tuple(Action(FOUND, cell) for cell in cells),
        explore=tuple(Action(EXPLORE, cell) for cell in cells),
        recruit=tuple(map(_recruits, cells, lakeside)),
        moves=tuple(
            tuple((to, move_action(cell, cells[to], NO_TOKEN)) for to in beside if land[to])
            for cell, beside in zip(cells, near, strict=True)
        ),
        build=tuple(
            (Action(BUILD, (*cell, PIECES[VILLAGE])), Action(BUILD, (*cell, PIECES[STRONGHOLD])))
            for cell in cells
        ),
    )


def _recruits(cell: Cell, lakeside: bool) -> tuple[Action, ...]:
    most = MOST_LAKE_RECRUITS if lakeside else MOST_RECRUITS
    return tuple(Action(RECRUIT, (*cell, n + 1)) for n in range(most))


def move_action(start: Cell, end: Cell, token: str) -> Action:
    """Return the move of one knight; `token` is the kind to plunder, where that is a choice."""
    return Action(MOVE, (*start, *end, token))


def is_joined(land: Land) -> bool:
    """Tell whether knights could walk between any two hexes that are no lakes. Rule: BRD-7."""
    dry = [n for n, kind in enumerate(land.terrain) if kind != LAKE]
    reached, todo = set(dry[:1]), dry[:1]
    while todo:
        for to, _ in land.moves[todo.pop()]:
            if to not in reached:
                reached.add(to)
                todo.append(to)
    return len(reached) == len(dry)
