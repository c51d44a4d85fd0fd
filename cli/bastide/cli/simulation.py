"""Games by bots without a table: rules and a local dealer, as fast as they go."""

from __future__ import annotations

import gc
import os
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from functools import partial
from multiprocessing import get_context
from typing import NamedTuple, NoReturn

from bastide.cli.answers import complain
from bastide.cli.guard import GIVEN_UP, no_return
from bastide.cli.loading import keep_off_output, load_plugins
from bastide.cli.watchdog import Watchdog
from bastide.cli.watchdog_process import waiting
from bastide.core.blame import blame
from bastide.core.calls import NeverReturned
from bastide.core.dealer import LocalDealer
from bastide.core.encoding import enc, tagged_hash, u8
from bastide.core.hookspecs import Bot, Chooser
from bastide.core.messages import English, Message, Text
from bastide.core.plugins import Plugins, Setup
from bastide.core.rules import Rules
from bastide.core.state import State
from bastide.net.errors import Refusal
from bastide.net.rules_guard import rules_at_work


class Game(NamedTuple):
    """One finished game. Seats are in turn order.

    `ranking`: (place, seat), best first. `counts`: how often each counted kind of event happened.
    `transitions`: decisions of seats and answers of the dealer.
    """

    scores: tuple[int, ...]
    ranking: tuple[tuple[int, int], ...]
    turns: int
    counts: dict[str, int]
    transitions: int = 0


class Played(NamedTuple):
    """Finished games in order, and the CPU time that they took, in seconds."""

    games: list[Game]
    cpu_seconds: float


def game_seed(text: str, index: int) -> bytes:
    """Return the 32 bytes from which all chance of a game comes.

    Args:
        text: what was typed as the seed.
        index: the game's number, from 0; `play` plays game 0.
    """
    return tagged_hash("simulate", enc([text, index]))


def bot_seed(seed: bytes, seat: int) -> int:
    """Return the seed of the bot of a place in a game with a known seed."""
    return int.from_bytes(tagged_hash("simulate-bot", seed, u8(seat))[:8], "big")


_OBJECTS = 50_000
"""New objects, less those that are gone, after which garbage is looked for."""


class BotFault(Refusal):
    """A bot that raised, or chose what is not possible."""

    code = "bot"


def play_counted(rules: Rules, bots: Sequence[Bot], seed: bytes) -> tuple[State, int]:
    """Play one game to its end; return that, and the number of transitions.

    Seat n is played by bot n.

    Raises:
        BotFault: a bot raised, or the rules did at what it chose.
        RulesFailed: the rules raised without a bot's doing.
    """
    with rules_at_work(rules):
        return _played(rules, bots, seed)


def _played(rules: Rules, bots: Sequence[Bot], seed: bytes) -> tuple[State, int]:
    dealer = LocalDealer(seed)
    s = rules.new()
    choosers = [_made(rules, bot, seat, seed) for seat, bot in enumerate(bots)]
    apply, answer = rules.apply, rules.answer
    transitions = 0
    while True:
        while s.waiting:
            answer(s, dealer.answer(s))
            transitions += 1
        if s.over:
            return s, transitions
        transitions += 1
        seat = s.seat
        try:
            action = choosers[seat](s.view(seat))
        except KeyboardInterrupt:
            raise
        except BaseException as error:  # third-party code may raise anything
            raise _failed(rules, bots[seat], error) from error
        try:
            apply(s, action)
        except KeyboardInterrupt:
            raise
        except BaseException as error:
            raise _failed_at(rules, bots[seat], error) from error


def _made(rules: Rules, bot: Bot, seat: int, seed: bytes) -> Chooser:
    try:
        return bot.make(rules, seat, bot_seed(seed, seat))
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # third-party code may raise anything
        raise _failed(rules, bot, error) from error


def _failed_at(rules: Rules, bot: Bot, error: BaseException) -> BotFault:
    """Return the fault of rules that raised at a choice, or of the bot if no plugin has raised."""
    found = blame(error, rules.homes)
    if not found.plugin:
        reason = "it chose what is not possible"
        return BotFault("Bot {bot} failed: {reason}.", bot=bot.id, reason=reason)
    return BotFault(
        "The rules of {game} failed at what bot {bot} chose: {reason}.",
        game=found.plugin,
        bot=bot.id,
        reason=found.reason.rstrip("."),
    )


def _failed(rules: Rules, bot: Bot, error: BaseException) -> BotFault:
    reason = blame(error, rules.homes).reason.rstrip(".")
    return BotFault("Bot {bot} failed: {reason}.", bot=bot.id, reason=reason)


