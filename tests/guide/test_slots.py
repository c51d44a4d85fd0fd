"""The page of slots: each slot of our games has a section, and its example is played."""

from __future__ import annotations

import ast
import re
import textwrap
from types import ModuleType

import pytest

from bastide.core.plugins import Plugins, Setup, built_in
from bastide.core.testing import check_game
from tests.core.surface import definitions
from tests.guide.pages import ENTRANCE, blocks, text_of

pytestmark = pytest.mark.plays("carcassonne")

PAGE = ENTRANCE.parent / "plugins" / "slots.md"
SLOTS = "bastide.plugins.carcassonne.slots"
FRAME, *EXAMPLES = blocks(PAGE)
DECISIONS = 40
"""Of a game with one example: enough to lay tiles, put pieces and score."""


def slots() -> dict[str, ast.stmt]:
    """Return the slots that Carcassonne exports."""
    kinds = ("Table[", "Fold", "Steps")
    return {
        name: node
        for name, node in definitions(SLOTS).items()
        if (isinstance(node, ast.Assign) and ast.unparse(node.value).startswith(kinds))
        or (isinstance(node, ast.AnnAssign) and ast.unparse(node.annotation).startswith(kinds))
    }


def test_each_slot_has_a_section_with_one_example() -> None:
    titles = [block.title.partition(":")[0] for block in EXAMPLES]
    assert sorted(titles) == sorted(slots())


def test_each_fold_is_told_with_its_arguments() -> None:
    for name, node in slots().items():
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Call):
            base = definitions(SLOTS)[ast.unparse(node.value.args[0])]
            assert isinstance(base, ast.FunctionDef)
            arguments = ", ".join(argument.arg for argument in base.args.posonlyargs)
            after = text_of(PAGE).partition(f"### `{name}`")[2]
            assert re.match(rf"[^\n]*\n\n`\({arguments}, /\) -> ", after), name


def test_each_table_is_told_with_its_type() -> None:
    for name, node in slots().items():
        if isinstance(node, ast.AnnAssign):
            after = text_of(PAGE).partition(f"### `{name}`")[2]
            assert re.match(rf"[^\n]*\n\n`{re.escape(ast.unparse(node.annotation))}`", after), name


def plugin_of(example: str) -> ModuleType:
    """Return the page's plugin with an example as the body of its hook."""
    module = ModuleType("ponds")
    code = FRAME.text + textwrap.indent(example, "    ")
    exec(compile(code, str(PAGE), "exec"), vars(module))
    return module


@pytest.mark.parametrize("title", [block.title for block in EXAMPLES])
def test_the_example_is_played(title: str) -> None:
    (example,) = (block.text for block in EXAMPLES if block.title == title)
    plugin = plugin_of(example)
    plugins = Plugins({**built_in(), "ponds": lambda: plugin})
    rules = plugins.compose(Setup("carcassonne", 2, ("ponds",)))

    check_game(rules, 1, max_steps=DECISIONS, must_end=False)

    name = title.partition(":")[0]
    said = [who for slot, who in rules.explain().items() if slot.endswith(f".{name.lower()}")]
    assert "ponds" in said[0]
    assert plugins.faults == []
