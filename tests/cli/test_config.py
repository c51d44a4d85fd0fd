from __future__ import annotations

import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest

from bastide.cli.catalogs import Catalogs, own_catalogs
from bastide.cli.config import (
    FILE,
    SETTINGS,
    Unreadable,
    config_folder,
    read_config,
    save_setting,
    unsaved,
)
from bastide.cli.networks import choice_of
from bastide.cli.program import Flags, Program
from bastide.cli.screens.screen_run import Screen
from bastide.core.messages import English
from tests.cli.conftest import Run


def write(folder: Path, text: str) -> Path:
    folder.mkdir(exist_ok=True)
    (folder / FILE).write_text(text, encoding="utf-8")
    return folder


def test_a_missing_file_means_the_defaults(tmp_path: Path) -> None:
    config = read_config(tmp_path)
    assert config.text("display.depth") == "auto"
    assert config.on("input.mouse")
    assert not config.on("play.send_at_once")
    assert config.faults == []


def test_values_are_read(tmp_path: Path) -> None:
    folder = write(tmp_path, '[display]\ndepth = 256\ntheme = "light"\n[input]\nmouse = false\n')
    config = read_config(folder)
    assert config.text("display.depth") == "256"
    assert config.text("display.theme") == "light"
    assert not config.on("input.mouse")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('[display]\ndeph = "256"\n', "there is no setting display.deph; known are player.name"),
        (
            "[display]\ndepth = 12\n",
            'display.depth cannot be 12; use "auto", "none", "16", "256", "true".',
        ),
        ('[input]\nmouse = "no"\n', 'input.mouse cannot be "no"; use true, false.'),
        ("[player]\nname = 7\n", "player.name cannot be 7; use a text in quotes."),
        (
            '[network]\ninterfaces = "eth0"\n',
            'cannot be "eth0"; use a list of texts such as ["eth0"',
        ),
        ("[network]\ninterfaces = [7]\n", "network.interfaces cannot be [7]; use a list"),
        ('[network]\ninterfaces = [""]\n', 'network.interfaces cannot be [""]; use a list'),
        ('[play]\nsend_at_once = "true"\n', 'send_at_once cannot be "true"; use true, false.'),
        ("[play]\nsend_at_once = 2026-01-02\n", "send_at_once cannot be 2026-01-02; use true"),
        ('[display]\ndepth = "%s"\n' % ("x" * 99), f'cannot be "{"x" * 59}…; use "auto",'),
        ('[player]\nname = "A\\u0007b"\n', "player.name: The name Ab holds control characters"),
        ('[player]\nname = "%s"\n' % ("é" * 60), "has 120 bytes; at most 40 are allowed"),
        (
            '[network]\ninterfaces = ["eth0", "10.0/x"]\n',
            'interfaces: "10.0/x" is no network; write one as 192.168.7.0/24.',
        ),
        (
            '[network]\ninterfaces = ["a\\u001b[2Jb"]\n',
            'interfaces: "a\\u001b[2Jb" holds control characters.',
        ),
        (
            "player = 5\n",
            'player is a section: write [player] on a line of its own, and below it name = "Ann".',
        ),
        ("display = true\n", 'below it depth = "true".'),
        ("mouse = true\n", "there is no setting mouse; known are"),
        ("[display\n", 'line 1 cannot be read: write for example theme = "dark", and each'),
    ],
)
def test_a_wrong_key_is_one_sentence_and_no_stop(tmp_path: Path, text: str, said: str) -> None:
    config = read_config(write(tmp_path, text + "[sound]\nbell = false\n" * (text != "[display\n")))
    assert len(config.faults) == 1
    assert said in config.faults[0]
    assert str(tmp_path / FILE) in config.faults[0]
    assert "\n" not in config.faults[0]


def test_the_rest_of_the_file_counts(tmp_path: Path) -> None:
    config = read_config(write(tmp_path, "[sound]\nbell = false\nvolume = 3\n"))
    assert not config.on("sound.bell")


def no_text(file: Path) -> None:
    file.write_bytes(b"\xff\xfe\x00")


def twice(file: Path) -> None:
    file.write_text("[sound]\nbell = true\nbell = true\n")


@pytest.mark.parametrize(
    ("make", "said"),
    [
        (no_text, "illisible (ce n’est pas du texte en UTF-8)"),
        (Path.mkdir, "illisible (ce n’est pas un fichier)"),
        (twice, "illisible (une clé ou une section y est deux fois"),
    ],
)
def test_b16_a_file_that_cannot_be_read_is_one_sentence_in_the_readers_language(
    tmp_path: Path, make: Callable[[Path], None], said: str
) -> None:
    make(tmp_path / FILE)
    french = Catalogs(own_catalogs()).texts("fr")("bastide")

    [fault] = read_config(tmp_path, french).faults

    assert said in fault
    with pytest.raises(OSError) as refused:  # noqa: PT011  # of several kinds, told below
        save_setting(tmp_path, "sound.bell", False)
    assert str(tmp_path / FILE) in unsaved(french, tmp_path, refused.value)


