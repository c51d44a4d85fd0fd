"""Which interfaces are used: all that lead outside, or those alone that the user has chosen.

A choice is a list of words. Each is the name of an interface, an address of it, or a network in
which it has an address; an address or a network takes no more of the interface than what fits.
What was chosen and is not there yet is waited for: cables are plugged in later.
"""

from __future__ import annotations

import ipaddress
from collections.abc import Callable, Iterable, Sequence
from enum import StrEnum
from typing import NamedTuple

from bastide.net.finding.interfaces import Flags, Interface, all_interfaces, flags_of

Network = ipaddress.IPv4Network | ipaddress.IPv6Network


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
    """

    used: list[Interface]
    left_out: list[LeftOut]
    awaited: list[str]

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
    for adapter in sorted(found):
        part = _chosen(adapter, words)
        if reason := _reason(adapter.flags, part, is_chosen=bool(words)):
            left_out.append(LeftOut(adapter.interface, reason))
        elif part:
            used.append(part)
            fitting |= {word for word in words if _chosen(adapter, (word,))}
    if not words and any(not each.is_loopback for each in used):
        left_out += [LeftOut(each, Reason.LOOPBACK) for each in used if each.is_loopback]
        used = [each for each in used if not each.is_loopback]
    return Survey(used, sorted(left_out), [word for word in words if word not in fitting])


def usable_interfaces() -> list[Interface]:
    """Return the interfaces that are used where nothing was chosen, in a stable order."""
    return survey(adapters()).used


def is_network(word: str) -> bool:
    """Tell whether a word is an address, or a network in the form `192.168.7.0/24`."""
    return _network(word) is not None


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
    networks = [found for word in words if (found := _network(word))]

    def fits(host: str) -> bool:
        return any(ipaddress.ip_address(host) in network for network in networks)

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


def _network(word: str) -> Network | None:
    try:
        return ipaddress.ip_network(word, strict=False)
    except ValueError:
        return None
