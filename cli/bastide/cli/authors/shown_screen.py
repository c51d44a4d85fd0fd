"""A game's screen as it is asked by the front ends: each method, and whether its answer will do."""

from __future__ import annotations

from collections.abc import Iterable
from inspect import isfunction
from itertools import cycle
from typing import Any

from bastide.cli.sessions.screen_answers import Nonsense, check_answer
from bastide.core.events import Action, Event, score_of
from bastide.core.messages import Text, message
from bastide.core.places import place_of
from bastide.core.rules import Rules
from bastide.core.screen import Cursor, Depth, GameScreen, Glyphs, Grid, Look, Place
from bastide.core.state import PUBLIC, State
from bastide.core.testing import ConformanceError

DRAWN: tuple[tuple[Glyphs, Depth], ...] = (("ascii", "none"), ("unicode", "16"), ("blocks", "true"))
"""Characters and colours that panes are painted with, one after the other."""

Size = tuple[int, int]


class ShownScreen:
    """Shows positions on a game's screen.

    Raises:
        ConformanceError: it answers what a method does not promise, or changes the position.
    """

    def __init__(self, screen: GameScreen, rules: Rules, text: Text) -> None:
        self._screen, self._rules, self._text = screen, rules, text
        self._names = tuple(f"P{n + 1}" for n in range(rules.seats))
        self._drawn = cycle(DRAWN)
        self._overlays = self._ask("overlays")
        self._keys = [key.key for key in self._ask("keys")]
        self._titled = {id for id, _, _ in self._ask("categories")}
        for name in ("zooms", "usage"):
            self._ask(name)

    def _ask(self, name: str, *arguments: object) -> Any:  # noqa: ANN401  # as the method says
        """Return what a method answers; it must be what it promises."""
        method = getattr(self._screen, name)
        answer = method(*arguments)
        try:
            check_answer(name, answer, arguments)
        except Nonsense as error:
            said = message(
                "{reason}: return what the method promises, for each seat", reason=str(error)
            )
            raise ConformanceError(said, place_of(method)) from error
        return answer

    @property
    def _home(self) -> object:
        """A function of the screen's own class, where the screen is to be looked for."""
        return next(filter(isfunction, vars(type(self._screen)).values()), None)

    def tell(self, s: State, told: Iterable[Action | Event]) -> None:
        """Let what happened be said."""
        for each in told:
            self._ask("say", s, each, self._names)
            if isinstance(each, Event) and each.kind == "score":
                category = score_of(each).category
                if category not in self._titled:
                    self._text(category)  # as the last page does

    def look_at(self, s: State, seat: int, sizes: Iterable[Size]) -> None:
        """Paint and say a position as a seat may know it, in panes of some sizes."""
        view = s.view(seat)
        cursor = self._ask("start", view, seat, Cursor())
        for size in sizes:
            self._paint(view, seat, cursor, size)
        self._ask("board_text", view, seat, self._look("ascii", "none"))
        self._ask("hint", view, seat, cursor)
        self._ask("counter", view)
        self._ask("in_hand", view, seat)
        self._ask("aside", view, seat, cursor)
        if seat == s.seat and not s.over:
            self._check_offered(view, seat, cursor)

    def _look(self, glyphs: Glyphs, depth: Depth) -> Look:
        return Look(names=self._names, glyphs=glyphs, depth=depth)

    def _paint(self, view: State, seat: int, cursor: Cursor, size: Size) -> None:
        look, grid = self._look(*next(self._drawn)), Grid(*size)
        self._ask("beyond", view, PUBLIC, Cursor(), size, look)
        self._ask("paint", grid, view, seat, cursor, look)
        self._ask("beyond", view, seat, cursor, size, look)
        self._ask("paint_hand", grid, view, seat, cursor, look)

    def _check_offered(self, view: State, seat: int, cursor: Cursor) -> None:
        """Require something that can be chosen, by a number or a command."""
        if not self._ask("places", view, seat, cursor) and not self._ask("commands", view, seat):
            said = message(
                "{phase}: the screen offers neither a place nor a command: let places() list a "
                "choice",
                phase=view.phase,
            )
            raise ConformanceError(said, place_of(self._screen.places))

    def look_closely(self, s: State) -> None:
        """Look with all eyes, and do what a player may do; the position stays."""
        before = self._rules.digest(s)
        for seat in range(PUBLIC, s.seats):
            self.look_at(s, seat, ((80, 24),))
        view = s.view(s.seat)
        self._choose(view, s.seat, self._ask("start", view, s.seat, Cursor()))
        if s.over:
            self._ask("ending", view)
        if self._rules.digest(s) != before:
            said = message("the screen changes the position: let it clone what it works with")
            raise ConformanceError(said, place_of(self._home))

    def _choose(self, view: State, seat: int, cursor: Cursor) -> None:
        """Move about, choose and type; open what can be opened."""
        look, size = self._look("ascii", "none"), (80, 24)
        for key in [*self._keys, "escape", "pageup", "pagedown"]:
            self._ask("chosen", view, seat, self._ask("move", view, seat, cursor, key))
        for name in ("point", "point_hand"):
            self._ask(name, view, seat, cursor, 1, 1, size, look)
        for name in ("chosen", "situation", "step_help", "ways"):
            self._ask(name, view, seat, cursor)
        place: Place
        for place in self._ask("places", view, seat, cursor)[:2]:
            self._ask("at_place", view, seat, cursor, place.number or 1)
            self._ask("preview", view, seat, place.action)
        for typed in [*(typed for typed, _ in self._ask("commands", view, seat)[:3]), "x"]:
            self._ask("parse", view, seat, cursor, typed.split())
        self._ask("near", view, ["1"])
        for overlay in self._overlays:
            if overlay.paint:
                overlay.paint(Grid(*size), view, seat, look)
            if overlay.lines:
                overlay.lines(view, seat, look)
