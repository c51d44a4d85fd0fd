"""Loading plugins, each in a guard of its own, and composing the rules of a table from them."""

from __future__ import annotations

import sys
from collections.abc import Callable, Collection, Iterable, Mapping
from contextlib import AbstractContextManager, nullcontext, redirect_stdout
from dataclasses import dataclass, field
from importlib.resources.abc import Traversable
from types import ModuleType
from typing import Any, TypeVar

import pluggy

from bastide.core import hookspecs
from bastide.core.blame import Blame, blame, homes_of, reason_of
from bastide.core.builder import RulesBuilder
from bastide.core.errors import RulesError
from bastide.core.events import Event
from bastide.core.hookspecs import Bot, Catalog, Manifest, Renderer
from bastide.core.manifests import check_hooks, check_manifest, ordered
from bastide.core.messages import Message, message
from bastide.core.options import (
    SEATING,
    OptionValue,
    check_option,
    own_options,
    parse_option,
)
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
from bastide.core.retiring import Use, retired_hooks
from bastide.core.rules import Rules
from bastide.core.state import State

__all__ = [
    "SEATING",
    "Fault",
    "Plugins",
    "Setup",
    "built_in",
    "check_option",
    "installed",
    "merged",
    "parse_option",
    "reason_of",
    "rules_id",
    "third_party",
]

Around = Callable[[str], AbstractContextManager[None]]
T = TypeVar("T")

_RULES_HOOKS = ("bastide_setup", "bastide_turn", "bastide_scoring")
_WATCHING = "bastide_event"


@dataclass(frozen=True, slots=True)
class Fault:
    """A plugin that could not be loaded, and why; `error` is what was raised then."""

    name: str
    reason: str
    error: BaseException | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class Setup:
    """What a host chooses for a table; enough to compose its rules.

    `extensions` without the game; `options` by genesis key, `<plugin>.<name>` or `seating`.
    """

    game: str
    seats: int
    extensions: tuple[str, ...] = ()
    options: tuple[tuple[str, OptionValue], ...] = ()


