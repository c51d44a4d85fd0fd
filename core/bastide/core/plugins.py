"""Finding and loading plugins, putting those of a table in order, composing its rules.

This module and `testing` are the only ones of core that look at files: a plugin's identity is the
hash of its rules files.
"""

from __future__ import annotations

import hashlib
import importlib
import pkgutil
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from graphlib import CycleError, TopologicalSorter
from importlib.metadata import EntryPoint, entry_points
from importlib.resources import files
from importlib.resources.abc import Traversable
from types import ModuleType
from typing import Any, NamedTuple

import pluggy

from bastide.core import hookspecs
from bastide.core.builder import RulesBuilder, RulesError
from bastide.core.encoding import tagged_hash
from bastide.core.events import Event
from bastide.core.hookspecs import API, Bot, Catalog, Manifest, Option, OptionValue, Renderer
from bastide.core.rules import Rules
from bastide.core.state import State

ENTRY_POINT_GROUP = "bastide.plugins"
BUILT_IN_PACKAGE = "bastide.plugins"
_RULES_HOOKS = ("bastide_setup", "bastide_turn", "bastide_scoring")
_NOT_RULES = frozenset({"ui.py", "look", "bots.py", "README.md", "locale", "tests", "__pycache__"})

SEATING = Option("seating", "drawn", "Turn order", choices=("drawn", "listed"))
"""The option that every table has; its key in a genesis is `seating`."""

Source = Callable[[], ModuleType]


