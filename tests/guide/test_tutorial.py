"""What the tutorial changes in a new package fits what the generator writes.

The whole evening, on three computers, is under tests/lan.
"""

from __future__ import annotations

import importlib
import sys
from pathlib import Path

import pytest

from bastide.core.plugins import Plugins, Setup, built_in
from bastide.plugins.carcassonne.slots import TILES
from tests.cli.conftest import Run, bastide
from tests.guide.pages import ENTRANCE, blocks, write_files

pytestmark = pytest.mark.plays("carcassonne")

PAGE = ENTRANCE.parent / "plugins" / "tutorial.md"
__all__ = ["bastide"]  # the fixture


def test_the_tile_of_the_tutorial_is_in_the_box(
    bastide: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (new,) = (
        line
        for block in blocks(PAGE)
        for line in block.text.splitlines()
        if line.startswith("bastide plugins new")
    )
    assert bastide(*new.split()[1:]).code == 0
    project = tmp_path / "bastide-my-tiles"
    write_files(project, *(b for b in blocks(PAGE) if b.language not in ("sh", "text")))
    monkeypatch.syspath_prepend(project)

    load = {"my_tiles": lambda: importlib.import_module("bastide_my_tiles.plugin")}
    plugins = Plugins({**built_in(), **load})
    rules = plugins.compose(Setup("carcassonne", 2, ("my_tiles",)))

    assert rules.table(TILES)["my_tiles-D"].copies == 2
    for name in [name for name in sys.modules if name.startswith("bastide_my_tiles")]:
        del sys.modules[name]
