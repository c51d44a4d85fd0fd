"""Find peers on the LAN, and be found: mDNS first, then a broadcast beacon.

One mDNS instance runs on each usable interface and announces the addresses of that interface
alone. Everything heard is a hint: who is there, and alive, only a link tells. So a sighting that
goes away is not reported.
"""

from __future__ import annotations

import asyncio
import contextlib
import ipaddress
import socket
from collections.abc import Callable, Coroutine
from typing import NamedTuple

from zeroconf import DNSQuestionType, IPVersion, ServiceStateChange, Zeroconf
from zeroconf import Error as ZeroconfError
from zeroconf.asyncio import AsyncServiceBrowser, AsyncServiceInfo, AsyncZeroconf

from bastide.net import limits
from bastide.net.errors import PeerError
from bastide.net.finding.beacon import Beacon, BeaconStation
from bastide.net.finding.choosing import usable_interfaces
from bastide.net.finding.interfaces import Interface, InterfaceWatch
from bastide.net.finding.likely import is_link_local, likeliness
from bastide.net.identity import Address, check_name, key_text, parse_key
from bastide.net.system_reasons import system_reason

SERVICE = "_bastide._tcp.local."
MDNS = "mdns"
BEACON = "beacon"
LISTENING = "listening"
_RESOLVE_MILLISECONDS = 3000
_CLOSE_SECONDS = 2.0
_IP_MULTICAST_ALL = 49
SEEKER_NAME = "." * limits.NAME_BYTES
"""Answers to a beacon are never longer than it is; this leaves room for names."""


class Sighting(NamedTuple):
    """A peer that somebody says is there; nothing in it is proven.

    `identity` is the text form of its key, `addresses` are likely ones first, `how` is `MDNS` or
    `BEACON`.
    """

    identity: str
    name: str
    addresses: tuple[Address, ...]
    how: str


OnSighting = Callable[[Sighting], None]
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
        self._is_browsing = self._is_calling = False
        self._mdns: dict[Interface, _Mdns] = {}
        self._station: BeaconStation | None = None
        self._tasks: set[asyncio.Task[None]] = set()

    async def start(self, *, announce: bool = True, browse: bool = True) -> None:
        """Begin.

        Args:
            announce: tell others where we listen.
            browse: look for others, by beacon too (see `set_calling`).
        """
        self._is_browsing = self._is_calling = browse
        if not announce:
            self._port = 0
        await self._use(self._found() or [])
        self._spawn(self._watch())
        self._spawn(self._call())

    def set_calling(self, on: bool) -> None:
        """Send beacons, or stop: they are for the time that a list of games is shown."""
        self._is_calling = on
        if on and self._station:
            self._station.call()

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
            mdns = self._mdns[interface] = _Mdns(interface, self._report)
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
                reason=_reason(error),
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
        if self._is_calling:
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
            if self._is_calling and self._station:
                self._station.call()

    def _spawn(self, work: Coroutine[None, None, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


class _Mdns:
    """The mDNS instance of one interface."""

    def __init__(self, interface: Interface, report: OnSighting) -> None:
        self._interface, self._report = interface, report
        if interface.ipv4:
            self._zeroconf = AsyncZeroconf([interface.ipv4[0]], ip_version=IPVersion.V4Only)
        else:
            self._zeroconf = AsyncZeroconf([interface.number], ip_version=IPVersion.V6Only)
        _hear_own_interface_only(self._zeroconf.zeroconf)
        self._browser: AsyncServiceBrowser | None = None
        self._tasks: set[asyncio.Task[None]] = set()

    def browse(self) -> None:
        """Look for others."""
        # QM: several programs on one host share a port, and a unicast answer would reach only one.
        self._browser = AsyncServiceBrowser(
            self._zeroconf.zeroconf,
            SERVICE,
            handlers=[self._on_change],
            question_type=DNSQuestionType.QM,
        )

    async def announce(self, info: AsyncServiceInfo) -> None:
        """Tell others where we are, now and when they ask."""
        # No probing: the name holds the key. It would take more than a second.
        announcing = await self._zeroconf.async_register_service(
            info, allow_name_change=True, cooperating_responders=True
        )
        self._keep(asyncio.ensure_future(_finished(announcing)))

    async def close(self) -> None:
        """Say goodbye and free the sockets."""
        for task in list(self._tasks):
            task.cancel()
        if self._browser:
            await self._browser.async_cancel()
        with contextlib.suppress(TimeoutError, OSError, ZeroconfError):
            await asyncio.wait_for(self._zeroconf.async_close(), _CLOSE_SECONDS)

    def _on_change(
        self, zeroconf: Zeroconf, service_type: str, name: str, state_change: ServiceStateChange
    ) -> None:
        if state_change is ServiceStateChange.Removed:
            return
        info = AsyncServiceInfo(service_type, name)
        if info.load_from_cache(zeroconf):
            self._see(info)
        else:
            self._keep(asyncio.ensure_future(self._resolve(zeroconf, info)))

    async def _resolve(self, zeroconf: Zeroconf, info: AsyncServiceInfo) -> None:
        """Ask for what the announcement left out."""
        with contextlib.suppress(ZeroconfError):
            if await info.async_request(
                zeroconf, _RESOLVE_MILLISECONDS, question_type=DNSQuestionType.QM
            ):
                self._see(info)

    def _see(self, info: AsyncServiceInfo) -> None:
        sighting = sighting_of(info, self._interface)
        if sighting:
            self._report(sighting)

    def _keep(self, task: asyncio.Task[None]) -> None:
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


async def _finished(work: object) -> None:
    """Wait for the later announcements, whatever comes of them."""
    if isinstance(work, asyncio.Future):
        with contextlib.suppress(OSError, ZeroconfError):
            await work


def _hear_own_interface_only(zeroconf: Zeroconf) -> None:
    """Keep Linux from handing us what other sockets joined for on other interfaces."""
    listening = getattr(zeroconf.engine, "_listen_socket", None)
    if isinstance(listening, socket.socket) and listening.family == socket.AF_INET:
        with contextlib.suppress(OSError):
            listening.setsockopt(socket.IPPROTO_IP, _IP_MULTICAST_ALL, 0)


def service_info(identity: str, name: str, port: int, interface: Interface) -> AsyncServiceInfo:
    """Return what is announced on an interface: its own addresses only."""
    label = f"b-{identity[:16]}"
    return AsyncServiceInfo(
        SERVICE,
        f"{label}.{SERVICE}",
        port=port,
        properties={"v": "1", "id": identity, "n": name},
        server=f"{label}.local.",
        addresses=[ipaddress.ip_address(each).packed for each in interface.ipv4 + interface.ipv6],
    )


def _reason(error: Exception) -> str:
    """Return why mDNS does not work, as far as somebody says it."""
    said = system_reason(error) if isinstance(error, OSError) else str(error)
    return said[:200] or type(error).__name__


def sighting_of(info: AsyncServiceInfo, interface: Interface) -> Sighting | None:
    """Return what an announcement says, or None if it is not one of ours."""
    texts = info.decoded_properties
    port = info.port or 0
    if texts.get("v") != "1" or not 1 <= port <= 65535:
        return None
    try:
        identity = key_text(parse_key(texts.get("id") or ""))
        name = check_name(texts.get("n") or "")
    except PeerError:
        return None
    hosts = sorted(info.parsed_addresses(), key=likeliness)
    addresses = tuple(Address(interface.scoped(each), port) for each in hosts)
    return Sighting(identity, name, addresses, MDNS) if addresses else None
