"""The words that a plugin brings and that show only in play: ids of what happens, units, marks.

A game with a screen of its own has words for what it likes to: of the words of its scores those are
meant that are asked for, there or on the last page. An expansion of such a game is heard there:
what the screen says that neither the game nor the program has in a catalogue, or in its source, is
the expansion's.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from types import ModuleType

from bastide.cli.authors.catalog_check import ids_in
from bastide.cli.authors.message_scan import ANY_PLURAL, Asked, texts_in
from bastide.cli.authors.setups import game_of, needs_of
from bastide.cli.catalogs import own_catalogs
from bastide.core.events import Event, Score, score_of
from bastide.core.hookspecs import Manifest
from bastide.core.places import place_of
from bastide.core.plugins import Plugins, Setup
from bastide.core.rules import Rules


def manifest_words(manifest: Manifest, module: ModuleType) -> list[Asked]:
    """Return the messages of a manifest, however its source writes them."""
    place = place_of(vars(module).get("bastide_manifest"))
    titles = [manifest.title, *manifest.about, *(each.title for each in manifest.options)]
    return [Asked(title, "", place) for title in titles if title]


class PlayedWords:
    """Notes what one plugin's events and its game's screen say, at its plainest tables."""

    def __init__(self, plugins: Plugins, manifest: Manifest) -> None:
        self._plugins, self._manifest = plugins, manifest
        self._company = needs_of(plugins, manifest)
        self._words: dict[str, Asked] = {}
        self._perhaps: dict[str, Asked] = {}
        self._data: set[str] = set()

    def asked(self) -> list[Asked]:
        """Return the messages, each once."""
        return list(self._words.values())

    def note(self, setup: Setup, rules: Rules, events: Iterable[Event]) -> None:
        """Note the words of a game's actions, events and scores."""
        if not self._is_plain(setup):
            return
        id = self._manifest.id
        if self._says_all(setup):  # the ids of its sentences stand in its source
            scores = [score_of(event) for event in events if event.kind == "score"]
            self._perhaps |= {each.id: each for s in scores for each in self._of_score(s, True)}
            return
        found = [Asked(kind, "", None) for kind in rules.kinds if kind.startswith(f"{id}.")]
        for event in events:
            if event.kind == "score":
                found += self._of_score(score_of(event), event.source == id)
            elif event.source == "core":
                self._data.add(event.kind)  # the kernel has sentences for these
            elif event.source == id:
                found.append(Asked(event.kind, "", None))
                self._data.update(each for each in event.data if isinstance(each, str))
        self._words |= {each.id: each for each in found if each.id}

    def note_heard(self, setup: Setup, heard: Mapping[str, Iterable[str]]) -> None:
        """Note what the game's screen asked for that is this plugin's.

        Words among the data of an event are looked up as well; nobody need translate those.
        """
        self._words |= {id: each for id, each in self._perhaps.items() if id in heard}
        for id, known in list(self._words.items()):
            if id in heard:
                self._words[id] = known._replace(given=frozenset(heard[id]))
        if not self._is_plain(setup) or not self._plugins.renderer(setup.game):
            return
        units = {each for each in self._words if self._words[each].plural}
        for id, fields in heard.items():
            is_told = id in self._words or f"{{n}} {id}" in units or id in self._data
            is_own = not {id, id.removeprefix("{n} ")} & self._others
            if id and is_own and not is_told and not self._says_all(setup):
                self._words[id] = Asked(id, "", None, frozenset(fields))

    def _of_score(self, score: Score, is_own: bool) -> Iterator[Asked]:
        words = [score.category, *(term.note for term in score.terms)]
        yield from (Asked(each, "", None) for each in words if self._is_meant(each, is_own))
        for term in score.terms:
            if self._is_meant(term.unit, is_own):
                yield Asked(f"{{n}} {term.unit}", ANY_PLURAL, None)

    def _is_meant(self, word: str, is_own: bool) -> bool:
        return bool(word) and (is_own or word not in self._others)

    def _is_plain(self, setup: Setup) -> bool:
        return setup.extensions == self._company

    def _says_all(self, setup: Setup) -> bool:
        """Tell whether the plugin has a screen that has words of its own for everything."""
        return not self._manifest.extends and self._plugins.renderer(setup.game) is not None

    @cached_property
    def _others(self) -> frozenset[str]:
        """What stands in the sources and catalogues of the plugins that this one is played with."""
        plugins, own = self._plugins, self._manifest.id
        ids = [id for id in (game_of(plugins, self._manifest), *self._company) if id != own]
        catalogs = [*own_catalogs(), *(each for id in ids for each in plugins.catalogs_of(id))]
        texts = [texts_in(plugins.module(id)) for id in ids]
        return frozenset().union(*texts, *map(ids_in, catalogs))
