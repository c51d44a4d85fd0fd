from __future__ import annotations

from pathlib import Path

import pytest

from bastide.cli.config import FILE, config_folder, read_config, save_setting


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
        ("[display]\ndepth = 12\n", "display.depth cannot be 12; use auto, none, 16, 256, true."),
        ('[input]\nmouse = "no"\n', "input.mouse cannot be no; use true, false."),
        ("[player]\nname = 7\n", "player.name cannot be 7; use a text in quotes."),
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


def test_bytes_that_are_no_text_are_one_sentence(tmp_path: Path) -> None:
    (tmp_path / FILE).write_bytes(b"\xff\xfe\x00")
    assert len(read_config(tmp_path).faults) == 1


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
    with pytest.raises(OSError, match="line 1"):
        save_setting(tmp_path, "display.depth", "16")
    assert (tmp_path / FILE).read_text("utf-8") == "[display\n"


def test_the_folder_is_the_home_that_was_given(tmp_path: Path) -> None:
    assert config_folder({"BASTIDE_HOME": str(tmp_path)}) == tmp_path
    assert config_folder({}).name == "bastide"
