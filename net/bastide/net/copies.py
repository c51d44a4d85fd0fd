"""Whether this player's key is in use by a second program: a copy of the data folder plays.

Two that sign with one key sooner or later sign two moves for one slot, and each of them proves a
cheat of the other. So whoever hears of it says so, here in these ways: a peer refuses us, since it
is linked with the other one; a peer tells us that it has refused another one; the other one is
announced on the network. None of it is proven, and nothing but a sentence comes of it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable

from bastide.net import limits
from bastide.net.finding.likely import bare, likeliness
from bastide.net.identity import Address


class Copies:
    """The hosts where our key was seen in use besides here; each is forgotten after a while."""

    def __init__(self, changed: Callable[[], None]) -> None:
        """Begin without any; `changed` is called when one comes or is forgotten."""
        self._seen: dict[str, float] = {}
        self._changed = changed

    def seen(self, host: str, now: float) -> None:
        """Note that our key is in use at a host; `now` is loop time in seconds."""
        host = bare(host)
        is_news = host not in self._seen
        self._seen[host] = now
        while len(self._seen) > limits.ADDRESSES_KEPT:
            del self._seen[min(self._seen, key=lambda each: self._seen[each])]
        if is_news:
            self._changed()

    def forget(self, now: float) -> None:
        """Forget what was said too long ago."""
        old = [host for host, at in self._seen.items() if now - at > limits.COPY_SECONDS]
        for host in old:
            del self._seen[host]
        if old:
            self._changed()

    def announced(
        self, addresses: Iterable[Address], own: Collection[str], port: int, now: float
    ) -> None:
        """Take an announcement of our key, which may be our own.

        Args:
            addresses: where it says that our key is.
            own: our hosts.
            port: where we listen.
            now: loop time in seconds.
        """
        places = [(bare(each.host), each.port) for each in addresses]
        mine = {bare(host) for host in own}
        others = [host for host, at in places if host not in mine or at != port]
        elsewhere = [host for host in others if host not in mine]
        for host in (elsewhere or others)[:1]:
            self.seen(host, now)

    @property
    def hosts(self) -> list[str]:
        """The hosts of which that was said lately; of several kinds the likeliest.

        One computer may have been seen at an IPv4 address and at others.
        """
        best = min(map(likeliness, self._seen), default=None)
        return sorted(host for host in self._seen if likeliness(host) == best)
