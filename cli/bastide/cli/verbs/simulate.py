"""`bastide simulate`: many games by bots, for statistics."""

from __future__ import annotations

import click

from bastide.cli import shells
from bastide.cli.answers import columns, show, show_json
from bastide.cli.catalogs import together
from bastide.cli.grammar import Command
from bastide.cli.marking import N_
from bastide.cli.program import Misused
from bastide.cli.simulation import Game, Played, means, places, play_games, play_spread
from bastide.cli.surroundings import program_of
from bastide.cli.typed_values import Number
from bastide.cli.verbs.table_options import EXTENSIONS, GAME, OPTIONS
from bastide.cli.wishes import Wish
from bastide.cli.wording import decimal
from bastide.core.messages import Text


@click.command(
    cls=Command,
    help=N_(
        "Play many games between bots and show the scores. Seats are in turn order; the same seed "
        "gives the same games."
    ),
    example="bastide simulate carcassonne --games 1000 --seed 1 --bots greedy,random",
)
@GAME
@EXTENSIONS
@click.option(
    "--games",
    "number",
    type=Number(1, 10_000_000),
    default=100,
    metavar="N",
    help=N_("How many games; else 100."),
)
@click.option("--seed", default="1", metavar="S", help=N_("Any text: where chance begins."))
@click.option(
    "--bots",
    required=True,
    metavar="A,B",
    shell_complete=shells.bots,
    help=N_("The bot of each seat."),
)
@OPTIONS
@click.option(
    "--jobs", type=Number(1, 64), default=1, metavar="N", help=N_("How many processes; else 1.")
)
@click.option("--json", "as_json", is_flag=True, help=N_("Print JSON for scripts."))
@click.pass_context
def simulate(
    ctx: click.Context,
    game: str,
    extensions: str,
    number: int,
    seed: str,
    bots: str,
    options: tuple[str, ...],
    jobs: int,
    as_json: bool,
) -> None:
    program = program_of(ctx)
    wish = Wish(program, game, extensions)
    players = wish.bots(bots)
    if not players:
        raise Misused(program.text("Name a bot for each seat, as in --bots random,random."))
    setup = wish.setup(len(players), options, "listed")
    if jobs > 1:
        played = play_spread(setup, players, seed, number, jobs, program.text)
    else:
        played = play_games(program.plugins, setup, players, seed, range(number))
    if as_json:
        show_json(record(played))
    else:
        domains = (game, *setup.extensions, "bastide")
        show(report(played, players, program.text, together(program.texts, domains)))


def record(played: Played) -> dict[str, object]:
    """Return the games for scripts."""
    return {
        "games": [_game_record(game) for game in played.games],
        "means": means(played.games),
        "games_per_cpu_second": speed(played),
        "transitions_per_cpu_second": transitions(played),
    }


def _game_record(game: Game) -> dict[str, object]:
    return {
        "scores": list(game.scores),
        "ranking": [list(pair) for pair in game.ranking],
        "turns": game.turns,
        "counts": game.counts,
    }


def speed(played: Played) -> float:
    """Return the games for each second of CPU time."""
    return round(len(played.games) / max(played.cpu_seconds, 1e-9), 1)


def transitions(played: Played) -> int:
    """Return the decisions of seats and answers of the dealer for each second of CPU time."""
    return round(sum(game.transitions for game in played.games) / max(played.cpu_seconds, 1e-9))


def report(played: Played, bots: tuple[str, ...], t: Text, of_game: Text) -> list[str]:
    """Return the figures for people.

    Args:
        played: the games.
        bots: who played them, by seat.
        t: the program's messages.
        of_game: the game's; they name what is counted.
    """
    games = played.games
    rows = [(t("seat"), t("bot"), t("mean"), t("wins"), t("shared"))]
    for seat, (bot, mean) in enumerate(zip(bots, means(games), strict=True)):
        won, shared = places(games, seat)
        cells = (decimal(t, mean, 2), _share(t, won, games), _share(t, shared, games))
        rows.append((str(seat + 1), bot, *cells))
    lines = columns(rows)
    for kind in games[0].counts:
        n = sum(1 for game in games if game.counts[kind])
        word = of_game(kind.replace("_", " "))
        shown = word[:1].upper() + word[1:]
        lines.append(t("{kind}: in {share} of the games", kind=shown, share=_share(t, n, games)))
    lines.append(
        t.count(
            "{n} game, {speed} games for each second of CPU time",
            "{n} games, {speed} games for each second of CPU time",
            len(games),
            speed=decimal(t, speed(played), 1),
        )
    )
    return lines


def _share(t: Text, n: int, games: list[Game]) -> str:
    return t("{number} %", number=decimal(t, 100 * n / len(games), 1))
