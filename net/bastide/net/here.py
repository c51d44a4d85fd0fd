"""What all parts of this peer share."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from bastide.core.plugins import Plugins
from bastide.net.contacts import Contacts
from bastide.net.copies import Copies
from bastide.net.links.handshake import Myself
from bastide.net.storage.store import Store


@dataclass(slots=True)
class Here:
    """This peer: its data folder, its plugins, who it is, whom it knows.

    changed: to be called after every change that somebody may look at. is_passing: it has a
    throw-away identity and keeps nothing. copies: where else its key is in use.
    """

    store: Store
    plugins: Plugins
    me: Myself
    contacts: Contacts
    changed: Callable[[], None]
    is_passing: bool
    copies: Copies

    @property
    def key(self) -> bytes:
        """Our identity's key."""
        return self.me.identity.key
