"""`bastide play` in line mode: whole games by bots, by piped commands, and everything between."""

import json
import os
import re
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from bastide.cli.simulation import game_seed, play_game, play_games
from bastide.core.plugins import Setup, installed
from bastide.net.storage.database import FILE_NAME
from tests.cli.conftest import Run, Said, Spawn

LISTED = ("--option", "seating=listed")
BOTS = ("play", "carcassonne", "--seats", "2", "--bots")
MINE = ("play", "carcassonne", "--bots", "random", "--player", "Ada", "--seed", "5", *LISTED)
TURN = "1\n1\ndone\n"
"""The first place, the first choice, and sent."""

RESULT = re.compile(r"^(\d+)\. (.+): (\d+) = (.*)$")


def results(said: Said) -> list[tuple[int, str, int]]:
    """Return place, name and points of each seat; each printed sum must add up."""
    found = [match for line in said.lines if (match := RESULT.match(line))]
    for match in found:
        assert int(match[3]) == sum(int(term.split()[-1]) for term in match[4].split(" + "))
    return [(int(match[1]), match[2], int(match[3])) for match in found]


def resumable(said: Said) -> str:
    """Return the id that the last line tells to resume."""
    found = re.search(
        r"`bastide (?:--home \S+ )?resume ([0-9a-f]{8})` goes on with it\.$", said.out
    )
    assert found, said.out
    return found[1]


# persons


def test_persons_at_one_keyboard_have_the_names_that_are_given(bastide: Run) -> None:
    three = ("play", "carcassonne", "--seats", "3", "--player", "Ada", *LISTED)
    said = bastide(*three, "--names", "Eve, Bo", typed="players\nquit\n")
    for name in ("Eve", "Bo", "Player 3"):
        assert any(line.split("  ")[0] == name for line in said.lines)
    said = bastide(*three, "--names", "A,B,C,D", typed="quit\n")
    assert said.err.strip() == "There are more names (4) than persons (3)."
    said = bastide(*three, "--names", "A" * 41, typed="quit\n")
    assert "at most 40 are allowed" in said.err


# bots


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
    first = bastide(*BOTS, "random,greedy", "--seed", "x")
    again = bastide(*BOTS, "random,greedy", "--seed", "x")
    other = bastide(*BOTS, "random,greedy", "--seed", "y")

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
        if len(set(play_game(rules, bots, game_seed(text, 0)).scores)) == 1
    )

    said = bastide(*BOTS, "random,random", "--seed", seed, *LISTED)

    assert [place for place, _, _ in results(said)] == [1, 1]
    assert "Shared win: random, random 2" in said.lines
    replayed = bastide("replay", "carcassonne")
    assert "Shared win: random, random 2" in replayed.lines


# persons


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


def test_a_turn_tells_tile_and_numbered_places(bastide: Run) -> None:
    said = bastide(*MINE, typed="1\n")

    text = said.out
    assert re.search(r"^Ada, your turn \(1/72 tiles\)\.$", text, re.MULTILINE)
    assert re.search(r"^Your tile: .+\.$", text, re.MULTILINE)
    assert re.search(r"^  1  .+ joins .+$", text, re.MULTILINE)
    assert "> 1" in said.lines, "what was typed is part of the transcript"


def test_end_of_input_keeps_the_table(bastide: Run) -> None:
    said = bastide(*MINE, typed=TURN * 3)

    assert (said.code, said.err) == (0, "")
    again = bastide("resume", resumable(said), typed=TURN * 40)
    assert again.code == 0
    assert len(results(again)) == 2
    verified = bastide("verify", "carcassonne")
    assert verified.lines[-1] == again.lines[-1]


def test_closed_input_is_its_end(spawn: Spawn) -> None:
    said = spawn(*MINE, typed=None)

    assert (said.code, said.err) == (0, "")
    assert resumable(said)


def test_quit_keeps_the_table(bastide: Run) -> None:
    said = bastide(*MINE, typed="quit\n" + TURN)

    assert said.code == 0
    assert resumable(said)
    assert "> done" not in said.lines


def test_bot_can_take_over_a_resumed_table(bastide: Run) -> None:
    bastide(*MINE, typed=TURN)

    said = bastide("resume", "--bot", "greedy")

    assert said.code == 0
    assert len(results(said)) == 2


def test_resumed_draw_is_the_same(bastide: Run) -> None:
    """Field report F01: loading a save twice gives the same seating and the same next tile."""
    left = bastide(*MINE, typed=TURN * 2)
    tile = [line for line in left.lines if line.startswith("Your tile:")][-1]

    for _ in range(2):
        again = bastide("resume", resumable(left))
        assert [line for line in again.lines if line.startswith("Your tile:")] == [tile]


