"""What each seat has, in the panel of the scores."""

from __future__ import annotations

from bastide.core.messages import Text
from bastide.core.screen import Counter, Ending
from bastide.core.state import State
from bastide.plugins.settlers.look.words import Words
from bastide.plugins.settlers.setup import ARRANGE
from bastide.plugins.settlers.state import NOBODY, realm
from bastide.plugins.settlers.tokens import commerce, strength
from bastide.plugins.settlers.turn import BEFORE, DICE


def counter(s: State, text: Text) -> Counter:
    """Return the turn, and for each seat its hand, its strength and its commerce."""
    table = realm(s)
    title = text("turn {n}, {goal} points win", n=s.stage_turn + 1, goal=to_win(s))
    begun = s.stage_turn or table.number or s.phase in (BEFORE, DICE) or s.over
    if s.phase == ARRANGE or not begun:
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


def ending(s: State, words: Words) -> Ending:
    """Return why the game is over: who gave up or has the points to win; tokens of each seat."""
    t, table = words.text, realm(s)
    held = []
    for seat in range(s.seats):
        tokens = [t("knight")] * (table.knight == seat) + [t("windmill")] * (table.windmill == seat)
        held.append(words.series(tokens))
    if table.given_up != NOBODY:
        return Ending(t("{name} gives up.", name=words.name(table.given_up)), tuple(held))
    won = [seat for seat, points in enumerate(s.scores) if points >= to_win(s)]
    if not won:
        return Ending("", tuple(held))
    winner = s.turn_seat if s.turn_seat in won else won[0]
    why = t("{name} has {n} points.", name=words.name(winner), n=s.scores[winner])
    return Ending(why, tuple(held))


def to_win(s: State) -> int:
    """Return how many points win at this table."""
    return realm(s).agreed.victory_points_to_win
