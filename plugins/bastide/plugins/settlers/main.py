"""The main phase: play action cards, trade, build, in any order and as often as one likes (R9)."""

from __future__ import annotations

from collections.abc import Callable
from operator import ge

from bastide.core.events import Action
from bastide.core.state import State
from bastide.plugins.settlers import building, giving_up, playing, stock, trading
from bastide.plugins.settlers.agenda import Step, done
from bastide.plugins.settlers.copies import by_first_copy
from bastide.plugins.settlers.costs import dearer, payable
from bastide.plugins.settlers.needs import needs
from bastide.plugins.settlers.state import held, realm
from bastide.plugins.settlers.turn import MAIN
from bastide.plugins.settlers.works import works

DONE = Action("settlers.done")
"""To end the main phase."""


def legal_main(s: State) -> list[Action]:
    """Return what the seat may do, as far as these eyes know its hand; trades that make sense."""
    table = realm(s)
    lands, hand = table.lands[s.seat], held(s, s.seat)
    have, room = stock.totals(lands)
    found, short = works(s, s.seat, hand), dearer(have)
    actions = [DONE]
    if paid := payable(found, short):
        actions += building.legal_builds(s, hand, paid)
    actions += building.legal_demolitions(s, hand)
    actions += playing.legal_plays(s, hand)
    rates = trading.rates(lands)
    can_trade = any(map(ge, have, rates))
    if can_trade or not table.offers:
        wanted = needs(found, have, short)
        if can_trade:
            actions += trading.legal_trades(wanted, rates, room)
        actions += trading.legal_offers(s, wanted, rates, room)
    return actions


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
    hand = held(s, s.seat)
    short = dearer(stock.stores(realm(s).lands[s.seat]))
    paid = payable(works(s, s.seat, hand), short)
    same = by_first_copy(s, a, at=int(a.kind == building.SETTLE_ACTION))
    listed = building.legal_builds(s, hand, paid) + playing.legal_plays(s, hand)
    return a == DONE or same in listed


def end(s: State, a: Action) -> None:
    """Go on to completing the hand."""
    done(s)


STEPS = {MAIN: Step(legal=legal_main, accepts=accepts, hidden=True)}
