"""What people are told of stored tables: when they began, how they stand; and deleting them."""

from __future__ import annotations

import contextlib
import time

from bastide.cli.marking import N_
from bastide.core.encoding import EncodingError
from bastide.core.messages import Text
from bastide.core.table import Table
from bastide.net.errors import Refusal
from bastide.net.storage.journals import played_note
from bastide.net.storage.store import BadGame, GameRow, GameStatus, Store

MONTHS = (
    N_("Jan"),
    N_("Feb"),
    N_("Mar"),
    N_("Apr"),
    N_("May"),
    N_("Jun"),
    N_("Jul"),
    N_("Aug"),
    N_("Sep"),
    N_("Oct"),
    N_("Nov"),
    N_("Dec"),
)

YES = ("yes", "y")

Stored = GameRow | BadGame
"""A table of the data folder; a damaged one can only be deleted."""


def moment(t: Text, seconds: float) -> str:
    """Return a time as people write it: `29 Nov 21:40`, and `29 Nov 2024` in another year.

    Args:
        t: the program's messages.
        seconds: since the epoch.
    """
    at = time.localtime(seconds)
    if at.tm_year != time.localtime().tm_year:
        return t(
            "{day} {month} {year}", day=at.tm_mday, month=t(MONTHS[at.tm_mon - 1]), year=at.tm_year
        )
    return t(
        "{day} {month} {hour}:{minute}",
        day=at.tm_mday,
        month=t(MONTHS[at.tm_mon - 1]),
        hour=f"{at.tm_hour:02}",
        minute=f"{at.tm_min:02}",
    )


def keep_scores(store: Store, table: Table) -> None:
    """Remember how a table stands, for lists: to find out again takes all its rules."""
    pairs = [list(each) for each in zip(table.names, table.state.scores, strict=True)]
    with contextlib.suppress(Refusal):  # it is for show only
        store.put_note(_note(table.genesis.game_id), [table.journal.step, pairs])


def scores_of(store: Store, row: GameRow) -> str:
    """Return the names with their points, as `Ada 12, greedy 8`, if they are known; else ""."""
    try:
        found = store.note(_note(row.game_id))
    except (EncodingError, Refusal):
        return ""
    match found:
        case [int(step), list(pairs)] if step == row.steps:
            return ", ".join(f"{name} {points}" for name, points in pairs)
    return ""


def played(store: Store, row: GameRow) -> int:
    """Return when something of a table was stored last, in seconds since the epoch."""
    at = store.hint(played_note(row.game_id))
    return at if isinstance(at, int) and at >= 0 else row.created


def _note(game_id: bytes) -> str:
    return f"scores:{game_id.hex()}"


def title_of(stored: Stored) -> str:
    """Return what a table is called."""
    return stored.title or stored.game_id.hex()[:8]


def delete(store: Store, stored: Stored) -> None:
    """Delete a table of this computer, or a damaged one; take one of the network off the list.

    Of the latter the journal and our secrets stay: the others may want to go on.

    Raises:
        StoreError: another program has it open, or the disk refuses.
    """
    if _can_go(stored):
        store.delete_game(stored.game_id)
        return
    store.lock_game(stored.game_id)
    try:
        store.set_status(stored.game_id, GameStatus.LEFT)
    finally:
        store.unlock_game(stored.game_id)


def _can_go(stored: Stored) -> bool:
    """Tell whether nobody else needs a table."""
    return isinstance(stored, BadGame) or stored.genesis.local


def deleted(t: Text, stored: Stored) -> str:
    """Return what has become of a table by `delete`."""
    name = title_of(stored)
    if _can_go(stored):
        return t("Deleted: {table}", table=name)
    id = stored.game_id.hex()[:8]
    return t(
        "Taken off the list: {table}. `bastide resume {id}` brings it back.", table=name, id=id
    )


def question(t: Text, stored: Stored) -> str:
    """Return what is to be asked before a table is deleted."""
    name = title_of(stored)
    if isinstance(stored, BadGame):
        return t("Delete {table} and what is left of its journal for good?", table=name)
    if stored.genesis.local:
        return t("Delete {table} and its journal for good?", table=name)
    return t(
        "Take {table} off the list? The others cannot go on without you; `bastide resume {id}` "
        "brings it back.",
        table=name,
        id=stored.game_id.hex()[:8],
    )
