"""Options are shown in words of the reader's language, and typed in those of the code or of it."""

from __future__ import annotations

import pytest

from bastide.cli.catalogs import Catalogs, Language, own_catalogs
from bastide.cli.option_words import option_of, typed_word
from bastide.core.options import SEATING, Option, OptionValue, parse_option
from bastide.core.plugins import Plugins, built_in
from tests.cli.conftest import Run

SWITCH = Option("open", False, "Cards lie open")


@pytest.fixture(scope="module")
def installed() -> Plugins:
    return Plugins(built_in())


@pytest.fixture(scope="module")
def french(installed: Plugins) -> Language:
    return Catalogs([*own_catalogs(), *installed.catalogs()]).texts("fr")


def offered(plugins: Plugins) -> dict[str, Option]:
    found = {SEATING.name: SEATING}
    for id, manifest in plugins.manifests.items():
        found |= {f"{id}.{option.name}": option for option in manifest.options}
    return found


def test_b16_every_option_and_every_choice_has_its_words(
    installed: Plugins, french: Language
) -> None:
    for key, option in offered(installed).items():
        values: tuple[OptionValue, ...] = option.choices or (option.default,)
        for value in (True, False) if isinstance(option.default, bool) else values:
            title, shown = option_of(installed, french, key, value)
            assert title != option.title, key
            if isinstance(value, bool):
                assert shown == ("oui" if value else "non")
            elif isinstance(value, str):
                assert shown != value, (key, value)
            else:
                assert shown == str(value)


@pytest.mark.parametrize(
    ("key", "value", "words"),
    [
        ("nosuch.thing", "x", ("nosuch.thing", "x")),
        ("nosuch.thing", "{x}", ("nosuch.thing", "{x}")),
        ("thing", True, ("thing", "oui")),
        ("seating", "", ("Ordre de jeu", "")),
    ],
)
def test_what_a_host_sends_and_nobody_knows_is_shown_as_it_is(
    installed: Plugins, french: Language, key: str, value: object, words: tuple[str, str]
) -> None:
    assert option_of(installed, french, key, value) == words


@pytest.mark.parametrize(("typed", "read"), [("oui", True), ("NON", False), ("yes", True)])
def test_yes_and_no_may_be_typed_in_the_reader_s_language(
    french: Language, typed: str, read: bool
) -> None:
    assert parse_option(typed_word(french("bastide"), SWITCH, typed), SWITCH) is read


def test_other_words_stay_as_they_are_typed(french: Language) -> None:
    assert typed_word(french("bastide"), SEATING, "oui") == "oui"


@pytest.mark.plays("settlers")
@pytest.mark.parametrize(
    ("option", "said"),
    [
        ("seating=x", "Option seating : x n’est pas parmi drawn, listed."),
        ("victory_points_to_win=99", "Option victory_points_to_win : 99 est plus que 12."),
        ("demolition=maybe", "Option demolition : maybe n’est ni oui ni non."),
    ],
)
def test_b16_a_wrong_value_is_refused_in_the_readers_language(
    bastide: Run, option: str, said: str
) -> None:
    assert bastide("play", "settlers", "--option", option, "--lang", "fr").err == f"{said}\n"
