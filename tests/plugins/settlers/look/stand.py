"""Positions to be drawn: what a painter asks of one, without commands and hints."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import NamedTuple

from bastide.core.colours import reduced
from bastide.core.dealer import LocalDealer
from bastide.core.events import Event
from bastide.core.messages import English
from bastide.core.screen import DARK, Cursor, Depth, Glyphs, Grid, Look, Theme
from bastide.core.state import State
from bastide.plugins.settlers.look.painter import Painter
from bastide.plugins.settlers.look.tabletop import Tabletop
from bastide.plugins.settlers.look.targets import PILE, Target
from tests.plugins.settlers.tables import compose, side, table

NAMES = ("Ada", "Blaise")


class Stand(NamedTuple):
    """A state, the seat that looks, and what can be chosen."""

    s: State
    seat: int
    lit: dict[Target, int]
    pointed: Target | None = None
    lifted: Target | None = None
    cursor: Cursor = Cursor()


def look_of(
    depth: Depth = "true", glyphs: Glyphs = "blocks", zoom: int = 0, theme: Theme = DARK
) -> Look:
    """Return a look whose theme is in the colours of its depth."""
    return Look(zoom, depth, glyphs, reduced(theme, depth), NAMES)


@cache
def middle() -> State:
    """Return a position of the middle of a game, as RB sees it; RB has cities, RW a long row."""
    rw = side(
        "0 3 1 2 0 2",
        sites="brick_factory -1U1, siegfried -1L1, foundry 1U1, brick 1L1, pippin 3U1",
        row=(-2, 5),
        cities=(5,),
        lands="4U wool 5 0, 4L ore 4 1, 6U lumber 1 3, 6L brick 2 0",
    )
    rb = side(
        "1 2 0 3 2 1",
        sites="church 1U1, gold 1U2, harbor 1L1, lumber -1U1, garrison -1L1, garrison -1L2",
        cities=(1, -1),
        hand="spy abbey",
    )
    t = table(rw, rb, turn_of="RB")
    t.realm.number, t.realm.event = 4, "plague"
    t.realm.gone = ["spy", "witch"]
    return t.all.view(1)


@cache
def widest() -> State:
    """Return a position in which RW has all that a row can have: 7 settlements, roads beyond."""
    lands = "4U grain 3 0, 4L grain 4 0, 6U ore 4 0, 6L ore 5 0, 8U wool 5 0, 8L wool 6 0"
    lands += ", -4U lumber 1 0, -4L lumber 6 0, -6U brick 1 0, -6L brick 2 0"
    return table(side(row=(-6, 8), lands=lands)).all.view(0)


@cache
def played(game: int, turn: int) -> State:
    """Return a position of a random game in which as much is built as can be."""
    rules, random, dealer = compose(), Random(game), LocalDealer(game.to_bytes(32, "big"))
    s = rules.new()
    rules.settle(s, dealer)
    while not (s.over or (s.turn >= turn and s.phase == "main")):
        legal = rules.legal(s)
        built = [a for a in legal if a.kind.endswith(("place", "city", "settle", "road"))]
        rules.apply(s, random.choice(built or legal))
        rules.settle(s, dealer)
        s.events.clear()
    return s


def standing(s: State, seat: int) -> Stand:
    """Return a position in which all own things can be chosen, and the last one is pointed at."""
    boxes = Tabletop((84, 31), look_of(), s, seat).boxes
    lit = [each for each in boxes if each.seat == seat or each.kind == PILE]
    return Stand(s, seat, {each: n for n, each in enumerate(lit, 1)}, lit[-1])


def drawn(position: Stand, size: tuple[int, int], look: Look) -> Grid:
    """Return a board pane."""
    grid = Grid(*size)
    Painter(English()).board(grid, position, look)
    return grid


def lines_of(position: Stand, size: tuple[int, int], look: Look) -> str:
    """Return the characters of a board pane."""
    return "\n".join(line.rstrip() for line in drawn(position, size, look).lines()) + "\n"


def gained(seat: int, amount: int, x: int, side: str) -> Event:
    """Return the event of a region's gain, of ore."""
    amounts = (0, 0, 0, amount, 0, 0)
    return Event("settlers", "settlers.gained", (seat, "production", *amounts, x, side, amount))
