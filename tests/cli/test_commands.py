from __future__ import annotations

from bastide.cli.screens.commands import DONE, Command, find, offered, split
from bastide.core.messages import English

T = English()
ZOOM = Command("zoom", "how large", lambda _: DONE, lambda: [("6x3", "small"), ("10x5", "large")])
COMMANDS = [ZOOM, Command("undo", "take back", lambda _: DONE)]


def test_a_line_is_a_word_and_the_rest() -> None:
    assert split(":zoom  10x5 ") == ("zoom", "10x5")
    assert split("undo") == ("undo", "")
    assert split(":") == ("", "")


def test_words_are_found_whatever_their_case() -> None:
    assert find(COMMANDS, "Zoom", T) is ZOOM
    assert find(COMMANDS, "zo", T) is None


def test_the_menu_lists_what_begins_alike() -> None:
    assert offered(":", COMMANDS, T) == [(":zoom", "how large"), (":undo", "take back")]
    assert offered("u", COMMANDS, T) == [("undo", "take back")]
    assert offered("undo", COMMANDS, T) == []


def test_the_menu_lists_what_can_follow_a_word() -> None:
    assert offered(":zoom ", COMMANDS, T) == [(":zoom 6x3", "small"), (":zoom 10x5", "large")]
    assert offered(":zoom 1", COMMANDS, T) == [(":zoom 10x5", "large")]


def test_whole_lines_of_the_game_come_first_but_behind_a_colon() -> None:
    place = ("place 3", "joins a road")
    commands = [(command.word, command.meaning) for command in COMMANDS]
    assert offered("", COMMANDS, T, [place]) == [place, *commands]
    assert offered(":", COMMANDS, T, [place])[-1] == (":place 3", "joins a road")
    assert offered(":place ", COMMANDS, T, [("place 3", "joins a road")]) == [
        (":place 3", "joins a road")
    ]
