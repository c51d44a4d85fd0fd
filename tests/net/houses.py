"""Contacts of several peers on loopback, without nodes."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable

from bastide.net.contact import Contact
from bastide.net.contacts import Contacts
from bastide.net.errors import MALFORMED, PeerError
from bastide.net.identity import Address, Identity
from bastide.net.links.handshake import Myself, app_of_this_run
from bastide.net.links.listen import Listener
from bastide.net.links.messages import WireMessage

ANN, BOB, CAT = (Identity(bytes([n]) * 32) for n in (1, 2, 3))
NOWHERE = Address("127.0.0.1", 1)


class House:
    """One peer's contacts with a listener, and what it was told."""

    def __init__(self, identity: Identity, app: str = "bastide/test") -> None:
        self.copies: list[tuple[str, str] | None] = []
        self.heard: list[tuple[bytes, WireMessage]] = []
        self.changes: list[tuple[bytes, bool]] = []
        self.refuse = ""
        self.identity, self.key = identity, identity.key
        me = Myself(identity, "House", app)
        self.contacts = Contacts(me, self._message, self._change, self._copied)
        self.listener = Listener(me, self.contacts.add, self.contacts.admission)

    def _message(self, key: bytes, message: WireMessage) -> None:
        if self.refuse:
            raise PeerError(self.refuse, code=MALFORMED)
        self.heard.append((key, message))

    def _change(self, contact: Contact, linked: bool) -> None:
        self.changes.append((contact.key, linked))

    def _copied(self, contact: Contact) -> None:
        self.copies.append(contact.copied(contact.copied_at))

    @property
    def address(self) -> Address:
        return Address("127.0.0.1", self.listener.port)

    def of(self, other: House) -> Contact:
        return self.contacts.contact(other.key)


@contextlib.asynccontextmanager
async def houses(*identities: Identity, runs: bool = False) -> AsyncIterator[list[House]]:
    """Open houses; with `runs` each says that it is a program of its own."""
    apps = [app_of_this_run("bastide/test") if runs else "bastide/test" for _ in identities]
    opened = [House(*each) for each in zip(identities, apps, strict=True)]
    for house in opened:
        await house.listener.open(hosts=("127.0.0.1",))
    try:
        yield opened
    finally:
        for house in opened:
            await asyncio.gather(house.contacts.close(), house.listener.close())


async def until(holds: Callable[[], bool]) -> None:
    while not holds():  # noqa: ASYNC110  # contacts announce no such moment
        await asyncio.sleep(0.002)
