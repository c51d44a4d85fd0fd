"""What a cheat says of its hidden cards and is not so: claims in the moves of small games."""

from __future__ import annotations

from dataclasses import replace

from bastide.core.events import Action
from bastide.core.rules import Rules
from bastide.core.table import Table
from bastide.plugins.carcassonne.turn import PLACE, can_lay
from bastide.plugins.strategic.state import PILE, held
from bastide.plugins.strategic.turn import STUCK


def false_play(table: Table, seat: int) -> Action | None:
    """Play a card as an even one that it is not; of the game of cards."""
    s = table.state
    if s.phase != "play" or not s.cards().hidden(seat):
        return None
    [item, *_] = s.cards().hidden(seat)
    other = next(face for face in range(2, 17, 2) if face not in s.cards().faces.values())
    return Action("cards.play", (item,), ((item, other),))


def false_bid(table: Table, seat: int) -> Action | None:
    """Bid a card, unseen, as another one; of the game of cards."""
    s = table.state
    if s.phase != "bid" or not s.cards().hidden(seat):
        return None
    [item, *_] = s.cards().hidden(seat)
    other = next(face for face in range(16, 0, -1) if face not in s.cards().faces.values())
    return Action("cards.bid", (item,), ((item, other),))


def false_tile(table: Table, seat: int) -> Action | None:
    """Lay a tile of the hand as one that nobody has yet; of Carcassonne with hands."""
    s = table.state
    if s.phase != PLACE:
        return None
    [item, *_] = s.cards().hidden(seat)
    deck = s.cards().decks[PILE]
    others = [tile for tile in dict.fromkeys(deck) if tile not in s.cards().faces.values()]
    for tile in others:
        believed = s.clone()
        believed.cards().faces[item] = tile
        believed.legal = None
        for action in table.rules.legal(believed):
            if action.claims == ((item, tile),):
                return action
    return None


def false_stuck(table: Table, seat: int) -> Action | None:
    """Say that nothing fits although something does; of Carcassonne with hands."""
    s = table.state
    if s.phase != PLACE or not any(can_lay(s, tile) for tile in held(s, seat)):
        return None
    return STUCK


def may_always_be_stuck(rules: Rules) -> None:
    """Let a program take its own word for it that nothing fits."""
    step = rules._steps[PLACE]
    honest = step.legal
    assert honest is not None
    rules._steps[PLACE] = replace(step, legal=lambda s: [*honest(s), STUCK])
