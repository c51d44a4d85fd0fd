"""Who was sighted on the network and cannot be reached: a firewall, or an access point, is between.

That is worth a word of its own, since people who see each other's computers elsewhere expect to
play. Where the computer answers that nobody listens there, the program has ended without a goodbye:
that is news for a while.
"""

from __future__ import annotations

from typing import NamedTuple

from bastide.net import limits
from bastide.net.contact import Contact
from bastide.net.contacts import Contacts
from bastide.net.errors import UNREACHABLE
from bastide.net.finding.sighting import Sighting


class _Sighted(NamedTuple):
    """A sighting, and the loop time when it was."""

    sighting: Sighting
    at: float


class Sightings:
    """The last sighting of each peer; whoever is sighted is dialled."""

    def __init__(self, contacts: Contacts) -> None:
        """Hand sightings on to these contacts."""
        self._contacts = contacts
        self._last: dict[bytes, _Sighted] = {}

    def take(self, key: bytes, sighting: Sighting, now: float) -> None:
        """Note a sighting; the oldest gives way where there are too many."""
        self._last.pop(key, None)
        self._last[key] = _Sighted(sighting, now)
        if len(self._last) > limits.CONTACTS_KEPT:
            del self._last[next(iter(self._last))]
        self._contacts.sighted(key, sighting.addresses)

    def forget(self, now: float) -> bool:
        """Forget those who ended long enough ago; tell whether there were any."""
        ended = {each.key for each in self._contacts.known() if _has_ended(each)}
        gone = [
            key
            for key, last in self._last.items()
            if key in ended and now - last.at > limits.SILENT_SHOWN_SECONDS
        ]
        for key in gone:
            del self._last[key]
        return bool(gone)

    def unanswered(self) -> list[Sighting]:
        """Return those who are still dialled and were never reached; the latest last."""
        new = {each.key for each in self._contacts.known() if _is_out_of_reach(each)}
        is_dialled = self._contacts.is_dialled
        return [last.sighting for key, last in self._last.items() if key in new and is_dialled(key)]


def _is_out_of_reach(contact: Contact) -> bool:
    fault = contact.fault
    return not contact.linked_at and fault is not None and fault.code == UNREACHABLE


def _has_ended(contact: Contact) -> bool:
    """Tell whether its computer said at the last attempt that nobody listens there."""
    fault = contact.fault
    return fault is not None and isinstance(fault.__cause__, ConnectionRefusedError)
