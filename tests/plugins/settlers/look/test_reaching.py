"""Every decision can be made by keys alone, by numbers, by typed commands, and by clicks."""

from __future__ import annotations

import re
from random import Random

import pytest

from bastide.core.events import Action, is_same
from bastide.core.screen import Cursor
from bastide.core.state import State
from bastide.plugins.settlers.look import lists, menu, vocabulary
from bastide.plugins.settlers.look.position import Position
from bastide.plugins.settlers.look.targets import LINE
from bastide.plugins.settlers.setup import ARRANGE
from bastide.plugins.settlers.ui import SettlersScreen
from tests.plugins.settlers.look.seat import command_of, sampled, screen_in, started
from tests.plugins.settlers.look.stand import NAMES, look_of
from tests.plugins.settlers.tables import compose

SIZE, HAND = (84, 31), (34, 9)
RAW = re.compile(r"settlers\.|[a-z]_[a-z]|[{}]")
GAMES = ((1, 4), (2, 2))
"""Seeds of games, and how many decisions of each phase are looked at."""

DECISIONS = [decision for seed, each in GAMES for decision in sampled(seed, each)]
ALL_PHASES = {
    *("arrange", "opening", "choose", "before", "gain", "pay", "rob", "main", "answer", "lay"),
    *("react", "complete", "put", "replace", "builder", "keep"),
}


def equal(s: State, one: Action, two: object) -> bool:
    """Tell whether two actions are the same, or mean two cards of one face."""
    if not isinstance(two, Action) or one.kind != two.kind:
        return False
    if is_same(one, two):
        return True
    faces = [s.face(int(str(a.data[0]))) for a in (one, two)] if one.kind in FACED else [0, 1]
    return faces[0] == faces[1] and one.data[1:] == two.data[1:]


FACED = ("settlers.take", "settlers.pick", "settlers.steal", "settlers.put")


def test_the_games_hold_decisions_of_all_common_phases() -> None:
    assert {s.phase for s, _ in DECISIONS} >= ALL_PHASES


@pytest.mark.parametrize("language", ["en", "fr"])
def test_each_action_has_a_typed_form_that_is_read_again(language: str) -> None:
    screen = screen_in(language)
    for s, legal in DECISIONS:
        cursor, position = started(screen, s)
        for action in legal[:40]:
            typed = command_of(position, action, language)
            read = screen.parse(s, s.seat, cursor, typed.split())
            assert equal(s, action, read), (typed, action, read)


@pytest.mark.parametrize("language", ["en", "fr"])
def test_each_action_is_said_in_words(language: str) -> None:
    screen = screen_in(language)
    for s, legal in DECISIONS:
        cursor, _ = started(screen, s)
        said = [meaning for _, meaning in screen.commands(s, s.seat)]
        said += [screen.say(s, action, NAMES) for action in legal[:5]]
        for line in (*said, *screen.hint(s, s.seat, cursor), screen.situation(s, s.seat, cursor)):
            assert not RAW.search(line), line
        assert all(said[: len(legal)])


@pytest.mark.parametrize("language", ["en", "fr"])
def test_what_can_be_done_is_said_in_78_columns(language: str) -> None:
    screen = screen_in(language)
    for s, _ in DECISIONS:
        cursor, position = started(screen, s)
        for n in range(len(position.menu) + 1):
            now, _ = screen.hint(s, s.seat, cursor._replace(hand=n))
            assert len(now) <= 78, now


def by_keys(screen: SettlersScreen, s: State) -> list[Action]:
    """Return what Tab, n and r lead to."""
    cursor, position = started(screen, s)
    found: list[Action] = []
    for _ in range(len(position.menu) + 1):
        at = screen.at(s, s.seat, cursor)
        there = cursor
        for _ in at.ways:
            there = screen.move(s, s.seat, there, "n")
            for _ in range(len(screen.at(s, s.seat, there).chosen_ways)):
                chosen = screen.chosen(s, s.seat, there)
                found += [chosen] if isinstance(chosen, Action) else []
                there = screen.move(s, s.seat, there, "r")
        cursor = screen.move(s, s.seat, cursor, "tab")
    return found


def reachable(s: State, legal: list[Action]) -> list[Action]:
    """Return what must be reached: offers and start regions have editors of their own."""
    return [a for a in legal if a.kind not in ("settlers.offer", "settlers.arrange")]


def test_keys_reach_each_action() -> None:
    screen = screen_in()
    for s, legal in DECISIONS:
        found = by_keys(screen, s)
        for action in reachable(s, legal):
            assert any(equal(s, action, each) for each in found), (s.phase, action)