def summary(rules: Rules, s: State, transitions: int) -> Game:
    """Return what is told of a finished game."""
    counts = dict.fromkeys(rules.counted, 0)
    for event in s.events:
        if event.kind in counts:
            counts[event.kind] += 1
    named = {_short(kind, rules.counted): n for kind, n in counts.items()}
    return Game(tuple(s.scores), tuple(rules.ranking(s)), s.turn, named, transitions)


def _short(kind: str, kinds: Sequence[str]) -> str:
    """Return a kind without its plugin, unless two plugins count the same word."""
    word = kind.rpartition(".")[2]
    same = [each for each in kinds if each.rpartition(".")[2] == word]
    return word if len(same) == 1 else kind


def play_games(
    plugins: Plugins, setup: Setup, bots: Sequence[str], seed: str, numbers: range
) -> Played:
    """Play games by their numbers, one after the other, in this process."""
    rules = plugins.compose(setup)
    known = plugins.bots(setup.game)
    players = [known[bot] for bot in bots]
    start = time.process_time()
    with rules_at_work(rules), _few_collections():
        games = [summary(rules, *play_counted(rules, players, game_seed(seed, n))) for n in numbers]
    return Played(games, time.process_time() - start)


@contextmanager
def _few_collections() -> Iterator[None]:
    """Look for garbage seldom: positions hold no cycles, and what is loaded stays anyway."""
    before = gc.get_threshold()
    gc.freeze()
    gc.set_threshold(_OBJECTS)
    try:
        yield
    finally:
        gc.set_threshold(*before)
        gc.unfreeze()


def play_spread(
    setup: Setup, bots: Sequence[str], seed: str, games: int, jobs: int, t: Text | None = None
) -> Played:
    """Play games in several processes; the same games as in one, in the same order.

    Args:
        setup: what is played.
        bots: their ids, by seat.
        seed: as typed.
        games: how many.
        jobs: how many processes.
        t: the program's messages.
    """
    hangs = no_return(t or English(), at_tables=False)
    step = -(-games // jobs)
    ranges = [range(first, min(first + step, games)) for first in range(0, games, step)]
    with ProcessPoolExecutor(jobs, get_context("spawn"), keep_off_output) as pool:
        asked = [pool.submit(_work, setup, tuple(bots), seed, part, hangs) for part in ranges]
        try:
            found = [each.result() for each in asked]
        except BrokenProcessPool as error:  # its last words stand on standard error
            raise Refusal(
                "A process of the simulation has ended, and with it all games."
            ) from error
    played: list[Played] = []
    for part in found:
        if isinstance(part, Message):
            raise Refusal.of(part)
        played.append(part)
    return Played(
        [game for part in played for game in part.games],
        sum(part.cpu_seconds for part in played),
    )


def _work(
    setup: Setup, bots: tuple[str, ...], seed: str, numbers: range, hangs: str
) -> Played | Message:
    """Play games in a process of the pool; a fault is returned, since it cannot be sent as such.

    Args:
        setup: what is played.
        bots: their ids, by seat.
        seed: as typed.
        numbers: of the games.
        hangs: what is to be said, with fields `name` and `where`, if nothing ends a call.
    """
    plugins = load_plugins()
    watchdog = Watchdog(lambda: plugins.homes, partial(_give_up, plugins, hangs))
    try:
        with watchdog, waiting(plugins.homes, hangs, watchdog.seconds):
            return play_games(plugins, setup, bots, seed, numbers)
    except Refusal as fault:
        return fault.message


def _give_up(plugins: Plugins, hangs: str, error: NeverReturned) -> NoReturn:
    """End a process of the pool because of a plugin that nothing can interrupt."""
    found = plugins.blame(error)
    complain(hangs.format(name=found.plugin, where=found.where))
    os._exit(GIVEN_UP)


def means(games: Sequence[Game]) -> list[float]:
    """Return the mean score of each seat."""
    seats = range(len(games[0].scores)) if games else range(0)
    return [sum(game.scores[seat] for game in games) / len(games) for seat in seats]


def places(games: Sequence[Game], seat: int) -> tuple[int, int]:
    """Return in how many games a seat won alone, and in how many it shared the first place."""
    won = shared = 0
    for game in games:
        first = [n for place, n in game.ranking if place == 1]
        if seat in first:
            won, shared = (won + 1, shared) if len(first) == 1 else (won, shared + 1)
    return won, shared
