"""One plugin, put through everything that the contract asks for, among the others installed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from itertools import combinations

from bastide.cli.authors.catalog_check import catalog_faults
from bastide.cli.authors.screen_check import check_screen
from bastide.cli.simulation import bot_seed, game_seed
from bastide.core.dealer import LocalDealer
from bastide.core.errors import RulesError
from bastide.core.hookspecs import Bot, Manifest
from bastide.core.messages import Text
from bastide.core.plugins import Plugins, Setup, reason_of
from bastide.core.rules import Rules
from bastide.core.testing import ConformanceError, check_game, replay

GAMES = 3
"""Random games for each way to set up a table, at most."""

ENOUGH_DECISIONS = 500
"""Decisions of games with an option changed, after which no other of these games is played."""

ENDLESS_STEPS = 500
"""Decisions of a game that may go on for ever."""


@dataclass(slots=True)
class Report:
    """What holds and what does not, a sentence each."""

    good: list[str] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)


class PluginCheck:
    """Checks one plugin among the others that are installed."""

    def __init__(
        self,
        plugins: Plugins,
        manifest: Manifest,
        report: Report,
        t: Text,
        told: Callable[[str], None] = lambda what: None,
    ) -> None:
        """Take what is to be checked; `told` hears what is checked now."""
        self.plugins, self.manifest, self.report, self.t = plugins, manifest, report, t
        self._told_of = told
        self._found: dict[str, list[str]] = {}
        self._games = 0

    def run(self) -> None:
        """Make every check; a fault of one does not stop the others."""
        id = self.manifest.id
        setups = list(self.setups())
        for setup in setups:
            self._guarded(name_of(setup), partial(self.games, setup))
        for bot, game in self._own_bots():
            self._guarded(f"{id}: bot {bot.id}", partial(self.bot, bot, game))
        for setup in setups[:1]:
            self._guarded(f"{id}: screen", partial(self.screen, setup))
        self.report.faults += self._told()
        catalogs = [each for each in self.plugins.catalogs() if each.domain == id]
        for catalog in catalogs:
            self.report.faults += catalog_faults(catalog, self.t)
        self.report.good.append(self._summary(len(setups), [c.language for c in catalogs]))

    def _summary(self, setups: int, languages: list[str]) -> str:
        """Say what was done."""
        known = ", ".join(sorted(languages)) or "-"
        id, version = self.manifest.id, self.manifest.version
        if self.manifest.kind == "extra":
            return self.t(
                "{id} {version}: its bots play {games}; languages: {languages}.",
                id=id,
                version=version,
                games=", ".join(dict.fromkeys(game for _, game in self._own_bots())) or "-",
                languages=known,
            )
        return self.t(
            "{id} {version}: {games} played to the end in {ways}; languages: {languages}.",
            id=id,
            version=version,
            games=self.t.count("{n} game", "{n} games", self._games),
            ways=self.t.count("{n} set-up", "{n} set-ups", setups),
            languages=known,
        )

    def _guarded(self, what: str, check: Callable[[], None]) -> None:
        """Run a check; whatever it raises becomes a sentence."""
        self._told_of(what)
        try:
            check()
        except (ConformanceError, RulesError) as error:
            self._fault(what, str(error))
        except Exception as error:  # a plugin may raise anything
            self._fault(what, reason_of(error))

    def _fault(self, what: str, reason: str) -> None:
        self._found.setdefault(reason.rstrip("."), []).append(what)

    def _told(self) -> Iterator[str]:
        """Yield a sentence for each fault, not for each set-up that it shows in."""
        for reason, places in self._found.items():
            if len(places) == 1:
                yield self.t("{name}: {reason}.", name=places[0], reason=reason)
            else:
                yield self.t.count(
                    "{name}, and {n} other: {reason}.",
                    "{name}, and {n} others: {reason}.",
                    len(places) - 1,
                    name=places[0],
                    reason=reason,
                )

    def setups(self) -> Iterator[Setup]:
        """Yield the tables to play: every number of seats, every option, every companion."""
        manifest = self.manifest
        game = self._game(manifest)
        if not game:
            return
        base = self._needs(manifest)
        low, high = self.plugins.seat_range(game, base)
        for seats in range(max(2, low), high + 1):
            yield Setup(game, seats, base)
        for option in manifest.options:
            values = option.choices or tuple(v for v in (option.low, option.high) if v is not None)
            if isinstance(option.default, bool):
                values = (not option.default,)
            for value in values:
                if value != option.default:
                    yield Setup(game, max(2, low), base, ((f"{manifest.id}.{option.name}", value),))
        yield from self._with_others(game, base, max(2, low))

    def _with_others(self, game: str, base: tuple[str, ...], seats: int) -> Iterator[Setup]:
        """Yield tables with each other extension, where the manifests allow it."""
        for other in self.plugins.extensions(game):
            together = tuple(dict.fromkeys([*base, *self._needs(other)]))
            setup = Setup(game, seats, together)
            if other.id not in base and self._fits(setup):
                yield setup

    def _fits(self, setup: Setup) -> bool:
        """Tell whether no manifest of a table excludes another."""
        manifests = [self.plugins.manifest(id) for id in setup.extensions]
        return not any(
            a.id in b.conflicts or b.id in a.conflicts for a, b in combinations(manifests, 2)
        )

    def _game(self, manifest: Manifest) -> str:
        """Return the game that a plugin belongs to; "" for an extra, or if it is missing."""
        while manifest.extends:
            manifest = self.plugins.manifest(manifest.extends)
        return manifest.id if manifest.kind == "game" else ""

    def _needs(self, manifest: Manifest) -> tuple[str, ...]:
        """Return a plugin with all that it needs, the game left out."""
        if manifest.kind == "game":
            return ()
        found = [manifest.id]
        for need in (manifest.extends, *manifest.requires):
            if need:
                found += self._needs(self.plugins.manifest(need))
        return tuple(dict.fromkeys(found))

    # the checks

    def games(self, setup: Setup) -> None:
        """Play random games on all pairs of eyes, and again from their record."""
        rules = self.plugins.compose(setup)
        endless, decisions = self._is_endless(setup), 0
        for seed in range(GAMES):
            if endless:
                played = check_game(rules, seed, max_steps=ENDLESS_STEPS, must_end=False)
            else:
                played = check_game(rules, seed)
            end = replay(rules, seed, played)
            if rules.digest(end) != rules.digest(played.state):
                raise ConformanceError("the game ends in another position when it is played again")
            self._games += 1
            decisions += len(played.actions)
            if setup.options and decisions >= ENOUGH_DECISIONS:
                return

    def _is_endless(self, setup: Setup) -> bool:
        """Tell whether an option lets a table's game go on for ever."""
        chosen = dict(setup.options)
        key = f"{self.manifest.id}.{{}}".format
        options = self.manifest.options
        return any(chosen.get(key(each.name), each.default) in each.endless for each in options)

    def _own_bots(self) -> Iterator[tuple[Bot, str]]:
        """Yield the plugin's own bots, each with the games that it is for."""
        if self.manifest.kind not in ("game", "extra"):
            return
        for game in self.plugins.games():
            if self.manifest.kind == "game" and game.id != self.manifest.id:
                continue
            for bot in self.plugins.bots(game.id).values():
                if bot.games or self.manifest.kind == "extra":
                    yield bot, game.id

    def bot(self, bot: Bot, game: str) -> None:
        """Let a bot play against itself; everything it chooses must be possible."""
        rules = self.plugins.compose(Setup(game, max(2, self.plugins.seat_range(game)[0])))
        play_checked(rules, bot)

    def screen(self, setup: Setup) -> None:
        """Let the game's screen show a whole game."""
        check_screen(self.plugins, self.plugins.compose(setup), setup.game)


def play_checked(rules: Rules, bot: Bot) -> None:
    """Play a game with one bot on all seats, and look at each choice."""
    seed = game_seed("check", 0)
    dealer, s = LocalDealer(seed), rules.new()
    choosers = [bot.make(rules, n, bot_seed(seed, n)) for n in range(rules.seats)]
    while True:
        rules.settle(s, dealer)
        if s.over:
            return
        before = rules.digest(s)
        action = choosers[s.seat](s.view(s.seat))
        if rules.digest(s) != before:
            raise ConformanceError("it changes the position that it was shown")
        if action not in rules.legal(s):
            raise ConformanceError(f"it chooses {action}, which is not possible")
        rules.apply(s, action)


def name_of(setup: Setup) -> str:
    """Return a table's set-up in a few words: `nim, 2 seats, nim.stones=5`."""
    words = ["+".join([setup.game, *setup.extensions]), f"{setup.seats} seats"]
    return ", ".join([*words, *(f"{key}={value}" for key, value in setup.options)])
