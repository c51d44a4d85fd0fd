"""What one turn of work at a game brought: first made durable, then sent and shown."""

from __future__ import annotations

from typing import NamedTuple, Protocol

from bastide.core.journal import Body, Entry, Proof
from bastide.core.table import Done
from bastide.net.links.messages import Head, WireMessage
from bastide.net.sync.catchup import evidence_frames, frames
from bastide.net.sync.evidence import Case
from bastide.net.sync.mesh import Mesh

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


class NewCase(NamedTuple):
    """Evidence that is new here, the peer that it came from, and what it stands in for."""

    case: Case
    source: bytes
    instead_of: Proof | None = None


class Outbox:
    """New entries, heads and evidence of one game, in the order in which they came.

    `aside` are signed entries that could not be folded: others need them to find out why.
    """

    def __init__(self) -> None:
        """Begin empty."""
        self.entries: list[NewEntry] = []
        self.aside: list[NewEntry] = []
        self.heads: list[NewHead] = []
        self.cases: list[NewCase] = []
        self.done: list[Done] = []

    def send_entries(self, game: bytes, links: Links, mesh: Mesh) -> None:
        """Tell each linked peer the entries that it does not get from somebody else."""
        for peer in links.linked():
            news = [new.entry for new in self.entries if mesh.needs(peer, new.source)]
            news += [new.entry for new in self.aside if new.source != peer]
            for frame in frames(game, news):
                links.send(peer, frame)

    def send_words(self, game: bytes, links: Links, mesh: Mesh) -> None:
        """Tell each linked peer the heads and the evidence that it does not get otherwise."""
        for peer in links.linked():
            for new in self.heads:
                if mesh.needs(peer, new.source):
                    links.send(peer, new.head)
            for new_case in self.cases:
                if new_case.source != peer:
                    for message in evidence_frames(game, new_case.case.proof):
                        links.send(peer, message)
