"""What an action will do is said before; why one is refused is said with the rule."""

from __future__ import annotations

import pytest

from bastide.core.events import Event
from bastide.core.screen import Cursor, Ending
from bastide.plugins.barony.look.steering import LETTERS
from bastide.plugins.barony.pieces import DUKE, TITLES
from bastide.plugins.barony.scoring import BY_DUKE, BY_IDLING, ENDS
from bastide.plugins.barony.state import realm
from bastide.plugins.barony.ui import BaronyScreen
from tests.plugins.barony.look.conftest import started, text
from tests.plugins.barony.tables import Position, act, give, position, raise_to
from tests.plugins.looks import look_of

BOARD = """0,0 plain 1,0 forest 2,0 mountain 3,0 field 4,0 lake
           0,1 field 1,1 plain 2,1 field 3,1 plain 4,1 plain"""
NAMES = ("Ada", "Bo")


def screen_of(p: Position, language: str = "en") -> BaronyScreen:
    screen = BaronyScreen(p.rules, text(language))
    screen.board_text(p.s, p.s.seat, look_of()._replace(names=NAMES))
    return screen


def preview(p: Position, command: str, language: str = "en") -> str:
    """Return what the screen says of an action in its list of commands."""
    screen = screen_of(p, language)
    said = {
        screen.parse(p.s, p.s.seat, Cursor(), line.split()): meaning
        for line, meaning in screen.commands(p.s, p.s.seat)
    }
    return said[act(command)]


def test_a_move_says_where_from_and_what_could_be_built() -> None:
    p = position(BOARD, "A 0,0 k1", "B 3,1 k1")
    assert preview(p, "move 0,0 > 1,0") == (
        "1,0 forest, from 0,0. A village there would bring 3 gold."
    )


def test_a_move_says_with_whom_it_shares_a_hex() -> None:
    p = position(BOARD, "A 0,0 k1", "B 1,0 k1")
    assert preview(p, "move 0,0 > 1,0") == "1,0 forest, from 0,0. Shares the hex with Bo."


def test_a_move_says_whom_it_destroys() -> None:
    p = position(BOARD, "A 0,0 k1", "A 1,0 k1", "B 1,0 k1")
    assert preview(p, "move 0,0 > 1,0") == "1,0 forest, from 0,0. Destroys the knight of Bo."


def test_a_move_says_what_it_plunders() -> None:
    p = position(BOARD, "A 0,0 k1", "A 1,0 k1", "B 1,0 v")
    assert preview(p, "move 0,0 > 1,0").endswith("Plunders the village of Bo, who has no token.")
    give(p, "B", field=1)
    assert preview(p, "move 0,0 > 1,0").endswith("Plunders the village of Bo: +1 field (5 gold).")
    give(p, "B", plain=1)
    assert preview(p, "move 0,0 > 1,0 plain").endswith("+1 plain (4 gold).")
    assert preview(p, "move 0,0 > 1,0 plain", "fr").endswith(
        "Pille le village de Bo\u202f: +1 plaine (4 d’or)."
    )


def test_a_recruitment_says_what_may_no_longer_be_done() -> None:
    p = position(BOARD, "A 0,0 c k5", "B 3,1 k1")
    assert preview(p, "recruit 0,0 1") == (
        "0,0 plain: 1 knight more, 1 left in your reserve. Expeditions need 2."
    )


def test_a_construction_says_the_token() -> None:
    p = position(BOARD, "A 0,1 k1", "B 3,1 k1")
    assert preview(p, "build 0,1 village") == (
        "0,1 field: village (13 left), +1 token: 5 gold (5 then) or 3 silver."
    )
    assert preview(p, "build 0,1 stronghold").startswith("0,1 field: stronghold (1 left)")


def test_an_empty_bank_is_said() -> None:
    p = position(BOARD, "A 0,1 k1", "B 3,1 k1")
    give(p, "B", field=20)
    assert preview(p, "build 0,1 village") == "0,1 field: village; the bank has no such token."


