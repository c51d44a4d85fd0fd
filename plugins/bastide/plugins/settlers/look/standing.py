"""What each seat has, in the panel of the scores."""

from __future__ import annotations

from bastide.core.messages import Text
from bastide.core.screen import Counter
from bastide.core.state import State
from bastide.plugins.settlers.agenda import top
from bastide.plugins.settlers.setup import ARRANGE
from bastide.plugins.settlers.state import realm
from bastide.plugins.settlers.tokens import commerce, strength


def counter(s: State, text: Text) -> Counter:
    """Return the turn, and for each seat its hand, its strength and its commerce."""
    table = realm(s)
    title = text("turn {n}", n=s.stage_turn + 1)
    opening = table.agenda and top(s).step in ("opening", "choose") and not table.number
    if s.phase == ARRANGE or (opening and s.stage_turn == 0):
        title = text("setting up")
    usual, short, long = [], [], []
    for seat, lands in enumerate(table.lands):
        held = len(s.secrets.hands[seat]) if s.secrets else 0
        fields = {"n": held, "strength": strength(lands), "mills": commerce(lands, table.agreed)}
        cards = text.count("{n} card", "{n} cards", held)
        short.append(cards)
        usual.append(cards)
        long.append(text("{cards}, strength {strength}, windmills {mills}", cards=cards, **fields))
    return Counter(title, tuple(usual), tuple(short), tuple(long))
