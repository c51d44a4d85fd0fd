"""Games by bots without a table."""

import json
import math
import re
from collections import Counter

import pytest

from bastide.cli.simulation import (
    Game,
    bot_seed,
    game_seed,
    means,
    places,
    play_counted,
    play_games,
    play_spread,
)
from bastide.core.encoding import enc, tagged_hash
from bastide.core.plugins import Setup, installed
from tests.cli.conftest import Run
from tests.sizes import SIZES, SOAK

LISTED = (("seating", "listed"),)
SETUP = Setup("carcassonne", 2, (), LISTED)
RANDOM = ("random", "random")


def test_seed_of_a_game_is_a_hash_of_text_and_number() -> None:
    assert game_seed("abc", 7) == tagged_hash("simulate", enc(["abc", 7]))
    assert len(game_seed("", 0)) == 32
    assert game_seed("1", 11) != game_seed("11", 1)


def test_bots_of_one_game_have_seeds_of_their_own() -> None:
    assert bot_seed(game_seed("1", 0), 0) != bot_seed(game_seed("1", 0), 1)


def test_same_seed_gives_the_same_games() -> None:
    plugins = installed()

    first = play_games(plugins, SETUP, RANDOM, "x", range(4)).games
    again = play_games(plugins, SETUP, RANDOM, "x", range(4)).games
    last = play_games(plugins, SETUP, RANDOM, "x", range(3, 4)).games
    other = play_games(plugins, SETUP, RANDOM, "y", range(4)).games

    assert first == again
    assert last == first[3:]
    assert other != first


def test_several_processes_play_the_same_games() -> None:
    alone = play_games(installed(), SETUP, RANDOM, "x", range(5)).games

    spread = play_spread(SETUP, RANDOM, "x", 5, 2)

    assert spread.games == alone
    assert spread.cpu_seconds > 0


def test_means_and_shares_are_near_the_known_ones() -> None:
    n = SIZES.random_games
    games = play_games(installed(), SETUP, RANDOM, "1", range(n)).games
    wide = math.sqrt(SOAK.statistics_games / n)

    first, second = means(games)
    won, _ = places(games, 0)

    assert first == pytest.approx(19.15, abs=0.25 * wide)
    assert second == pytest.approx(18.90, abs=0.25 * wide)
    assert 100 * won / n == pytest.approx(49.0, abs=1.2 * wide)


def test_scores_are_those_of_the_last_position() -> None:
    plugins = installed()
    rules = plugins.compose(SETUP)
    bots = plugins.bots("carcassonne")
    s, _ = play_counted(rules, [bots["random"]] * 2, game_seed("1", 0))

    game = play_games(plugins, SETUP, RANDOM, "1", range(1)).games[0]

    assert s.over
    assert list(game.scores) == s.scores
    assert game.turns == s.turn
    assert game.ranking == tuple(rules.ranking(s))


def test_transitions_are_the_decisions_and_the_answers() -> None:
    rules = installed().compose(SETUP)
    bots = [installed().bots("carcassonne")["random"]] * 2
    seed = game_seed("1", 0)
    answers, decisions = Counter[str](), Counter[str]()
    answer, apply = rules.answer, rules.apply
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(rules, "answer", lambda *a: (answers.update("a"), answer(*a)))
        patch.setattr(rules, "apply", lambda *a: (decisions.update("d"), apply(*a)))
        _, transitions = play_counted(rules, bots, seed)

    assert answers.total() >= 71
    assert transitions == answers.total() + decisions.total()


def test_shared_first_places_are_counted_apart() -> None:
    tie = Game((3, 3), ((1, 0), (1, 1)), 2, {})
    win = Game((4, 3), ((1, 0), (2, 1)), 2, {})

    assert places([tie, win], 0) == (1, 1)
    assert places([tie, win], 1) == (0, 1)


def test_json_has_the_promised_form(bastide: Run) -> None:
    said = bastide("simulate", "carcassonne", "--games", "3", "--bots", "random,random", "--json")

    content = json.loads(said.out)

    assert said.code == 0
    speeds = {"games_per_cpu_second", "transitions_per_cpu_second"}
    assert set(content) == {"games", "means"} | speeds
    assert all(content[speed] > 0 for speed in speeds)
    assert len(content["games"]) == 3
    for game in content["games"]:
        assert set(game) == {"scores", "ranking", "turns", "counts"}
        assert sorted(seat for _, seat in game["ranking"]) == [0, 1]
        assert set(game["counts"]) == {"set_aside"}
    assert content["means"] == [sum(g["scores"][n] for g in content["games"]) / 3 for n in (0, 1)]


def test_table_names_the_bots_in_turn_order(bastide: Run) -> None:
    said = bastide("simulate", "carcassonne", "--games", "2", "--bots", "random,greedy,random")

    assert [line.split()[:2] for line in said.lines[1:4]] == [
        ["1", "random"],
        ["2", "greedy"],
        ["3", "random"],
    ]
    assert "2 games" in said.lines[-1]


def test_numbers_are_written_as_the_language_writes_them(bastide: Run) -> None:
    words = ("simulate", "carcassonne", "--games", "2", "--bots", "random,random")
    english, french = bastide(*words).lines, bastide("--lang", "fr", *words).lines

    assert re.search(r" \d+\.\d\d +\d+\.\d %", english[1])
    assert re.search(r" \d+,\d\d +\d+,\d\u202f%", french[1])
    assert not any(re.search(r"\d\.\d", line) for line in french)
    content = json.loads(bastide("--lang", "fr", *words, "--json").out)
    assert isinstance(content["means"][0], float)
