"""The eight hooks, and the values they exchange.

The ninth must argue with two plugins that need it. An implementation names only the arguments
that it uses. `docs/plugins.md` has a section for each.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from importlib.resources.abc import Traversable
from typing import TYPE_CHECKING, Literal, NamedTuple

import pluggy

from bastide.core.builder import RulesBuilder
from bastide.core.events import Action, Event
from bastide.core.messages import Text
from bastide.core.options import Option, OptionValue
from bastide.core.screen import GameScreen
from bastide.core.state import State

if TYPE_CHECKING:
    from bastide.core.rules import Rules

__all__ = [
    "API",
    "Bot",
    "Catalog",
    "Chooser",
    "Manifest",
    "Option",
    "OptionValue",
    "Renderer",
    "hookimpl",
    "hookspec",
]

hookspec = pluggy.HookspecMarker("bastide")
hookimpl = pluggy.HookimplMarker("bastide")

API = 1
"""The number of the plugin interface; raised when something public is removed or changed."""


@dataclass(frozen=True, slots=True)
class Manifest:
    """Who a plugin is.

    id: a Python identifier: also folder, name on the command line, message domain, and prefix of
        its action kinds.
    title: a message id: its name for people.
    extends: the game (or expansion) that it needs.
    requires: must be active too, and come first.
    after: come first, if active.
    conflicts: must not be active.
    seats: least and greatest number, 1 to 6. An expansion may widen its game's; (0, 0) leaves
        them as they are, and is 2 to 5 for a game.
    hidden: it deals cards that some seats may not see.
    about: message ids: how it is played, or what it changes, in a few sentences for players.
    api: the number of the plugin interface that it was written for. The default does not follow
        `API`: a plugin that does not say is as old as can be.
    """

    id: str
    version: str
    kind: Literal["game", "expansion", "variant", "extra"]
    title: str = ""
    extends: str = ""
    requires: tuple[str, ...] = ()
    after: tuple[str, ...] = ()
    conflicts: tuple[str, ...] = ()
    seats: tuple[int, int] = (0, 0)
    options: tuple[Option, ...] = ()
    hidden: bool = False
    about: tuple[str, ...] = ()
    api: int = 1


Chooser = Callable[[State], Action]
"""What a bot does with the view of its seat. The view must not be changed: clone it first."""


class Bot(NamedTuple):
    """A bot. `games` it can play, empty for any; `make(rules, seat, seed)` returns its chooser."""

    id: str
    games: tuple[str, ...]
    make: Callable[[Rules, int, int], Chooser]


class Renderer(NamedTuple):
    """A game's screen for a front end (`console`)."""

    game: str
    front_end: str
    make: Callable[[Rules, Text], GameScreen]


class Catalog(NamedTuple):
    """The messages of one domain (the plugin's id) in one language: a gettext .po file."""

    domain: str
    language: str
    po: Traversable


@hookspec
def bastide_manifest() -> Manifest:  # type: ignore[empty-body]
    """Return the plugin's manifest.

    Called once, when the plugin is loaded, before anything else.
    """


@hookspec
def bastide_setup(rules: RulesBuilder) -> None:
    """Add components, the plugin's slice of the state and set-up steps.

    Called once a table, bases first.
    """


@hookspec
def bastide_turn(rules: RulesBuilder) -> None:
    """Add, move or replace stages, phases, actions and reactions.

    Called once a table, after all setup hooks.
    """


@hookspec
def bastide_scoring(rules: RulesBuilder) -> None:
    """Add scorers, projections, end tests and tie-breaks.

    Called once a table, after all turn hooks.
    """


@hookspec
def bastide_bots() -> Iterable[Bot]:  # type: ignore[empty-body]
    """Return bots. Called when bots are listed or a table needs one."""


@hookspec
def bastide_renderers() -> Iterable[Renderer]:  # type: ignore[empty-body]
    """Return the screens of games. Called when a front end opens a table."""


@hookspec
def bastide_catalogs() -> Iterable[Catalog]:  # type: ignore[empty-body]
    """Return message catalogues; without it they are found by their place in the package.

    Called when a language is chosen.
    """


@hookspec
def bastide_event(table: str, state: State, events: tuple[Event, ...]) -> None:
    """Watch a live table: sounds, statistics. Never called in a search.

    Called after entries and answers; `events` are those since the last call, `table` is the
    table's name, `state` is a copy as people at this computer may know it.
    """
