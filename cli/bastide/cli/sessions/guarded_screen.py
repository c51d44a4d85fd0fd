"""A game's screen in a guard: where it raises, or answers nonsense, a plainer screen takes over.

Three screens stand behind each other: the game's own; the default one, which can play any game;
and an empty one, for a table whose rules raise while they say what is legal. The methods that share
a cursor go over to the default screen together, and for as long as the table is open here: each
screen has its own idea of what a cursor means. Any other method goes over alone: a sentence that
cannot be said takes nobody's board away. The empty screen helps out for one call; where the rules
did not return, it does for as long as the position is the same.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, Literal, cast

from bastide.cli.sessions.screen_answers import Nonsense, check_answer
from bastide.core.calls import NeverReturned
from bastide.core.default_screen import DefaultScreen
from bastide.core.events import Action, Event
from bastide.core.hookspecs import Renderer
from bastide.core.look.paints import line_style
from bastide.core.messages import Text
from bastide.core.rules import Rules
from bastide.core.screen import Cursor, GameScreen, Grid, Look, Overlay, Place
from bastide.core.state import State

Failing = Literal["screen", "word", "rules"]
"""What gives way: the whole screen, or one thing that it says or shows; or nothing of it is at
fault, since the default screen cannot go on either: the rules raise."""

Told = Callable[[BaseException, Failing], None]
"""Is told what was raised, and what gives way."""

STEERED = frozenset(
    {
        *("zooms", "paint", "beyond", "start", "move", "point", "point_hand", "at_place"),
        *("places", "ways", "chosen", "hint", "parse", "commands"),
    }
)
"""Methods that take or return a cursor, or depend on what it stands for."""

METHODS = frozenset(name for name in vars(GameScreen) if not name.startswith("_"))


class EmptyScreen(DefaultScreen):
    """A screen that asks the rules nothing: nothing is legal, and every sentence is plain."""

    def places(self, s: State, seat: int, cursor: Cursor) -> list[Place]:
        """Return nothing to choose."""
        return []

    def hint(self, s: State, seat: int, cursor: Cursor) -> tuple[str, str]:
        """Return why there is nothing to choose."""
        return self._why(), ""

    def chosen(self, s: State, seat: int, cursor: Cursor) -> Action | str:
        """Return why there is nothing to choose."""
        return self._why()

    def parse(self, s: State, seat: int, cursor: Cursor, words: list[str]) -> Action | Cursor | str:
        """Return why there is nothing to choose."""
        return self._why()

    def board_text(self, s: State, seat: int, look: Look) -> list[str]:
        """Return why there is nothing to choose."""
        return [self._why()]

    def _why(self) -> str:
        return self.text("The rules cannot say what is possible now; the log has the reason.")

    def say(self, s: State, a: Action | Event, names: tuple[str, ...]) -> str:
        """Return the kind of what happened, whatever it holds."""
        return str(getattr(a, "kind", ""))


class GuardedScreen:
    """Calls the methods of a `GameScreen`; `guarded` returns one as such.

    Attributes:
        own: the game's screen, as its plugin made it; the default one where it has none.
    """

    def __init__(self, own: GameScreen | None, rules: Rules, text: Text, tell: Told) -> None:
        plain = [DefaultScreen(rules, text), EmptyScreen(rules, text)]
        self._screens: list[GameScreen] = [*plain] if own is None else [own, *plain]
        self._from: dict[str, int] = {}
        self._hung: dict[str, object] = {}
        self._tell = tell
        self.own = self._screens[0]

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401  # whatever the game's screen has
        """Return a method in its guard; what the default screen has not is the game's own."""
        if name == "own":  # not made yet: whoever copies or pickles it asks
            raise AttributeError(name)
        return partial(self._call, name) if name in METHODS else getattr(self.own, name)

    def overlays(self) -> list[Overlay]:
        """Return the overlays, what they paint and list in a guard, too."""
        found: list[Overlay] = self._call("overlays")
        return [self._overlay(each) for each in found]

    def _overlay(self, overlay: Overlay) -> Overlay:
        paint, lines = overlay.paint, overlay.lines

        def painted(grid: Grid, s: State, seat: int, look: Look) -> None:
            self._try(paint or _nothing, grid, s, seat, look)

        def listed(s: State, seat: int, look: Look) -> list[str]:
            found = self._try(lines or _nothing, s, seat, look)
            return list(map(str, found)) if isinstance(found, list) else []

        return overlay._replace(paint=paint and painted, lines=lines and listed)

    def _try(self, work: Callable[..., object], *arguments: object) -> object:
        """Call what is not a method of a screen; it has nothing to take its place."""
        try:
            return work(*arguments)
        except KeyboardInterrupt:
            raise
        except BaseException as error:  # third-party code may raise anything
            self._tell(error, "word")
            _wipe(arguments)
            return None

    def _call(self, name: str, *arguments: object) -> Any:  # noqa: ANN401  # as the method says
        group = "" if name in STEERED else name
        for n in range(self._first(group, arguments), len(self._screens)):
            try:
                answer = getattr(self._screens[n], name)(*arguments)
                check_answer(name, answer, arguments)
            except KeyboardInterrupt:
                raise
            except BaseException as error:  # third-party code may raise anything
                self._failed(group, n, error)
                if isinstance(error, NeverReturned) and n == len(self._screens) - 2:
                    self._hung[group] = _position(arguments)
                _wipe(arguments)
            else:
                return answer
        raise AssertionError(f"the empty screen cannot {name}")

    def _first(self, group: str, arguments: tuple[object, ...]) -> int:
        """Return the first screen to ask; the last where the rules do not return anyway."""
        if group in self._hung and self._hung[group] == _position(arguments):
            return len(self._screens) - 1
        return self._from.get(group, 0)

    def _failed(self, group: str, n: int, error: BaseException) -> None:
        """Tell of a fault; the game's screen gives way, a plain one is asked again next time."""
        if n >= len(self._screens) - 2:
            self._tell(error, "rules")
            return
        self._from[group] = n + 1
        self._tell(error, "word" if group else "screen")


def _position(arguments: tuple[object, ...]) -> object:
    """Return what tells the position that a method is asked about from the next ones."""
    s = next((each for each in arguments if isinstance(each, State)), None)
    return s and (s.turn, s.stage_turn, s.phase, s.seat, s.over, len(s.events), *s.scores)


def _nothing(*_: object) -> None:
    """Do nothing."""


def _wipe(arguments: tuple[object, ...]) -> None:
    """Take away what a screen has painted before it failed."""
    grids = [each for each in arguments if isinstance(each, Grid)]
    looks = [each for each in arguments if isinstance(each, Look)]
    for grid, look in zip(grids, looks, strict=False):
        grid.fill(0, 0, grid.width, grid.height, line_style(look.theme, chosen=False))


def guarded(rules: Rules, text: Text, renderer: Renderer | None, tell: Told) -> GameScreen:
    """Return the screen of a game, or the default one, so that it raises nothing.

    Args:
        rules: of the table.
        text: the game's messages.
        renderer: what makes the screen; None where its plugin has none.
        tell: is told each fault.
    """
    own = None
    try:
        own = renderer.make(rules, text) if renderer else None
        if renderer and not hasattr(own, "paint"):
            own = None
            raise Nonsense("make returned no GameScreen")
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # third-party code may raise anything
        tell(error, "screen")
    return cast("GameScreen", GuardedScreen(own, rules, text, tell))
