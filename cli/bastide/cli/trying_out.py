"""What only shows when it is tried: rules that cannot be made, tables that cannot be opened."""

from __future__ import annotations

from collections.abc import Iterator

from bastide.cli.authors.sentences import fault_sentence
from bastide.cli.authors.setups import setups
from bastide.cli.lacking import lacking
from bastide.cli.program import Program
from bastide.cli.sessions.stored_games import title_of
from bastide.core.errors import RulesError
from bastide.core.hookspecs import Manifest
from bastide.core.messages import Text
from bastide.core.plugins import Plugins
from bastide.net.storage.store import GameStatus, Store


def uncomposed(plugins: Plugins, t: Text) -> Iterator[tuple[str, str]]:
    """Yield each game and expansion whose rules cannot be made, by its id, and why."""
    for manifest in plugins.manifests.values():
        reason = _compose(plugins, manifest, t)
        if reason:
            yield manifest.id, reason


def _compose(plugins: Plugins, manifest: Manifest, t: Text) -> str:
    """Return why the rules of a plugin's plainest table cannot be made; "" if they can."""
    try:
        for setup in setups(plugins, manifest):
            plugins.compose(setup)
            break
    except RulesError as error:
        return fault_sentence(t, error)
    return ""


def unopened(program: Program, store: Store) -> Iterator[tuple[str, str]]:
    """Yield each stored table that cannot be opened, by its title, and why."""
    t = program.text
    for row in store.games():
        reason = lacking(program.plugins, t, row.genesis)
        if reason and row.status is not GameStatus.LEFT:
            yield f"{title_of(row)} ({row.game_id.hex()[:8]})", reason
    for bad in store.bad_games():
        yield f"{title_of(bad)} ({bad.id})", t.say(bad.reason)
