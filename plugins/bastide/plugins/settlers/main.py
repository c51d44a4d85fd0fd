"""The main phase: play action cards, trade, build, in any order and as often as one likes (R9)."""

from __future__ import annotations

from collections.abc import Iterator

from bastide.core.events import Action, is_same
from bastide.core.state import State
from bastide.plugins.settlers import building, stock, trading
from bastide.plugins.settlers.agenda import Step, done
from bastide.plugins.settlers.needs import needs
from bastide.plugins.settlers.state import realm
from bastide.plugins.settlers.turn import MAIN

DONE = Action("settlers.done")
"""To end the main phase."""


def legal_main(s: State) -> Iterator[Action]:
    """Yield what the seat may do, as far as these eyes know its hand; trades that make sense."""
    yield DONE
    yield from building.legal_builds(s)
    yield from building.legal_demolitions(s)
    have = stock.stores(realm(s).lands[s.seat])
    wanted = needs(s, s.seat, have)
    yield from trading.legal_trades(s, wanted, have)
    yield from trading.legal_offers(s, wanted)


_JUDGES = {
    DONE.kind: lambda s, a: a == DONE,
    building.DEMOLISH_ACTION: building.may_demolish,
    trading.TRADE_ACTION: trading.may_trade,
    trading.OFFER_ACTION: trading.accepts_offer,
}


def accepts(s: State, a: Action) -> bool:
    """Judge what may be done: trades of any terms, tearing down any card, and what is listed."""
    judge = _JUDGES.get(a.kind)
    if judge:
        return judge(s, a)
    return any(is_same(a, each) for each in building.legal_builds(s))


def end(s: State, a: Action) -> None:
    """Go on to completing the hand."""
    done(s)


STEPS = {MAIN: Step(legal=legal_main, accepts=accepts, hidden=True)}
