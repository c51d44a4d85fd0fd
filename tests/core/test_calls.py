"""The calls that an exception came through, and whose they were."""

from __future__ import annotations

import json

from bastide.core.calls import calls_now, calls_of, home_of, is_pythons, last_call
from bastide.core.errors import RulesError


def caught() -> BaseException:
    """Return what Python's own code raised at our call."""
    try:
        json.loads("{")
    except ValueError as error:
        return error
    raise AssertionError


def test_calls_come_last_first_with_their_modules() -> None:
    names = [(call.module, call.code.co_name) for call in calls_of(caught())]
    assert names[0] == ("json.decoder", "raw_decode")
    assert names[-2:] == [("json", "loads"), (__name__, "caught")]


def test_of_those_meant_the_last_one_counts() -> None:
    found = last_call(caught(), lambda call: not is_pythons(call.module))
    assert found
    assert found.code is caught.__code__
    assert last_call(caught(), lambda _: False) is None


def test_what_was_said_anew_is_its_causes() -> None:
    error = RulesError("the file cannot be read")
    error.__cause__ = caught()
    found = last_call(error, lambda call: is_pythons(call.module))
    assert found
    assert found.module == "json.decoder"


def test_of_what_runs_now_who_asks_comes_first() -> None:
    assert next(calls_now()).code.co_name == "test_of_what_runs_now_who_asks_comes_first"


def test_a_module_lies_in_the_innermost_of_its_packages() -> None:
    homes = ("games", "games.pig")
    assert [home_of(name, homes) for name in ("games.pig.turn", "games.tiny", "gamesome", "")] == [
        "games.pig",
        "games",
        "",
        "",
    ]