def test_each_reason_against_new_cities_is_told_once_and_the_nearest_village_below() -> None:
    p = position(BOARD, "A 1,0 v", "A 2,1 v", "A 3,1 v", "A 0,1 k1", "B 3,0 c")
    screen = screen_of(p)
    cursor = started(screen, p.s)
    assert screen.parse(p.s, 0, cursor, ["city"]) == (
        "None of your villages may become a city: "
        "no city stands in a forest, no two cities stand on neighbouring hexes."
    )
    hint = screen.hint(p.s, 0, screen.move(p.s, 0, cursor._replace(x=0, y=0), "f"))
    assert hint[1] == "1,0 forest: no city stands in a forest."


def test_a_city_and_an_expedition_say_what_they_bring() -> None:
    p = position(BOARD, "A 0,1 v", "B 3,1 k1")
    assert preview(p, "city 0,1") == (
        "0,1 field: the village becomes a city, +10 points; 4 more left for you."
    )
    assert preview(p, "expedition 1,0") == (
        "1,0 forest: a knight lands, another is lost for good; 5 left in reserve."
    )


def test_a_title_says_what_it_costs_and_brings() -> None:
    p = give(position(BOARD, "A 0,1 k1", "B 3,1 k1"), "A", field=3, mountain=1)
    assert preview(p, "title field 3") == "3 field = 15 gold; 0 silver left."
    screen = screen_of(p)
    cursor = screen.move(p.s, 0, started(screen, p.s), "t")
    assert screen.hint(p.s, 0, cursor)[0] == (
        "Become viscount, +15 points: choose what to pay, Enter."
    )
    raise_to(p, "A", DUKE - 1)
    assert screen.hint(p.s, 0, cursor)[0] == (
        "Become duke, +15 points; this round is the last: choose what to pay, Enter."
    )


def test_an_overpaid_title_is_accepted_and_said() -> None:
    p = give(position(BOARD, "A 0,1 k1", "B 3,1 k1"), "A", field=4)
    screen = screen_of(p)
    assert screen.parse(p.s, 0, Cursor(), ["title", "field", "4"]) == act("title field 4")
    assert screen.parse(p.s, 0, Cursor(), ["title", "4", "field"]) == act("title field 4")


def test_to_stop_is_said() -> None:
    p = position(BOARD, "A 0,1 k1", "A 3,1 k1", "B 3,0 k1")
    assert preview(p.after("move 0,1 > 0,0"), "done") == "Stop here: move no second knight."
    built = p.after("build 0,1 village")
    assert preview(built, "done") == "Stop here: build no more in this turn."


REFUSED = (
    (
        "A 1,1 k1",
        "B 2,0 k1",
        "move 1,1 > 2,0",
        "A mountain with an opposing pawn cannot be entered.",
    ),
    ("A 3,0 k1", "B 0,0 k1", "move 3,0 > 4,0", "A lake cannot be entered."),
    ("A 3,0 k1", "B 0,0 k1", "move 3,0 > 9,9", "A knight moves to a neighbouring hex."),
    ("A 3,0 k1", "B 0,0 k1", "move 9,9 > 3,0", "There is no hex 9,9 on the board."),
    (
        "A 3,0 k1",
        "B 2,1 k2",
        "move 3,0 > 2,1",
        "A hex with two pawns of one opponent cannot be entered.",
    ),
    ("A 3,0 k1", "B 0,0 k1", "move 3,0", "Type it like this: move 3,0 > 2,0."),
    ("A 3,0 k1", "B 0,0 k1", "move 3,0 > 2,1 lots", "Type it like this: move 3,0 > 2,0."),
    ("A 3,0 k1", "B 0,0 k1", "recruit 3,0 two", "Type it like this: recruit 2,1 2."),
    ("A 3,0 k1", "B 0,0 k1", "build 3,0", "Type it like this: build 3,0 village."),
    ("A 3,0 k1", "B 0,0 k1", "build 3,0 city", "Type it like this: build 3,0 village."),
    ("A 3,0 k1", "B 0,0 k1", "title field", "Type it like this: title field 3."),
    ("A 3,0 k1", "B 0,0 k1", "title lake 3", "Type it like this: title field 3."),
    (
        "A 3,0 k1",
        "B 0,0 k1",
        "title field 3",
        "You do not hold all the tokens that you want to pay.",
    ),
    ("A 3,0 k1", "B 0,0 k1", "pass", "A turn is passed only when no action is possible."),
    ("A 3,0 k1", "B 0,0 k1", "stop", "A movement or a construction has at least one step."),
    ("A 3,0 k1", "B 0,0 k1", "city", "You have no village."),
    (
        "A 1,0 v",
        "B 0,0 k1",
        "city",
        "None of your villages may become a city: no city stands in a forest.",
    ),
    ("A 3,0 k1", "B 0,0 k1", "title", "A title costs 15 gold, this is 0."),
    ("A 3,0 k1", "B 0,0 k1", "settle 3,0", "The starting cities have been placed already."),
    ("A 3,0 k1", "B 0,0 k1", "8,8", "There is no hex 8,8 on the board."),
    ("A 3,0 k1", "B 0,0 k1", "99", "There is no 99 here: the numbers go from 1 to 3."),
    ("A 3,0 k1", "B 0,0 k1", "nonsense", "Type a number, or one of: move, build, expedition."),
    ("A 3,0 k1", "B 0,0 k1", "move 99999999,1 > 3,1", "Type it like this: move 3,0 > 2,0."),
)


