from __future__ import annotations

import pytest

from bastide.cli.catalogs import Catalogs, own_catalogs
from bastide.cli.depth import Display
from bastide.cli.screens.form import Field, Form, Values, click_form, paint_form, settle
from bastide.cli.screens.pen import Pen
from bastide.cli.screens.setup_form import SetupForm, allowed_values
from bastide.cli.wording import wrap
from bastide.core.hookspecs import Option
from bastide.core.messages import English
from bastide.core.plugins import Plugins, built_in
from tests.cli.fakes import english
from tests.cli.pebbles import more_pebbles, pebbles


def setup_form(local: bool) -> tuple[SetupForm, Form]:
    setup = SetupForm(Plugins({**built_in(), "pebbles": pebbles}), english, local)
    return setup, setup.form({"game": "pebbles", "name": "Attic"})


def choose(form: Form, key: str, value: object) -> None:
    form.at = [field.key for field in form.fields()].index(key)
    for _ in range(200):
        if form.values[key] == value:
            return
        form.change(1)
    raise AssertionError(f"{key} cannot be {value}")


def test_a_table_for_the_network() -> None:
    setup, form = setup_form(local=False)
    choose(form, "seats", 3)
    choose(form, "ask", True)
    choose(form, "pebbles.pace", "quick")
    choose(form, "pebbles.limit", 9)
    choose(form, "seating", "listed")
    wish = setup.host_wish(form.values)
    assert (wish.name, wish.ask, wish.setup.game, wish.setup.seats) == ("Attic", True, "pebbles", 3)
    assert dict(wish.setup.options) == {
        "seating": "listed",
        "pebbles.shouting": False,
        "pebbles.pace": "quick",
        "pebbles.limit": 9,
    }
    assert setup.plugins.options(wish.setup)


def test_a_digit_sets_a_number_within_its_bounds() -> None:
    _, form = setup_form(local=False)
    choose(form, "seats", 3)
    assert form.pick("4")
    assert form.values["seats"] == 4
    assert not form.pick("9")
    assert form.values["seats"] == 4


def test_a_text_is_cleared_at_once() -> None:
    _, form = setup_form(local=False)
    form.at = [field.key for field in form.fields()].index("name")
    form.clear()
    assert form.values["name"] == ""


def test_the_first_answer_is_a_game_against_one_bot() -> None:
    setup, form = setup_form(local=True)
    wish = setup.local_wish(form.values)
    assert wish.bots == ("greedy",)
    assert wish.setup.seats == 2


@pytest.mark.parametrize("persons", [1, 2, 6])
def test_persons_and_bots_fit_the_game(persons: int) -> None:
    setup, form = setup_form(local=True)
    choose(form, "persons", persons)
    wish = setup.local_wish(form.values)
    assert 2 <= wish.setup.seats <= 6
    assert wish.setup.seats == persons + len(wish.bots)
    assert setup.plugins.compose(wish.setup)


def test_persons_here_may_have_names() -> None:
    setup, form = setup_form(local=True)
    assert "names" not in [field.key for field in form.fields()]
    choose(form, "persons", 3)
    form.at = [field.key for field in form.fields()].index("names")
    for char in "Ada, Bo":
        form.type(char)
    assert setup.local_wish(form.values).names == ("Ada", "Bo")
    choose(form, "persons", 1)
    assert setup.local_wish(form.values).names == ()


def test_another_game_corrects_what_it_does_not_have() -> None:
    setup, form = setup_form(local=False)
    choose(form, "seats", 6)
    choose(form, "game", "carcassonne")
    assert form.values["seats"] == 5
    assert "pebbles.pace" not in dict(setup.host_wish(form.values).setup.options)


def test_the_name_is_typed() -> None:
    _, form = setup_form(local=False)
    form.at = [field.key for field in form.fields()].index("name")
    assert form.typing
    form.type("s")
    form.erase()
    form.erase()
    form.type("c!")
    form.change(1)
    assert form.values["name"] == "Attic!"
    form.move(-1)
    form.type("x")
    form.erase()
    assert form.values["seats"] == 6


