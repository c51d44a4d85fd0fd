"""What could be built, what lacks for it, and which resources are well given for which."""

from __future__ import annotations

from random import Random

from bastide.core.dealer import LocalDealer
from bastide.core.rules import Rules
from bastide.plugins.settlers.cards import CARDS, COSTS, RESOURCES
from bastide.plugins.settlers.costs import dearer
from bastide.plugins.settlers.needs import needs
from bastide.plugins.settlers.state import held, realm
from bastide.plugins.settlers.stock import stores
from bastide.plugins.settlers.works import works
from tests.plugins.settlers.tables import side, table


def test_works_are_what_has_a_place_whether_it_is_paid_or_not() -> None:
    t = table(side("0 0 0 0 0 0", row=(-1, 2), hand="abbey library spy"))

    found = works(t.all, 0, held(t.all, 0))

    assert found == ["road", "settlement", "city", "abbey"], "a library needs a city"


def test_only_what_its_work_leaves_over_is_spared() -> None:
    """The city needs both grain, so 1 of 3 is spared for ore; for a road all 3 are."""
    t = table(side("3 0 0 1 1 0"))
    have = stores(t.lands("RW"))

    found = {need.get: need for need in needs(works(t.all, 0, ()), have, dearer(have))}

    brick, grain, ore = 0, 1, 3
    assert (found[brick].lack, found[brick].spare[grain]) == (1, 3)
    assert (found[ore].lack, found[ore].spare[grain]) == (3, 1)


def test_listed_trades_are_accepted_and_bring_something_nearer(rules: Rules) -> None:
    random, dealer, s = Random(3), LocalDealer(b"needs"), rules.new()
    rules.settle(s, dealer)
    seen = 0
    while not s.over and seen < 60:
        actions = rules.legal(s)
        if s.phase == "main":
            seen += 1
            costs = [*COSTS.values(), *(CARDS[card].cost for card in held(s, s.seat))]
            number = {name: n for n, name in enumerate(RESOURCES)}
            stored = stores(realm(s).lands[s.seat])
            for action in actions:
                assert rules.accepts(s, action)
                if action.kind == "settlers.trade":
                    get = number[str(action.data[1])]
                    assert any(cost[get] > stored[get] for cost in costs)
        rules.apply(s, random.choice(actions))
        rules.settle(s, dealer)
    assert seen == 60
