"""Which interfaces are used: all that lead outside, or those alone that the user has chosen.

A choice is a list of words. Each is the name of an interface, an address of it, or a network in
which it has an address; an address or a network takes no more of the interface than what fits. A
scope (`fe80::1%eth0`) names the interface as well. What was chosen and is not there yet is waited
for: cables are plugged in later.
"""

from __future__ import annotations

import ipaddress
from collections.abc import Callable, Collection, Iterable, Sequence
from enum import StrEnum
from typing import NamedTuple

from bastide.net.finding.interfaces import Flags, Interface, all_interfaces, flags_of

Network = ipaddress.IPv4Network | ipaddress.IPv6Network


class Area(NamedTuple):
    """A network, or an address alone. `scope`: the interface that is meant, by name or number."""

    network: Network
    scope: str = ""


class Reason(StrEnum):
    """Why an interface is left out."""

    UNCHOSEN = "unchosen"
    DOWN = "down"
    TUNNEL = "tunnel"
    NO_ADDRESS = "no-address"
    LOOPBACK = "loopback"


class Adapter(NamedTuple):
    """An interface as the system has it. `title`: its name for people, often the same."""

    interface: Interface
    flags: Flags
    title: str


class LeftOut(NamedTuple):
    """An interface that is not used."""

    interface: Interface
    reason: Reason


class Survey(NamedTuple):
    """All interfaces of this computer, in a stable order.

    awaited: words of the choice that fit none that is used.
    unreachable: those of them that fit one that is up, with no address that others can use.
    """

    used: list[Interface]
    left_out: list[LeftOut]
    awaited: list[str]
    unreachable: Collection[str] = ()

    @property
    def is_chosen(self) -> bool:
        """Whether an interface is left out because another one was chosen."""
        return any(each.reason is Reason.UNCHOSEN for each in self.left_out)


def adapters() -> list[Adapter]:
    """Return all interfaces of this computer, those without an address included."""
    return [Adapter(each, flags_of(each.name, nice), nice) for each, nice in all_interfaces()]


def survey(found: Iterable[Adapter], words: Sequence[str] = ()) -> Survey:
    """Return which of these interfaces are used, and why the others are not.

    Args:
        found: all interfaces.
        words: the choice; empty for all that lead outside, and loopback if there are none.
    """
    used: list[Interface] = []
    left_out: list[LeftOut] = []
    fitting: set[str] = set()
    bare: set[str] = set()
    for adapter in sorted(found):
        part = _chosen(adapter, words)
        fits = {word for word in words if _chosen(adapter, (word,))}
        if reason := _reason(adapter.flags, part, is_chosen=bool(words)):
            left_out.append(LeftOut(adapter.interface, reason))
            bare |= fits if reason is Reason.NO_ADDRESS else set()
        elif part:
            used.append(part)
            fitting |= fits
    if not words and any(not each.is_loopback for each in used):
        left_out += [LeftOut(each, Reason.LOOPBACK) for each in used if each.is_loopback]
        used = [each for each in used if not each.is_loopback]
    awaited = [word for word in words if word not in fitting]
    return Survey(used, sorted(left_out), awaited, bare - fitting)


def usable_interfaces() -> list[Interface]:
    """Return the interfaces that are used where nothing was chosen, in a stable order."""
    return survey(adapters()).used


def is_network(word: str) -> bool:
    """Tell whether a word is an address, or a network in the form `192.168.7.0/24`."""
    return _area(word) is not None


class Choice:
    """What the user has chosen, and what came of it when it was looked at last.

    Attributes:
        words: the choice; empty where there is none.
        last: the survey of the last look.
    """

    def __init__(
        self, words: Iterable[str] = (), find: Callable[[], list[Adapter]] = adapters
    ) -> None:
        """Note the words; `find` lists all interfaces."""
        self.words = tuple(words)
        self.last = Survey([], [], [])
        self._find = find

    def look(self) -> list[Interface]:
        """Return the interfaces to use now.

        Raises:
            OSError: the system does not say.
        """
        self.last = survey(self._find(), self.words)
        return self.last.used


def _chosen(adapter: Adapter, words: Sequence[str]) -> Interface | None:
    """Return an interface with those of its addresses that were chosen, or None."""
    interface = adapter.interface
    if not words or interface.name in words or adapter.title in words:
        return interface
    own = ("", interface.name, adapter.title, str(interface.number))
    areas = [area for word in words if (area := _area(word)) and area.scope in own]

    def fits(host: str) -> bool:
        return any(ipaddress.ip_address(host) in area.network for area in areas)

    part = interface.only(fits)
    return part if part.ipv4 or part.ipv6 else None


def _reason(flags: Flags, part: Interface | None, *, is_chosen: bool) -> Reason | None:
    """Return why an interface is left out, whatever the others are."""
    if part is None:
        return Reason.UNCHOSEN
    if not flags.is_up:
        return Reason.DOWN
    if flags.is_tunnel and not is_chosen:
        return Reason.TUNNEL
    return None if part.is_reachable else Reason.NO_ADDRESS


def _area(word: str) -> Area | None:
    host, percent, rest = word.partition("%")
    scope, slash, length = rest.partition("/")
    try:
        network = ipaddress.ip_network(f"{host}{slash}{length}", strict=False)
    except ValueError:
        return None
    if percent and not (scope and network.version == 6):
        return None
    return Area(network, scope)
