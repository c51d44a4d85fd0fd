"""Whose fault an exception is, and where it was raised."""

from __future__ import annotations

from types import ModuleType

import pytest

from bastide.core.blame import Blame, blame, homes_of, reason_of
from bastide.core.errors import RulesError

HOMES = {"pig": "pig", "pig_two": "pig_two", "games.tiny": "tiny"}


def raised(module: str, path: str, call: object = None) -> BaseException:
    """Return what a function of a made-up module raises, or what the one that it calls does."""
    names = {"__name__": module, "call": call}
    code = compile("\n\nif call: call()\nraise ValueError('so it\\nis.')", path, "exec")
    try:
        exec(code, names)  # our own text
    except ValueError as error:
        return error
    raise AssertionError


def again(error: BaseException) -> None:
    raise error


@pytest.mark.parametrize(
    ("module", "path", "where"),
    [
        ("pig", "/lib/pig.py", "pig.py:4"),
        ("pig", "/lib/pig/__init__.py", "pig/__init__.py:4"),
        ("pig.turn", "/lib/pig/turn.py", "turn.py:4"),
        ("pig.look", "/lib/pig/look/__init__.py", "look/__init__.py:4"),
        ("pig.look.paint", "/lib/pig/look/paint.py", "look/paint.py:4"),
    ],
)
def test_the_place_is_told_below_the_package(module: str, path: str, where: str) -> None:
    found = blame(raised(module, path), HOMES)
    assert found == Blame("pig", "ValueError: so it", where)
    assert found.reason == f"ValueError: so it ({where})"


def test_of_several_plugins_the_one_called_last_is_to_blame() -> None:
    inner = raised("games.tiny.turn", "/lib/games/tiny/turn.py")
    outer = raised("pig_two", "/lib/pig_two.py", lambda: again(inner))
    assert blame(outer, HOMES).plugin == "tiny"


def test_nobody_is_blamed_where_no_plugin_is_in_sight() -> None:
    assert blame(raised("piglet", "/lib/piglet.py"), HOMES) == Blame("", "ValueError: so it", "")


def test_what_was_said_anew_is_blamed_on_its_cause() -> None:
    error = RulesError("the rules say no.")
    error.__cause__ = raised("pig", "/lib/pig.py")
    assert blame(error, HOMES).reason == "the rules say no (pig.py:4)"


def test_a_reason_is_cut_before_the_place() -> None:
    assert Blame("pig", "ValueError: no such thing", "turn.py:4").short(12) == (
        "ValueError:… (turn.py:4)"
    )


def test_an_exception_that_cannot_be_said_has_a_name() -> None:
    class Mute(Exception):
        def __str__(self) -> str:
            raise self

    assert reason_of(Mute()) == "Mute"


def test_a_plugin_is_at_home_in_its_package_and_where_its_hooks_are() -> None:
    module = ModuleType("made_up")
    module.bastide_setup = again  # type: ignore[attr-defined]  # a made-up module
    assert homes_of("it", module) == {"made_up": "it", __name__: "it"}


def test_an_object_that_lacks_what_is_asked_of_it_is_blamed_by_its_class() -> None:
    """As a part of a screen without one of its methods: no code of the plugin runs then."""
    names: dict[str, type] = {"__name__": "pig.ui"}  # type: ignore[dict-item]  # the module of it
    exec(compile("class Pen:\n    def draw(self): ...", "/lib/pig/ui.py", "exec"), names)

    with pytest.raises(AttributeError) as raised:
        names["Pen"]().beyond  # noqa: B018  # that is what is asked

    found = blame(raised.value, HOMES)
    assert found.reason == "AttributeError: 'Pen' object has no attribute 'beyond' (ui.py:2)"
