"""What a host asks its sitters to sign: a script of who signs, and who does not."""

from __future__ import annotations

import pytest

from bastide.core.messages import English, Message
from bastide.net.errors import PeerError
from bastide.net.identity import Identity
from bastide.net.links.messages import Accept, Decline, Genesis, Offer, Room
from bastide.net.lobby.reasons import BAD_SIGNATURE, LEFT, LOST
from bastide.net.lobby.seating import CLOSED
from tests.net.room import ANN, BOB, CAT, DAN, NONCE, House


def why(message: Message | None) -> str:
    assert message is not None
    return English().say(message)


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
    assert house.table.started


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
    house.table.knock(BOB.key, " ", True, 0.0)
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
    assert house.table.offering.accepts == {}
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
