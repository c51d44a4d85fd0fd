"""Who can be found where, as peers of one table tell each other (`peers`).

To each peer we send where we listen ourselves, and with whom of its tables and rooms we are linked,
and where. It learns addresses from that, and whom it need not pass things on to.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Collection, Iterable

from bastide.net import limits
from bastide.net.contact import Contact
from bastide.net.errors import StoreError
from bastide.net.finding.likely import bare, is_link_local, is_loopback
from bastide.net.here import Here
from bastide.net.identity import Address
from bastide.net.links.messages import PeerPlace, Peers

Circles = Callable[[], Iterable[Collection[bytes]]]
"""Returns the groups of keys that may know of each other: one a table, one a room."""

_OWN_TOLD = 4
_KEPT = 4


class Introductions:
    """Tells peers of each other, and takes what they tell."""

    def __init__(self, here: Here, own: Callable[[], Iterable[Address]], circles: Circles) -> None:
        """Tell `own` addresses, and of those in the same circle."""
        self._here, self._own, self._circles = here, own, circles

    def tell(self, key: bytes, copy: Address | None = None) -> None:
        """Tell one peer where we are, and with whom of its circles we are linked.

        Args:
            key: of the peer.
            copy: where a second program has its key, too.
        """
        own = [PeerPlace(self._here.key, *address) for address in self._own()]
        others = [place for other in self._common(key) if (place := self._place(other))]
        also = [PeerPlace(key, bare(copy.host), copy.port)] if copy else []
        places = (own[:_OWN_TOLD] + also + others)[: limits.PEERS_TOLD]
        self._here.contacts.send(key, Peers(tuple(places)))

    def tell_all(self) -> None:
        """Tell all linked peers, such as when we are elsewhere."""
        for key in self._here.contacts.linked():
            self.tell(key)

    def tell_about(self, key: bytes) -> None:
        """Tell the circles of a peer that a link with it came or went."""
        for other in self._common(key):
            self.tell(other)

    def tell_circle(self, keys: Iterable[bytes]) -> None:
        """Tell all linked peers of a circle."""
        linked = set(self._here.contacts.linked())
        for key in keys:
            if key in linked:
                self.tell(key)

    def _common(self, key: bytes) -> list[bytes]:
        """Return the linked peers that share a circle with one."""
        shared = {k for circle in self._circles() if key in circle for k in circle} - {key}
        return [other for other in self._here.contacts.linked() if other in shared]

    def _place(self, key: bytes) -> PeerPlace | None:
        """Return where a peer is likely to be found by others.

        What others tell of it cannot hide it: last of all is named where its link comes from.
        """
        contact = self._here.contacts.contact(key)
        own = self._where(contact, list(contact.told), is_own=True)
        link = [contact.link.address] if contact.link else []
        usable = [a for a in (*own, *contact.addresses, *link) if not is_link_local(a.host)]
        known = sorted(usable, key=lambda each: is_loopback(each.host))
        return PeerPlace(key, *known[0]) if known else None

    def take(self, key: bytes, places: Collection[PeerPlace]) -> frozenset[bytes]:
        """Learn addresses from a peer: its own, and those of peers in a common circle.

        Returns:
            The keys that it says it is linked with.
        """
        places = self._without_copies(places)
        circle = {k for circle in self._circles() if key in circle for k in circle}
        named = {place.key for place in places}
        for each in (named & circle) | (named & {key}):
            contact = self._here.contacts.contact(each)
            told = [Address(p.host, p.port) for p in places if p.key == each]
            if each == key:
                contact.told = tuple(told)
            self._here.contacts.sighted(each, self._where(contact, told, is_own=each == key))
        self.remember(self._here.contacts.contact(key))
        return frozenset(named - {key})

    def _without_copies(self, places: Collection[PeerPlace]) -> list[PeerPlace]:
        """Note where our own key is said to be in use; return all else."""
        now = asyncio.get_running_loop().time()
        ours = [place for place in places if place.key == self._here.key]
        for place in ours:
            self._here.copies.seen(place.host, now)
        return [place for place in places if place not in ours]

    def _where(self, contact: Contact, told: list[Address], *, is_own: bool) -> list[Address]:
        """Return where a contact may listen: its link first, with its own port if it called us."""
        link = contact.link
        if not is_own or not link or not (told or link.dialled):
            return told
        port = link.address.port if link.dialled else told[0].port
        return [Address(link.address.host, port), *told]

    def remember(self, contact: Contact, *, is_met: bool = False) -> None:
        """Keep where a peer was found that we have met at a table; strangers leave no trace."""
        store = self._here.store
        if self._here.is_passing or not contact.addresses:
            return
        with contextlib.suppress(StoreError):  # it is found by other means, too
            known = store.peer(contact.key)
            addresses = tuple(contact.addresses[:_KEPT])
            if is_met or (known and known.addresses[: len(addresses)] != addresses):
                store.put_peer(contact.key, contact.name, addresses)

    def recall(self, key: bytes) -> None:
        """Use the addresses that a peer had last."""
        known = self._here.store.peer(key)
        if known:
            self._here.contacts.sighted(key, known.addresses)
