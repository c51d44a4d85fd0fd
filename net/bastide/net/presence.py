"""Who of a table is there: not only linked, but with the table open.

A peer is there while its link stands and it lets the table hear of it: every peer with an open
game says so every few seconds. Whom we are not linked with is there if somebody who is says so. A
bot has no link of its own: it is there with the peer that its heads come from.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from bastide.net import limits
from bastide.net.contacts import Contacts
from bastide.net.sync.mesh import Mesh


class Presence:
    """The peers of one open game. All times are those of the event loop, in seconds."""

    def __init__(
        self, contacts: Contacts, mesh: Mesh, keys: Sequence[bytes], own: Collection[int]
    ) -> None:
        """Begin without having heard anybody; `keys` by place, `own` are our places."""
        self._contacts, self._mesh = contacts, mesh
        self._keys, self._own = keys, own
        self._heard: dict[bytes, float] = {}
        self._carriers: dict[int, bytes] = {}

    def heard(self, peer: bytes, now: float) -> None:
        """Note that a peer said something about this game."""
        self._heard[peer] = now

    def carried(self, place: int, peer: bytes) -> None:
        """Note that a peer brought a head of a place; a bot's, if nobody is linked with its key."""
        key = self._keys[place]
        if key != peer and key not in self._heard and not self._mesh.is_seen(key, [peer]):
            self._carriers[place] = peer

    def is_there(self, place: int, now: float) -> bool:
        """Tell whether a place is played here, or by somebody who has this table open."""
        if place in self._own:
            return True
        key = self._keys[place]
        there = [peer for peer in self._heard if self._is_peer_there(peer, now)]
        return key in there or self._carriers.get(place) in there or self._mesh.is_seen(key, there)

    def peer_of(self, place: int) -> bytes:
        """Return the key of the peer that plays a place, as far as it is known."""
        return self._carriers.get(place, self._keys[place])

    def _is_peer_there(self, peer: bytes, now: float) -> bool:
        is_fresh = now - self._heard[peer] < limits.AWAY_SECONDS
        return is_fresh and self._contacts.contact(peer).link is not None

    def lost_at(self, place: int, now: float) -> float | None:
        """Return since when a place is not there; None while it is, and if it never was."""
        if self.is_there(place, now):
            return None
        peer = self.peer_of(place)
        heard = self._heard.get(peer)
        if heard is None:
            return None
        contact = self._contacts.contact(peer)
        return heard if contact.link or contact.lost_at is None else contact.lost_at

    def has_left(self, place: int, now: float) -> bool:
        """Tell whether a place is not there because its player wanted so.

        It said goodbye, or its link stands and its table is closed.
        """
        if self.lost_at(place, now) is None:
            return False
        contact = self._contacts.contact(self.peer_of(place))
        return contact.link is not None or contact.has_left