@pytest.mark.parametrize(("mine", "other", "typed", "said"), REFUSED)
def test_refusals_name_the_rule(mine: str, other: str, typed: str, said: str) -> None:
    p = position(BOARD, mine, other)
    screen = screen_of(p)
    cursor = screen.move(p.s, 0, started(screen, p.s), "m")
    assert screen.parse(p.s, 0, cursor, typed.split()) == said


def test_under_the_cursor_a_refusal_names_the_hex_and_the_rule() -> None:
    p = position(BOARD, "A 1,1 k1", "B 2,0 k1")
    screen = screen_of(p)
    cursor = screen.move(p.s, 0, started(screen, p.s), "m")
    there = screen.parse(p.s, 0, cursor, ["2,0"])
    assert isinstance(there, Cursor)
    assert screen.hint(p.s, 0, there)[1] == (
        "2,0 mountain: a mountain with an opposing pawn cannot be entered."
    )


def test_every_kind_of_action_that_is_not_possible_says_why() -> None:
    p = position(BOARD, "A 1,1 k1", "B 2,0 k1")
    screen = screen_of(p)
    for key in LETTERS:
        cursor = screen.move(p.s, 0, started(screen, p.s), key)
        assert screen.hint(p.s, 0, cursor)[1] != ""
    cursor = screen.move(p.s, 0, started(screen, p.s), "t")
    assert screen.hint(p.s, 0, cursor) == (
        "This is not possible now: Tab chooses another action.",
        "A title costs 15 gold, this is 0.",
    )


LACKING = (
    ("A 1,1 k1", "f", "You have no village; Tab: other actions."),
    ("A 1,0 v", "f", "None of your villages may become a city; Tab: other actions."),
    ("A 1,1 c", "b", "None of your knights stands where one may build; Tab: other actions."),
    ("A 1,1 c", "m", "None of your knights can enter a hex beside it; Tab: other actions."),
    ("A 1,1 c k6", "e", "An expedition takes two knights of your reserve; Tab: other actions."),
    ("A 1,1 c k7", "a", "No knight is left in your reserve; Tab: other actions."),
)


@pytest.mark.parametrize(("mine", "key", "said"), LACKING)
def test_where_nothing_is_possible_the_reason_is_the_one_for_all_hexes(
    mine: str, key: str, said: str
) -> None:
    p = position(BOARD, mine, "B 2,0 k1")
    screen = screen_of(p)
    assert screen.hint(p.s, 0, screen.move(p.s, 0, started(screen, p.s), key))[0] == said


def test_a_reason_that_names_the_hex_does_not_name_it_twice() -> None:
    p = position(BOARD, "A 1,1 k1", "B 2,0 k1")
    screen = screen_of(p)
    cursor = screen.move(p.s, 0, Cursor(x=0, y=1), "f")
    assert screen.hint(p.s, 0, cursor)[1] == "You have no village at 0,1."


def test_a_knight_is_picked_up_by_walking_over_it() -> None:
    p = position(BOARD, "A 0,1 k1", "A 1,0 k1", "B 4,1 k1")
    screen = screen_of(p)
    cursor = screen.move(p.s, 0, started(screen, p.s), "m")
    for start in ("1,0", "0,1"):
        there = screen.parse(p.s, 0, cursor, [start])
        assert isinstance(there, Cursor)
        there = screen.parse(p.s, 0, there, ["1,1"]) if start == "0,1" else there
    assert isinstance(there, Cursor)
    assert screen.chosen(p.s, 0, there) == act("move 0,1 > 1,1")


