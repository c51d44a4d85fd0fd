"""Strength, commerce, the two tokens and the points, worked out anew after each step.

Rules: chapters 12, 14 and 16.
"""

from __future__ import annotations

from bastide.core.events import Term
from bastide.core.state import State
from bastide.plugins.settlers.agenda import automatic, then
from bastide.plugins.settlers.agreed import Agreed
from bastide.plugins.settlers.cards import HAND
from bastide.plugins.settlers.places import centres
from bastide.plugins.settlers.state import ID, NOBODY, Principality, Task, other, realm

CHECK = "check"
"""The step that ends every completed step of the rules (chapter 16, 3 to 5)."""

LIMIT = "limit"
"""The step that makes a seat with too many cards put some away, see `hand`."""

TOKEN = "settlers.token"
"""Event: (who holds it now, or NOBODY, which: KNIGHT_TOKEN or WINDMILL_TOKEN)."""

KNIGHT_TOKEN, WINDMILL_TOKEN = "knight", "windmill"

CATEGORIES = ("settlement", "city", "building", "knight token", "windmill token")
"""What points are for, in the order of `points`."""


def strength(lands: Principality) -> int:
    """Return the black numbers of the knights, plus 1 for each with a smithy."""
    sums = lands.sums
    return sums.strength + (sums.knights if lands.has("smithy") else 0)


def tournament(lands: Principality) -> int:
    """Return the red numbers of the knights."""
    return lands.sums.tournament


def commerce(lands: Principality, agreed: Agreed) -> int:
    """Return the windmills, plus 1 for each fleet with a harbor, city or not."""
    windmills = lands.sums.commerce
    if not agreed.garrison_commerce:
        windmills -= lands.has("garrison")
    if lands.has("harbor"):
        windmills += lands.sums.fleets
        windmills -= 0 if agreed.harbor_own_point else 1
    return windmills


def leader(values: tuple[int, int]) -> int:
    """Return the seat with strictly more, or NOBODY (R36)."""
    if values[0] == values[1]:
        return NOBODY
    return 0 if values[0] > values[1] else 1


def knight_holder(s: State) -> int:
    """Return who has strictly more strength."""
    one, two = realm(s).lands
    return leader((strength(one), strength(two)))


def windmill_holder(s: State) -> int:
    """Return who has a city and strictly more commerce (R37)."""
    table = realm(s)
    one, two = (_counting(lands, table.agreed) for lands in table.lands)
    holder = leader((one, two))
    return holder if holder != NOBODY and table.lands[holder].cities else NOBODY


def _counting(lands: Principality, agreed: Agreed) -> int:
    """Return the commerce that counts for the token."""
    if not lands.cities and agreed.cityless_commerce == "zero":
        return 0
    return commerce(lands, agreed)


def hand_limit(lands: Principality) -> int:
    """Return how many cards a hand may hold (chapter 11)."""
    return HAND + lands.has("abbey") + lands.has("library")


def points(s: State, seat: int) -> list[int]:
    """Return a seat's points by what they are for, see CATEGORIES."""
    table = realm(s)
    lands = table.lands[seat]
    return [
        len(centres(lands)),
        len(lands.cities),
        lands.sums.points,
        int(table.knight == seat),
        int(table.windmill == seat),
    ]


def settle(s: State) -> None:
    """Work out tokens and points, and report what changed (R38)."""
    table = realm(s)
    knight, windmill = knight_holder(s), windmill_holder(s)
    if knight != table.knight:
        table.knight = knight
        s.emit(ID, TOKEN, knight, KNIGHT_TOKEN)
    if windmill != table.windmill:
        table.windmill = windmill
        s.emit(ID, TOKEN, windmill, WINDMILL_TOKEN)
    for seat in range(s.seats):
        now = points(s, seat)
        if now != table.counted[seat]:
            _score(s, seat, table.counted[seat], now)
            table.counted[seat] = now


def _score(s: State, seat: int, before: list[int], now: list[int]) -> None:
    for what, old, new in zip(CATEGORIES, before, now, strict=True):
        if new != old:
            s.score(seat, ID, what, (Term(new - old, what),))


def winner(s: State) -> int:
    """Return who has won, or NOBODY (R44): the higher total, the active seat if equal (R45)."""
    agreed, active = realm(s).agreed, s.turn_seat
    best = active if s.scores[active] >= s.scores[other(active)] else other(active)
    if agreed.win_check == "own_turn":
        best = active
    return best if s.scores[best] >= agreed.victory_points_to_win else NOBODY


def check(s: State, task: Task) -> None:
    """End a step: tokens and points, then the end of the game, then hands, the active one first."""
    settle(s)
    realm(s).winner = winner(s)
    if realm(s).winner != NOBODY:
        return
    if realm(s).agreed.hand_limit_check == "immediate_both":
        check_hands(s)


def check_hands(s: State) -> None:
    """Have those with too many cards put some away, the active one first (R35)."""
    for seat in (other(s.turn_seat), s.turn_seat):  # what is written last is done first
        if len(s.cards().hands[seat]) > hand_limit(realm(s).lands[seat]):
            then(s, Task(LIMIT, seat))


STEPS = {CHECK: automatic(check)}
