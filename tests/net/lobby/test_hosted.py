"""A table before it starts, as its host holds it: a script of who comes, goes and signs."""

from __future__ import annotations

import pytest

from bastide.core.messages import English, Message
from bastide.net import limits
from bastide.net.errors import PeerError
from bastide.net.identity import Identity
from bastide.net.links.messages import Accept, Decline, Genesis, Offer, Room, RoomSeat
from bastide.net.lobby.hosted import CLOSED, WAITS
from bastide.net.lobby.reasons import BAD_SIGNATURE, LEFT, LOST
from tests.net.room import ANN, BOB, CAT, DAN, NONCE, TABLE, House


def why(message: Message | None) -> str:
    assert message is not None
    return English().say(message)


# who comes and goes


def test_who_knocks_first_sits_next_and_all_are_told() -> None:
    house = House()
    house.knock(BOB, CAT)
    assert house.names() == ["Ann", "Bob", "Cat"]
    seats = (RoomSeat(ANN.key, "Ann"), RoomSeat(BOB.key, "Bob"), RoomSeat(CAT.key, "Cat"))
    assert house.last(BOB) == Room(TABLE, seats, 1, {"seating": "drawn"}, "")
    assert house.last(CAT) == Room(TABLE, seats, 2, {"seating": "drawn"}, "")
    assert house.table.full


def test_free_seats_are_shown_without_a_key() -> None:
    house = House(4)
    house.knock(BOB)
    assert house.room(BOB).seats[2:] == (RoomSeat(None, "-"), RoomSeat(None, "-"))


def test_of_two_that_want_the_last_seat_the_first_has_it() -> None:
    house = House(2)
    house.knock(BOB, CAT)
    assert house.names() == ["Ann", "Bob"]
    assert (house.room(CAT).you, house.room(CAT).why) == (CLOSED, "All seats are taken.")


def test_knocking_again_only_tells_how_the_room_is() -> None:
    house = House()
    house.knock(BOB, BOB)
    assert house.names() == ["Ann", "Bob"]
    assert house.room(BOB).you == 1


def test_nobody_can_watch() -> None:
    house = House()
    house.knock(BOB, seat=False)
    assert house.room(BOB).why == "Watching is not possible at this table."


def test_who_gets_up_leaves_the_seat_to_others() -> None:
    house = House(2)
    house.knock(BOB)
    house.table.gone(BOB.key)
    house.knock(CAT)
    assert house.names() == ["Ann", "Cat"]


def test_who_was_never_there_cannot_get_up() -> None:
    house = House()
    house.knock(BOB)
    house.table.make_offer(NONCE)
    told = len(house.sent[BOB.key])
    house.table.gone(CAT.key)
    house.table.gone(ANN.key)
    assert house.table.offer is not None
    assert len(house.sent[BOB.key]) == told


def test_a_closed_table_tells_everybody() -> None:
    house = House(ask=True)
    house.knock(BOB, CAT)
    house.table.admit(BOB.key, True)
    house.table.close("The host closed the table.")
    for guest in (BOB, CAT):
        assert (house.room(guest).you, house.room(guest).why) == (
            CLOSED,
            "The host closed the table.",
        )


def test_the_host_may_change_its_name_until_an_offer_is_out() -> None:
    house = House()
    house.knock(BOB)
    house.table.rename("Anna")
    assert house.room(BOB).seats[0].name == "Anna"
    house.table.make_offer(NONCE)
    house.table.rename("Annette")
    assert house.names()[0] == "Anna"


# asking


def test_at_a_table_with_ask_one_waits_for_the_hosts_yes() -> None:
    house = House(ask=True)
    house.knock(BOB)
    assert house.names() == ["Ann"]
    assert house.room(BOB).you == WAITS
    house.table.admit(BOB.key, True)
    assert house.names() == ["Ann", "Bob"]
    assert house.room(BOB).you == 1


def test_the_host_says_no() -> None:
    house = House(ask=True)
    house.knock(BOB)
    house.table.admit(BOB.key, False)
    assert house.room(BOB).why == "The host said no."
    assert not house.table.asking


def test_a_yes_when_all_seats_are_taken_is_a_no() -> None:
    house = House(2, ask=True)
    house.knock(BOB, CAT)
    house.table.admit(BOB.key, True)
    house.table.admit(CAT.key, True)
    assert house.room(CAT).why == "All seats are taken."


