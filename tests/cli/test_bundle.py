"""The bundle for a party without internet. It needs a package index: in `make soak` only."""

from __future__ import annotations

import os
import platform
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from tests.cli.conftest import ROOT
from tests.sizes import SIZES

SCRIPT = ROOT / "requirements" / "bundle.sh"


def start_script() -> str:
    """Return `start.py` as it stands in the script that packs it."""
    return SCRIPT.read_text("utf-8").partition("/start.py\" <<'END'\n")[2].partition("END\n")[0]


def test_a_python_without_wheels_here_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "start.py").write_text(start_script(), "utf-8")
    (tmp_path / "wheels").mkdir()
    folder = tmp_path / f"environment-{sys.version_info.major}.{sys.version_info.minor}" / "bin"
    code = "import venv; venv.create = lambda *_, **__: None\nimport runpy, sys\n"
    code += "runpy.run_path(sys.argv.pop(1), run_name='__main__')"
    folder.mkdir(parents=True)
    (folder / "python").write_text("#!/bin/sh\nexit 1\n")
    (folder / "python").chmod(0o755)

    done = subprocess.run(
        [sys.executable, "-c", code, str(tmp_path / "start.py")], capture_output=True, text=True
    )

    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.splitlines() == [
        "Setting up, once...",
        "It could not be set up: this file brings wheels for Python VERSIONS.",
    ]
    assert not (folder.parent / "ready").exists()


if SIZES.name == "soak":

    @pytest.mark.plays("carcassonne", "bots")
    def test_it_plays_where_there_is_no_network(unmeasured: dict[str, str], tmp_path: Path) -> None:
        here = f"{sys.version_info.major}.{sys.version_info.minor}"
        only = {"BUNDLE_PYTHONS": here, "BUNDLE_SYSTEMS": f"linux-{platform.machine()}"}
        environ = {**unmeasured, **only, "VENV": str(Path(sys.executable).parents[1])}
        subprocess.run(["sh", str(SCRIPT)], cwd=ROOT, env=environ, check=True)
        [packed] = (ROOT / "dist").glob("bastide-*-bundle.zip")
        with zipfile.ZipFile(packed) as file:
            file.extractall(tmp_path)
        [folder] = tmp_path.glob("bastide-*-bundle")

        words = ("play", "carcassonne", "--seats", "2", "--bots", "random,greedy", "--plain")
        done = subprocess.run(
            ["unshare", *([] if os.geteuid() == 0 else ["-r"]), "-n", "sh", "start", *words],
            cwd=folder,
            env=unmeasured,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
        )

        assert done.returncode == 0, done.stderr
        assert "The game is over." in done.stdout
