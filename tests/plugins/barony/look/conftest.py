"""Positions of random games of Barony, and screens."""

from __future__ import annotations

from random import Random

import pytest

from bastide.core.dealer import LocalDealer
from bastide.core.messages import English, Text
from bastide.core.rules import Rules
from bastide.core.screen import Cursor
from bastide.core.state import State
from bastide.plugins.barony.ui import BaronyScreen
from tests.plugins.barony.tables import compose
from tests.plugins.catalogues import Catalogues


@pytest.fixture
def four() -> Rules:
    """Return the rules for four seats."""
    return compose(4)


@pytest.fixture
def screen(four: Rules) -> BaronyScreen:
    """Return a fresh English screen of a table of four."""
    return BaronyScreen(four, English())


def text(language: str) -> Text:
    """Return the game's texts in a language."""
    return Catalogues("barony").text(language)


def play_to(rules: Rules, seed: int, turn: int, phase: str) -> State:
    """Return a position of a random game, the first at this phase from a turn on, or its end."""
    rng, dealer = Random(seed), LocalDealer(seed.to_bytes(32, "big"))
    s = rules.new()
    while True:
        while s.waiting:
            rules.answer(s, dealer.answer(s))
        if s.over or (s.turn >= turn and s.phase == phase):
            return s
        legal = rules.legal(s)
        kind = rng.choice(sorted({action.kind for action in legal}))
        action = rng.choice([each for each in legal if each.kind == kind])
        s.events.clear()
        rules.apply(s, action)


def started(screen: BaronyScreen, s: State) -> Cursor:
    """Return the cursor at the start of the decision of the seat to act."""
    return screen.start(s, s.seat, Cursor())
