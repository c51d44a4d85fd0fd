"""Find peers on the LAN, and be found: mDNS first, then a broadcast beacon.

One mDNS instance runs on each usable interface and announces the addresses of that interface
alone. Everything heard is a hint: who is there, and alive, only a link tells. So a sighting that
goes away is not reported.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine

from zeroconf import Error as ZeroconfError

from bastide.net import limits
from bastide.net.errors import PeerError
from bastide.net.finding.beacon import Beacon, BeaconStation
from bastide.net.finding.choosing import usable_interfaces
from bastide.net.finding.interfaces import Interface, InterfaceWatch
from bastide.net.finding.likely import is_link_local, likeliness
from bastide.net.finding.mdns import Mdns, reason_of, service_info
from bastide.net.finding.sighting import BEACON, OnSighting, Sighting
from bastide.net.identity import Address, key_text, parse_key

LISTENING = "listening"
SEEKER_NAME = "." * limits.NAME_BYTES
"""Answers to a beacon are never longer than it is; this leaves room for names."""


OnUse = Callable[[list[Interface]], None]
"""Told of the interfaces that are used from now on; may raise `PeerError`."""


class Discovery:
    """Announces one peer and looks for others, on all interfaces to use.

    Attributes:
        interfaces: those in use.
        faults: what does not work, by interface name; `BEACON` for the beacon, `LISTENING` for
            what the user of the interfaces has to say.
    """

    def __init__(
        self,
        identity: str,
        name: str,
        port: int,
        on_sighting: OnSighting,
        *,
        find: Callable[[], list[Interface]] = usable_interfaces,
        confined: bool = False,
        on_use: OnUse = lambda _: None,
        on_own: OnSighting = lambda _: None,
    ) -> None:
        """Prepare; `start` begins.

        Args:
            identity: the text form of our key, announced.
            name: our display name.
            port: where we listen; 0 announces nothing.
            on_sighting: gets each sighting, and again when it changes.
            find: lists the interfaces to use.
            confined: hear nothing that comes in elsewhere.
            on_use: told of the interfaces to use, at first and whenever they change.
            on_own: gets what is announced with our key: by us, or by a copy of our folder.
        """
        self.interfaces: list[Interface] = []
        self.faults: dict[str, PeerError] = {}
        self._identity, self._name, self._port = identity, name, port
        self._on_sighting = on_sighting
        self._find, self._confined, self._on_use = find, confined, on_use
        self._on_own = on_own
        self._is_browsing = False
        self._mdns: dict[Interface, Mdns] = {}
        self._station: BeaconStation | None = None
        self._tasks: set[asyncio.Task[None]] = set()

    async def start(self, *, announce: bool = True, browse: bool = True) -> None:
        """Begin.

        Args:
            announce: tell others where we listen.
            browse: look for others, by beacon too.
        """
        self._is_browsing = browse
        if not announce:
            self._port = 0
        await self._use(self._found() or [])
        self._spawn(self._watch())
        if browse:
            self._spawn(self._call())

    def addresses(self) -> tuple[str, ...]:
        """Return our own hosts that others may use, likely ones first."""
        hosts = [host for each in self.interfaces for host in each.ipv4 + each.ipv6]
        return tuple(sorted((x for x in hosts if not is_link_local(x)), key=likeliness))

    async def stop(self) -> None:
        """Say goodbye and stop."""
        tasks = list(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        if self._station:
            self._station.close()
        await asyncio.gather(*(each.close() for each in self._mdns.values()))
        self._mdns.clear()

    async def _use(self, interfaces: list[Interface]) -> None:
        """Run mDNS on these interfaces and no others, and the beacon too."""
        self.interfaces = interfaces
        self.faults.clear()
        gone = [self._mdns.pop(each) for each in list(self._mdns) if each not in interfaces]
        await asyncio.gather(*(each.close() for each in gone))
        try:
            self._on_use(interfaces)
        except PeerError as error:
            self.faults[LISTENING] = error
        await self._open_beacon()
        for each in interfaces:
            if each not in self._mdns:
                await self._open_mdns(each)

    async def _open_mdns(self, interface: Interface) -> None:
        try:
            mdns = self._mdns[interface] = Mdns(interface, self._report)
            if self._is_browsing:
                mdns.browse()
            if self._port:
                await mdns.announce(service_info(self._identity, self._name, self._port, interface))
        except (OSError, ZeroconfError, RuntimeError, TimeoutError) as error:
            if half := self._mdns.pop(interface, None):
                await half.close()
            self.faults[interface.name] = PeerError(
                "mDNS does not work on {interface}: {reason}.",
                interface=interface.name,
                reason=reason_of(error),
            )

    async def _open_beacon(self) -> None:
        if self._station:
            self._station.close()
        name = self._name if self._port else SEEKER_NAME
        me = Beacon(parse_key(self._identity), self._port, name)
        self._station = BeaconStation(me, self._heard)
        try:
            await self._station.open(self.interfaces, confined=self._confined)
        except PeerError as error:
            self.faults[BEACON] = error
        if self._is_browsing:
            self._station.call()

    def _heard(self, beacon: Beacon, host: str) -> None:
        address = Address(host, beacon.port)
        self._report(Sighting(key_text(beacon.key), beacon.name, (address,), BEACON))

    def _report(self, sighting: Sighting) -> None:
        if sighting.identity == self._identity:
            self._on_own(sighting)
        else:
            self._on_sighting(sighting)

    async def _watch(self) -> None:
        """Follow interfaces that come and go, and try again what does not work."""
        watch = InterfaceWatch(self.interfaces)
        loop = asyncio.get_running_loop()
        while True:
            await asyncio.sleep(watch.delay)
            found = self._found()
            if found is None:
                continue
            if watch.look(found, loop.time()) or (self.faults and found == self.interfaces):
                await self._use(found)

    def _found(self) -> list[Interface] | None:
        """Return the interfaces to use, or None where the system does not say."""
        try:
            return self._find()
        except OSError:
            return None

    async def _call(self) -> None:
        while True:
            await asyncio.sleep(limits.BEACON_SECONDS)
            if self._station:
                self._station.call()

    def _spawn(self, work: Coroutine[None, None, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
