"""`bastide plugins`: the list and the check; `test_plugins_new` has how one is written."""

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from bastide.cli.authors.plugin_places import sources_of
from bastide.core.packages import ENTRY_POINT_GROUP
from tests.cli.conftest import ROOT, SOURCES, Run, Said, Spawn
from tests.sizes import SIZES

BROKEN = {
    "raises": "raise RuntimeError('no luck')",
    "other_api": """
from bastide.core.hookspecs import Manifest, hookimpl
@hookimpl
def bastide_manifest():
    return Manifest("other_api", "1", "game", api=99)
""",
}


def install(site: Path, plugins: dict[str, str]) -> None:
    """Let plugins of one module each be found in a folder, by name."""
    for name, code in plugins.items():
        package = site / f"{name}_plugin"
        package.mkdir(parents=True)
        (package / "__init__.py").write_text("")
        (package / "plugin.py").write_text(code)
        info = site / f"{name}_plugin-1.dist-info"
        info.mkdir()
        (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}-plugin\nVersion: 1\n")
        line = f"[{ENTRY_POINT_GROUP}]\n{name} = {name}_plugin.plugin\n"
        (info / "entry_points.txt").write_text(line)


@pytest.fixture
def broken(tmp_path: Path) -> str:
    """Install two broken plugins; return what to put before PYTHONPATH."""
    install(tmp_path / "site", BROKEN)
    return str(tmp_path / "site")


FIRST = ["barony", "bots", "carcassonne"]
"""The first of the program's plugins."""

PLUGINS = ROOT / "plugins" / "bastide" / "plugins"
CHECKER = ("-m", "bastide") if SIZES.name == "soak" else (str(ROOT / "tests" / "briefly.py"),)


def test_list_has_games_and_extras(bastide: Run) -> None:
    content = json.loads(bastide("plugins", "--json").out)

    assert [p["id"] for p in content["plugins"]][:3] == FIRST
    assert content["faults"] == []
    lines = bastide("plugins").lines
    assert [line.split()[0] for line in lines[1::2]][:3] == FIRST
    for line, plugin in zip(lines[2::2], content["plugins"], strict=True):
        assert line.strip() == f"built in, rules files {plugin['rules'][:8]}"
    assert all(len(line) <= 80 for line in lines)
    assert content["plugins"][0]["api"] == 1
    assert content["plugins"][0]["from"] == "built in"
    assert content["plugins"][0]["path"].endswith("barony")


def test_broken_plugins_are_listed_and_the_rest_works(spawn: Spawn, broken: str) -> None:
    """Field report F20."""
    path = {"PYTHONPATH": f"{broken}:{':'.join(str(ROOT / d) for d in _SOURCES)}"}

    listed = spawn("plugins", **path)
    content = json.loads(spawn("plugins", "--json", **path).out)

    assert spawn("--help", **path).code == 0
    assert spawn("games", **path).lines[1].startswith("barony")
    assert listed.code == 0
    assert "RuntimeError: no luck; mend that line." in " ".join(listed.lines)
    assert "interface 99, this program has 1: install a version" in " ".join(listed.lines)
    assert all(len(line) <= 80 for line in listed.lines)
    assert "    raises-plugin 1: raises_plugin.plugin" in listed.lines
    told = {fault["name"]: fault["sentence"] for fault in content["faults"]}
    assert told["raises"].startswith("raises_plugin/plugin.py:1")
    assert {fault["name"] for fault in content["faults"]} == set(BROKEN)


_SOURCES = ("core", "net", "cli", "plugins")


# check


