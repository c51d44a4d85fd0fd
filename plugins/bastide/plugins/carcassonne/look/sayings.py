"""Sentences about what was done, what may be chosen, and what it brings."""

from __future__ import annotations

from bastide.core.events import Action, Event, Plain, Score, Term, score_of
from bastide.core.look.words import counted, lettered
from bastide.plugins.carcassonne.look.joined import Worth
from bastide.plugins.carcassonne.look.position import placed_of
from bastide.plugins.carcassonne.look.words import Words
from bastide.plugins.carcassonne.pieces import MEEPLE, Placed, Tile, kind_of
from bastide.plugins.carcassonne.tables import MEEPLE_ACTION, NO_MEEPLE, PLACE_ACTION
from bastide.plugins.carcassonne.turn import PLACED, SET_ASIDE, STANDS

MEEPLE_CALLED = {"city": "Knight", "road": "Thief", "monastery": "Monk", "field": "Farmer"}
"""What a meeple is on each kind of feature."""

STANDS_SENTENCE = {
    "city": "{name} puts a knight in the city at {place}.",
    "road": "{name} puts a thief on the road at {place}.",
    "monastery": "{name} puts a monk in the monastery at {place}.",
    "field": "{name} puts a farmer in the field at {place}.",
}
PUTS_SENTENCE = {
    "city": "puts a knight in the city.",
    "road": "puts a thief on the road.",
    "monastery": "puts a monk in the monastery.",
    "field": "puts a farmer in the field.",
}
"""What goes on from a seat's name."""

OTHER_STANDS_SENTENCE = {
    "city": "{name} puts a knight ({piece}) in the city at {place}.",
    "road": "{name} puts a thief ({piece}) on the road at {place}.",
    "monastery": "{name} puts a monk ({piece}) in the monastery at {place}.",
    "field": "{name} puts a farmer ({piece}) in the field at {place}.",
}
OTHER_PUTS_SENTENCE = {
    "city": "puts a knight ({piece}) in the city.",
    "road": "puts a thief ({piece}) on the road.",
    "monastery": "puts a monk ({piece}) in the monastery.",
    "field": "puts a farmer ({piece}) in the field.",
}
"""The same of a piece other than a meeple."""

STANDING = {
    "city": "a knight in the city",
    "road": "a thief on the road",
    "monastery": "a monk in the monastery",
    "field": "a farmer in the field",
}
OTHER_STANDING = {
    "city": "a knight ({piece}) in the city",
    "road": "a thief ({piece}) on the road",
    "monastery": "a monk ({piece}) in the monastery",
    "field": "a farmer ({piece}) in the field",
}
SCORE_SENTENCE = {
    "city": "{name} +{points} city ({sum})",
    "road": "{name} +{points} road ({sum})",
    "monastery": "{name} +{points} monastery ({sum})",
    "field": "{name} +{points} field ({sum})",
}
FINAL_SENTENCE = {
    "city": "{name} +{points} unfinished city ({sum})",
    "road": "{name} +{points} unfinished road ({sum})",
    "monastery": "{name} +{points} unfinished monastery ({sum})",
    "field": "{name} +{points} field ({sum})",
}
NOTED_SENTENCE = {
    "city": "{name} +{points} city: {sum} ({note})",
    "road": "{name} +{points} road: {sum} ({note})",
    "monastery": "{name} +{points} monastery: {sum} ({note})",
    "field": "{name} +{points} field: {sum} ({note})",
}
"""Where every summand is as it is for the same reason."""

FINAL_NOTED_SENTENCE = {
    "city": "{name} +{points} unfinished city: {sum} ({note})",
    "road": "{name} +{points} unfinished road: {sum} ({note})",
    "monastery": "{name} +{points} unfinished monastery: {sum} ({note})",
    "field": "{name} +{points} field: {sum} ({note})",
}


