"""mDNS on one interface: announcing this peer there, and hearing what others announce."""

from __future__ import annotations

import asyncio
import contextlib
import ipaddress
import socket

from zeroconf import DNSQuestionType, IPVersion, ServiceStateChange, Zeroconf
from zeroconf import Error as ZeroconfError
from zeroconf.asyncio import AsyncServiceBrowser, AsyncServiceInfo, AsyncZeroconf

from bastide.net import limits
from bastide.net.errors import PeerError
from bastide.net.finding.interfaces import Interface
from bastide.net.finding.likely import likeliness
from bastide.net.finding.sighting import MDNS, OnSighting, Sighting
from bastide.net.identity import Address, check_name, key_text, parse_key
from bastide.net.system_reasons import system_reason

SERVICE = "_bastide._tcp.local."
_RESOLVE_MILLISECONDS = 3000
_CLOSE_SECONDS = 2.0
_IP_MULTICAST_ALL = 49


class Mdns:
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
        elif len(self._tasks) < limits.CONTACTS_KEPT:  # else somebody makes up names
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


def reason_of(error: Exception) -> str:
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