class Fault(NamedTuple):
    """A plugin that could not be loaded, and why."""

    name: str
    reason: str


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
    """All plugins that could be loaded, and the faults of the others."""

    def __init__(self, sources: Mapping[str, Source]) -> None:
        self._manager = pluggy.PluginManager("bastide")
        self._manager.add_hookspecs(hookspecs)
        self.faults: list[Fault] = []
        self.manifests: dict[str, Manifest] = {}
        self._modules: dict[str, ModuleType] = {}
        self._ids: dict[str, bytes] = {}
        for name, load in sources.items():
            self._load(name, load)
        self.manifests = dict(sorted(self.manifests.items()))

    def _load(self, name: str, load: Source) -> None:
        """Load one plugin in a guard of its own: a broken one must not take the others down."""
        try:
            self._add(load())
        except Exception as error:  # third-party code may raise anything
            self.faults.append(Fault(name, reason_of(error)))

    def _add(self, module: ModuleType) -> None:
        self._manager.register(module)
        try:
            self._manager.check_pending()
            manifest = self._manifest(module)
            if manifest.id in self.manifests:
                raise RulesError(f"another plugin is called {manifest.id} already")
        except Exception:
            self._manager.unregister(module)
            raise
        self.manifests[manifest.id], self._modules[manifest.id] = manifest, module

    def _manifest(self, module: ModuleType) -> Manifest:
        found = self._only(module, "bastide_manifest")()
        if len(found) != 1 or not isinstance(found[0], Manifest):
            raise RulesError("bastide_manifest must return one Manifest")
        manifest: Manifest = found[0]
        if manifest.api != API:
            raise RulesError(
                f"made for plugin interface {manifest.api}, this program has {API}: "
                "install a version of the plugin that fits"
            )
        if not manifest.id.isidentifier():
            raise RulesError(f"the id {manifest.id!r} is not a Python identifier")
        return manifest

    def _only(self, module: ModuleType, hook: str) -> Any:
        """Return a caller of one plugin's hook: the order is ours, and the builder knows who speaks."""
        others = [each for each in self._manager.get_plugins() if each is not module]
        return self._manager.subset_hook_caller(hook, remove_plugins=others)

    # what there is

    def games(self) -> list[Manifest]:
        """Return the games, by id."""
        return [m for m in self.manifests.values() if m.kind == "game"]

    def extensions(self, game: str) -> list[Manifest]:
        """Return the expansions and variants that can be active with a game, by id."""
        bases = {game}
        out = []
        for manifest in self.manifests.values():
            if manifest.extends in bases:
                out.append(manifest)
        return out

    def manifest(self, id: str) -> Manifest:
        """Return a plugin's manifest.

        Raises:
            RulesError: it is not installed; the sentence names what is.
        """
        if id not in self.manifests:
            known = ", ".join(self.manifests) or "none"
            raise RulesError(f"there is no plugin {id!r}: installed are {known}")
        return self.manifests[id]

    def rules_id(self, id: str) -> bytes:
        """Return the rules id, 32 bytes: the hash of all files that decide the rules."""
        if id not in self._ids:
            manifest = self.manifest(id)
            self._ids[id] = rules_id(manifest.id, manifest.version, _files(self._modules[id]))
        return self._ids[id]

    # composing

    def order(self, wanted: Iterable[str]) -> tuple[str, ...]:
        """Return the ids of a table's plugins, bases first; the same on every machine."""
        names = sorted(set(wanted))
        for name in names:
            self._check_company(name, names)
        graph = {}
        for name in names:
            m = self.manifests[name]
            graph[name] = [n for n in (*m.requires, *m.after, m.extends) if n in names]
        sorter = TopologicalSorter(graph)
        try:
            sorter.prepare()
        except CycleError as error:
            raise RulesError(
                f"plugins wait for each other: {' -> '.join(error.args[1])}"
            ) from error
        out: list[str] = []
        while sorter.is_active():
            ready = sorted(sorter.get_ready())
            out += ready
            sorter.done(*ready)
        return tuple(out)

    def _check_company(self, name: str, names: list[str]) -> None:
        manifest = self.manifest(name)
        for need in (*manifest.requires, *([manifest.extends] if manifest.extends else [])):
            if need not in names:
                raise RulesError(f"{name} needs {need}: add it to the table")
        for other in manifest.conflicts:
            if other in names:
                raise RulesError(f"{name} and {other} exclude each other: drop one of them")

    def seat_range(self, game: str, extensions: Iterable[str] = ()) -> tuple[int, int]:
        """Return the least and the greatest number of seats with these extensions."""
        ranges = [self.manifest(name).seats for name in (game, *extensions)]
        return min(low for low, _ in ranges[:1]), max(high for _, high in ranges)

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
                    f"there is no option {key!r}: known are {', '.join(sorted(known))}"
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
        game = self.manifest(setup.game)
        if game.kind != "game":
            raise RulesError(f"{setup.game} is not a game: it is played with {game.extends}")
        low, high = self.seat_range(setup.game, setup.extensions)
        if not low <= setup.seats <= high:
            raise RulesError(f"{setup.game} is for {low} to {high} seats, not {setup.seats}")
        active = self.order((setup.game, *setup.extensions))
        options = self.options(setup)
        own = {name: _own_options(name, options) for name in active}
        builder = RulesBuilder(setup.seats, active, own)
        for hook in _RULES_HOOKS:
            for name in active:
                builder.speak(name)
                self._only(self._modules[name], hook)(rules=builder)
        versions = {name: self.manifests[name].version for name in active}
        return Rules(builder, versions, own, str(options["seating"]))

    # the other hooks

    def bots(self, game: str) -> dict[str, Bot]:
        """Return the bots for a game by id; one made for the game goes before one for any."""
        found = [bot for bots in self._manager.hook.bastide_bots() for bot in bots]
        fitting = [bot for bot in found if not bot.games or game in bot.games]
        ordered = sorted(fitting, key=lambda bot: (bot.id, bool(bot.games)))
        return {bot.id: bot for bot in ordered}

    def renderer(self, game: str, front_end: str = "console") -> Renderer | None:
        """Return the screen of a game, if its plugin has one."""
        for renderers in self._manager.hook.bastide_renderers():
            for renderer in renderers:
                if (renderer.game, renderer.front_end) == (game, front_end):
                    return renderer  # type: ignore[no-any-return]  # hook calls are untyped
        return None

    def catalogs(self) -> list[Catalog]:
        """Return all message catalogues, by domain and language."""
        found: list[Catalog] = []
        for name, module in sorted(self._modules.items()):
            said = [c for cs in self._only(module, "bastide_catalogs")() for c in cs]
            found += said or _catalogs_by_place(name, module)
        return found

    def watch(self, table: str, state: State, events: tuple[Event, ...]) -> None:
        """Tell the plugins what happened at a live table."""
        self._manager.hook.bastide_event(table=table, state=state, events=events)


def check_option(key: str, option: Option, value: OptionValue) -> OptionValue:
    """Return a value that an option allows.

    Raises:
        RulesError: wrong type, not one of the choices, out of range.
    """
    kind = type(option.default)
    if type(value) is not kind:
        raise RulesError(f"option {key}: {value!r} is not a {kind.__name__}")
    if option.choices and value not in option.choices:
        allowed = ", ".join(map(str, option.choices))
        raise RulesError(f"option {key}: {value!r} is not one of {allowed}")
    if isinstance(value, int) and not isinstance(value, bool):
        low = value if option.low is None else option.low
        high = value if option.high is None else option.high
        if not low <= value <= high:
            raise RulesError(f"option {key}: {value} is not in {low} to {high}")
    return value


