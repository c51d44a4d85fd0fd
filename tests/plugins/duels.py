"""Games that bots play to the end."""

from __future__ import annotations

from bastide.core.dealer import LocalDealer
from bastide.core.hookspecs import Chooser
from bastide.core.rules import Rules
from bastide.core.state import State


def play(rules: Rules, choosers: list[Chooser], game: int) -> State:
    """Return the end of a game; each seat decides by what it can see."""
    s, dealer = rules.new(), LocalDealer(game.to_bytes(4, "big"))
    while not s.over:
        if s.waiting:
            rules.answer(s, dealer.answer(s))
        else:
            rules.apply(s, choosers[s.seat](s.view(s.seat)))
    return s
