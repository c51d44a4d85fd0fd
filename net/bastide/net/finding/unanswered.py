"""Who was sighted on the network and cannot be reached: a firewall, or an access point, is between.

That is worth a word of its own, since people who see each other's computers elsewhere expect to
play.
"""

from __future__ import annotations

from bastide.net import limits
from bastide.net.contact import Contact
from bastide.net.contacts import Contacts
from bastide.net.errors import UNREACHABLE
from bastide.net.finding.discovery import Sighting


class Sightings:
    """The last sighting of each peer; whoever is sighted is dialled."""

    def __init__(self, contacts: Contacts) -> None:
        """Hand sightings on to these contacts."""
        self._contacts = contacts
        self._last: dict[bytes, Sighting] = {}

    def take(self, key: bytes, sighting: Sighting) -> None:
        """Note a sighting; the oldest gives way where there are too many."""
        self._last.pop(key, None)
        self._last[key] = sighting
        if len(self._last) > limits.CONTACTS_KEPT:
            del self._last[next(iter(self._last))]
        self._contacts.sighted(key, sighting.addresses)

    def unanswered(self) -> list[Sighting]:
        """Return those who are still dialled and were never reached; the latest last."""
        new = {each.key for each in self._contacts.known() if _is_out_of_reach(each)}
        is_dialled = self._contacts.is_dialled
        return [last for key, last in self._last.items() if key in new and is_dialled(key)]


def _is_out_of_reach(contact: Contact) -> bool:
    fault = contact.fault
    return not contact.linked_at and fault is not None and fault.code == UNREACHABLE
