"""One plugin, put through everything that the contract asks for, among the others installed."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import NamedTuple

from bastide.cli.authors.bot_check import check_bot, own_bots
from bastide.cli.authors.catalog_check import catalog_faults
from bastide.cli.authors.leftovers import Leftovers
from bastide.cli.authors.message_scan import asked_of
from bastide.cli.authors.played_words import PlayedWords, manifest_words
from bastide.cli.authors.report import Findings, Report
from bastide.cli.authors.screen_check import Heard, check_screen, undrawn
from bastide.cli.authors.setups import is_endless, name_of, setups
from bastide.cli.authors.source_scan import scan_rules
from bastide.cli.catalogs import DOMAIN, own_catalogs, together
from bastide.cli.watchdog import LIMIT_SECONDS
from bastide.core.hookspecs import Bot, Catalog, Manifest
from bastide.core.kit.playing import modules_of
from bastide.core.messages import English, Text, message
from bastide.core.places import place_of
from bastide.core.plugins import Plugins, Setup
from bastide.core.rules import Rules
from bastide.core.testing import ConformanceError, Played, check_game, replay

ENOUGH_DECISIONS = 500
"""Decisions of games with an option changed, after which no other of these games is played."""

ENDLESS_STEPS = 500
"""Decisions of a game that may go on for ever."""


class Bounds(NamedTuple):
    """How far a check goes.

    games: random games for each way to set up a table, at most. steps: decisions after which a
    game is said not to end. seconds: for one choice of a bot.
    """

    games: int = 3
    steps: int = 20_000
    seconds: float = LIMIT_SECONDS


class PluginCheck:
    """Checks one plugin among the others that are installed."""

    def __init__(
        self,
        plugins: Plugins,
        manifest: Manifest,
        report: Report,
        texts: Callable[[str], Text] = lambda domain: English(),
        bounds: Bounds = Bounds(),  # noqa: B008  # a tuple of numbers
    ) -> None:
        """Take what is to be checked.

        Args:
            plugins: those that are installed, this one among them.
            manifest: of the plugin.
            report: gets what is found.
            texts: the messages of each plugin, for its screen.
            bounds: how far to go.
        """
        self._plugins, self._manifest, self._report = plugins, manifest, report
        self._texts, self._bounds = texts, bounds
        self._words = PlayedWords(plugins, manifest)
        self._games = 0
        module = plugins.module(manifest.id)
        scanned = [] if manifest.kind == "extra" else scan_rules(module)
        self._found = Findings(report, scanned, module.__package__ or module.__name__)

    def run(self) -> None:
        """Make every check; a fault of one does not stop the others."""
        tables, bots = list(setups(self._plugins, self._manifest)), dict[str, None]()
        for setup in tables:
            self._found.guarded(name_of(setup), partial(self._play, setup))
            if self._found.hangs:
                break
        for setup in tables[:1]:
            self._found.guarded(name_of(setup), partial(self._ask_pictures, setup))
        if not self._found:  # else they would stumble over the same
            bots = self._check_bots()
            for setup in tables[:1]:
                what = f"{self._manifest.id}: screen"
                self._found.guarded(what, partial(self._show, setup))
        self._report.faults += self._found.told()
        languages = self._check_catalogs()
        self._report.good += [self._summary(len(tables), list(bots), languages), *self._unknown()]

    # games

    def _play(self, setup: Setup) -> None:
        """Play random games on all pairs of eyes, and again from their record."""
        rules = self._plugins.compose(setup)
        endless, games = is_endless(self._manifest, setup), list[Played]()
        most = ENDLESS_STEPS if endless else self._bounds.steps
        kept = Leftovers(modules_of(rules))
        for seed in range(self._bounds.games):
            games.append(check_game(rules, seed, max_steps=most, must_end=not endless))
            self._games += 1
            self._words.note(setup, rules, games[-1].events)
            if setup.options and sum(len(g.actions) for g in games) >= ENOUGH_DECISIONS:
                break
        for seed, played in enumerate(games):
            _play_again(rules, seed, played, kept)

    # screens and bots

    def _ask_pictures(self, setup: Setup) -> None:
        """Ask the game's screen what it has no picture for."""
        rules = self._plugins.compose(setup)
        text = together(self._texts, rules.active)
        place = place_of(self._plugins.module(self._manifest.id))
        for missing in undrawn(self._plugins, rules, setup.game, text):
            self._found.add(name_of(setup), f"{place}: {missing}")

    def _show(self, setup: Setup) -> None:
        """Let the game's screen show a whole game."""
        rules, heard = self._plugins.compose(setup), Heard()
        check_screen(self._plugins, rules, setup.game, self._bounds.steps, heard)
        self._words.note_heard(setup, heard.ids)

    def _check_bots(self) -> dict[str, None]:
        """Let each of the plugin's bots play; return the games that they were tried at."""
        games, failed = dict[str, None](), set[str]()
        for bot, setup in own_bots(self._plugins, self._manifest):
            if bot.id in failed:
                continue  # it would think for as long at the next game
            games[setup.game] = None
            what = f"{self._manifest.id}: bot {bot.id}, {name_of(setup)}"
            if not self._found.guarded(what, partial(self._check_bot, bot, setup)):
                failed.add(bot.id)
        return games

    def _check_bot(self, bot: Bot, setup: Setup) -> None:
        bounds = self._bounds
        check_bot(self._plugins.compose(setup), bot, bounds.steps, bounds.seconds)

    def _unknown(self) -> list[str]:
        """Note what is named that need not be there, and is not: it may be misspelt."""
        t, manifest, there = self._report.t, self._manifest, self._plugins.manifests
        return [
            t(
                "{id}: {field} names {name}, which is not installed here; see that it is spelt so.",
                id=manifest.id,
                field=field,
                name=repr(name),
            )
            for field, names in (("after", manifest.after), ("conflicts", manifest.conflicts))
            for name in names
            if name not in there
        ]

    # messages

    def _check_catalogs(self) -> list[str]:
        """Look at all messages that the plugin brings; return their languages."""
        id = self._manifest.id
        module = self._plugins.module(id)
        played = [*manifest_words(self._manifest, module), *self._words.asked()]
        asked = [*played, *asked_of(module)]  # where the source has one, its place is named
        catalogs = self._plugins.catalogs_of(id)
        for catalog in catalogs:
            own = asked if catalog.domain == id else []
            others = self._looked_into_after(catalog)
            self._report.faults += catalog_faults(catalog, self._report.t, own, others)
        return sorted({catalog.language for catalog in catalogs})

    def _looked_into_after(self, catalog: Catalog) -> list[Catalog]:
        """Return the catalogues that say what a plugin's own does not have."""
        domains, manifest = {DOMAIN}, self._manifest
        while manifest.extends:
            domains.add(manifest.extends)
            manifest = self._plugins.manifest(manifest.extends)
        found = [*own_catalogs(), *self._plugins.catalogs()]
        return [c for c in found if c.domain in domains and c.language == catalog.language]

    def _summary(self, tables: int, bots: list[str], languages: list[str]) -> str:
        """Say what was done."""
        t, known = self._report.t, ", ".join(languages) or "-"
        id, version = self._manifest.id, self._manifest.version
        if bots and not tables:
            return t(
                "{id} {version}: its bots play {games}; languages: {languages}.",
                id=id,
                version=version,
                games=", ".join(bots),
                languages=known,
            )
        if not tables:
            return t(
                "{id} {version}: languages: {languages}.",
                id=id,
                version=version,
                languages=known,
            )
        return t(
            "{id} {version}: {games} played to the end in {ways}; languages: {languages}.",
            id=id,
            version=version,
            games=t.count("{n} game", "{n} games", self._games),
            ways=t.count("{n} set-up", "{n} set-ups", tables),
            languages=known,
        )


def _play_again(rules: Rules, seed: int, played: Played, kept: Leftovers) -> None:
    """Play a game again, after others: it must be the same."""
    try:
        end = replay(rules, seed, played)
        if rules.digest(end) == rules.digest(played.state):
            return
    except ConformanceError:
        pass  # said in other words
    changed = next(iter(kept.changed()), None)
    if changed is None:
        said = message(
            "the same game comes to another position when it is played again: keep all that "
            "rules remember in the state"
        )
    else:
        said = message(
            "the same game comes to another position when it is played again: {name} changes "
            "from game to game, keep it in the state",
            name=changed.function,
        )
    raise ConformanceError(said, changed)
