"""Which chains of nftables keep packets out, as far as the system lets them be read."""

from __future__ import annotations

import json
import subprocess
from typing import NoReturn

import pytest

from bastide.cli import nft_rules

Rules = list[dict[str, object]]


def chain(name: str, hook: str = "", policy: str = "accept") -> dict[str, object]:
    base = {"hook": hook, "policy": policy} if hook else {}
    return {"chain": {"family": "inet", "table": "filter", "name": name, **base}}


def rule(name: str, *expr: dict[str, object]) -> dict[str, object]:
    return {"rule": {"family": "inet", "table": "filter", "chain": name, "expr": list(expr)}}


DROP: dict[str, object] = {"drop": None}
INVALID: dict[str, object] = {"match": {"left": {"ct": {"key": "state"}}, "right": "invalid"}}


@pytest.mark.parametrize(
    ("things", "found"),
    [
        ([], []),
        ([chain("in", "input")], []),
        ([chain("in", "input", "drop")], ["inet filter in"]),
        ([chain("out", "output", "drop"), rule("out", DROP)], []),
        ([chain("in", "input"), rule("in", DROP)], ["inet filter in"]),
        ([chain("in", "input"), rule("in", {"reject": None})], ["inet filter in"]),
        ([chain("in", "input"), rule("in", INVALID, DROP)], []),
        ([chain("in", "input"), chain("lan"), rule("lan", DROP)], []),
        (
            [
                chain("in", "input"),
                rule("in", {"jump": {"target": "lan"}}),
                rule("lan", {"goto": {"target": "wan"}}),
                rule("wan", {"jump": {"target": "lan"}}),
                rule("wan", DROP),
            ],
            ["inet filter in"],
        ),
    ],
)
def test_a_chain_for_what_comes_in_drops_by_itself_or_where_it_leads(
    things: Rules, found: list[str]
) -> None:
    listed = {"nftables": [{"metainfo": {"json_schema_version": 1}}, *things]}
    assert nft_rules.dropping_in(json.dumps(listed)) == found


@pytest.mark.parametrize("listed", ["", "{}", "[]", '{"nftables": [{"chain": 1}]}'])
def test_what_is_no_list_of_rules_says_nothing(listed: str) -> None:
    assert nft_rules.dropping_in(listed) is None


def test_rules_that_may_not_be_read_say_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(*_: object, **__: object) -> NoReturn:
        raise subprocess.CalledProcessError(1, "nft")

    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.setattr("shutil.which", lambda *_, **__: "/usr/sbin/nft")
    monkeypatch.setattr("subprocess.run", refused)
    assert nft_rules.dropping() is None
    listed = subprocess.CompletedProcess((), 0, '{"nftables": []}')
    monkeypatch.setattr("subprocess.run", lambda *_, **__: listed)
    assert nft_rules.dropping() == []
    monkeypatch.setattr("shutil.which", lambda *_, **__: None)
    assert nft_rules.dropping() is None
