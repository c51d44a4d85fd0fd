"""What each typed line is answered with."""

import re
from pathlib import Path

from tests.cli.conftest import Run
from tests.cli.play.line_mode import MINE, TURN


def test_a_turn_tells_tile_and_numbered_places(bastide: Run) -> None:
    said = bastide(*MINE, typed="1\n")

    text = said.out
    assert re.search(r"^Ada, your turn \(1/72 tiles\)\.$", text, re.MULTILINE)
    assert re.search(r"^Your tile: .+\.$", text, re.MULTILINE)
    assert re.search(r"^  1  .+ joins .+$", text, re.MULTILINE)
    assert "> 1" in said.lines, "what was typed is part of the transcript"


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
    tile, (_, *meeple), _, _, asked, (gone, *back), (_, *back_again) = answers(
        bastide, "look", "1", "1", "done", "undo", "undo", "undo"
    )

    assert asked == ["undo again takes back your last move, and 2 moves of others after it."]
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

    assert frob[0].startswith("Type place and a number, such as place 1, or column and row:")
    assert far[0].startswith("There is no 99 here: the numbers go from 1 to")
    assert near[0].startswith("Type near, a column and a row, such as near ")
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
        "its folder is not there. Make that first."
    )


def test_line_mode_speaks_french(bastide: Run) -> None:
    said = bastide("--lang", "fr", *MINE, typed=TURN + "help\n")

    assert "Ada, à vous de jouer (1/72 tuiles)." in said.out
    assert "Votre tuile\u202f: " in said.out
    assert "La table est gardée" in said.out
    assert not re.search(r"\b(your turn|joins|Type)\b", said.out)
