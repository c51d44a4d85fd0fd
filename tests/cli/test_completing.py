"""A turn that is not complete: what ends it is named, where a game has such a thing."""

from __future__ import annotations

from typing import get_args

from bastide.cli.completing import SENDING, incomplete
from bastide.cli.sessions.ports import DraftEnd
from bastide.core.events import Action
from bastide.core.messages import English
from bastide.core.plugins import Setup
from tests.cli.fakes import FakeSession
from tests.cli.pebbles import pebble_plugins


def test_a_turn_that_could_go_on_is_ended_by_a_choice_about_nothing() -> None:
    session = FakeSession(pebble_plugins(), Setup("pebbles", 2, (), (("seating", "listed"),)))
    assert incomplete(session, English()) == "Your turn is not complete yet: choose first."

    session.choose(Action("pebbles.take", (1,)))

    assert session.rules.legal(session.state)[0] == Action("pebbles.keep")
    assert incomplete(session, English()) == (
        "Your turn is not complete yet: choose, or type 1, then done."
    )


def test_every_end_of_a_draft_is_said_of_the_word_and_of_the_key() -> None:
    assert {*SENDING} == {*get_args(DraftEnd)}
    for typed, pressed in SENDING.values():
        assert "done" in typed.id
        assert "undo" in typed.id
        assert "Enter" in pressed.id
        assert "Ctrl-Z" in pressed.id
