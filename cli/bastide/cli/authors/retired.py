"""Which plugins use what goes with the next number of the plugin interface, in sentences."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from itertools import islice

from bastide.cli.authors.setups import setups
from bastide.core.errors import RulesError
from bastide.core.hookspecs import API
from bastide.core.messages import Text
from bastide.core.plugins import Plugins


def retired_lines(plugins: Plugins, ids: Iterable[str], t: Text) -> list[str]:
    """Return a sentence for each use by some plugins; their tables are composed for it."""
    wanted = list(ids)
    for id in wanted:
        with suppress(RulesError):  # what cannot be composed is told by others
            for setup in islice(setups(plugins, plugins.manifest(id)), 1):
                plugins.compose(setup)
    return [
        t(
            "{name} uses {what}, which goes with plugin interface {n}: {instead}.",
            name=use.plugin,
            what=use.what,
            n=API + 1,
            instead=use.instead.rstrip("."),
        )
        for use in plugins.retired
        if use.plugin in wanted
    ]
