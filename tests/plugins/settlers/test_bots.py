"""The settlers' own greedy: it wins, and does what a sensible player does."""

from __future__ import annotations

import math

import pytest

from bastide.cli.authors.bot_check import check_bot
from bastide.cli.simulation import play_games
from bastide.core.events import Action
from bastide.core.options import OptionValue
from bastide.core.plugins import Plugins, Setup, built_in
from bastide.core.state import State
from bastide.plugins.settlers import plugin, trading
from bastide.plugins.settlers.bots import ARRANGED, bots
from bastide.plugins.settlers.outlook import outlook
from bastide.plugins.settlers.state import realm
from tests.plugins.settlers.tables import LISTED, Table, compose, side, table
from tests.repeats import REPEATED
from tests.sizes import SIZES

SHARE = 17 / 20
"""What greedy has to win of its games with random."""

WITH_OPTIONS: tuple[dict[str, OptionValue], ...] = (
    {"hand_limit_check": "own_turn_end", "exchange_same_pile": True, "win_check": "own_turn"},
    {"action_gate": "seven_points_together", "refill_mandatory": True, "counter_card": "cancel"},
)


def chosen(t: Table, seed: int = 1) -> Action:
    """Return what greedy does on the seat to act, from what it may know."""
    view = t.views[t.all.seat]
    return bots()[0].make(t.rules, t.all.seat, seed)(view)


@REPEATED
def test_greedy_beats_random() -> None:
    """From either seat."""
    plugins, won = Plugins({"settlers": lambda: plugin, "bots": built_in()["bots"]}), 0
    games = SIZES.greedy_games // 2
    for seat, names in enumerate((("greedy", "random"), ("random", "greedy"))):
        played = play_games(plugins, Setup("settlers", 2, (), LISTED), names, "1", range(games))
        won += sum(game.ranking[0] == (1, seat) for game in played.games)

    assert won >= math.floor(SHARE * 2 * games)


@pytest.mark.parametrize("options", WITH_OPTIONS)
def test_what_it_chooses_is_possible_whatever_was_agreed_on(
    options: dict[str, OptionValue],
) -> None:
    check_bot(compose(**{"victory_points_to_win": 7, **options}), bots()[0], most=2_000, seconds=10)


def test_ore_and_grain_are_laid_between_both_settlements() -> None:
    rules = compose()
    s = rules.new()
    while s.waiting:
        rules.settle(s, table().dealer)

    for seat in (0, 1):
        action = bots()[0].make(rules, seat, 1)(s.view(seat))
        rules.apply(s, action, seat)

    for lands in realm(s).lands:
        assert [land.resource for land in lands.lands] == list(ARRANGED)


def test_it_builds_the_city_that_it_can_pay() -> None:
    assert chosen(table(side(stock="2 3 0 0 0 0"))).kind == "settlers.city"


def test_it_trades_for_what_a_city_lacks() -> None:
    t = table(side(stock="2 2 0 0 0 3"))

    assert chosen(t) == t.act("trade gold ore")


def test_it_ends_its_turn_with_nothing_to_build() -> None:
    assert chosen(table(side(stock="0 0 0 0 0 0"))) == Action("settlers.done")


def test_it_builds_what_wins_the_game() -> None:
    mine = side(
        stock="1 2 1 2 3 0",
        cities=(-1, 1),
        sites="church -1U1, town_hall 1U1",
        hand="aqueduct abbey garrison",
    )
    t = table(mine, rules=compose(victory_points_to_win=7))
    t.play(chosen(t))

    assert t.over
    assert t.points("RW") == 7


def test_it_builds_what_its_trades_pay_for() -> None:
    """Brick is what it lacks for a road and for the abbey."""
    t = table(side(stock="0 0 3 3 1 3", hand="abbey"))
    while t.phase != "complete":
        t.play(chosen(t))

    assert t.sites("RW") or (t.lands("RW").low, t.lands("RW").high) != (-1, 1)


def test_it_accepts_what_completes_its_own_goal_and_refuses_to_complete_another_one() -> None:
    mine = side(stock="2 1 0 0 3 1")
    asks = table(mine, side(stock="2 2 1 1 1 1")).do("offer 1 brick for 1 ore")
    gives_away = table(side(stock="2 2 3 1 1 1"), side(stock="1 1 0 0 0 0"))
    gives_away.do("offer 1 wool for 1 ore")

    assert chosen(asks) != trading.REFUSE
    assert chosen(gives_away) != trading.ACCEPT


@pytest.mark.parametrize(
    ("card", "counter"), [("arsonist", "bishop"), ("black_knight", "witch"), ("brigands", "bishop")]
)
def test_it_plays_its_card_against_an_attack(card: str, counter: str) -> None:
    theirs = side(stock="1 1 1 1 1 1", sites="abbey 1U1, otto -1U1", hand=f"{counter} garrison")
    t = table(side(stock="0 0 0 0 0 0", hand=card), theirs).do(f"play {card}")

    assert chosen(t) == t.act(f"react {counter}")


def test_it_sends_the_strongest_knight_back() -> None:
    theirs = side(sites="siegfried 1U1, karl -1U1")
    t = table(side(hand="black_knight"), theirs).do("play black_knight")
    t.do("pass", dice="3")

    assert chosen(t) == t.act("target -1U1")


def test_it_looks_for_a_card_that_it_has_seen() -> None:
    """Seeds only decide what it guesses of the cards that it has not seen."""
    t = table(side(stock="1 1 1 1 1 3", hand="garrison"))

    assert len({chosen(t, seed) for seed in range(3)}) == 1


def test_the_outlook_leaves_the_rounded_points_as_they_are() -> None:
    positions = [table(), table(side(stock="3 3 3 3 3 3", sites="karl 1U1", hand="church"), side())]

    for t in positions:
        for eyes, view in t.views.items():
            for seat in (0, 1):
                assert round(outlook(view.scores[seat], view, seat)) == view.scores[seat], eyes


def test_more_in_store_and_a_card_in_hand_are_worth_more() -> None:
    def value(s: State) -> float:
        return outlook(0.0, s, 0)

    poor, rich = table(side(stock="0 0 0 0 0 0")), table(side(stock="1 1 1 1 1 1"))
    with_card = table(side(stock="1 1 1 1 1 1", hand="garrison"))

    assert value(poor.all) < value(rich.all) < value(with_card.all)