def test_moving_goes_round() -> None:
    _, form = setup_form(local=True)
    form.move(-1)
    assert form.at == len(form.fields()) - 1
    form.move(1)
    assert form.at == 0


def test_values_of_options() -> None:
    assert allowed_values(Option("a", True, "A")) == [True, False]
    assert allowed_values(Option("a", "x", "A")) == []
    assert allowed_values(Option("a", 3, "A", low=1, high=4)) == [1, 2, 3, 4]
    wide = allowed_values(Option("a", 37, "A", low=0, high=1000))
    assert {0, 37, 1000} <= set(wide)
    assert len(wide) < 80


def test_a_form_is_painted_at_any_size() -> None:
    setup, form = setup_form(local=False)
    pen = Pen(Display(), English())
    for size in ((60, 18), (120, 36)):
        for _ in form.fields():
            at, grid = paint_form(pen, form, size)
            assert at.x + grid.width <= size[0]
            assert form.here.title[:10] in "\n".join(grid.lines())
            form.move(1)
    values: Values = {}
    assert setup.form(values).values["game"]


# expansions, variants, and who deals


def with_additions(local: bool = False) -> tuple[SetupForm, Form]:
    setup = SetupForm(more_pebbles(), english, local)
    return setup, setup.form({"game": "pebbles", "name": "Attic"})


def keys_of(form: Form) -> list[str]:
    return [field.key for field in form.fields()]


@pytest.mark.parametrize("local", [True, False])
def test_every_addition_can_be_switched_on(local: bool) -> None:
    setup, form = with_additions(local)
    assert [key for key in keys_of(form) if key.startswith("with ")] == [
        *("with boulders", "with gravel", "with pockets", "with sand")
    ]
    choose(form, "with pockets", True)
    choose(form, "with boulders", True)
    wish = setup.local_wish(form.values) if local else setup.host_wish(form.values)
    assert wish.setup.extensions == ("boulders", "pockets")


def test_all_seats_follow_an_expansion_and_a_choice_stays() -> None:
    _, form = with_additions()
    assert form.values["seats"] == 5
    choose(form, "with boulders", True)
    assert form.values["seats"] == 6
    choose(form, "with boulders", False)
    assert form.values["seats"] == 5
    choose(form, "seats", 3)
    choose(form, "with boulders", True)
    assert form.values["seats"] == 3


@pytest.mark.parametrize(("local", "key"), [(False, "seats"), (True, "persons")])
def test_the_form_says_which_extension_seats_one_more(local: bool, key: str) -> None:
    form = SetupForm(more_pebbles(), english, local=local).form({})
    notes = {field.key: field.note for field in form.fields()}
    assert notes[key] == "6 with Boulders"
    assert notes["game"].endswith("for 2 to 5")
    choose(form, "with boulders", True)
    notes = {field.key: field.note for field in form.fields()}
    assert notes[key] == ""
    assert notes["game"].endswith("for 2 to 6")


def test_six_play_here_with_the_expansion() -> None:
    setup, form = with_additions(local=True)
    choose(form, "with boulders", True)
    choose(form, "persons", 6)
    assert setup.local_wish(form.values).setup.seats == 6


def test_what_does_not_go_together_is_said_where_it_is_chosen() -> None:
    setup, form = with_additions()
    choose(form, "with gravel", True)
    needs = "Gravel needs Boulders: add it to the table."
    assert form.here.note == setup.fault(form.values) == needs
    choose(form, "with boulders", True)
    assert setup.fault(form.values) == ""
    assert form.here.note == "boulders 1.0, for 2 to 6"
    choose(form, "with sand", True)
    assert form.here.note == "Gravel and Sand exclude each other: drop one of them."
    choose(form, "with sand", False)
    assert form.here.note == "sand 1.0"


