"""Who we are linked with, who we want to be, and at which addresses they may be found.

Of two links with one contact one is kept. Of two programs with one key, such as that of a copied
data folder, the one that is linked already is kept while it answers, and the other one is refused.
Who is wanted and has no link is dialled (`keeping_in_touch`). What anybody can send us unasked
(sightings, addresses, links of strangers) is bounded.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Coroutine, Iterable

from bastide.net import limits
from bastide.net.contact import DUPLICATE, Contact
from bastide.net.errors import BUSY, PeerError
from bastide.net.identity import Address
from bastide.net.keeping_in_touch import KeepingInTouch
from bastide.net.links.dial import dial
from bastide.net.links.handshake import Myself, Peer, refusal_of_copy
from bastide.net.links.link import Link, keeps_new
from bastide.net.links.messages import WireMessage
from bastide.net.links.rates import Admission
from bastide.net.presence import Span

_REPLACED_SECONDS = 2.0
_TWIN_SECONDS = 2.0
_CLOSE_SECONDS = 2.0


class Contacts:
    """All contacts of a node.

    Args:
        me: who we are.
        on_message: takes each message; may raise `PeerError` to have the link refused.
        on_change: told of each new link (True) and each lost one (False).
        on_copy: told of a contact of whose key a second program was refused.
    """

    def __init__(
        self,
        me: Myself,
        on_message: Callable[[bytes, WireMessage], None],
        on_change: Callable[[Contact, bool], None],
        on_copy: Callable[[Contact], None] = lambda _: None,
    ) -> None:
        """Begin without contacts."""
        self.me = me
        self.admission = Admission()
        self._on_message, self._on_change, self._on_copy = on_message, on_change, on_copy
        self._contacts: dict[bytes, Contact] = {}
        self._kept = KeepingInTouch(self.dial, self.add)
        self._pumps: set[asyncio.Task[None]] = set()
        self._closed = False

    def contact(self, key: bytes) -> Contact:
        """Return the contact with a key, made if it is new."""
        if key not in self._contacts:
            self._forget_strangers()
            self._contacts[key] = Contact(key)
        return self._contacts[key]

    def known(self) -> list[Contact]:
        """Return all contacts."""
        return list(self._contacts.values())

    def linked(self) -> list[bytes]:
        """Return the keys of all linked contacts."""
        return [key for key, contact in self._contacts.items() if contact.link]

    def spoke(self, key: bytes) -> Span | None:
        """Return from when to when a contact was heard on the link that stands, if one does."""
        contact = self._contacts.get(key)
        link = contact.link if contact else None
        return Span(contact.linked_at, link.heard_at) if contact and link else None

    def send(self, key: bytes, message: WireMessage) -> None:
        """Send a message to a linked contact; nothing happens without a link."""
        contact = self._contacts.get(key)
        if contact and contact.link:
            contact.link.send(message)

    def _forget_strangers(self) -> None:
        """Make room for a new contact: forget the oldest that nobody wants."""
        idle = [k for k, c in self._contacts.items() if not c.link and k not in self._kept]
        surplus = len(self._contacts) - limits.CONTACTS_KEPT + 1
        for key in idle[: max(surplus, 0)]:
            del self._contacts[key]

    # links

    def add(self, link: Link) -> None:
        """Take a link whose peer is known, from either side; of two, one is kept."""
        contact = self.contact(link.peer.key)
        old = contact.link
        if old and old.is_open and _are_two_programs(old.peer, link.peer):
            self._spawn(self._choose(contact, old, link))
        else:
            self._admit(contact, link)

    async def _choose(self, contact: Contact, old: Link, new: Link) -> None:
        """Of two programs with one key keep the one that was there, as long as it answers."""
        try:
            is_there = await old.answers(limits.COPY_ANSWER_SECONDS)
            if not new.is_open:
                return
            if contact.link is not old:
                self.add(new)  # to whatever is there by now
            elif is_there:
                self._refuse(contact, new)
            else:
                old.refuse(refusal_of_copy(new.address.host))
                self._admit(contact, new)
        except BaseException:
            new.abort()
            raise

    def _refuse(self, contact: Contact, copy: Link) -> None:
        """Turn a second program away; all are told, since one of the two has to end."""
        copy.refuse(refusal_of_copy(contact.host))
        contact.copy_at, contact.copy_run = copy.address, copy.peer.run
        contact.copied_at = asyncio.get_running_loop().time()
        self._on_copy(contact)

    def _admit(self, contact: Contact, link: Link) -> None:
        peer, old = link.peer, contact.link
        is_double = old is not None and old.is_open
        if old and is_double and not self._is_better(contact, old, link):
            link.close(DUPLICATE)
            return
        contact.link, contact.name = link, peer.name
        if peer.run == contact.copy_run:  # it was refused, and is the one that plays by now
            contact.copy_at = None
        contact.lost_at, contact.fault = None, None
        contact.linked_at = asyncio.get_running_loop().time()
        contact.relinked.set()
        if link.dialled:
            contact.reached_at(link.address)
        if old:
            old.close(DUPLICATE)
        self._spawn(self._pump(contact, link))
        self._on_change(contact, True)

    def _is_better(self, contact: Contact, old: Link, new: Link) -> bool:
        """Tell whether a new link takes the place of the one that is there.

        Two that one side has dialled at the same time may come in another order on the other
        side; of such twins both sides keep the one with the lesser transcript.
        """
        age = asyncio.get_running_loop().time() - contact.linked_at
        if old.dialled == new.dialled and old.is_open and age < _TWIN_SECONDS:
            return new.transcript < old.transcript
        return keeps_new(self.me.identity.key, contact.key, old.dialled, new.dialled)

    async def _pump(self, contact: Contact, link: Link) -> None:
        """Hand on the messages of a link until it ends."""
        try:
            async for incoming in link:
                if contact.link is not link:
                    break
                self._hand_on(contact, link, incoming)
                await asyncio.sleep(0)  # whatever a peer sends, the others have their turn
        except BaseException:
            link.abort()  # a fault of ours is told by the loop; the peer is not left waiting
            raise
        finally:
            await self._ended(contact, link)

    def _hand_on(self, contact: Contact, link: Link, incoming: WireMessage) -> None:
        try:
            self._on_message(contact.key, incoming)
        except PeerError as error:
            link.refuse(error)

    async def _ended(self, contact: Contact, link: Link) -> None:
        """Note the end of a link, unless another one has taken its place."""
        await link.wait_closed()
        if link.bye == DUPLICATE:
            await self._replaced(contact, link)
        if contact.link is link:
            contact.link, contact.fault = None, link.fault
            contact.lost_at, contact.heard_at = asyncio.get_running_loop().time(), link.heard_at
            contact.has_left = link.bye not in ("", DUPLICATE)
            contact.stirred.set()
            if not self._closed:
                self._on_change(contact, False)

    async def _replaced(self, contact: Contact, link: Link) -> None:
        """Wait for the link that the other side keeps instead: it may not be ready here yet."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(_REPLACED_SECONDS):
                while contact.link is link:
                    contact.relinked.clear()
                    await contact.relinked.wait()

    def _spawn(self, work: Coroutine[None, None, None]) -> None:
        task = asyncio.create_task(work)
        self._pumps.add(task)
        task.add_done_callback(self._pumps.discard)

    # keeping in touch

    def want(self, key: bytes) -> None:
        """Dial a contact whenever there is no link, until `release`."""
        contact = self.contact(key)
        contact.is_lasting = True
        self._keep_up(contact)

    def is_dialled(self, key: bytes) -> bool:
        """Tell whether a contact is dialled whenever there is no link."""
        return key in self._kept

    def release(self, key: bytes) -> None:
        """Dial a contact no more than any that was sighted; a link that is open stays open."""
        contact = self.contact(key)
        contact.is_lasting = False
        contact.stirred.set()

    def sighted(self, key: bytes, addresses: Iterable[Address]) -> None:
        """Take what somebody says of a contact, nothing of it proven; likely addresses first."""
        contact = self.contact(key)
        for address in reversed(list(addresses)):
            contact.may_be_at(address)
        now = asyncio.get_running_loop().time()
        if not contact.link and contact.stirs.may_spend(1, now):
            contact.stirred.set()
            if contact.is_lasting or len(self._kept) < limits.SIGHTINGS_DIALLED:
                self._keep_up(contact)

    def _keep_up(self, contact: Contact) -> None:
        if contact.key != self.me.identity.key and not self._closed:
            self._kept.begin(contact)

    async def dial(self, addresses: list[Address], expected: bytes | None) -> Link:
        """Return a fresh link to the first address that answers.

        Raises:
            PeerError: none does, or another key answers than the expected one.
        """
        now = asyncio.get_running_loop().time()
        usable = [each for each in addresses if not self.admission.is_refused(each.host, now)]
        if addresses and not usable:
            raise PeerError("That address broke the protocol; try later.", code=BUSY)
        return await dial(self.me, usable, expected=expected, admission=self.admission)

    async def close(self) -> None:
        """Say goodbye to everybody."""
        self._closed = True
        links = [contact.link for contact in self._contacts.values() if contact.link]
        for link in links:
            link.close("done")
        await self._kept.close()
        if links:
            waits = [asyncio.ensure_future(link.wait_closed()) for link in links]
            _, late = await asyncio.wait(waits, timeout=_CLOSE_SECONDS)
            for wait in late:
                wait.cancel()
        for pump in list(self._pumps):
            pump.cancel()
        await asyncio.gather(*self._pumps, return_exceptions=True)


def _are_two_programs(one: Peer, other: Peer) -> bool:
    """Tell whether two peers with one key say that they are not the same running program."""
    return bool(one.run and other.run) and one.run != other.run
