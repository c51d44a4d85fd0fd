"""Whole games in line mode, by bots and by piped commands."""

import re
from pathlib import Path

import pytest

from bastide.cli.simulation import game_seed, play_counted, play_games
from bastide.core.plugins import Setup, installed
from tests.cli.conftest import Run, Spawn
from tests.cli.play.line_mode import BOTS, LISTED, MINE, TURN, results


def test_persons_at_one_keyboard_have_the_names_that_are_given(bastide: Run) -> None:
    three = ("play", "carcassonne", "--seats", "3", "--player", "Ada", *LISTED)
    said = bastide(*three, "--names", "Eve, Bo", typed="players\nquit\n")
    for name in ("Eve", "Bo", "Player 3"):
        assert any(line.split("  ")[0] == name for line in said.lines)
    said = bastide(*three, "--names", "A,B,C,D", typed="quit\n")
    assert said.err.strip() == "There are more names (4) than persons (3)."
    said = bastide(*three, "--names", "A" * 41, typed="quit\n")
    assert "at most 40 are allowed" in said.err


def test_table_of_bots_needs_no_input(bastide: Run) -> None:
    said = bastide(*BOTS, "random,greedy")

    assert (said.code, said.err) == (0, "")
    (first, winner, most), (last, _, least) = results(said)
    assert (first, last) == (1, 2)
    assert most > least
    assert f"{winner} wins by {most - least} points" in said.lines
    assert "\x1b" not in said.out


def test_seed_gives_the_game_that_simulate_plays(bastide: Run) -> None:
    said = bastide(*BOTS, "random,random", "--seed", "abc", *LISTED)

    setup = Setup("carcassonne", 2, (), (("seating", "listed"),))
    game = play_games(installed(), setup, ("random", "random"), "abc", range(1)).games[0]
    assert sorted(points for _, _, points in results(said)) == sorted(game.scores)
    assert f"{game.turns} " not in said.err


def test_same_seed_tells_the_same_story(bastide: Run) -> None:
    first = bastide(*BOTS, "random,random", "--seed", "x")
    again = bastide(*BOTS, "random,random", "--seed", "x")
    other = bastide(*BOTS, "random,random", "--seed", "y")

    assert first.lines[:-2] == again.lines[:-2]
    assert first.lines[-1] != again.lines[-1], "each game has a journal of its own"
    assert other.lines[:-2] != first.lines[:-2]


def test_shared_win_names_all_winners(bastide: Run) -> None:
    """Field report F23."""
    plugins = installed()
    rules = plugins.compose(Setup("carcassonne", 2, (), (("seating", "listed"),)))
    bots = [plugins.bots("carcassonne")["random"]] * 2
    seed = next(
        text
        for text in map(str, range(1000))
        if len(set(play_counted(rules, bots, game_seed(text, 0))[0].scores)) == 1
    )

    said = bastide(*BOTS, "random,random", "--seed", seed, *LISTED)

    assert [place for place, _, _ in results(said)] == [1, 1]
    assert "Shared win: random 1, random 2" in said.lines
    replayed = bastide("replay", "carcassonne")
    assert "Shared win: random 1, random 2" in replayed.lines


def test_whole_game_is_played_by_piped_commands(
    bastide: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    said = bastide(*MINE, typed=TURN * 40)

    assert (said.code, said.err) == (0, "")
    assert {name for _, name, _ in results(said)} == {"Ada", "random"}
    assert "All" in said.lines[-3]
    assert said.lines[-1].startswith("Journal digest: ")
    monkeypatch.chdir(tmp_path)
    replay, export = re.findall("`bastide (.+?)`", said.lines[-2])
    assert bastide(*replay.split()).lines[-1] == said.lines[-1]
    assert bastide(*export.split()).lines[-1] == said.lines[-1]


def test_two_people_share_a_keyboard(bastide: Run) -> None:
    said = bastide("play", "carcassonne", "--seats", "2", "--player", "Ada", typed=TURN * 72)

    assert {name for _, name, _ in results(said)} == {"Ada", "Player 2"}
    assert sum(line.startswith("Ada, your turn") for line in said.lines) > 30


def test_whole_game_is_played_through_a_pipe(spawn: Spawn) -> None:
    said = spawn(*MINE, typed=TURN * 40)

    assert (said.code, said.err) == (0, "")
    assert len(results(said)) == 2


def test_turn_is_sent_at_once_if_so_configured(bastide: Run, home: Path) -> None:
    home.mkdir()
    (home / "config.toml").write_text("[play]\nsend_at_once = true\n")

    said = bastide(*MINE, typed="1\n1\n" * 40)

    assert len(results(said)) == 2


def test_brief_tells_scores_only(bastide: Run) -> None:
    said = bastide(*BOTS, "greedy,greedy", "--seed", "1", "--brief")

    over = said.lines.index("The game is over.")
    told = [line for line in said.lines[:over] if line]
    assert told
    assert all(re.search(r" \+[1-9]\d* ", line) for line in told)
