"""Runs bastide with a check of plugins that plays less, for tests that check many of them.

It is a program of its own: `python briefly.py WORDS...` does what `bastide WORDS...` does, but
`plugins check` plays one game of each set-up, not three, and leaves out the set-ups that other
tests play with the same kit: pairs of extensions (`tests/examples/test_together.py`) and, for the
plugins of the program, other options (their `test_games.py`). The games with other hash seeds are
all played. `make soak` takes the program itself.
"""

from __future__ import annotations

from collections.abc import Iterator

from bastide.cli.app import main
from bastide.cli.authors import checking, plugin_check
from bastide.cli.authors.plugin_check import Bounds
from bastide.cli.authors.report import Report
from bastide.cli.authors.setups import needs_of, setups
from bastide.cli.program import Program
from bastide.core.hookspecs import Manifest
from bastide.core.packages import Source, built_in
from bastide.core.plugins import Plugins, Setup

BRIEF = Bounds(games=1)
check_sources = checking.check_sources


def few(plugins: Plugins, manifest: Manifest) -> Iterator[Setup]:
    """Yield the set-ups that no other test plays."""
    for setup in setups(plugins, manifest):
        alone = setup.extensions == needs_of(plugins, manifest)
        if alone and not (setup.options and manifest.id in built_in()):
            yield setup


def briefly(
    program: Program,
    sources: dict[str, Source],
    company: Plugins,
    report: Report,
    bounds: Bounds = BRIEF,
) -> list[str]:
    """Check plugins with one game of each set-up."""
    return check_sources(program, sources, company, report, bounds)


if __name__ == "__main__":
    plugin_check.setups = few
    checking.check_sources = briefly
    main()
