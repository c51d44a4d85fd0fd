"""The hooks of Magpies. There is no screen: it is played on the default one."""

from bastide.core.builder import Phase, RulesBuilder
from bastide.core.hookspecs import Manifest, Option, hookimpl
from bastide_magpies import turn

ABOUT = (
    "Magpies are after shiny things, which lie in the grass one after the other. Everybody holds "
    "cards from 1 to 10, two fewer than there are things; only you see yours.",
    "For each thing all choose at once, unseen: to play a card, or to wait and keep it. All cards "
    "are shown together, and are then gone.",
    "The highest card that nobody else has played takes all that lies there. Who play equal cards "
    "only quarrel, however high these are.",
    "If nobody takes it, it stays, and the next thing lies there as well. Most shine wins.",
)


@hookimpl
def bastide_manifest() -> Manifest:
    things = Option("things", 8, "Shiny things", low=4, high=10)
    return Manifest(
        turn.ID, "1.0", "game", "Magpies", seats=(2, 6), options=(things,), hidden=True, about=ABOUT
    )


@hookimpl
def bastide_setup(rules: RulesBuilder) -> None:
    things = int(rules.options["things"])
    rules.part(lambda s: turn.Grass(tuple(range(1, things + 1)), [], {}))


@hookimpl
def bastide_turn(rules: RulesBuilder) -> None:
    rules.phase(Phase("deal", ask=turn.ask_hands))
    rules.phase(Phase("find", ask=turn.ask_thing, answer=turn.find))
    rules.phase(Phase("choose", legal=turn.choices, together=True, hidden=True))
    rules.phase(Phase("show", ask=turn.ask_cards))
    rules.action(turn.PLAY, turn.play, turn.why_not_play)
    rules.action(turn.WAIT, lambda s, a: None)


@hookimpl
def bastide_scoring(rules: RulesBuilder) -> None:
    rules.turn_score(turn.score)
    rules.finished(lambda s: not turn.grass(s).hidden)
