"""The list of tables: those of others as they said last, and ours as we tell them."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from bastide.core.messages import Message
from bastide.net import limits
from bastide.net.contact import Contact
from bastide.net.here import Here
from bastide.net.links.messages import TableNotice, Tables
from bastide.net.lobby.terms import same_rules

TELL_SECONDS = 0.25
"""Least seconds between two lists of ours: whoever comes and goes must not make us a flood."""


@dataclass(slots=True)
class SeenTable:
    """A table of another peer, as it said last; `mismatch` says why it cannot be joined."""

    host: Contact
    notice: TableNotice
    mismatch: Message | None

    @property
    def silent(self) -> bool:
        """Whether its host does not answer."""
        return self.host.link is None


def each_once(tables: Iterable[SeenTable]) -> list[SeenTable]:
    """Return tables without those that were shown before: each player of a game shows it."""
    found: dict[object, SeenTable] = {}
    for table in tables:
        id = table.notice.table
        found.setdefault((table.host.key, id) if table.notice.state == "open" else id, table)
    return list(found.values())


class TableList:
    """Tables of others, by host and table id; and what others are told of ours.

    Attributes:
        seen: the tables of others.
    """

    def __init__(self, here: Here, ours: Callable[[], list[TableNotice]]) -> None:
        """Begin empty; `ours` are the tables that this peer holds."""
        self.seen: dict[tuple[bytes, bytes], SeenTable] = {}
        self._here, self._ours = here, ours
        self._told: Tables | None = None
        self._timer: asyncio.TimerHandle | None = None

    def close(self) -> None:
        """Tell nothing more."""
        if self._timer:
            self._timer.cancel()

    # of others

    def take(self, key: bytes, tables: Tables) -> None:
        """Take the whole list of a peer."""
        host = self._here.contacts.contact(key)
        old = {place for place in self.seen if place[0] == key}
        for notice in tables.tables:
            place = (key, notice.table)
            if place in self.seen or self._has_room():
                mismatch = same_rules(self._here.plugins, notice)
                self.seen[place] = SeenTable(host, notice, mismatch)
            old.discard(place)
        for place in old:
            del self.seen[place]

    def _has_room(self) -> bool:
        """Tell whether one more table can be listed; the first silent one has to go for it."""
        if len(self.seen) < limits.TABLES_SEEN:
            return True
        silent = next((place for place, table in self.seen.items() if table.silent), None)
        if silent:
            del self.seen[silent]
        return silent is not None

    def drop_silent(self, now: float) -> bool:
        """Drop the tables whose host has been silent for long; tell whether there were any."""
        gone = [
            place
            for place, table in self.seen.items()
            if table.silent and now - (table.host.lost_at or now) > limits.SILENT_SHOWN_SECONDS
        ]
        for place in gone:
            del self.seen[place]
        return bool(gone)

    # of ours

    def greet(self, key: bytes) -> None:
        """Tell one peer of our tables, also when there are none.

        Where the others are still to be told of a change, all are told soon, even if it is undone.
        """
        tables = self._now()
        if tables != self._told:
            self._told = None
        self._here.contacts.send(key, tables)

    def tell(self) -> None:
        """Tell all peers of our tables if they have changed; soon, if that was just done."""
        if self._timer is None and (tables := self._now()) != self._told:
            self._told = tables
            for key in self._here.contacts.linked():
                self._here.contacts.send(key, tables)
            self._timer = asyncio.get_running_loop().call_later(TELL_SECONDS, self._tell_again)

    def _tell_again(self) -> None:
        self._timer = None
        self.tell()

    def _now(self) -> Tables:
        return Tables(tuple(self._ours()[: limits.TABLES_SHOWN]))
