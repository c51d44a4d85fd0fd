"""Peers of one game that are held up because a plugin failed there, as each says of itself.

It is an unsigned word: it stops nothing and proves nothing. It only says why a table waits. A peer
says it when a plugin fails at what it does next, and takes it back with its next entry. Of each
other peer the last word is kept, as long as the link stands and the game is open there.
"""

from __future__ import annotations

from collections.abc import Collection

from bastide.net.errors import MALFORMED, PeerError
from bastide.net.links.messages import HeldUp
from bastide.net.sync.outbox import Links


class Hindrances:
    """What holds up the peers of one game: the id of a plugin, "" where nothing does."""

    def __init__(self, game: bytes, plugins: Collection[str], links: Links) -> None:
        """Begin with nothing; `plugins` are the ids of those at the table."""
        self._game, self._plugins, self._links = game, plugins, links
        self._own = ""
        self._others: dict[bytes, str] = {}

    def say(self, plugin: str) -> None:
        """Tell all linked peers what holds us up now, if that is new."""
        if plugin != self._own:
            self._own = plugin
            for peer in self._links.linked():
                self._links.send(peer, HeldUp(self._game, plugin))

    def tell(self, peer: bytes) -> None:
        """Tell a peer what holds us up, if anything does."""
        if self._own:
            self._links.send(peer, HeldUp(self._game, self._own))

    def told(self, peer: bytes, said: HeldUp) -> bool:
        """Note what holds up a peer; tell whether that is new.

        Raises:
            PeerError: it is no plugin of the table.
        """
        if said.plugin and said.plugin not in self._plugins:
            raise PeerError("A plugin was said to fail that is not at the table.", code=MALFORMED)
        known, self._others[peer] = self.of(peer), said.plugin
        return said.plugin != known

    def forget(self, peer: bytes) -> bool:
        """Forget what a peer said that is gone or begins anew; tell whether it was held up."""
        return bool(self._others.pop(peer, ""))

    def of(self, peer: bytes) -> str:
        """Return the plugin that holds up a peer, or ""."""
        return self._others.get(peer, "")
