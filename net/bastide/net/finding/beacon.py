"""The second way to find peers: a UDP broadcast, for networks where multicast does not work.

Who looks for games sends a beacon to the broadcast address of each interface, port 41777. Whoever
listens for players answers with its own beacon, to the sender alone and never with more bytes than
it got, so that nobody can use us to flood others. A beacon is
`enc(["bastide", 1, key, TCP port, name])`; port 0 says that the sender does not listen.
"""

from __future__ import annotations

import asyncio
import contextlib
import ipaddress
import socket
import sys
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple, cast

from bastide.core.encoding import EncodingError, dec, enc
from bastide.net import limits
from bastide.net.errors import PeerError
from bastide.net.finding.interfaces import Interface
from bastide.net.identity import check_key, check_name
from bastide.net.links.rates import Bucket

_ADDRESSES_KEPT = 256
_IP_BOUND_IF = 25


class Beacon(NamedTuple):
    """What a beacon says."""

    key: bytes
    port: int
    name: str


def write_beacon(beacon: Beacon, most: int = limits.BEACON_BYTES) -> bytes:
    """Return a beacon of at most so many bytes, its name cut if need be; empty if it cannot be."""
    name = beacon.name
    while len(data := enc(["bastide", 1, beacon.key, beacon.port, name])) > most:
        if not name:
            return b""
        name = name[:-1]
    return data


def read_beacon(data: bytes) -> Beacon:
    """Return what a beacon says.

    Raises:
        PeerError: it is none.
    """
    match _decoded(data):
        case ["bastide", 1, bytes(key), int(port), str(name)] if 0 <= port <= 65535:
            return Beacon(check_key(key), port, check_name(name))
    raise PeerError("A datagram came that is no beacon.")


def _decoded(data: bytes) -> object:
    try:
        return dec(data, limits.BEACON_BYTES)
    except EncodingError:
        return None


class Answers:
    """How often beacons are answered, altogether and to one address. Time is passed in."""

    def __init__(self) -> None:
        """Start with full allowances."""
        self._all = Bucket(limits.BEACON_REPLIES_PER_SECOND, limits.BEACON_REPLIES_PER_SECOND, 0.0)
        self._hosts: dict[str, Bucket] = {}

    def may_answer(self, host: str, now: float) -> bool:
        """Tell whether a beacon from a host is answered now, and count it."""
        rate = limits.BEACON_REPLIES_PER_ADDRESS
        if host not in self._hosts and len(self._hosts) >= _ADDRESSES_KEPT:
            self._hosts.clear()
        bucket = self._hosts.setdefault(host, Bucket(rate, rate, now))
        return bucket.may_spend(1, now) and self._all.may_spend(1, now)


Heard = Callable[[Beacon, str], None]
"""Gets each beacon of who listens, ours included, and the address that it came from."""