def answers(bastide: Run, *typed: str) -> list[list[str]]:
    """Return the lines that each typed line is answered with."""
    said = bastide(*MINE, typed="".join(f"{line}\n" for line in (*typed, "quit")))
    parts: list[list[str]] = [[]]
    for line in said.lines:
        if line.startswith("> ") and not line.startswith(">  "):
            parts.append([])
        else:
            parts[-1].append(line)
    return parts[1:-1]


def test_step_is_taken_back_and_played_again(bastide: Run) -> None:
    first = answers(bastide, "look")[0]

    (chosen, *placed), back, redone, back_again = answers(bastide, "1", "undo", "redo", "undo")

    assert chosen == f"Chosen: {first[3].removeprefix('  1  ')}"
    assert placed != first
    assert back == first
    assert redone == placed
    assert back_again == first


def test_sent_turn_is_taken_back_at_a_local_table(bastide: Run) -> None:
    tile, (_, *meeple), _, _, (gone, *back), (_, *back_again) = answers(
        bastide, "look", "1", "1", "done", "undo", "undo"
    )

    assert gone.startswith("Taken back: Ada puts a "), "and from whom"
    assert " random placed at " in gone
    assert back == meeple
    assert back_again == tile


def test_incomplete_turn_is_not_sent(bastide: Run) -> None:
    assert answers(bastide, "done") == [["There is nothing to send yet."]]
    assert answers(bastide, "1", "done")[1] == [
        "Your turn is not complete yet: choose, or type meeple none, then done."
    ]


def test_an_empty_line_sends_nothing_and_says_so(bastide: Run) -> None:
    first, *_, last, still = answers(bastide, "", "1", "1", "", "frob")

    assert first[0] == "An empty line does nothing: help lists what can be typed."
    assert last == ["An empty line sends nothing: done sends the turn."]
    assert still == [
        "frob is not among the words that help lists.",
        "Your turn is complete: done sends it, undo takes it back.",
    ]


def test_looking_around(bastide: Run) -> None:
    board, near, scores, log, players, tiles, key = answers(
        bastide, "board", "near 0 0", "scores", "log", "players", "tiles", "f2"
    )

    assert any("═" in line for line in board)
    assert near == ["0 0: city north; road east to west."]
    assert scores[0] == "1/72 tiles"
    assert scores[1].split()[:3] == [">", "Ada", "0"]
    assert log == []
    assert [line.split()[0] for line in players] == ["Ada", "random"]
    assert tiles[0] == "Tiles left"
    assert key == tiles


def test_board_is_drawn_in_ascii(bastide: Run) -> None:
    said = bastide("--ascii", *MINE, typed="board\ntiles\nquit\n")

    assert said.out.isascii()


def test_log_shows_as_many_lines_as_asked_for(bastide: Run) -> None:
    shown = answers(bastide, "1", "1", "done", "log 2", "log", "log 0")

    assert answers(bastide, "log x") == [["Type log and a number, such as log 5."]]
    assert len(shown[3]) == 2
    assert shown[4][-2:] == shown[3]
    assert shown[5] == []


def test_what_cannot_be_done_is_answered_with_a_sentence(bastide: Run) -> None:
    frob, far, near, say, file, kind = answers(
        bastide, "frob", "place 99", "near 99", "say", "export", "export game.exe"
    )

    assert frob == ["Type place and a number, or place and a cell such as 3W 2N."]
    assert far[0].startswith("There is no 99 here: the numbers go from 1 to")
    assert near == ["Type a cell such as 3W 2N."]
    assert say == ["Say what?"]
    assert file == kind
    assert file[0].startswith("Name a file that ends in one of .bastide, .txt")


def test_help_lists_game_and_program(bastide: Run) -> None:
    shown = answers(bastide, "help")[0]

    words = [line.split()[0] for line in shown[:-1]]
    assert "place" in words
    assert {"done", "undo", "board", "near", "scores", "log", "tiles", "quit"} <= set(words)


def test_talk_needs_somebody(bastide: Run) -> None:
    assert answers(bastide, "say hello") == [["Nobody else is at this table."]]


def test_game_is_written_to_files_from_the_table(bastide: Run, tmp_path: Path) -> None:
    journal, text = tmp_path / "a.bastide", tmp_path / "a.txt"

    said = answers(bastide, "1", "1", "done", f"export {journal}", f"export {text}")

    assert said[3] == [f"Written: {journal}"]
    assert bastide("verify", str(journal)).code == 0
    assert text.read_text("utf-8")
    assert answers(bastide, f"export {tmp_path / 'no' / 'a.txt'}")[0][0].endswith(
        "No such file or directory."
    )