def test_nobody_is_let_in_while_the_others_sign() -> None:
    house = House(3, ask=True)
    house.knock(BOB, CAT)
    house.table.admit(BOB.key, True)
    house.table.make_offer(NONCE)
    house.table.admit(CAT.key, True)
    assert house.names() == ["Ann", "Bob"]
    assert house.room(CAT).you == WAITS


def test_who_asks_is_not_asked_to_sign_and_is_told_when_it_is_too_late() -> None:
    house = House(3, ask=True)
    house.knock(BOB, CAT)
    house.table.admit(BOB.key, True)
    house.offer()
    assert not any(isinstance(m, Offer) for m in house.sent[CAT.key])
    assert house.accept(ANN, BOB) == [False, True]
    assert house.table.offer is not None
    house.table.start(house.table.offer)
    assert house.room(CAT).why == "The game has started already."
    assert not any(isinstance(m, Genesis) for m in house.sent[CAT.key])


def test_not_everybody_can_ask_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "LINKS_ALL", 1)
    house = House(ask=True)
    house.knock(BOB, CAT)
    assert house.room(CAT).why == "All seats are taken."


# signing


def test_a_game_exists_when_all_have_signed() -> None:
    house = House()
    house.knock(BOB, CAT)
    offer = house.offer()
    assert house.last(BOB) == house.last(CAT) == offer
    assert house.accept(BOB, ANN, CAT) == [False, False, True]
    genesis = house.table.offer
    assert genesis is not None
    assert not house.table.started
    house.table.start(genesis)
    started = house.last(BOB)
    assert started == house.last(CAT)
    assert isinstance(started, Genesis)
    signed = tuple(each.sign("accept", genesis.game_id) for each in (ANN, BOB, CAT))
    assert started.signatures == signed
    assert house.table.notice().state == "playing"


def test_the_game_starts_with_fewer_than_the_seats_asked_for() -> None:
    house = House(5)
    house.knock(BOB)
    house.offer()
    assert house.table.offer is not None
    assert len(house.table.offer.seats) == 2


def test_one_alone_cannot_start() -> None:
    house = House()
    assert why(house.table.no_start()) == "At least 2 players are needed."
    with pytest.raises(PeerError, match="At least 2"):
        house.table.make_offer(NONCE)


def test_one_offer_at_a_time() -> None:
    house = House()
    house.knock(BOB)
    house.offer()
    with pytest.raises(PeerError, match="Not signed yet: Ann, Bob"):
        house.table.make_offer(NONCE)


def test_a_player_without_a_name_cannot_keep_the_others_from_starting() -> None:
    house = House()
    house.table.knock(BOB.key, " ", True)
    assert house.room(BOB).why == "A player needs a name."
    assert house.names() == ["Ann"]


def test_a_host_without_a_name_is_told_so_when_it_starts() -> None:
    house = House()
    house.knock(BOB)
    house.table.rename("")
    with pytest.raises(PeerError, match=r"text of 1 to 40 bytes.*\.$"):
        house.table.make_offer(NONCE)
    assert house.table.offer is None


def test_nobody_comes_while_the_others_sign() -> None:
    house = House()
    house.knock(BOB)
    house.offer()
    house.knock(CAT)
    assert house.room(CAT).why == "The game has started already."


def test_a_signature_counts_once_and_only_for_this_offer() -> None:
    house = House()
    house.knock(BOB)
    house.offer()
    assert house.accept(BOB, BOB, BOB) == [False, False, False]
    other = Accept(bytes(32), 0, ANN.sign("accept", bytes(32)))
    assert not house.table.accept(other)


@pytest.mark.parametrize(("seat", "signer"), [(1, CAT), (0, BOB), (5, BOB)])
def test_a_signature_that_does_not_hold_is_refused(seat: int, signer: Identity) -> None:
    house = House()
    house.knock(BOB)
    house.offer()
    assert house.table.offer is not None
    game = house.table.offer.game_id
    with pytest.raises(PeerError):
        house.table.accept(Accept(game, seat, signer.sign("accept", game)))


