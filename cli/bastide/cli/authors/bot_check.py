"""A plugin's own bots: each plays against itself, by the rules and in reasonable time."""

from __future__ import annotations

from collections.abc import Iterator

from bastide.cli.authors.setups import game_of, needs_of
from bastide.cli.simulation import bot_seed, game_seed
from bastide.cli.watchdog import Watchdog
from bastide.core.calls import NeverReturned
from bastide.core.dealer import LocalDealer
from bastide.core.events import Action
from bastide.core.hookspecs import Bot, Manifest
from bastide.core.messages import message
from bastide.core.places import place_of, raised_at
from bastide.core.plugins import Plugins, Setup
from bastide.core.rules import Rules
from bastide.core.state import State
from bastide.core.testing import ConformanceError


def own_bots(plugins: Plugins, manifest: Manifest) -> Iterator[tuple[Bot, Setup]]:
    """Yield the bots that a plugin brings, each with a table of each game that it is for."""
    own = game_of(plugins, manifest)
    for bot in plugins.bots_of(manifest.id):
        for game in [each.id for each in plugins.games()]:
            if game in bot.games or (not bot.games and own in ("", game)):
                company = needs_of(plugins, manifest) if own == game else ()
                seats = max(2, plugins.seat_range(game, company)[0])
                yield bot, Setup(game, seats, company)


def check_bot(rules: Rules, bot: Bot, most: int, seconds: float) -> None:
    """Play a game with one bot on all seats, and look at each of its first `most` choices.

    Raises:
        ConformanceError: it chooses what is not possible, or nothing for so many seconds.
    """
    try:
        with Watchdog(lambda: rules.homes, seconds=seconds):
            _play(rules, bot, most)
    except NeverReturned as error:
        said = message(
            "it has not chosen after {n} seconds: end the loop there, or look less far ahead",
            n=round(error.seconds),
        )
        raise ConformanceError(said, raised_at(error)) from error


def _play(rules: Rules, bot: Bot, most: int) -> None:
    seed = game_seed("check", 0)
    dealer, s = LocalDealer(seed), rules.new()
    choosers = [bot.make(rules, n, bot_seed(seed, n)) for n in range(rules.seats)]
    for _ in range(most):
        rules.settle(s, dealer)
        if s.over:
            return
        before = rules.digest(s)
        action = choosers[s.seat](s.view(s.seat))
        _check_choice(rules, bot, s, action, before)
        rules.apply(s, action)


def _check_choice(rules: Rules, bot: Bot, s: State, action: Action, before: bytes) -> None:
    if rules.digest(s) != before:
        said = message("it changes the position that it was shown: let it clone the view first")
        raise ConformanceError(said, place_of(bot.make))
    if action not in rules.legal(s):
        said = message(
            "it chooses {action}, which is not possible: let it choose from rules.legal",
            action=str(action),
        )
        raise ConformanceError(said, place_of(bot.make))
