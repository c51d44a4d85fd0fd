"""A person plays whole games on the real program, from the list of tables to the end screen."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.lan.conftest import Lan
from tests.lan.games import open_table
from tests.lan.person import Person

SMALL, LARGE = (80, 24), (120, 36)


class Words(NamedTuple):
    """What the screen says in a language."""

    your_turn: str
    place: str
    complete: str
    end: str
    room: str


WORDS = {
    "en": Words("your turn", "Place your tile", "Your turn is complete", "wins by", "Seats"),
    "fr": Words("à vous de jouer", "Poser la tuile", "Tour complet", "gagne de", "Places"),
}


def _hint(rows: Sequence[str]) -> str:
    return " ".join(rows[-4:-2])


def _is_over(rows: Sequence[str], words: Words) -> bool:
    text = "\n".join(rows)
    return words.end in text or "Shared win" in text or "Victoire partagée" in text


def _sit_down(person: Person) -> None:
    """Join the only table of the list; it is full then, so the game begins."""
    person.see_text("kitchen")
    person.press("Enter")
    person.see_text("/72")


def _undo_and_redo(person: Person, words: Words) -> None:
    """Take a turn back step by step before it is sent, then play it again."""
    before = person.see_text(words.place)
    person.press("Enter")
    person.see(lambda rows: words.place not in "\n".join(rows))
    person.press("C-z")
    after = person.see_text(words.place)
    assert [row for row in before[1:-5] if row] == [row for row in after[1:-5] if row]


def _play_by_keys(person: Person, words: Words) -> None:
    """Press Enter for everything; now and then another place, another turn, no meeple."""
    turn = 0
    while True:
        rows = person.see(lambda r: words.your_turn in r[0] or _is_over(r, words), 30)
        if _is_over(rows, words):
            return
        if words.place in _hint(rows):
            turn += 1
            person.press(*(["n"] * (turn % 3)), *(["r"] if turn % 4 == 0 else []), "Enter")
        elif words.complete in _hint(rows):
            person.press("Enter")
        else:
            person.press(*(["s"] if turn % 5 == 0 else []), "Enter")
        _wait_for_change(person, rows, words)


def _play_by_commands(person: Person, words: Words) -> None:
    """Type every decision."""
    turn = 0
    while True:
        rows = person.see(lambda r: words.your_turn in r[0] or _is_over(r, words), 30)
        if _is_over(rows, words):
            return
        if words.place in _hint(rows):
            turn += 1
            person.type(":place 1")
        elif words.complete in _hint(rows):
            person.type(":done")
        else:
            person.type(":meeple none" if turn % 3 else ":meeple 1")
        _wait_for_change(person, rows, words)


def _wait_for_change(person: Person, before: Sequence[str], words: Words) -> None:
    """Wait until the program has moved on from a screen."""
    person.see(
        lambda rows: (
            _is_over(rows, words)
            or words.your_turn not in rows[0]
            or _hint(rows) != _hint(before)
            or rows[0].split()[-5:-1] != before[0].split()[-5:-1]
        )
    )


@pytest.mark.parametrize(
    ("size", "language", "by_keys"),
    [(SMALL, "en", True), (LARGE, "fr", True), (SMALL, "fr", False), (LARGE, "en", False)],
    ids=["keys-80x24-en", "keys-120x36-fr", "commands-80x24-fr", "commands-120x36-en"],
)
def test_a_person_plays_from_the_list_to_the_end(
    lan: Lan, size: tuple[int, int], language: str, by_keys: bool, tmp_path: Path
) -> None:
    one, two = lan.hosts
    words = WORDS[language]
    host = open_table(one, "--seats", "2")
    with Person(two, size, "--lang", language, "--player", "Zoé") as person:
        _sit_down(person)
        person.see(lambda rows: words.your_turn in rows[0], 30)
        _undo_and_redo(person, words)
        (_play_by_keys if by_keys else _play_by_commands)(person, words)
        person.photograph(tmp_path / "end.png")
        person.press("q")
    assert host.wait(30) == 0
    assert host.stderr() == ""
