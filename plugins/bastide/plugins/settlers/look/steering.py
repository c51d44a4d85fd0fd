"""Keys and mouse: where the cursor goes."""

from __future__ import annotations

from collections.abc import Iterable

from bastide.core.look.position import Cell
from bastide.core.look.steering import (
    ARROWS,
    CLOSE,
    LOOSE,
    MISSED,
    STEPS,
    TABS,
    Steering,
    next_number,
)
from bastide.core.screen import Cursor
from bastide.plugins.settlers.cards import RESOURCES
from bastide.plugins.settlers.look import catalogue
from bastide.plugins.settlers.look.arranging import lift
from bastide.plugins.settlers.look.bargains import bargain, terms_of, with_terms
from bastide.plugins.settlers.look.cursors import (
    GONE,
    asked,
    pointed,
    tab_stops,
    to_action,
    to_next,
    to_tool,
    with_nothing,
)
from bastide.plugins.settlers.look.menu import LETTERS
from bastide.plugins.settlers.look.position import Position
from bastide.plugins.settlers.look.targets import LINE, Target
from bastide.plugins.settlers.look.tools import (
    ASKED,
    GIVING_UP,
    HELD,
    ORDER,
    PAYER,
    TEXT,
    VERB,
    Tool,
)
from bastide.plugins.settlers.setup import ARRANGE
from bastide.plugins.settlers.turn import BEFORE, MAIN

WAYS = {"r": 1, "R": -1}
"""Keys for another way to the same target; the right mouse button is `r`, too."""

SUMS_OVER = ("f3",)
"""Keys of what lies over everything else: the cards go away below it."""

SHOW = "i"
"""Key that shows the text of a card."""


