"""`random`: any legal action, each equally likely."""

from __future__ import annotations

from random import Random

from bastide.core.events import Action
from bastide.core.hookspecs import Chooser
from bastide.core.rules import Rules
from bastide.core.state import State


def random_bot(rules: Rules, seat: int, seed: int) -> Chooser:
    """Return a chooser for any game."""
    random = Random(seed)

    def choose(s: State) -> Action:
        return random.choice(rules.legal_for(s, seat))

    return choose