@pytest.mark.parametrize(
    ("command", "english"),
    [
        ("move 0,1 > 1,0", ["Ada moves 0,1 > 1,0.", "Bo loses a village at 1,0."]),
        ("build 0,1 village", ["Ada builds at 0,1: village, +1 field (5 gold)."]),
        ("build 0,1 stronghold", ["Ada builds at 0,1: stronghold, +1 field (5 gold)."]),
        ("expedition 0,0", ["Ada sends an expedition to 0,0."]),
        ("recruit 2,1 1", ["Ada recruits 1 at 2,1."]),
    ],
)
def test_the_log_says_what_happened(command: str, english: list[str]) -> None:
    p = position(BOARD, "A 0,1 k1", "A 1,0 k1", "A 2,1 c", "B 1,0 v", "B 4,1 k1")
    screen = screen_of(p)
    after = p.after(command)
    said = [screen.say(after.s, event, NAMES) for event in after.s.events]
    assert [line for line in said if line][: len(english)] == english


def test_a_title_is_in_the_log() -> None:
    after = give(position(BOARD, "A 0,1 k1"), "A", field=3).after("title field 3")
    said = [screen_of(after).say(after.s, event, NAMES) for event in after.s.events]
    assert "Ada becomes viscount for 15 gold." in said


def test_plunder_is_in_the_log() -> None:
    p = give(position(BOARD, "A 0,1 k1", "A 1,0 k1", "B 1,0 v"), "B", plain=1)
    after = p.after("move 0,1 > 1,0")
    said = [screen_of(p).say(after.s, event, NAMES) for event in after.s.events]
    assert "Ada takes 1 plain token (4 gold) from Bo." in said
    empty = position(BOARD, "A 0,1 k1", "A 1,0 k1", "B 1,0 v").after("move 0,1 > 1,0")
    said = [screen_of(p).say(empty.s, event, NAMES) for event in empty.s.events]
    assert "Ada finds no token to plunder at Bo." in said


def test_to_stop_is_no_news_and_the_end_names_nobody() -> None:
    p = position(BOARD, "A 0,1 k1", "B 4,1 k1")
    screen = screen_of(p)
    assert screen.say(p.s, act("done"), NAMES) == ""
    for why, idle, said in (
        (BY_DUKE, 0, "a duke was made"),
        (BY_IDLING, 3, "nothing new for 3 rounds"),
    ):
        ends = Event("barony", ENDS, (-1, why, idle))
        assert screen.say(p.s, ends, NAMES) == f"The last round is over: {said}."


def test_the_end_says_why_it_came_and_who_is_what() -> None:
    p = position(BOARD, "A 0,1 k1", "B 4,1 k1")
    screen, realm_of = screen_of(p), realm(p.s)
    assert screen.ending(p.s) == Ending("", ("baron", "baron"))
    realm_of.ending, realm_of.idle, realm_of.ranks = BY_IDLING, 1, [3, 1]
    why = "The last round is over: nothing new for 1 round."
    assert screen.ending(p.s) == Ending(why, tuple(TITLES[n] for n in (3, 1)))


def test_what_lies_near_is_said_in_words() -> None:
    p = position(BOARD, "A 1,0 k2", "B 2,1 v", "B 1,1 c", "B 0,0 s")
    near = screen_of(p).near(p.s, ["1,0"])
    assert near == (
        "1,0: forest, 2 knights of Ada. east 2,0: mountain. west 0,0: plain, stronghold of Bo. "
        "south-west 0,1: field. south-east 1,1: plain, city of Bo."
    )
    assert "village of Bo" in screen_of(p).near(p.s, ["2,1"])
    assert screen_of(p).near(p.s, ["here"]) == "Type near and a hex, such as near 2,1."
    assert screen_of(p).near(p.s, ["9,9"]) == "There is no hex 9,9 on the board."


def test_near_no_hex_all_pieces_are_said() -> None:
    p = position(BOARD, "A 1,0 k2", "B 2,1 v")
    assert screen_of(p).near(p.s, []).splitlines() == [
        "1,0: forest, 2 knights of Ada.",
        "2,1: field, village of Bo.",
    ]


