"""When it is not the time for an action, and what its data should look like."""

from __future__ import annotations

from bastide.core.events import Action
from bastide.core.messages import Message, message
from bastide.core.state import State
from bastide.plugins.settlers import (
    attacks,
    building,
    espionage,
    event_cards,
    giving_up,
    hand,
    main,
    playing,
    setup,
    stock,
    trading,
    turn,
)
from bastide.plugins.settlers.places import START_PLACES

_DUE = {
    setup.ARRANGE: message("your six regions come first: lay them in an order of your own"),
    turn.OPENING: message("your opening hand comes first: choose a pile to look through"),
    turn.BEFORE: message("the dice come first: roll them"),
    turn.MAIN: message("this is your main phase: build, trade, play cards, or be done with it"),
    turn.COMPLETE: message("your main phase is over: complete your hand, or finish"),
    trading.ANSWER: message("an offer waits: accept it, refuse it, or make a counter-offer"),
    hand.CHOOSE: message("you are looking through a pile: take one of its cards"),
    hand.PUT: message("a card of your hand has to go: put it under a pile"),
    hand.REPLACE: message("you have put a card away: draw or search for another one"),
    stock.GAIN: message("a resource is due to you: name the region that gains it"),
    stock.PAY: message("a resource has to be paid: name the region that pays it"),
    stock.ROB: message("you may take a resource: name the two regions"),
    building.LAY: message("your new regions wait: say which one goes above"),
    building.CHOOSE_REGIONS: message("your Scout has found the regions: choose two"),
    attacks.REACT: message("you are attacked: play a card against it, or pass"),
    attacks.TARGET: message("a card of your opponent goes back into the hand: name it"),
    espionage.STEAL: message("your Spy sees the other hand: take a card, or say there is nothing"),
    espionage.PICK: message("you see the other hand: choose the cards that go under a pile"),
    espionage.PILE: message("you have chosen the cards: choose the pile that they go under"),
    event_cards.BUILDER: message("the Master Builder is here: look through a pile, or pass"),
    event_cards.KEEP: message("you are looking through a pile: take one of its cards, or pass"),
    playing.MORE: message("your Merchant may take another resource: take one, or have enough"),
    playing.GIVE: message("your Merchant gives one resource back: name the two regions"),
    playing.SWAP: message("your Caravan changes resources: name two regions"),
}

_OTHER = message("something else is due: choose one of what is listed")


def not_now(s: State, *phases: str) -> Message | None:
    """Return what is due instead of what belongs to some phases."""
    return None if s.phase in phases else _DUE.get(s.phase, _OTHER)


def is_shaped(a: Action, *types: type) -> bool:
    """Tell whether the data of an action are of these very types: True is no number."""
    return tuple(map(type, a.data)) == types


def why_not_arrange(s: State, a: Action) -> Message | None:
    """Return why the start regions may not be laid so (R3)."""
    if s.phase != setup.ARRANGE:
        return message("the regions lie already, and never change places")
    return message("an order names each of the {n} regions once, from 0", n=len(START_PLACES))


def why_not_roll(s: State, a: Action) -> Message | None:
    """Return why the dice are not rolled."""
    return not_now(s, turn.BEFORE) or message("rolling takes no other word")


def why_not_done(s: State, a: Action) -> Message | None:
    """Return why the main phase cannot be ended."""
    return not_now(s, turn.MAIN) or message("being done takes no other word")


def why_not_give_up(s: State, a: Action) -> Message | None:
    """Return why nobody gives up so (R46)."""
    if s.phase != turn.MAIN:
        return message("you can give up in your main phase only, once the dice are rolled")
    return message("giving up names the seat that decides, then the other one, which wins")


WHYS = {
    setup.ARRANGE_ACTION: why_not_arrange,
    turn.ROLL.kind: why_not_roll,
    main.DONE.kind: why_not_done,
    giving_up.GIVE_UP_ACTION: why_not_give_up,
}
