"""All that can be wrong with a journal is told in the reader's language."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from bastide.cli.catalogs import Catalogs, own_catalogs
from bastide.cli.journal_faults import journal_fault
from bastide.core.messages import English, Text

ROOT = Path(__file__).parents[2]
ERRORS = ("JournalError", "EntryError", "EncodingError", "_need")
CODES = ("late", "ahead", "unexpected", "invalid", "illegal", "fork", "desync")
"""What an `EntryError` says to programs, before its sentence."""
CITED = ("error", "error.reason", "str(error).rstrip('.')")
KNOWN = "it does not have the form of protocol version 1"
PLACES = ("entry 3", "entry 3 (step 2, seat 1)", "the genesis", "the evidence", "evidence 2")


@pytest.fixture(scope="module")
def french() -> Text:
    return Catalogs(own_catalogs()).texts("fr")("bastide")


def faults() -> Iterator[str]:
    """Yield what the kernel and the network say of journals, with something in each gap."""
    for part in ("core", "net"):
        for file in sorted((ROOT / part).rglob("*.py")):
            for node in ast.walk(ast.parse(file.read_text("utf-8"))):
                if isinstance(node, ast.Call) and _name(node.func) in ERRORS:
                    yield from filter(None, map(_said, node.args))


def _said(node: ast.expr) -> str:
    """Return the text of an argument, "" if it is none."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return "" if node.value in CODES else node.value
    if isinstance(node, ast.JoinedStr):
        return "".join(map(_part, node.values))
    return ""


def _part(node: ast.expr) -> str:
    if isinstance(node, ast.Constant):
        return str(node.value)
    shown = ast.unparse(node).strip("f'\"{}")
    if shown == "where":
        return PLACES[0]
    if shown in CITED:
        return KNOWN
    return "'a b'" if shown.endswith("!r") else "float" if "__name__" in shown else "7"


def _name(node: ast.expr) -> str:
    return node.attr if isinstance(node, ast.Attribute) else getattr(node, "id", "")


FAULTS = sorted(set(faults()))


@pytest.mark.parametrize("said", FAULTS)
def test_b16_every_fault_of_a_journal_is_told_in_french(french: Text, said: str) -> None:
    told = journal_fault(french, said)

    assert told != said
    assert not {"the", "is", "not", "with", "has", "of"} & set(told.replace("’", " ").split())
    assert journal_fault(English(), said) == said


def test_the_walk_finds_what_it_is_for() -> None:
    assert len(FAULTS) > 40
    assert "step 7 is complete already" in FAULTS


@pytest.mark.parametrize("place", PLACES)
def test_a_fault_is_told_behind_each_place(french: Text, place: str) -> None:
    told = journal_fault(french, f"{place}: {KNOWN}")

    assert told.endswith(journal_fault(french, KNOWN))
    assert not told.startswith(place)