def test_titles_are_read_out_without_signs() -> None:
    p = position(BOARD)
    lines = screen_of(p).overlays()[0].lines
    assert lines
    said = lines(p.s, 0, look_of())
    assert said[0].startswith("Ada: baron; viscount for 15 gold")
    assert said[-1].startswith("bank: ")
    assert all(character.isascii() for line in said for character in line)


def test_the_situation_says_what_a_seat_has() -> None:
    p = give(position(BOARD, "A 1,0 k1", "B 2,1 v"), "A", field=2)
    p.realm.box[0] = 1
    assert screen_of(p).situation(p.s, 0, Cursor()).splitlines() == [
        "Ada: baron; viscount for 15 gold (+15 points), has 10",
        "tokens: 2 field (6 silver)",
        "reserve: knights 6, villages 14, strongholds 2, cities 5; lost: 1",
        "possible (a word alone lists where): move, build, expedition",
    ]
    assert screen_of(p).situation(p.s, 1, Cursor()) == ""


def test_the_counter_tells_the_round_and_the_last_one() -> None:
    p = give(position(BOARD, "A 1,0 k1", "B 2,1 v"), "A", field=2)
    screen = screen_of(p)
    assert screen.counter(p.s).title == "round 21"
    assert screen.counter(p.s).seats == ("baron, 10 gold", "baron, 0 gold")
    assert screen.counter(p.s).long[0] == "baron, 10 gold, 6 silver"
    assert screen.counter(p.s).short[0] == "10 g"
    assert screen.counter(p.s).heading == "gold"
    raise_to(p, "B", DUKE)
    assert screen.counter(p.s).title == "last round"


def test_every_choice_of_the_chosen_kind_is_among_the_ways_and_says_what_it_does() -> None:
    pawns = ("A 1,0 k1", "A 1,1 k1", "A 2,1 k1", "A 3,1 c", "B 1,1 v")
    p = give(position(BOARD, *pawns), "B", plain=1, field=1)
    screen = screen_of(p)
    start = started(screen, p.s)
    for verb, most in (("recruit", 3), ("move", 4), ("build", 2)):
        cursor = screen.parse(p.s, 0, start, [verb])
        assert isinstance(cursor, Cursor)
        ways = screen.ways(p.s, 0, cursor)
        assert [each[0] for each in ways] == screen.places(p.s, 0, cursor)
        shown = [place for each in ways for place in each]
        assert max(map(len, ways)) == most
        legal = [a for a in p.rules.legal(p.s) if a.kind == f"barony.{verb}"]
        assert sorted(place.action for place in shown) == sorted(legal)
        assert len({place.sentence for place in shown}) == len(shown), "no two are called the same"
        for place in shown:
            assert screen.preview(p.s, 0, place.action) == place.sentence
    moves = [
        place.sentence for each in screen.ways(p.s, 0, start._replace(hand=1)) for place in each
    ]
    plunders = sorted(each.partition(": ")[2] for each in moves if "Plunders" in each)
    assert plunders == ["+1 field (5 gold)."] * 2 + ["+1 plain (4 gold)."] * 2


def test_a_word_alone_turns_to_a_kind_of_action_and_never_chooses() -> None:
    p = position(BOARD, "A 1,0 k1", "B 2,1 v")
    screen = screen_of(p)
    cursor = screen.move(p.s, 0, started(screen, p.s), "m")
    turned = screen.parse(p.s, 0, cursor, ["build"])
    assert isinstance(turned, Cursor)
    assert turned.hand != cursor.hand
    again = screen.parse(p.s, 0, cursor, ["move"])
    assert isinstance(again, Cursor)
    assert again.hand == cursor.hand, "it is chosen already; a front end lists it again"
    assert screen.parse(p.s, 0, cursor, []) == "Type a number, or one of: move, build, expedition."


@pytest.mark.parametrize("language", ["en", "fr"])
def test_commands_of_the_help_are_understood(language: str) -> None:
    p = position(BOARD, "A 1,0 k1", "B 2,1 v")
    screen = screen_of(p, language)
    nonsense = screen.parse(p.s, 0, Cursor(), ["nonsense"])
    assert len(screen.usage()) == 8
    for line, meaning in screen.usage():
        assert meaning
        answer = screen.parse(p.s, 0, Cursor(), line.split())
        assert answer != nonsense
        assert not str(answer).startswith(("Type it", "Saisir ainsi"))
