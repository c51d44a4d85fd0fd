"""A file that is written is there whole, or not at all, and an older one is never lost."""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Callable
from pathlib import Path

import pytest

from bastide.cli.catalogs import Catalogs, own_catalogs
from bastide.cli.config import FILE, read_config, save_setting
from bastide.cli.written_files import replace_file, unwritten, write_new_file
from bastide.core.messages import English
from tests.cli.conftest import Run

WRITE = (replace_file, write_new_file)


def listed(folder: Path) -> list[str]:
    return sorted(each.name for each in folder.iterdir())


def fill(monkeypatch: pytest.MonkeyPatch, moment: str) -> None:
    """Let the disk refuse at one of the moments of writing."""

    def refuse(*_: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    if moment == "rename":
        monkeypatch.setattr(Path, "replace", refuse)
    elif moment == "settle":
        monkeypatch.setattr(os, "fsync", refuse)
    else:
        monkeypatch.setattr("bastide.cli.written_files.token_hex", refuse)


@pytest.fixture(params=["make", "settle", "rename"])
def full(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the disk refuse at each of the moments of writing."""
    fill(monkeypatch, request.param)


@pytest.mark.parametrize("write", WRITE)
def test_b18_what_a_disk_refuses_leaves_nothing_behind(
    full: None, write: Callable[[Path, bytes], object], tmp_path: Path
) -> None:
    (tmp_path / "old").write_bytes(b"good")

    for name in ("old", "new"):
        with pytest.raises(OSError) as refused:  # noqa: PT011  # of any kind
            write(tmp_path / name, b"x" * 100_000)
        assert refused.value.errno == errno.ENOSPC

    assert listed(tmp_path) == ["old"]
    assert (tmp_path / "old").read_bytes() == b"good"


def test_an_interrupt_leaves_nothing_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "fsync", interrupt)
    for write in WRITE:
        with pytest.raises(KeyboardInterrupt):
            write(tmp_path / "new", b"x")

    assert listed(tmp_path) == []


def test_what_takes_the_place_of_a_file_keeps_its_rights_and_the_links_to_it(
    tmp_path: Path,
) -> None:
    kept, link = tmp_path / "kept", tmp_path / "link"
    kept.write_bytes(b"old")
    kept.chmod(0o640)
    link.symlink_to(kept)

    replace_file(link, b"new")

    assert (kept.read_bytes(), link.is_symlink()) == (b"new", True)
    assert stat.S_IMODE(kept.stat().st_mode) == 0o640
    assert listed(tmp_path) == ["kept", "link"]


def test_a_new_file_takes_no_name_that_is_there(tmp_path: Path) -> None:
    names = [write_new_file(tmp_path / "a.txt", text).name for text in (b"1", b"2", b"3")]

    assert names == ["a.txt", "a-2.txt", "a-3.txt"]
    assert [(tmp_path / name).read_bytes() for name in names] == [b"1", b"2", b"3"]


def test_only_files_are_replaced(tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    os.mkfifo(tmp_path / "pipe")
    for name, said in {"folder": "a folder is called so", "pipe": "is no file"}.items():
        with pytest.raises(OSError) as refused:  # noqa: PT011  # of any kind
            replace_file(tmp_path / name, b"")
        assert said in unwritten(English(), name, refused.value)


@pytest.mark.parametrize("number", sorted(errno.errorcode))
def test_b18_every_refusal_names_the_file_the_fault_and_the_remedy(number: int) -> None:
    french = Catalogs(own_catalogs()).texts("fr")("bastide")
    error = OSError(number, os.strerror(number))

    said, told = (unwritten(t, "/x/y.svg", error) for t in (English(), french))

    assert said.startswith("/x/y.svg cannot be written: ")
    assert said.rpartition(". ")[2].startswith(("Take ", "Free ", "Make "))
    assert told.startswith("/x/y.svg ne peut pas être écrit\u202f: ")
    assert told.rpartition(". ")[2].startswith(("Prendre ", "En prendre ", "Libérer ", "Le créer "))


def test_b18_a_setting_that_cannot_be_written_leaves_the_old_file(
    full: None, tmp_path: Path
) -> None:
    (tmp_path / FILE).write_text("[sound]\nbell = false\n")

    with pytest.raises(OSError):  # noqa: PT011  # of any kind
        save_setting(tmp_path, "sound.bell", True)

    assert listed(tmp_path) == [FILE]
    assert not read_config(tmp_path).on("sound.bell")


@pytest.mark.plays("carcassonne")
def test_b18_an_old_journal_stays_where_a_new_one_cannot_be_written(
    bastide: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "old.bastide"
    file.write_bytes(b"bastide journal 1\nold")
    bastide("play", "carcassonne", "--bots", "random", "--option", "seating=listed", typed="quit\n")
    fill(monkeypatch, "settle")

    said = bastide("export", "carcassonne", str(file))

    assert said.code == 1
    assert said.err.startswith(f"{file} ")
    assert file.read_bytes().endswith(b"old")
