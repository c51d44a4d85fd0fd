"""The screen of a game that brings none: title, scores and the numbered list of legal actions.

A game's own screen inherits from this class and overrides what it does better; one with a board or
cards from `look.position_screen.PositionScreen`, which does.
"""

from __future__ import annotations

from bastide.core.events import Action, Event, Plain, Term, is_same, score_of
from bastide.core.look.lines import Box, line_at, paint_lines
from bastide.core.look.paints import line_style
from bastide.core.look.words import counted, lettered
from bastide.core.messages import English, Text
from bastide.core.rules import Rules
from bastide.core.screen import (
    Aside,
    Colour,
    Counter,
    Cursor,
    Edges,
    Ending,
    GameScreen,
    Grid,
    InHand,
    Key,
    Look,
    Overlay,
    Place,
    Remark,
    StepHelp,
)
from bastide.core.state import SEALED, State
from bastide.core.typed import typed_number


class DefaultScreen(GameScreen):
    """A `GameScreen` that can play any game.

    Sentences come from the game's catalogue by action and event kind: a message whose id is the
    kind gets the fields `a`, `b`, `c`, ... for the data, words among them as the catalogue has
    them, and for an event `name`, the seat that its data begin with. Without such a message the
    plain data is shown.
    """

    def __init__(self, rules: Rules, text: Text | None = None) -> None:
        self.rules = rules
        self.text: Text = text or English()

    def zooms(self) -> list[str]:
        return ["1"]

    def paint(self, grid: Grid, s: State, seat: int, cursor: Cursor, look: Look) -> None:
        """Draw the numbered list of choices, scrolled to the chosen one."""
        places, chosen = self.places(s, seat, cursor), cursor.choice

        def line(n: int) -> str:
            return f"{'>' if n == chosen else ' '}{n + 1:3} {places[n].sentence}"

        grid.fill(0, 0, grid.width, grid.height, line_style(look.theme, chosen=False))
        box = Box(1, 0, grid.width - 1, grid.height)
        paint_lines(grid, box, len(places), chosen, look.theme, line)

    def paint_hand(self, grid: Grid, s: State, seat: int, cursor: Cursor, look: Look) -> None:
        """Draw nothing: the kernel knows no cards to show."""

    def beyond(
        self, s: State, seat: int, cursor: Cursor, size: tuple[int, int], look: Look
    ) -> Edges:
        """Return that nothing is cut off: the list follows what is chosen."""
        return Edges()

    def in_hand(self, s: State, seat: int) -> InHand:
        """Return that nothing lies there to choose from."""
        return InHand()

    def aside(self, s: State, seat: int, cursor: Cursor) -> Aside | None:
        """Return no list: the board is one."""
        return None

    def counter(self, s: State) -> Counter:
        """Return the number of the turn; nothing a seat."""
        title = self.text("turn {n}", n=s.turn + 1)
        return Counter(title, ("",) * s.seats)

    def ending(self, s: State) -> Ending:
        """Return who ended the game where that was not the game itself; points tell the rest."""
        who = self.rules.ended_by(s)
        if who in ("", self.rules.active[0]):
            return Ending()
        return Ending(self.text("The plugin {name} ended the game.", name=who))

    def start(self, s: State, seat: int, before: Cursor) -> Cursor:
        """Return the cursor on the first choice."""
        return before._replace(choice=0)

    def places(self, s: State, seat: int, cursor: Cursor) -> list[Place]:
        """Return all legal actions."""
        names = tuple(str(n + 1) for n in range(s.seats))
        actions = self.rules.legal_for(s, seat) if seat >= 0 else []
        return [Place(action, (), self.say(s, action, names)) for action in actions]

    def ways(self, s: State, seat: int, cursor: Cursor) -> list[list[Place]]:
        """Return one way each."""
        return [[place] for place in self.places(s, seat, cursor)]

    def preview(self, s: State, seat: int, action: Action) -> str:
        """Return the sentence of the list."""
        places = self.places(s, seat, Cursor())
        return next((each.sentence for each in places if is_same(each.action, action)), "")

    def chosen(self, s: State, seat: int, cursor: Cursor) -> Action | str:
        places = self.places(s, seat, cursor)
        if not places:
            return Remark(self.text("It is not your turn."))
        return places[min(cursor.choice, len(places) - 1)].action

    def hint(self, s: State, seat: int, cursor: Cursor) -> tuple[str, str]:
        places = self.places(s, seat, cursor)
        if not places:
            return "", ""
        chosen = places[min(cursor.choice, len(places) - 1)]
        return self.text("Choose with the arrows, or type a number, then Enter."), chosen.sentence

    def situation(self, s: State, seat: int, cursor: Cursor) -> str:
        """Return nothing: the choices say it all."""
        return ""

    def move(self, s: State, seat: int, cursor: Cursor, key: str) -> Cursor:
        step = {"up": -1, "k": -1, "p": -1, "down": 1, "j": 1, "n": 1}.get(key, 0)
        count = len(self.places(s, seat, cursor))
        return cursor._replace(choice=(cursor.choice + step) % count) if count else cursor

    def point(
        self, s: State, seat: int, cursor: Cursor, x: int, y: int, size: tuple[int, int], look: Look
    ) -> Cursor:
        """Return the cursor on the choice that was clicked."""
        n = line_at(Box(0, 0, *size), len(self.places(s, seat, cursor)), cursor.choice, (x, y))
        return cursor if n is None else cursor._replace(choice=n)

    def point_hand(
        self, s: State, seat: int, cursor: Cursor, x: int, y: int, size: tuple[int, int], look: Look
    ) -> Cursor:
        """Return the cursor on the next card, as after Tab."""
        return self.move(s, seat, cursor, "tab")

    def at_place(self, s: State, seat: int, cursor: Cursor, number: int) -> Cursor:
        count = len(self.places(s, seat, cursor))
        return cursor._replace(choice=number - 1) if 1 <= number <= count else cursor

    def keys(self) -> list[Key]:
        return [
            Key("up", "↑", self.text("previous choice")),
            Key("down", "↓", self.text("next choice")),
        ]

    def step_help(self, s: State, seat: int, cursor: Cursor) -> StepHelp:
        """Return nothing: the hints say what a choice does."""
        return StepHelp()

    def parse(self, s: State, seat: int, cursor: Cursor, words: list[str]) -> Action | Cursor | str:
        """Return the action with that number."""
        places = self.places(s, seat, cursor)
        number = typed_number(words[0]) if len(words) == 1 else None
        if number is not None and 1 <= number <= len(places):
            return places[number - 1].action
        if not places:
            return self.text("It is not your turn.")
        return self.text("Type a number from 1 to {n}.", n=len(places))

    def commands(self, s: State, seat: int) -> list[tuple[str, str]]:
        """Return the numbers and their sentences."""
        places = self.places(s, seat, Cursor())
        return [(str(n + 1), place.sentence) for n, place in enumerate(places)]

    def usage(self) -> list[tuple[str, str]]:
        """Return no commands: numbers choose."""
        return []

    def say(self, s: State, a: Action | Event, names: tuple[str, ...]) -> str:
        if isinstance(a, Event) and a.kind == "score":
            return self.score_sentence(a, names)
        if isinstance(a, Event) and (a.source, a.kind) == ("core", "skip"):
            return self.text("{name} has nothing to choose.", name=_name(names, a.data[0]))
        if a.kind == SEALED.kind:
            return self.text("chooses, unseen.")
        fields = lettered(a.data, self._shown)
        if isinstance(a, Event) and a.data:
            fields["name"] = _name(names, a.data[0])
        said = self.text(a.kind, **fields)
        if said != a.kind:
            return said.strip()
        return " ".join([a.kind.rpartition(".")[2], *map(str, a.data)])

    def _shown(self, value: Plain) -> object:
        """Return a piece of data for people: a word as the catalogue has it."""
        is_word = isinstance(value, str) and value and not {*value} & {*"{}"}
        return self.text(str(value)) if is_word else value

    def score_sentence(self, event: Event, names: tuple[str, ...]) -> str:
        """Return a score with its sum: `Ada +6 harvest (3 coin × 2)`."""
        score = score_of(event)
        terms = " + ".join(self.term(term) for term in score.terms)
        said = f"{_name(names, score.seat)} {score.points:+} {self.text(score.category)}"
        return f"{said} ({terms})" if terms else said

    def term(self, term: Term) -> str:
        """Return one summand: `3 coin × 2 doubled`."""
        times = f" × {term.times}" if term.times != 1 else ""
        note = f" {self.text(term.note)}" if term.note else ""
        return f"{counted(self.text, term.number, term.unit)}{times}{note}"

    def board_text(self, s: State, seat: int, look: Look) -> list[str]:
        places = self.places(s, seat, Cursor())
        return [f"{n + 1:3} {place.sentence}" for n, place in enumerate(places)]

    def near(self, s: State, words: list[str]) -> str:
        """Say that this game has no board that the kernel knows."""
        return self.text("This game has no board to look at.")

    def categories(self) -> list[tuple[str, str, Colour]]:
        """Return no categories: the end screen shows totals."""
        return []

    def overlays(self) -> list[Overlay]:
        """Return no overlays."""
        return []

    def undrawn(self) -> list[str]:
        """Return nothing: no picture is wanted."""
        return []


def _name(names: tuple[str, ...], seat: Plain) -> str:
    """Return a seat's display name; its number where none is known."""
    if isinstance(seat, int) and 0 <= seat < len(names):
        return names[seat]
    return str(seat)
