"""Try out what finding needs: does a packet to everybody come back, and who answers it?

Each probe is one real question of ours, as any look for tables sends it. Blocking, in bounded time.
"""

from __future__ import annotations

import os
import select
import socket
import struct
import sys
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, suppress
from functools import partial
from typing import NamedTuple

from bastide.net import limits
from bastide.net.errors import PeerError
from bastide.net.finding import beacon
from bastide.net.finding.discovery import SEEKER_NAME
from bastide.net.finding.interfaces import Interface
from bastide.net.finding.mdns import SERVICE
from bastide.net.identity import Identity, key_text

GROUP = "224.0.0.251"
"""The multicast group of mDNS (RFC 6762)."""

MDNS_PORT = 5353
LISTEN_SECONDS = 0.6
"""How long answers are waited for; a responder may take 120 ms (RFC 6762, 6)."""

_PTR, _INTERNET, _RESPONSE = 12, 1, 0x80
_IP_MULTICAST_ALL = 49
_LONGEST = 9000


class Echo(NamedTuple):
    """What came of a question.

    returns: it came back itself. others: hosts that answered it. copies: those among them that
    answered with our own key.
    """

    returns: bool = False
    others: frozenset[str] = frozenset()
    copies: frozenset[str] = frozenset()


class Probed(NamedTuple):
    """What works on an interface; None where it has no address to try it with.

    multicast: a packet to the group of mDNS comes back, on a port that no firewall knows of.
    mdns: what comes of asking for tables on UDP 5353.
    beacon: what comes of a beacon.
    """

    multicast: bool | None = None
    mdns: Echo | None = None
    beacon: Echo | None = None


def probe(interfaces: Sequence[Interface], key: bytes = b"") -> list[Probed]:
    """Try everything on these interfaces, side by side; `key` is ours, if we have one."""
    with ThreadPoolExecutor() as pool:
        asking = (multicast_returns, partial(ask_mdns, key=key), partial(call, key=key))
        tried = [pool.map(each, interfaces) for each in asking]
        return [Probed(*each) for each in zip(*tried, strict=True)]


def multicast_returns(interface: Interface) -> bool | None:
    """Tell whether a packet to the group, sent on an interface, is heard on it."""
    if not interface.ipv4:
        return None
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as end:
        end.bind(("", 0))
        _join(end, interface.ipv4[0])
        sent = os.urandom(16)
        end.sendto(sent, (GROUP, end.getsockname()[1]))
        return any(data == sent for data, _ in _heard([end], until=sent))
    return False


def ask_mdns(interface: Interface, key: bytes = b"") -> Echo | None:
    """Ask for tables as a browser does."""
    if not interface.ipv4:
        return None
    with suppress(OSError), beacon.bound(("", MDNS_PORT), is_shared=True) as end:
        _join(end, interface.ipv4[0])
        question = _question()
        end.sendto(question, (GROUP, MDNS_PORT))
        heard = _heard([end])
        answers = {host: data for data, host in heard if _is_answer(data)}
        ours = {host for host, data in answers.items() if key and key_text(key).encode() in data}
        others, copies = _without({*answers}, interface), _without(ours, interface)
        return Echo(any(data == question for data, _ in heard), others, copies)
    return Echo()


def call(interface: Interface, key: bytes = b"") -> Echo | None:
    """Send a beacon as a list of tables does."""
    if not interface.broadcasts:
        return None
    with suppress(OSError), ExitStack() as ends:
        source, target = interface.broadcasts[0]
        ear = ends.enter_context(beacon.receiver())
        mouth = ends.enter_context(beacon.sender(source))
        sent = beacon.write_beacon(beacon.Beacon(Identity.create().key, 0, SEEKER_NAME))
        mouth.sendto(sent, (target, limits.BEACON_PORT))
        heard = _heard([ear, mouth])
        answers = {host: found for data, host in heard if (found := _key_of_a_host(data))}
        ours = {host for host, found in answers.items() if found == key}
        others, copies = _without({*answers}, interface), _without(ours, interface)
        return Echo(any(data == sent for data, _ in heard), others, copies)
    return Echo()


def _join(end: socket.socket, own: str) -> None:
    """Hear the group on one interface, and send to it there."""
    address = socket.inet_aton(own)
    end.setsockopt(socket.IPPROTO_IP, socket.IP_ADD_MEMBERSHIP, socket.inet_aton(GROUP) + address)
    end.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_IF, address)
    end.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_LOOP, 1)
    if sys.platform == "linux":  # else what others joined on other interfaces comes here, too
        end.setsockopt(socket.IPPROTO_IP, _IP_MULTICAST_ALL, 0)


def _heard(ends: list[socket.socket], until: bytes = b"") -> list[tuple[bytes, str]]:
    """Return what comes in for a while, and from which hosts; no longer than a certain packet."""
    heard: list[tuple[bytes, str]] = []
    end = time.monotonic() + LISTEN_SECONDS
    while (left := end - time.monotonic()) > 0:
        for ready in select.select(ends, [], [], left)[0]:
            with suppress(OSError):
                data, (host, *_) = ready.recvfrom(_LONGEST)
                heard.append((data, host))
                if until and data == until:
                    return heard
    return heard


def _question() -> bytes:
    """Return a question for all tables (RFC 1035, 4.1), with a number of its own."""
    labels = b"".join(bytes([len(each)]) + each.encode() for each in SERVICE.split("."))
    return (
        os.urandom(2)
        + struct.pack("!5H", 0, 1, 0, 0, 0)
        + labels
        + struct.pack("!2H", _PTR, _INTERNET)
    )


def _is_answer(data: bytes) -> bool:
    return len(data) > 2 and bool(data[2] & _RESPONSE) and SERVICE.split(".")[0].encode() in data


def _key_of_a_host(data: bytes) -> bytes:
    """Return whose beacon it is, if it listens; else nothing."""
    with suppress(PeerError):
        said = beacon.read_beacon(data)
        return said.key if said.port else b""
    return b""


def _without(hosts: set[str], interface: Interface) -> frozenset[str]:
    """Return hosts without this computer."""
    return frozenset(hosts - {*interface.ipv4})
