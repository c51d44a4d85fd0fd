from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bastide.core.builder import Phase, RulesBuilder
from bastide.core.chance import Roll
from bastide.core.encoding import enc
from bastide.core.events import Action
from bastide.core.journal import Entry, Journal, commitment, make_body, parse_body
from bastide.core.payloads import Payload, action_payload
from bastide.core.plugins import Setup
from bastide.core.rules import Rules
from bastide.core.state import PUBLIC, SEALED, State
from bastide.core.table import EntryError, Expected, Table
from tests.core.cards import cards
from tests.core.games import composed, loaded, no_effect
from tests.core.stealing import after_a_lie, stealing_rules
from tests.core.tables import (
    FormalDealer,
    Oracle,
    Tables,
    genesis_for,
    local_table,
    move,
    signed,
)

GO = Action("tiny.go")


def dice(rules: RulesBuilder) -> None:
    """A game: roll, then go; every second turn all say something unseen."""
    rules.phase(Phase("roll", ask=lambda s: (Roll(6),), answer=_rolled))
    rules.phase(Phase("go", lambda s: [GO, Action("tiny.stay")]))
    rules.phase(Phase("say", lambda s: [Action("tiny.say", (n,)) for n in range(3)], together=True))
    rules.action("tiny.go", no_effect)
    rules.action("tiny.stay", no_effect)
    rules.action("tiny.say", lambda s, a: s.emit("tiny", "tiny.said", s.seat, *a.data))


def _rolled(s: State, answers: tuple[object, ...]) -> None:
    s.emit("tiny", "tiny.rolled", s.turn_seat)


@pytest.fixture
def dice_rules() -> Rules:
    return composed(dice, seats=3, seating="drawn")


@pytest.fixture
def net(dice_rules: Rules) -> Tables:
    """Return a game between three places, at its first decision."""
    net = Tables(dice_rules)
    net.deal()
    return net


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


def test_seats_are_places_in_turn_order(net: Tables) -> None:
    seating = net.one.state.seating

    assert sorted(seating) == [0, 1, 2]
    for seat, place in enumerate(seating):
        assert (net.one.seat_of(place), net.one.place_of(seat)) == (seat, place)
    assert net.one.names == tuple(("Ada", "Blaise", "Carl")[place] for place in seating)
    assert net.one.expected() == Expected(3, "move", (seating[0],))
    assert net.one.acting == (0,)


def test_each_place_sees_with_its_own_eyes_once_seats_are_known(net: Tables) -> None:
    for place in net.places:
        assert net.tables[place].state.eyes == net.one.seat_of(place)
    assert net.tables[None].state.eyes == PUBLIC


def test_before_the_turn_order_is_drawn_everybody_is_a_spectator(dice_rules: Rules) -> None:
    net = Tables(dice_rules)

    assert {table.state.eyes for table in net.tables.values()} == {PUBLIC}


def test_listed_seats_see_at_once() -> None:
    net = Tables(composed(dice, seats=2))

    assert [net.tables[place].state.eyes for place in net.places] == [0, 1]


# a move


def test_a_move_goes_to_every_table_and_the_dealer_is_asked(net: Tables) -> None:
    net.move(GO)
    net.commit({seat: Action("tiny.say", (seat,)) for seat in range(3)})
    net.reveal({seat: Action("tiny.say", (seat,)) for seat in range(3)})

    assert net.one.expected() == Expected(6, "roll", (0, 1, 2))
    net.deal()
    assert net.one.state.turn == 1
    assert net.one.acting == (1,)


def test_what_was_done_is_told_with_its_step_seat_and_turn(net: Tables) -> None:
    (done,) = net.one.done
    assert (done.step, done.seat, done.action, done.turn) == (2, -1, None, 0)
    assert [event.kind for event in done.events] == ["tiny.rolled"]

    net.move(GO)

    assert net.one.done[-1] == (3, 0, GO, (), 0)


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


# cards at several tables


def test_each_table_knows_the_faces_of_its_own_seat() -> None:
    net = Tables(loaded(cards()).compose(Setup("cards", 3)))
    net.deal()

    for key, table in net.tables.items():
        hand = [] if key is None else table.state.cards().hands[table.seat_of(key)]
        assert sorted(table.state.cards().faces) == sorted(hand)


def test_cards_played_unseen_are_claimed_and_opened() -> None:
    rules = loaded(cards()).compose(Setup("cards", 2))
    net = Tables(rules)
    net.deal()
    bids = {seat: rules.legal_for(net.oracle.state, seat)[1] for seat in range(2)}

    net.commit(bids)
    net.reveal(bids)

    for table in net.tables.values():
        for bid in bids.values():
            item, face = bid.claims[0]
            assert table.state.face(item) == face


def test_a_whole_game_of_cards_is_the_same_at_every_table() -> None:
    rules = loaded(cards()).compose(Setup("cards", 3))
    net = Tables(rules)
    net.deal()
    while not net.one.over:
        s = net.oracle.state
        if rules.together(s):
            chosen = {seat: rules.legal_for(s, seat)[-1] for seat in range(3)}
            net.commit(chosen)
            net.reveal(chosen)
        else:
            net.move(rules.legal(s)[-1])
        net.deal()

    assert net.one.state_digest == rules.digest(net.oracle.state)
    assert net.one.expected() is None