def test_the_others_who_sit_are_told_who_has_signed() -> None:
    house = House(4, ask=True)
    house.knock(BOB, CAT, DAN)
    house.table.admit(BOB.key, True)
    house.table.admit(CAT.key, True)
    game = house.table.make_offer(NONCE).game_id

    house.accept(ANN, BOB, BOB)

    assert signers(house, BOB, game) == [0]
    assert signers(house, CAT, game) == [0, 1]
    assert signers(house, DAN, game) == [], "who waits for a seat signs nothing"
    house.table.tell_one(CAT.key)
    assert [type(each) for each in house.sent[CAT.key][-4:]] == [Room, Offer, Accept, Accept]
    house.accept(CAT)
    assert signers(house, BOB, game) == [0], "the game tells of the last one"


def signers(house: House, guest: Identity, game: bytes) -> list[int]:
    """Return the places whose signatures a guest was told of, in order."""
    told = house.sent[guest.key]
    return [each.seat for each in told if isinstance(each, Accept) and each.game == game]


def test_a_no_frees_the_seat_and_tells_why() -> None:
    house = House(2)
    house.knock(BOB)
    house.offer()
    assert house.table.offer is not None
    decline = Decline(house.table.offer.game_id, "my rules\x1b[2J differ")
    house.table.decline(CAT.key, decline)
    assert house.table.offer is not None, "who does not sit there has nothing to decline"
    house.table.decline(BOB.key, decline)
    assert house.table.offer is None
    assert house.names() == ["Ann"]
    assert why(house.table.refusal) == 'Bob did not sign: "my rules[2J differ"'


@pytest.mark.parametrize(
    ("given", "shown"),
    [
        ("My rules differ.", 'Bob did not sign: "My rules differ."'),
        ('Dull".\u202e Ann has left. “Go”', "Bob did not sign: \"Dull'. Ann has left. 'Go'\""),
        ("x" * 500, 'Bob did not sign: "' + "x" * 400 + '"'),
        (" \x1b ", "Bob did not sign, and gives no reason."),
    ],
)
def test_a_reason_is_cleaned_cut_and_quoted(given: str, shown: str) -> None:
    house = House(2)
    house.knock(BOB)
    house.offer()
    assert house.table.offer is not None
    house.table.decline(BOB.key, Decline(house.table.offer.game_id, given))
    assert why(house.table.refusal) == shown


def test_a_no_to_another_offer_means_nothing() -> None:
    house = House()
    house.knock(BOB)
    house.offer()
    house.table.decline(BOB.key, Decline(bytes(32), ""))
    assert house.table.offer is not None


def test_who_leaves_while_the_others_sign_ends_the_offer() -> None:
    house = House()
    house.knock(BOB, CAT)
    house.offer()
    house.accept(ANN, BOB)
    house.table.gone(CAT.key)
    assert house.table.offer is None
    assert house.table.accepts == {}
    house.table.make_offer(bytes(32))
    assert house.accept(ANN, BOB) == [False, True]


def test_who_only_asks_for_a_seat_keeps_nobody_from_signing_by_leaving() -> None:
    house = House(3, ask=True)
    house.knock(BOB, CAT)
    house.table.admit(BOB.key, True)
    house.offer()
    house.table.decline(CAT.key, Decline(house.table.offer.game_id, "no"))  # type: ignore[union-attr]  # just made
    house.table.gone(CAT.key)
    assert not house.table.asking
    assert house.accept(ANN, BOB) == [False, True]


@pytest.mark.parametrize("said", [LEFT, LOST, BAD_SIGNATURE])
def test_whoever_ends_an_offer_is_named(said: str) -> None:
    house = House()
    house.knock(BOB, CAT)
    house.table.gone(CAT.key, said)
    assert house.table.refusal is None, "nobody was asked to sign"
    house.knock(CAT)
    house.offer()
    house.table.gone(CAT.key, said)
    assert why(house.table.refusal) == said.format(name="Cat")


def test_the_host_sees_who_has_not_signed_yet() -> None:
    house = House()
    house.knock(BOB, CAT)
    house.offer()
    house.accept(ANN, CAT)
    assert why(house.table.no_start()).startswith("Not signed yet: Bob.")


def test_who_does_not_sign_in_time_loses_the_seat() -> None:
    house = House(4)
    house.knock(BOB, CAT, DAN)
    house.offer()
    house.accept(ANN, CAT)
    house.table.give_up()
    assert house.names() == ["Ann", "Cat"]
    assert why(house.table.refusal) == "Not signed in time: Bob, Dan."
    for late in (BOB, DAN):
        assert (house.room(late).you, house.room(late).why) == (CLOSED, "You did not sign in time.")
    house.table.give_up()
    assert house.names() == ["Ann", "Cat"]


