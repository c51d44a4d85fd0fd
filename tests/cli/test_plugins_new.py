"""`bastide plugins new`: each kind is written, holds the contract, passes its tests, installs."""

from __future__ import annotations

import importlib
import os
import subprocess
import sys
import zipfile
from collections.abc import Mapping
from pathlib import Path

import polib
import pytest
from click.testing import CliRunner

from bastide.cli import catalogs
from bastide.cli.app import main
from bastide.cli.authors.checking import check_sources
from bastide.cli.authors.plugin_check import Bounds
from bastide.cli.authors.plugin_places import sources_of
from bastide.cli.authors.report import Report
from bastide.cli.languages import NAMES, tongue_of
from bastide.cli.program import Flags, Program
from bastide.core.packages import ENTRY_POINT_GROUP, built_in, third_party
from bastide.core.plugins import Plugins, Setup
from bastide.core.testing import check_game
from tests.cli.conftest import SOURCES, Run, forget_packages

pytestmark = pytest.mark.plays("barony", "carcassonne", "inns_and_cathedrals")

KINDS: dict[str, tuple[str, ...]] = {
    "heap": (),
    "gifts": ("--extends", "heap"),
    "luck": ("--variant", "heap"),
    "taker": ("--bot", "heap"),
    "anybot": ("--bot", "any"),
    "german": ("--language", "de"),
    "wells": ("--extends", "carcassonne"),
    "more_wells": ("--extends", "inns_and_cathedrals"),
}
"""Words after `plugins new`, by the id of what is written; later ones know the first."""


def install(site: Path, project: Path, id: str) -> None:
    """Let a project be found as if it were installed in `site`."""
    info = site / f"bastide_{id}-0.1.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: bastide-{id}\nVersion: 0.1\n")
    (info / "entry_points.txt").write_text(f"[{ENTRY_POINT_GROUP}]\n{id} = bastide_{id}.plugin\n")
    (site / f"bastide_{id}").symlink_to(project / f"bastide_{id}")


class Written:
    """A folder with a project of each kind, all of them installed."""

    def __init__(self, folder: Path, environ: Mapping[str, str]) -> None:
        self.folder, self.site = folder, folder / "site"
        self.environ = {**environ, "PYTHONPATH": os.pathsep.join([str(self.site), SOURCES])}
        self.said = {id: self._write(id, words) for id, words in KINDS.items()}

    def _write(self, id: str, words: tuple[str, ...]) -> str:
        program = Program(Flags(environ=self.environ))
        done = CliRunner().invoke(main, ["plugins", "new", id, *words], obj=program)
        assert done.exit_code == 0, done.stderr
        install(self.site, self.project(id), id)
        return done.stdout

    def project(self, id: str) -> Path:
        return self.folder / f"bastide-{id.replace('_', '-')}"

    def python(self, *words: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, *words],
            cwd=self.folder,
            env=self.environ,
            capture_output=True,
            text=True,
            check=False,
        )


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Written:
    """Write a project of each kind."""
    folder = tmp_path_factory.mktemp("written")
    kept = {name: value for name, value in os.environ.items() if not name.startswith("COVERAGE_")}
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        patch.syspath_prepend(folder / "site")
        forget_packages()
        made = Written(folder, {**kept, "BASTIDE_HOME": str(folder / "home")})
        forget_packages()
        return made


