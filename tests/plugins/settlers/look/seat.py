"""Who sits at the screen: random games as the seat to act sees them, and what it can reach."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from pathlib import Path
from random import Random

from bastide.cli.catalogs import Catalogs, own_catalogs
from bastide.core.dealer import LocalDealer
from bastide.core.events import Action, Event
from bastide.core.hookspecs import Catalog
from bastide.core.messages import Text
from bastide.core.screen import Cursor
from bastide.core.state import State
from bastide.plugins.settlers.look.commands import TableCommands
from bastide.plugins.settlers.look.hints import Hints
from bastide.plugins.settlers.look.position import Position
from bastide.plugins.settlers.look.steering import TableSteering
from bastide.plugins.settlers.look.words import Words
from bastide.plugins.settlers.ui import SettlersScreen
from tests.plugins.settlers.look.stand import NAMES, look_of
from tests.plugins.settlers.tables import Table, compose

RARE = 3
"""How often a kind of action must have come before any other is as good."""


@cache
def text(language: str) -> Text:
    """Return what translates into a language."""
    plugin = Path(str(files("bastide.plugins.settlers")))
    own = Catalog("settlers", language, plugin / f"locale/{language}/LC_MESSAGES/settlers.po")
    return Catalogs([own, *own_catalogs()]).texts(language)("settlers")


@cache
def screen_in(language: str = "en") -> SettlersScreen:
    """Return a screen that knows the names."""
    screen = SettlersScreen(compose(), text(language))
    screen.board_text(compose().new(), -1, look_of())
    return screen


Played = tuple[State, list[Action], Action, list[Event]]
"""A decision as its seat sees it, what is legal, what is done, and all that comes of it."""


def played_on(seed: int) -> Iterator[Played]:
    """Yield the decisions of a random game in which rare kinds of action are preferred."""
    rules, random, s = compose(), Random(seed), compose().new()
    dealer, done = LocalDealer(b"look %d" % seed), dict[str, int]()
    rules.settle(s, dealer)
    while not s.over:
        view, s.events = s.view(s.seat).clone(), []
        legal = rules.legal_for(view, s.seat)
        rare = [action for action in legal if done.get(action.kind, 0) < RARE]
        action = random.choice(rare if rare and random.random() < 0.5 else legal)
        done[action.kind] = done.get(action.kind, 0) + 1
        rules.apply(s, action)
        rules.settle(s, dealer)
        yield view, legal, action, s.events


@cache
def played(seed: int) -> list[Played]:
    """Return all decisions of a game."""
    return [*played_on(seed)]


@cache
def _commands_in(language: str) -> TableCommands:
    words = Words(text(language))
    return TableCommands(words, TableSteering(), Hints(words))


def command_of(position: Position, action: Action, language: str = "en") -> str:
    """Return the command that means an action."""
    return _commands_in(language).typed(position, action)


def decisions(seed: int) -> Iterator[tuple[State, list[Action]]]:
    """Yield the decisions of a random game."""
    return ((view, legal) for view, legal, _, _ in played_on(seed))


@cache
def sampled(seed: int, each: int) -> list[tuple[State, list[Action]]]:
    """Return some decisions of a game, so that each phase is among them."""
    seen: dict[str, int] = {}
    found = []
    for s, legal in decisions(seed):
        seen[s.phase] = seen.get(s.phase, 0) + 1
        if seen[s.phase] <= each:
            found.append((s, legal))
    return found


def started(screen: SettlersScreen, s: State) -> tuple[Cursor, Position]:
    """Return the cursor at the start of the decision of the seat to act."""
    cursor = screen.start(s, s.seat, Cursor())
    return cursor, screen.at(s, s.seat, cursor)


def view_of(table: Table) -> State:
    """Return a table as the seat to act sees it."""
    return table.views[table.all.seat]


def pressed(screen: SettlersScreen, s: State, *keys: str) -> Cursor:
    """Return the cursor after keys."""
    cursor = screen.start(s, s.seat, Cursor())
    for key in keys:
        cursor = screen.move(s, s.seat, cursor, key)
    return cursor


def told(screen: SettlersScreen, s: State, events: list[Event]) -> list[str]:
    """Return the lines of the log."""
    said = (screen.say(s, event, NAMES) for event in events)
    return [line for line in said if line]
