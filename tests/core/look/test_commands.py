"""What is typed: words in two languages and without accents, numbers, actions."""

from __future__ import annotations

import pytest

from bastide.core.events import Action
from bastide.core.look.commands import Commands
from bastide.core.look.position import Position
from bastide.core.look.steering import Steering
from bastide.core.look.words import Words
from bastide.core.messages import English
from bastide.core.rules import Rules
from bastide.core.screen import Cursor
from bastide.core.state import State


class French(English):
    """A catalogue with one word."""

    def __call__(self, id: str, /, **fields: object) -> str:
        return super().__call__({"move": "Déplacer"}.get(id, id), **fields)


@pytest.fixture
def commands() -> Commands[Position, Words]:
    return Commands(Words(French()), Steering[Position]())


def test_words_do_in_english_translated_and_without_accents(
    commands: Commands[Position, Words],
) -> None:
    assert {commands.known(word, ("move",)) for word in ("move", "déplacer", "deplacer")} == {
        "move"
    }
    assert commands.known("mover", ("move",)) == ""


def test_numbers_that_are_not_there_are_refused(
    commands: Commands[Position, Words], nim_rules: Rules, s: State
) -> None:
    position, other = (Position(nim_rules, s, seat, Cursor()) for seat in (0, 1))

    said = commands.number(position, 4)
    assert said == "There is no 4 here: the numbers go from 1 to 3."
    assert commands.number(other, 1) == "There is no number here."


def test_an_action_is_tried_or_refused_in_words_of_the_rules(
    commands: Commands[Position, Words], nim_rules: Rules, s: State
) -> None:
    position = Position(nim_rules, s, 0, Cursor())

    assert commands.tried(position, Action("nim.take", (2,))) == Action("nim.take", (2,))
    refused = commands.tried(position, Action("nim.take", (9,)))
    assert isinstance(refused, str)
    assert refused[:1].isupper()
    assert refused.endswith(".")
