"""`plugins check`: the plugins of a path, checked here and in processes with other hash seeds."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

from bastide.cli.answers import show_prompt
from bastide.cli.authors.plugin_check import PluginCheck, Report, name_of
from bastide.cli.authors.plugin_places import sources_of
from bastide.cli.program import Failed, Program
from bastide.core.messages import English
from bastide.core.packages import built_in, third_party
from bastide.core.plugins import Plugins
from bastide.core.testing import check_game

HASH_SEEDS = ("1", "2")
"""Two values of PYTHONHASHSEED, with which sets of strings come in different orders."""


def check_path(program: Program, path: Path, told: Callable[[str], None]) -> Report:
    """Check the plugins of a path, or an installed one by its id; say first which.

    Args:
        program: the surroundings.
        path: of a package or a project, or an id.
        told: hears what is checked now.

    Raises:
        Failed: there is none.
    """
    t, report = program.text, Report()
    sources = sources_of(path)
    if not sources:
        raise Failed(
            t(
                "There is no plugin in {path}: name a package with a plugin.py, a project whose "
                "pyproject.toml names one, or an installed plugin.",
                path=str(path),
            )
        )
    alone = Plugins(sources)
    report.faults += [
        t("{name}: {reason}.", name=name, reason=reason.rstrip("."))
        for name, reason in alone.faults
    ]
    company = Plugins({**sources, **built_in(), **third_party()})
    for id in alone.manifests:
        show_prompt(t("Checking {name}: it may take a minute.", name=id) + "\n")
        PluginCheck(company, company.manifest(id), report, t, told).run()
    if alone.manifests and not report.faults:
        report.faults += hash_faults(program, path, told)
    return report


def end_digests(path: Path) -> list[str]:
    """Return, for each way to set up a table, where a random game ends: `name: digest`."""
    sources = sources_of(path)
    company = Plugins({**sources, **built_in(), **third_party()})
    lines = []
    for id in Plugins(sources).manifests:
        for setup in PluginCheck(company, company.manifest(id), Report(), English()).setups():
            rules = company.compose(setup)
            lines.append(f"{name_of(setup)}: {rules.digest(check_game(rules, 0).state).hex()}")
    return lines


def hash_faults(program: Program, path: Path, told: Callable[[str], None]) -> list[str]:
    """Return the set-ups whose games depend on the order of sets: another seed, another end."""
    ends = []
    for seed in HASH_SEEDS:
        told(f"PYTHONHASHSEED={seed}")
        ends.append(_ends_with_seed(program, path, seed))
    first, second = ends
    return [
        program.text(
            "{name}: another end with another PYTHONHASHSEED; iterate over lists, not sets.",
            name=one.rpartition(": ")[0],
        )
        for one, other in zip(first, second, strict=True)
        if one != other
    ]


def _ends_with_seed(program: Program, path: Path, seed: str) -> list[str]:
    """Return the `end_digests` that a process with a hash seed finds."""
    done = subprocess.run(
        [sys.executable, "-m", "bastide", "plugins", "check", str(path), "--digests"],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        env={**program.environ, "PYTHONHASHSEED": seed, "PYTHONIOENCODING": "utf-8"},
    )
    if done.returncode:
        raise Failed(done.stderr.decode("utf-8", "replace").strip())
    return done.stdout.decode("utf-8", "replace").splitlines()
