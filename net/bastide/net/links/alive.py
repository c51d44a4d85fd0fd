"""Whether the other end of a link is still there. Pure: time is passed in."""

from __future__ import annotations

from bastide.net import limits
from bastide.net.errors import UNREACHABLE, PeerError


class Alive:
    """Says when to ping, when a peer is gone, and when a frame takes too long."""

    def __init__(self, now: float) -> None:
        """Start as just heard."""
        self._heard = now
        self._pings = 0
        self._frame_since: float | None = None

    def heard(self, now: float) -> None:
        """Note that something arrived."""
        self._heard = now
        self._pings = 0

    def frame(self, is_inside: bool, is_new: bool, now: float) -> None:
        """Note whether a frame is under way, and whether it began just now."""
        if not is_inside:
            self._frame_since = None
        elif is_new or self._frame_since is None:
            self._frame_since = now

    def not_listening(self, now: float) -> None:
        """Note that we do not read at the moment, so that silence means nothing."""
        self.heard(now)
        if self._frame_since is not None:
            self._frame_since = now

    def check(self, now: float) -> bool:
        """Tell whether to send a ping now.

        Raises:
            PeerError: silent for 12 s, or a frame unfinished for 10 s.
        """
        if now - self._heard >= limits.SILENT_AFTER:
            raise PeerError("The other side does not answer any more.", code=UNREACHABLE)
        if self._frame_since is not None and now - self._frame_since >= limits.FRAME_SECONDS:
            raise PeerError("The other side does not finish a message.", code=UNREACHABLE)
        is_due = now - self._heard >= limits.PING_AFTER * (self._pings + 1)
        self._pings += is_due
        return is_due
