"""Every numbered rule is cited where it is played or tested."""

from __future__ import annotations

import re
from importlib.resources import files
from pathlib import Path

RULES = {
    "BRD": 7, "SET": 6, "DRF": 9, "TRN": 4, "OCC": 7, "REC": 6, "MOV": 10, "CMB": 9, "BLD": 7,
    "CTY": 8, "EXP": 4, "TTL": 7, "END": 8,
}  # fmt: skip
"""Numbered rules of each group."""

CITED = re.compile(r"\b([A-Z]{3})-(\d+)\b")


def cited() -> set[str]:
    """Return the ids in the code and in the tests, but for this file."""
    here = Path(__file__)
    plugin = Path(str(files("bastide.plugins.barony")))
    paths = [*plugin.rglob("*.py"), *here.parent.rglob("*.py")]
    texts = [path.read_text(encoding="utf-8") for path in paths if path != here]
    return {f"{group}-{n}" for text in texts for group, n in CITED.findall(text)}


def test_all_92_rules_are_cited_and_no_other() -> None:
    wanted = {f"{group}-{n + 1}" for group, most in RULES.items() for n in range(most)}

    assert len(wanted) == 92
    assert cited() == wanted
