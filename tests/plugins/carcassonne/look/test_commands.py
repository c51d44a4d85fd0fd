"""Typed commands: what they do, and one sentence for each that does not work."""

from __future__ import annotations

import pytest

from bastide.core.events import Action
from bastide.core.messages import English
from bastide.core.rules import Rules
from bastide.core.screen import Cursor
from bastide.core.state import State
from bastide.plugins.carcassonne.tables import NO_MEEPLE
from bastide.plugins.carcassonne.ui import CarcassonneScreen
from tests.plugins.carcassonne.look.conftest import play_to, started


def typed(screen: CarcassonneScreen, s: State, line: str) -> Action | Cursor | str:
    return screen.parse(s, s.seat, started(screen, s), line.split())


def test_place_takes_a_number_a_cell_or_what_the_ghost_is_on(
    screen: CarcassonneScreen, laying: State
) -> None:
    places = screen.places(laying, laying.seat, started(screen, laying))
    for n, place in enumerate(places, start=1):
        x, y = place.cells[0]
        assert typed(screen, laying, f"place {n}") == place.action
        assert typed(screen, laying, f"PLACE {x},{y}") == place.action
    ghost = screen.chosen(laying, laying.seat, started(screen, laying))
    assert typed(screen, laying, "place") == ghost


def test_place_takes_a_rotation_that_must_fit(screen: CarcassonneScreen, laying: State) -> None:
    place = screen.places(laying, laying.seat, Cursor())[0]
    legal = [a for a in screen.rules.legal(laying) if a.data[1:3] == place.action.data[1:3]]
    for turn in range(4):
        answer = typed(screen, laying, f"place 1 r{turn}")
        assert answer in legal or isinstance(answer, str)
    fitting = int(str(place.action.data[3]))
    assert typed(screen, laying, f"place 1 r{fitting}") == place.action


def test_rotations_that_look_alike_are_mapped(screen: CarcassonneScreen, four: Rules) -> None:
    s = next(
        s
        for s in (play_to(four, seed, 5, "place") for seed in range(200))
        if screen.rules.legal(s)[0].data[0] == "base-U"
    )
    cell = screen.places(s, s.seat, Cursor())[0].action.data[1:3]
    turns = [a.data[3] for a in screen.rules.legal(s) if a.data[1:3] == cell]
    for turn in turns:
        line = f"place {cell[0]},{cell[1]} r{int(str(turn)) + 2}"
        assert typed(screen, s, line) == Action("carcassonne.place", ("base-U", *cell, turn))


def test_a_number_or_cell_alone_moves_the_ghost(screen: CarcassonneScreen, laying: State) -> None:
    cell = screen.places(laying, laying.seat, Cursor())[1].cells[0]
    for line in ("2", f"{cell[0]},{cell[1]}"):
        answer = typed(screen, laying, line)
        assert isinstance(answer, Cursor)
        assert (answer.x, answer.y) == cell


HOW = "Type place and a number, such as place 1, or column and row: place 0 4N."


@pytest.mark.parametrize("line", ["1 0 4N", "place 1 0 4N"])
def test_a_line_of_the_list_can_be_typed_as_it_stands(
    screen: CarcassonneScreen, laying: State, line: str
) -> None:
    answer = typed(screen, laying, line)

    assert answer == typed(screen, laying, line.replace(" 0 4N", ""))
    assert not isinstance(answer, str)
    assert isinstance(typed(screen, laying, line.replace("1", "2", 1)), str)


def test_help_says_how_places_are_typed_with_one_of_now(
    screen: CarcassonneScreen, laying: State
) -> None:
    said = " ".join(screen.step_help(laying, laying.seat, Cursor()).sentences)

    assert "1 is 0 4N now" in said
    assert screen.step_help(laying, (laying.seat + 1) % 2, Cursor()).keys == ()


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("place 0 0", "0 0: a tile lies there already."),
        ("place 40E 0", "40E 0: a tile must touch another one with a whole side."),
        ("place 99", "There is no 99 here: the numbers go from 1 to 13."),
        ("99", "There is no 99 here: the numbers go from 1 to 13."),
        ("place here", "here is no place: type a number, or column and row, such as 0 4N."),
        ("place 5 r9", "5 r9 is no place: type a number, or column and row, such as 0 4N."),
        ("fly", HOW),
        ("", HOW),
        ("meeple city", "Lay your tile first."),
    ],
)
def test_what_cannot_be_done_is_said_in_one_sentence(
    screen: CarcassonneScreen, laying: State, line: str, sentence: str
) -> None:
    answer = typed(screen, laying, line)
    if "99" in line:
        most = len(screen.places(laying, laying.seat, Cursor()))
        sentence = sentence.replace("13", str(most))
    assert answer == sentence


def test_an_edge_that_does_not_match_is_named(screen: CarcassonneScreen, four: Rules) -> None:
    s = play_to(four, 5, 24, "place")
    refused = [
        typed(screen, s, f"place {n} r{turn}")
        for n in range(1, len(screen.places(s, s.seat, Cursor())) + 1)
        for turn in range(4)
    ]
    words = [answer for answer in refused if isinstance(answer, str)]
    assert words
    assert all("edge must be a" in answer for answer in words)