def test_turn_is_sent_at_once_if_so_configured(bastide: Run, home: Path) -> None:
    home.mkdir()
    (home / "config.toml").write_text("[play]\nsend_at_once = true\n")

    said = bastide(*MINE, typed="1\n1\n" * 40)

    assert len(results(said)) == 2


def test_line_mode_speaks_french(bastide: Run) -> None:
    said = bastide("--lang", "fr", *MINE, typed=TURN + "help\n")

    assert "Ada, à vous de jouer (1/72 tuiles)." in said.out
    assert "Votre tuile\u202f: " in said.out
    assert "La table est gardée" in said.out
    assert not re.search(r"\b(your turn|joins|Type)\b", said.out)


def test_brief_tells_scores_only(bastide: Run) -> None:
    said = bastide(*BOTS, "greedy,greedy", "--seed", "1", "--brief")

    over = said.lines.index("The game is over.")
    told = [line for line in said.lines[:over] if line]
    assert told
    assert all(re.search(r" \+[1-9]\d* ", line) for line in told)


# names and set-up


@pytest.mark.parametrize(
    ("words", "environ", "name"),
    [
        (("--player", "Zoë"), {}, "Zoë"),
        ((), {"LOGNAME": "carl"}, "carl"),
        (
            ("--player", "Zoé"),
            {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
            "Zoe",
        ),
        (("--player", "  Ann "), {}, "Ann"),
    ],
)
def test_name_at_the_table(
    spawn: Spawn, words: tuple[str, ...], environ: dict[str, str], name: str
) -> None:
    said = spawn("play", "carcassonne", "--bots", "random", *LISTED, *words, **environ)

    assert f"{name}, your turn" in said.out


def test_name_is_that_of_the_configuration(bastide: Run, home: Path) -> None:
    home.mkdir()
    (home / "config.toml").write_text('[player]\nname = "Dora"\n')

    assert "Dora, your turn" in bastide("play", "carcassonne", "--bots", "random", *LISTED).out


def test_wrong_setting_is_one_sentence_and_no_stop(bastide: Run, home: Path) -> None:
    home.mkdir()
    (home / "config.toml").write_text("[player]\nnme = 'Dora'\n")

    said = bastide(*BOTS, "random,random")

    assert said.code == 0
    assert said.err.startswith(f"{home / 'config.toml'}: there is no setting player.nme;")
    assert len(said.err.splitlines()) == 1
    assert results(said)


def test_wrong_language_is_told_by_commands_that_play_nothing(bastide: Run, home: Path) -> None:
    home.mkdir()
    (home / "config.toml").write_text("[display]\nlanguage = 'xx'\n")

    for words in (("games",), ("plugins",), ("simulate", *BOTS[1:2], "--bots", "random,random",
                  "--games", "1")):  # fmt: skip
        said = bastide(*words)
        assert said.code == 0
        assert said.err.splitlines() == [
            f"{home / 'config.toml'}: display.language cannot be xx; use en, fr."
        ]


def test_settings_that_are_no_file_hang_nothing(bastide: Run, home: Path) -> None:
    home.mkdir()
    os.mkfifo(home / "config.toml")

    said = bastide("games")

    assert said.code == 0
    assert "cannot be read (it is no file)" in said.err


def test_bots_take_the_last_seats_and_names_differ(bastide: Run) -> None:
    bastide("play", "carcassonne", "--seats", "4", "--bots", "random,random", "--player", "Ada")

    content = json.loads(bastide("verify", "carcassonne", "--json").out)

    assert sorted(content["names"]) == ["Ada", "Player 2", "random", "random 2"]


BAD = {
    "unknown game": (("chess",), "There is no game chess;"),
    "too many seats": (
        ("carcassonne", "--seats", "6"),
        "carcassonne is for 2 to 5 seats, not 6",
    ),
    "seats beyond any game": (("carcassonne", "--seats", "7"), "--seats: 7 is more than 6."),
    "more bots than seats": (
        ("carcassonne", "--seats", "2", "--bots", "random,random,random"),
        "There are more bots (3) than seats (2).",
    ),
    "unknown bot": (("carcassonne", "--bots", "deep"), "There is no bot deep; there are"),
    "empty game": (("",), "GAME: it is empty."),
    "seed that is no text": (("carcassonne", "--seed", "x\udcff"), "--seed: this is no text in"),
    "unknown language": (("carcassonne", "--lang", "xx"), "--lang: xx is none of en, fr."),
    "unfit name": (
        ("carcassonne", "--bots", "random", "--player", "a\tb"),
        "The name a b holds control characters: leave them out.",
    ),
    "long name": (
        ("carcassonne", "--bots", "random", "--player", "x" * 41),
        f"The name {'x' * 40}… has 41 bytes; at most 40 are allowed: shorten it.",
    ),
}


@pytest.mark.parametrize(("words", "start"), BAD.values(), ids=BAD)
def test_bad_set_up_gets_one_sentence(
    bastide: Run, sentence: Callable[[Said], str], words: tuple[str, ...], start: str
) -> None:
    said = bastide("play", *words)

    assert said.code == 2
    assert sentence(said).startswith(start)


# resume


def test_nothing_to_resume(bastide: Run, sentence: Callable[[Said], str]) -> None:
    said = bastide("resume")
    assert said.code == 1
    assert sentence(said).startswith("There are no tables yet: ")

    bastide(*BOTS, "random,random")
    said = bastide("resume")
    assert (said.code, sentence(said)) == (1, "There is no unfinished table.")


def test_one_of_several_must_be_named(bastide: Run) -> None:
    first, second = (resumable(bastide(*MINE, typed="quit\n")) for _ in range(2))

    said = bastide("resume")

    assert said.code == 1
    assert {line.split()[0] for line in said.lines} == {first, second}
    assert said.err == "There are 2 unfinished tables: name one of them.\n"
    assert bastide("resume", first, typed="quit\n").code == 0


def test_unfinished_tables_can_be_told_apart(bastide: Run) -> None:
    for _ in range(2):
        bastide(*MINE, typed=TURN * 8 + "quit\n")

    lines = bastide("resume").lines

    assert len({line[10:].partition("  ")[0] for line in lines}) == 2
    for line in lines:
        assert re.search(
            r"  Carcassonne against random, \d+ \w+ \d\d:\d\d( \(2\))? +carcassonne  "
            r"\d+ \w+ \d\d:\d\d  (Ada|random) \d+, (Ada|random) \d+$",
            line,
        ), line


def test_unfinished_table_is_deleted_after_a_question(bastide: Run) -> None:
    first, second = (resumable(bastide(*MINE, typed="quit\n")) for _ in range(2))

    kept = bastide("resume", first, "--delete", typed="no\n")
    assert (kept.code, kept.err) == (1, "Nothing was deleted.\n")
    assert bastide("resume", first, "--delete").code == 1, "no answer is no yes"
    gone = bastide("resume", first, "--delete", typed="yes\n")
    assert (gone.code, gone.err) == (0, "")
    assert "for good? (yes or no)" in gone.out
    assert bastide("verify", first).code == 1
    assert bastide("resume", second, typed="quit\n").code == 0
    assert bastide("resume", "--delete", "--lang", "fr", typed="oui\n").code == 0
    assert bastide("resume").err == "There is no unfinished table.\n"


def test_a_damaged_table_is_deleted_by_its_name_or_id(bastide: Run, home: Path) -> None:
    first, second = (resumable(bastide(*MINE, typed="quit\n")) for _ in range(2))
    with closing(sqlite3.connect(home / FILE_NAME)) as connection:
        for id in (first, second):
            connection.execute(
                "UPDATE game SET genesis = x'00' WHERE hex(id) LIKE ?", (f"{id.upper()}%",)
            )
        connection.commit()
    told = bastide("resume")
    assert told.err.startswith("No table can be opened; `bastide resume --delete ID` deletes a ")
    [name] = [line for line in told.lines if line.startswith(first)]

    assert bastide("resume", first).code == 1, "nothing can be played there"
    assert bastide("resume", "--delete").err == (
        "There are 2 unfinished tables: name one of them.\n"
    )
    gone = bastide("resume", first[:4].upper(), "--delete", typed="yes\n")
    assert (gone.code, gone.err) == (0, "")
    title = name.removeprefix(f"{first}  ").partition(": ")[0]
    assert f"Delete {title} and what is left of its journal for good? (yes or no)" in gone.out
    assert bastide("resume", "--delete", typed="yes\n").lines[-1].startswith("Deleted: ")
    assert bastide("resume").err == "There is no unfinished table.\n"


def test_unknown_table(bastide: Run, sentence: Callable[[Said], str]) -> None:
    bastide(*MINE, typed="quit\n")

    said = bastide("resume", "nowhere")

    assert (said.code, sentence(said)) == (1, "No stored game is called nowhere.")
