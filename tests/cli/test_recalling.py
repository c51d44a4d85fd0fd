"""Sentences that come put together, of a peer or cited by the kernel, in the reader's language."""

from __future__ import annotations

import errno
import os
import socket

import pytest

from bastide.cli.catalogs import Catalogs, Language, in_words, own_catalogs, together
from bastide.cli.recalling import LONGEST, forms_of, recall
from bastide.cli.system_words import system_reason
from bastide.core.calls import Call, NeverReturned
from bastide.core.messages import Text, message
from bastide.core.plugins import Plugins, built_in
from bastide.net.system_reasons import REASONS

DECLINED = '{name} did not sign: "{why}"'
REFUSED = (
    "The rules here refuse the move that {name} signed at step {step}: {rule}. "
    "A program may be at fault, nobody is accused."
)


@pytest.fixture(scope="module")
def french() -> Language:
    return Catalogs([*own_catalogs(), *Plugins(built_in()).catalogs()]).texts("fr")


@pytest.fixture(scope="module")
def text(french: Language) -> Text:
    return together(french, ("carcassonne", "bastide"))


def test_the_reason_of_a_peer_is_told_in_the_reader_s_language(french: Language) -> None:
    own = french("bastide")

    told = own.say(message(DECLINED, name="Bo", why="The game needs rivers: add it to the table"))

    assert told.startswith("Bo n’a pas signé")
    assert "rivers" in told
    assert "needs" not in told
    assert in_words(own, "You did not sign in time.") == "Vous n’avez pas signé à temps."


def test_a_rule_with_figures_is_told_with_them(text: Text) -> None:
    why = "this tile looks the same in rotation 3"

    told = text.say(message(REFUSED, name="Bo", step=41, rule=why))

    assert "rotation 3" in told
    assert "looks the same" not in told
    assert "Bo" in told


def test_what_no_catalogue_knows_stays_as_it_came(text: Text) -> None:
    for said in ("a plugin's own words", "{odd} braces", "x" * (LONGEST + 1), ""):
        assert in_words(text, said) == said


def test_the_place_of_a_fault_stays_as_it_is(french: Language) -> None:
    own, error = french("bastide"), NeverReturned(Call("slow", (lambda: None).__code__, 7), 30.0)

    assert (
        in_words(own, f"{error} (turn.py:7)")
        == "pas de retour en 30\N{NO-BREAK SPACE}s (turn.py:7)"
    )
    assert in_words(own, "KeyError: 'x' (turn.py:7)") == "KeyError: 'x' (turn.py:7)"


def test_the_form_with_the_most_words_of_its_own_wins() -> None:
    forms = forms_of(
        [
            ("{a}, {b}", ""),
            ("{name} needs {other}: add it", ""),
            ("{name} needs {other}", ""),
            ("{n} idle round passed", "{n} idle rounds passed"),
        ]
    )

    found = recall(forms, "rivers needs hills: add it")

    assert found is not None
    assert found.fields == {"name": "rivers", "other": "hills"}
    assert recall(forms, "one, two") is None  # fits anything, and says nothing
    counted = recall(forms, "12 idle rounds passed")
    assert counted is not None
    assert (counted.id, counted.fields) == ("{n} idle round passed", {"n": "12"})
    assert recall(forms, "some idle rounds passed") is None


def test_a_field_that_comes_twice_says_the_same_twice() -> None:
    forms = forms_of([("{name} left, so {name} lost the game", "")])

    assert recall(forms, "Bo left, so Bo lost the game") is not None
    assert recall(forms, "Bo left, so Ada lost the game") is None


def test_b16_every_reason_of_the_system_is_told_in_the_reader_s_language(french: Language) -> None:
    own = french("bastide")

    for number in errno.errorcode:
        error = OSError(number, os.strerror(number))
        said = system_reason(own, error)
        if number in REASONS:
            assert said not in (REASONS[number], os.strerror(number))
        else:
            assert said == os.strerror(number)  # what else is there to say?
    assert system_reason(own, socket.gaierror(-2, "Name or service not known")) == (
        "aucun ordinateur de ce nom n’est connu"
    )
    assert system_reason(own, TimeoutError()) == "aucune réponse n’est venue à temps"
    assert system_reason(own, UnicodeDecodeError("utf-8", b"", 0, 1, "odd")) == (
        "ce n’est pas du texte en UTF-8"
    )
    assert system_reason(own, OSError("odd {")) == "odd {"
