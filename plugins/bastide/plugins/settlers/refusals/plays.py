"""Why an action card cannot be played, and what its effect does not allow (chapter 7)."""

from __future__ import annotations

from typing import cast

from bastide.core.events import Action
from bastide.core.messages import Message, message
from bastide.core.state import State
from bastide.plugins.settlers.agenda import top
from bastide.plugins.settlers.attacks import (
    ARSONIST,
    BLACK_KNIGHT,
    BRIGANDS,
    PASS,
    REACT,
    REACT_ACTION,
    TARGET,
    TARGET_ACTION,
    UNIT,
)
from bastide.plugins.settlers.cards import ACTION, BUILDING, CAPACITY, CARDS, KNIGHT
from bastide.plugins.settlers.event_cards import BUILDER, KEEP
from bastide.plugins.settlers.playing import (
    ALCHEMIST,
    CARAVAN,
    ENOUGH,
    GIVE,
    GIVE_ACTION,
    MERCHANT,
    MORE,
    PLAY_ACTION,
    PLAYS,
    SWAP,
    SWAP_ACTION,
    SWAPS,
)
from bastide.plugins.settlers.refusals.resources import (
    EMPTY,
    FULL,
    NOT_THEIRS,
    NOT_YOURS,
    number_at,
)
from bastide.plugins.settlers.refusals.times import is_shaped, not_now
from bastide.plugins.settlers.refusals.works import NOT_HELD, is_held, too_early
from bastide.plugins.settlers.state import Site, other, realm
from bastide.plugins.settlers.turn import BEFORE, MAIN, action_cards_allowed

# playing a card

_SHAPE = message("a card is played by its name, an Alchemist with a number from 1 to 6")

_ELSEWHEN = {
    "bishop": message("a Bishop answers an Arsonist or Brigands: keep it until you are attacked"),
    "witch": message("a Witch answers a Black Knight: keep it until you are attacked"),
    "scout": message("a Scout goes along with a settlement: build one with it"),
}

_IN_VAIN = {
    ARSONIST: message("your opponent has no building that could burn: keep the Arsonist"),
    BLACK_KNIGHT: message("your opponent has no knight to strike: keep the Black Knight"),
    BRIGANDS: message("your opponent has nothing that you have room for: keep the Brigands"),
    MERCHANT: message("your opponent has nothing that you have room for: keep the Merchant"),
    CARAVAN: message("you have nothing to change, or no room for what you would get"),
}


def why_not_play(s: State, a: Action) -> Message | None:
    """Return why an action card cannot be played: the hand, its time, its effect (R16)."""
    if not is_shaped(a, int, str) and not is_shaped(a, int, str, int):
        return _SHAPE
    item, card = cast("tuple[int, str]", a.data[:2])
    if card not in CARDS:
        return _SHAPE
    if not is_held(s, a, item, card):
        return NOT_HELD
    if CARDS[card].kind != ACTION:
        return message("this card is built, not played: choose a site for it")
    if when := _why_not_then(s, card):
        return when
    if card in PLAYS and not PLAYS[card].may(s, s.seat):
        return _IN_VAIN[card]
    return _SHAPE


def _why_not_then(s: State, card: str) -> Message | None:
    """Return why it is not the time for a card."""
    if s.phase in (BEFORE, MAIN) and not action_cards_allowed(s):
        return too_early(s)
    if card in _ELSEWHEN:
        return _ELSEWHEN[card]
    if card == ALCHEMIST and s.phase == MAIN:
        return message("an Alchemist is played before the dice: keep it for a later turn")
    return not_now(s, BEFORE if card == ALCHEMIST else MAIN)


# attacks

_COUNTERS = {
    ARSONIST: message("only a Bishop answers an Arsonist: play one, or pass"),
    BRIGANDS: message("only a Bishop answers Brigands: play one, or pass"),
    BLACK_KNIGHT: message("only a Witch answers a Black Knight: play one, or pass"),
}

_TARGETS = {
    BUILDING: message("an Arsonist burns buildings only: choose one"),
    KNIGHT: message("a Black Knight strikes knights only: choose one"),
    UNIT: message("a civil war takes knights and fleets only, at a city without a church"),
}


def why_not_react(s: State, a: Action) -> Message | None:
    """Return why a card cannot be played against an attack (R17)."""
    if now := not_now(s, REACT):
        return now
    if not is_shaped(a, int, str):
        return message("to answer an attack, name the card that you play, or pass")
    item, card = cast("tuple[int, str]", a.data)
    return _COUNTERS[top(s).what] if is_held(s, a, item, card) else NOT_HELD


def why_not_pass(s: State, a: Action) -> Message | None:
    """Return why a seat cannot pass."""
    return not_now(s, REACT, BUILDER, KEEP) or message("passing takes no other word")


def why_not_target(s: State, a: Action) -> Message | None:
    """Return why a card does not go back into the hand."""
    if now := not_now(s, TARGET):
        return now
    if not is_shaped(a, int, str, int):
        return message("a card is named by column, side and depth, such as 1, U and 1")
    if Site(*a.data) not in realm(s).lands[other(s.seat)].sites:  # type: ignore[arg-type]  # shaped
        return message("no card of your opponent stands there: choose another site")
    return _TARGETS[top(s).what]


# the Merchant and the Caravan

_PLACES = message("name two regions by column and side, such as 0, U, 2 and U")


def why_not_enough(s: State, a: Action) -> Message | None:
    """Return why a seat cannot stop halfway."""
    if now := not_now(s, MORE, SWAP):
        return now
    if s.phase == SWAP and top(s).n == SWAPS:
        return message("a Caravan changes one resource at least: change one first")
    return message("having enough takes no other word")


def why_not_give(s: State, a: Action) -> Message | None:
    """Return why a resource cannot be given back (R24)."""
    if now := not_now(s, GIVE):
        return now
    if not is_shaped(a, int, str, int, str):
        return _PLACES
    mine, theirs = realm(s).lands[s.seat], realm(s).lands[other(s.seat)]
    here, there = number_at(mine, a.data[:2]), number_at(theirs, a.data[2:])
    if here is None or there is None:
        return NOT_YOURS if here is None else NOT_THEIRS
    if mine.lands[here].resource != theirs.lands[there].resource:
        return message("what you give goes to a region of its kind: choose two of one kind")
    if not mine.stock[here]:
        return EMPTY
    return FULL if theirs.stock[there] == CAPACITY else None


def why_not_swap(s: State, a: Action) -> Message | None:
    """Return why a resource cannot be changed (R23)."""
    if now := not_now(s, SWAP):
        return now
    if not is_shaped(a, int, str, int, str):
        return _PLACES
    lands = realm(s).lands[s.seat]
    paid, gained = number_at(lands, a.data[:2]), number_at(lands, a.data[2:])
    if paid is None or gained is None:
        return NOT_YOURS
    if lands.lands[paid].resource == lands.lands[gained].resource:
        return message("a Caravan brings another kind than it takes: choose two kinds")
    if not lands.stock[paid]:
        return EMPTY
    return FULL if lands.stock[gained] == CAPACITY else None


WHYS = {
    PLAY_ACTION: why_not_play,
    REACT_ACTION: why_not_react,
    PASS.kind: why_not_pass,
    TARGET_ACTION: why_not_target,
    ENOUGH.kind: why_not_enough,
    GIVE_ACTION: why_not_give,
    SWAP_ACTION: why_not_swap,
}
