"""Journals and tables that need a plugin which is missing, or is here and fails."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import pytest

from bastide.cli.program import Program
from bastide.core import plugins
from bastide.core.packages import rules_files
from bastide.core.plugins import Plugins, built_in
from tests.cli.conftest import Run, Said

pytestmark = pytest.mark.plays("inns_and_cathedrals")

PLAYED = ("play", "carcassonne", "--with", "inns_and_cathedrals", "--bots", "random")
INNS = "inns_and_cathedrals"


@pytest.fixture
def journal(bastide: Run, tmp_path: Path) -> Path:
    """Return the journal file of a game that has begun; its table stays in the data folder."""
    bastide(*PLAYED, typed="1\n1\ndone\nquit\n")
    file = tmp_path / "game.bastide"
    assert bastide("export", "carcassonne", str(file)).code == 0
    return file


def fails() -> ModuleType:
    raise RuntimeError("no luck")


def without(monkeypatch: pytest.MonkeyPatch, *, broken: bool) -> None:
    """Take an expansion away, or break it."""
    sources = {**built_in(), INNS: fails}
    if not broken:
        del sources[INNS]
    monkeypatch.setattr(Program, "plugins", Plugins(sources))


VERBS = ("verify", "replay", "export", "resume")


def refusal(bastide: Run, verb: str, what: str, tmp_path: Path) -> Said:
    return bastide(verb, what, *([str(tmp_path / "new.bastide")] if verb == "export" else []))


@pytest.mark.parametrize("verb", VERBS)
def test_a_missing_plugin_is_to_be_installed(
    bastide: Run,
    journal: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    sentence: Callable[[Said], str],
    verb: str,
) -> None:
    without(monkeypatch, broken=False)
    remedy = "It needs inns_and_cathedrals 1.0, not installed here: install that."
    assert remedy in sentence(refusal(bastide, verb, "carcassonne", tmp_path))
    if verb in ("verify", "replay"):
        assert sentence(bastide(verb, str(journal))) == remedy


@pytest.mark.parametrize("verb", VERBS)
def test_a_broken_plugin_is_not_to_be_installed(
    bastide: Run,
    journal: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    sentence: Callable[[Said], str],
    verb: str,
) -> None:
    without(monkeypatch, broken=True)
    said = sentence(refusal(bastide, verb, "carcassonne", tmp_path))
    reason = "It needs inns_and_cathedrals, which is installed but fails: RuntimeError: no luck."
    assert reason in said
    assert "install that" not in said
    if verb in ("verify", "replay"):
        assert sentence(bastide(verb, str(journal))) == reason


CHANGED = (
    "Plugin inns_and_cathedrals 1.0 has other rules files here (…) than those this game was begun "
    "with (…): install it from the same wheel or bundle again."
)


def masked(text: str) -> str:
    """Return a text without the digits that tell rules files apart."""
    return re.sub(r"\([0-9a-f]{8}\)", "(…)", text)


@pytest.fixture
def changed(monkeypatch: pytest.MonkeyPatch, journal: Path) -> None:
    """Change a rules file of an expansion, but not its version, once a game has begun."""

    def files(module: ModuleType) -> dict[str, bytes]:
        found = rules_files(module)
        if INNS in module.__name__:
            found["scoring.py"] += b"# a line more"
        return found

    monkeypatch.setattr(plugins, "rules_files", files)
    monkeypatch.setattr(Program, "plugins", Plugins(built_in()))


@pytest.mark.usefixtures("changed")
@pytest.mark.parametrize("verb", VERBS)
def test_other_rules_files_are_named_and_nothing_is_opened(
    bastide: Run, journal: Path, tmp_path: Path, sentence: Callable[[Said], str], verb: str
) -> None:
    said = masked(sentence(refusal(bastide, verb, "carcassonne", tmp_path)))
    assert CHANGED in said
    assert said.endswith("--new-rules`." if verb == "resume" else CHANGED)
    assert not (tmp_path / "new.bastide").exists()
    if verb in ("verify", "replay"):
        assert masked(sentence(bastide(verb, str(journal)))) == CHANGED


@pytest.mark.usefixtures("changed")
def test_a_table_of_other_rules_files_is_marked_in_the_list(bastide: Run) -> None:
    bastide("play", "carcassonne", "--bots", "random", typed="quit\n")
    rows = bastide("resume").lines
    assert [CHANGED in masked(row) for row in rows].count(True) == 1


@pytest.mark.usefixtures("changed")
def test_the_command_that_a_refusal_names_goes_on_with_the_new_files(
    bastide: Run, sentence: Callable[[Said], str]
) -> None:
    command = re.search(
        r"`bastide (resume \w+ --new-rules)`", sentence(bastide("resume", "carcassonne"))
    )
    assert command
    went_on = bastide(*command[1].split(), typed="quit\n")
    assert (went_on.code, went_on.err) == (0, "")
    assert bastide("verify", "carcassonne").code == 0
    assert bastide("resume", "carcassonne", typed="quit\n").code == 0


def test_scripts_are_told_the_remedy_too(
    bastide: Run, journal: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    without(monkeypatch, broken=False)
    content = json.loads(bastide("verify", str(journal), "--json").out)
    assert content["good"] is False
    assert "install that" in content["fault"]
