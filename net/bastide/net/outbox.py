"""What one turn of work at a game brought: first made durable, then sent, then shown."""

from __future__ import annotations

from typing import NamedTuple, Protocol

from bastide.core.journal import Body, Entry
from bastide.core.table import Done
from bastide.net.catchup import frames
from bastide.net.mesh import Mesh
from bastide.net.messages import Head, WireMessage

OURSELVES = b""
"""The source of what we wrote."""


class Links(Protocol):
    """The links of a game."""

    def send(self, peer: bytes, message: WireMessage) -> None:
        """Send to a linked peer; lost if the link is gone."""
        ...

    def linked(self) -> list[bytes]:
        """Return the keys of the linked peers that sit at this table."""
        ...


class NewEntry(NamedTuple):
    """An entry that was added to the journal, and the peer that it came from."""

    body: Body
    entry: Entry
    source: bytes


class NewHead(NamedTuple):
    """A head that is new here, and the peer that it came from."""

    head: Head
    source: bytes


class Outbox:
    """New entries and heads of one game, in the order in which they came."""

    def __init__(self) -> None:
        """Begin empty."""
        self.entries: list[NewEntry] = []
        self.heads: list[NewHead] = []
        self.done: list[Done] = []

    def send(self, game: bytes, links: Links, mesh: Mesh) -> None:
        """Tell each linked peer what it does not get from somebody else."""
        for peer in links.linked():
            news = [new.entry for new in self.entries if mesh.needs(peer, new.source)]
            for frame in frames(game, news):
                links.send(peer, frame)
            for new in self.heads:
                if mesh.needs(peer, new.source):
                    links.send(peer, new.head)