def test_enter_alone_decides_nothing_where_there_is_a_choice() -> None:
    screen = screen_in()
    for s, legal in DECISIONS:
        cursor, _ = started(screen, s)
        chosen = screen.chosen(s, s.seat, cursor)
        offered = s.phase in ("complete", "replace")  # the usual step is, see test_turn_ends
        assert isinstance(chosen, str) or len(legal) == 1 or offered


def test_numbers_lead_to_what_they_stand_for() -> None:
    screen = screen_in()
    for s, _ in DECISIONS:
        cursor, _ = started(screen, s)
        for place in screen.places(s, s.seat, cursor)[:30]:
            there = screen.at_place(s, s.seat, cursor, place.number)
            assert equal(s, place.action, screen.chosen(s, s.seat, there)), place


def clicked(screen: SettlersScreen, position: Position, cursor: Cursor) -> list[Action]:
    """Return what a click on each target of the chosen tool, and a second one there, lead to."""
    s, seat, look = position.s, position.seat, look_of()
    at, found = screen.at(s, seat, cursor), []
    for target in at.ways:
        if target.kind == LINE and not lists.is_open(at):
            continue
        if target.kind == LINE:
            cells = lists.cells_of(at, target, SIZE)
        else:
            cells = screen.tabletop(at, SIZE, look).cells_of(target)
        x, y = cells[len(cells) // 2]
        once = screen.point(s, seat, cursor, x, y, SIZE, look)
        chosen = screen.chosen(s, seat, once)
        if isinstance(chosen, Action) and screen.point(s, seat, once, x, y, SIZE, look) == once:
            found.append(chosen)
    return found


def test_clicks_reach_a_way_to_each_target() -> None:
    screen = screen_in()
    for s, legal in DECISIONS:
        if s.phase == ARRANGE:
            continue
        cursor, position = started(screen, s)
        found = clicked(screen, position, cursor)
        for line in menu.lines(position, (34, 20)):
            there = screen.point_hand(s, s.seat, cursor, line.x, line.y, (34, 20), look_of())
            found += clicked(screen, position, there)
            chosen = screen.chosen(s, s.seat, there)
            again = screen.point_hand(s, s.seat, there, line.x, line.y, (34, 20), look_of())
            if isinstance(chosen, Action) and again == there:
                found.append(chosen)
        targets = {(position.tool_of(each), position.target_of(each)) for each in found}
        for action in reachable(s, legal):
            assert (position.tool_of(action), position.target_of(action)) in targets


def test_a_click_beside_everything_confirms_nothing() -> None:
    screen = screen_in()
    for s, _ in DECISIONS[:20]:
        cursor, _ = started(screen, s)
        after = screen.point(s, s.seat, cursor, SIZE[0] + 1, 0, SIZE, look_of())
        assert after != cursor


KEYS = [
    *("up", "down", "left", "right", "tab", "s-tab", "n", "p", "r", "R", "i", "f2", "c", "s-up"),
    *menu.LETTERS,
]
TYPED = [
    *vocabulary.WORDS,
    *("1", "3", "-1", "99", "up", "haut", "1U2", "--1", "laine", "gold", "champs", "for"),
    *("abbey", "karl", "black", "knight", "espion", "scout", "contre", "1.5", "é", "²", "plague"),
]


@pytest.mark.parametrize("language", ["en", "fr"])
def test_any_words_are_an_action_a_cursor_or_a_sentence(language: str) -> None:
    screen, chance = screen_in(language), Random(7)
    for s, _ in DECISIONS:
        cursor, _ = started(screen, s)
        for n in range(6):
            words = chance.choices(TYPED, k=chance.randint(1, 5))
            answer = screen.parse(s, s.seat, cursor._replace(hand=n), words)
            if isinstance(answer, Action):
                assert is_among(s, answer), words
            elif isinstance(answer, str):
                assert answer
                assert not RAW.search(answer), answer


def is_among(s: State, action: Action) -> bool:
    """Tell whether an action may be chosen, listed or not."""
    rules = compose()
    return rules.accepts(s, action) or action in rules.legal_for(s, s.seat)


def test_any_keys_and_clicks_lead_somewhere() -> None:
    screen, chance, look = screen_in(), Random(7), look_of()
    for s, _ in DECISIONS:
        cursor, _ = started(screen, s)
        for _ in range(12):
            seat = chance.choice((s.seat, s.seat, 1 - s.seat, -1))
            cursor = screen.move(s, seat, cursor, chance.choice(KEYS))
            at = chance.randrange(SIZE[0]), chance.randrange(SIZE[1])
            if chance.random() < 0.3:
                cursor = screen.point(s, seat, cursor, *at, SIZE, look)
            if chance.random() < 0.2:
                cursor = screen.point_hand(s, seat, cursor, at[0] % 34, at[1] % 9, HAND, look)
            assert all(screen.hint(s, s.seat, cursor))
            assert screen.chosen(s, seat, cursor)