def test_saving_keeps_comments_and_other_keys(tmp_path: Path) -> None:
    write(tmp_path, '# mine\n[display]\ntheme = "light" # by day\nfont = "x"\n')
    save_setting(tmp_path, "display.depth", "16")
    save_setting(tmp_path, "input.mouse", False)
    text = (tmp_path / FILE).read_text("utf-8")
    assert "# mine" in text
    assert 'theme = "light" # by day' in text
    config = read_config(tmp_path)
    assert config.text("display.depth") == "16"
    assert not config.on("input.mouse")


def test_saving_makes_the_folder(tmp_path: Path) -> None:
    save_setting(tmp_path / "new" / "folder", "display.language", "fr")
    assert read_config(tmp_path / "new" / "folder").text("display.language") == "fr"


def test_a_broken_file_is_not_overwritten(tmp_path: Path) -> None:
    write(tmp_path, "[display\n")
    with pytest.raises(Unreadable, match="line 1") as refused:
        save_setting(tmp_path, "display.depth", "16")
    said = unsaved(English(), tmp_path, refused.value)
    assert said == f"{tmp_path / FILE} cannot be changed: mend its line 1, or take it away."
    assert (tmp_path / FILE).read_text("utf-8") == "[display\n"


def test_the_folder_is_the_home_that_was_given(tmp_path: Path) -> None:
    assert config_folder({"BASTIDE_HOME": str(tmp_path)}) == tmp_path
    assert config_folder({}).name == "bastide"


# each key acts

GUIDE = Path(__file__).parents[2] / "docs" / "playing.md"


@pytest.fixture
def documented() -> dict[str, tuple[object, str]]:
    """Return the keys of the guide, each with the value there and what the line says of it."""
    block = GUIDE.read_text("utf-8").partition("```toml\n")[2].partition("```")[0]
    notes = {line.split(" ")[0]: line.partition("# ")[2] for line in block.splitlines()}
    return {
        f"{section}.{name}": (value, notes[name])
        for section, content in tomllib.loads(block).items()
        for name, value in content.items()
    }


def test_the_guide_tells_of_every_key_and_of_all_that_it_may_hold(
    documented: dict[str, tuple[object, str]],
) -> None:
    assert documented.keys() == SETTINGS.keys()
    for key, (value, note) in documented.items():
        setting = SETTINGS[key]
        assert ", ".join(setting.choices) in note
        assert note
        read = tuple(value) if isinstance(value, list) else value
        assert read == setting.default or key in ("player.name", "display.language")


OTHERS: dict[str, tuple[str, Callable[[Program], object], object]] = {
    "player.name": ('"Eve"', lambda program: program.player, "Eve"),
    "display.depth": ('"16"', lambda program: program.display.depth, "16"),
    "display.glyphs": ('"unicode"', lambda program: program.display.glyphs, "unicode"),
    "display.theme": ('"light"', lambda program: screen_of(program).display.theme, "light"),
    "display.language": ('"fr"', lambda program: program.text("Stopped."), "Arrêté."),
    "display.wide": ("true", lambda program: screen_of(program).display.glyphs, "ascii"),
    "input.mouse": ("false", lambda program: screen_of(program).shell().mouse, False),
    "sound.bell": ("false", lambda program: screen_of(program).shell().bell, False),
    "network.interfaces": (
        '["eth7", "192.168.7.0/24"]',
        lambda program: choice_of(program).words,
        ("eth7", "192.168.7.0/24"),
    ),
}
"""Another value of each key, what it acts on, and how."""


def screen_of(program: Program) -> Screen:
    return Screen(program)


@pytest.mark.parametrize("key", OTHERS)
def test_each_key_acts(home: Path, key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bastide.cli.screens.opening.draws_wide", lambda: True)
    monkeypatch.setattr("bastide.cli.program.output_encoding", lambda: "utf-8")
    value, look, acts = OTHERS[key]
    environ = {"TERM": "xterm-256color", "BASTIDE_HOME": str(home)}
    before = look(Program(Flags(environ=environ)))
    section, _, name = key.partition(".")

    write(home, f"[{section}]\n{name} = {value}\n")

    assert before != acts
    assert look(Program(Flags(environ=environ))) == acts


@pytest.mark.plays("carcassonne")
@pytest.mark.parametrize("is_on", [True, False])
def test_turns_are_sent_at_once_where_that_is_set(bastide: Run, home: Path, is_on: bool) -> None:
    write(home, f"[play]\nsend_at_once = {str(is_on).lower()}\n")

    words = ("play", "carcassonne", "--plain", "--names", "Ada,Bo", "--seed", "1")
    said = bastide(*words, typed="1\n1\n")

    assert ("done sends it" in said.out) != is_on


@pytest.mark.plays("carcassonne")
def test_the_program_goes_on_with_a_wrong_key_and_says_it_once(bastide: Run, home: Path) -> None:
    write(home, '[display]\nthemes = "dark"\nlanguage = "fr"\n')

    said = bastide("play", "carcassonne", "--plain", "--bots", "random")

    assert said.code == 0
    assert "à vous de jouer" in said.out
    [line] = said.err.splitlines()
    assert line.startswith(f"{home / FILE}\u202f: le réglage display.themes n’existe pas")
    assert "display.theme," in line
