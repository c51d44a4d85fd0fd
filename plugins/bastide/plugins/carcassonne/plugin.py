"""The hooks of Carcassonne."""

from __future__ import annotations

from bastide.core.builder import RulesBuilder
from bastide.core.hookspecs import Bot, Manifest, Renderer, hookimpl
from bastide.core.phases import Phase
from bastide.plugins.carcassonne import refusals, scoring, setup, turn
from bastide.plugins.carcassonne.look.about import ABOUT
from bastide.plugins.carcassonne.pieces import MEEPLE, MEEPLES, base_tiles
from bastide.plugins.carcassonne.slots import PIECES, TILES
from bastide.plugins.carcassonne.state import ID
from bastide.plugins.carcassonne.tables import MEEPLE_ACTION, NO_MEEPLE, PLACE_ACTION, tables_of


@hookimpl
def bastide_manifest() -> Manifest:
    return Manifest(
        id=ID, version="1.0", kind="game", title="Carcassonne", seats=(2, 5), about=ABOUT
    )


@hookimpl
def bastide_setup(rules: RulesBuilder) -> None:
    for tile in base_tiles():
        rules.put(TILES)(tile.id, tile)
    rules.put(PIECES)(MEEPLE, MEEPLES)
    tables = rules.derive(tables_of)
    rules.part(lambda s: setup.new_board(tables(), s.seats))


@hookimpl
def bastide_turn(rules: RulesBuilder) -> None:
    rules.phase(Phase(turn.DRAW, ask=turn.ask_tile, answer=turn.take_tile))
    rules.phase(Phase(turn.PLACE, legal=turn.legal_places))
    rules.phase(Phase(turn.MEEPLE, legal=turn.legal_meeples))
    rules.route(turn.DRAW, turn.after_draw)
    rules.action(PLACE_ACTION, turn.place_tile, refusals.why_not_place)
    rules.action(MEEPLE_ACTION, turn.put_meeple, refusals.why_not_meeple)
    rules.action(NO_MEEPLE.kind, turn.put_none, refusals.why_not_none)
    rules.counted(turn.SET_ASIDE)


@hookimpl
def bastide_scoring(rules: RulesBuilder) -> None:
    rules.turn_score(scoring.score_turn)
    rules.final_score(scoring.score_end)
    rules.finished(scoring.is_finished)


@hookimpl
def bastide_bots() -> list[Bot]:
    from bastide.plugins.carcassonne.bots import bots

    return bots()


@hookimpl
def bastide_renderers() -> list[Renderer]:
    from bastide.plugins.carcassonne.ui import make

    return [Renderer(ID, "console", make)]
