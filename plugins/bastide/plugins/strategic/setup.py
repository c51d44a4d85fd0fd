"""Three tiles for everybody. Rule: carcassonne.md, section 6, V1 and V11."""

from __future__ import annotations

from bastide.core.chance import Deal, Request, Shuffle
from bastide.core.errors import RulesError
from bastide.core.rules import Rules
from bastide.core.state import State
from bastide.plugins.carcassonne.setup import take_bag
from bastide.plugins.carcassonne.state import board
from bastide.plugins.carcassonne.tables import tables_of
from bastide.plugins.carcassonne.turn import first_left
from bastide.plugins.strategic.state import PILE

DEAL = "deal"
"""The stage before the first turn, and its phase."""

HAND = 3


def check_deck(rules: Rules) -> None:
    """Refuse a deck that is too small for the first hands (V11).

    Raises:
        RulesError: the sentence says how many tiles there are, and how many are needed.
    """
    tables, needed = tables_of(rules), HAND * rules.seats
    tiles = len(tables.pile) - sum(map(len, tables.first))
    if tiles < needed:
        besides = " and those drawn first" if tables.first else ""
        raise RulesError(
            f"hands of {HAND} tiles for {rules.seats} seats need {needed} tiles under the start "
            f"tile{besides}, and there are {tiles}: play with fewer seats, or add tiles"
        )


def once(s: State, n: int) -> int | None:
    """The stage is one turn long."""
    return None if n else 0


def ask_hands(s: State) -> tuple[Request, ...]:
    """Ask for the pile and, in turn order, for three tiles each; the start tile lies already.

    Not while there are tiles to be drawn before all others: nobody holds any until then (V12).
    """
    if first_left(s) or not board(s).bag:
        return ()
    first = tuple((seat, HAND) for seat in range(s.seats))
    return Shuffle(PILE, take_bag(s)), Deal(PILE, first)
