"""Who we are linked with, who we want to be, and at which addresses they may be found.

A contact is *wanted* while it was sighted on the LAN, or sits at an open game of ours. A wanted
contact without a link is dialled, again and again with a growing pause, and at once when somebody
reports it. Liveness comes from links alone.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable, Coroutine

from bastide.net import limits
from bastide.net.dial import dial
from bastide.net.errors import PeerError
from bastide.net.handshake import Myself
from bastide.net.identity import Address
from bastide.net.link import Link, keeps_new
from bastide.net.messages import WireMessage
from bastide.net.rates import Admission

ADDRESSES_KEPT = 16


class Contact:
    """One other peer.

    Attributes:
        key: its identity.
        name: as it called itself last; "" before any link.
        addresses: where it may listen, the likeliest first.
        link: the open link, or None.
        lost_at: loop time when the last link ended, None while linked or before any.
        fault: why the last link or attempt ended.
    """

    def __init__(self, key: bytes) -> None:
        """Know nothing but the key."""
        self.key = key
        self.name = ""
        self.addresses: list[Address] = []
        self.link: Link | None = None
        self.lost_at: float | None = None
        self.fault: PeerError | None = None
        self.stirred = asyncio.Event()

    def reached_at(self, address: Address) -> None:
        """Put an address first."""
        if address in self.addresses:
            self.addresses.remove(address)
        self.addresses.insert(0, address)
        del self.addresses[ADDRESSES_KEPT:]

    def may_be_at(self, address: Address) -> None:
        """Add an address that somebody told; try at once if it is new."""
        if address not in self.addresses and len(self.addresses) < ADDRESSES_KEPT:
            self.addresses.append(address)
            self.stirred.set()


class Contacts:
    """All contacts of a node.

    Args:
        me: who we are.
        on_message: takes each message; may raise `PeerError` to have the link refused.
        on_change: told of each new link (True) and each lost one (False).
    """

    def __init__(
        self,
        me: Myself,
        on_message: Callable[[bytes, WireMessage], None],
        on_change: Callable[[Contact, bool], None],
    ) -> None:
        """Begin without contacts."""
        self.me = me
        self.admission = Admission()
        self._on_message, self._on_change = on_message, on_change
        self._contacts: dict[bytes, Contact] = {}
        self._keepers: dict[bytes, asyncio.Task[None]] = {}
        self._pumps: set[asyncio.Task[None]] = set()
        self._closed = False

    def contact(self, key: bytes) -> Contact:
        """Return the contact with a key, made if it is new."""
        if key not in self._contacts:
            self._contacts[key] = Contact(key)
        return self._contacts[key]

    def known(self) -> list[Contact]:
        """Return all contacts."""
        return list(self._contacts.values())

    def linked(self) -> list[bytes]:
        """Return the keys of all linked contacts."""
        return [key for key, contact in self._contacts.items() if contact.link]

    def send(self, key: bytes, message: WireMessage) -> None:
        """Send a message to a linked contact; nothing happens without a link."""
        contact = self._contacts.get(key)
        if contact and contact.link:
            contact.link.send(message)

    # links

    def add(self, link: Link) -> None:
        """Take a link whose peer is known, from either side; of two, one is kept."""
        peer = link.peer
        contact = self.contact(peer.key)
        old = contact.link
        own = self.me.identity.key
        if old and not keeps_new(own, peer.key, old.dialled, link.dialled):
            link.close("duplicate")
            return
        contact.link, contact.name = link, peer.name
        contact.lost_at, contact.fault = None, None
        if link.dialled:
            contact.reached_at(link.address)
        if old:
            old.close("duplicate")
        self._spawn(self._pump(contact, link))
        self._on_change(contact, True)

    async def _pump(self, contact: Contact, link: Link) -> None:
        """Hand on the messages of a link until it ends."""
        async for incoming in link:
            if contact.link is not link:
                break
            try:
                self._on_message(contact.key, incoming)
            except PeerError as error:
                link.refuse(error)
        await link.wait_closed()
        if contact.link is link:
            contact.link, contact.fault = None, link.fault
            contact.lost_at = asyncio.get_running_loop().time()
            contact.stirred.set()
            if not self._closed:
                self._on_change(contact, False)

    def _spawn(self, work: Coroutine[None, None, None]) -> None:
        task = asyncio.create_task(work)
        self._pumps.add(task)
        task.add_done_callback(self._pumps.discard)

    # keeping in touch

    def want(self, key: bytes) -> None:
        """Dial a contact whenever there is no link, until `forget`."""
        if key not in self._keepers and key != self.me.identity.key and not self._closed:
            self._keepers[key] = asyncio.create_task(self._keep(self.contact(key)))

    def forget(self, key: bytes) -> None:
        """Dial a contact no more; a link that is open stays open."""
        if keeper := self._keepers.pop(key, None):
            keeper.cancel()

    async def _keep(self, contact: Contact) -> None:
        attempt = 0
        while True:
            contact.stirred.clear()
            if contact.link or not contact.addresses:
                attempt = 0
                await contact.stirred.wait()
                continue
            try:
                self.add(await self.dial(contact.addresses, contact.key))
            except PeerError as error:
                contact.fault = error
                await self._pause(contact, attempt)
                attempt += 1

    async def _pause(self, contact: Contact, attempt: int) -> None:
        """Wait before the next attempt, or until there is news of the contact."""
        pause = limits.BACK_OFF[min(attempt, len(limits.BACK_OFF) - 1)]
        spread = 1 + random.uniform(-limits.BACK_OFF_JITTER, limits.BACK_OFF_JITTER)
        try:
            async with asyncio.timeout(pause * spread):
                await contact.stirred.wait()
        except TimeoutError:
            return

    async def dial(self, addresses: list[Address], expected: bytes | None) -> Link:
        """Return a fresh link to the first address that answers.

        Raises:
            PeerError: none does, or another key answers than the expected one.
        """
        return await dial(self.me, addresses, expected=expected, admission=self.admission)

    async def close(self) -> None:
        """Say goodbye to everybody."""
        self._closed = True
        tasks = [*self._keepers.values()]
        for task in tasks:
            task.cancel()
        links = [contact.link for contact in self._contacts.values() if contact.link]
        for link in links:
            link.close("done")
        await asyncio.gather(*tasks, return_exceptions=True)
        if links:
            waits = [asyncio.ensure_future(link.wait_closed()) for link in links]
            _, late = await asyncio.wait(waits, timeout=2.0)
            for wait in late:
                wait.cancel()
        for pump in list(self._pumps):
            pump.cancel()
        await asyncio.gather(*self._pumps, return_exceptions=True)