def test_meeple_takes_a_kind_and_a_number(screen: CarcassonneScreen, choosing: State) -> None:
    for command, _ in screen.commands(choosing, choosing.seat):
        answer = typed(screen, choosing, command)
        assert answer in screen.rules.legal(choosing)
    assert typed(screen, choosing, "meeple none") == NO_MEEPLE
    assert typed(screen, choosing, "meeple") == screen.rules.legal(choosing)[1]


def test_every_command_offered_works_and_all_choices_are_offered(
    screen: CarcassonneScreen, four: Rules
) -> None:
    for seed in range(30):
        for phase in ("place", "meeple"):
            s = play_to(four, seed, seed * 2, phase)
            offered = screen.commands(s, s.seat)
            answers = [screen.parse(s, s.seat, Cursor(), line.split()) for line, _ in offered]
            places = screen.places(s, s.seat, Cursor())
            assert answers == [place.action for place in places]
            assert [sentence for _, sentence in offered] == [place.sentence for place in places]


def test_several_pieces_are_named(large: Rules) -> None:
    screen = CarcassonneScreen(large, English())
    s = play_to(large, 3, 0, "meeple")
    offered = screen.commands(s, s.seat)
    assert any("large" in line for line, _ in offered)
    answers = [screen.parse(s, s.seat, Cursor(), line.split()) for line, _ in offered]
    assert answers == [place.action for place in screen.places(s, s.seat, Cursor())]


def test_a_kind_with_several_places_asks_for_a_number(
    screen: CarcassonneScreen, four: Rules
) -> None:
    s = next(
        s
        for s in (play_to(four, seed, 3, "meeple") for seed in range(200))
        if any(line == "meeple road 2" for line, _ in screen.commands(s, s.seat))
    )
    roads = [said for line, said in screen.commands(s, s.seat) if line.startswith("meeple road")]
    sides = [said.split("(")[0].removeprefix("Thief ").strip() for said in roads]
    choices = "; ".join(f"{n} {side}" for n, side in enumerate(sides, start=1))
    sentence = f"There are {len(roads)} such places: type meeple road and a number: {choices}."
    assert "1 on the road to the " in sentence
    assert typed(screen, s, "meeple road") == sentence
    assert typed(screen, s, "meeple road 9") == sentence


def test_a_number_for_the_only_place_of_a_kind_is_refused(
    screen: CarcassonneScreen, four: Rules
) -> None:
    s = next(
        s
        for s in (play_to(four, seed, 3, "meeple") for seed in range(200))
        if any(line == "meeple road" for line, _ in screen.commands(s, s.seat))
    )
    assert isinstance(typed(screen, s, "meeple road 1"), Action)
    assert typed(screen, s, "meeple road 2") == ("There is only one such place: type meeple road.")


def test_a_kind_that_is_not_there_or_taken_is_refused(
    screen: CarcassonneScreen, four: Rules
) -> None:
    answers = set()
    for seed in range(40):
        s = play_to(four, seed, 30, "meeple")
        for kind in ("city", "road", "monastery", "field"):
            answer = typed(screen, s, f"meeple {kind}")
            if isinstance(answer, str):
                answers.add(answer)
    assert "The tile just laid shows no city." in answers
    assert any(answer.startswith("No meeple can stand there: ") for answer in answers)


def test_the_other_phase_is_refused(screen: CarcassonneScreen, choosing: State) -> None:
    assert typed(screen, choosing, "place 1") == (
        "The tile lies already. Type meeple and where, or meeple none."
    )
    help = "Type meeple and city, road, monastery, field or none."
    assert typed(screen, choosing, "meeple castle") == help
    assert typed(screen, choosing, "castle") == help


def test_others_are_told_to_wait(screen: CarcassonneScreen, laying: State) -> None:
    other = (laying.seat + 1) % 4
    assert screen.parse(laying, other, Cursor(), ["place", "1"]) == "It is not your turn."
    assert screen.chosen(laying, other, Cursor()) == "It is not your turn."
    assert screen.commands(laying, other) == []
    assert screen.places(laying, -1, Cursor()) == []
    assert screen.hint(laying, other, Cursor()) == ("", "")


def test_a_whole_game_can_be_played_by_typed_commands(
    screen: CarcassonneScreen, four: Rules
) -> None:
    from bastide.core.dealer import LocalDealer

    rules, dealer = screen.rules, LocalDealer(bytes(32))
    s = four.new()
    while not s.over:
        if s.waiting:
            rules.answer(s, dealer.answer(s))
            continue
        line = screen.commands(s, s.seat)[s.turn % 2 - 1][0]
        action = screen.parse(s, s.seat, Cursor(), line.split())
        assert isinstance(action, Action)
        s = rules.step(s, action)
    assert sum(s.scores) > 0


def test_a_whole_game_can_be_played_by_keys(screen: CarcassonneScreen, four: Rules) -> None:
    from bastide.core.dealer import LocalDealer

    rules, dealer = screen.rules, LocalDealer(bytes(32))
    s, cursor = four.new(), Cursor()
    while not s.over:
        if s.waiting:
            rules.answer(s, dealer.answer(s))
            continue
        cursor = screen.start(s, s.seat, cursor)
        for key in ("n", "r") if s.phase == "place" else ("n",):
            cursor = screen.move(s, s.seat, cursor, key)
        action = screen.chosen(s, s.seat, cursor)
        assert isinstance(action, Action)
        s = rules.step(s, action)
    assert sum(s.scores) > 0
