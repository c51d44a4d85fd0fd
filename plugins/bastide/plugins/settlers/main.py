"""The main phase: play action cards, trade, build, in any order and as often as one likes (R9)."""

from __future__ import annotations

from collections.abc import Iterator

from bastide.core.events import Action, is_same
from bastide.core.state import State
from bastide.plugins.settlers import building, trading
from bastide.plugins.settlers.agenda import Step, done
from bastide.plugins.settlers.turn import MAIN

DONE = Action("settlers.done")
"""To end the main phase."""


def legal_main(s: State) -> Iterator[Action]:
    """Yield what the seat may do, as far as these eyes know its hand."""
    yield from _legal_but_offers(s)
    yield from trading.legal_offers(s)


def _legal_but_offers(s: State) -> Iterator[Action]:
    yield DONE
    yield from building.legal_builds(s)
    yield from building.legal_demolitions(s)
    yield from trading.legal_trades(s)


def accepts(s: State, a: Action) -> bool:
    """Judge what may be done: offers of any terms, and what is listed."""
    if a.kind == trading.OFFER_ACTION:
        return trading.accepts_offer(s, a)
    return any(is_same(a, each) for each in _legal_but_offers(s))


def end(s: State, a: Action) -> None:
    """Go on to completing the hand."""
    done(s)


STEPS = {MAIN: Step(legal=legal_main, accepts=accepts, hidden=True)}
