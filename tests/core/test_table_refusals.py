"""What a table does not take: each entry is refused with the fault and the reason."""

from __future__ import annotations

import pytest

from bastide.core.events import Action
from bastide.core.journal import commitment, make_body, parse_body
from bastide.core.payloads import Payload, action_payload
from bastide.core.rules import Rules
from bastide.core.table import EntryError, Table
from tests.core.dice import GO
from tests.core.tables import Tables, local_table, move


def fault_of(table: Table, body: bytes) -> tuple[str, str]:
    """Return why a table does not take an entry, and check that nothing changed."""
    before = table.state_digest, table.journal.entries(), len(table.done)
    with pytest.raises(EntryError) as caught:
        table.check(body)
    assert (table.state_digest, table.journal.entries(), len(table.done)) == before
    assert caught.value.body == parse_body(body)
    return caught.value.fault, caught.value.reason


def body_with(table: Table, place: int, **changes: object) -> bytes:
    """Return the body of a move of `place` with some fields changed."""
    body = parse_body(table.body(place, "move", {"m": action_payload(GO)}))
    return make_body(body._replace(**changes))  # type: ignore[arg-type]  # by name


def test_an_entry_of_another_game(net: Tables) -> None:
    assert fault_of(net.one, body_with(net.one, 0, game_id=bytes(32))) == (
        "fork",
        "the entry belongs to another game",
    )


def test_an_entry_of_another_step(net: Tables) -> None:
    place = net.one.place_of(0)

    assert fault_of(net.one, body_with(net.one, place, step=2)) == (
        "late",
        "step 2 is complete already",
    )
    assert fault_of(net.one, body_with(net.one, place, step=4)) == (
        "ahead",
        "step 4 is not due yet",
    )


def test_an_entry_of_a_place_that_has_nothing_to_do(net: Tables) -> None:
    other = net.one.place_of(1)

    assert fault_of(net.one, body_with(net.one, other)) == (
        "unexpected",
        f"seat {other + 1} has nothing to do now",
    )
    assert fault_of(net.one, body_with(net.one, 5))[0] == "unexpected"


def test_a_second_entry_in_a_slot(net: Tables) -> None:
    net.move(GO)
    net.commit({0: Action("tiny.say", (1,))})
    place = net.one.place_of(0)

    assert fault_of(net.one, net.one.body(place, "commit", {"c": bytes(32)})) == (
        "late",
        f"seat {place + 1} has acted in this step already",
    )


def test_an_entry_after_the_end(nim_rules: Rules) -> None:
    table = local_table(nim_rules)
    while not table.over:
        move(table, nim_rules.legal(table.state)[-1])

    assert fault_of(table, body_with(table, 0)) == ("unexpected", "the game is over")


def test_an_entry_of_another_history(net: Tables) -> None:
    place = net.one.place_of(0)

    assert fault_of(net.one, body_with(net.one, place, prev=bytes(32))) == (
        "fork",
        "the entry continues another history",
    )


def test_an_entry_on_another_position(net: Tables) -> None:
    place = net.one.place_of(0)

    assert fault_of(net.one, body_with(net.one, place, state=bytes(32))) == (
        "desync",
        "the same history led to another position there",
    )


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"kind": "roll"}, "an entry of another kind than the one that is due"),
        ({"payload": {}}, "a move that has not the one field of a move"),
        ({"payload": {"m": 3}}, "a move that is no action"),
    ],
)
def test_an_entry_that_is_signed_nonsense(
    net: Tables, changes: dict[str, object], reason: str
) -> None:
    place = net.one.place_of(0)

    assert fault_of(net.one, body_with(net.one, place, **changes)) == ("invalid", reason)


def test_a_value_that_is_not_what_the_dealer_wants(dice_rules: Rules) -> None:
    table = Tables(dice_rules).one

    assert fault_of(table, table.body(0, "join", {"s": b"short"})) == (
        "invalid",
        "a field of another length than it must have",
    )


def test_a_move_that_the_rules_refuse(net: Tables) -> None:
    place = net.one.place_of(0)
    payload: Payload = {"m": action_payload(Action("tiny.fly"))}

    assert fault_of(net.one, net.one.body(place, "move", payload)) == (
        "illegal",
        "this is not possible now",
    )


@pytest.mark.parametrize(
    ("payload", "fault", "reason"),
    [
        ({"c": bytes(31)}, "invalid", "a field of another length than it must have"),
        ({"c": bytes(32), "x": 1}, "invalid", "wrong fields in a payload"),
    ],
)
def test_a_commit_that_is_none(net: Tables, payload: Payload, fault: str, reason: str) -> None:
    net.move(GO)

    assert fault_of(net.one, net.one.body(0, "commit", payload)) == (fault, reason)


def test_a_reveal_of_something_else(net: Tables) -> None:
    net.move(GO)
    net.commit({seat: Action("tiny.say", (seat,)) for seat in range(3)})
    place = net.one.place_of(1)
    other: Payload = {"v": action_payload(Action("tiny.say", (2,))), "r": net.nonce(place)}
    nonce: Payload = {"v": action_payload(Action("tiny.say", (1,))), "r": bytes(32)}

    for payload in (other, nonce):
        assert fault_of(net.one, net.one.body(place, "reveal", payload)) == (
            "invalid",
            "the revealed choice is not the one that was committed to",
        )
    assert fault_of(net.one, net.one.body(place, "reveal", {"v": 1}))[0] == "invalid"


def test_a_reveal_of_what_was_never_legal(net: Tables) -> None:
    net.move(GO)
    step, game_id = net.one.journal.step, net.genesis.game_id
    place = net.one.place_of(1)
    value = action_payload(Action("tiny.say", (9,)))
    said = commitment(game_id, step, place, net.nonce(place), value)
    net.commit({seat: Action("tiny.say", (seat,)) for seat in (0, 2)})
    net.add(place, net.one.body(place, "commit", {"c": said}))

    payload: Payload = {"v": value, "r": net.nonce(place)}
    assert fault_of(net.one, net.one.body(place, "reveal", payload)) == (
        "illegal",
        "this is not possible now",
    )
