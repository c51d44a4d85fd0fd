"""Nobody finds out a card that was not shown: neither from points and keys, nor in what it holds.

Sealed games with hands of three are played in memory. After each step every place, every group of
places but one, and a spectator try all that they ever had on all that was ever written. Broken
programs show that the search finds what is there.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random

import pytest

from bastide.net.veil import derived
from bastide.net.veil.flows import Veil
from tests.net.veil.holdings import holdings
from tests.net.veil.searching import cards_opened, hidden_from
from tests.net.veil.test_flows import card_rules
from tests.net.veil.veiled import Veiled
from tests.net.veil.watching import Watched, check_known, check_memory, check_origin, play
from tests.plugins.strategic.tables import compose, compose_deck, compose_first
from tests.repeats import REPEATED, repeated
from tests.sizes import SIZES

SMALL = ["base-D"] * 6 + ["base-U"] * 6 + ["base-C"] * 6 + ["base-V"] * 4
"""Tiles of a short game; those all of city fit nowhere now and then."""


# games


@REPEATED
def test_nobody_learns_a_tile_of_the_box_that_was_not_shown() -> None:
    game = Watched(compose(3))

    play(game, 1, check_known, check_origin, check_memory)

    assert len(game.record.spots) > 900


@pytest.mark.parametrize("seed", repeated(range(2 * SIZES.network_games)))
def test_nobody_learns_a_tile_where_many_fit_nowhere(seed: int) -> None:
    play(Watched(compose_deck(SMALL, 2 + seed % 3)), seed, check_known, check_origin, check_memory)


def test_nobody_learns_a_tile_that_is_dealt_after_some_were_drawn_openly() -> None:
    game = Watched(compose_first(SMALL[4:10], 3, SMALL))

    play(game, 2, check_known, check_origin, check_memory)


def test_a_place_that_tries_all_its_factors_on_the_curve_opens_what_it_was_shown() -> None:
    game = Watched(compose_deck(SMALL, 3))
    play(game, 4)

    for place in game.places:
        opened = cards_opened(game.record, [1, *game.record.factors[place]])

        assert {game.record.card_of(point) for point in opened} == game.record.readable({place})


@pytest.mark.plays("inns_and_cathedrals")
@REPEATED
def test_nobody_learns_a_tile_with_inns_and_cathedrals() -> None:
    play(Watched(compose(2, "inns_and_cathedrals")), 3, check_known, check_origin)


@pytest.mark.parametrize("seed", repeated(range(2 * SIZES.network_games)))
def test_nobody_learns_a_card_that_is_looked_for_put_back_or_taken_back(seed: int) -> None:
    play(Watched(card_rules(2 + seed % 3)), seed, check_memory)


# programs that are broken


def stopped(game: Watched, most: int = 60) -> list[str]:
    """Play until somebody finds something; return what."""
    random = Random(0)
    for _ in range(most):
        game.step(random)
        if leaks := game.leaks():
            return leaks
    return []


def one(*_: object) -> int:
    return 1


def same_for_all(master: bytes, deck: bytes) -> int:
    return derived.scalar(bytes(32), b"layer", deck)


def same_for_ever(master: bytes, game_id: bytes, step: int) -> int:
    return derived.scalar(master, b"always", game_id)


def last_adds_none(master: bytes, deck: bytes) -> int:
    return 1 if master == Veiled(compose_deck(SMALL, 3)).masters[2] else LAYER_KEY(master, deck)


LAYER_KEY = derived.layer_key

BROKEN: dict[str, tuple[Mapping[str, object], str]] = {
    "all have the same layer": ({"layer_key": same_for_all}, "[0] found that item"),
    "the last one adds no layer": ({"layer_key": last_adds_none}, "[0, 1] found that item"),
    "masks and re-hands never change": (
        {"kappa": same_for_ever, "rehand_factor": same_for_ever},
        "[] found that key",
    ),
    "re-hands only permute": ({"rehand_factor": one}, "[] found that item"),
}


@pytest.mark.parametrize("how", BROKEN)
def test_factors_that_are_no_secrets_are_found(how: str, monkeypatch: pytest.MonkeyPatch) -> None:
    factors, said = BROKEN[how]
    for name, broken in factors.items():
        monkeypatch.setattr(derived, name, broken)

    leaks = stopped(Watched(compose_deck(SMALL, 3)))

    assert any(leak.startswith(said) for leak in leaks), leaks[:5]


def test_cards_that_keep_a_common_key_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Veil, "_halves", lambda *_: ())

    leaks = stopped(Watched(compose_deck(SMALL, 3)))

    assert any("2 keys, 3 cards" in leak or "found that key" in leak for leak in leaks)


def test_a_hand_that_is_not_mixed_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def unmixed(veil: Veil, hands: Mapping[int, tuple[int, ...]]) -> object:
        yield from ()
        return dict(hands)

    monkeypatch.setattr(Veil, "_mixed", unmixed)

    with pytest.raises(AssertionError, match="a hand was followed"):
        play(Watched(compose_deck(SMALL, 3)), 0, check_origin)


def test_a_card_that_is_opened_to_all_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def drawn(veil: Veil, joining: Mapping[int, tuple[int, ...]]) -> object:
        items = tuple(item for each in joining.values() for item in each)
        yield from veil._strip(items, veil.items.holders(items))
        return (yield from veil._mask(joining))

    monkeypatch.setattr(Veil, "_draw", drawn)

    with pytest.raises(AssertionError, match="a card lay open"):
        play(Watched(compose_deck(SMALL, 3)), 0, check_known)


def test_a_program_that_holds_the_secrets_of_another_is_found() -> None:
    game = Watched(compose_deck(SMALL, 3))
    game.tables[0] = game.table({0: game.masters[0], 1: game.masters[1]}, 0)

    with pytest.raises(AssertionError, match="a face beside its item"):
        play(game, 0, check_memory)


Hide = Callable[[Watched], object]

HIDDEN: dict[str, tuple[Hide, str]] = {
    "a number": (lambda game: [next(iter(game.record.factors[1]))], "1 secrets of others"),
    "bytes in a generator": (
        lambda game: (n for n in [b"--" + game.masters[1] + b"--"]),
        "1 secrets of others",
    ),
    "a variable of a function": (
        lambda game: lambda secret=game.masters[1]: secret,
        "1 secrets of others",
    ),
    "a face": (lambda game: {"note": list(game.faces().items())[-1:]}, "a face"),
    "an order": (lambda game: tuple(map(game.faces().get, game.cards.piles["tiles"])), "order"),
}


@pytest.mark.parametrize("what", HIDDEN)
def test_what_a_program_keeps_anywhere_is_found(what: str) -> None:
    game = Watched(compose_deck(SMALL, 3))
    random = Random(0)
    while not game.is_settled:
        game.step(random)
    hide, said = HIDDEN[what]
    hidden = hidden_from(game.record, game.all, 0)
    assert hidden.found_in(holdings(game.tables[0])) == []

    vars(game.tables[0])["kept"] = hide(game)

    [fault] = hidden.found_in(holdings(game.tables[0]))
    assert said in fault
