from __future__ import annotations

from typing import NamedTuple, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bastide.core.chance import (
    ALL_SEATS,
    Answer,
    Conceal,
    Deal,
    Look,
    Mix,
    Open,
    Put,
    Rng,
    SecretRequest,
    Shuffle,
    Take,
)
from bastide.core.dealer import LocalDealer
from bastide.core.errors import RulesError
from bastide.core.events import Plain
from bastide.core.rules import Rules
from bastide.core.secrets import Secrets
from bastide.core.state import PUBLIC, State
from tests.core.cards import FACES

SEATS = 3
EYES = (*range(SEATS), -1)


class Table(NamedTuple):
    """What all know, what each seat knows, and the dealer."""

    all: Secrets
    views: dict[int, Secrets]
    dealer: LocalDealer


def new_table(seed: bytes = bytes(32)) -> Table:
    return Table(Secrets(SEATS), {eyes: Secrets(SEATS) for eyes in EYES}, LocalDealer(seed))


def ask(table: Table, *requests: SecretRequest) -> Plain:
    """Let the dealer answer everybody; return the value of the last answer."""
    s = State(SEATS)
    s.secrets, s.waiting = table.all, requests
    answers = table.dealer.answer(s)
    for request, answer in zip(requests, answers, strict=True):
        table.all.apply(request, answer)
        for eyes, view in table.views.items():
            view.apply(request, answer.cut(eyes))
    return answers[-1].value


def dealt(seed: bytes = bytes(32), hand: int = 3) -> Table:
    table = new_table(seed)
    ask(table, Shuffle("deck", FACES), Deal("deck", tuple((n, hand) for n in range(SEATS))))
    return table


def known(table: Table, eyes: int) -> set[int]:
    return set(table.views[eyes].faces)


def faces(cards: Secrets, items: list[int]) -> list[Plain]:
    return [cards.faces[item] for item in items]


# what each request does


def test_a_shuffled_pile_is_known_to_nobody() -> None:
    table = new_table()

    items = ask(table, Shuffle("deck", ("a", "b", "a")))

    assert items == (0, 1, 2) == tuple(table.all.piles["deck"])
    assert [known(table, eyes) for eyes in EYES] == [set()] * 4
    assert sorted(table.all.faces.values(), key=str) == ["a", "a", "b"]


def test_a_dealt_hand_is_known_to_its_seat_only() -> None:
    table = dealt()

    for seat in range(SEATS):
        assert known(table, seat) == set(table.all.hands[seat])
    assert known(table, -1) == set()
    assert [len(hand) for hand in table.all.hands] == [3, 3, 3]
    assert len(table.all.piles["deck"]) == len(FACES) - 9


def test_cards_come_from_the_top_of_the_pile() -> None:
    table = new_table()
    ask(table, Shuffle("deck", FACES))
    top = faces(table.all, table.all.piles["deck"][:2])

    ask(table, Deal("deck", ((1, 2),)))

    assert sorted(map(str, faces(table.all, table.all.hands[1]))) == sorted(map(str, top))


def test_after_a_deal_nobody_can_tell_old_cards_of_a_hand_from_new_ones() -> None:
    table = dealt()
    before = set(table.all.hands[0])

    ask(table, Deal("deck", ((0, 1),)))

    assert not before & set(table.all.hands[0])
    assert known(table, 0) == set(table.all.hands[0])


def test_looking_shows_a_pile_to_one_seat_and_leaves_it_in_order() -> None:
    table = dealt()
    pile = tuple(table.all.piles["deck"])

    ask(table, Look(pile, 2))

    assert table.all.piles["deck"] == list(pile)
    assert set(pile) <= known(table, 2)
    assert not set(pile) & (known(table, 0) | known(table, 1) | known(table, -1))


def test_a_card_that_was_looked_at_is_taken_and_the_pile_keeps_its_order() -> None:
    table = dealt()
    pile = tuple(table.all.piles["deck"])
    ask(table, Look(pile, 2))
    face = table.all.faces[pile[3]]

    ask(table, Take((pile[3],), 2))

    assert table.all.piles["deck"] == [*pile[:3], *pile[4:]]
    assert face in faces(table.all, table.all.hands[2])
    assert len(table.all.hands[2]) == 4


def test_an_opened_card_is_known_to_all_and_stays_where_it_is() -> None:
    table = dealt()
    item = table.all.hands[1][0]

    value = ask(table, Open((item,)))

    assert value == (table.all.faces[item],)
    assert all(item in known(table, eyes) for eyes in EYES)
    assert item in table.all.hands[1]
    assert item not in table.all.hidden(1)


def test_a_concealed_card_is_one_of_the_hand_that_nobody_else_can_tell() -> None:
    table = dealt()
    item = table.all.hands[1][0]
    ask(table, Open((item,)))

    ask(table, Conceal((item,), 1))

    assert item not in table.all.hands[1]
    assert len(table.all.hidden(1)) == 3
    assert known(table, 1) == set(table.all.hands[1])
    assert known(table, 0) == set(table.all.hands[0])


def test_shown_cards_are_left_out_when_a_hand_is_mixed() -> None:
    table = dealt()
    shown, *hidden = table.all.hands[0]
    ask(table, Open((shown,)))

    ask(table, Mix(0))

    assert table.all.hands[0][0] == shown
    assert not set(hidden) & set(table.all.hands[0])


def test_a_card_put_back_lies_under_the_pile_and_its_seat_knows_it() -> None:
    table = dealt()
    item = table.all.hands[0][1]

    ask(table, Put((item,), "deck"))

    assert table.all.piles["deck"][-1] == item
    assert item in known(table, 0)
    assert item not in known(table, 1)