def test_who_deals_is_asked_only_where_cards_are_hidden() -> None:
    setup, form = with_additions()
    assert "dealer" not in keys_of(form)
    assert setup.host_wish(form.values).dealer == "veil"
    choose(form, "with pockets", True)
    assert form.fields()[keys_of(form).index("dealer")].title == "Hands"
    choose(form, "dealer", "open")
    assert "trust" in form.here.note
    assert setup.host_wish(form.values).dealer == "open"
    _, local = with_additions(local=True)
    choose(local, "with pockets", True)
    assert "dealer" not in keys_of(local)


# long titles, and the mouse

LONG_TITLE = "Rounds in which nothing happens after which the game ends (0: never)"


def long_form() -> Form:
    def build(values: Values) -> list[Field]:
        settle(values, "idle", [0, 10, 20], 10)
        settle(values, "short", ["a", "b"], "a")
        return [
            Field("idle", LONG_TITLE, ((0, "0"), (10, "10"), (20, "20")), "note"),
            Field("short", "Short", (("a", "A"), ("b", "B"))),
        ]

    return Form("Form", "", build)


def test_a_long_title_keeps_a_gap_and_is_written_out_while_it_is_chosen() -> None:
    form, pen = long_form(), Pen(Display(), English())
    lines = paint_form(pen, form, (80, 24))[1].lines()
    assert "…  ‹ 10 ›" in lines[2]
    below = " ".join(line.strip("│ ") for line in lines[-3:-1])
    assert LONG_TITLE in below
    form.move(1)
    assert "happens" not in paint_form(pen, form, (80, 24))[1].lines()[-3]


def test_a_form_says_how_many_lines_are_beyond_its_edges() -> None:
    _, form = setup_form(local=True)
    pen, height = Pen(Display(), English()), 10
    room, fields = height - 8, len(form.fields())
    lines = paint_form(pen, form, (80, height))[1].lines()
    assert "more" not in lines[0]
    assert f"↓ {fields - room} " in lines[-1]
    form.move(-1)
    lines = paint_form(pen, form, (80, height))[1].lines()
    assert f"↑ {fields - room} " in lines[0]
    assert "more" not in lines[-1]


def test_what_is_offered_first_is_the_game_with_the_most_additions() -> None:
    plugins = Plugins(built_in())
    form = SetupForm(plugins, english, local=True).form({})
    most = max(len(plugins.extensions(game.id)) for game in plugins.games())
    assert len(plugins.extensions(str(form.values["game"]))) == most


@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_option_of_a_game_says_in_two_lines_what_it_is_about(
    language: str, plugins: Plugins
) -> None:
    texts = Catalogs([*own_catalogs(), *plugins.catalogs()]).texts(language)
    setup = SetupForm(plugins, texts, local=True)
    for game in plugins.games():
        form = setup.form({"game": game.id})
        keys = {"seating", *(f"{game.id}.{option.name}" for option in game.options)}
        notes = [field.note for field in form.fields() if field.key in keys]
        assert "2 to 2" not in form.fields()[0].note
        assert all(notes)
        assert len(set(notes)) == len(keys)
        for note in notes:
            assert len(wrap(note, 66)) <= 2


def test_a_click_chooses_a_line_then_changes_its_value() -> None:
    form, pen = long_form(), Pen(Display(), English())
    at, grid = paint_form(pen, form, (80, 24))
    value = grid.lines()[2].index("‹")
    click_form(form, (80, 24), (at.x + value, at.y + 3))
    assert form.at == 1
    click_form(form, (80, 24), (at.x + value + 3, at.y + 3))
    assert form.values["short"] == "b"
    form.at = 0
    click_form(form, (80, 24), (at.x + value, at.y + 2))
    assert form.values["idle"] == 0
    for outside in ((at.x, at.y), (at.x - 1, at.y + 2), (at.x + 5, at.y + 5)):
        click_form(form, (80, 24), outside)
    assert (form.at, form.values["idle"]) == (0, 0)
