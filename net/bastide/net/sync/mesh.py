"""Who is linked with whom at a table, as far as the peers say, and who needs what passed on.

Every peer tells the others, by `peers`, with whom of the table it is linked. An entry or a head is
passed on only to those that are not linked with the one it came from: in a full mesh nothing is
sent twice, and a missing link does no harm. What falls between two such messages is caught up with
`have`.
"""

from __future__ import annotations

from collections.abc import Iterable


class Mesh:
    """The links of the peers of one game, by key."""

    def __init__(self) -> None:
        """Begin without knowing any."""
        self._linked: dict[bytes, frozenset[bytes]] = {}

    def told(self, peer: bytes, linked: Iterable[bytes]) -> frozenset[bytes]:
        """Note with whom a peer is linked; return those with whom it is no more."""
        before, now = self._linked.get(peer, frozenset()), frozenset(linked)
        self._linked[peer] = now
        return before - now

    def forget(self, peer: bytes) -> None:
        """Forget what a peer said; our link to it is gone."""
        self._linked.pop(peer, None)

    def needs(self, peer: bytes, source: bytes) -> bool:
        """Tell whether a peer is to be passed what came from a source; b"" is ourselves."""
        return peer != source and source not in self._linked.get(peer, frozenset())

    def is_seen(self, key: bytes, by: Iterable[bytes]) -> bool:
        """Tell whether one of these peers says that it is linked with a key."""
        return any(key in self._linked.get(peer, frozenset()) for peer in by)
