"""How much one peer, and one address, may ask of us. Pure: time is passed in.

All times are seconds of one monotonic clock.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable
from dataclasses import dataclass

from bastide.net import limits
from bastide.net.errors import BUSY, PeerError


class Bucket:
    """An allowance that refills: `rate` a second, at most `burst` at once."""

    __slots__ = ("_burst", "_left", "_rate", "_then")

    def __init__(self, rate: float, burst: float, now: float) -> None:
        """Start full."""
        self._rate, self._burst = rate, burst
        self._left, self._then = burst, now

    def spend(self, amount: float, now: float) -> float:
        """Take an amount, also when it is more than there is; return what is left then."""
        refill = max(now - self._then, 0.0) * self._rate
        self._left = min(self._left + refill, self._burst) - amount
        self._then = max(now, self._then)
        return self._left

    def may_spend(self, amount: float, now: float) -> bool:
        """Take an amount if it is there; otherwise take nothing and say no."""
        fits = self.spend(0.0, now) >= amount
        if fits:
            self._left -= amount
        return fits

    def wait(self, now: float) -> float:
        """Return the seconds until the debt is paid, 0 without one."""
        return max(-self.spend(0.0, now) / self._rate, 0.0)


class PerPeer:
    """One allowance a peer, for the few peers that use it at a time."""

    def __init__(self, rate: float, burst: float) -> None:
        """Give each peer `rate` a second, at most `burst` at once."""
        self._rate, self._burst = rate, burst
        self._buckets: dict[bytes, Bucket] = {}

    def may_spend(self, peer: bytes, now: float) -> bool:
        """Take one from a peer's allowance if it is there."""
        if peer not in self._buckets and len(self._buckets) >= limits.CONTACTS_KEPT:
            self._buckets.clear()
        bucket = self._buckets.setdefault(peer, Bucket(self._rate, self._burst, now))
        return bucket.may_spend(1, now)


class Allowance:
    """What one peer may send: messages, bytes, and our time for decoding them.

    Who sends more is not read from for a while. Who is a whole burst of messages in debt even so,
    or costs too much to decode, is to be cut off.
    """

    def __init__(self, now: float) -> None:
        """Start with full allowances."""
        self._messages = Bucket(limits.MESSAGES_PER_SECOND, limits.MESSAGES_BURST, now)
        self._bytes = Bucket(limits.BYTES_PER_SECOND, limits.BYTES_PER_SECOND, now)
        per_second = limits.DECODE_SECONDS_PER_SECOND
        self._decoding = Bucket(per_second, per_second, now)

    def read(self, size: int, now: float) -> None:
        """Count bytes that arrived."""
        self._bytes.spend(size, now)

    def message(self, decoding: float, now: float) -> None:
        """Count one message, and the CPU seconds that decoding it took.

        Raises:
            PeerError: far too many, or too dear.
        """
        if self._messages.spend(1, now) < -limits.MESSAGES_BURST:
            raise PeerError("The peer sends far too many messages.", code=BUSY)
        if self._decoding.spend(decoding, now) < 0:
            raise PeerError("The peer sends messages that take too long to read.", code=BUSY)

    def pause(self, now: float) -> float:
        """Return the seconds for which nothing more should be read."""
        return max(self._messages.wait(now), self._bytes.wait(now))


@dataclass(eq=False, slots=True)
class Guest:
    """One connection that was let in; `hang_up` ends it while its handshake is under way."""

    host: str
    hang_up: Callable[[], object] = lambda: None


class Admission:
    """Who may connect at all: places for links and handshakes, and a list of offenders.

    One address never has all places of handshakes, however slowly it goes through them. Where
    several together have, whoever calls from an address that has none takes the place of the
    oldest handshake of the address that has most: a door that is held shut opens to others.

    An address that sent three malformed frames or bad signatures within ten minutes is refused
    for ten minutes.
    """

    def __init__(self) -> None:
        """Start with all places free."""
        self._links: Counter[str] = Counter()
        self._handshakes: dict[Guest, None] = {}
        self._pace = Bucket(limits.HANDSHAKES_PER_SECOND, limits.HANDSHAKES_PER_SECOND, 0.0)
        self._offences: dict[str, deque[float]] = {}

    def enter(self, host: str, now: float) -> Guest:
        """Give a link from a host a place, and one for its handshake.

        Raises:
            PeerError: no place, or the host is refused for now; nothing was taken.
        """
        if self.is_refused(host, now):
            raise PeerError("That address broke the protocol; try later.", code=BUSY)
        if self._links.total() >= limits.LINKS_ALL:
            raise PeerError("Too many peers are connected.", code=BUSY)
        if self._links[host] >= limits.LINKS_PER_ADDRESS:
            raise PeerError("Too many connections come from one address.", code=BUSY)
        under_way = Counter(guest.host for guest in self._handshakes)
        is_full = under_way.total() >= limits.HANDSHAKES
        most = 1 if is_full else limits.HANDSHAKES_PER_ADDRESS
        if under_way[host] >= most or not self._pace.may_spend(1, now):
            raise PeerError("Too many peers connect at this moment.", code=BUSY)
        if is_full:
            self._make_room(under_way)
        guest = Guest(host)
        self._links[host] += 1
        self._handshakes[guest] = None
        return guest

    def handshake_over(self, guest: Guest) -> None:
        """Free the place of a handshake, however it ended."""
        self._handshakes.pop(guest, None)

    def leave(self, guest: Guest) -> None:
        """Free all places of a link."""
        self.handshake_over(guest)
        self._links[guest.host] -= 1
        self._links += Counter()  # forgets hosts that have none

    def _make_room(self, under_way: Counter[str]) -> None:
        """Hang up on the oldest handshake of the address that has most under way."""
        most = max(under_way.values())
        oldest = next(guest for guest in self._handshakes if under_way[guest.host] == most)
        self.handshake_over(oldest)
        oldest.hang_up()

    def offend(self, host: str, now: float) -> None:
        """Remember a malformed frame or a bad signature."""
        self._forget(now)
        self._offences.setdefault(host, deque(maxlen=limits.OFFENCES)).append(now)

    def is_refused(self, host: str, now: float) -> bool:
        """Tell whether a host has to wait."""
        times = self._offences.get(host, ())
        recent = [each for each in times if now - each < limits.OFFENCE_SECONDS]
        return len(recent) >= limits.OFFENCES

    def _forget(self, now: float) -> None:
        old = [h for h, t in self._offences.items() if now - t[-1] >= limits.OFFENCE_SECONDS]
        for host in old:
            del self._offences[host]
