"""The hooks of the hand of three tiles: Carcassonne's phases, moved."""

from __future__ import annotations

from bastide.core.builder import RulesBuilder
from bastide.core.hookspecs import Manifest, hookimpl
from bastide.core.phases import SCORE, Phase
from bastide.plugins.carcassonne.slots import CHOICES, CLAIMS, DRAWN_FIRST, PILE_EMPTY
from bastide.plugins.carcassonne.tables import PLACE_ACTION
from bastide.plugins.carcassonne.turn import DRAW, MEEPLE, PLACE
from bastide.plugins.strategic import setup, turn
from bastide.plugins.strategic.state import ID, Hands


@hookimpl
def bastide_manifest() -> Manifest:
    from bastide.plugins.strategic.ui import ABOUT

    return Manifest(
        id=ID,
        version="1.0",
        kind="variant",
        title="Hand of three tiles",
        extends="carcassonne",
        hidden=True,
        about=ABOUT,
    )


@hookimpl
def bastide_setup(rules: RulesBuilder) -> None:
    rules.part(lambda s: Hands())
    rules.derive(setup.check_deck)
    rules.fold(CHOICES)(turn.tiles_in_hand)
    rules.fold(CLAIMS)(turn.claims_of_hand)
    rules.fold(PILE_EMPTY)(turn.all_laid)


@hookimpl
def bastide_turn(rules: RulesBuilder) -> None:
    rules.stage(setup.DEAL, setup.once, before="main")
    rules.phase(Phase(setup.DEAL, ask=setup.ask_hands), stage=setup.DEAL)
    rules.turns(turn.next_seat)
    _move_phases(rules)
    rules.after(PLACE_ACTION, turn.note_laid)
    rules.action(turn.STUCK.kind, turn.say_stuck, turn.why_not_stuck)
    rules.action(turn.ASIDE_ACTION, turn.set_aside, turn.why_not_aside)
    rules.counted(turn.SHOWS)


def _move_phases(rules: RulesBuilder) -> None:
    """Draw after scoring, and open what is laid before anything is built on it.

    Only tiles that come before all others are drawn as ever, if there are such.
    """
    if rules.has(DRAWN_FIRST):
        rules.phase(Phase(DRAW, ask=turn.ask_first, answer=turn.take_first), replace=DRAW)
        rules.route(DRAW, turn.after_draw)
    else:
        rules.drop_phase(DRAW)
    rules.phase(Phase(PLACE, legal=turn.legal_places, hidden=True), replace=PLACE)
    rules.phase(Phase(turn.LAID, ask=turn.ask_laid, answer=turn.take_laid), before=MEEPLE)
    rules.phase(Phase(turn.SHOWN, ask=turn.ask_hand, answer=turn.check_hand), before=MEEPLE)
    rules.phase(Phase(turn.ASIDE, legal=turn.legal_aside), before=MEEPLE)
    rules.phase(Phase(turn.REDRAW, ask=turn.ask_tile), before=MEEPLE)
    rules.phase(Phase(turn.REFILL, ask=turn.ask_tile), after=SCORE)
    rules.route(PLACE, turn.after_place)
    rules.route(turn.LAID, turn.after_laid)
    rules.route(turn.ASIDE, turn.after_aside)
    rules.route(turn.REDRAW, turn.after_redraw)
