"""Loading plugins and asking them, each in a guard of its own: a broken one is passed over.

What a plugin prints meanwhile goes to standard error: standard output belongs to the front end.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager, nullcontext, redirect_stdout
from dataclasses import dataclass, field
from types import ModuleType
from typing import Any, TypeVar

import pluggy

from bastide.core import hookspecs
from bastide.core.blame import homes_of, reason_of
from bastide.core.errors import RulesError
from bastide.core.hookspecs import Manifest
from bastide.core.manifests import check_hooks, check_manifest
from bastide.core.messages import message
from bastide.core.packages import Source
from bastide.core.retiring import Use, retired_hooks

Around = Callable[[str], AbstractContextManager[None]]
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Fault:
    """A plugin that could not be loaded, and why; `error` is what was raised then."""

    name: str
    reason: str
    error: BaseException | None = field(default=None, compare=False)


class Loaded:
    """The plugins that could be loaded, and a way to ask them that does not raise.

    Attributes:
        manifests: by id, sorted.
        modules: what each plugin was loaded from, by id.
        faults: of the plugins that could not be loaded, and of those that fail when asked.
        homes: plugin ids by package or module, to tell whose code it is.
        retired: hooks and arguments in use that go with the next number of the interface.
    """

    def __init__(self, sources: Mapping[str, Source], around: Around | None) -> None:
        """Load plugins; see `Plugins`."""
        self._manager = pluggy.PluginManager("bastide")
        self._manager.add_hookspecs(hookspecs)
        self._failed: set[tuple[str, str]] = set()
        self.faults: list[Fault] = []
        self.modules: dict[str, ModuleType] = {}
        self.manifests: dict[str, Manifest] = {}
        self.homes: dict[str, str] = {}
        self.retired: list[Use] = []
        for name, load in sources.items():
            self._load(name, load, around or (lambda _: nullcontext()))
        self.manifests = dict(sorted(self.manifests.items()))

    def _load(self, name: str, load: Source, around: Around) -> None:
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
        self.manifests[manifest.id], self.modules[manifest.id] = manifest, module
        self.homes |= homes_of(manifest.id, module)
        self.retired += retired_hooks(manifest.id, module)

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

    # asking

    def call(self, name: str, hook: str, **arguments: object) -> list[Any]:
        """Return what one plugin says to a hook, [] if it has none; raises what the plugin does."""
        return self._only(self.modules[name], hook)(**arguments)

    def ask(self, name: str, hook: str, **arguments: object) -> list[Any]:
        """Return what one plugin says to a hook; once it has failed it is not asked again."""
        if not self.answers(name, hook):
            return []
        try:
            with redirect_stdout(sys.stderr):
                return self.call(name, hook, **arguments)
        except KeyboardInterrupt:
            raise
        except BaseException as error:  # third-party code may raise anything
            self._fail(name, hook, error)
            return []

    def answers(self, name: str, hook: str) -> bool:
        """Tell whether a plugin has a hook that has not failed yet."""
        return hasattr(self.modules[name], hook) and (name, hook) not in self._failed

    def listed(self, name: str, hook: str, kind: type[T]) -> list[T]:
        """Return the values of one kind that one plugin lists in answer to a hook."""
        found: list[T] = []
        for said in self.ask(name, hook):
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

    def _fail(self, name: str, hook: str, error: BaseException) -> None:
        self._failed.add((name, hook))
        said = message("{hook} failed: {reason}", hook=hook, reason=reason_of(error))
        failed = RulesError(said, getattr(self.modules[name], hook))
        failed.__cause__ = error
        self.faults.append(Fault(name, reason_of(failed), failed))


def _no_such(value: object, kind: type) -> RulesError:
    shown = f"{value!r:.60}"
    return RulesError(
        message("{value} is no {kind}: return a list of {kind}", value=shown, kind=kind.__name__)
    )
