"""The main phase: play action cards, trade, build, in any order and as often as one likes (R9)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import chain
from operator import ge

from bastide.core.events import Action
from bastide.core.state import State
from bastide.plugins.settlers import building, giving_up, playing, stock, trading
from bastide.plugins.settlers.agenda import Step, done
from bastide.plugins.settlers.copies import by_first_copy
from bastide.plugins.settlers.needs import needs
from bastide.plugins.settlers.state import realm
from bastide.plugins.settlers.turn import MAIN
from bastide.plugins.settlers.works import works

DONE = Action("settlers.done")
"""To end the main phase."""


def legal_main(s: State) -> Iterator[Action]:
    """Yield what the seat may do, as far as these eyes know its hand; trades that make sense."""
    lands = realm(s).lands[s.seat]
    have, room = stock.totals(lands)
    found = works(s, s.seat, have)
    yield DONE
    yield from building.legal_builds(s, found)
    yield from building.legal_demolitions(s)
    yield from playing.legal_plays(s)
    rates = trading.rates(lands)
    if not realm(s).offers or any(map(ge, have, rates)):
        wanted = needs(found, have)
        yield from trading.legal_trades(wanted, rates, room)
        yield from trading.legal_offers(s, wanted, rates, room)


_JUDGES: dict[str, Callable[[State, Action], bool]] = {
    building.DEMOLISH_ACTION: building.may_demolish,
    trading.TRADE_ACTION: trading.may_trade,
    trading.OFFER_ACTION: trading.may_offer,
    giving_up.GIVE_UP_ACTION: giving_up.may_give_up,
}
"""What judges the kinds of which only a part is listed, or nothing: giving up."""


def accepts(s: State, a: Action) -> bool:
    """Judge what may be done: any trade, tearing down any card, giving up, and what is listed."""
    if not all(type(part) in (int, str) for part in a.data):
        return False
    if a.kind in _JUDGES:
        return not a.claims and _JUDGES[a.kind](s, a)
    found = works(s, s.seat, stock.stores(realm(s).lands[s.seat]))
    same = by_first_copy(s, a, at=int(a.kind == building.SETTLE_ACTION))
    return a == DONE or same in chain(building.legal_builds(s, found), playing.legal_plays(s))


def end(s: State, a: Action) -> None:
    """Go on to completing the hand."""
    done(s)


STEPS = {MAIN: Step(legal=legal_main, accepts=accepts, hidden=True)}
