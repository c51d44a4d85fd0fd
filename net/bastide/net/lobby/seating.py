"""Who sits at a table before it starts, and who asks for a seat; nothing is sent here."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import NamedTuple

from bastide.net import limits
from bastide.net.links.messages import RoomSeat
from bastide.net.lobby.naming import Labels

WAITS = -1
"""Seat of somebody who waits for the host's yes."""
CLOSED = -2
"""Seat of somebody who is refused, or whose room is gone."""
FREE_NAME = "-"
LEAST_AWAY = 5.0
"""Seconds that each loss of a link counts for at least: an offer may have come to nothing by it."""


class Sitter(NamedTuple):
    """Somebody with a seat: the key that signs for it, the name here, and the peer that plays."""

    key: bytes
    name: str
    peer: bytes


@dataclass(slots=True)
class Seating:
    """Who is there.

    me: the host's own seat, always the first. most: the seats to be filled. labels: what those who
    have come are called here, and so in the genesis. asking: who waits for the host's yes. lost:
    the peers with a seat whose link is lost, and since when, in seconds of the caller's clock.
    away: for how many seconds those who sit were lost before.
    """

    me: Sitter
    most: int
    labels: Labels
    sitters: list[Sitter] = field(default_factory=list)
    asking: list[Sitter] = field(default_factory=list)
    lost: dict[bytes, float] = field(default_factory=dict)
    away: dict[bytes, float] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Sit down first."""
        self.me = self.called(self.me)
        self.sitters.insert(0, self.me)

    def called(self, sitter: Sitter) -> Sitter:
        """Return a sitter with the name that is shown here; those who are here keep theirs."""
        for each in (*self.sitters, *self.asking):
            self.labels.give(each.key, each.name)
        return sitter._replace(name=self.labels.give(sitter.key, sitter.name))

    @property
    def is_full(self) -> bool:
        """Whether all seats are taken."""
        return len(self.sitters) >= self.most

    def guests(self) -> list[bytes]:
        """Return the peers in the room, those who wait for a yes included."""
        peers = dict.fromkeys(s.peer for s in (*self.sitters, *self.asking))
        return [peer for peer in peers if peer != self.me.peer]

    def signers(self) -> list[bytes]:
        """Return the peers, ours left out, that sit."""
        return [*dict.fromkeys(s.peer for s in self.sitters if s.peer != self.me.peer)]

    def seat_of(self, peer: bytes) -> int:
        """Return the first seat of a peer, or `WAITS`."""
        peers = [sitter.peer for sitter in self.sitters]
        return peers.index(peer) if peer in peers else WAITS

    def name_of(self, peer: bytes) -> str:
        """Return the name to show of a peer that sits here, or ""."""
        return next((sitter.name for sitter in self.sitters if sitter.peer == peer), "")

    def missing(self) -> list[Sitter]:
        """Return who has a seat and no link."""
        return [sitter for sitter in self.sitters if sitter.peer in self.lost]

    def back(self, peer: bytes, now: float) -> bool:
        """Note that a peer is there again; tell whether its link was lost."""
        since = self.lost.pop(peer, None)
        if since is None:
            return False
        self.away[peer] = self.away.get(peer, 0.0) + max(now - since, LEAST_AWAY)
        return True

    def late(self, now: float) -> list[bytes]:
        """Return the peers whose link has been lost, in all, for as long as a seat is kept."""
        kept, before = limits.SEAT_KEPT_SECONDS, self.away
        return [peer for peer, at in self.lost.items() if now - at + before.get(peer, 0.0) > kept]

    def leave(self, peer: bytes) -> None:
        """Free the seats of a peer, and ask for none."""
        self.lost.pop(peer, None)
        self.away.pop(peer, None)
        self.sitters = [s for s in self.sitters if s.peer != peer]
        self.asking = [s for s in self.asking if s.peer != peer]

    def rename(self, name: str) -> None:
        """Change the host's name."""
        self.me = self.sitters[0] = self.called(self.me._replace(name=name))

    def shown(self) -> tuple[RoomSeat, ...]:
        """Return all seats as guests are told of them."""
        seats = [RoomSeat(s.key, s.name) for s in self.sitters]
        return (*seats, *[RoomSeat(None, FREE_NAME)] * (self.most - len(seats)))


def names_of(sitters: Iterable[Sitter]) -> str:
    """Return names for a sentence."""
    return ", ".join(sitter.name for sitter in sitters)
