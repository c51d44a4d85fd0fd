"""The course of a game at several tables: seats, eyes, and cards of several hands."""

from __future__ import annotations

from bastide.core.builder import Phase, RulesBuilder
from bastide.core.chance import Answer, Roll, Shuffle
from bastide.core.events import Action
from bastide.core.plugins import Setup
from bastide.core.rules import Rules
from bastide.core.state import PUBLIC, State
from bastide.core.table import Expected
from tests.core import cheaters
from tests.core.cards import cards
from tests.core.dice import GO, dice
from tests.core.games import composed, loaded
from tests.core.stealing import after_a_lie, stealing_rules
from tests.core.tables import Tables, local_table, move


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


def test_what_was_done_is_told_with_its_step_seat_and_turn(net: Tables) -> None:
    (done,) = net.one.done
    assert (done.step, done.seat, done.action, done.turn) == (2, -1, None, 0)
    assert [event.kind for event in done.events] == ["tiny.rolled"]

    net.move(GO)

    assert net.one.done[-1] == (3, 0, GO, (), 0)


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


def test_a_local_table_and_one_of_the_network_play_alike_even_where_copies_lose_something() -> None:
    def turn(rules: RulesBuilder) -> None:
        cheaters.acts(lambda s, a: cheaters.notes(s).lines.append(1))(rules)
        rules.phase(Phase("show", ask=lambda s: (Roll(6),), answer=count))
        rules.part(lambda s: cheaters.LosingNotes())
        rules.stage("deal", lambda s, n: 0 if n == 0 else None, before="main")
        rules.phase(Phase("hands", ask=lambda s: (Shuffle("deck", (1, 2)),)), stage="deal")

    def count(s: State, answers: tuple[Answer, ...]) -> None:
        cheaters.notes(s).total += len(cheaters.notes(s).lines)

    rules = composed(turn)
    net, local = Tables(rules), local_table(rules)
    net.deal()

    net.move(Action("tiny.go"))
    net.deal()
    move(local, Action("tiny.go"))

    assert net.one.state.parts == local.state.parts