class BeaconStation:
    """Sends beacons while asked to, hears those of others, and answers them if we listen."""

    def __init__(self, me: Beacon, heard: Heard) -> None:
        """Prepare.

        Args:
            me: what our own beacon says.
            heard: gets the beacons of others, and those with our own key.
        """
        self._me, self._heard = me, heard
        self._answers = Answers()
        self._ears: list[asyncio.DatagramTransport] = []
        self._near: list[ipaddress.IPv4Network] | None = None
        self._mouths: list[tuple[asyncio.DatagramTransport, str]] = []

    async def open(self, interfaces: Sequence[Interface], *, confined: bool = False) -> None:
        """Begin to hear, and be ready to call, on these interfaces.

        Args:
            interfaces: where to call.
            confined: hear nothing from elsewhere; else whatever comes.

        Raises:
            PeerError: the port is taken by another program; calling works all the same.
        """
        for interface in interfaces:
            for source, target in interface.broadcasts:
                with contextlib.suppress(OSError):
                    mouth = await self._endpoint(sender(source), answers=False)
                    self._mouths.append((mouth, target))
        if confined:
            near = [network for each in interfaces for network in each.networks]
            self._near = [ipaddress.IPv4Network(each) for each in near]
        if not self._me.port:
            return
        try:
            for ear in receivers(interfaces) if confined else [receiver()]:
                self._ears.append(await self._endpoint(ear, answers=True))
        except OSError as error:
            raise PeerError(
                "Beacons cannot be heard: UDP port {port} is in use.", port=limits.BEACON_PORT
            ) from error

    def call(self) -> None:
        """Send one beacon to everybody."""
        data = write_beacon(self._me)
        for mouth, target in self._mouths:
            if not mouth.is_closing():
                mouth.sendto(data, (target, limits.BEACON_PORT))

    def close(self) -> None:
        """Close all sockets."""
        for mouth, _ in self._mouths:
            mouth.close()
        for ear in self._ears:
            ear.close()
        self._mouths, self._ears = [], []

    def take(self, data: bytes, host: str, now: float, *, answers: bool) -> bytes:
        """Take a datagram; return what to answer, empty for nothing."""
        if not self._is_near(host):
            return b""
        try:
            beacon = read_beacon(data)
        except PeerError:
            return b""
        if beacon.port:
            self._heard(beacon, host)
        if beacon.key == self._me.key:
            return b""
        if answers and self._me.port and self._answers.may_answer(host, now):
            return write_beacon(self._me, len(data))
        return b""

    def _is_near(self, host: str) -> bool:
        """Tell whether a host is on a network whose beacons are heard."""
        if self._near is None:
            return True
        return any(ipaddress.ip_address(host) in network for network in self._near)

    async def _endpoint(self, end: socket.socket, *, answers: bool) -> asyncio.DatagramTransport:
        transport, _ = await asyncio.get_running_loop().create_datagram_endpoint(
            lambda: _Datagrams(self, answers=answers), sock=end
        )
        return transport


class _Datagrams(asyncio.DatagramProtocol):
    """Hands datagrams to the station, and its answers back."""

    def __init__(self, station: BeaconStation, *, answers: bool) -> None:
        self._station, self._answers = station, answers
        self._transport: asyncio.DatagramTransport | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.DatagramTransport, transport)  # what endpoints are made of

    def datagram_received(self, data: bytes, addr: tuple[str, int]) -> None:
        now = asyncio.get_running_loop().time()
        answer = self._station.take(data, addr[0], now, answers=self._answers)
        if answer and self._transport:
            self._transport.sendto(answer, addr)

    def error_received(self, exc: Exception) -> None:
        """Ignore it: a broadcast that nobody hears is no fault."""


def sender(source: str) -> socket.socket:
    return bound((source, 0), is_shared=False)


def receiver() -> socket.socket:
    return bound(("", limits.BEACON_PORT), is_shared=True)


def receivers(interfaces: Sequence[Interface]) -> Iterator[socket.socket]:
    """Yield what hears beacons on these interfaces; one for all where the system ties none."""
    for interface in interfaces:
        end = receiver()
        is_tied = _tie(end, interface)
        yield end
        if not is_tied:
            return


def _tie(end: socket.socket, interface: Interface) -> bool:
    """Let a socket hear one interface alone, if the system can do that; tell whether it does.

    Two links may lead to networks of the same numbers, which no address tells apart.
    """
    try:
        if sys.platform == "linux":
            end.setsockopt(socket.SOL_SOCKET, socket.SO_BINDTODEVICE, interface.name.encode())
        elif sys.platform == "darwin":
            end.setsockopt(socket.IPPROTO_IP, _IP_BOUND_IF, interface.number)
        else:
            return False
    except OSError:
        return False
    return True


def bound(address: tuple[str, int], *, is_shared: bool) -> socket.socket:
    end = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    try:
        end.setblocking(False)
        end.setsockopt(socket.SOL_SOCKET, socket.SO_BROADCAST, 1)
        if is_shared:
            end.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            if sys.platform not in ("linux", "win32"):
                end.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
        end.bind(address)
    except OSError:
        end.close()
        raise
    return end
