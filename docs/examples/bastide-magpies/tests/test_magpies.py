"""Magpies: who takes what lies there, and that no card is known before all have chosen."""

import pytest
from bastide_magpies import plugin

from bastide.core.chance import Answer
from bastide.core.dealer import LocalDealer
from bastide.core.events import Action
from bastide.core.plugins import Plugins, Setup
from bastide.core.rules import Rules
from bastide.core.state import State
from bastide.core.testing import check_game, check_refusal, replay

PLUGINS = Plugins({"magpies": lambda: plugin})


def rules(seats: int = 3, things: int = 8) -> Rules:
    options = (("magpies.things", things), ("seating", "listed"))
    return PLUGINS.compose(Setup("magpies", seats, options=options))


def choosing(table: Rules, hands: tuple[tuple[int, ...], ...]) -> State:
    """Return the first choice, with these cards in the hands and a thing of 4 in the grass."""
    s = table.new()
    table.answer(s, LocalDealer(b"magpies").answer(s))
    for seat, hand in enumerate(hands):
        s.cards().faces.update(zip(s.cards().hands[seat], hand, strict=False))
    table.answer(s, (Answer((4,)),))
    return s


def choose(table: Rules, s: State, *numbers: int) -> State:
    """Let each seat play a number, or wait with 0, and show the cards."""
    for seat, number in enumerate(numbers):
        legal = table.legal_for(s, seat)
        action = next((a for a in legal if number and a.data[0] == number), legal[-1])
        table.apply(s, action, seat)
    table.settle(s, LocalDealer(b"magpies"))
    return s


@pytest.mark.parametrize("seats", range(2, 7))
@pytest.mark.parametrize("things", [4, 10])
def test_random_games_keep_the_contract(seats: int, things: int) -> None:
    table = rules(seats, things)

    played = check_game(table, seats)

    assert table.digest(replay(table, seats, played)) == table.digest(played.state)
    assert sum(played.state.scores) <= sum(range(things + 1))


def test_the_highest_card_takes_the_thing() -> None:
    table = rules()

    s = choose(table, choosing(table, ((9,), (3,), (10,))), 9, 3, 0)

    assert s.scores == [4, 0, 0]


def test_equal_cards_only_quarrel() -> None:
    table = rules()

    s = choose(table, choosing(table, ((9,), (3,), (9,))), 9, 3, 9)

    assert s.scores == [0, 4, 0]


def test_what_nobody_takes_stays() -> None:
    table = rules()

    s = choose(table, choosing(table, ((9,), (3,), (9,))), 9, 0, 9)

    assert s.scores == [0, 0, 0]
    assert s.parts["magpies"].lying[0] == 4
    assert len(s.parts["magpies"].lying) == 2


def test_nobody_sees_what_is_chosen_before_the_last() -> None:
    table = rules()
    s = choosing(table, ((9,), (3,), (10,)))

    table.apply(s, table.legal_for(s, 0)[0], 0)

    assert s.view(1).sealed[0].data == ()
    assert all(a.kind == "magpies.wait" for a in table.legal_for(s.view(1), 2))


def test_a_card_is_played_for_what_lies_there() -> None:
    table = rules()
    s = choosing(table, ((9,), (3,), (10,)))

    card = s.cards().hands[0][0]
    assert check_refusal(table, s, Action("magpies.play", (9, 5), ((card, 9),))) == (
        "only a card of your own hand can be played, for what lies there"
    )


def test_equal_cards_of_a_hand_are_one_choice() -> None:
    table = rules()

    s = choosing(table, ((9, 5, 9, 5, 2, 2), (3,), (10,)))

    assert [a.data[0] for a in table.legal_for(s, 0)] == [2, 5, 9, 4]