@pytest.mark.parametrize("name", [*FIRST, "settlers"])
def test_plugins_of_the_program_hold(unmeasured: dict[str, str], name: str) -> None:
    done = subprocess.run(
        [sys.executable, *CHECKER, "plugins", "check", str(PLUGINS / name)],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        env={**unmeasured, "PYTHONPATH": SOURCES},
        text=True,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert "Everything holds." in done.stdout


FAULTS = {
    "a misspelled hook": (
        "plugin.py",
        "def bastide_scoring",
        "def bastide_scorring",
        "there is no hook bastide_scorring: call it bastide_scoring",
    ),
    "an order of its own for each process": (
        "turn.py",
        "heap(s).stones -= n",
        "heap(s).stones -= min(n, 1 + hash('stone') % 3)",
        "another end with another PYTHONHASHSEED",
    ),
    "a placeholder that is lost": (
        "locale/fr/LC_MESSAGES/heap.po",
        "une à {most} pierres",
        "une à trois pierres",
        "the placeholders differ",
    ),
}
"""The rest is in `test_planted_faults`."""


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


def test_a_table_is_explained_with_who_brings_what(bastide: Run) -> None:
    asked = ("plugins", "explain", "carcassonne", "--with", "inns_and_cathedrals")

    content = json.loads(bastide(*asked, "--json").out)
    lines = bastide(*asked).lines

    assert [each["id"] for each in content["plugins"]] == ["carcassonne", "inns_and_cathedrals"]
    (stage,) = content["stages"]
    place = next(phase for phase in stage["phases"] if phase["id"] == "place")
    assert (place["by"], place["kinds"], place["actions"]) == (
        "carcassonne",
        ["decision"],
        ["carcassonne.place"],
    )
    points = next(slot for slot in content["slots"] if slot["constant"] == "POINTS")
    assert (points["owner"], points["kind"], points["by"]) == (
        "carcassonne",
        "fold",
        ["inns_and_cathedrals"],
    )
    assert points["says"].startswith("Return the summands of a feature")
    assert content["scoring"]["final_score"] == ["carcassonne"]
    assert "  2. place (decision): carcassonne" in lines
    assert all(len(line) <= 80 for line in lines)


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        (("chess",), "chess"),
        (("carcassonne", "--with", "nosuch"), "carcassonne has no expansion nosuch"),
        (("barony", "--with", "strategic"), "barony has no expansion strategic"),
        (("carcassonne", "--seats", "9"), "carcassonne is for 2 to 5 seats, not 9"),
    ],
)
def test_a_table_that_cannot_be_is_refused_in_a_sentence(
    bastide: Run, sentence: Callable[[Said], str], asked: tuple[str, ...], said: str
) -> None:
    answer = bastide("plugins", "explain", *asked)

    assert answer.code == 2
    assert said in sentence(answer)


EXCLUSIVE = """
from bastide.core.hookspecs import Manifest, hookimpl
@hookimpl
def bastide_manifest():
    return Manifest("{id}", "1", "variant", extends="carcassonne", conflicts={other!r})
"""


@pytest.mark.parametrize(
    ("language", "said"),
    [("en", "fog and sun exclude each other"), ("fr", "fog et sun s’excluent")],
)
def test_plugins_that_exclude_each_other_are_named(
    bastide: Run,
    here: Path,
    monkeypatch: pytest.MonkeyPatch,
    sentence: Callable[[Said], str],
    language: str,
    said: str,
) -> None:
    codes = {
        id: EXCLUSIVE.format(id=id, other=other)
        for id, other in {"fog": ("sun",), "sun": ()}.items()
    }
    install(here / "site", codes)
    monkeypatch.syspath_prepend(here / "site")

    refused = bastide("--lang", language, "plugins", "explain", "carcassonne", "--with", "fog,sun")
    alone = bastide("plugins", "explain", "carcassonne", "--with", "sun")

    assert (refused.code, alone.code) == (2, 0)
    assert said in sentence(refused)


def test_an_explanation_is_in_french_too(bastide: Run) -> None:
    out = bastide("plugins", "explain", "carcassonne", "--lang", "fr").out

    assert "Greffons, dans l’ordre" in out
    assert "propose carcassonne.place" in out
