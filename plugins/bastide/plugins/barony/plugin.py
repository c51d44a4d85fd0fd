"""The hooks of Barony."""

from __future__ import annotations

from bastide.core.builder import RulesBuilder
from bastide.core.hookspecs import Manifest, Option, Renderer, hookimpl
from bastide.core.phases import Phase
from bastide.plugins.barony import (
    blocked,
    growing,
    land,
    moving,
    outlook,
    refusals,
    scoring,
    setup,
    state,
    titles,
    turn,
)
from bastide.plugins.barony.look.about import ABOUT

BANKS = ("finite", "unlimited")


@hookimpl
def bastide_manifest() -> Manifest:
    options = (
        Option("bank", BANKS[0], "Tokens in the bank", choices=BANKS),
        Option(
            "stalemate_rounds",
            10,
            "Idle rounds to the end (0: none)",
            low=0,
            high=100,
            endless=(0,),
        ),
        Option("joined_land", False, "New board if lakes cut land off"),
    )
    return Manifest(
        state.ID, "1.0", "game", title="Barony", seats=(2, 4), options=options, about=ABOUT
    )


@hookimpl
def bastide_setup(rules: RulesBuilder) -> None:
    finite = rules.options["bank"] == "finite"
    rules.part(lambda s: state.new_realm(s.seats, finite))


@hookimpl
def bastide_turn(rules: RulesBuilder) -> None:
    lay = setup.lay_board(bool(rules.options["joined_land"]))
    rules.stage(setup.MAP, setup.once)
    rules.stage(setup.OPENING, setup.drafting)
    rules.phase(Phase(setup.LAY, ask=setup.ask_seed, answer=lay), stage=setup.MAP)
    rules.phase(Phase(setup.SETTLE, legal=setup.legal_sites), stage=setup.OPENING)
    rules.phase(Phase(turn.ACT, legal=turn.legal_actions, accepts=turn.accepts))
    rules.phase(Phase(turn.MORE, legal=turn.legal_more, accepts=turn.accepts))
    rules.route(setup.LAY, setup.after_board)
    rules.route(turn.ACT, turn.after_act)
    rules.route(turn.MORE, turn.after_more)
    _actions(rules)
    rules.end_turn(scoring.end_turn(int(rules.options["stalemate_rounds"])))
    for event in (moving.DESTROYED, moving.PLUNDERED, titles.TITLED, turn.PASSED):
        rules.counted(event)


def _actions(rules: RulesBuilder) -> None:
    rules.action(land.SETTLE, setup.settle, refusals.why_not_settle)
    rules.action(land.RECRUIT, growing.recruit, refusals.why_not_recruit)
    rules.action(land.MOVE, moving.move, blocked.why_not_move)
    rules.action(land.BUILD, growing.build, refusals.why_not_build)
    rules.action(land.FOUND, growing.found_city, refusals.why_not_found)
    rules.action(land.EXPLORE, growing.send_expedition, refusals.why_not_explore)
    rules.action(titles.TITLE, titles.buy_title, refusals.why_not_title)
    rules.action(turn.DONE.kind, turn.stop, refusals.why_not_stop)
    rules.action(turn.PASS.kind, turn.pass_turn, refusals.why_not_pass)


@hookimpl
def bastide_scoring(rules: RulesBuilder) -> None:
    rules.final_score(scoring.score_end)
    rules.finished(scoring.is_finished)
    rules.rank(scoring.tie_break)
    rules.project(outlook.outlook)


@hookimpl
def bastide_renderers() -> list[Renderer]:
    from bastide.plugins.barony.ui import make

    return [Renderer(state.ID, "console", make)]
