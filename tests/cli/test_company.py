"""Which plugins go together, in the words of the command line."""

from __future__ import annotations

from types import ModuleType

import pytest

from bastide.cli.company import company_fault, seats_fault
from bastide.cli.program import Misused, Program
from bastide.cli.wishes import Wish
from bastide.core.hookspecs import hookimpl
from bastide.core.messages import English
from bastide.core.plugins import Plugins, built_in
from tests.cli.conftest import Run
from tests.cli.pebbles import more_pebbles


@pytest.mark.parametrize(
    ("extensions", "fault"),
    [
        ((), ""),
        (("boulders", "gravel"), ""),
        (("gravel",), "gravel needs boulders: add it to the table."),
        (
            ("boulders", "gravel", "sand"),
            "gravel and sand exclude each other: drop one of them.",
        ),
    ],
)
def test_one_sentence_says_what_is_wrong(extensions: tuple[str, ...], fault: str) -> None:
    assert company_fault(more_pebbles(), English(), "pebbles", extensions, str) == fault


@pytest.fixture
def program(monkeypatch: pytest.MonkeyPatch) -> Program:
    monkeypatch.setattr(Program, "plugins", more_pebbles())
    return Program()


def test_the_command_line_refuses_the_same(program: Program) -> None:
    with pytest.raises(Misused, match="gravel needs boulders: add it to the table"):
        Wish(program, "pebbles", "gravel")
    assert Wish(program, "pebbles", "gravel, boulders,gravel").extensions == ("gravel", "boulders")
    with pytest.raises(Misused, match="there are boulders, gravel, pockets, sand"):
        Wish(program, "pebbles", "rocks")


def test_an_expansion_that_cannot_be_loaded_is_not_said_to_be_missing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    bells, plugins = ModuleType("bells"), more_pebbles()
    vars(bells)["bastide_trun"] = hookimpl(lambda rules: None)
    plugins.faults += Plugins({"bells": lambda: bells}).faults
    monkeypatch.setattr(Program, "plugins", plugins)

    with pytest.raises(Misused, match=r"^bells cannot be loaded: .*there is no hook bastide_trun"):
        Wish(Program(), "pebbles", "bells")
    with pytest.raises(Misused, match=r"^bells cannot be loaded: "):
        Wish(Program(), "bells")


def test_seats_follow_the_expansion(program: Program) -> None:
    assert Wish(program, "pebbles").seat_range == (2, 5)
    assert Wish(program, "pebbles", "boulders").setup(6).seats == 6
    with pytest.raises(Misused, match="for 2 to 5 seats, not 6"):
        Wish(program, "pebbles", "sand").setup(6)


@pytest.mark.parametrize(
    ("extensions", "seats", "fault"),
    [
        ((), 5, ""),
        ((), 6, "pebbles is for 2 to 5 seats, not 6: add `--with boulders`."),
        (("pockets",), 6, "pebbles is for 2 to 5 seats, not 6: add `--with pockets,boulders`."),
        (("boulders",), 6, ""),
        ((), 7, "pebbles is for 2 to 5 seats, not 7."),
    ],
)
def test_an_installed_extension_that_seats_so_many_is_named(
    extensions: tuple[str, ...], seats: int, fault: str
) -> None:
    assert seats_fault(more_pebbles(), English(), "pebbles", extensions, seats) == fault


@pytest.mark.plays("settlers")
def test_one_number_of_seats_is_no_range() -> None:
    said = seats_fault(Plugins(built_in()), English(), "settlers", (), 3)
    assert said == "settlers is for 2 seats, not 3."


def test_a_dealer_is_chosen_only_where_cards_are_hidden(program: Program) -> None:
    assert Wish(program, "pebbles").dealer(None) == "veil"
    assert Wish(program, "pebbles", "pockets").dealer("open") == "open"
    with pytest.raises(Misused, match="No cards are hidden at this table: leave out --dealer"):
        Wish(program, "pebbles", "boulders").dealer("veil")


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("--dealer", "open"), "No cards are hidden at this table: leave out --dealer.\n"),
        (("--dealer", "me"), "--dealer: me is none of veil, open."),
        (("--with", "nosuch"), "carcassonne has no expansion nosuch; there are"),
        pytest.param(
            ("--seats", "6"),
            "carcassonne is for 2 to 5 seats, not 6: add `--with inns_and_cathedrals`.\n",
            marks=pytest.mark.plays("inns_and_cathedrals"),
        ),
        pytest.param(
            ("--seats", "6", "--with", "strategic"),
            "carcassonne is for 2 to 5 seats, not 6: add ",
            marks=pytest.mark.plays("inns_and_cathedrals", "strategic"),
        ),
    ],
)
def test_a_table_that_cannot_be_opened_is_one_sentence(
    bastide: Run, words: tuple[str, ...], sentence: str
) -> None:
    said = bastide("host", "carcassonne", "--plain", *words)

    assert (said.code, said.out) == (2, "")
    assert said.err.startswith(sentence)
    assert len(said.err.splitlines()) == 1


@pytest.mark.plays("inns_and_cathedrals", "strategic")
def test_games_says_how_many_an_expansion_seats(bastide: Run) -> None:
    line = next(line for line in bastide("games").lines if line.startswith("carcassonne"))

    assert "2-5    inns_and_cathedrals (2-6 seats),strategic" in line


@pytest.mark.plays("inns_and_cathedrals", "strategic")
def test_six_play_and_simulate_with_the_expansion(bastide: Run) -> None:
    both = ("--with", "strategic,inns_and_cathedrals", "--bots", ",".join(["random"] * 6))

    assert bastide("play", "carcassonne", "--seats", "6", *both).code == 0
    said = bastide("simulate", "carcassonne", *both, "--games", "1")

    assert said.code == 0
    assert sum("random" in line for line in said.lines) == 6
