"""A table folds entries: how a game begins and moves."""

from __future__ import annotations

from bastide.core.encoding import enc
from bastide.core.events import Action
from bastide.core.journal import Entry, Journal
from bastide.core.payloads import action_payload
from bastide.core.rules import Rules
from bastide.core.table import Expected, Table
from tests.core.dice import GO
from tests.core.tables import FormalDealer, Oracle, Tables, genesis_for, local_table, move, signed

# how a game begins


def test_every_place_joins_and_then_the_turn_order_is_rolled(dice_rules: Rules) -> None:
    net = Tables(dice_rules)
    assert net.one.expected() == Expected(0, "join", (0, 1, 2))
    assert net.one.acting == ()

    for place in (2, 0):
        net.add(place, net.one.body(place, "join", {"s": bytes(32)}))
    assert net.one.missing() == (1,)
    net.add(1, net.one.body(1, "join", {"s": bytes(32)}))

    assert net.one.expected() == Expected(1, "roll", (0, 1, 2))
    assert not dice_rules.seated(net.one.state)


# a move


def test_a_move_goes_to_every_table_and_the_dealer_is_asked(net: Tables) -> None:
    net.move(GO)
    net.commit({seat: Action("tiny.say", (seat,)) for seat in range(3)})
    net.reveal({seat: Action("tiny.say", (seat,)) for seat in range(3)})

    assert net.one.expected() == Expected(6, "roll", (0, 1, 2))
    net.deal()
    assert net.one.state.turn == 1
    assert net.one.acting == (1,)


def test_an_entry_is_done_when_its_step_is_complete(net: Tables) -> None:
    net.move(GO)
    table, say = net.one, Action("tiny.say", (1,))
    assert table.expected() == Expected(4, "commit", (0, 1, 2))
    assert table.acting == (0, 1, 2)

    net.commit({1: say})
    assert table.acting == (0, 2)
    net.commit({0: say, 2: say})
    assert table.expected() == Expected(5, "reveal", (0, 1, 2))
    assert table.acting == ()
    done = net.reveal({2: say, 0: say, 1: say})[0]

    assert [(each.seat, each.action) for each in done] == [(0, say), (1, say), (2, say)]
    assert [event.data for event in done[-1].events] == [(0, 1), (1, 1), (2, 1)]


def test_a_move_that_was_not_checked_before_is_checked_when_added(net: Tables) -> None:
    table = net.one
    place = table.place_of(0)
    body = table.body(place, "move", {"m": action_payload(GO)})

    table.add(signed(table, body, place))

    assert table.done[-1].action == GO


def test_the_game_is_over_for_the_table_when_it_is_for_the_rules(nim_rules: Rules) -> None:
    table = local_table(nim_rules)
    while not table.over:
        move(table, nim_rules.legal(table.state)[-1])

    assert table.expected() is None
    assert table.missing() == ()
    assert table.acting == ()


def test_a_table_knows_its_genesis_and_its_game(dice_rules: Rules) -> None:
    genesis = genesis_for(dice_rules)
    oracle = Oracle(dice_rules, dice_rules.new(), None)  # type: ignore[arg-type]  # not asked
    table = Table(dice_rules, Journal(genesis), FormalDealer(oracle, None))

    assert table.genesis is genesis
    assert not table.over
    assert enc(list(table.state.seating)) == enc([0, 1, 2])
    assert isinstance(signed(table, table.body(0, "join", {}), 0), Entry)
