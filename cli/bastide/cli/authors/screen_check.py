"""A game's screen, shown a whole game: it must have words for everything and fail at nothing."""

from __future__ import annotations

from itertools import cycle
from random import Random

from bastide.cli.authors.shown_screen import ShownScreen
from bastide.core.dealer import LocalDealer
from bastide.core.default_screen import DefaultScreen
from bastide.core.encoding import tagged_hash
from bastide.core.messages import English, Text
from bastide.core.plugins import Plugins
from bastide.core.rules import Rules
from bastide.core.sampling import Sample
from bastide.core.screen import GameScreen
from bastide.core.state import PUBLIC

SIZES = ((1, 1), (20, 8), (80, 24))
"""Width and height of the panes that are painted, in cells: all of them at the first positions of
each phase, then one after the other."""


class Heard(English):
    """English that remembers which messages it was asked for, each with the fields that it got."""

    def __init__(self) -> None:
        self.ids: dict[str, set[str]] = {}

    def __call__(self, id: str, /, **fields: object) -> str:
        """Return the sentence for a message id."""
        self.ids.setdefault(id, set()).update(fields)
        return super().__call__(id, **fields)

    def count(self, one: str, many: str, n: int, /, **fields: object) -> str:
        """Return the sentence for a number of things; `{n}` is the number."""
        self.ids.setdefault(one, set()).update({"n", *fields})
        return super().count(one, many, n, **fields)


def undrawn(plugins: Plugins, rules: Rules, game: str, text: Text) -> list[str]:
    """Return what a table's screen says that it has no picture for, a sentence each."""
    renderer = plugins.renderer(game)
    return renderer.make(rules, text).undrawn() if renderer else []


def check_screen(
    plugins: Plugins, rules: Rules, game: str, most: int, text: Text | None = None
) -> None:
    """Show a random game on its screen, `most` decisions of it, in the words of a text.

    Raises:
        ConformanceError: the screen shows something that is not so.
    """
    renderer = plugins.renderer(game)
    text = text or English()
    screen: GameScreen = renderer.make(rules, text) if renderer else DefaultScreen(rules, text)
    shown = ShownScreen(screen, rules, text)
    random, dealer, s = Random(1), LocalDealer(tagged_hash("check")), rules.new()
    sample, turning, known = Sample(1), cycle(SIZES), set[str]()
    shown.look_at(s, PUBLIC, SIZES)  # what a table of the network shows before its cards are dealt
    for _ in range(most):
        rules.settle(s, dealer)
        shown.tell(s, s.events)
        sizes = SIZES if s.over or sample.is_due(s.phase) else (next(turning),)
        shown.look_at(s, s.seat, sizes)
        if s.over or s.phase not in known:
            shown.look_closely(s)
            known.add(s.phase)
        if s.over:
            return
        action = random.choice(rules.legal(s))
        shown.tell(s, [action])
        s = s.clone()
        rules.apply(s, action)
