"""What the signs on the table mean: kinds of cards, figures, lands, marks."""

from __future__ import annotations

from typing import NamedTuple

from bastide.core.look.paints import badge
from bastide.core.screen import Style, text_width
from bastide.plugins.settlers.cards import CITY, COSTS, RESOURCES, ROAD, SETTLEMENT
from bastide.plugins.settlers.look.brush import Brush, key_of
from bastide.plugins.settlers.look.naming import terrain
from bastide.plugins.settlers.look.words import Words


class Sign(NamedTuple):
    """A sign as the table shows it, and its meaning."""

    shown: str
    style: Style
    meaning: str


def draw_legend(brush: Brush, row: int) -> None:
    """Write the legend from a row on; a series may take several lines."""
    grid, dim = brush.grid, brush.quiet()
    for series in (_prices(brush), *_signs(brush, low=grid.height < LOW)):
        x = 1
        for sign in series:
            width = text_width(sign.shown + sign.meaning) + 1
            if x > 1 and x + width >= grid.width:
                x, row = 1, row + 1
            x = grid.text(x, row, sign.shown, sign.style)
            x = grid.text(x + 1, row, sign.meaning, dim) + 2
        row += 1


LOW = 24
"""Rows from which there is room for all; lands bear their names, so that they come last."""


def _signs(brush: Brush, low: bool) -> list[list[Sign]]:
    lands, marks = _lands(brush), _marks(brush)
    return [_kinds(brush), _figures(brush), *((marks, lands) if low else (lands, marks))]


def _prices(brush: Brush) -> list[Sign]:
    """Return what stands in the row, each with its cost."""
    t, words = brush.text, Words(brush.text)
    named = (t("Road"), ROAD), (t("Settlement"), SETTLEMENT), (t("City"), CITY)
    return [Sign(name, brush.plain(bold=True), words.cost(COSTS[kind])) for name, kind in named]


def _kinds(brush: Brush) -> list[Sign]:
    t, signs = brush.text, brush.signs
    return [
        Sign(f" {signs.settlement} ", brush.on("green"), t("building: settlement or city")),
        Sign(f" {signs.city} ", brush.on("red"), t("building: city")),
        Sign(f" {signs.knight} ", brush.on("green"), t("knight")),
        Sign(f" {signs.fleet} ", brush.on("green"), t("fleet")),
        Sign(f" {signs.action} ", brush.on("action"), t("action")),
        Sign(f" {signs.event} ", brush.on("event"), t("event")),
    ]


def _figures(brush: Brush) -> list[Sign]:
    t, signs, style = brush.text, brush.signs, brush.plain(bold=True)
    return [
        Sign(f"{signs.strength}3", style, t("strength")),
        Sign(f"{signs.tournament}2", style, t("tournament")),
        Sign(f"{signs.windmill}1", style, t("windmill")),
        Sign(f"{signs.point}1", style, t("point")),
    ]


def _lands(brush: Brush) -> list[Sign]:
    found = []
    for resource, name in enumerate(RESOURCES):
        meaning = f"{terrain(resource, brush.text)} ({brush.text(name)})"
        shown, style = "  ", brush.on(name)
        if not brush.pixels:
            shown, style = brush.signs.patterns[resource][0], brush.plain()
        found.append(Sign(shown, style, meaning))
    return found


def _marks(brush: Brush) -> list[Sign]:
    t, signs = brush.text, brush.signs
    stock = f"{signs.stored}{signs.free * 2}"
    return [
        Sign(key_of(1), badge(brush.paint("number"), reverse=False), t("choose it: type 1, Enter")),
        Sign(" 4 ", brush.on("rolled"), t("its number was rolled")),
        Sign(stock, brush.plain(), t("stores 1 of 3")),
        Sign(f"{signs.times}2", brush.plain(), t("yields 2")),
        Sign("2:13", brush.plain(), t("pile 2: 13 cards")),
        Sign("- +", brush.plain(), t("before a card: not possible now, new")),
        Sign(f"{signs.settlement} -1", brush.plain(), t("column -1; up, down: above, below it")),
    ]
