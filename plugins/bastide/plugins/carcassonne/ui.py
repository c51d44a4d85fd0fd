"""Carcassonne on the screen: the game's `GameScreen`. What it shows is made in `look`."""

from __future__ import annotations

from bastide.core.look.position_screen import Parts, PositionScreen
from bastide.core.messages import English, Text
from bastide.core.rules import Rules
from bastide.core.screen import (
    Aside,
    Colour,
    Counter,
    Cursor,
    Entry,
    InHand,
    Key,
    Look,
    Overlay,
    Place,
    StepHelp,
)
from bastide.core.state import State
from bastide.plugins.carcassonne.board import all_tiles
from bastide.plugins.carcassonne.look import steering
from bastide.plugins.carcassonne.look.art import colourless
from bastide.plugins.carcassonne.look.commands import TileCommands
from bastide.plugins.carcassonne.look.farming import Farming
from bastide.plugins.carcassonne.look.hand import shows_laid
from bastide.plugins.carcassonne.look.hints import Hints
from bastide.plugins.carcassonne.look.overlay import tiles_left_lines
from bastide.plugins.carcassonne.look.painter import Painter
from bastide.plugins.carcassonne.look.palette import PAINTS
from bastide.plugins.carcassonne.look.position import LIST, Position
from bastide.plugins.carcassonne.look.reader import Reader
from bastide.plugins.carcassonne.look.sayings import Sayings
from bastide.plugins.carcassonne.look.supply import Supplies
from bastide.plugins.carcassonne.look.view import ZOOMS
from bastide.plugins.carcassonne.look.words import Words
from bastide.plugins.carcassonne.slots import CHOICES, MARK_ART, PIECES, TILES
from bastide.plugins.carcassonne.state import board
from bastide.plugins.carcassonne.turn import PLACE


