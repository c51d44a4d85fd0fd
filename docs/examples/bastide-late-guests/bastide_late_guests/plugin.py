"""The hooks of Late Guests: it replaces what Inns & Cathedrals put, and corrects its points."""

from bastide.core.builder import RulesBuilder
from bastide.core.events import Term
from bastide.core.hookspecs import Manifest, Option, hookimpl
from bastide.core.state import State
from bastide.plugins.carcassonne.slots import PIECES, POINTS, Feature
from bastide.plugins.inns_and_cathedrals.pieces import CATHEDRAL, INN, LARGE, LARGE_MEEPLE

WHO = {INN: "late guests", CATHEDRAL: "pilgrims"}
"""Who comes to what is never finished: the note of the summands that they pay."""

ABOUT = (
    "A road with an inn and a city with a cathedral that are never finished no longer score "
    "nothing: at the end they score 1 point a tile and 1 a pennant, as others do.",
    "Everybody has as many large meeples as the host says: two, if nothing is said.",
)


@hookimpl
def bastide_manifest() -> Manifest:
    large = Option("large", 2, "Large meeples for each seat", low=1, high=3)
    return Manifest(
        id="late_guests",
        version="1.0",
        kind="expansion",
        title="Late Guests",
        extends="inns_and_cathedrals",
        options=(large,),
        about=ABOUT,
    )


@hookimpl
def bastide_setup(rules: RulesBuilder) -> None:
    amount = int(rules.options["large"])
    rules.replace(PIECES)(LARGE, LARGE_MEEPLE._replace(amount=amount))


@hookimpl
def bastide_scoring(rules: RulesBuilder) -> None:
    @rules.fold(POINTS)
    def at_last(
        terms: tuple[Term, ...], s: State, feature: Feature, done: bool, /
    ) -> tuple[Term, ...]:
        return terms if done else tuple(map(paid, terms))


def paid(term: Term) -> Term:
    """Return a summand that an inn or a cathedral made worthless as what the guests pay."""
    if term.times or term.note not in WHO:
        return term
    return term._replace(times=1, note=WHO[term.note])