class Plugins:
    """All plugins that could be loaded, and the faults of the others.

    `faults` also gets those that show later: a plugin that fails when it is asked for bots,
    screens or messages, or told of events, is passed over from then on. What a plugin prints
    meanwhile goes to standard error: standard output belongs to the front end.

    Args:
        sources: what to load, by name.
        around: makes a context in which a plugin, given by name, is loaded.
    """

    def __init__(self, sources: Mapping[str, Source], around: Around | None = None) -> None:
        self._manager = pluggy.PluginManager("bastide")
        self._manager.add_hookspecs(hookspecs)
        self.faults: list[Fault] = []
        self.manifests: dict[str, Manifest] = {}
        self._modules: dict[str, ModuleType] = {}
        self._ids: dict[str, bytes] = {}
        self._failed: set[tuple[str, str]] = set()
        self._homes: dict[str, str] = {}
        self._retired: dict[Use, None] = {}
        for name, load in sources.items():
            self._load(name, load, around or (lambda _: nullcontext()))
        self.manifests = dict(sorted(self.manifests.items()))
        self._watching = [n for n in self.manifests if hasattr(self._modules[n], _WATCHING)]

    def _load(self, name: str, load: Source, around: Around) -> None:
        """Load one plugin in a guard of its own: a broken one must not take the others down."""
        try:
            with around(name), redirect_stdout(sys.stderr):
                self._add(load())
        except KeyboardInterrupt:
            raise
        except BaseException as error:  # third-party code may raise anything
            self.faults.append(Fault(name, reason_of(error), error))

    def _add(self, module: ModuleType) -> None:
        if self._manager.is_registered(module):
            raise RulesError(message("this plugin is loaded already: name it once"), module)
        check_hooks(module)
        try:
            self._manager.register(module, f"{module.__name__} {len(self.manifests)}")
            manifest = self._manifest(module)
        except BaseException:
            if self._manager.is_registered(module):
                self._manager.unregister(module)
            raise
        self.manifests[manifest.id], self._modules[manifest.id] = manifest, module
        self._homes |= homes_of(manifest.id, module)
        self._retired |= dict.fromkeys(retired_hooks(manifest.id, module))

    def _manifest(self, module: ModuleType) -> Manifest:
        found = self._only(module, "bastide_manifest")()
        if len(found) != 1 or not isinstance(found[0], Manifest):
            raise RulesError(
                message("there is no bastide_manifest that returns a Manifest: write one"),
                getattr(module, "bastide_manifest", module),
            )
        try:
            manifest = check_manifest(found[0])
            if manifest.id in self.manifests:
                raise RulesError(
                    message(
                        "another plugin is called {id} already: remove one, or rename yours",
                        id=manifest.id,
                    )
                )
        except RulesError as error:
            error.at = module.bastide_manifest
            raise
        return manifest

    def _only(self, module: ModuleType, hook: str) -> Callable[..., list[Any]]:
        """Return a caller of one plugin's hook: the order is ours, the builder knows who speaks."""
        others = [each for each in self._manager.get_plugins() if each is not module]
        return self._manager.subset_hook_caller(hook, remove_plugins=others)

    def _ask(self, name: str, hook: str, **arguments: object) -> list[Any]:
        """Return what one plugin says to a hook; once it has failed it is not asked again."""
        module = self._modules[name]
        if not hasattr(module, hook) or (name, hook) in self._failed:
            return []
        try:
            with redirect_stdout(sys.stderr):
                return self._only(module, hook)(**arguments)
        except KeyboardInterrupt:
            raise
        except BaseException as error:  # third-party code may raise anything
            self._fail(name, hook, error)
            return []

    def _fail(self, name: str, hook: str, error: BaseException) -> None:
        self._failed.add((name, hook))
        said = message("{hook} failed: {reason}", hook=hook, reason=reason_of(error))
        failed = RulesError(said, getattr(self._modules[name], hook))
        failed.__cause__ = error
        self.faults.append(Fault(name, reason_of(failed), failed))

    def _listed(self, name: str, hook: str, kind: type[T]) -> list[T]:
        """Return the values of one kind that one plugin lists in answer to a hook."""
        found: list[T] = []
        for said in self._ask(name, hook):
            try:
                values = list(said)
            except KeyboardInterrupt:
                raise
            except BaseException as error:  # nothing that can be listed, or it raises on the way
                self._fail(name, hook, error)
                return []
            for value in values:
                if not isinstance(value, kind):
                    self._fail(name, hook, _no_such(value, kind))
                    return []
            found += values
        return found

    def ask_all(self) -> None:
        """Ask all plugins for bots, screens and messages, so that `faults` has those that fail."""
        for name in self.manifests:
            self._listed(name, "bastide_bots", Bot)
            self._listed(name, "bastide_renderers", Renderer)
            self._listed(name, "bastide_catalogs", Catalog)

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
        if id not in self.manifests:
            known = ", ".join(self.manifests) or "none"
            raise RulesError(
                message("there is no plugin {id}: installed are {names}", id=repr(id), names=known)
            )
        return self.manifests[id]

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
        names = sorted(set(wanted))
        for name in names:
            self.manifest(name)
        return ordered(self.manifests, names)

    def seat_range(self, game: str, extensions: Iterable[str] = ()) -> tuple[int, int]:
        """Return the least and the greatest number of seats with these extensions."""
        ranges = [self.manifest(name).seats for name in (game, *extensions)]
        given = [seats for seats in ranges if seats != (0, 0)]
        return min(low for low, _ in given), max(high for _, high in given)

    def options(self, setup: Setup) -> dict[str, OptionValue]:
        """Return every option of a table by genesis key, complete and checked.

        Raises:
            RulesError: an unknown key, or a value that its plugin does not allow.
        """
        known = {"seating": SEATING}
        for name in self.order((setup.game, *setup.extensions)):
            for option in self.manifests[name].options:
                known[f"{name}.{option.name}"] = option
        chosen = dict(setup.options)
        for key in chosen:
            if key not in known:
                raise RulesError(
                    message(
                        "there is no option {key}: known are {names}",
                        key=repr(key),
                        names=", ".join(sorted(known)),
                    )
                )
        return {
            key: check_option(key, option, chosen.get(key, option.default))
            for key, option in sorted(known.items())
        }

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
        self._check_setup(setup)
        active = self.order((setup.game, *setup.extensions))
        options = self.options(setup)
        own = {name: own_options(name, options) for name in active}
        builder = RulesBuilder(setup.seats, active, own)
        for hook in _RULES_HOOKS:
            for name in active:
                builder.speak(name)
                self._speak(name, hook, builder)
        self._retired |= dict.fromkeys(builder.said.retired)
        own_versions = {name: self.manifests[name].version for name in active}
        try:
            rules = Rules(builder, {**own_versions, **versions}, own, str(options["seating"]))
        except (RulesError, KeyboardInterrupt):
            raise
        except BaseException as error:  # a function that a plugin derives or sets up with
            raise self._not_composed(setup.game, error) from error
        rules.homes = self._homes
        return rules

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
        return self._homes

    def blame(self, error: BaseException) -> Blame:
        """Return which plugin has raised an exception, and where; see `blame`."""
        return blame(error, self._homes)

    def _check_setup(self, setup: Setup) -> None:
        if self.manifest(setup.game).kind != "game":
            raise RulesError(
                message("{name} is not a game: name the one to play it with", name=setup.game)
            )
        for name in setup.extensions:
            kind = self.manifest(name).kind
            if kind in ("game", "extra"):
                raise RulesError(_no_extension(name, kind, setup.game))
        low, high = self.seat_range(setup.game, setup.extensions)
        if not low <= setup.seats <= high:
            raise RulesError(_wrong_seats(setup, low, high))

    def _speak(self, name: str, hook: str, builder: RulesBuilder) -> None:
        try:
            self._only(self._modules[name], hook)(rules=builder)
        except (RulesError, KeyboardInterrupt):
            raise
        except BaseException as error:  # third-party code may raise anything
            said = message(
                "{name}: {hook} failed: {reason}", name=name, hook=hook, reason=reason_of(error)
            )
            raise RulesError(said, getattr(self._modules[name], hook)) from error

    # the other hooks

    def bots(self, game: str) -> dict[str, Bot]:
        """Return the bots for a game by id; one made for the game goes before one for any."""
        found = [bot for name in self.manifests for bot in self.bots_of(name)]
        fitting = [bot for bot in found if not bot.games or game in bot.games]
        ordered_bots = sorted(fitting, key=lambda bot: (bot.id, bool(bot.games)))
        return {bot.id: bot for bot in ordered_bots}

    def bots_of(self, id: str) -> list[Bot]:
        """Return the bots that one plugin brings."""
        return self._listed(id, "bastide_bots", Bot)

    def renderer(self, game: str, front_end: str = "console") -> Renderer | None:
        """Return the screen of a game, if its plugin has one."""
        for name in self.manifests:
            for renderer in self._listed(name, "bastide_renderers", Renderer):
                if (renderer.game, renderer.front_end) == (game, front_end):
                    return renderer
        return None

    def catalogs(self) -> list[Catalog]:
        """Return all message catalogues, by domain and language."""
        return [each for name in sorted(self._modules) for each in self.catalogs_of(name)]

    def catalogs_of(self, id: str) -> list[Catalog]:
        """Return the message catalogues that one plugin brings, of whatever domain."""
        said = self._listed(id, "bastide_catalogs", Catalog)
        return said or catalogs_by_place(id, self._modules[id])

    def watchers(self, active: Collection[str]) -> list[str]:
        """Return who watches a table with these plugins: some of them, and extras."""
        return [
            name
            for name in self._watching
            if (name in active or self.manifests[name].kind == "extra")
            and (name, _WATCHING) not in self._failed
        ]

    def watch(
        self, watchers: Iterable[str], table: str, state: State, events: tuple[Event, ...]
    ) -> list[Fault]:
        """Tell plugins what happened at a live table; return the faults of those that failed."""
        known = len(self.faults)
        for name in watchers:
            self._ask(name, _WATCHING, table=table, state=state, events=events)
        return self.faults[known:]


def _no_such(value: object, kind: type) -> RulesError:
    shown = f"{value!r:.60}"
    return RulesError(
        message("{value} is no {kind}: return a list of {kind}", value=shown, kind=kind.__name__)
    )


def _no_extension(name: str, kind: str, game: str) -> Message:
    if kind == "game":
        return message("{name} does not extend {game}: play it by itself", name=name, game=game)
    return message(
        "{name} does not extend {game}: it works without being added", name=name, game=game
    )


def _wrong_seats(setup: Setup, low: int, high: int) -> Message:
    if low == high:
        return message(
            "{name} is for {low} seats, not {n}", name=setup.game, low=low, n=setup.seats
        )
    return message(
        "{name} is for {low} to {high} seats, not {n}",
        name=setup.game,
        low=low,
        high=high,
        n=setup.seats,
    )


def installed(around: Around | None = None) -> Plugins:
    """Load all plugins of this machine; on a clash of names the built-in one wins.

    Args:
        around: makes a context in which a plugin, given by name, is loaded.
    """
    return Plugins(merged(built_in(), third_party()), around)