@pytest.fixture
def installed(written: Written, here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Have all of them installed in this process."""
    monkeypatch.syspath_prepend(written.site)


# each kind


def test_each_kind_passes_its_own_tests(written: Written) -> None:
    projects = [str(written.project(id)) for id in KINDS]

    tested = written.python(
        "-m", "pytest", "-q", "-W", "error", "--import-mode=importlib", "-p", "no:xdist", *projects
    )

    assert tested.returncode == 0, tested.stdout
    assert " passed" in tested.stdout


SUMMARIES = {
    "heap": "heap 0.1: 5 games played to the end in 5 set-ups; languages: en, fr.",
    "gifts": "gifts 0.1: 3 games played to the end in 3 set-ups; languages: en, fr.",
    "luck": "luck 0.1: 5 games played to the end in 5 set-ups; languages: en, fr.",
    "wells": "wells 0.1: 4 games played to the end in 4 set-ups; languages: en, fr.",
    "taker": "taker 0.1: its bots play heap; languages: en, fr.",
    "german": "german 0.1: languages: de.",
}
"""What the check tells, by what is checked beside the game that it is for."""


@pytest.mark.usefixtures("installed")
@pytest.mark.parametrize(("id", "summary"), SUMMARIES.items())
def test_each_kind_holds_the_contract(written: Written, id: str, summary: str) -> None:
    program, known = Program(Flags(language="en")), {**built_in(), **third_party()}
    sources, report = sources_of(written.project(id)), Report(program.text)
    base = {name: known[name] for name in ("carcassonne", "heap")}

    check_sources(program, sources, Plugins({**sources, **base}), report, Bounds(games=1))

    assert (report.good, report.faults) == ([summary], [])


def test_what_goes_on_is_told_in_commands(written: Written) -> None:
    assert written.said["more_wells"].splitlines() == [
        "Written: bastide-more-wells",
        "Check it: bastide plugins check bastide-more-wells",
        "Install it: python -m pip install -e bastide-more-wells pytest",
        "Test it: python -m pytest bastide-more-wells",
        "See it: bastide play carcassonne --with inns_and_cathedrals,more_wells --bots greedy",
    ]
    seen = {id: said.splitlines()[-1].removeprefix("See it: ") for id, said in written.said.items()}
    assert seen["heap"] == "bastide play heap --bots greedy"
    assert seen["luck"] == "bastide play heap --with luck --bots greedy"
    assert seen["taker"] == "bastide play heap --bots taker"
    assert seen["german"] == "bastide --lang de"


TWO = ("--seats", "2", "--seed", "x")
SHOWN = {"gifts": "a gift", "luck": "rolls a ", "wells": "well"}
"""Words of the log, by what is played."""


@pytest.mark.usefixtures("installed")
@pytest.mark.parametrize(("id", "told"), SHOWN.items())
def test_what_is_shown_is_what_was_promised(
    bastide: Run, written: Written, id: str, told: str
) -> None:
    """The command that is told last plays a whole game by itself where nobody types."""
    words = written.said[id].splitlines()[-1].removeprefix("See it: bastide ").split()

    seen = bastide("--plain", *words[:-1], "random,random", *TWO)

    assert (seen.code, seen.err) == (0, "")
    assert told in seen.out


def test_a_game_and_an_expansion_have_their_numbers_in_a_data_file(written: Written) -> None:
    data = {
        id: [file.name for file in (written.project(id) / f"bastide_{id}" / "data").iterdir()]
        for id in ("heap", "gifts", "wells")
    }

    assert data == {"heap": ["heap.toml"], "gifts": ["gifts.toml"], "wells": ["tiles.toml"]}
    for id in ("luck", "taker"):
        assert "There is no data file" in (written.project(id) / "README.md").read_text("utf-8")


@pytest.mark.usefixtures("installed")
def test_the_catalogue_of_each_kind_has_all_that_it_says(written: Written) -> None:
    for id in KINDS:
        if id == "german":
            continue
        module = importlib.import_module(f"bastide_{id}.plugin")
        manifest = module.bastide_manifest()
        said = {manifest.title, *manifest.about, *(each.title for each in manifest.options)}
        po = written.project(id) / f"bastide_{id}" / "locale" / "fr" / "LC_MESSAGES" / f"{id}.po"
        french = {entry.msgid: entry.msgstr for entry in polib.pofile(po.read_text("utf-8"))}
        assert all(french.get(each) for each in said), id


@pytest.mark.parametrize("game", [id for id in built_in() if id not in ("bots", "strategic")])
@pytest.mark.parametrize("kind", ["expansion", "variant"])
def test_what_extends_any_game_works_with_each_of_ours(
    bastide: Run, here: Path, game: str, kind: str
) -> None:
    option = {"expansion": "--extends", "variant": "--variant"}[kind]
    name = f"{kind}_of_{game}"
    assert bastide("plugins", "new", name, option, game).code == 0
    sys.path.insert(0, str(here / f"bastide-{name.replace('_', '-')}"))
    module = importlib.import_module(f"bastide_{name}.plugin")
    found = Plugins({**built_in(), name: lambda: module})
    base = found.manifest(game)
    company = (name,) if base.kind == "game" else (game, name)

    played = check_game(found.compose(Setup(base.extends or game, 2, company)), 0)

    assert found.faults == []
    assert played.state.over


# languages


@pytest.mark.usefixtures("installed")
def test_a_language_of_a_plugin_is_one_of_the_program(bastide: Run) -> None:
    program = Program(Flags(environ={"LANG": "de_AT.UTF-8"}))

    assert program.text("tables on this network") == "tables on this network · Deutsch"
    assert program.texts.language == "de"
    assert "de" in program.catalogs.languages()
    assert bastide("--lang", "de", "games").code == 0
    assert "xx is none of de, en, fr" in bastide("--lang", "xx", "games").err
    assert NAMES["de"] == "Deutsch"


@pytest.mark.usefixtures("installed")
def test_a_language_of_a_plugin_may_be_configured(bastide: Run, home: Path) -> None:
    home.mkdir()
    (home / "config.toml").write_text('[display]\nlanguage = "de"\n')

    assert bastide("--home", str(home), "games").err == ""


def test_a_language_has_all_messages_none_of_them_lost(written: Written) -> None:
    folder = written.project("german") / "bastide_german" / "locale" / "de" / "LC_MESSAGES"
    texts = {po.stem: polib.pofile(po.read_text("utf-8")) for po in folder.iterdir()}
    french = {each.domain: each for each in catalogs.own_catalogs()}["bastide"]

    assert {"bastide", "heap"} <= set(texts)
    assert texts["bastide"].metadata["Plural-Forms"] == "nplurals=2; plural=(n != 1);"
    assert {entry.msgid for entry in texts["bastide"]} == {
        entry.msgid for entry in polib.pofile(french.po.read_text("utf-8"))
    }
    (take,) = [entry for entry in texts["heap"] if entry.msgid == "heap.take"]
    assert (take.msgstr, take.comment) == ("", "English: takes {a}")


@pytest.mark.parametrize(
    ("language", "forms", "known"),
    [("de_AT", 2, True), ("pl", 3, True), ("ja", 1, True), ("pt_BR", 2, True), ("xx", 2, False)],
)
def test_plural_forms_are_those_of_the_language(language: str, forms: int, known: bool) -> None:
    tongue = tongue_of(language)

    assert tongue.plural_forms.startswith(f"nplurals={forms};")
    assert tongue.is_known == known


# packages


def test_a_wheel_holds_data_words_and_the_entry_point(written: Written) -> None:
    built = written.python(
        "-m", "pip", "wheel", "-q", "--no-deps", "--no-build-isolation", "-w", "wheels",
        "./bastide-wells",
    )  # fmt: skip
    assert built.returncode == 0, built.stderr
    (wheel,) = (written.folder / "wheels").glob("*.whl")

    names = zipfile.ZipFile(wheel).namelist()

    assert {
        "bastide_wells/plugin.py",
        "bastide_wells/data/tiles.toml",
        "bastide_wells/locale/en/LC_MESSAGES/wells.po",
        "bastide_wells/locale/fr/LC_MESSAGES/wells.po",
        "bastide_wells-0.1.0.dist-info/entry_points.txt",
    } <= set(names)
    assert not any("tests" in name for name in names)
