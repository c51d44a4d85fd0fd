"""What would be tried with what is chosen: not to be made, but to be explained."""

from __future__ import annotations

from bastide.core.events import Action
from bastide.plugins.settlers import attacks, building, playing
from bastide.plugins.settlers.cards import ACTION, CARDS
from bastide.plugins.settlers.look.position import Position
from bastide.plugins.settlers.look.targets import PILE, SITE, Target
from bastide.plugins.settlers.look.tools import ASKED, HAND, VERBS, Tool
from bastide.plugins.settlers.places import centres
from bastide.plugins.settlers.state import SIDES, realm


def attempt(position: Position) -> Action | None:
    """Return what would be tried with the tool under the cursor, or by the key just pressed."""
    tool, at = position.tool, position.pointed
    if asked := position.cursor.flag(ASKED):
        return next(Action(kind) for kind, verb in VERBS.items() if verb == asked)
    if position.bargaining:
        return position.offer
    if tool is None:
        return None
    if tool.kind == HAND:
        return _of_card(position, tool, at)
    kinds = [kind for kind, verb in VERBS.items() if verb == tool.name]
    if tool.name in ("road", "settle", "city"):
        return Action(kinds[0], (at.x if at else _nearest(position, tool.name),))
    if tool.name == "demolish" and at:
        return Action(kinds[0], (at.x, at.side, at.n))
    if tool.name in ("draw", "search"):
        return Action(kinds[0], (at.n if at and at.kind == PILE else 1,))
    return Action(kinds[0]) if kinds else None


def _of_card(position: Position, tool: Tool, at: Target | None) -> Action:
    claim = ((tool.item, tool.name),)
    if position.s.phase == attacks.REACT:
        return Action(attacks.REACT_ACTION, (tool.item, tool.name), claim)
    if tool.name in CARDS and CARDS[tool.name].kind != ACTION:
        lands = realm(position.s).lands[position.seat]
        free = next((x for x in centres(lands)), 1)
        where = (at.x, at.side) if at and at.kind == SITE else (free, SIDES[0])
        return Action(building.PLACE_ACTION, (tool.item, tool.name, *where), claim)
    return Action(playing.PLAY_ACTION, (tool.item, tool.name), claim)


def _nearest(position: Position, verb: str) -> int:
    """Return a column that an action could be about."""
    lands = realm(position.s).lands[position.seat]
    return next(iter(centres(lands)), 1) if verb == "city" else lands.high + 1
