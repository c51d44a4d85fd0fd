"""What stays under one API number: the public surface is compared with a recorded one."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from bastide.core.hookspecs import API
from tests.core.surface import ROOT, Public, definitions, extends, surface
from tests.guide.pages import blocks, section

pytestmark = pytest.mark.plays("carcassonne", "inns_and_cathedrals")

RECORD = ROOT / "docs" / "plugins" / f"api-{API}.txt"
ANEW = "make playthroughs ARGS=tests/core/test_surface.py"
"""What writes the record anew, with whatever was added."""


def public() -> list[Public]:
    """Return the public modules as the guide lists them."""
    return [
        Public(row[0].strip("` "), tuple(re.findall(r"`([\w.]+)`", row[1])))
        for line in section("What stays").splitlines()
        if line.startswith("| `") and len(row := line.strip("| ").split("|")) == 2
    ]


def recorded(text: str) -> dict[str, str]:
    """Return a record as names with their lines."""
    lines = [line for line in text.splitlines() if line and not line.startswith("#")]
    return {name: rest for name, _, rest in (line.partition(" ") for line in lines)}


def written(names: dict[str, str]) -> str:
    """Return the text of a record."""
    head = f"# What is public under plugin interface {API}; docs/plugins.md, What stays.\n"
    return head + "".join(f"{name} {line}\n" for name, line in names.items())


def broken(before: dict[str, str], now: dict[str, str]) -> list[str]:
    """Return a sentence for each name that is not what it was."""
    remedy = (
        f"under plugin interface {API} it stays as it is: put it back, or mark it as retired for a "
        "version and raise API in core/bastide/core/hookspecs.py with the next one"
    )
    changed = [
        f"{name} was `{line}` and is "
        + (f"`{now[name]}` now" if name in now else "gone")
        + f"; {remedy}."
        for name, line in before.items()
        if now.get(name) != line and not extends(line, now.get(name, ""))
    ]
    return changed + [
        f"{name} is a new field without a default; {remedy}."
        for name, line in now.items()
        if name not in before and name.rpartition(".")[0] in before and _is_needed(line)
    ]


def _is_needed(line: str) -> bool:
    return re.match(r"\d+: ", line) is not None and " = " not in line


def missing(before: dict[str, str], now: dict[str, str]) -> str:
    """Return that names are not recorded yet, "" if all are."""
    new = ", ".join(name for name in now if now[name] != before.get(name))
    said = f"{new}: new or with more arguments, and not in {RECORD.name} yet"
    return f"{said}. `{ANEW}` writes it down." if new else ""


def test_what_is_public_stays(
    golden: Callable[[Path, str], None], request: pytest.FixtureRequest
) -> None:
    now = surface(public())
    before = recorded(RECORD.read_text("utf-8")) if RECORD.exists() else {}

    assert broken(before, now) == []
    if not request.config.getoption("regenerate"):
        assert missing(before, now) == ""
    golden(RECORD, written(now))


def test_every_name_that_the_guide_calls_public_is_there() -> None:
    now = surface(public())
    for module, names in public():
        assert all(f"{module}.{name}" in now for name in names), module
        assert any(name.startswith(f"{module}.") for name in now), module


def test_a_game_says_itself_what_it_has_for_others() -> None:
    for module, names in public():
        if module.startswith("bastide.plugins."):
            _, _, game, name = module.split(".")
            path = ROOT / "plugins" / "bastide" / "plugins" / game / "README.md"
            told = path.read_text("utf-8").partition("## For expansions and variants")[2]
            row = re.search(rf"^\| `{name}` \| (.*) \|$", told, re.MULTILINE)
            assert row, module
            wanted = {each.rpartition(".")[2] for each in names}
            assert wanted <= set(re.findall(r"\w+", row[1])), module


# what the comparison finds


def test_a_change_is_told_with_the_remedy() -> None:
    (said,) = broken({"a.f": "(x: int)"}, {"a.f": "(y: int)", "a.g": "()"})

    assert said.startswith("a.f was `(x: int)` and is `(y: int)` now; under plugin interface")
    assert "raise API" in said


def test_a_removal_is_told_as_such() -> None:
    (said,) = broken({"a.f": "()"}, {})
    assert said.startswith("a.f was `()` and is gone; ")


def test_an_addition_breaks_nothing_and_is_to_be_written_down() -> None:
    before, now = {"a.f": "()"}, {"a.f": "()", "a.g": "()"}

    assert broken(before, now) == []
    assert missing(before, now).startswith("a.g: new or with more")
    assert ANEW in missing(before, now)


@pytest.mark.parametrize(
    ("before", "now", "may"),
    [
        ("(x: int) -> int", "(x: int, y: int = 1) -> int", True),
        ("(x: int) -> int", "(x: int, *, y: str = '') -> int", True),
        ("(x: int) -> int", "(x: int, y: int) -> int", False),
        ("(x: int) -> int", "(y: int = 1, x: int = 0) -> int", False),
        ("(x: int, z: int = 0)", "(x: int, y: int = 1, z: int = 0)", False),
        ("(x: int) -> int", "(x: int, y: int = 1) -> str", False),
        ("(x: int) -> int", "(x: int | None, y: int = 1) -> int", False),
        ("(*x: int) -> int", "(*x: str, y: int = 1) -> int", False),
        ("(*x: int) -> int", "(*x: int, y: int = 1) -> int", True),
        ("(x: int, /) -> int", "(x: int, y: int = 1, /) -> int", False),
        ("protocol (self)", "protocol (self, x: int = 0)", False),
        ("@hookspec (b: int) -> None", "@hookspec (a: int, b: int) -> None", True),
        ("@hookspec (b: int) -> None", "@hookspec (a: int) -> None", False),
    ],
)
def test_arguments_are_added_where_nobody_notices(before: str, now: str, may: bool) -> None:
    assert (broken({"a.f": before}, {"a.f": now}) == []) is may


def test_a_new_field_needs_a_default() -> None:
    before = {"a.C": "class(NamedTuple)", "a.C.x": "0: int"}
    assert broken(before, {**before, "a.C.y": "1: int = 0"}) == []
    assert len(broken(before, {**before, "a.C.y": "1: int"})) == 1


@pytest.mark.parametrize(
    ("name", "line"),
    [
        ("bastide.core.builder.RulesBuilder.route", "(self, phase: str, fn: Route) -> None"),
        ("bastide.core.builder.RulesBuilder.seats", "attribute"),
        ("bastide.core.events.Term.times", "2: int = 1"),
        ("bastide.core.builder.SCORE", "= 'score'"),
        ("bastide.core.testing.Played.final", "3: State | None = None"),
        ("bastide.core.hookspecs.bastide_setup", "@hookspec (rules: RulesBuilder) -> None"),
        ("bastide.core.rules.Rules.settle", "(self, s: State, dealer: Answers) -> None"),
        ("bastide.core.screen.GameScreen.zooms", "protocol (self) -> list[str]"),
        ("bastide.plugins.carcassonne.slots.PILE_EMPTY", "= Fold(pile_empty)"),
        ("bastide.plugins.carcassonne.turn.DRAW", "= 'draw'"),
    ],
)
def test_hooks_methods_fields_and_slots_are_in_the_record(name: str, line: str) -> None:
    assert surface(public())[name] == line


def test_what_is_for_the_kernel_is_not() -> None:
    now = surface(public())
    assert "bastide.core.builder.RulesBuilder.bind" not in now
    assert not [name for name in now if any(part.startswith("_") for part in name.split(".")[3:-1])]


# nothing else is asked of an author


def imported(code: str) -> Iterator[tuple[str, str]]:
    """Yield the module and the name of all that a text imports from the program."""
    for node in ast.walk(ast.parse(code)):
        if isinstance(node, ast.ImportFrom) and str(node.module).startswith("bastide."):
            yield from ((str(node.module), each.name) for each in node.names)


def is_public(module: str, name: str) -> bool:
    """Tell whether the promise covers a name, or a module that is imported by its name."""
    for public_module, names in public():
        if public_module == f"{module}.{name}":
            return True
        if public_module == module:
            meant = name in [each.partition(".")[0] for each in names] if names else True
            return meant and name in definitions(module)
    return False


def test_the_guide_imports_only_what_stays() -> None:
    code = [block.text for block in blocks() if block.language == "python"]
    found = {each for text in code for each in imported(text)}
    assert [each for each in sorted(found) if not is_public(*each)] == []


def test_the_examples_and_templates_import_only_what_stays() -> None:
    template = ROOT / "cli" / "bastide" / "cli" / "template"
    paths = [*(ROOT / "docs" / "examples").rglob("*.py"), *template.rglob("*.py.txt")]
    found = {each for path in paths for each in imported(path.read_text("utf-8").replace("$", ""))}
    assert [each for each in sorted(found) if not is_public(*each)] == []
