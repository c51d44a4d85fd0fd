"""Hands that their owners alone see, and choices that are no places, from a made-up variant."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from bastide.core.builder import Phase, RulesBuilder
from bastide.core.chance import ALL_SEATS, Deal, Open, Request, Shuffle
from bastide.core.dealer import LocalDealer
from bastide.core.events import Action
from bastide.core.messages import English
from bastide.core.rules import Rules
from bastide.core.screen import Cursor, Grid, Look, text_width
from bastide.core.state import State
from bastide.plugins.carcassonne.board import tiles_left
from bastide.plugins.carcassonne.look.naming import Lying, Namer
from bastide.plugins.carcassonne.pieces import Placed
from bastide.plugins.carcassonne.setup import take_bag
from bastide.plugins.carcassonne.slots import CHOICES, CLAIMS, MAY_PLACE, Claims
from bastide.plugins.carcassonne.state import board
from bastide.plugins.carcassonne.tables import PLACE_ACTION
from bastide.plugins.carcassonne.turn import DRAW, PLACE, legal_places
from bastide.plugins.carcassonne.ui import CarcassonneScreen
from tests.plugins.looks import look_of

SEATS = 4
GIVE_UP = Action("extra.give_up")
NOWHERE = "base-C"


def dealt(s: State) -> tuple[Request, ...]:
    """Ask for three tiles for each seat."""
    return Shuffle("pile", take_bag(s)), Deal("pile", tuple((seat, 3) for seat in range(SEATS)))


def known(s: State) -> dict[str, int]:
    """Return the tiles of the hand of the seat to act, with an item for each."""
    items = {s.face(item): item for item in s.cards().hands[s.seat]}
    return {str(face): item for face, item in items.items() if face is not None}


def drops(s: State) -> list[Action]:
    """Return a choice for each tile of the hand, none of which is a place."""
    return [Action("extra.turn_over", (item,), ((item, face),)) for face, item in known(s).items()]


def turn(rules: RulesBuilder) -> None:
    """Deal first, and let a seat that cannot lay a tile give up."""
    rules.stage("deal", lambda s, n: None if n else 0, before="main")
    rules.phase(Phase("deal", ask=dealt), stage="deal")
    rules.drop_phase(DRAW)
    rules.phase(
        Phase(PLACE, legal=lambda s: [*legal_places(s)] or [GIVE_UP], hidden=True), replace=PLACE
    )
    rules.phase(Phase("odd", legal=lambda s: [] if board(s).laid == s.turn else drops(s)))
    rules.action(GIVE_UP.kind, lambda s, a: None)
    rules.action("extra.turn_over", lambda s, a: None)
    rules.after(PLACE_ACTION, lambda s, a: s.cards().remove(a.claims[0][0]))


def setup(rules: RulesBuilder) -> None:
    """Lay tiles from the hand; one of them fits nowhere."""

    @rules.fold(MAY_PLACE)
    def may_place(allowed: bool, s: State, placed: Placed, /) -> bool:
        return allowed and placed.tile != NOWHERE

    @rules.fold(CHOICES)
    def choices(tiles: tuple[str, ...], s: State, /) -> tuple[str, ...]:
        return (*tiles, *known(s))

    @rules.fold(CLAIMS)
    def claims(used: Claims, s: State, tile: str, /) -> Claims:
        return (*used, (known(s)[tile], tile))


@pytest.fixture
def rules(extended: Callable[..., Rules]) -> Rules:
    return extended(setup=setup, turn=turn, seats=SEATS, hidden=True)


@pytest.fixture
def screen(rules: Rules) -> CarcassonneScreen:
    return CarcassonneScreen(rules, English())


@pytest.fixture
def whole(rules: Rules) -> State:
    """Return the first turn, all faces known, as a local table has it."""
    dealer = LocalDealer(bytes(32))
    s = rules.new()
    while s.waiting:
        rules.answer(s, dealer.answer(s))
    assert s.phase == PLACE
    for item, face in zip(s.cards().hands[s.seat], ("base-V", NOWHERE, "base-B"), strict=True):
        s.cards().faces[item] = face
    s.legal = None
    return s


def at(screen: CarcassonneScreen, s: State) -> Cursor:
    return screen.start(s, s.seat, Cursor())


def pane(screen: CarcassonneScreen, s: State, seat: int, look: Look, size: tuple[int, int]) -> Grid:
    grid = Grid(*size)
    screen.paint_hand(grid, s, seat, screen.start(s, seat, Cursor()), look)
    return grid


def test_each_sees_its_own_hand_alone_also_while_others_play(
    screen: CarcassonneScreen, whole: State
) -> None:
    for seat in range(SEATS):
        for s in (whole, whole.view(seat)):
            hand = [board(s).tables.tiles[str(whole.face(i))] for i in whole.cards().hands[seat]]
            assert screen.in_hand(s, seat).cards == len(hand)
            names = [Namer(English()).tile(Lying(tile, 0)) for tile in hand]
            if seat == s.seat:
                said = screen.situation(s, seat, at(screen, s))
                assert said.count("tile ") >= 3
            assert len(names) == 3
    for s in (whole, whole.view(-1)):
        assert screen.in_hand(s, -1).cards == 0
        assert pane(screen, s, -1, look_of(), (22, 4)).styles == Grid(22, 4).styles


@pytest.mark.parametrize("seat", range(SEATS))
def test_what_is_drawn_does_not_depend_on_faces_that_the_seat_does_not_know(
    screen: CarcassonneScreen, whole: State, seat: int
) -> None:
    other = whole.clone()
    for n in range(SEATS):
        for item in other.cards().hands[n] if n != seat else ():
            other.cards().faces[item] = "base-X"
    other.legal = None
    if seat == whole.seat:
        return
    for size in ((22, 4), (34, 6), (10, 12)):
        one, two = (pane(screen, s, seat, look_of(), size) for s in (whole, other))
        assert (one.chars, one.styles) == (two.chars, two.styles)
    boards = []
    for s in (whole, other):
        grid = Grid(56, 19)
        screen.paint(grid, s, seat, Cursor(), look_of())
        boards.append((grid.chars, grid.styles))
    assert boards[0] == boards[1]
    assert screen.in_hand(whole, seat) == screen.in_hand(other, seat)


def test_the_note_counts_the_hidden_tiles_of_others(
    screen: CarcassonneScreen, whole: State
) -> None:
    s = whole.view(0)
    assert screen.in_hand(s, 0).note == "others: 3 each"
    s.cards().remove(s.cards().hands[2][0])
    assert screen.in_hand(s, 0).note == "others: B3 C2 D3"
    for seat in (1, 2, 3):
        for item in [*s.cards().hands[seat]]:
            s.cards().remove(item)
    assert screen.in_hand(s, 0).note == ""
    assert text_width("others: B3 C2 D3") <= 18


def test_the_counter_tells_hands_where_there_is_room(
    screen: CarcassonneScreen, whole: State
) -> None:
    counter = screen.counter(whole.view(1))
    assert counter.long == ("●●●●●●●, 3 tiles",) * SEATS
    assert counter.seats == ("●●●●●●●",) * SEATS


@pytest.mark.parametrize("size", [(22, 4), (34, 6), (48, 8), (10, 12)])
@pytest.mark.parametrize("look", [look_of(), look_of("16"), look_of("none", "ascii")])
def test_a_tile_that_fits_nowhere_is_marked_and_says_so_where_there_is_room(
    screen: CarcassonneScreen, whole: State, size: tuple[int, int], look: Look
) -> None:
    text = "\n".join(pane(screen, whole.view(0), 0, look, size).lines())
    marks = ("[2] fits nowhere", "[2] no place", "[2]x" if look.glyphs == "ascii" else "[2]×")
    assert any(mark in text for mark in marks)
    assert "[1]x" not in text
    assert "[1]×" not in text
    assert "[3]" in text


@pytest.mark.parametrize("size", [(22, 4), (34, 6), (48, 8), (10, 12)])
@pytest.mark.parametrize("look", [look_of(), look_of("none", "ascii")])
def test_a_click_on_a_tile_takes_it(
    screen: CarcassonneScreen, whole: State, size: tuple[int, int], look: Look
) -> None:
    s = whole.view(0)
    grid = pane(screen, s, 0, look, size)
    for n in (2, 3, 1):
        y = next(k for k, line in enumerate(grid.lines()) if f"[{n}]" in line)
        x = grid.lines()[y].index(f"[{n}]") + 1
        for row in (y, y - 2):
            cursor = screen.point_hand(s, 0, at(screen, s), x, row, size, look)
            assert cursor.hand == n - 1
    assert screen.point_hand(s, 1, Cursor(), 1, 1, size, look) == Cursor()


def test_each_tile_keeps_its_turn(screen: CarcassonneScreen, whole: State) -> None:
    s = whole.view(0)
    cursor = at(screen, s)
    turned = screen.move(s, 0, cursor, "r")
    assert turned.turn != cursor.turn
    away = screen.move(s, 0, turned, "s-tab")
    assert (away.hand, away.turn) == (2, 0)
    back = screen.move(s, 0, away, "tab")
    assert (back.hand, back.turn) == (0, turned.turn)


def test_another_tile_goes_to_where_it_fits(screen: CarcassonneScreen, whole: State) -> None:
    s = whole.view(0)
    cursor = at(screen, s)
    for _ in range(4):
        cursor = screen.move(s, 0, cursor, "tab")
        if cursor.hand != 1:
            assert screen.chosen(s, 0, cursor) in screen.rules.legal(s)


def test_a_tile_that_fits_nowhere_is_refused_with_a_remedy(
    screen: CarcassonneScreen, whole: State
) -> None:
    s = whole.view(0)
    cursor = screen.move(s, 0, at(screen, s), "tab")
    said = "This tile fits nowhere now: Tab takes another."
    assert screen.chosen(s, 0, cursor) == said
    assert screen.hint(s, 0, cursor)[1] == said
    assert screen.places(s, 0, cursor) == []


def test_what_is_laid_claims_the_very_card(screen: CarcassonneScreen, whole: State) -> None:
    hand = whole.cards().hands[0]
    for item in hand:
        whole.cards().faces[item] = "base-V"
    whole.legal = None
    s = whole.view(0)
    assert screen.in_hand(s, 0).cards == 3
    for n in range(3):
        cursor = Cursor(hand=n)
        for place in screen.places(s, 0, cursor):
            assert place.action in screen.rules.legal(s)
            assert place.action.claims[0][0] in hand


def test_a_tile_that_is_laid_and_being_opened_has_left_the_hand(
    screen: CarcassonneScreen, whole: State
) -> None:
    item = whole.cards().hands[0][0]
    whole.waiting = (Open((item,)),)
    assert screen.in_hand(whole.view(0), 0).cards == 3
    whole.phase, board(whole).laid = "opened", whole.turn
    assert screen.in_hand(whole.view(0), 0).cards == 2


def test_tile_and_a_number_takes_another(screen: CarcassonneScreen, whole: State) -> None:
    s = whole.view(0)
    cursor = at(screen, s)
    taken = screen.parse(s, 0, cursor, ["tile", "3"])
    assert isinstance(taken, Cursor)
    assert taken.hand == 2
    for words in (["tile"], ["tile", "4"], ["tile", "x"]):
        assert screen.parse(s, 0, cursor, words) == "Type tile and a number from 1 to 3."
    assert ("tile 2", "city on all sides, pennant") in screen.commands(s, 0)


def test_completion_offers_the_places_of_the_tile_that_is_chosen(
    screen: CarcassonneScreen, whole: State
) -> None:
    s = whole.view(0)
    cursor = at(screen, s)
    offered = {}
    for n in range(3):
        chosen = screen.parse(s, 0, cursor, ["tile", str(n + 1)])
        assert isinstance(chosen, Cursor)
        screen.hint(s, 0, chosen)
        offered[n] = [line for line, _ in screen.commands(s, 0) if line.startswith("place")]
        for line in offered[n]:
            action = screen.parse(s, 0, chosen, line.split())
            assert isinstance(action, Action), (line, action)
    assert offered[1] == []
    assert offered[0]
    assert offered[2] != offered[0]


def test_a_tile_that_fits_nowhere_is_refused_by_its_number(
    screen: CarcassonneScreen, whole: State
) -> None:
    s = whole.view(0)
    chosen = at(screen, s)._replace(hand=1)
    for words in (["place", "1"], ["place", "0", "1N"], ["place"]):
        said = screen.parse(s, 0, chosen, words)
        assert said == "Tile 2 fits nowhere now: type tile and another number."


def test_tiles_in_hands_are_counted_apart(screen: CarcassonneScreen, whole: State) -> None:
    overlay = screen.overlays()[0]
    assert overlay.lines is not None
    left = sum(tiles_left(whole).values())
    held = sum(map(len, whole.cards().hands))
    said = f"{left - held} tiles of 72 to come, and {held} in hands"
    assert said in overlay.lines(whole.view(0), 0, look_of())


def test_the_hand_is_listed_in_words(screen: CarcassonneScreen, whole: State) -> None:
    said = screen.situation(whole.view(0), 0, at(screen, whole.view(0))).splitlines()
    assert said[0] == "Your tiles:"
    assert said[2].endswith("(fits nowhere)")
    assert said[3] == "  tile 3: monastery"


# choices that are no places


@pytest.fixture
def stuck(whole: State) -> State:
    """Return a turn in which no tile of the hand fits."""
    for item in whole.cards().hands[0]:
        whole.cards().faces[item] = NOWHERE
    whole.legal = None
    return whole.view(0)


def test_what_can_be_done_instead_of_laying_is_numbered_and_chosen(
    screen: CarcassonneScreen, stuck: State
) -> None:
    cursor = at(screen, stuck)
    (place,) = screen.places(stuck, 0, cursor)
    assert (place.action, place.sentence) == (GIVE_UP, "give up")
    assert screen.chosen(stuck, 0, cursor) == GIVE_UP
    first, second = screen.hint(stuck, 0, cursor)
    assert first == "No tile of yours fits: Enter takes what is chosen."
    assert second == "1: give up."
    found = screen.parse(stuck, 0, cursor, ["1"])
    assert isinstance(found, Cursor)
    assert screen.chosen(stuck, 0, found) == GIVE_UP
    for key in ("n", "p", "up", "r", "tab"):
        assert screen.chosen(stuck, 0, screen.move(stuck, 0, cursor, key)) == GIVE_UP


@pytest.fixture
def odd(whole: State) -> State:
    """Return a phase in which a seat chooses one of its tiles for something else."""
    whole.phase, whole.legal = "odd", None
    return whole


def test_choices_that_are_no_places_are_a_numbered_list_beside_the_board(
    screen: CarcassonneScreen, odd: State
) -> None:
    s = odd.view(0)
    cursor = at(screen, s)
    aside = screen.aside(s, 0, cursor)
    assert aside is not None
    assert [entry.text.split(":")[0] for entry in aside.entries] == ["1", "2", "3"]
    assert aside.entries[2].text == "3: turn over: monastery"
    assert [entry.chosen for entry in aside.entries] == [True, False, False]
    for key, n in (("tab", 1), ("down", 1), ("n", 1), ("s-tab", 2), ("up", 2), ("p", 2)):
        moved = screen.move(s, 0, cursor, key)
        assert screen.chosen(s, 0, moved) == screen.rules.legal(s)[n]
    assert screen.hint(s, 0, cursor)[1].startswith("1: turn over: ")


def test_they_can_be_typed_and_clicked(screen: CarcassonneScreen, odd: State) -> None:
    s = odd.view(0)
    cursor = at(screen, s)
    for n, action in enumerate(screen.rules.legal(s), start=1):
        found = screen.parse(s, 0, cursor, [str(n)])
        assert isinstance(found, Cursor)
        assert screen.chosen(s, 0, found) == action
    assert screen.parse(s, 0, cursor, ["what"]) == "Type a number from 1 to 3."
    clicked = screen.point_hand(s, 0, cursor, 16, 1, (22, 4), look_of())
    assert screen.chosen(s, 0, clicked) == screen.rules.legal(s)[2]
    assert [line for line, _ in screen.commands(s, 0)] == ["1", "2", "3"]


def test_a_hand_that_lies_open_is_seen_by_all_with_its_owner(
    screen: CarcassonneScreen, odd: State
) -> None:
    for item in odd.cards().hands[0]:
        odd.cards().seen[item] = ALL_SEATS
    for seat in (1, 2, 3, -1):
        s = odd.view(seat)
        labels = pane(screen, s, seat, look_of(), (22, 4)).lines()[3]
        assert screen.in_hand(s, seat).cards == 3
        assert screen.in_hand(s, seat).note == "shown by Ada"
        assert labels.split() == ["A", "A", "A"]
        assert screen.aside(s, seat, Cursor()) is None
    assert screen.in_hand(odd.view(0), 0).note == "others: 3 each"
    odd.phase = "meeple"
    assert screen.in_hand(odd.view(1), 1).note != "shown by Ada"
