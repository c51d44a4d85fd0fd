"""When peers are told where we are: at once who is new, and everybody every few seconds."""

from __future__ import annotations

from bastide.net import limits
from bastide.net.sync.held_up import Hindrances
from bastide.net.sync.outbox import Links
from bastide.net.sync.teller import Teller


class Greetings:
    """Greets the peers of one game; who asks for it again and again, once a second."""

    def __init__(self, teller: Teller, hindrances: Hindrances, links: Links) -> None:
        """Begin without having greeted anybody."""
        self._teller, self._hindrances, self._links = teller, hindrances, links
        self._next_have = 0.0
        self._greeted: set[bytes] = set()
        self._to_greet: set[bytes] = set()

    def greet(self, peer: bytes) -> None:
        """Send a peer all that it needs to go on with us, but the entries."""
        self._greeted.add(peer)
        self._teller.all(peer)
        self._hindrances.tell(peer)

    def greeted_by(self, peer: bytes) -> None:
        """Answer a peer that has just opened the game: now, or within a second."""
        if peer in self._greeted:
            self._to_greet.add(peer)
        else:
            self.greet(peer)

    def second(self, now: float) -> bool:
        """Greet who has waited a second; tell all others where we are, if that is due.

        Args:
            now: seconds of a monotonic clock.

        Returns:
            Whether it was due.
        """
        is_due = self._is_due(now)
        to_greet, self._to_greet, self._greeted = self._to_greet, set(), set()
        for peer in self._links.linked():
            if peer in to_greet:
                self.greet(peer)
            elif is_due:
                self._teller.have(peer)
        return is_due

    def remind(self, now: float) -> None:
        """Say every few seconds that this peer is there, if only to say what holds it up."""
        if self._is_due(now):
            for peer in self._links.linked():
                self._hindrances.tell(peer)

    def _is_due(self, now: float) -> bool:
        """Tell whether all are to be told something now; if so, next in some seconds."""
        if now < self._next_have:
            return False
        self._next_have = now + limits.HAVE_SECONDS
        return True
