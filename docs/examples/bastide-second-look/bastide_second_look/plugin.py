"""The hooks of Second Look: a choice more where a tile is laid, and a way back to the draw."""

from bastide.core.builder import Phase, RulesBuilder
from bastide.core.hookspecs import Manifest, Option, hookimpl
from bastide.plugins.carcassonne.turn import PLACE
from bastide_second_look import turn

ABOUT = (
    "Instead of laying the tile that you drew you may put it back and draw again, once in the "
    "game, or as often as the host says. You may draw the same kind again.",
    "Each time that you have not used is worth 2 points at the end.",
)


@hookimpl
def bastide_manifest() -> Manifest:
    times = Option("times", 1, "Tiles that each seat may put back", low=1, high=5)
    return Manifest(
        id=turn.ID,
        version="1.0",
        kind="variant",
        title="Second Look",
        extends="carcassonne",
        conflicts=("strategic",),  # nothing is drawn and laid at once where tiles are held
        options=(times,),
        about=ABOUT,
    )


@hookimpl
def bastide_setup(rules: RulesBuilder) -> None:
    times = int(rules.options["times"])
    rules.part(lambda s: turn.Looks([times] * s.seats))


@hookimpl
def bastide_turn(rules: RulesBuilder) -> None:
    rules.phase(Phase(PLACE, legal=turn.choices), replace=PLACE)
    rules.route(PLACE, turn.after_place)
    rules.action(turn.BACK, turn.look_again, turn.why_not)


@hookimpl
def bastide_scoring(rules: RulesBuilder) -> None:
    rules.final_score(turn.score_unused)
