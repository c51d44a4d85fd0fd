"""Cards as they lie on the table: a name on a coloured strip, then what there is room for."""

from __future__ import annotations

from bastide.core.colours import ink_on, legible
from bastide.core.look.lines import Box, wrapped
from bastide.core.look.pixels import blit
from bastide.core.screen import OWN, Style, fit, text_width
from bastide.plugins.settlers.cards import CARDS, RESOURCES
from bastide.plugins.settlers.look.brush import ROOMY, Brush, Mark, draw_mark
from bastide.plugins.settlers.look.landscape import pattern, pixels
from bastide.plugins.settlers.look.naming import effect, label, short_terrain, terrain
from bastide.plugins.settlers.look.signs import card_sign, dots, figures


def draw_strip(brush: Brush, box: Box, name: str, paint: str, end: str = "") -> None:
    """Draw the strip with a name, and what is at its end if there is room for both."""
    style = brush.on(paint)
    brush.grid.fill(box.left, box.top, box.width, min(1, box.height), style)
    left = box.width - text_width(end) - 1 if end else box.width
    if left < 4:
        left, end = box.width, ""
    brush.name(box._replace(width=left), name, style)
    brush.right(box, 0, end, style)


def draw_body(brush: Brush, box: Box) -> None:
    """Draw the cardboard."""
    brush.grid.fill(*box, brush.plain())


# regions


def draw_region(
    brush: Brush, box: Box, resource: int, number: int, stored: int, mark: Mark
) -> None:
    """Draw a region: its name and number, the landscape, and what it stores."""
    draw_body(brush, box)
    name = RESOURCES[resource]
    strip = brush.on(name)
    brush.grid.fill(box.left, box.top, box.width, 1, strip)
    named = terrain(resource, brush.text)
    die = f" {number} " if box.width >= text_width(named) + 3 else str(number)
    room = box.width - len(die) - (len(die) == 1)
    brush.name(box._replace(width=room), short_terrain(resource, brush.text, room), strip)
    brush.right(box, 0, die, _die(brush, mark.rolled))
    art = box._replace(top=box.top + 1, height=box.height - 2)
    if art.height > 0:
        _landscape(brush, art, resource, number)
    last = box._replace(top=box.top + box.height - 1, height=1)
    if art.height > 0:
        _upon(brush, art, mark)
        mark = mark._replace(number=0, doubled=False)
    _stock(brush, last, resource, stored, mark)
    draw_mark(brush, box, mark)


def _upon(brush: Brush, art: Box, mark: Mark) -> None:
    """Write into the landscape what would hide a name: that it yields two, and what is typed."""
    row = art.height - 1
    if mark.doubled:
        brush.write(art, row, f"{brush.signs.times}2", brush.plain(bold=True))
    draw_mark(brush, art, Mark(number=mark.number))


def _die(brush: Brush, rolled: bool) -> Style:
    ground = brush.paint("rolled" if rolled else "die")
    if ground == OWN:
        return Style(bold=True, underline=rolled)
    return Style(ink_on(ground), ground, bold=True)


def _landscape(brush: Brush, box: Box, resource: int, variant: int) -> None:
    if brush.pixels:
        blit(
            brush.grid,
            *(box.left, box.top),
            *pixels(resource, variant, box.width, box.height, brush.depth),
        )
        return
    style = Style(brush.paint(RESOURCES[resource]), brush.theme.panel)
    for row in range(box.height):
        line = pattern(brush.signs.patterns[resource], box.width, row)
        brush.grid.text(box.left, box.top + row, line, style)


def _stock(brush: Brush, box: Box, resource: int, stored: int, mark: Mark) -> None:
    """Write what is stored as dots, then what it is and what has changed, as far as they fit."""
    ink = brush.stored(RESOURCES[resource])
    shown = dots(stored, brush.signs)
    brush.write(box, 0, shown[:stored], Style(ink, brush.theme.panel, bold=True))
    after = box._replace(left=box.left + stored, width=box.width - stored)
    brush.write(after, 0, shown[stored:], brush.quiet())
    room = box.width - len(shown) - (len(str(mark.number)) + 2 if mark.number else 0)
    rest = box._replace(left=box.left + len(shown), width=room)
    if mark.doubled and room >= 2:
        brush.right(rest, 0, f"{brush.signs.times}2", Style(brush.theme.accent, brush.theme.panel))
        rest = rest._replace(width=room - 3)
    if mark.change and rest.width >= 3:
        ink = brush.theme.good if mark.change > 0 else brush.theme.bad
        brush.write(rest, 0, f" {mark.change:+}", Style(ink, brush.theme.panel, bold=True))
        rest = rest._replace(left=rest.left + 3, width=rest.width - 3)
    word = brush.text(RESOURCES[resource])
    apart = rest.width != text_width(word) or mark.change or brush.look.glyphs == "ascii"
    gap = " " if apart else ""
    if rest.width > _LETTERS:
        brush.write(rest, 0, gap + word[: rest.width - len(gap)], brush.quiet())


_LETTERS = 2
"""Letters of a resource that are enough to tell it; dots of ASCII are letters, too."""


# building sites


def kind_paint(card: str) -> str:
    """Return the paint of the strip of a card of the draw piles or of the event pile."""
    return CARDS[card].kind if card in CARDS else "event"


