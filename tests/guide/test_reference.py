"""The reference lists all that there is: every argument, method, field and request."""

from __future__ import annotations

import inspect
import re
from typing import get_args

import pytest

import pytest_bastide
from bastide.core import chance, hookspecs, options, phases, testing
from bastide.core.builder import RulesBuilder
from bastide.core.hookspecs import Manifest
from bastide.core.packages import _NOT_RULES
from bastide.core.screen import GameScreen
from tests.guide.pages import names, rows, section


def test_the_builder_is_listed_completely() -> None:
    methods = {name for name, _ in inspect.getmembers(RulesBuilder, inspect.isfunction)}
    listed = names([row for row in rows(section("The builder")) if "(" in row])

    assert listed == {name for name in methods if not name.startswith("_")} - {"bind", "speak"}


def test_the_fields_of_a_phase_are_listed() -> None:
    listed = names([row for row in rows(section("The builder")) if "(" not in row])

    assert listed == set(phases.Phase.__dataclass_fields__) - {"id"}


def test_the_fields_of_a_manifest_are_listed_in_order() -> None:
    listed = [row.strip("`") for row in rows(section("The manifest"))]

    assert listed == list(Manifest.__dataclass_fields__)


@pytest.mark.parametrize(
    ("title", "kinds"), [("Chance", chance.PublicRequest), ("Hidden cards", chance.SecretRequest)]
)
def test_every_request_is_listed_with_its_arguments(title: str, kinds: object) -> None:
    listed = [row.strip("`") for row in rows(section(title))]

    assert listed == [f"{kind.__name__}({', '.join(kind._fields)})" for kind in get_args(kinds)]


def test_every_method_of_a_screen_is_listed() -> None:
    methods = {name for name in vars(GameScreen) if not name.startswith("_")}

    assert names(rows(section("Screens"))) == methods


def test_the_whole_kit_is_listed() -> None:
    functions = {name for name in testing.__all__ if name.islower()}
    fixtures = {name for name in vars(pytest_bastide) if name.startswith("bastide_")}

    assert names(rows(section("Tests"))) == functions | fixtures


def test_hooks_and_bounds_are_as_they_are_told() -> None:
    count = len([name for name in vars(hookspecs) if name.startswith("bastide_")])

    assert f"There are {['eight', 'nine'][count - 8]};" in section("Hooks")
    assert f"as its game says; {' to '.join('25')} for a game" in section("The manifest")
    assert {f.name for f in options.Option.__dataclass_fields__.values()} >= {"choices", "low"}


def test_what_is_not_in_a_rules_id_is_told() -> None:
    told = set(re.findall(r"`([\w.]+)/?`", section("Rules ids")))

    assert told >= _NOT_RULES
