"""One other peer, as far as we know it: its key, its addresses, its link."""

from __future__ import annotations

import asyncio

from bastide.net import limits
from bastide.net.errors import MALFORMED, PROTOCOL, SIGNATURE, PeerError
from bastide.net.finding.likely import bare, is_link_local, is_loopback, shareable
from bastide.net.identity import Address
from bastide.net.links.link import Link
from bastide.net.links.rates import Bucket

DUPLICATE = "duplicate"
"""Code of the goodbye on the one of two links that is not kept."""
_STIRS_PER_SECOND, _STIRS_BURST = 1.0, 3.0


class Contact:
    """One other peer.

    Attributes:
        key: its identity.
        name: as it called itself last; "" before any link.
        addresses: where it may listen, the likeliest first.
        told: where it says that it listens, to be told to others.
        link: the open link, or None.
        lost_at: loop time when the last link ended, None while linked or before any.
        has_left: that link ended with a goodbye.
        fault: why the last link or attempt ended.
        is_lasting: dialled for good, not only for a few attempts.
        linked_at: loop time when the last link began.
        heard_at: loop time of the last sign of life on the last link that ended.
        stirred: set when there is a reason to look again; relinked: when there is a new link;
            moved: when there is a new address.
        copy_at: where a second program with its key was refused last, None if none was.
        copy_run: which program that was.
        copied_at: loop time when that was.
        stirs: how often sightings, which anybody can send, may stir.
    """

    def __init__(self, key: bytes) -> None:
        """Know nothing but the key."""
        self.key = key
        self.name = ""
        self.addresses: list[Address] = []
        self.told: tuple[Address, ...] = ()
        self.link: Link | None = None
        self.lost_at: float | None = None
        self.has_left = False
        self.fault: PeerError | None = None
        self.is_lasting = False
        self.linked_at = self.heard_at = 0.0
        self.stirred = asyncio.Event()
        self.relinked = asyncio.Event()
        self.moved = asyncio.Event()
        self.stirs = Bucket(_STIRS_PER_SECOND, _STIRS_BURST, 0.0)
        self.copy_at: Address | None = None
        self.copy_run = ""
        self.copied_at = 0.0
        self._is_sure = False

    @property
    def host(self) -> str:
        """Where its link comes from, as others know that place if it says so; "" without a link."""
        if self.link is None:
            return ""
        host = self.link.address.host
        is_vague = is_loopback(host) or is_link_local(host)
        told = [address.host for address in shareable(self.told) if is_vague]
        return [*told, host][0]

    def copied(self, now: float) -> tuple[str, str] | None:
        """Return the two hosts where its key is in use, if that was seen lately."""
        if self.copy_at is None or now - self.copied_at > limits.COPY_SECONDS:
            return None
        return bare(self.host), bare(self.copy_at.host)

    @property
    def is_at_fault(self) -> bool:
        """Whether the last link ended because its program broke the rules of the network."""
        return self.fault is not None and self.fault.code in (MALFORMED, SIGNATURE, PROTOCOL)

    @property
    def is_missed(self) -> bool:
        """Whether its link is lost, and may come back: it said no goodbye and broke no rule."""
        return self.link is None and not self.has_left and not self.is_at_fault

    @property
    def needs_network(self) -> bool:
        """Whether it is known to be on another computer."""
        where = [self.link.address] if self.link else self.addresses[:1]
        return any(not is_loopback(address.host) for address in where)

    @property
    def lasted(self) -> float:
        """Seconds for which the last link stood."""
        return (self.lost_at or self.linked_at) - self.linked_at

    @property
    def shareable(self) -> tuple[Address, ...]:
        """Where others can find it, likely addresses first: as it says itself, else as is known."""
        return shareable(self.told) or shareable(self.addresses)

    def reached_at(self, address: Address) -> None:
        """Put an address first: the contact has answered there."""
        self._is_sure = True
        self._insert(0, address)

    def may_be_at(self, address: Address) -> bool:
        """Add an address that somebody told, after the one that is sure; False if it was there."""
        if address in self.addresses:
            return False
        self._insert(1 if self._is_sure else 0, address)
        self.moved.set()
        return True

    def _insert(self, at: int, address: Address) -> None:
        if address in self.addresses:
            self.addresses.remove(address)
        self.addresses.insert(at, address)
        del self.addresses[limits.ADDRESSES_KEPT :]
