"""`plugins check`: the plugins of a path, checked here and in processes with other hash seeds."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random

from bastide.cli.answers import show_prompt
from bastide.cli.authors.plugin_check import Bounds, PluginCheck
from bastide.cli.authors.plugin_places import sources_of
from bastide.cli.authors.report import Report
from bastide.cli.authors.retired import retired_lines
from bastide.cli.authors.sentences import fault_text
from bastide.cli.authors.setups import name_of, setups
from bastide.cli.catalogs import Catalogs, own_catalogs
from bastide.cli.program import Failed, Program
from bastide.core.dealer import LocalDealer
from bastide.core.packages import Source, built_in, third_party
from bastide.core.plugins import Plugins
from bastide.core.rules import Rules

HASH_SEEDS = ("1", "2")
"""Two values of PYTHONHASHSEED, with which sets of strings come in different orders."""

MOST_DECISIONS = 5_000
"""Decisions of a game that is played with two hash seeds."""


def check_path(program: Program, path: Path, told: Callable[[str], None]) -> Report:
    """Check the plugins of a path, or an installed one by its id; say first which.

    Args:
        program: the surroundings.
        path: of a package or a project, or an id.
        told: hears what is checked now.

    Raises:
        Failed: there is none.
    """
    report, sources = Report(program.text, told), sources_of(path)
    if not sources:
        raise Failed(
            program.text(
                "There is no plugin in {path}: name a package with a plugin.py, a project whose "
                "pyproject.toml names one, or an installed plugin.",
                path=str(path),
            )
        )
    ids = check_sources(program, sources, _company(sources), report)
    if ids and not report.faults:
        report.faults += hash_faults(program, path, told)
    return report


def _company(sources: dict[str, Source]) -> Plugins:
    """Return plugins with all others that are installed."""
    return Plugins({**sources, **built_in(), **third_party()})


def check_sources(
    program: Program,
    sources: dict[str, Source],
    company: Plugins,
    report: Report,
    bounds: Bounds = Bounds(),  # noqa: B008  # a tuple of numbers
) -> list[str]:
    """Check plugins among others, in this process; return the ids of those that could be loaded.

    Args:
        program: has the language.
        sources: what imports them, by module.
        company: they and what else is installed.
        report: gets what is found.
        bounds: how far to go.
    """
    t, alone = program.text, Plugins(sources)
    program.add_plugins(company)
    for fault in alone.faults:
        report.faults.append(t("{name}: {reason}.", name=fault.name, reason=fault_text(t, fault)))
    texts = Catalogs([*own_catalogs(), *company.catalogs()]).texts(program.language)
    for id in alone.manifests:
        show_prompt(t("Checking {name}: it may take a minute.", name=id) + "\n")
        PluginCheck(company, company.manifest(id), report, texts, bounds).run()
    report.good += retired_lines(company, alone.manifests, t)
    return list(alone.manifests)


def end_digests(program: Program, path: Path) -> list[str]:
    """Return, for each way to set up a table, what a random game comes by: `name: digest`."""
    sources = sources_of(path)
    company = _company(sources)
    program.add_plugins(company)
    return [
        f"{name_of(setup)}: {digest_of_game(company.compose(setup)).hex()}"
        for id in Plugins(sources).manifests
        for setup in setups(company, company.manifest(id))
    ]


def digest_of_game(rules: Rules) -> bytes:
    """Return the hash of all positions of a random game, which others have checked already."""
    random, dealer, s, digest = Random(0), LocalDealer(b""), rules.new(), b""
    for _ in range(MOST_DECISIONS):
        rules.settle(s, dealer)
        digest = rules.digest(s, digest)
        if s.over:
            break
        rules.apply(s, random.choice(rules.legal_for(s, s.seat)))
    return digest


def hash_faults(program: Program, path: Path, told: Callable[[str], None]) -> list[str]:
    """Return the set-ups whose games depend on the order of sets: another seed, another end."""
    told("PYTHONHASHSEED")
    running = [_start_with_seed(program, path, seed) for seed in HASH_SEEDS]
    first, second = map(_digests_of, running)
    return [
        program.text(
            "{name}: another end with another PYTHONHASHSEED; iterate over lists, not sets.",
            name=one.rpartition(": ")[0],
        )
        for one, other in zip(first, second, strict=True)
        if one != other
    ]


def _start_with_seed(program: Program, path: Path, seed: str) -> subprocess.Popen[bytes]:
    """Start a process with a hash seed, which finds the `end_digests`."""
    return subprocess.Popen(
        [sys.executable, "-m", "bastide", "plugins", "check", str(path), "--digests"],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={**program.environ, "PYTHONHASHSEED": seed, "PYTHONIOENCODING": "utf-8"},
    )


def _digests_of(running: subprocess.Popen[bytes]) -> list[str]:
    """Return what a process has found."""
    out, err = running.communicate()
    if running.returncode:
        raise Failed(err.decode("utf-8", "replace").strip())
    return out.decode("utf-8", "replace").splitlines()
