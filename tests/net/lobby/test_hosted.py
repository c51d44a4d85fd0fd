"""A table before it starts, as its host holds it: a script of who comes and goes."""

from __future__ import annotations

import pytest

from bastide.core.encoding import tagged_hash
from bastide.core.messages import Message, message
from bastide.net import limits
from bastide.net.errors import PeerError
from bastide.net.links.messages import Accept, Genesis, Offer, Room, RoomSeat
from bastide.net.lobby.reasons import (
    AWAY_TOO_LONG,
    HAS_LEFT,
    HAS_NO_SEAT,
    LOST,
    SEAT_FREED,
    SEAT_KEPT,
    said_by_host,
)
from bastide.net.lobby.seating import CLOSED, LEAST_AWAY, WAITS
from tests.net.room import ANN, BOB, CAT, DAN, NONCE, TABLE, House

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


def test_whose_link_is_lost_keeps_the_seat_for_a_while() -> None:
    house = House(2)
    house.knock(BOB)
    house.table.lost(BOB.key, 100.0)
    assert house.names() == ["Ann", "Bob"]
    assert house.table.news == message(SEAT_KEPT, name="Bob")
    assert not house.table.is_ready
    with pytest.raises(
        PeerError, match="can start when the link is back, or the seat is free: Bob"
    ):
        house.table.make_offer(NONCE)
    house.knock(CAT)
    assert house.room(CAT).why == "All seats are taken."
    assert not house.table.drop_lost(100.0 + limits.SEAT_KEPT_SECONDS)
    assert house.table.drop_lost(101.0 + limits.SEAT_KEPT_SECONDS)
    assert house.names() == ["Ann"]
    assert house.table.news == message(SEAT_FREED, name="Bob")
    told = house.room(BOB)
    assert (told.you, said_by_host(told.why)) == (CLOSED, Message(AWAY_TOO_LONG)), "if it hears it"


def test_who_knocks_again_in_time_is_back() -> None:
    house = House(2)
    house.knock(BOB)
    house.table.lost(BOB.key, 100.0)
    house.knock(BOB)
    assert house.table.is_ready
    assert house.table.news is None
    assert not house.table.drop_lost(1000.0)


@pytest.mark.parametrize("away", [25.0, 0.1])
def test_who_loses_the_link_again_and_again_does_not_keep_the_seat(away: float) -> None:
    house = House(2, ask=True)
    house.knock(BOB)
    house.table.admit(BOB.key, True)
    now, losses = 100.0, 0
    while "Bob" in house.names():
        losses += 1
        house.table.make_offer(NONCE)
        house.table.lost(BOB.key, now)
        now += away
        if not house.table.drop_lost(now):
            house.knock(BOB, now=now)
    assert losses == limits.SEAT_KEPT_SECONDS // max(away, LEAST_AWAY) + 1
    house.knock(BOB, now=now)
    assert [sitter.name for sitter in house.table.asking] == ["Bob"], "it needs a new yes"


def test_an_offer_is_withdrawn_when_a_link_is_lost_and_the_seat_is_kept() -> None:
    house = House(2)
    house.knock(BOB)
    first = house.offer()
    house.table.lost(BOB.key, 100.0)
    assert house.table.offer is None
    assert house.table.refusal == message(LOST, name="Bob")
    house.knock(BOB)
    assert house.table.refusal is None, "that is over"
    house.table.make_offer(b"o" * 32)
    signed = Accept(tagged_hash("game", first.genesis), 1, BOB.sign("accept", b""))
    assert not house.table.accept(signed), "what was withdrawn is signed by nobody any more"


def test_who_only_asks_and_loses_the_link_has_to_ask_again() -> None:
    house = House(3, ask=True)
    house.knock(BOB)
    house.table.lost(BOB.key, 100.0)
    assert not house.table.asking
    assert house.table.news is None


def test_all_are_told_who_has_left() -> None:
    house = House()
    house.knock(BOB, CAT)
    house.table.gone(BOB.key)
    assert house.table.news == message(HAS_LEFT, name="Bob")
    assert house.joined(CAT).news == message(HAS_NO_SEAT, name="Bob")
    house.knock(DAN)
    assert house.table.news is None
    assert house.joined(CAT).news is None


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


def test_a_name_at_a_table_stays_with_its_key_when_others_go_and_come() -> None:
    house = House(4)
    table = house.table
    for guest in (BOB, CAT):
        table.knock(guest.key, "Ann", True, 0.0)
    assert house.names() == ["Ann", "Ann 2", "Ann 3"]
    table.gone(BOB.key)
    assert house.names() == ["Ann", "Ann 3"]
    table.knock(DAN.key, "Ann 2", True, 0.0)
    assert house.names() == ["Ann", "Ann 3", "Ann 2 2"]
    table.gone(DAN.key)
    table.knock(BOB.key, "Ann", True, 0.0)
    assert house.names() == ["Ann", "Ann 3", "Ann 2"]
    assert [seat.name for seat in table.make_offer(NONCE).seats] == ["Ann", "Ann 3", "Ann 2"]


def test_who_asks_has_the_name_that_he_sits_with() -> None:
    table = House(4, ask=True).table
    for guest, name in ((BOB, "Ann"), (CAT, "Ann 2")):
        table.knock(guest.key, name, True, 0.0)
    assert [asker.name for asker in table.asking] == ["Ann 2", "Ann 2 2"]
    table.admit(CAT.key, True)
    table.admit(BOB.key, True)
    assert [sitter.name for sitter in table.sitters] == ["Ann", "Ann 2 2", "Ann 2"]


def test_company_is_let_in_without_a_yes_under_the_names_it_had() -> None:
    played = {BOB.key: "Ann", ANN.key: "Ann 2"}
    table = House(4, ask=True, company=played).table
    for guest in (CAT, BOB):
        table.knock(guest.key, "Ann", True, 0.0)
    assert [sitter.name for sitter in table.sitters] == ["Ann 2", "Ann"]
    assert [asker.name for asker in table.asking] == ["Ann 3"]
