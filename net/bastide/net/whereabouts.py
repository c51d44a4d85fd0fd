"""Where this peer is on the network: the port where it listens, and who is seen from there."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import NamedTuple

from bastide.net.finding.choosing import Choice
from bastide.net.finding.discovery import Discovery
from bastide.net.finding.interfaces import Interface
from bastide.net.finding.sighting import Sighting
from bastide.net.finding.unanswered import Sightings
from bastide.net.here import Here
from bastide.net.identity import Address, Ticket, parse_key
from bastide.net.links.listen import Listener
from bastide.net.storage.store import Store

PORT_NOTE = "port"

_HEARD_SECONDS = 8.0
"""In which what is announced by multicast comes back at the latest."""


class Invitation(NamedTuple):
    """How others can reach this peer without discovery."""

    addresses: tuple[Address, ...]
    tickets: tuple[Ticket, ...]


class Whereabouts:
    """Listens, announces this peer, looks for others, and dials whom it is told to.

    Attributes:
        choice: the network interfaces that the user has chosen; nothing listens on others.
        listener: takes links.
        discovery: announces and looks for others; None before the start.
        sightings: who was seen.
        began_at: loop time since when it announces itself on these interfaces, and could hear
            itself; None before.
        is_heard: what it announces has come back to itself.
        down_at: since when no interface leads to other computers (loop time), as was seen by
            `watch_network`; None while one does.
    """

    def __init__(
        self,
        here: Here,
        choice: Choice,
        interfaces: Callable[[], list[Interface]] | None,
        moved: Callable[[], None],
    ) -> None:
        """Be nowhere yet.

        Args:
            here: this peer.
            choice: the interfaces that the user has chosen.
            interfaces: lists those to use, by default those of the choice.
            moved: called whenever others reach us elsewhere.
        """
        self.choice = choice
        self.listener = Listener(here.me, here.contacts.add, here.contacts.admission)
        self.discovery: Discovery | None = None
        self.sightings = Sightings(here.contacts)
        self.began_at: float | None = None
        self.is_heard = self._hears_itself = False
        self.down_at: float | None = None
        self._here, self._interfaces = here, interfaces or choice.look
        self._moved = moved
        self._outside: tuple[str, ...] = ()

    async def start(self, port: int | None, *, listen: bool, find: bool) -> None:
        """Begin to listen and to look for others; see `Node.start`."""
        if listen:
            await self._listen(port)
        self.discovery = Discovery(
            self._here.me.identity.text,
            self._here.me.name,
            self.listener.port,
            self.sighted,
            find=self._interfaces,
            confined=self._is_confined,
            on_use=self._uses,
            on_own=self._announced,
        )
        self._hears_itself = listen and find
        await self.discovery.start(announce=listen, browse=find)

    async def _listen(self, port: int | None) -> None:
        """Listen on a port; by default on that of the last time, so that others find it again."""
        here = self._here
        if not here.is_passing:
            here.store.lock_identity()
        wanted = port if port is not None else last_port(here.store)
        if self._is_confined:
            await self.listener.open(wanted, fixed=bool(port), hosts=())
        else:
            await self.listener.open(wanted, fixed=bool(port))
        if not here.is_passing:
            here.store.put_note(PORT_NOTE, self.listener.port)

    @property
    def _is_confined(self) -> bool:
        return bool(self.choice.words)

    def _uses(self, interfaces: list[Interface]) -> None:
        """Use these interfaces from now on; chosen ones are the only ones that are listened on."""
        if self._hears_itself:
            self.began_at = asyncio.get_running_loop().time()
        try:
            if self._is_confined and self.listener.port:
                self.listener.move(host for each in interfaces for host in each.hosts)
        finally:
            self._moved()
            self._here.changed()

    async def stop(self) -> None:
        """Say goodbye, and listen no more."""
        await asyncio.gather(self._stop_discovery(), self.listener.close())

    async def _stop_discovery(self) -> None:
        if self.discovery:
            await self.discovery.stop()

    # where we are

    def is_unheard(self, now: float) -> bool:
        """Tell whether others on the network hardly notice what is announced here.

        It does not even come back to this computer, which takes no network.
        """
        if self.began_at is None or self.is_heard or now - self.began_at < _HEARD_SECONDS:
            return False
        return bool(self.addresses()) and self.down_at is None

    def watch_network(self, now: float) -> None:
        """Look whether an interface leads to other computers; the program hears of a change."""
        try:
            is_down = all(each.is_loopback for each in self._interfaces())
        except OSError:  # the system does not say
            return
        if is_down != (self.down_at is not None):
            self.down_at = now if is_down else None
            self._here.changed()

    def addresses(self) -> list[Address]:
        """Return where others reach us; while no network is up, where they did last."""
        if not self.discovery or not self.listener.port:
            return []
        hosts = self.discovery.addresses()
        if not all(each.is_loopback for each in self.discovery.interfaces):
            self._outside = hosts
        return [Address(host, self.listener.port) for host in self._outside or hosts]

    def invitation(self) -> Invitation:
        """Return the addresses where this peer listens, and a ticket for each."""
        addresses = tuple(self.addresses())
        return Invitation(addresses, tuple(Ticket(self._here.key, a) for a in addresses))

    def _announced(self, sighting: Sighting) -> None:
        """Take what is announced with our own key, be it by us."""
        self.is_heard = True
        if self.discovery and self.listener.port:
            own = [host for each in self.discovery.interfaces for host in each.hosts]
            now = asyncio.get_running_loop().time()
            self._here.copies.announced(sighting.addresses, own, self.listener.port, now)

    # where others are

    def sighted(self, sighting: Sighting) -> None:
        """Take what somebody says of another peer."""
        now = asyncio.get_running_loop().time()
        self.sightings.take(parse_key(sighting.identity), sighting, now)

    async def dial(self, address: Address, expected: bytes | None) -> bytes:
        """Link with whoever answers at an address; see `Node.dial`."""
        contacts = self._here.contacts
        link = await contacts.dial([address], expected)
        key = link.peer.key
        contacts.add(link)
        contacts.want(key)
        return key


def last_port(store: Store) -> int:
    """Return the port that this folder listened on last, 0 if that is not known."""
    port = store.hint(PORT_NOTE)
    return port if isinstance(port, int) and 0 < port < 65536 else 0