class Sayings:
    """Sentences about a table's tiles in one language."""

    def __init__(self, words: Words, tiles: dict[str, Tile]) -> None:
        self.words, self.text, self.tiles = words, words.text, tiles

    # choices

    def points(self, n: int) -> str:
        """Return `3 points`."""
        return self.text.count("{n} point", "{n} points", n)

    def choice(self, action: Action, worth: Worth, on: Placed) -> str:
        """Say what a meeple choice on a tile is and what it would bring."""
        segment = str(action.data[0])
        kind = kind_of(segment)
        one, many = _choice_texts(kind, worth.feature.finished)
        n = worth.cities if kind == "field" else worth.feature.tiles
        meeple = self._meeple(kind, str(action.data[1]))
        where = self.words.where(self.tiles[on.tile], on.rotation, segment)
        points = self.points(worth.points)
        return self.text.count(one, many, n, meeple=meeple, where=where, points=points)

    def _meeple(self, kind: str, piece: str) -> str:
        shown = self.text(MEEPLE_CALLED[kind])
        if piece == MEEPLE:
            return shown
        return self.text("{meeple} ({piece})", meeple=shown, piece=self.text(piece))

    # what happened

    def said(self, what: Action | Event) -> str | None:
        """Return a sentence for an action or event; "" for what is not worth a line.

        None for points that another plugin gives: the default screen says them with their sum.
        An action does not say whose it is: its sentence goes on from the seat's name.
        """
        if isinstance(what, Action):
            return self._action(what) or self.other(what)
        if what.kind == "score":
            return self._score(score_of(what))
        data = what.data
        if what.kind == PLACED:
            return self._placed(int(str(data[0])), Placed(*data[1:]))  # type: ignore[arg-type]  # as turn.py says
        if what.kind == STANDS:
            seat, piece, x, y, segment = data
            ids = STANDS_SENTENCE if piece == MEEPLE else OTHER_STANDS_SENTENCE
            name = self.words.name(int(str(seat)))
            place = self.words.place(int(str(x)), int(str(y)))
            shown = self.text(str(piece))
            return self.text(ids[kind_of(str(segment))], name=name, place=place, piece=shown)
        if what.kind == SET_ASIDE:
            return self._set_aside(int(str(data[0])), str(data[1]))
        return self._translated(what.kind, data)

    # what other plugins bring

    def other(self, action: Action) -> str:
        """Say what an action of another plugin does: as a catalogue says it, or by its kind.

        The tiles that it is about are named, so that no two choices sound the same.
        """
        faces = dict(action.claims)
        data = tuple(faces.get(each, each) if type(each) is int else each for each in action.data)
        verb = self.text(action.kind.rpartition(".")[2].replace("_", " "))
        said = self._translated(action.kind, data) or verb
        about = [each for each in (*data, *faces.values()) if each in self.tiles]
        tiles = dict.fromkeys(map(self._shown, about))
        unnamed = [tile for tile in tiles if tile not in said]
        if not unnamed:
            return said
        return self.text("{what}: {tile}", what=said, tile=self.words.series(unnamed))

    def _translated(self, kind: str, data: tuple[Plain, ...]) -> str:
        """Return what a catalogue says of a kind of action or event; "" if none does.

        Its fields: `name` of the seat that is named first, and `a`, `b`, `c` for the data.
        """
        seat = data[0] if data and type(data[0]) is int else 0
        fields = lettered(data, self._shown)
        said = self.text(kind, name=self.words.name(seat), **fields)
        return "" if said == kind else said

    def _shown(self, value: Plain) -> str:
        """Return a piece of data for people: a tile by its name."""
        tile = self.tiles.get(value) if isinstance(value, str) else None
        return self.words.tile_name(tile) if tile else str(value)

    def _placed(self, seat: int, placed: Placed) -> str:
        return self.text(
            "{name} placed at {place}: {tile}.",
            name=self.words.name(seat),
            place=self.words.place(placed.x, placed.y),
            tile=self._tile(placed),
        )

    def _tile(self, placed: Placed) -> str:
        return self.words.tile_name(self.tiles[placed.tile], placed.rotation)

    def _set_aside(self, seat: int, tile: str) -> str:
        return self.text(
            "{name} sets aside a tile that fits nowhere ({tile}).",
            name=self.words.name(seat),
            tile=self.words.tile_name(self.tiles[tile]),
        )

    def _action(self, action: Action) -> str:
        if action.kind == PLACE_ACTION:
            placed = placed_of(action)
            place = self.words.place(placed.x, placed.y)
            return self.text("places at {place}: {tile}.", place=place, tile=self._tile(placed))
        if action.kind == MEEPLE_ACTION:
            segment, piece = map(str, action.data)
            ids = PUTS_SENTENCE if piece == MEEPLE else OTHER_PUTS_SENTENCE
            return self.text(ids[kind_of(segment)], piece=self.text(piece))
        return self.text("puts no meeple.") if action.kind == NO_MEEPLE.kind else ""

    # scores

    def _score(self, score: Score) -> str | None:
        if score.category not in SCORE_SENTENCE:
            return None
        ids = FINAL_SENTENCE if score.final else SCORE_SENTENCE
        terms, note = score.terms, _shared_note(score.terms)
        if note:
            ids = FINAL_NOTED_SENTENCE if score.final else NOTED_SENTENCE
            terms = tuple(term._replace(note="") for term in terms)
        return self.text(
            ids[score.category],
            name=self.words.name(score.seat),
            points=score.points,
            sum=" + ".join(map(self.term, terms)),
            note=self.text(note) if note else "",
        )

    def term(self, term: Term) -> str:
        """Return one summand: `3 tiles × 2`."""
        shown = self._counted(term)
        if term.times != 1:
            shown = self.text("{term} × {times}", term=shown, times=term.times)
        if term.note:
            shown = self.text("{shown}, {mark}", shown=shown, mark=self.text(term.note))
        return shown

    def _counted(self, term: Term) -> str:
        n, t = term.number, self.text
        if term.unit == "tile":
            return t.count("{n} tile", "{n} tiles", n)
        if term.unit == "pennant":
            return t.count("{n} pennant", "{n} pennants", n)
        if term.unit == "city":
            return t.count("{n} city", "{n} cities", n)
        return counted(t, n, term.unit)


def _shared_note(terms: tuple[Term, ...]) -> str:
    """Return the note that all summands carry; "" if they differ."""
    notes = {term.note for term in terms}
    return notes.pop() if len(notes) == 1 else ""


def _choice_texts(kind: str, finished: bool) -> tuple[str, str]:
    """Return the message ids of a choice: for one thing, and for several."""
    if kind == "field":
        one = "{meeple} {where}: {points} at the end so far ({n} finished city)"
        many = "{meeple} {where}: {points} at the end so far ({n} finished cities)"
    elif kind == "monastery" and finished:
        one = "{meeple} {where} ({n} tile of 9): finished, {points} now"
        many = "{meeple} {where} ({n} tiles of 9): finished, {points} now"
    elif kind == "monastery":
        one = "{meeple} {where} ({n} tile of 9): {points} if the game ended now"
        many = "{meeple} {where} ({n} tiles of 9): {points} if the game ended now"
    elif finished:
        one = "{meeple} {where} ({n} tile): finished, {points} now"
        many = "{meeple} {where} ({n} tiles): finished, {points} now"
    else:
        one = "{meeple} {where} ({n} tile): {points} if the game ended now"
        many = "{meeple} {where} ({n} tiles): {points} if the game ended now"
    return one, many