class CarcassonneScreen(PositionScreen[Position]):
    """The board in pixels or characters, hands, sentences and typed commands."""

    def __init__(self, rules: Rules, text: Text | None = None) -> None:
        self._words = Words(text or English())
        self._painter = Painter(rules, self._words)
        sayings = Sayings(self._words, rules.table(TILES))
        moves = steering.TileSteering()
        self._commands = TileCommands(self._words, moves)
        self._hints = Hints(self._words, sayings, self._commands)
        self._supplies = Supplies(self._words.text)
        self._farming = Farming(self._words)
        self._hinted: tuple[State | None, Cursor] = None, Cursor()
        parts = Parts(
            position=Position,
            zooms=ZOOMS,
            words=self._words,
            painter=self._painter,
            steering=moves,
            parse=self._commands.parse,
            hints=self._hints,
            said=sayings.said,
            reader=Reader(self._words, self._painter.glyphs),
        )
        super().__init__(rules, parts)

    def overlays(self) -> list[Overlay]:
        """Return the overlay of the tiles left, and the view of the fields."""
        return [
            Overlay("f2", self.text("Tiles left"), self._painter.tiles_left, "tiles", self._left),
            Overlay(steering.FIELDS, self.text("Fields"), None, "fields"),
        ]

    def _left(self, s: State, seat: int, look: Look) -> list[str]:
        return tiles_left_lines(s, self._words)

    def svg(self, s: State, names: tuple[str, ...] = ()) -> str:
        """Return the board as an SVG picture."""
        return self._painter.svg(s, names)

    # what is left

    def counter(self, s: State) -> Counter:
        """Return the tiles laid or set aside, of all; and each seat's pieces and hidden tiles."""
        b = board(s)
        n = len(b.placed) + len(b.aside)
        title = self.text("{n}/{all} tiles", n=n, all=all_tiles(s))
        supplies = self._supplies
        ways = supplies.usual, supplies.short, supplies.long, supplies.words
        usual, short, long, words = (tuple(say(s, n) for n in range(s.seats)) for say in ways)
        return Counter(title, usual, short, long, words)

    def in_hand(self, s: State, seat: int) -> InHand:
        """Return how many tiles there are to choose from, and how many others hold."""
        position = self.at(s, seat)
        if position.shows:
            shown = self.text("shown by {name}", name=self._words.name(s.seat))
            return InHand(len(position.hand), shown, s.seat)
        cards = 1 if shows_laid(position) else len(position.hand)
        return InHand(cards, self._supplies.hidden(s, seat))

    def aside(self, s: State, seat: int, cursor: Cursor) -> Aside | None:
        """Return what else there is to choose, or with the field view the fields."""
        position = self.at(s, seat, cursor)
        if position.phase == LIST:
            places = self.places(s, seat, cursor)
            chosen = cursor.choice % len(places)
            lines = [f"{n}: {place.sentence}" for n, place in enumerate(places, start=1)]
            entries = [Entry((), line, n == chosen) for n, line in enumerate(lines)]
            return Aside(self.text("Choose"), tuple(entries))
        if steering.FIELDS in cursor.flags:
            return self._farming.listed(position)
        return None

    # choosing

    def ways(self, s: State, seat: int, cursor: Cursor) -> list[list[Place]]:
        """Return for each number all that it stands for; how the tile lies tells it apart."""
        position = self.at(s, seat, cursor)

        def told(place: Place) -> Place:
            return place._replace(sentence=self._hints.turned(position, place.action))

        numbered = super().ways(s, seat, cursor)
        return [[*map(told, ways)] if len(ways) > 1 else ways for ways in numbered]

    def clicked(
        self, position: Position, at: tuple[int, int], size: tuple[int, int], look: Look
    ) -> Cursor:
        view = self._painter.view(position, size, look)
        cell = view.cell(*at)
        shape = position.shape_at(*cell)
        segment = ""
        if shape:
            sketch = self._painter.sketches[shape.tile.id]
            segment = sketch.segment_at(*view.inside(*at), shape.rotation)
        return steering.point_at(position, cell, segment)

    def clicked_hand(
        self, position: Position, at: tuple[int, int], size: tuple[int, int], look: Look
    ) -> Cursor:
        """Return the cursor after a click on a tile of the hand, or on a kind of piece."""
        n = self._painter.card_at(position, at, size, look)
        if n is None or not position.mine:
            return position.cursor
        return steering.at_card(position, n)

    def keys(self) -> list[Key]:
        t = self.text
        several = [Key("tab", "Tab", t("next tile in hand"))] if self.rules.has(CHOICES) else []
        if len(self.rules.table(PIECES)) > 1:
            several.append(Key("b", "b", t("another kind of piece")))
        return [
            Key("up", "↑ k", t("tile north, previous choice")),
            Key("down", "↓ j", t("tile south, next choice")),
            Key("left", "← h", t("tile west, previous choice")),
            Key("right", "→ l", t("tile east, next choice")),
            Key("r", "r", t("turn right")),
            Key("R", "R", t("turn left")),
            Key("n", "n", t("next place")),
            Key("p", "p", t("previous place")),
            *several,
            Key("s", "s", t("no meeple")),
        ]

    def step_help(self, s: State, seat: int, cursor: Cursor) -> StepHelp:
        """Return how places are typed, told by the first one of now."""
        position = self.at(s, seat, cursor)
        if position.phase != PLACE or not position.fitting:
            return StepHelp()
        said = self.text(
            "A place is typed as its number or as column and row: 1 is {place} now. Columns count "
            "from the start tile to the west (3W) or east (3E), rows to the north (2N) or south "
            "(2S).",
            place=self._commands.example(position),
        )
        return StepHelp((said,))

    def hint(self, s: State, seat: int, cursor: Cursor) -> tuple[str, str]:
        self._hinted = s, cursor
        return super().hint(s, seat, cursor)

    def commands(self, s: State, seat: int) -> list[tuple[str, str]]:
        """Return the commands possible now, with the tile of the hand that was shown last."""
        seen, cursor = self._hinted
        position = self.at(s, seat, cursor if seen is s else Cursor())
        if not position.mine:
            return []
        sentences = [place.sentence for place in self.places(s, seat, position.cursor)]
        return self._commands.possible(position, sentences)

    def usage(self) -> list[tuple[str, str]]:
        return self._commands.usage(self.rules.has(CHOICES), self.rules.table(PIECES))

    def categories(self) -> list[tuple[str, str, Colour]]:
        t = self.text
        return [
            ("city", t("Cities"), PAINTS["city"].true),
            ("road", t("Roads"), PAINTS["road"].true),
            ("monastery", t("Monasteries"), PAINTS["monastery roof"].true),
            ("field", t("Fields"), PAINTS["field"].true),
        ]

    def undrawn(self) -> list[str]:
        """Return a sentence for each mark drawn as a letter, and each pixel without a colour."""
        tiles, art = self.rules.table(TILES).values(), self.rules.table(MARK_ART)
        marks = {mark for tile in tiles for segment in tile.segments() for mark in segment.marks}
        text = self.text
        missing = [
            text("the mark {name} has no picture: put one into MARK_ART under that name", name=name)
            for name in map(repr, sorted(marks - art.keys()))
        ]
        return missing + [
            text(
                "the picture of {name} has the letter {letter}, which stands for no colour: add it "
                "to colours",
                name=repr(name),
                letter=repr(letter),
            )
            for name, each in sorted(art.items())
            for letter in colourless(each)
        ]


make = CarcassonneScreen
"""Return the screen of a table in a language."""
