"""Folding stored journals, and judging whole files."""

from __future__ import annotations

import re
from collections.abc import Callable
from types import ModuleType

import pytest

from bastide.core import plugins as core_plugins
from bastide.core.builder import Phase, RulesBuilder
from bastide.core.events import Action
from bastide.core.hookspecs import Manifest, hookimpl
from bastide.core.journal import (
    Entry,
    Genesis,
    JournalFile,
    Seat,
    entry_id,
    read_file,
    write_file,
)
from bastide.core.plugins import Plugins, Setup
from bastide.core.state import State
from bastide.net.games import GameError, fold, judge, judge_content, open_table
from bastide.net.lobby.terms import genesis_of
from tests.net.race import plugins, race
from tests.net.room import ANN
from tests.net.simulation import Network
from tests.sizes import SIZES

PLAYED = Network(2, 11)
PLAYED.play()
JOURNAL = PLAYED.at(0).sync.table.journal
DATA = write_file(JOURNAL)
CONTENT = read_file(DATA)


def test_a_whole_journal_is_good() -> None:
    verdict = judge(plugins(), DATA)
    assert verdict.good
    assert verdict.entries == len(JOURNAL.entries())
    assert verdict.digest == JOURNAL.prev
    assert verdict.table is not None
    assert verdict.table.done == PLAYED.at(0).sync.table.done


def test_each_changed_byte_is_found() -> None:
    step = max(1, len(DATA) // SIZES.changed_bytes)
    for at in range(0, len(DATA), step):
        changed = bytearray(DATA)
        changed[at] ^= 1
        verdict = judge(plugins(), bytes(changed))
        assert not verdict.good, at
        assert verdict.fault


def changed(**fields: object) -> JournalFile:
    return CONTENT._replace(**fields)  # type: ignore[arg-type]  # fields of a file


@pytest.mark.parametrize(
    ("content", "fault"),
    [
        (changed(entries=CONTENT.entries[:-1]), "the last step is not complete"),
        (changed(digest=bytes(32)), "the digest at the end is not that of the journal"),
        (changed(accepts=CONTENT.accepts[:1]), "2 signatures are needed, 1 are there"),
        (changed(accepts=CONTENT.accepts[::-1]), "the signature of seat 1 does not hold"),
        (changed(genesis=b"\x80"), "the genesis"),
        (
            changed(entries=(*CONTENT.entries[:3], Entry(b"\x80", bytes(64)))),
            "entry 4: an entry does not have the form",
        ),
        (
            changed(entries=(CONTENT.entries[0], CONTENT.entries[0])),
            r"entry 2 \(step 0, seat 1\): seat 1 has acted in this step already",
        ),
        (
            changed(entries=(Entry(CONTENT.entries[0].body, bytes(64)),)),
            r"entry 1 \(step 0, seat 1\): the signature does not hold",
        ),
    ],
)
def test_what_is_wrong_is_named_with_the_entry(content: JournalFile, fault: str) -> None:
    verdict = judge_content(plugins(), content)
    assert not verdict.good
    assert re.search(fault, verdict.fault), verdict.fault


def test_a_journal_without_its_plugin_says_what_is_missing() -> None:
    verdict = judge(Plugins({}), DATA)
    assert "no plugin 'race'" in verdict.fault
    assert verdict.table is None


def test_something_else_is_no_journal() -> None:
    assert "not a bastide journal" in judge(plugins(), b"something else").fault


def with_hook(hook: Callable[[RulesBuilder], None]) -> Plugins:
    """Return the test game with another hook for its turn."""

    def load() -> ModuleType:
        module = race()
        module.bastide_turn = hook  # type: ignore[attr-defined]  # a made-up module
        return module

    return Plugins({"race": load})


def with_version(version: str) -> Plugins:
    """Return the test game as another version."""

    @hookimpl
    def bastide_manifest() -> Manifest:
        return Manifest("race", version, "game", seats=(2, 6))

    def load() -> ModuleType:
        module = race()
        module.bastide_manifest = bastide_manifest  # type: ignore[attr-defined]  # a made-up module
        return module

    return Plugins({"race": load})


def test_a_game_is_not_opened_with_other_rules_files_than_it_began_with(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(core_plugins, "rules_files", lambda module: {"race.py": b"a line more"})
    with pytest.raises(GameError, match=r"^Plugin race 1\.0 has other rules files here \("):
        open_table(plugins(), JOURNAL.genesis, JOURNAL.accepts)


def test_a_game_is_not_opened_with_another_version() -> None:
    with pytest.raises(GameError, match=r"^This game was begun with plugin race 1\.0; you have 2"):
        open_table(with_version("2.0"), JOURNAL.genesis, JOURNAL.accepts)


def raises(s: State, *_: object) -> None:
    raise ZeroDivisionError("by nothing\nat all")


def local_genesis(installed: Plugins) -> Genesis:
    """Return the genesis of a game at Ann's computer."""
    seats = [Seat(ANN.key, "Ann"), Seat(ANN.key, "Rob")]
    seed = bytes(32)
    setup = Setup("race", 2)
    return genesis_of(installed, setup, seats, deal="local", nonce=seed, seed=seed)


def test_a_plugin_that_raises_while_folding_is_one_sentence() -> None:
    @hookimpl
    def bastide_turn(rules: RulesBuilder) -> None:
        rules.phase(Phase("run", lambda s: [Action("race.run")]))
        rules.action("race.run", raises)

    broken = with_hook(bastide_turn)
    table = open_table(broken, local_genesis(broken), ())
    body = table.body(table.place_of(table.acting[0]), "move", {"m": ["race.run", [], []]})
    entry = Entry(body, ANN.sign("sign-entry", entry_id(body)))
    with pytest.raises(GameError, match=r"the rules of race failed: ZeroDivisionError: by noth"):
        fold(table, [entry])


def test_a_plugin_that_raises_when_a_table_opens_is_one_sentence() -> None:
    @hookimpl
    def bastide_turn(rules: RulesBuilder) -> None:
        rules.phase(Phase("run", lambda s: [], enter=(raises,)))
        rules.action("race.run", raises)

    broken = with_hook(bastide_turn)
    with pytest.raises(GameError, match="The rules of race failed"):
        open_table(broken, local_genesis(broken), ())
