"""What can be paid, what lacks, and what several costs demand, against the plain sums."""

from __future__ import annotations

from bastide.plugins.settlers.cards import CITY, RESOURCES, ROAD, SETTLEMENT
from bastide.plugins.settlers.costs import COST, costs_of, dearer, demand, payable

BRICK, GRAIN, ORE = 0, 1, 3


def test_payable_is_what_each_resource_suffices_for() -> None:
    """By the plain sums, for all that costs anything and many stores."""
    for n in range(4**3):
        have = [n % 4, n // 4 % 4, n // 16, n // 16, n % 4, n // 4 % 4]
        afforded = [what for what in COST if all(map(int.__ge__, have, COST[what]))]

        assert payable(COST, dearer(have)) == afforded


def test_dearer_knows_no_cost_for_full_stores() -> None:
    assert dearer([30] * len(RESOURCES)) == [0] * len(RESOURCES)


def test_a_demand_is_the_most_of_one_resource_and_the_least_of_each() -> None:
    costs = costs_of([SETTLEMENT, CITY])

    assert demand(GRAIN, costs).most == 2
    assert demand(ORE, costs).most == 3
    assert demand(ORE, costs).least == (0, 1, 0, 0, 0, 0)
    assert demand(BRICK, costs_of([ROAD])) == (2, COST[ROAD])
