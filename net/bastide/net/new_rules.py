"""Going on with a table of this computer after its plugins' rules files have changed.

What was played is played again with the new files. Where every position is the one that its entry
was signed for, the journal is written anew, with the new rules ids in its genesis: a table like any
other, for bots, replay and verification too. One identity signs all of it, so nobody is bound by
what is replaced. At a table of the network each seat has signed the rules: there is no such way.
"""

from __future__ import annotations

from collections.abc import Sequence

from bastide.core.dealer import LocalDealer
from bastide.core.errors import RulesError
from bastide.core.journal import Entry, Genesis, Journal, JournalError, entry_id, parse_body
from bastide.core.messages import Message, message
from bastide.core.plugins import Plugins
from bastide.core.table import EntryError, Table
from bastide.net.games import NOT_OURS, GameError, fold, open_table, table_entries
from bastide.net.identity import Identity
from bastide.net.lobby.other_rules import is_as_new, rules_since
from bastide.net.lobby.terms import genesis_of, setup_of
from bastide.net.rules_guard import rules_at_work
from bastide.net.storage.store import GameRow, Store, stored


def cannot_renew(plugins: Plugins, genesis: Genesis) -> Message | None:
    """Return why a table cannot be tried with the rules that are here, or None."""
    if not genesis.local:
        return message(
            "Others sit at this table and have signed its rules: new rules files are for tables "
            "of this computer only."
        )
    for name, version in _begun_with(genesis):
        own = plugins.manifests.get(name)
        if own is None:
            return _absent(plugins, name)
        if not is_as_new(own.version, version):
            return message(
                "This table was begun with plugin {plugin} {version}, and {own} is not known to "
                "be newer: install {version} or a newer one.",
                plugin=name,
                version=version,
                own=own.version,
            )
    return None


def _absent(plugins: Plugins, name: str) -> Message:
    """Return that a plugin is not installed, or why one that is cannot be loaded."""
    fault = next((each for each in plugins.faults if each.name == name), None)
    if fault is None:
        return message("This table needs plugin {plugin}, which is not installed.", plugin=name)
    return message(
        "This table needs plugin {plugin}, which is installed but fails: {reason}.",
        plugin=name,
        reason=fault.reason.rstrip("."),
    )


def renew(store: Store, plugins: Plugins, identity: Identity, row: GameRow) -> GameRow:
    """Write the journal of a stored table anew, if the rules here are others; return its row.

    Raises:
        GameError: the table is none of this computer, a plugin is older than it was, or what was
            played comes out differently; the stored table is as it was.
        StoreError: another program has it open, or the disk refuses.
    """
    if reason := cannot_renew(plugins, row.genesis):
        raise GameError.of(reason)
    if rules_since(plugins, row.genesis) is None:
        return row
    if identity.key not in row.genesis.keyed:
        raise GameError(NOT_OURS)
    store.lock_game(row.game_id)
    try:
        played = [Entry(each.body, each.signature) for each in store.entries(row.game_id)]
        _check_same(plugins, row, played)
        table = _written_anew(plugins, identity, row.genesis, played)
        entries = [stored(entry) for step in table.journal.steps for entry in step]
        store.replace_game(row.game_id, table.genesis, table.journal.accepts, entries)
    finally:
        store.unlock_game(row.game_id)
    return store.find_game(table.genesis.game_id.hex())


def _check_same(plugins: Plugins, row: GameRow, played: Sequence[Entry]) -> None:
    """Play a journal again with the rules that are here, under the versions it began with."""
    genesis = row.genesis
    try:
        rules = plugins.compose_as(setup_of(genesis), dict(_begun_with(genesis)))
    except RulesError as error:
        raise GameError(
            "The table cannot be opened: {reason}.", reason=str(error).rstrip(".")
        ) from error
    with rules_at_work(rules):
        table = Table(rules, Journal(genesis, row.accepts), LocalDealer(genesis.seed))
    try:
        fold(table, played)
    except JournalError as error:
        raise _differs(table) from error


def _differs(table: Table) -> GameError:
    return GameError(
        "With the rules files that are here, entry {n} of this table comes out differently: go on "
        "with those it was begun with.",
        n=table_entries(table) + 1,
    )


def _written_anew(
    plugins: Plugins, identity: Identity, genesis: Genesis, played: Sequence[Entry]
) -> Table:
    """Return the table with all that was played, signed for the rules that are here."""
    new = genesis_of(
        plugins,
        setup_of(genesis),
        genesis.seats,
        deal="local",
        nonce=genesis.nonce,
        seed=genesis.seed,
    )
    table = open_table(plugins, new, (identity.sign("accept", new.game_id),))
    with rules_at_work(table.rules):
        for entry in played:
            old = parse_body(entry.body)
            body = table.body(old.place, old.kind, old.payload)
            try:
                table.check(body)
            except EntryError as error:  # these rules are not the same twice
                raise _differs(table) from error
            table.add(Entry(body, identity.sign("sign-entry", entry_id(body))))
    return table


def _begun_with(genesis: Genesis) -> list[tuple[str, str]]:
    """Return the plugins of a game, each with its version then."""
    extensions = [(extension.name, extension.version) for extension in genesis.extensions]
    return [(genesis.game, genesis.version), *extensions]
