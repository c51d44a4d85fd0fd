"""The head of each principality, and what lies between: dice, offer, piles, supply."""

from __future__ import annotations

from bastide.core.look.lines import Box
from bastide.core.look.paints import badge
from bastide.core.look.words import LETTERS
from bastide.core.screen import Style, fit, text_width
from bastide.core.state import State
from bastide.plugins.settlers.look.brush import Brush, Mark, draw_mark, key_of
from bastide.plugins.settlers.look.dice import draw_dice
from bastide.plugins.settlers.look.principality import Marks
from bastide.plugins.settlers.look.tabletop import Tabletop
from bastide.plugins.settlers.look.targets import PILE, Target
from bastide.plugins.settlers.look.words import Words
from bastide.plugins.settlers.state import PILES, Principality, realm
from bastide.plugins.settlers.stock import stores
from bastide.plugins.settlers.tokens import commerce, strength, tournament

# heads


def draw_head(brush: Brush, box: Box, s: State, seat: int, own: bool = False) -> None:
    """Draw the line of a seat: letter, name, points, cards, figures, and its tokens.

    own: whether it is the near side, of which also the sum of each resource is told.
    """
    if not box.height:
        return
    theme, look = brush.theme, brush.look
    ground = theme.title if s.seat == seat and not s.over else theme.table
    brush.grid.fill(*box, Style(theme.text, ground))
    brush.grid.text(1, box.top, f" {LETTERS[seat]} ", badge(theme.seats[seat]))
    x = _tokens(brush, box, s, seat, 70 if own else 50)
    name = look.names[seat] if seat < len(look.names) else LETTERS[seat]
    room = x - 6
    told = _told(brush, s, seat, room - min(text_width(name), 12), own)
    used = sum(text_width(part) + 2 for part in told)
    ink = theme.accent if s.seat == seat and not s.over else theme.ink
    at = brush.grid.text(5, box.top, brush.cut(name, room - used), Style(ink, ground, bold=True))
    for n, part in enumerate(told):
        at = brush.grid.text(at + 2, box.top, part, Style(theme.text, ground, bold=not n))


def _told(brush: Brush, s: State, seat: int, room: int, own: bool) -> list[str]:
    """Return what is said of a seat, in the longest form that fits."""
    t, table, signs = brush.text, realm(s), brush.signs
    lands = table.lands[seat]
    points, cards = s.scores[seat], len(s.secrets.hands[seat]) if s.secrets else 0
    numbers = (strength(lands), tournament(lands), commerce(lands, table.agreed))
    goal = table.agreed.victory_points_to_win
    first = [
        t("{n} of {goal} points", n=points, goal=goal),
        t.count("{n} card", "{n} cards", cards),
    ]
    marks = (signs.strength, signs.tournament, signs.windmill)
    short = " ".join(f"{sign}{n}" for sign, n in zip(marks, numbers, strict=True))
    forms = [[*first, short], first, [short]]
    if own:
        brief = f"{points}/{goal}"
        whole, cut = _stored(brush, lands)
        named = [*first, short, whole], [first[0], short, whole]
        cuts = [brief, first[1], short, cut], [brief, short, cut], [brief, cut]
        forms = [*named, [*first, short, cut], [brief, short, whole], *cuts, *forms]
    return next((form for form in forms if _fits(form, room)), [])


def _stored(brush: Brush, lands: Principality) -> tuple[str, str]:
    """Return the sum of each resource in words, and with a few letters of each."""
    sums = stores(lands)
    return Words(brush.text).amounts(sums), Words(brush.text).brief(sums)


def _fits(parts: list[str], room: int) -> bool:
    return sum(text_width(part) + 2 for part in parts) <= room


def _tokens(brush: Brush, box: Box, s: State, seat: int, roomy: int) -> int:
    """Draw the tokens of a seat at the right end of its line; return the column before them.

    roomy: columns from which they are named.
    """
    t, table, x = brush.text, realm(s), box.width - 1
    held = (
        (table.windmill, brush.signs.windmill, t("windmill")),
        (table.knight, brush.signs.strength, t("knight")),
    )
    for holder, sign, word in held:
        if holder == seat:
            shown = f" {sign} {word} " if box.width >= roomy else f" {sign} "
            x -= text_width(shown)
            brush.grid.text(x, box.top, shown, brush.on("rolled"))
            x -= 1
    return x


# between


