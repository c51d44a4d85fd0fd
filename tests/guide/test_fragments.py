"""Every block of code of the guide is run: here the fragments of the reference, each in a game.

`ELSEWHERE` says which tests run the other pages; a block that none knows of fails.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from types import ModuleType
from typing import Any, NamedTuple, cast

import pytest

from bastide.cli.authors.screen_check import SIZES
from bastide.cli.authors.shown_screen import ShownScreen
from bastide.cli.catalogs import Translated, read_po
from bastide.core.builder import Phase, RulesBuilder
from bastide.core.chance import Answer, Deal, Open, Request, Shuffle
from bastide.core.dealer import LocalDealer
from bastide.core.events import Action, Plain, Term, score_of
from bastide.core.hookspecs import Manifest, hookimpl
from bastide.core.look.words import counted
from bastide.core.messages import English, Message, message
from bastide.core.packages import built_in
from bastide.core.plain import check_plain
from bastide.core.plugins import Plugins, Setup
from bastide.core.rules import Rules
from bastide.core.state import State
from bastide.core.testing import check_game, restore
from pytest_bastide import Check, MakeRules
from tests.core.nim import begun, nim
from tests.guide.pages import ENTRANCE, PAGES, ROOT, Block, blocks, text_of

ELSEWHERE = {
    "game": "guide/test_game.py",
    "slots": "guide/test_slots.py",
    "recipes": "guide/test_recipes.py",
    "tutorial": "lan/test_tutorial.py",
}
"""What runs the blocks of a page, all of them."""

HEADER = 'msgid ""\nmsgstr "Plural-Forms: nplurals=2; plural=(n > 1);\\n"\n\n'
"""Of a catalogue in French."""

Names = dict[str, Any]  # what a text that is executed may define is anything


def run(block: Block, **known: object) -> Names:
    """Execute a fragment among some names; return them with what it defines."""
    names: Names = {"__name__": "fragment", **known}
    exec(compile(block.text, f"{block.page}.md, {block.title}", "exec", dont_inherit=True), names)
    return names


# State and slices


class Stone(NamedTuple):
    x: int
    y: int


def count_rows(stones: list[Stone]) -> dict[int, int]:
    return {y: sum(stone.y == y for stone in stones) for _, y in stones}


def run_slice(block: Block) -> None:
    names = run(
        block, dataclass=dataclass, field=field, Rules=Rules, Stone=Stone, count_rows=count_rows
    )
    board = names["Board"]([Stone(1, 2), Stone(0, 2)])
    board.recompute(None)
    assert board.rows == {2: 2}
    check_plain(names["Board"], "the board")
    assert restore(cast("Rules", None), board) == board


# Actions and refusals


def run_refusal(block: Block) -> None:
    board = names_of_board({(1, 2)})
    names = run(block, State=State, Action=Action, Message=Message, message=message, board=board)
    why, s = names["why_not_place"], State(2)
    assert why(s, Action("x.put", (1, 2))).id == "a stone lies on {x} {y} already"
    assert why(s, Action("x.put", (0, 0))) is None
    assert why(s, Action("x.put", ("?",))).id == "a stone is put on a row and a column"


def names_of_board(rows: set[tuple[int, int]]) -> Callable[[State], object]:
    """Return the accessor of a slice that has rows."""

    @dataclass
    class Board:
        rows: set[tuple[int, int]]

    return lambda s: Board(rows)


# Hidden cards


@dataclass(slots=True)
class Table:
    """What was played and is still to be opened."""

    played: int | None = None

    def clone(self) -> Table:
        return Table(self.played)


def table(s: State) -> Table:
    part: Table = s.parts["stones"]
    return part


@hookimpl
def bastide_manifest() -> Manifest:
    return Manifest("stones", "1", "game", hidden=True, api=1)


def once(s: State, n: int) -> int | None:
    return None if n else 0


def deal(s: State) -> tuple[Request, ...]:
    return Shuffle("pile", (1, 2, 3, 4, 5, 6)), Deal("pile", ((0, 3), (1, 3)))


def play(s: State, a: Action) -> None:
    table(s).played = cast(int, a.data[0])


def opened(s: State, answers: tuple[Answer, ...]) -> None:
    s.cards().remove(cast(int, table(s).played))
    table(s).played = None


def run_cards(block: Block) -> None:
    passing = Action("stones.pass")
    known = {"State": State, "Action": Action, "Request": Request, "Open": Open, "table": table}
    names = run(block, **known, PASS=passing, fits=lambda s, face: face % 2 == s.turn % 2)

    @hookimpl
    def bastide_setup(rules: RulesBuilder) -> None:
        rules.part(lambda s: Table())
        rules.stage("deal", once)
        rules.phase(Phase("deal", ask=deal), stage="deal")
        rules.phase(Phase("play", legal=names["legal"], hidden=True))
        rules.phase(Phase("open", ask=names["reveal"], answer=opened))
        rules.action("stones.play", play)
        rules.action(passing.kind, lambda s, a: None)
        rules.finished(lambda s: s.turn >= 10)

    played = check_game(composed("stones", bastide_setup), 1)
    assert {action.kind for _, action in played.actions} == {"stones.play", "stones.pass"}


def composed(id: str, setup: Callable[[RulesBuilder], None]) -> Rules:
    """Return the rules of a game that is one hook."""
    module = ModuleType(id)
    vars(module).update(bastide_manifest=bastide_manifest, bastide_setup=setup)
    plugins = Plugins({id: lambda: module})
    assert plugins.faults == []
    return plugins.compose(Setup(id, 2))


# Scores, bots


def run_score(block: Block) -> None:
    if block.language == "po":
        text = Translated(read_po(HEADER + block.text))
        assert [counted(text, n, "bell") for n in (1, 2)] == ["1 cloche", "2 cloches"]
        return
    s = State(2)
    run(block, s=s, seat=1, Term=Term)
    assert s.scores == [0, 7]
    assert score_of(s.events[0]).where == (2, 5)


def run_bot(block: Block) -> None:
    rules = Plugins({"nim": nim}).compose(Setup("nim", 2))
    seen: list[float] = []
    names = run(
        block,
        rules=rules,
        seat=0,
        State=State,
        Action=Action,
        dealer=LocalDealer(b"bot"),
        seed_of=lambda view: b"bot",
        consider=lambda action, value: seen.append(value),
        best=lambda: rules.legal(s)[0],
    )
    s = rules.new()
    rules.settle(s, LocalDealer(b"table"))
    assert names["choose"](s.view(0)) in rules.legal(s)
    assert len(seen) == len(rules.legal(s))


def run_test(block: Block) -> None:
    names = run(block, State=State, Plain=Plain)
    if "with_hand" in names:
        s = State(2)
        s.cards().hands[1] = [7, 8]
        names["with_hand"](s, 1, "ace", "king")
        assert [s.face(item) for item in (7, 8)] == ["ace", "king"]
        return
    rules = MakeRules(Plugins(built_in()))
    names["test_three_seats_hold_the_contract"](Check(rules), rules)


def run_screen(block: Block) -> None:
    """Show it as the front ends do, at 80x24 among others; tests/core/look plays with it."""
    make = run(block)["HeapScreen"]
    rules = Plugins({"nim": nim}).compose(Setup("nim", 2, (), (("seating", "listed"),)))
    s = begun(rules)

    shown = ShownScreen(make(rules, English()), rules, English())
    shown.look_at(s, 0, SIZES)
    shown.look_closely(s)


FRAGMENTS = {
    "State and slices": run_slice,
    "Actions and refusals": run_refusal,
    "Hidden cards": run_cards,
    "Scores": run_score,
    "A board or cards of your own": run_screen,
    "Bots": run_bot,
    "Tests": run_test,
}
DRAWINGS = {("plugins", "The order of everything"), ("game", "A whole game")}


PLAYS = {"Tests": [pytest.mark.plays("carcassonne", "inns_and_cathedrals")]}


@pytest.mark.parametrize(
    "block",
    [
        pytest.param(each, id=each.title, marks=PLAYS.get(each.title, []))
        for each in blocks(ENTRANCE)
    ],
)
def test_every_fragment_of_the_reference_runs(block: Block) -> None:
    if block.language:
        FRAGMENTS[block.title](block)
    else:
        assert (block.page, block.title) in DRAWINGS


def test_the_text_names_each_file() -> None:
    """What stands behind the backquotes of a block is not shown to readers."""
    for page in PAGES:
        shown = re.sub(r"^```.*?^```$", "", text_of(page), flags=re.MULTILINE | re.DOTALL)
        for block in blocks(page):
            if block.path and block.language != "sh":
                assert f"`{block.path.removeprefix('+')}`" in shown, block.path


def test_every_block_is_run_by_a_test() -> None:
    for block in blocks():
        runner = ELSEWHERE.get(block.page, "no such test")
        assert block.page == ENTRANCE.stem or (ROOT / "tests" / runner).exists(), block
        assert block.language or (block.page, block.title) in DRAWINGS, block