def test_a_game_that_cannot_be_kept_does_not_start() -> None:
    house = House(2)
    house.knock(BOB)
    house.offer()
    assert house.accept(ANN, BOB)[-1]
    house.table.fail(Message("The disk is full."))
    assert not house.table.started
    assert why(house.table.refusal) == "The disk is full."
    assert not any(isinstance(m, Genesis) for m in house.sent[BOB.key])


def test_after_the_start_nobody_comes_or_goes() -> None:
    house = House(2)
    house.knock(BOB)
    house.offer()
    house.accept(ANN, BOB)
    assert house.table.offer is not None
    house.table.start(house.table.offer)
    house.table.gone(BOB.key)
    house.table.withdraw(Message("Too late."))
    house.table.give_up()
    house.table.decline(BOB.key, Decline(house.table.offer.game_id, ""))
    assert house.names() == ["Ann", "Bob"]
    assert house.table.offer is not None
    house.knock(CAT)
    assert house.room(CAT).why == "The game has started already."


def test_who_is_linked_again_is_told_again_and_asked_again() -> None:
    house = House()
    house.knock(BOB)
    house.offer()
    house.sent.clear()
    house.table.tell_one(BOB.key)
    assert [type(m) for m in house.sent[BOB.key]] == [Room, Offer]


# bots


def test_bots_of_the_host_have_keys_of_their_own() -> None:
    house = House(3)
    house.table.add_bot(DAN.key, "greedy")
    house.knock(BOB)
    assert house.names() == ["Ann", "greedy", "Bob"]
    assert house.room(BOB).you == 2
    house.offer()
    assert list(house.sent) == [BOB.key]
    assert house.accept(ANN, DAN, BOB) == [False, False, True]


def test_a_bot_needs_a_free_seat() -> None:
    house = House(2)
    house.knock(BOB)
    with pytest.raises(PeerError, match="All seats are taken"):
        house.table.add_bot(DAN.key, "greedy")


# the list


def test_a_notice_says_what_is_played_and_who_is_there() -> None:
    house = House(4, ask=True, options={"seating": "listed"})
    notice = house.table.notice()
    assert (notice.name, notice.game, notice.version) == ("Ann's table", "race", "1.0")
    assert notice.rules == house.plugins.rules_id("race")
    assert (notice.seats, notice.names, notice.ask) == ((2, 4), ("Ann",), True)
    assert notice.options == {"seating": "listed"}
    assert (notice.deal, notice.spectators, notice.state) == ("open", "no", "open")
    house.table.over = True
    assert house.table.notice().state == "over"


def test_a_name_at_a_table_stays_with_its_key_when_others_go_and_come() -> None:
    house = House(4)
    table = house.table
    for guest in (BOB, CAT):
        table.knock(guest.key, "Ann", True)
    assert house.names() == ["Ann", "Ann 2", "Ann 3"]
    table.gone(BOB.key)
    assert house.names() == ["Ann", "Ann 3"]
    table.knock(DAN.key, "Ann 2", True)
    assert house.names() == ["Ann", "Ann 3", "Ann 2 2"]
    table.gone(DAN.key)
    table.knock(BOB.key, "Ann", True)
    assert house.names() == ["Ann", "Ann 3", "Ann 2"]
    assert [seat.name for seat in table.make_offer(NONCE).seats] == ["Ann", "Ann 3", "Ann 2"]


def test_who_asks_has_the_name_that_he_sits_with() -> None:
    table = House(4, ask=True).table
    for guest, name in ((BOB, "Ann"), (CAT, "Ann 2")):
        table.knock(guest.key, name, True)
    assert [asker.name for asker in table.asking] == ["Ann 2", "Ann 2 2"]
    table.admit(CAT.key, True)
    table.admit(BOB.key, True)
    assert [sitter.name for sitter in table.sitters] == ["Ann", "Ann 2 2", "Ann 2"]


def test_company_is_let_in_without_a_yes_under_the_names_it_had() -> None:
    played = {BOB.key: "Ann", ANN.key: "Ann 2"}
    table = House(4, ask=True, company=played).table
    for guest in (CAT, BOB):
        table.knock(guest.key, "Ann", True)
    assert [sitter.name for sitter in table.sitters] == ["Ann 2", "Ann"]
    assert [asker.name for asker in table.asking] == ["Ann 3"]