def test_a_card_of_another_hand_is_named_and_taken_at_every_table() -> None:
    net = Tables(stealing_rules())
    net.deal()
    theft = net.rules.legal(net.oracle.state)[1]

    net.move(theft)
    net.deal()

    assert [len(hand) for hand in net.one.state.cards().hands] == [3, 1, 2]
    assert not any(table.accused for table in net.tables.values())


def test_a_false_claim_about_another_hand_names_the_seat_that_claimed() -> None:
    """The seat whose card it is knows better, and its table goes on like all others till then."""
    net = after_a_lie()

    assert set(net.tables) == {0, 2, None}
    for table in net.tables.values():
        assert table.accused
        assert table.accused.seat == 1
        assert str(table.accused) == "the card that was opened is not the one that was named"
        assert table.expected() is None


# what a table does not take


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


# at one computer


def test_the_local_dealer_answers_at_once(dice_rules: Rules) -> None:
    table = local_table(dice_rules)

    assert table.expected() == Expected(0, "move", (table.place_of(0),))
    assert not table.state.waiting
    assert [event.kind for each in table.done for event in each.events] == ["tiny.rolled"]


def test_choices_made_together_are_not_told_before_the_last(dice_rules: Rules) -> None:
    table = local_table(dice_rules)
    move(table, GO)
    says = [Action("tiny.say", (n,)) for n in range(3)]

    assert table.expected() == Expected(1, "move", (table.place_of(0),))
    assert [each.action for each in move(table, says[0])] == [SEALED]
    assert [each.action for each in move(table, says[1])] == [SEALED]
    last = move(table, says[2])

    assert [(each.seat, each.action) for each in last] == list(enumerate(says))
    kinds = [event.kind for event in last[-1].events]
    assert kinds == ["tiny.said"] * 3 + ["tiny.rolled"]


def test_going_back_brings_position_log_and_chance_back(compose: Callable[..., Rules]) -> None:
    rules = compose("cards", seats=3, seating="drawn")
    table = local_table(rules)
    marks = []
    for _ in range(25):
        marks.append((table.state_digest, table.journal.digest, len(table.done), table.state))
        move(table, rules.legal(table.state)[-1])
    entries, end, done = table.journal.entries(), table.state_digest, table.done[:]

    for step in (20, 20, 7, 0):
        dropped = table.rewind(step)
        digest, journal, count, state = marks[step]
        assert (table.state_digest, table.journal.digest, len(table.done)) == (
            digest,
            journal,
            count,
        )
        assert table.state_before(step) is table.state
        assert state.scores == table.state.scores
        assert table.journal.entries() + dropped == entries[: step + len(dropped)]

    for entry in entries:
        table.check(entry.body)
        table.add(entry)
    assert (table.state_digest, table.done) == (end, done)


@given(st.data())
def test_whatever_is_taken_back_is_drawn_again(data: st.DataObject) -> None:
    rules = loaded(cards()).compose(Setup("cards", 2))
    table = local_table(rules, data.draw(st.binary(min_size=32, max_size=32)))
    for _ in range(data.draw(st.integers(1, 30))):
        if not table.over:
            move(table, data.draw(st.sampled_from(rules.legal(table.state))))
    entries, end, scores = table.journal.entries(), table.state_digest, table.state.scores

    for _ in range(data.draw(st.integers(1, 3))):
        step = data.draw(st.integers(0, len(entries)))
        dropped = table.rewind(step)
        assert dropped == entries[step:]
        for entry in dropped:
            table.check(entry.body)
            table.add(entry)

    assert (table.state_digest, table.state.scores) == (end, scores)
    assert table.journal.entries() == entries


def test_another_move_after_going_back_draws_the_same(dice_rules: Rules) -> None:
    table = local_table(dice_rules)
    move(table, GO)
    for n in range(3):
        move(table, Action("tiny.say", (n,)))
    first = table.dealer.rng.mark()  # type: ignore[union-attr]  # a local dealer

    table.rewind(0)
    move(table, Action("tiny.stay"))
    for _ in range(3):
        move(table, Action("tiny.say", (0,)))

    assert table.dealer.rng.mark() == first  # type: ignore[union-attr]


def test_going_back_to_the_step_that_is_due_drops_nothing(dice_rules: Rules) -> None:
    table = local_table(dice_rules)
    move(table, GO)

    assert table.rewind(1) == []
    assert table.journal.step == 1


def test_the_position_before_a_step_is_kept(nim_rules: Rules) -> None:
    table = local_table(nim_rules)
    before = nim_rules.digest(table.state)
    move(table, nim_rules.legal(table.state)[0])

    assert nim_rules.digest(table.state_before(0)) == before
    assert table.state_before(1) is table.state


def test_what_was_sent_to_others_cannot_be_taken_back(net: Tables) -> None:
    with pytest.raises(ValueError, match="what was sent cannot be taken back"):
        net.one.rewind(0)


def test_a_table_knows_its_genesis_and_its_game(dice_rules: Rules) -> None:
    genesis = genesis_for(dice_rules)
    oracle = Oracle(dice_rules, dice_rules.new(), None)  # type: ignore[arg-type]  # not asked
    table = Table(dice_rules, Journal(genesis), FormalDealer(oracle, None))

    assert table.genesis is genesis
    assert not table.over
    assert enc(list(table.state.seating)) == enc([0, 1, 2])
    assert isinstance(signed(table, table.body(0, "join", {}), 0), Entry)
