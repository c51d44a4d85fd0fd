"""What is used to choose, and what a cursor remembers of it: tools, verbs, and flags."""

from __future__ import annotations

from typing import NamedTuple

from bastide.core.events import Action
from bastide.plugins.settlers import (
    attacks,
    building,
    espionage,
    giving_up,
    hand,
    main,
    playing,
    setup,
    stock,
    trading,
    turn,
)
from bastide.plugins.settlers.look.targets import Target

AT, TERMS, ORDER, LIFTED = "at=", "terms=", "order=", "lifted="
"""Flags of a cursor, see above."""

TEXT = "text"
"""Flag of a cursor: the text of the card that it is on is shown."""

ASKED = "asked="
"""Flag of a cursor: the verb whose key was pressed though it is not its time, or SWAP or TEXT."""

SWAP = "swap"
"""What is asked for by `r` while the regions are laid and it is on none: no verb of an action."""

GIVING_UP = "giving up"
"""Flag of a cursor: the seat has typed that it gives up, and Enter confirms it."""

HELD = "held="
"""Flag of a cursor: the seat, then the cards of its hand when the dice were due."""

VERBS = {
    setup.ARRANGE_ACTION: "lay",
    hand.LOOK_ACTION: "open",
    hand.TAKE_ACTION: "take",
    turn.ROLL.kind: "roll",
    stock.GAIN_ACTION: "gain",
    stock.PAY_ACTION: "pay",
    stock.ROB_ACTION: "rob",
    building.ROAD_ACTION: "road",
    building.SETTLE_ACTION: "settle",
    building.CITY_ACTION: "city",
    building.DEMOLISH_ACTION: "demolish",
    building.REGION_ACTION: "region",
    building.LAY_ACTION: "above",
    trading.TRADE_ACTION: "trade",
    trading.OFFER_ACTION: "offer",
    trading.ACCEPT.kind: "accept",
    trading.REFUSE.kind: "refuse",
    main.DONE.kind: "end",
    giving_up.GIVE_UP_ACTION: "give up",
    hand.DRAW_ACTION: "draw",
    hand.SEARCH_ACTION: "search",
    hand.EXCHANGE_CARD.kind: "exchange",
    hand.FINISH.kind: "end",
    playing.ENOUGH.kind: "end",
    playing.GIVE_ACTION: "give",
    attacks.PASS.kind: "end",
    attacks.TARGET_ACTION: "target",
    espionage.STEAL_ACTION: "take",
    espionage.NOTHING.kind: "end",
    espionage.PICK_ACTION: "take",
    espionage.PILE_ACTION: "pile",
}
"""The verb of an action that no card of the hand is used for."""

_MAIN = ("road", "settle", "city", "trade", "offer", "end", "demolish")
MENUS = {
    turn.MAIN: _MAIN,
    turn.COMPLETE: ("draw", "exchange", "search", "end"),
    hand.REPLACE: ("draw", "search"),
    trading.ANSWER: ("accept", "refuse", "offer"),
    setup.ARRANGE: ("lay",),
}
"""The verbs of phases in which one chooses among several, possible or not."""

FREE = (turn.MAIN, turn.COMPLETE, trading.ANSWER, hand.REPLACE, attacks.REACT)
"""Phases in which no tool is the usual one."""

PLACED = (turn.MAIN, turn.COMPLETE, hand.REPLACE, hand.PUT, playing.SWAP)
"""Phases in which there are several tools, each with places of its own."""

HAND, VERB, PAYER = "hand", "verb", "payer"
"""Kinds of tools."""


class Tool(NamedTuple):
    """What is used: a card of the HAND (item), a VERB, or the region that is the PAYER."""

    kind: str
    name: str = ""
    item: int = -1
    x: int = 0
    side: str = ""


Ways = dict[Target, list[Action]]

PILE_ACTIONS = (
    *(hand.LOOK_ACTION, hand.DRAW_ACTION, hand.SEARCH_ACTION),
    *(hand.PUT_ACTION, espionage.PILE_ACTION),
)
"""Actions whose target is a pile."""

CARD_ACTIONS = (hand.TAKE_ACTION, espionage.STEAL_ACTION, espionage.PICK_ACTION)
"""Actions whose target is a card of a list."""


def write_target(target: Target) -> str:
    """Return a target as the text of a flag."""
    return ",".join(map(str, target))


def read_target(text: str) -> Target:
    """Return the target that a flag is about."""
    kind, seat, x, side, n = text.split(",")
    return Target(kind, int(seat), int(x), side, int(n))