def draw_card(brush: Brush, box: Box, card: str, mark: Mark) -> None:
    """Draw a card of the draw piles: name and kind, figures, what it does, or its whole text."""
    draw_body(brush, box)
    gap = " " if box.width >= ROOMY else ""
    room = box.width - text_width(f"{card_sign(card, brush.signs)}{gap}")
    name = f"{card_sign(card, brush.signs)}{gap}{label(card, brush.text, room)}"
    short = figures(card, brush.signs)
    lines = card_lines(brush, card, box.width, box.height - 1)
    alone = short if box.height == 1 or not lines else ""
    draw_strip(brush, box, name, kind_paint(card), alone)
    for row, line in enumerate(lines, 1):
        style = brush.plain(bold=True) if line == short else brush.quiet()
        brush.write(box, row, line, style)
    draw_mark(brush, box, mark)


def card_lines(brush: Brush, card: str, width: int, height: int) -> list[str]:
    """Return what is written on a card in a few lines: the longest of its texts that fits."""
    short = figures(card, brush.signs)
    brief = effect(card, brush.text, brush.signs.times)
    told = brush.text(CARDS[card].text) if brief else ""
    first = [short] * bool(short)
    forms = (
        [*first, *_in_lines(told, width)],
        [*first, *_in_lines(brief, width)],
        _in_lines(f"{short} {brief}".strip(), width),
    )
    fitting = next((form for form in forms if len(form) <= height), None)
    if fitting is not None or height <= 0:
        return fitting or []
    lines = forms[1]
    rest = lines[height - 1] if first and height == 1 else " ".join(lines[height - 1 :])
    return [*lines[: height - 1], brush.cut(rest, width)]


def _in_lines(text: str, width: int) -> list[str]:
    return wrapped(text, width) if text else []


def draw_free(brush: Brush, box: Box, first: bool, mark: Mark) -> None:
    """Draw a building site without a card; `first`: it is the next one to be built on."""
    style = brush.quiet()
    brush.grid.fill(*box, style)
    next_one = brush.text("free site") if first else brush.text("second site")
    words = next_one, brush.text("empty"), brush.signs.place
    room = box.width - (3 if mark.number and box.height == 1 else 0)
    word = next((each for each in words if text_width(each) <= room), words[-1])
    row = (box.height - 1) // 2
    brush.grid.text(box.left + (room - text_width(word)) // 2, box.top + row, word, style)
    draw_mark(brush, box, mark)


# the row


def draw_centre(brush: Brush, box: Box, x: int, city: bool, mark: Mark) -> None:
    """Draw a settlement or a city, with the number of its column."""
    paint = "city" if city else "settlement"
    sign, word = (brush.signs.city, "City") if city else (brush.signs.settlement, "Settlement")
    inside = box._replace(left=box.left + 1, width=box.width - 1)
    style = brush.on(paint)
    brush.grid.fill(*inside, style)
    row = (box.height - 1) // 2
    room = inside.width - (3 if mark.number and inside.height == 1 else 0)
    forms = f"{sign} {brush.text(word)} {x}", f"{sign} {x}", sign
    signed = int(x > 0)  # so that both sides of the row are written in the same form
    shown = next((form for form in forms if text_width(form) + signed <= room), sign)
    left = max(0, (room - text_width(shown)) // 2)
    brush.grid.text(inside.left + left, inside.top + row, shown, style)
    if brush.pixels and box.height > 1:
        low = Style(brush.paint(paint), brush.paint(f"{paint} dark"))
        for column in range(inside.left, inside.left + inside.width):
            brush.grid.put(column, inside.top + box.height - 1, "▀", low)
    draw_mark(brush, inside, mark)


def draw_road(brush: Brush, box: Box, x: int, mark: Mark) -> None:
    """Draw a road from one settlement or city to the next, or to its end; its column upon it."""
    row, theme = (box.height - 1) // 2, brush.theme
    ink = brush.paint("road")
    for column in range(box.left, box.left + box.width + 1):
        if not brush.pixels or box.height == 1:
            line = Style(legible(ink, theme.table), theme.table)
            brush.grid.put(column, box.top + row, brush.signs.road, line)
        elif box.height == 2:
            brush.grid.put(column, box.top, "▀", Style(theme.table, ink))
            brush.grid.put(column, box.top + 1, "▀", Style(ink, theme.table))
        else:
            brush.grid.put(column, box.top + row, " ", Style(bg=ink))
    whole = "" if x else f" {brush.text('column {n}', n=x)} "  # once a row
    named = whole if 0 < text_width(whole) < box.width else f" {x} "
    place = box.left + 1 + (box.width - 1 - text_width(named)) // 2
    brush.grid.text(place, box.top + row, named, Style(theme.dim, theme.table))
    draw_mark(brush, box._replace(left=box.left + 1, width=box.width - 1), mark)


def draw_place(brush: Brush, box: Box, x: int, mark: Mark) -> None:
    """Draw the place where the next road or settlement of a row may come."""
    inside = box._replace(left=box.left + 1, width=box.width - 1)
    style = Style(brush.theme.good if mark.number else brush.theme.dim, brush.theme.table)
    row = (box.height - 1) // 2
    word = brush.text("road") if x % 2 == 0 else brush.text("settlement")
    dotted = f"{brush.signs.place} " * box.width
    room = inside.width - 3 * bool(mark.number)
    shown = word if mark.number and text_width(word) <= room else dotted[: inside.width]
    brush.write(inside._replace(width=room), row, fit(shown, room, ""), style)
    if mark != Mark():
        draw_mark(brush, inside._replace(top=inside.top + row, height=1), mark)
