"""Who has what: titles, tokens and pieces, for the score pane and an overlay."""

from __future__ import annotations

from bastide.core.colours import reduced
from bastide.core.look.lines import wrapped
from bastide.core.look.paints import badge
from bastide.core.look.words import LETTERS
from bastide.core.screen import Counter, Grid, Look, Style, fit
from bastide.core.state import State
from bastide.plugins.barony.look.legend import ROWS, paint_legend
from bastide.plugins.barony.look.words import Words
from bastide.plugins.barony.pieces import (
    CITY,
    DUKE,
    KNIGHT,
    STRONGHOLD,
    TITLE_GOLD,
    TITLE_POINTS,
    TITLES,
    VILLAGE,
)
from bastide.plugins.barony.state import realm
from bastide.plugins.barony.titles import gold, silver
from bastide.plugins.barony.turn import ACT, MORE

_HELD = (KNIGHT, VILLAGE, STRONGHOLD, CITY)


def counter(s: State, words: Words) -> Counter:
    """Return the round, and each seat's title, gold and silver."""
    t, r = words.text, realm(s)
    title = t("setting up")
    if s.phase in (ACT, MORE) or s.over:
        title = t("round {n}", n=max(0, s.stage_turn - s.over) // s.seats + 1)
    if DUKE in r.ranks and not s.over:
        title = t("last round")
    usual, short, long = [], [], []
    for seat in range(s.seats):
        held = {"title": t(TITLES[r.ranks[seat]]), "gold": gold(r.tokens[seat])}
        held["silver"] = silver(r.tokens[seat])
        short.append(t("{gold} g", gold=held["gold"]))
        usual.append(t("{title}, {gold} gold", **held))
        long.append(t("{title}, {gold} gold, {silver} silver", **held))
    return Counter(title, tuple(usual), tuple(short), tuple(long), heading=t("gold"))


def paint_standing(grid: Grid, s: State, look: Look, words: Words) -> None:
    """Draw for each seat its title, what the next one costs, tokens and reserve.

    Below what is left in a bank that can run out, and a legend.
    """
    theme = reduced(look.theme, look.depth)
    grid.fill(0, 0, grid.width, grid.height, Style(theme.text, theme.panel))
    row, room = 0, grid.width - 7
    ellipsis = "." if look.glyphs == "ascii" else "…"
    told = [standing(s, seat, words, look.names) for seat in range(s.seats)]
    told = [[part for line in lines for part in wrapped(line, room)] for lines in told]
    for seat, lines in enumerate(told):
        tall = len(lines) + (grid.height >= (len(lines) + 1) * s.seats + ROWS)
        for n, line in enumerate(lines):
            style = Style(theme.text if n else theme.ink, theme.panel, bold=not n)
            grid.text(6, row + n, fit(line, room, ellipsis), style)
        grid.text(2, row, f" {LETTERS[seat]} ", badge(theme.seats[seat]))
        row += tall
    if realm(s).bank:
        bank = fit(_bank(s, words), grid.width - 3, ellipsis)
        grid.text(2, row, bank, Style(theme.text, theme.panel))
        row += 1
    paint_legend(grid, row, look, words)


def standing_lines(s: State, words: Words, names: tuple[str, ...]) -> list[str]:
    """Return the same in words, without a legend."""
    lines = [line for seat in range(s.seats) for line in standing(s, seat, words, names)]
    return [*lines, *[_bank(s, words)] * bool(realm(s).bank)]


def _bank(s: State, words: Words) -> str:
    return words.text("bank: {tokens}", tokens=words.tokens(realm(s).bank))


def standing(s: State, seat: int, words: Words, names: tuple[str, ...]) -> list[str]:
    """Return what a seat is and has, in four lines."""
    t, r = words.text, realm(s)
    words.names = names or words.names
    held, rank = gold(r.tokens[seat]), r.ranks[seat]
    head = t("{name}: {title}", name=words.name(seat), title=t(TITLES[rank]))
    if rank < DUKE:
        head = t(
            "{name}: {title}; {next} for {cost} gold (+{points} points), has {gold}",
            name=words.name(seat),
            title=t(TITLES[rank]),
            next=t(TITLES[rank + 1]),
            cost=TITLE_GOLD,
            points=TITLE_POINTS,
            gold=held,
        )
    tokens = t(
        "tokens: {tokens} ({silver} silver)",
        tokens=words.tokens(r.tokens[seat]),
        silver=silver(r.tokens[seat]),
    )
    reserve = t(
        "reserve: knights {knights}, villages {villages}, strongholds {strongholds}, "
        "cities {cities}",
        **dict(
            zip(
                ("knights", "villages", "strongholds", "cities"),
                (r.reserve[kind][seat] for kind in _HELD),
                strict=True,
            )
        ),
    )
    if r.box[seat]:
        reserve = t("{reserve}; lost: {n}", reserve=reserve, n=r.box[seat])
    return [head, tokens, reserve]
