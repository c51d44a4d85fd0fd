"""The hooks of the settlers card game."""

from __future__ import annotations

from collections.abc import Mapping

from bastide.core.builder import RulesBuilder
from bastide.core.hookspecs import Bot, Manifest, Option, Renderer, hookimpl
from bastide.core.phases import Effect, Phase, Why
from bastide.plugins.settlers import (
    agenda,
    attacks,
    building,
    dealing,
    espionage,
    event_cards,
    events,
    giving_up,
    hand,
    main,
    playing,
    setup,
    stock,
    tokens,
    trading,
    turn,
)
from bastide.plugins.settlers.agreed import Agreed
from bastide.plugins.settlers.look.about import ABOUT
from bastide.plugins.settlers.outlook import outlook
from bastide.plugins.settlers.refusals import (
    hands,
    plays,
    resources,
    spies,
    times,
    trades,
    works,
)
from bastide.plugins.settlers.state import ID, new_realm, realm

_OPTIONS = (
    Option("victory_points_to_win", 12, "Points to win", low=7, high=12),
    Option("win_check", "immediate", "Winning", choices=("immediate", "own_turn")),
    Option(
        "action_gate",
        "one_full_turn_each",
        "Action cards from",
        choices=("one_full_turn_each", "seven_points_together"),
    ),
    Option("brigand_grace_turns", 0, "First turns without brigands", low=0, high=2),
    Option(
        "hand_limit_check",
        "immediate_both",
        "Too many cards are put away",
        choices=("immediate_both", "own_turn_end"),
    ),
    Option("exchange_same_pile", False, "Exchange with one pile"),
    Option("cityless_commerce", "zero", "Commerce without a city", choices=("zero", "raw")),
    Option("counter_card", "odds", "A counter card", choices=("odds", "cancel")),
    Option("garrison_commerce", 1, "Windmills of a garrison", low=0, high=1),
    Option("harbor_own_point", True, "A harbor has a windmill of its own"),
    Option("demolition", True, "Own cards may be torn down"),
    Option("refill_mandatory", False, "The hand must be filled up"),
)


@hookimpl
def bastide_manifest() -> Manifest:
    return Manifest(
        ID,
        "1.0",
        "game",
        title="Settlers card game",
        seats=(2, 2),
        options=_OPTIONS,
        hidden=True,
        about=ABOUT,
    )


@hookimpl
def bastide_setup(rules: RulesBuilder) -> None:
    agreed = Agreed(**rules.options)  # type: ignore[arg-type]  # checked against _OPTIONS
    rules.part(lambda s: new_realm(s.seats, agreed))


@hookimpl
def bastide_turn(rules: RulesBuilder) -> None:
    rules.stage(setup.SETUP, setup.once)
    shields = Phase(setup.SHIELD, ask=setup.ask_shields, answer=setup.take_shields)
    arrange = Phase(setup.ARRANGE, legal=setup.legal_arrangements, together=True)
    shuffle = Phase(setup.SHUFFLE, ask=setup.ask_deck, answer=setup.cut_piles)
    for phase in (shields, arrange, shuffle):
        rules.phase(phase, stage=setup.SETUP)
    rules.action(setup.ARRANGE_ACTION, setup.arrange, times.why_not_arrange)
    for kind, effect in _EFFECTS.items():
        rules.action(kind, effect, _WHYS.get(kind))
    agenda.add_steps(rules, _STEPS, _EFFECTS, turn.begin)


_STEPS: agenda.Steps = {
    **dealing.STEPS,
    **stock.STEPS,
    **tokens.STEPS,
    **turn.STEPS,
    **events.STEPS,
    **event_cards.STEPS,
    **building.STEPS,
    **trading.STEPS,
    **main.STEPS,
    **hand.STEPS,
    **playing.STEPS,
    **attacks.STEPS,
    **espionage.STEPS,
}

_EFFECTS: dict[str, Effect] = {
    turn.ROLL.kind: turn.roll,
    stock.GAIN_ACTION: stock.gain,
    stock.PAY_ACTION: stock.pay,
    stock.ROB_ACTION: stock.rob,
    building.ROAD_ACTION: building.build_road,
    building.SETTLE_ACTION: building.build_settlement,
    building.CITY_ACTION: building.build_city,
    building.PLACE_ACTION: building.place,
    building.DEMOLISH_ACTION: building.demolish,
    building.REGION_ACTION: building.choose_region,
    building.LAY_ACTION: building.lay,
    trading.TRADE_ACTION: trading.trade,
    trading.OFFER_ACTION: trading.offer,
    trading.ACCEPT.kind: trading.accept,
    trading.REFUSE.kind: trading.refuse,
    main.DONE.kind: main.end,
    giving_up.GIVE_UP_ACTION: giving_up.give_up,
    hand.LOOK_ACTION: agenda.by_step(
        {turn.OPENING: hand.look, event_cards.BUILDER: event_cards.look}
    ),
    hand.TAKE_ACTION: hand.take,
    hand.PUT_ACTION: hand.put,
    hand.DRAW_ACTION: hand.draw,
    hand.SEARCH_ACTION: hand.search,
    hand.EXCHANGE_CARD.kind: hand.exchange,
    hand.FINISH.kind: hand.finish,
    playing.PLAY_ACTION: playing.play,
    playing.ENOUGH.kind: playing.enough,
    playing.GIVE_ACTION: playing.give,
    playing.SWAP_ACTION: playing.swap,
    attacks.REACT_ACTION: attacks.react,
    attacks.PASS.kind: agenda.by_step(
        {
            attacks.REACT: attacks.do_without,
            event_cards.BUILDER: event_cards.look_at_nothing,
            event_cards.KEEP: event_cards.keep_nothing,
        }
    ),
    attacks.TARGET_ACTION: attacks.name_target,
    espionage.STEAL_ACTION: espionage.steal,
    espionage.NOTHING.kind: espionage.find_nothing,
    espionage.PICK_ACTION: espionage.pick,
    espionage.PILE_ACTION: espionage.choose_pile,
}

_WHYS: Mapping[str, Why] = {
    **times.WHYS,
    **resources.WHYS,
    **works.WHYS,
    **trades.WHYS,
    **hands.WHYS,
    **plays.WHYS,
    **spies.WHYS,
}


@hookimpl
def bastide_scoring(rules: RulesBuilder) -> None:
    rules.verdict(lambda s, seat: int(seat == realm(s).winner))  # R45, R46
    rules.project(outlook)


@hookimpl
def bastide_bots() -> list[Bot]:
    from bastide.plugins.settlers.bots import bots

    return bots()


@hookimpl
def bastide_renderers() -> list[Renderer]:
    from bastide.plugins.settlers.ui import make

    return [Renderer(ID, "console", make)]
