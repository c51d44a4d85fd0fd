from __future__ import annotations

from dataclasses import replace

import pytest

from bastide.core.errors import RulesError
from bastide.core.hookspecs import API, Manifest
from bastide.core.manifests import check_manifest, ordered
from bastide.core.options import Option

GAME = Manifest("nim", "1", "game", seats=(2, 4))


def expansion(id: str, **fields: object) -> Manifest:
    return replace(Manifest(id, "1", "expansion", extends="nim"), **fields)  # type: ignore[arg-type]  # by name


def order(*manifests: Manifest) -> tuple[str, ...]:
    known = {manifest.id: manifest for manifest in manifests}
    return ordered(known, known)


# one manifest


@pytest.mark.parametrize(
    "manifest",
    [
        GAME,
        replace(GAME, seats=(1, 6)),
        expansion("gold"),
        Manifest("bots", "1", "extra"),
        replace(GAME, options=(Option("heap", 3, "Heap", low=3),)),
    ],
)
def test_a_good_manifest_is_taken(manifest: Manifest) -> None:
    assert check_manifest(manifest) == manifest


def test_a_game_that_does_not_say_is_for_two_to_five() -> None:
    assert check_manifest(replace(GAME, seats=(0, 0))).seats == (2, 5)
    assert check_manifest(expansion("gold")).seats == (0, 0)


@pytest.mark.parametrize(
    ("manifest", "sentence"),
    [
        (
            replace(GAME, api=API + 1),
            f"made for plugin interface {API + 1}, this program has {API}: install a version",
        ),
        (replace(GAME, id="nim-plus"), "the id 'nim-plus' is not a Python identifier"),
        (replace(GAME, id="core"), "the id 'core' is the program's own: choose another"),
        (replace(GAME, id="n" * 65), "the id 'n+ has more than 64 bytes: choose a shorter one"),
        (replace(GAME, version=""), "the version '' is not 1 to 64 printable characters"),
        (replace(GAME, version="1" * 65), "the version '1+ is not 1 to 64 printable characters"),
        (replace(GAME, version="1\n"), r"the version '1\\n' is not 1 to 64 printable characters"),
        (replace(GAME, options=(Option("o" * 157, 1, "A"),)), "at most 160 bytes, the id included"),
        (
            replace(GAME, options=(Option("a", "b", "A", choices=("b", "c" * 161)),)),
            'option nim.a: "c+…" is not printable text of at most 160 bytes',
        ),
        (replace(GAME, kind="toy"), "the kind 'toy' is none of game, expansion, variant, extra"),  # type: ignore[arg-type]  # on purpose
        (Manifest("gold", "1", "variant"), "variants name the game that they extend"),
        (Manifest("gold", "1", "game", about="Dig."), "about is a tuple of sentences"),  # type: ignore[arg-type]  # the fault
        (replace(GAME, seats=(3, 2)), "seats 3 to 2 are not within 1 to 6"),
        (replace(GAME, seats=(2, 9)), "seats 2 to 9 are not within 1 to 6"),
        (
            replace(GAME, options=(Option("a", 1, "A"), Option("a", 2, "A"))),
            "two options are called 'a'",
        ),
        (replace(GAME, options=(Option("a", 1, "A", low=2),)), "option nim.a: 1 is less than 2"),
    ],
)
def test_a_bad_one_is_refused_with_the_reason(manifest: Manifest, sentence: str) -> None:
    with pytest.raises(RulesError, match=sentence):
        check_manifest(manifest)


# the order of a table


def test_bases_come_first_and_ties_are_by_id() -> None:
    assert order(expansion("b"), expansion("a"), GAME) == ("nim", "a", "b")


def test_what_is_required_or_after_comes_before() -> None:
    first, second = expansion("z"), expansion("y", requires=("z",))
    third = expansion("a", after=("y", "missing"))

    assert order(GAME, third, second, first) == ("nim", "z", "y", "a")


def test_expansions_of_expansions_come_last() -> None:
    assert order(expansion("a", extends="z"), expansion("z"), GAME) == ("nim", "z", "a")


@pytest.mark.parametrize(
    ("manifests", "sentence"),
    [
        ([expansion("gold")], "gold needs nim: add it to the table"),
        ([GAME, expansion("gold", requires=("ore",))], "gold needs ore: add it to the table"),
        (
            [GAME, expansion("gold"), expansion("ore", conflicts=("gold",))],
            "ore and gold exclude each other: drop one of them",
        ),
        (
            [GAME, expansion("a", after=("b",)), expansion("b", requires=("a",))],
            "plugins wait for each other: [ab] -> [ab] -> [ab]",
        ),
    ],
)
def test_company_that_does_not_fit_is_refused(manifests: list[Manifest], sentence: str) -> None:
    with pytest.raises(RulesError, match=sentence):
        order(*manifests)


@pytest.mark.parametrize(
    ("field", "value", "remedy"),
    [
        ("id", 5, "write a text"),
        ("title", None, "write a text"),
        ("version", 1.0, "write a text"),
        ("requires", ["base"], "write a tuple of texts"),
        ("about", (5,), "write a tuple of texts"),
        ("seats", (2,), "write two numbers"),
        ("seats", 2, "write two numbers"),
        ("options", ("goal",), "write a tuple of options"),
    ],
)
def test_a_field_of_another_type_is_named(field: str, value: object, remedy: str) -> None:
    manifest = replace(Manifest("gold", "1", "game"), **{field: value})  # type: ignore[arg-type]  # the fault
    with pytest.raises(RulesError, match=rf"^{field} is .*: {remedy}$"):
        check_manifest(manifest)
