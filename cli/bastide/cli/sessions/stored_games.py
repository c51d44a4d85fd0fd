"""What people are told of stored tables: names that differ, when they began, how they stand."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Sequence

from bastide.cli.grammar import N_
from bastide.core.encoding import EncodingError
from bastide.core.messages import Text
from bastide.core.table import Table
from bastide.net.errors import Refusal
from bastide.net.store import BadGame, GameRow, GameStatus, Store

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


def moment(t: Text, seconds: float) -> str:
    """Return a time as people write it: `29 Nov 21:40`.

    Args:
        t: the program's messages.
        seconds: since the epoch.
    """
    at = time.localtime(seconds)
    return t(
        "{day} {month} {hour}:{minute}",
        day=at.tm_mday,
        month=t(MONTHS[at.tm_mon - 1]),
        hour=f"{at.tm_hour:02}",
        minute=f"{at.tm_min:02}",
    )


def local_title(store: Store, t: Text, game: str, bots: Sequence[str]) -> str:
    """Return a name for a new table of this computer that no other one has.

    Args:
        store: where it will be kept.
        t: the program's messages.
        game: its title for people.
        bots: who plays against the persons.
    """
    now = moment(t, time.time())
    if bots:
        title = t("{game} against {bots}, {time}", game=game, bots=", ".join(bots), time=now)
    else:
        title = t("{game}, {time}", game=game, time=now)
    taken = {row.title for row in store.games()}
    n, free = 1, title
    while free in taken:
        n += 1
        free = f"{title} ({n})"
    return free


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


def _note(game_id: bytes) -> str:
    return f"scores:{game_id.hex()}"


def delete(store: Store, row: GameRow) -> None:
    """Delete a table of this computer; take one of the network off the list.

    Of the latter the journal and our secrets stay: the others may want to go on.

    Raises:
        StoreError: another program has it open, or the disk refuses.
    """
    if row.genesis.local:
        store.delete_game(row.game_id)
    else:
        store.set_status(row.game_id, GameStatus.LEFT)


def question(t: Text, row: GameRow) -> str:
    """Return what is to be asked before a table is deleted."""
    if row.genesis.local:
        return t("Delete {table} and its journal for good?", table=row.title)
    return t(
        "Take {table} off the list? The others cannot go on without you; `bastide resume {id}` "
        "brings it back.",
        table=row.title,
        id=row.game_id.hex()[:8],
    )


def damaged_question(t: Text, bad: BadGame) -> str:
    """Return what is to be asked before a table that cannot be read is deleted."""
    return t("Delete {table} and what is left of its journal for good?", table=bad.title or bad.id)
