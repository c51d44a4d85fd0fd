"""The network interfaces of this computer, and when the set of those in use has changed.

Which of them are used is decided in `choosing`.
"""

from __future__ import annotations

import contextlib
import ipaddress
import socket
import struct
import sys
from collections.abc import Callable, Iterable
from typing import NamedTuple

import ifaddr

from bastide.net.limits import INTERFACE_POLL_SECONDS, INTERFACE_STABLE_SECONDS

_IFF_UP, _IFF_LOOPBACK, _IFF_RUNNING = 0x1, 0x8, 0x40
_GET_FLAGS = 0x8913 if sys.platform == "linux" else 0xC0206911
_TUNNELS = ("tun", "utun", "wg", "ppp", "ipsec", "tailscale", "awdl", "llw")
_TUNNEL_WORDS = ("wireguard", "wintun", "tailscale", "vpn")


class Interface(NamedTuple):
    """A network interface with its own addresses, as text without scope.

    `number` is the system's index of it. `broadcasts` are pairs: an own IPv4 address, and the
    address at which a datagram from there reaches everybody on its network. `networks` are those
    of the IPv4 addresses, such as `192.168.1.0/24`.
    """

    name: str
    number: int
    ipv4: tuple[str, ...]
    ipv6: tuple[str, ...]
    broadcasts: tuple[tuple[str, str], ...]
    networks: tuple[str, ...] = ()

    @property
    def is_loopback(self) -> bool:
        """Whether it leads to this machine only."""
        return all(ipaddress.ip_address(each).is_loopback for each in self.ipv4 + self.ipv6)

    @property
    def is_reachable(self) -> bool:
        """Whether others can use its addresses without naming an interface of theirs."""
        return bool(self.ipv4) or any(
            not ipaddress.ip_address(each).is_link_local for each in self.ipv6
        )

    @property
    def hosts(self) -> tuple[str, ...]:
        """All its addresses, link-local IPv6 ones with its number, as programs here use them."""
        return self.ipv4 + tuple(self.scoped(each) for each in self.ipv6)

    def scoped(self, host: str) -> str:
        """Return an address, with the number of this interface if it is a link-local IPv6 one."""
        address = ipaddress.ip_address(host)
        if address.version == 6 and address.is_link_local and "%" not in host:
            return f"{host}%{self.number}"
        return host

    def only(self, fits: Callable[[str], bool]) -> Interface:
        """Return it with those of its addresses that fit, and no others."""
        ipv4 = tuple(filter(fits, self.ipv4))
        return self._replace(
            ipv4=ipv4,
            ipv6=tuple(filter(fits, self.ipv6)),
            broadcasts=tuple(each for each in self.broadcasts if each[0] in ipv4),
            networks=tuple(each for each in self.networks if _holds(each, ipv4)),
        )


class Flags(NamedTuple):
    """What the system says about an interface."""

    is_up: bool
    is_tunnel: bool


def _holds(network: str, hosts: Iterable[str]) -> bool:
    """Tell whether one of these addresses is in a network."""
    whole = ipaddress.ip_network(network)
    return any(ipaddress.ip_address(each) in whole for each in hosts)


def all_interfaces() -> list[tuple[Interface, str]]:
    """Return each interface with the name that people give it; aliases are joined."""
    addresses: dict[int, list[ifaddr.IP]] = {}
    names: dict[int, tuple[str, str]] = {}
    for adapter in ifaddr.get_adapters(include_unconfigured=True):
        if adapter.index is not None:
            addresses.setdefault(adapter.index, []).extend(adapter.ips)
            name = adapter.name.partition(":")[0]
            names.setdefault(adapter.index, (name, adapter.nice_name))
    return [
        (interface_of(names[index][0], index, ips), names[index][1])
        for index, ips in addresses.items()
    ]


def interface_of(name: str, number: int, ips: Iterable[ifaddr.IP]) -> Interface:
    """Return an interface from what the system lists."""
    ips = list(ips)
    ipv4 = [(str(each.ip), each.network_prefix) for each in ips if each.is_IPv4]
    ipv6 = [each.ip[0] for each in ips if isinstance(each.ip, tuple)]
    broadcasts = [(address, _broadcast(address, prefix)) for address, prefix in ipv4]
    return Interface(
        name,
        number,
        tuple(sorted(each for each, _ in ipv4)),
        tuple(sorted(ipv6)),
        tuple(sorted(each for each in broadcasts if each[1])),
        tuple(sorted({str(_network(*each)) for each in ipv4})),
    )


def _broadcast(address: str, prefix: int) -> str:
    return str(_network(address, prefix).broadcast_address) if prefix <= 30 else ""


def _network(address: str, prefix: int) -> ipaddress.IPv4Network:
    return ipaddress.IPv4Network(f"{address}/{prefix}", strict=False)


def flags_of(name: str, nice_name: str = "") -> Flags:
    """Return what the system says about an interface; what it does not say is guessed."""
    is_tunnel = name.startswith(_TUNNELS) or any(w in nice_name.lower() for w in _TUNNEL_WORDS)
    bits = _flag_bits(name)
    if bits is None:
        return Flags(is_up=True, is_tunnel=is_tunnel)
    point_to_point = 0x10
    is_up = bool(bits & _IFF_UP) and bool(bits & (_IFF_RUNNING | _IFF_LOOPBACK))
    return Flags(is_up, is_tunnel or bool(bits & point_to_point))


def _flag_bits(name: str) -> int | None:
    """Return the interface flags of a POSIX system, None elsewhere."""
    if sys.platform == "win32":
        return None
    import fcntl

    request = struct.pack("256s", name.encode()[:15])
    with contextlib.suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as end:
        answer = fcntl.ioctl(end.fileno(), _GET_FLAGS, request)
        return int(struct.unpack_from("H", answer, 16)[0])
    return None


class InterfaceWatch:
    """Says when a changed set of interfaces has settled. Pure: time is passed in."""

    def __init__(self, current: list[Interface]) -> None:
        """Start with the set that is in use."""
        self._current = current
        self._pending: list[Interface] | None = None
        self._since = 0.0

    @property
    def delay(self) -> float:
        """Seconds until the next look."""
        return INTERFACE_POLL_SECONDS if self._pending is None else INTERFACE_STABLE_SECONDS

    def look(self, found: list[Interface], now: float) -> bool:
        """Take a look; return whether `found` is a new set that has been stable for 3 s."""
        if found == self._current:
            self._pending = None
            return False
        if found != self._pending:
            self._pending, self._since = found, now
            return False
        if now - self._since < INTERFACE_STABLE_SECONDS:
            return False
        self._current, self._pending = found, None
        return True
