"""The list of the field view: who holds each field, and what it is worth."""

from __future__ import annotations

from bastide.core.look.words import LETTERS
from bastide.core.screen import Aside, Entry
from bastide.plugins.carcassonne.look.farms import Farm, farms
from bastide.plugins.carcassonne.look.position import Position
from bastide.plugins.carcassonne.look.words import Words


class Farming:
    """Lists fields in one language."""

    def __init__(self, words: Words) -> None:
        self._words, self._text = words, words.text

    def listed(self, position: Position) -> Aside:
        """Return the fields that are held or worth something, the seat's own first."""
        found = [farm for farm in farms(position) if farm.holders or farm.points]
        entries = [Entry(farm.holders, self.field(farm)) for farm in found]
        if not entries:
            entries = [Entry((), self._text("No field is held, and none is worth anything yet."))]
        return Aside(self._text("Fields"), tuple(entries), self._text("if it ended now"))

    def field(self, farm: Farm) -> str:
        """Say what a field is worth, where it lies, and who contests it."""
        one, many = "{n} city = {points}, {place}", "{n} cities = {points}, {place}"
        place = self._words.place(*farm.at)
        points = self._text.count("{n} point", "{n} points", farm.points)
        said = self._text.count(one, many, farm.cities, points=points, place=place)
        if not farm.holders:
            return self._text("free {worth}", worth=said)
        if len(farm.weights) > len(farm.holders):
            shown = ", ".join(f"{LETTERS[seat]} {weight}" for seat, weight in farm.weights)
            return self._text("{field} (farmers: {weights})", field=said, weights=shown)
        return said
