"""Keys and mouse: where the cursor goes."""

from __future__ import annotations

from collections.abc import Iterable

from bastide.core.events import Action
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
from bastide.plugins.settlers.cards import DOUBLES, RESOURCES
from bastide.plugins.settlers.look import catalogue
from bastide.plugins.settlers.look.menu import LETTERS
from bastide.plugins.settlers.look.position import Position
from bastide.plugins.settlers.look.targets import LINE, REGION, SITE, Target
from bastide.plugins.settlers.look.tools import (
    ASKED,
    AT,
    GIVING_UP,
    HAND,
    HELD,
    LIFTED,
    ORDER,
    PAYER,
    SWAP,
    TERMS,
    TEXT,
    VERB,
    Tool,
    write_target,
)
from bastide.plugins.settlers.places import START_PLACES, touched
from bastide.plugins.settlers.setup import ARRANGE
from bastide.plugins.settlers.state import Site, realm
from bastide.plugins.settlers.turn import BEFORE, MAIN

WAYS = {"r": 1, "R": -1}
"""Keys for another way to the same target; the right mouse button is `r`, too."""

SUMS_OVER = ("f3",)
"""Keys of what lies over everything else: the cards go away below it."""

SHOW = "i"
"""Key that shows the text of a card."""

_LOOSE = (*LOOSE, ASKED, TEXT, GIVING_UP, catalogue.FLAG)


class TableSteering(Steering[Position]):
    """Over the menu, what lies on the table, and lines of lists."""

    loose = _LOOSE

    def start(self, position: Position) -> Cursor:
        """Return the cursor at the start of a decision: nothing is chosen.

        Who presses Enter once more than needed does nothing by it.
        """
        phase, before = position.s.phase, position.cursor.flags
        flags = tuple(flag for flag in before if flag.startswith(HELD))
        if phase == BEFORE:
            cards = [card or "" for _, card in position.hand]
            flags = (HELD + ",".join([str(position.seat), *cards]),)
        if phase == ARRANGE:
            flags = tuple(flag for flag in before if flag.startswith(ORDER))
        return Cursor(origin=position.cursor.origin, flags=flags)

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
        return _with_nothing(position)

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
            alone = len(_lines(position)) == 1  # Tab has no other tool to go to
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


def asked(position: Position, verb: str) -> Cursor:
    """Return the cursor after a key whose time it is not: the line below says what is due."""
    return position.cursor.without(*_LOOSE).flagged(f"{ASKED}{verb}")


def to_giving_up(position: Position) -> Cursor:
    """Return the cursor of who has typed that it gives up: any key but Enter plays on."""
    return position.cursor.without(*_LOOSE, AT).flagged(GIVING_UP)


def pointed(position: Position, target: Target) -> Cursor:
    """Return the cursor on a target."""
    cursor = position.cursor.without(*_LOOSE, AT)
    if position.acting != position.tool and not position.arranging:
        cursor = cursor._replace(hand=0)
    return cursor._replace(turn=0).flagged(f"{AT}{write_target(target)}")


def to_tool(position: Position, tool: Tool) -> Cursor:
    """Return the cursor with a tool, on its first target; nothing is torn down by one key."""
    if position.arranging:
        return (
            position.cursor.without(*_LOOSE, AT, LIFTED)
            ._replace(hand=position.cursor.hand // 2 * 2 + 1)
            .flagged(f"{AT}{write_target(Target(LINE))}")
        )
    cursor = position.cursor.without(*_LOOSE, AT, TERMS)
    cursor = cursor._replace(hand=position.line_of(tool), turn=0, choice=0)
    ways = position.by_tool.get(tool, {})
    if tool.name == "demolish" or not ways:
        return cursor
    return pointed(position.moved(cursor), max(ways, key=lambda at: served(position, tool, at)))


def served(position: Position, tool: Tool, at: Target) -> int:
    """Return how many regions beside a site a card of the hand would double."""
    if tool.kind != HAND or at.kind != SITE or tool.name not in DOUBLES:
        return 0
    lands = realm(position.s).lands[position.seat]
    beside = [lands.lands[n].resource for n in touched(lands, Site(at.x, at.side, at.n))]
    return beside.count(DOUBLES[tool.name])


def to_next(position: Position, step: int) -> Cursor:
    """Return the cursor with the tool on the next line of the menu, round and round by no tool."""
    lines = _lines(position)
    tool = position.tool if position.tool in lines else None
    after = lines[(lines.index(tool) + step) % len(lines)]
    return to_tool(position, after) if after else _with_nothing(position)


def _lines(position: Position) -> list[Tool | None]:
    """Return what Tab goes through: no tool, then the lines of the menu but the usual one."""
    usual = position.usual if not position.arranging else None
    return [None, *(tool for tool in position.menu if tool != usual)]


def _with_nothing(position: Position) -> Cursor:
    """Return the cursor without a tool."""
    cursor = position.cursor.without(*_LOOSE, AT, TERMS, LIFTED)
    return cursor._replace(hand=cursor.hand // 2 * 2 if position.arranging else 0, turn=0)


def to_action(position: Position, action: Action) -> Cursor:
    """Return the cursor on an action that may be chosen."""
    tools = [position.acting] if position.acting else list(position.by_tool)
    for tool in tools:
        for target, ways in position.by_tool[tool].items() if tool in position.by_tool else ():
            if action in ways:
                cursor = pointed(position.moved(to_tool(position, tool)), target)
                return cursor._replace(turn=ways.index(action))
    return position.cursor


# the start regions


def lift(position: Position, target: Target | None) -> Cursor:
    """Return the cursor with a region lifted, or put down where another one was."""
    if target is None or target.kind != REGION or target.seat != position.seat:
        return asked(position, SWAP)
    if position.lifted is None:
        return pointed(position, target).flagged(f"{LIFTED}{write_target(target)}")
    return swapped(position, position.lifted, target)


def swapped(position: Position, one: Target, two: Target) -> Cursor:
    """Return the cursor with two start regions in each other's place."""
    a, b = START_PLACES.index((one.x, one.side)), START_PLACES.index((two.x, two.side))
    order = list(position.order)
    order[a], order[b] = order[b], order[a]
    cursor = pointed(position, two).without(LIFTED, ORDER)
    cursor = cursor._replace(hand=position.cursor.hand // 2 * 2 + 2)
    return cursor.flagged(ORDER + ",".join(map(str, order)))


# offers


def terms_of(numbers: Iterable[object]) -> tuple[int, ...]:
    """Return the terms of an offer: less than 0 is given, more is asked for."""
    both = [int(str(n)) for n in numbers]
    half = len(both) // 2
    return tuple(get - give for give, get in zip(both[:half], both[half:], strict=True))


def with_terms(position: Position, terms: Iterable[int]) -> Cursor:
    """Return the cursor with other terms of an offer."""
    cursor = position.cursor.without(TERMS, *_LOOSE)
    return cursor.flagged(TERMS + ",".join(map(str, terms)))


def bargain(position: Position, kind: int, step: int) -> Cursor:
    """Return the cursor with one more of a resource asked for, or given."""
    terms = list(position.terms)
    terms[kind] = max(-99, min(99, terms[kind] + step))
    return with_terms(position.moved(pointed(position, Target(LINE, n=kind))), terms)


# the mouse


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
