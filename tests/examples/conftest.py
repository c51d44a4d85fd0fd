"""The example packages, built as wheels and installed into an environment of their own."""

from __future__ import annotations

import os
import subprocess
import sys
import sysconfig
import venv
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.conftest import is_installed

ROOT = Path(__file__).parent.parent.parent
EXAMPLES = ROOT / "docs" / "examples"
PACKAGES = (
    "bastide-gardens",
    "bastide-late-guests",
    "bastide-magpies",
    "bastide-river",
    "bastide-second-look",
)

NEEDED = ("carcassonne", "inns_and_cathedrals", "strategic")
"""Without these plugins of the program nothing here is collected."""

collect_ignore_glob = [] if all(map(is_installed, NEEDED)) else ["test_*.py"]

Run = Callable[..., subprocess.CompletedProcess[str]]


def said(command: list[str], cwd: Path) -> subprocess.CompletedProcess[str]:
    """Run a program that knows nothing of the repository, and return what it says."""
    surroundings = {**os.environ, "HOME": str(cwd), "BASTIDE_HOME": str(cwd / "home")}
    surroundings.pop("PYTHONPATH", None)
    return subprocess.run(command, cwd=cwd, env=surroundings, capture_output=True, text=True)


def must(command: list[str], cwd: Path) -> None:
    """Run a program that must succeed."""
    done = said(command, cwd)
    assert done.returncode == 0, done.stdout + done.stderr


def build(wheels: Path) -> list[str]:
    """Build the wheels of the program and of all examples; return where they are."""
    for project in (ROOT, *(EXAMPLES / name for name in PACKAGES)):
        must(
            [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(wheels)], project
        )
    return sorted(str(path) for path in wheels.glob("*.whl"))


@pytest.fixture(scope="session")
def outside(tmp_path_factory: pytest.TempPathFactory) -> Run:
    """Install all wheels into a new environment; return what runs its Python.

    What the program depends on is seen through a `.pth` file: nothing is downloaded.
    """
    folder = tmp_path_factory.mktemp("outside")
    wheels = build(folder / "wheels")
    venv.create(folder / "env", with_pip=False, symlinks=os.name != "nt")
    scheme = sysconfig.get_preferred_scheme("prefix")
    site = Path(sysconfig.get_path("purelib", scheme, {"base": str(folder / "env")}))
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--no-index"]
    must([*pip, "--no-warn-conflicts", "--target", str(site), *wheels], folder)
    (site / "dependencies.pth").write_text(sysconfig.get_path("purelib") + "\n", "utf-8")
    scripts = Path(sysconfig.get_path("scripts", scheme, {"base": str(folder / "env")}))
    python = str(scripts / ("python.exe" if os.name == "nt" else "python"))
    return lambda *arguments: said([python, *arguments], folder)