def draw_middle(brush: Brush, table: Tabletop, s: State, marks: Marks) -> None:
    """Draw the strip: what was rolled or is offered, the draw piles, what is left."""
    strip, theme = table.strip, brush.theme
    piles = table.boxes[Target(PILE, n=1)]
    brush.grid.fill(*strip, Style(theme.text, theme.background))
    if piles.top > strip.top:
        rows = min(_ROWS, piles.top - strip.top)
        line = Box(1, piles.top - rows, max(0, strip.width - 2), rows)
        brush.grid.fill(0, line.top, strip.width, rows, Style(theme.text, theme.title))
        if not table.plan.heads:
            line = _held(brush, line, s)
        draw_dice(brush, line, s)
    _piles(brush, table, s, marks)
    _left(brush, table, s)


def _held(brush: Brush, line: Box, s: State) -> Box:
    """Draw whose the tokens are, where seats have no lines; return what is left of the line."""
    table = realm(s)
    held = (table.windmill, brush.signs.windmill), (table.knight, brush.signs.strength)
    for holder, sign in held:
        if holder >= 0:
            shown = f" {sign} {LETTERS[holder]} "
            brush.right(line, 0, shown, badge(brush.theme.seats[holder]))
            line = line._replace(width=max(0, line.width - text_width(shown) - 1))
    return line


_ROWS = 2
"""Rows of the strip for the dice and what they brought, if there are so many to spare."""


def _piles(brush: Brush, table: Tabletop, s: State, marks: Marks) -> None:
    """Draw the draw piles as backs, each with its number and how many cards it has."""
    theme, boxes = brush.theme, table.boxes
    first = boxes[Target(PILE, n=1)]
    style = Style(theme.dim, theme.background)
    piles = dealt(s)
    if not piles:
        later = brush.text("The draw piles are dealt next.")
        brush.grid.text(1, first.top, brush.cut(later, brush.grid.width - 2), style)
        return
    brush.grid.text(1, first.top, fit(brush.text("Piles"), first.left - 2, ""), style)
    for n, name in enumerate(PILES, 1):
        target = Target(PILE, n=n)
        _back(brush, boxes[target], n, len(piles[name]), marks[target])


def dealt(s: State) -> dict[str, list[int]]:
    """Return the draw piles; none before the cards are shuffled."""
    piles = s.secrets.piles if s.secrets else {}
    return piles if all(name in piles for name in PILES) else {}


def _back(brush: Brush, box: Box, n: int, size: int, mark: Mark) -> None:
    """Draw a pile: its number, which is typed where it can be chosen, and how many cards it has."""
    style = brush.on("back") if size else Style(brush.theme.dim, brush.theme.background)
    brush.grid.fill(*box, style)
    shown = key_of(mark.number) if mark.number else str(n)
    tall = box.height > 1
    key = badge(brush.paint("number"), reverse=False) if mark.number else style
    at = brush.grid.text(box.left + tall, box.top, shown, key)
    if tall:
        said = brush.text.count("{n} card", "{n} cards", size)
        said = said if text_width(said) <= box.width else str(size)
        brush.right(box, 1, said, style._replace(bold=False))
    else:
        after = box._replace(left=at, width=box.left + box.width - at)
        brush.write(after, 0, f":{size}", style)
    draw_mark(brush, box, mark._replace(number=0))


def _left(brush: Brush, table: Tabletop, s: State) -> None:
    """Write what the other piles and the supply hold, beside the draw piles and below them."""
    t, r, strip = brush.text, realm(s), table.strip
    last = table.boxes[Target(PILE, n=len(PILES))]
    style = Style(brush.theme.dim, brush.theme.background)
    stacks = [
        t.count("{n} region", "{n} regions", len(r.regions)),
        t.count("{n} event", "{n} events", len(r.events) + len(r.seen_events)),
    ]
    supply = [
        t.count("{n} road", "{n} roads", r.roads),
        t.count("{n} settlement", "{n} settlements", r.settlements),
        t.count("{n} city", "{n} cities", r.cities),
    ]
    left = last.left + last.width + 2
    beside = Box(left, last.top, max(0, strip.width - left - 1), last.height)
    if last.height > 1 and all(text_width(line) <= beside.width for line in stacks):
        for row, line in enumerate(stacks):
            brush.write(beside, row, line, style)
        stacks = []
    below = Box(1, last.top + last.height, max(0, strip.width - 2), 1)
    if table.plan.middle > 2:
        brush.write(below, 0, _supply(brush, [*supply, *stacks], below.width), style)


def _supply(brush: Brush, parts: list[str], width: int) -> str:
    """Return the supply in a line, with as many of its parts as there is room for."""
    for n in range(len(parts), 0, -1):
        said = brush.text("Supply: {supply}", supply="  ".join(parts[:n]))
        if text_width(said) <= width:
            return said
    return ""