def test_a_pile_can_be_cut_and_a_card_can_leave_the_game() -> None:
    table = dealt()
    pile = table.all.piles["deck"]
    item = table.all.hands[0][0]

    table.all.cut("deck", "market", 2)
    table.all.remove(item)

    assert table.all.piles == {"market": pile[:2], "deck": pile[2:]}
    assert item not in table.all.hands[0]
    assert item in table.all.faces


def test_a_hand_of_several_decks_is_in_the_order_of_their_names() -> None:
    table = new_table()
    ask(table, Shuffle("b", (1, 2, 3)), Shuffle("a", ("x", "y", "z")))
    ask(table, Deal("b", ((0, 2),)))
    ask(table, Deal("a", ((0, 1),)))

    hand = table.all.hands[0]

    assert [table.all.origin[item] for item in hand] == ["a", "b", "b"]
    assert isinstance(table.all.faces[hand[0]], str)


# what follows for all eyes


def moves(cards: Secrets, rng: Rng) -> SecretRequest:
    """Return some request that can be dealt."""
    seat = rng.below(SEATS)
    pile = tuple(cards.piles["deck"])
    hand = cards.hidden(seat)
    shown = [item for item in cards.hands[seat] if item not in hand]
    seen = [i for i in pile if cards.seen[i] & 1 << seat]
    options: list[SecretRequest] = [Mix(seat), Look(pile, seat), Look(tuple(hand), seat)]
    if pile:
        options.append(Deal("deck", ((seat, 1),)))
    if hand:
        options += [Open((hand[0],)), Put((hand[-1],), "deck")]
    if shown:
        options.append(Conceal((shown[0],), seat))
    if seen:
        options.append(Take((seen[0],), seat))
    return options[rng.below(len(options))]


@given(st.binary(min_size=32, max_size=32))
def test_all_eyes_agree_on_what_is_public_and_on_what_they_know(seed: bytes) -> None:
    table, rng = dealt(seed), Rng(seed, "moves")
    for _ in range(12):
        ask(table, moves(table.all, rng))

        for view in table.views.values():
            assert view.plain() == table.all.plain()
            assert view.faces.items() <= table.all.faces.items()
        assert known(table, -1) == {i for i, m in table.all.seen.items() if m == ALL_SEATS}
        everywhere = [*table.all.piles["deck"], *(i for hand in table.all.hands for i in hand)]
        assert sorted(everywhere) == sorted(table.all.faces)
        assert sorted(cast("list[int]", list(table.all.faces.values()))) == list(FACES)


@given(st.binary(min_size=32, max_size=32))
def test_a_blind_copy_knows_what_the_seat_was_shown(seed: bytes) -> None:
    table, rng = dealt(seed), Rng(seed, "moves")
    for _ in range(8):
        ask(table, moves(table.all, rng))

    for eyes in EYES:
        assert table.all.blind(eyes).faces == table.views[eyes].faces


@pytest.mark.parametrize("eyes", EYES)
def test_a_blind_copy_knows_single_faces_and_all_at_once(eyes: int) -> None:
    table = dealt()
    ask(table, Open((table.all.hands[1][0],)))

    blind = table.all.blind(eyes)

    one_by_one = {i: blind.face(i) for i in table.all.faces if blind.face(i) is not None}
    assert one_by_one == blind.faces == table.views[eyes].faces
    assert blind.face(999) is None
    for seat in range(SEATS):
        assert blind.known(seat) == table.views[eyes].known(seat)
    assert blind.clone().faces == blind.faces
    assert blind.blind(2).faces == {i: f for i, f in blind.faces.items() if blind.seen[i] & 4}
    with pytest.raises(AttributeError):
        getattr(blind, "another")  # noqa: B009  # only `faces` is made late


def test_a_clone_is_independent() -> None:
    table = dealt()
    before = table.all.plain()
    clone = table.all.clone()

    clone.retire(clone.hands[0][0])
    clone.cut("deck", "other", 1)
    clone.decks["more"] = ()
    clone.serial += 1

    assert table.all.plain() == before


# what is not known


def test_unknown_items_and_the_faces_left_for_them() -> None:
    table = dealt()
    mine = faces(table.all, table.all.hands[0])

    unknown = table.views[0].unknown()["deck"]

    assert unknown.items == sorted(table.all.faces.keys() - set(table.all.hands[0]))
    assert sorted(map(str, unknown.faces)) == sorted(str(f) for f in FACES if f not in mine)


def test_filling_keeps_what_is_known() -> None:
    table = dealt()
    view = table.views[1].clone()

    view.fill(Rng(b"x", "fill"))

    assert table.views[1].faces.items() <= view.faces.items()
    assert sorted(cast("list[int]", list(view.faces.values()))) == list(FACES)


def test_a_false_claim_that_was_believed_does_not_stop_a_guess() -> None:
    table = dealt()
    view = table.views[0].clone()
    other = table.all.hands[1]
    view.faces[other[0]] = view.faces[other[1]] = view.faces[table.all.hands[0][0]]

    view.fill(Rng(b"x", "fill"))

    assert set(view.faces) == set(table.all.faces)


# what cannot be dealt


@pytest.mark.parametrize("eyes", EYES)
def test_every_pair_of_eyes_refuses_what_cannot_be_dealt(eyes: int) -> None:
    with pytest.raises(RulesError, match="the deck 'deck' was shuffled already"):
        dealt().views[eyes].apply(Shuffle("deck", (1,)), Answer((99,)))


def test_a_spectator_holds_nothing(card_rules: Rules) -> None:
    """Screens are asked with seat -1, too; that is no place in a list of hands."""
    s = card_rules.new()
    card_rules.settle(s, LocalDealer(bytes(32)))

    for view in (s, s.view(PUBLIC), s.view(0)):
        assert view.cards().known(PUBLIC) == view.cards().hidden(PUBLIC) == []
