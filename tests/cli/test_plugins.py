"""`bastide plugins`: the list and the check; `test_plugins_new` has how one is written."""

import json
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from bastide.cli.authors.plugin_places import sources_of
from bastide.core.packages import ENTRY_POINT_GROUP
from tests.cli.conftest import ROOT, Run, Said, Spawn

BROKEN = {
    "raises": "raise RuntimeError('no luck')",
    "other_api": """
from bastide.core.hookspecs import Manifest, hookimpl
@hookimpl
def bastide_manifest():
    return Manifest("other_api", "1", "game", api=99)
""",
}


@pytest.fixture
def broken(tmp_path: Path) -> str:
    """Install two broken plugins; return what to put before PYTHONPATH."""
    site = tmp_path / "site"
    for name, code in BROKEN.items():
        package = site / f"{name}_plugin"
        package.mkdir(parents=True)
        (package / "__init__.py").write_text("")
        (package / "plugin.py").write_text(code)
        info = site / f"{name}_plugin-1.dist-info"
        info.mkdir()
        (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}-plugin\nVersion: 1\n")
        line = f"[{ENTRY_POINT_GROUP}]\n{name} = {name}_plugin.plugin\n"
        (info / "entry_points.txt").write_text(line)
    return str(site)


FIRST = ["barony", "bots", "carcassonne"]
"""The first of the program's plugins."""


def test_list_has_games_and_extras(bastide: Run) -> None:
    content = json.loads(bastide("plugins", "--json").out)

    assert [p["id"] for p in content["plugins"]][:3] == FIRST
    assert content["faults"] == []
    assert [line.split()[0] for line in bastide("plugins").lines[1:4]] == FIRST


def test_broken_plugins_are_listed_and_the_rest_works(spawn: Spawn, broken: str) -> None:
    """Field report F20."""
    path = {"PYTHONPATH": f"{broken}:{':'.join(str(ROOT / d) for d in _SOURCES)}"}

    listed = spawn("plugins", **path)
    content = json.loads(spawn("plugins", "--json", **path).out)

    assert spawn("--help", **path).code == 0
    assert spawn("games", **path).lines[1].startswith("barony")
    assert listed.code == 0
    assert "raises cannot be loaded: RuntimeError: no luck." in listed.lines
    assert any(line.startswith("other_api cannot be loaded: made for") for line in listed.lines)
    assert {fault["name"] for fault in content["faults"]} == set(BROKEN)


_SOURCES = ("core", "net", "cli", "plugins")


# check


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Work in a folder of this test; what is imported from it is forgotten afterwards."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", sys.path[:])
    for name in [name for name in sys.modules if name.startswith("bastide_")]:
        monkeypatch.delitem(sys.modules, name)
    return tmp_path


@pytest.mark.parametrize("name", [*FIRST, "settlers"])
def test_plugins_of_the_program_hold(spawn: Spawn, name: str) -> None:
    said = spawn("plugins", "check", str(ROOT / "plugins/bastide/plugins" / name))
    assert (said.code, said.err) == (0, "")


FAULTS = {
    "a slice that shares data": (
        "state.py",
        "return Heap(self.stones)",
        "return self",
        "shares data",
    ),
    "a score that is not an event": (
        "turn.py",
        's.score(s.seat, ID, "last stone", (Term(1, "stone", LAST_STONE_POINTS),))',
        "s.scores[s.seat] += 1",
        "those reported add up to",
    ),
    "an action listed twice": (
        "turn.py",
        "for n in range(1, min(MOST, heap(s).stones) + 1)]",
        "for n in [1, *range(1, min(MOST, heap(s).stones) + 1)]]",
        "an action is listed twice",
    ),
    "a misspelled hook": (
        "plugin.py",
        "def bastide_scoring",
        "def bastide_scorring",
        "there is no hook bastide_scorring: is it bastide_scoring?",
    ),
    "a module that does not import": (
        "plugin.py",
        "from bastide_heap",
        "from bastid_heap",
        "No module",
    ),
    "a set in the state": ("state.py", "    stones: int", "    stones: set[int]", "Heap"),
    "an order of its own for each process": (
        "turn.py",
        "heap(s).stones -= n",
        "heap(s).stones -= n if next(iter({'a', 'b', 'c', 'd'})) == 'd' else 1",
        "another end with another PYTHONHASHSEED",
    ),
    "a placeholder that is lost": (
        "locale/fr/LC_MESSAGES/heap.po",
        "une à {most} pierres",
        "une à trois pierres",
        "the placeholders differ",
    ),
}


@pytest.mark.parametrize(("file", "good", "bad", "said"), FAULTS.values(), ids=FAULTS)
def test_fault_is_named_in_a_sentence(
    bastide: Run, here: Path, file: str, good: str, bad: str, said: str
) -> None:
    bastide("plugins", "new", "heap")
    path = here / "bastide-heap" / "bastide_heap" / file
    text = path.read_text("utf-8")
    assert good in text
    path.write_text(text.replace(good, bad), "utf-8")

    checked = bastide("plugins", "check", "bastide-heap/bastide_heap")

    assert checked.code == 1
    assert said in checked.err
    *sentences, last = checked.err.splitlines()
    assert all(line.startswith(("heap", "bastide_heap")) for line in sentences)
    assert last.startswith(f"{len(sentences)} fault")
    assert "Traceback" not in checked.err


def test_an_installed_plugin_is_found_by_its_id(here: Path) -> None:
    name = FIRST[0]
    assert list(sources_of(Path(name))) == [name]
    (here / name).mkdir()
    assert list(sources_of(Path(name))) == [name], "a folder of that name holds no plugin"


def test_path_without_a_plugin_is_refused(
    bastide: Run, here: Path, sentence: Callable[[Said], str]
) -> None:
    said = bastide("plugins", "check", str(here))

    assert said.code == 1
    assert sentence(said).startswith("There is no plugin in")
