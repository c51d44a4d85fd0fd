"""Catching up: who is ahead of us, whom to ask, and how much is served to whom.

One peer is asked at a time, for a stretch of steps from our own on, and the next when that has
come. Where a peer is is an unsigned word, so it is believed as far as it bears out: who was asked
and brought nothing for a second, or not the whole for long, is passed over, and asked next is who
has kept us waiting for the fewest seconds in all. So whoever gives nothing, or a little at a time,
costs about a stretch more than the others do. What one peer may have in a second is bounded.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from bastide.core.journal import Entry, Proof
from bastide.net import limits
from bastide.net.links.messages import Entries, Evidence


class CatchUp:
    """What one game knows of who is ahead, and has served this second."""

    def __init__(self, stretch: int) -> None:
        """Begin level with all; `stretch`: how many steps are asked for at once."""
        self.stretch = stretch
        self._steps: dict[bytes, int] = {}
        self._asked, self._asked_to = b"", 0
        self._seconds = 0
        self._was_at = -1
        self._waited: Counter[bytes] = Counter()
        self._served: Counter[bytes] = Counter()

    def second(self, step: int, *, is_checking: bool) -> None:
        """Begin another second, waited for whoever was asked; who was so in vain is passed over.

        Args:
            step: ours.
            is_checking: what came waits for its proofs to be checked: that is nobody's second.
        """
        self._served.clear()
        if step < self._asked_to and not is_checking:
            self._waited[self._asked] += 1
            self._seconds += 1
            if step == self._was_at or self._seconds > limits.STRETCH_SECONDS:
                self._asked_to = 0
        self._was_at = step

    def note(self, peer: bytes, step: int) -> None:
        """Note the step at which a peer is."""
        self._steps[peer] = step

    def forget(self, peer: bytes) -> None:
        """Ask a peer nothing more; our link to it is gone."""
        self._steps.pop(peer, None)
        if peer == self._asked:
            self._asked_to = 0

    def whom_to_ask(self, step: int) -> bytes | None:
        """Return the peer to ask for the entries from our step on, or None for now."""
        ahead = {peer: theirs for peer, theirs in self._steps.items() if theirs > step}
        if not ahead or step < self._asked_to:
            return None
        peer = min(ahead, key=lambda peer: (self._waited[peer], -ahead[peer]))
        self._asked, self._asked_to = peer, min(step + self.stretch, ahead[peer])
        self._seconds, self._was_at = 0, -1
        return peer

    def may_serve(self, peer: bytes) -> bool:
        """Tell whether a peer may be sent another stretch of steps this second, and count it."""
        self._served[peer] += 1
        return self._served[peer] <= limits.STRETCHES_PER_SECOND


def frames(game: bytes, entries: Iterable[Entry]) -> Iterator[Entries]:
    """Yield entries in messages of bounded size."""
    chunk: list[Entry] = []
    size = 0
    for entry in entries:
        cost = len(entry.body) + len(entry.signature) + 16
        if chunk and (size + cost > limits.ENTRIES_FRAME or len(chunk) >= limits.ENTRIES):
            yield Entries(game, tuple(chunk))
            chunk, size = [], 0
        chunk.append(entry)
        size += cost
    if chunk:
        yield Entries(game, tuple(chunk))


def evidence_frames(game: bytes, proof: Proof) -> Iterator[Evidence | Entries]:
    """Yield a piece of evidence as a message; what is too long for one as entries by themselves.

    Whoever gets two entries for one slot finds out by itself that one seat has signed both.
    """
    if sum(len(item.body) for item in proof.items) <= limits.ENTRIES_FRAME:
        yield Evidence(game, proof.kind, proof.items)
    else:
        yield from frames(game, proof.items)
