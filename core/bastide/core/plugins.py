"""The plugins of this machine: what there is, the rules of a table, and what else they bring."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from importlib.resources.abc import Traversable
from types import ModuleType

from bastide.core.blame import Blame, blame, reason_of
from bastide.core.builder import RulesBuilder
from bastide.core.errors import RulesError
from bastide.core.events import Event
from bastide.core.hookspecs import Bot, Catalog, Manifest, Renderer
from bastide.core.loading import Around, Fault, Loaded
from bastide.core.manifests import manifest_of, ordered
from bastide.core.messages import message
from bastide.core.options import SEATING, OptionValue, own_options
from bastide.core.packages import (
    Source,
    built_in,
    catalogs_by_place,
    merged,
    package_folder,
    rules_files,
    rules_id,
    third_party,
)
from bastide.core.retiring import Use
from bastide.core.rules import Rules
from bastide.core.state import State
from bastide.core.table_setup import Setup, check_setup, options_of, seat_range

__all__ = ["SEATING", "Fault", "Plugins", "Setup", "built_in", "installed", "reason_of"]

_RULES_HOOKS = ("bastide_setup", "bastide_turn", "bastide_scoring")
_WATCHING = "bastide_event"


class Plugins:
    """All plugins that could be loaded, and the faults of the others.

    `faults` also gets those that show later: a plugin that fails when it is asked for bots,
    screens or messages, or told of events, is passed over from then on.

    Args:
        sources: what to load, by name.
        around: makes a context in which a plugin, given by name, is loaded.
    """

    def __init__(self, sources: Mapping[str, Source], around: Around | None = None) -> None:
        self._loaded = Loaded(sources, around)
        self.manifests, self.faults = self._loaded.manifests, self._loaded.faults
        self._modules = self._loaded.modules
        self._ids: dict[str, bytes] = {}
        self._retired = dict.fromkeys(self._loaded.retired)

    def ask_all(self) -> None:
        """Ask all plugins for bots, screens and messages, so that `faults` has those that fail."""
        for name in self.manifests:
            self.bots_of(name)
            self._renderers_of(name)
            self._catalogs_said(name)

    @property
    def retired(self) -> list[Use]:
        """What plugins use that goes with the next number of the interface, as far as it showed.

        Slots and methods of the builder show when a table is composed.
        """
        return list(self._retired)

    # what there is

    def games(self) -> list[Manifest]:
        """Return the games, by id."""
        return [m for m in self.manifests.values() if m.kind == "game"]

    def extensions(self, game: str) -> list[Manifest]:
        """Return the expansions and variants that can be active with a game, by id."""
        family, found = {game}, -1
        while len(family) > found:
            found = len(family)
            family |= {m.id for m in self.manifests.values() if m.extends in family}
        kinds = ("expansion", "variant")
        return [m for m in self.manifests.values() if m.id in family and m.kind in kinds]

    def manifest(self, id: str) -> Manifest:
        """Return a plugin's manifest.

        Raises:
            RulesError: it is not installed; the sentence names what is.
        """
        return manifest_of(self.manifests, id)

    def module(self, id: str) -> ModuleType:
        """Return the module that a plugin was loaded from; for checks of its source."""
        self.manifest(id)
        return self._modules[id]

    def rules_id(self, id: str) -> bytes:
        """Return the rules id, 32 bytes: the hash of all files that decide the rules."""
        if id not in self._ids:
            manifest = self.manifest(id)
            files = rules_files(self._modules[id])
            self._ids[id] = rules_id(manifest.id, manifest.version, files)
        return self._ids[id]

    def folder(self, id: str) -> Traversable | None:
        """Return the folder of a plugin's package; None for a plugin that is a single file."""
        self.manifest(id)
        return package_folder(self._modules[id])

    # composing

    def order(self, wanted: Iterable[str]) -> tuple[str, ...]:
        """Return the ids of a table's plugins, bases first; the same on every machine."""
        return ordered(self.manifests, wanted)

    def seat_range(self, game: str, extensions: Iterable[str] = ()) -> tuple[int, int]:
        """Return the least and the greatest number of seats with these extensions."""
        return seat_range(self.manifests, game, extensions)

    def options(self, setup: Setup) -> dict[str, OptionValue]:
        """Return every option of a table by genesis key, complete and checked.

        Raises:
            RulesError: an unknown key, or a value that its plugin does not allow.
        """
        return options_of(self.manifests, setup)

    def compose(self, setup: Setup) -> Rules:
        """Build the rules of one table.

        Raises:
            RulesError: the plugins do not fit together, or the seats or options are wrong.
        """
        return self.compose_as(setup, {})

    def compose_as(self, setup: Setup, versions: Mapping[str, str]) -> Rules:
        """Build the rules of one table as if plugins had other versions than they say.

        Raises:
            RulesError: see `compose`.
        """
        check_setup(self.manifests, setup)
        active = self.order((setup.game, *setup.extensions))
        options = self.options(setup)
        own = {name: own_options(name, options) for name in active}
        builder = RulesBuilder(setup.seats, active, own)
        builder.said.hides = any(self.manifests[name].hidden for name in active)
        for hook in _RULES_HOOKS:
            for name in active:
                self._speak(name, hook, builder)
        self._retired |= dict.fromkeys(builder.said.retired)
        own_versions = {name: self.manifests[name].version for name in active}
        try:
            rules = Rules(builder, {**own_versions, **versions}, own, str(options["seating"]))
        except (RulesError, KeyboardInterrupt):
            raise
        except BaseException as error:  # a function that a plugin derives or sets up with
            raise self._not_composed(setup.game, error) from error
        rules.homes = self.homes
        return rules

    def _speak(self, name: str, hook: str, builder: RulesBuilder) -> None:
        builder.speak(name)
        try:
            self._loaded.call(name, hook, rules=builder)
        except (RulesError, KeyboardInterrupt):
            raise
        except BaseException as error:  # third-party code may raise anything
            reason = self.blame(error).reason
            said = message("{name}: {hook} failed: {reason}", name=name, hook=hook, reason=reason)
            raise RulesError(said, getattr(self._modules[name], hook)) from error

    def _not_composed(self, game: str, error: BaseException) -> RulesError:
        found = self.blame(error)
        return RulesError(
            message(
                "{name}: composing failed: {reason}", name=found.plugin or game, reason=found.reason
            )
        )

    @property
    def homes(self) -> Mapping[str, str]:
        """Plugin ids by package or module, to tell whose code it is."""
        return self._loaded.homes

    def blame(self, error: BaseException) -> Blame:
        """Return which plugin has raised an exception, and where; see `blame`."""
        return blame(error, self.homes)

    # the other hooks

    def bots(self, game: str) -> dict[str, Bot]:
        """Return the bots for a game by id; one made for the game goes before one for any."""
        found = [bot for name in self.manifests for bot in self.bots_of(name)]
        fitting = [bot for bot in found if not bot.games or game in bot.games]
        ordered_bots = sorted(fitting, key=lambda bot: (bot.id, bool(bot.games)))
        return {bot.id: bot for bot in ordered_bots}

    def bots_of(self, id: str) -> list[Bot]:
        """Return the bots that one plugin brings."""
        return self._loaded.listed(id, "bastide_bots", Bot)

    def renderer(self, game: str, front_end: str = "console") -> Renderer | None:
        """Return the screen of a game, if its plugin has one."""
        for name in self.manifests:
            for renderer in self._renderers_of(name):
                if (renderer.game, renderer.front_end) == (game, front_end):
                    return renderer
        return None

    def _renderers_of(self, id: str) -> list[Renderer]:
        return self._loaded.listed(id, "bastide_renderers", Renderer)

    def catalogs(self) -> list[Catalog]:
        """Return all message catalogues, by domain and language."""
        return [each for name in sorted(self._modules) for each in self.catalogs_of(name)]

    def catalogs_of(self, id: str) -> list[Catalog]:
        """Return the message catalogues that one plugin brings, of whatever domain."""
        return self._catalogs_said(id) or catalogs_by_place(id, self._modules[id])

    def _catalogs_said(self, id: str) -> list[Catalog]:
        return self._loaded.listed(id, "bastide_catalogs", Catalog)

    def watchers(self, active: Collection[str]) -> list[str]:
        """Return who watches a table with these plugins: some of them, and extras."""
        return [
            name
            for name, manifest in self.manifests.items()
            if (name in active or manifest.kind == "extra")
            and self._loaded.answers(name, _WATCHING)
        ]

    def watch(
        self, watchers: Iterable[str], table: str, state: State, events: tuple[Event, ...]
    ) -> list[Fault]:
        """Tell plugins what happened at a live table; return the faults of those that failed."""
        known = len(self.faults)
        for name in watchers:
            self._loaded.ask(name, _WATCHING, table=table, state=state, events=events)
        return self.faults[known:]


def installed(around: Around | None = None) -> Plugins:
    """Load all plugins of this machine; on a clash of names the built-in one wins.

    Args:
        around: makes a context in which a plugin, given by name, is loaded.
    """
    return Plugins(merged(built_in(), third_party()), around)