def parse_option(text: str, option: Option) -> OptionValue:
    """Return the value that somebody typed for an option.

    Raises:
        RulesError: it does not read as the option's type.
    """
    if isinstance(option.default, bool):
        words = {"yes": True, "true": True, "on": True, "no": False, "false": False, "off": False}
        if text.lower() not in words:
            raise RulesError(f"option {option.name}: {text!r} is neither yes nor no")
        return words[text.lower()]
    if isinstance(option.default, int):
        try:
            return int(text)
        except ValueError:
            raise RulesError(f"option {option.name}: {text!r} is not a number") from None
    return text


def reason_of(error: Exception) -> str:
    """Return one line that says why a plugin failed."""
    said = str(error).strip().splitlines()
    text = said[0] if said else ""
    if isinstance(error, RulesError):
        return text
    return f"{type(error).__name__}: {text}" if text else type(error).__name__


def _own_options(name: str, options: Mapping[str, OptionValue]) -> dict[str, OptionValue]:
    prefix = name + "."
    return {k.removeprefix(prefix): v for k, v in options.items() if k.startswith(prefix)}


# finding


def built_in() -> dict[str, Source]:
    """Return the sources of the plugins that come with the program: one a folder."""
    package = importlib.import_module(BUILT_IN_PACKAGE)
    names = sorted(info.name for info in pkgutil.iter_modules(package.__path__) if info.ispkg)
    return {name: _importer(f"{BUILT_IN_PACKAGE}.{name}.plugin") for name in names}


def third_party() -> dict[str, Source]:
    """Return the sources of installed plugins, by the name of their entry point."""
    points = sorted(
        entry_points(group=ENTRY_POINT_GROUP), key=lambda point: (point.name, point.value)
    )
    return {point.name: _entry_loader(point) for point in points}


def installed() -> Plugins:
    """Load all plugins of this machine; on a clash of names the built-in one wins."""
    return Plugins(merged(built_in(), third_party()))


def merged(built: dict[str, Source], third: dict[str, Source]) -> dict[str, Source]:
    """Merge two groups of sources: the built-in ones are loaded first and win."""
    return {**built, **{name: load for name, load in third.items() if name not in built}}


def _importer(module: str) -> Source:
    return lambda: importlib.import_module(module)


def _entry_loader(point: EntryPoint) -> Source:
    return lambda: point.load()


# files


def rules_id(name: str, version: str, files: Mapping[str, bytes]) -> bytes:
    """Return the rules id of a package: name, version, and its files sorted by path.

    Args:
        name: the plugin id.
        version: its version.
        files: content by path with `/`; text files with LF line ends.
    """
    parts = [name.encode(), version.encode()]
    for path, content in sorted((path.encode(), content) for path, content in files.items()):
        parts += [path, _sha256(content)]
    return tagged_hash("rules", *parts)


def _sha256(content: bytes) -> bytes:
    return hashlib.sha256(content).digest()


def _root(module: ModuleType) -> Traversable | None:
    package = module.__package__ or ""
    return files(package) if package else None


def _files(module: ModuleType) -> dict[str, bytes]:
    root = _root(module)
    if root is None:
        return {module.__name__: b""}
    out: dict[str, bytes] = {}
    _collect(root, "", out)
    return out


def _collect(folder: Traversable, path: str, out: dict[str, bytes]) -> None:
    for entry in folder.iterdir():
        if entry.name in _NOT_RULES or entry.name.endswith((".pyc", ".pyo")):
            continue
        if entry.is_dir():
            _collect(entry, f"{path}{entry.name}/", out)
        else:
            out[path + entry.name] = entry.read_bytes().replace(b"\r\n", b"\n")


def _catalogs_by_place(name: str, module: ModuleType) -> list[Catalog]:
    """Find `locale/<language>/LC_MESSAGES/<plugin id>.po` in a plugin's package."""
    root = _root(module)
    locale = root / "locale" if root else None
    if locale is None or not locale.is_dir():
        return []
    found = []
    for language in sorted(entry.name for entry in locale.iterdir()):
        po = locale / language / "LC_MESSAGES" / f"{name}.po"
        if po.is_file():
            found.append(Catalog(name, language, po))
    return found
