"""What a table agreed on: the options, with what holds if nobody says anything."""

from __future__ import annotations

from typing import NamedTuple


class Agreed(NamedTuple):
    """The options of the table, by the names of the card file."""

    victory_points_to_win: int = 12
    win_check: str = "immediate"
    action_gate: str = "one_full_turn_each"
    brigand_grace_turns: int = 0
    hand_limit_check: str = "immediate_both"
    exchange_same_pile: bool = False
    cityless_commerce: str = "zero"
    counter_card: str = "odds"
    garrison_commerce: int = 1
    harbor_own_point: bool = True
    demolition: bool = True
    refill_mandatory: bool = False
