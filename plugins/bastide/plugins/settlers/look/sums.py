"""Points and tokens, explained as sums: who has what, and why."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from bastide.core.look.lines import wrapped
from bastide.core.look.paints import badge
from bastide.core.look.words import LETTERS, chained
from bastide.core.messages import Text
from bastide.core.screen import Grid, Look, Style
from bastide.core.state import State
from bastide.plugins.settlers.cards import CARDS, FLEET, Card
from bastide.plugins.settlers.look.brush import Brush
from bastide.plugins.settlers.look.legend import LOW, draw_legend
from bastide.plugins.settlers.look.naming import card_name
from bastide.plugins.settlers.state import NOBODY, Principality, Realm, realm
from bastide.plugins.settlers.tokens import commerce, hand_limit, points, strength, tournament


def paint_sums(grid: Grid, s: State, look: Look, text: Text) -> None:
    """Draw the sums of both seats, who holds the tokens, and the legend where there is room."""
    brush = Brush(grid, look, text)
    theme = brush.theme
    grid.fill(0, 0, grid.width, grid.height, Style(theme.text, theme.panel))
    row = 0
    for seat, lines in enumerate(_told(brush, s)):
        grid.text(1, row, f" {LETTERS[seat]} ", badge(theme.seats[seat]))
        for n, line in enumerate(lines):
            for part in wrapped(line, grid.width - 7):
                grid.text(6, row, part, Style(theme.text if n else theme.ink, theme.panel, not n))
                row += 1
    for line in holders(s, text, look.names):
        grid.text(1, row, brush.cut(line, grid.width - 2), Style(theme.accent, theme.panel))
        row += 1
    draw_legend(brush, row)


def _told(brush: Brush, s: State) -> list[list[str]]:
    """Return the sums of each seat, all in one line below its name where the window is low."""
    told = [sums(s, seat, brush.text, brush.look.names) for seat in range(s.seats)]
    if brush.grid.height >= LOW:
        return told

    def joined(first: str, rest: str) -> str:
        return brush.text("{first}; {rest}", first=first, rest=rest)

    return [[head, chained(rest, joined)] for head, *rest in told]


def name_of(seat: int, names: tuple[str, ...]) -> str:
    """Return a seat's name, or its letter."""
    return names[seat] if seat < len(names) else LETTERS[seat]


def sums(s: State, seat: int, text: Text, names: tuple[str, ...]) -> list[str]:
    """Return what a seat has, a line for each sum."""
    t, table = text, realm(s)
    lands = table.lands[seat]
    of_points = " + ".join(_points(s, seat, t))
    total = sum(points(s, seat))
    goal = table.agreed.victory_points_to_win
    head = t("{name}: {n} of {goal} points", name=name_of(seat, names), n=total, goal=goal)
    fights = strength(lands)
    games = tournament(lands)
    trades = commerce(lands, table.agreed)
    lines = [head, t("points: {sum}", sum=of_points)]
    if fights or games:
        told = " + ".join(_strength(lands, t))
        lines.append(t("strength {n}: {sum}", n=fights, sum=told))
        told = " + ".join(_each(lands, t, lambda card: card.tournament))
        lines.append(t("tournament {n}: {sum}", n=games, sum=told))
    if trades:
        told = " + ".join(_commerce(lands, table, t))
        lines.append(t("windmills {n}: {sum}", n=trades, sum=told))
    lines.append(t("cards in hand: {n} of {most}", n=_hand(s, seat), most=hand_limit(lands)))
    return lines


def _hand(s: State, seat: int) -> int:
    return len(s.secrets.hands[seat]) if s.secrets else 0


def _points(s: State, seat: int, t: Text) -> Iterator[str]:
    """Yield what a seat has points for (chapter 14)."""
    settled, cities, built, knight, windmill = points(s, seat)
    yield t.count("{n} settlement or city", "{n} settlements and cities", settled)
    if cities:
        yield t.count("{n} more for a city", "{n} more for cities", cities)
    if built:
        lands = realm(s).lands[seat]
        listed = ", ".join(_each(lands, t, lambda card: card.points))
        yield t("{n} for buildings ({cards})", n=built, cards=listed)
    if knight:
        yield t("{n} for the knight", n=knight)
    if windmill:
        yield t("{n} for the windmill", n=windmill)


def _each(lands: Principality, t: Text, figure: Callable[[Card], int]) -> Iterator[str]:
    """Yield each placed card that has a figure, with its number."""
    for placed in lands.sites.values():
        n = figure(CARDS[placed.card])
        if n:
            yield t("{card} {n}", card=card_name(placed.card, t), n=n)


def _strength(lands: Principality, t: Text) -> Iterator[str]:
    yield from _each(lands, t, lambda card: card.strength)
    more = strength(lands) - lands.sums.strength
    if more:
        yield t("{card} {n}", card=card_name("smithy", t), n=more)


def _commerce(lands: Principality, table: Realm, t: Text) -> Iterator[str]:
    def counted(card: Card) -> int:
        if card.id == "garrison" and not table.agreed.garrison_commerce:
            return 0
        if card.id == "harbor" and not table.agreed.harbor_own_point:
            return 0
        return card.commerce

    yield from _each(lands, t, counted)
    if lands.has("harbor"):
        fleets = sum(CARDS[placed.card].type == FLEET for placed in lands.sites.values())
        if fleets:
            yield t("{n} for fleets with the harbor", n=fleets)


def holders(s: State, text: Text, names: tuple[str, ...]) -> list[str]:
    """Return who holds the tokens, and why nobody does (R36, R37)."""
    t, table = text, realm(s)
    ours, theirs = (strength(lands) for lands in table.lands)
    if table.knight == NOBODY:
        knight = t("The knight is nobody's: both have strength {n}.", n=ours)
    else:
        most, least = max(ours, theirs), min(ours, theirs)
        name = name_of(table.knight, names)
        knight = t("The knight is {name}'s: strength {n} to {m}.", name=name, n=most, m=least)
    return [knight, _windmill(s, t, names)]


def _windmill(s: State, t: Text, names: tuple[str, ...]) -> str:
    table = realm(s)
    one, two = (commerce(lands, table.agreed) for lands in table.lands)
    if table.windmill != NOBODY:
        name = name_of(table.windmill, names)
        mine, other = (one, two) if table.windmill == 0 else (two, one)
        return t(
            "The windmill is {name}'s: {n} to {m}; without a city none counts.",
            name=name,
            n=mine,
            m=other,
        )
    if one == two:
        return t("The windmill is nobody's: both have {n}.", n=one)
    return t("The windmill is nobody's: without a city none counts.")
