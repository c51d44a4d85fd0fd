"""Which addresses of a peer are worth telling others, and in which order.

A link-local address holds on one network card only, and its scope id on one computer only (RFC
4007, 6): it serves who heard it and nobody else.
"""

from __future__ import annotations

import ipaddress
from collections.abc import Iterable

from bastide.net.identity import Address


def is_link_local(host: str) -> bool:
    """Tell whether a host is an address that holds on one network card only; a name is none."""
    try:
        return "%" in host or ipaddress.ip_address(host).is_link_local
    except ValueError:
        return False


def bare(host: str) -> str:
    """Return a host as others may know it, without the interface of a link-local address."""
    return host.partition("%")[0]


def is_loopback(host: str) -> bool:
    """Tell whether a host is the very computer that uses it."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def likeliness(host: str) -> tuple[bool, bool, bool]:
    """Return a key that sorts the likely hosts first: IPv4, IPv6, loopback, link-local."""
    return is_link_local(host), is_loopback(host), ":" in host


def shareable(addresses: Iterable[Address]) -> tuple[Address, ...]:
    """Return those of the addresses that others can use, likely ones first."""
    usable = (each for each in addresses if not is_link_local(each.host))
    return tuple(sorted(usable, key=lambda each: likeliness(each.host)))
