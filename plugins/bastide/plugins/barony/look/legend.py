"""What the signs on the board mean: lands with what their tokens are worth, pieces, marks."""

from __future__ import annotations

from typing import NamedTuple

from bastide.core.colours import reduced
from bastide.core.screen import Grid, Look, Style, fit, text_width
from bastide.plugins.barony.look.glyphs import AROUND, glyph_set, ink_of
from bastide.plugins.barony.look.palette import colour
from bastide.plugins.barony.look.pawns import ASCII, UNICODE
from bastide.plugins.barony.look.words import Words
from bastide.plugins.barony.pieces import GOLD, KINDS, LAKE, PIECES, SILVER, TERRAINS

ROWS = 4
"""Rows that the legend takes, its heading included."""


class Sign(NamedTuple):
    """A sign as the board shows it, and its meaning."""

    shown: str
    style: Style
    meaning: str


def paint_legend(grid: Grid, row: int, look: Look, words: Words) -> None:
    """Write the legend from a row on; what has no room is scrolled to."""
    theme = reduced(look.theme, look.depth)
    dim = Style(theme.dim, theme.panel)
    head = words.text("Tokens, in gold now / in silver at the end:")
    grid.text(2, row, fit(head, grid.width - 3, "."), dim)
    series = (_lands(look, words), _pieces(look, words), _marks(look, words))
    for signs in series:
        x, row = 2, row + 1
        for sign in signs:
            width = text_width(sign.shown + sign.meaning) + 1
            if x > 2 and x + width >= grid.width:
                x, row = 2, row + 1
            x = grid.text(x, row, sign.shown, sign.style)
            x = grid.text(x + 1, row, sign.meaning, dim) + 2


def _lands(look: Look, words: Words) -> list[Sign]:
    theme, glyphs, t = reduced(look.theme, look.depth), glyph_set(look), words.text
    found = []
    for kind in (*KINDS, LAKE):
        meaning = t(TERRAINS[kind])
        if kind != LAKE:
            meaning = t("{terrain} {gold}/{silver}", **_worth(kind), terrain=meaning)
        if glyphs:
            style = Style(ink_of(kind, look.depth), theme.table)
            found.append(Sign(glyphs.patterns[kind][0], style, meaning))
        else:
            found.append(Sign("  ", Style(bg=colour(TERRAINS[kind], look.depth)), meaning))
    return found


def _worth(kind: int) -> dict[str, int]:
    return {"gold": GOLD[kind], "silver": SILVER[kind]}


def _pieces(look: Look, words: Words) -> list[Sign]:
    theme = reduced(look.theme, look.depth)
    signs = ASCII if look.glyphs == "ascii" else UNICODE
    style = Style(theme.ink, theme.panel, bold=True)
    return [Sign(signs[piece], style, words.text(piece)) for piece in PIECES]


def _marks(look: Look, words: Words) -> list[Sign]:
    """Return the borders of hexes: whose colour or brackets mean something."""
    theme, t = reduced(look.theme, look.depth), words.text
    meanings = {
        "cursor": t("cursor"),
        "start": t("the knight that moves"),
        "fresh": t("new since your turn"),
    }
    if glyph_set(look):
        style = Style(theme.ink, theme.panel, bold=True)
        return [Sign(" ".join(AROUND[mark]), style, said) for mark, said in meanings.items()]
    return [Sign("  ", Style(bg=colour(mark, look.depth)), said) for mark, said in meanings.items()]