class TableSteering(Steering[Position]):
    """Over the menu, what lies on the table, and lines of lists."""

    loose = GONE

    def start(self, position: Position) -> Cursor:
        """Return the cursor at the start of a decision: nothing is chosen.

        Who presses Enter once more than needed does nothing by it. But the hand is filled up unless
        one wants otherwise (R28): a pile to draw from, or the end where the hand is full.
        """
        phase, before = position.s.phase, position.cursor.flags
        flags = tuple(flag for flag in before if flag.startswith(HELD))
        if phase == BEFORE:
            cards = [card or "" for _, card in position.hand]
            flags = (HELD + ",".join([str(position.seat), *cards]),)
        if phase == ARRANGE:
            flags = tuple(flag for flag in before if flag.startswith(ORDER))
        cursor = Cursor(origin=position.cursor.origin, flags=flags)
        offered = position.offered
        return to_tool(position.moved(cursor), offered) if offered else cursor

    def to_number(self, position: Position, number: int) -> Cursor:
        action = position.numbered[number - 1]
        if position.arranging:
            return to_tool(position, Tool(VERB, "lay"))
        if position.bargaining:
            return with_terms(position, terms_of(action.data))
        return to_action(position, action)

    def move(self, position: Position, key: str, middle: Cell) -> Cursor:
        """Return the cursor after a key; who does not decide may still look around."""
        if position.giving_up:
            return position.cursor.without(GIVING_UP)
        if key == CLOSE:
            return self._closed(position)
        if key in SUMS_OVER:
            return catalogue.closed(position.cursor)
        if key == catalogue.CATALOGUE:
            return catalogue.open_at(position.cursor, position.card or None)
        if (leafed := catalogue.leaf(position.cursor, key)) is not None:
            return leafed
        if key == SHOW:
            if position.seen_through and not position.card and not position.reading:
                return asked(position, TEXT)
            return position.cursor.toggled(TEXT)
        if not position.mine and key in ARROWS:
            return self._around(position, ARROWS[key])
        if not position.mine and key in TABS:
            return to_next(position, TABS[key])
        return super().move(position, key, middle)

    def _closed(self, position: Position) -> Cursor:
        """Return the cursor without what was opened last: cards, a text, a list, a tool."""
        cursor = position.cursor
        if catalogue.shown(cursor) is not None:
            return catalogue.closed(cursor)
        if TEXT in cursor.flags:
            return cursor.without(TEXT)
        return with_nothing(position)

    def decide(self, position: Position, key: str) -> Cursor:
        if key in ARROWS:
            return self._stepped(position, ARROWS[key])
        if key in STEPS:
            return self._next(position, STEPS[key])
        if key in WAYS:
            if position.arranging:
                return lift(position, position.pointed)
            return position.cursor.without(ASKED)._replace(turn=position.cursor.turn + WAYS[key])
        if key in TABS:
            alone = len(tab_stops(position)) == 1  # Tab has no other tool to go to
            return (self._next if alone else to_next)(position, TABS[key])
        verb = LETTERS.get(key, "")
        tool = Tool(VERB, verb)
        if verb == "end" and position.arranging:
            tool = Tool(VERB, "lay")
        if tool in position.menu:
            return to_tool(position, tool)
        return asked(position, verb) if verb else position.cursor

    def _stepped(self, position: Position, step: Cell) -> Cursor:
        """Return the cursor on what lies next in a direction."""
        if position.bargaining:
            return self._bargained(position, step)
        lonely = position.listed and len(position.ways) == 1 and len(position.actions) > 1
        lonely = lonely and not position.seen_through
        if lonely or (not position.tool and not position.ways and position.s.phase != MAIN):
            return to_next(position, step[0] + step[1])
        if position.listed:
            return self._next(position, step[0] + step[1])
        table = [target for target in position.lit if target.kind != LINE]
        return self._around(position, step, table) if table else self._around(position, step)

    def _around(
        self, position: Position, step: Cell, among: Iterable[Target] | None = None
    ) -> Cursor:
        """Return the cursor on the nearest thing in a direction, from where it is."""
        targets = list(position.everything if among is None else among)
        start = position.pointed
        if start is None or start.kind == LINE:
            first = [each for each in targets if each.seat == position.seat] or targets
            return pointed(position, first[0]) if first else position.cursor
        row, column = position.spot(start)

        def far(target: Target) -> tuple[int, int]:
            down, along = position.spot(target)
            down, along = down - row, along - column
            ahead, beside = (along, down) if step[0] else (down, along)
            return abs(ahead) + 3 * abs(beside), abs(beside)

        def is_ahead(target: Target) -> bool:
            down, along = position.spot(target)
            return (along - column) * step[0] + (down - row) * step[1] > 0

        found = [each for each in targets if is_ahead(each)]
        return pointed(position, min(found, key=far)) if found else self.held(position.cursor)

    def _next(self, position: Position, step: int) -> Cursor:
        """Return the cursor on the next target of the tool, or the next line."""
        targets = list(position.ways)
        if not targets:
            return to_next(position, step)
        at = position.pointed
        number = targets.index(at) + 1 if at and at in targets else None
        n = next_number(number, 0, len(targets), step)
        return pointed(position, targets[n - 1])

    def _bargained(self, position: Position, step: Cell) -> Cursor:
        """Return the cursor on the next resource, or with one more given or asked for."""
        at = position.pointed.n if position.pointed and position.pointed.kind == LINE else -1
        if step[1]:
            return pointed(position, Target(LINE, n=max(0, at + step[1]) % len(RESOURCES)))
        if at < 0:
            return pointed(position, Target(LINE))
        return bargain(position, at, step[0])


def point_at(position: Position, target: Target | None) -> Cursor:
    """Return the cursor after a click on something; the same again means Enter."""
    if target is None:
        return position.cursor.toggled(MISSED)
    if position.arranging and not position.tool and target in position.ways:
        return lift(position, target)
    payer = Tool(PAYER, "", -1, target.x, target.side)
    if payer in position.menu and target.seat == position.seat and target not in position.ways:
        return to_tool(position, payer)
    if target == position.pointed:
        same = position.cursor.without(*LOOSE)
        return same if target in position.lit else position.cursor.toggled(MISSED)
    return pointed(position, target)
